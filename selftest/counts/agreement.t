#!/bin/sh
# Engines agree: exec gives the same digits as fork in Ir, Dr, Dw, COND, IND and the eight simulated fields, and step
# in those that it counts, except where valgrind's machine is no processor. A run takes 14 of the tests, because both
# are slow; CGBENCH_TEST_ALL=1 takes all of the suites and all difficult snippets.
. "$(dirname "$0")/../tap.sh"

truth=selftest/counts/truth hard=selftest/counts/agreement suites=benchfiles

# rows BENCHFILE ERE PUT...: a line "BENCHFILE|PUT...|TEST" for each of its tests with such a name. The benchfile is in
# the project.
rows() {
	bench=$1 ere=$2
	shift 2
	[ -z "${CGBENCH_TEST_ALL-}" ] || ere=.
	"$CGBENCH" --list --benchfile="$top/$bench" | sed '/^$/,$d; s/ .*//' | grep -E "$ere" | sed "s#^#$bench|$*|#"
}

unknown='^$'
grep -w avx2 /proc/cpuinfo | grep -w bmi2 | grep -qw fma || {
	skip 'instructions of x86-64-v3' 'the processor has none'
	unknown='[|](v3::.*|data::avx)$'
}
{
	rows "$truth/step.bench" . gcc -static -O1
	rows "$truth/c.bench" . clang -static -O2
	rows "$hard/hard.bench" '^(jump::setjmp|stack::(alloca|fills-d1)|heap::(mixed|address)|walk::mebibyte)$' gcc
	rows "$hard/hard.bench" '^(branch::random|libc::(qsort|snprintf|getenv|time)|float::state)$' gcc
	rows "$hard/hard.bench" '^(start::constructor|thread::(local|join)|process::pid|signal::raise)$' gcc
	rows "$hard/hard.bench" '^(file::(write-read|stdin)|load::dlopen)$' gcc
	rows "$hard/hard.bench" '^(stack::alloca|heap::grow|branch::table|float::rounding|signal::segv)$' clang
	rows "$hard/hard++.bench" '^(exception::through|stream::format|regex::match)$' g++
	rows "$hard/hard++.bench" '^(static::object|thread::(join|atomic))$' g++
	# Libraries make a difference between tests rather than between compilers.
	rows "$suites/c.bench" '^(call::setjmp|num::strtod::long|alloc::malloc::mixed)$' gcc
	rows "$suites/c.bench" '^(num::snprintf::g|sort::qsort::random|tree::tsearch)$' clang
	rows "$suites/c++.bench" '^(map::insert::erase|exception::throw::depth_1)$' g++
	rows "$suites/c++.bench" '^(vector::push_back::growing|format::int::ostringstream)$' clang++
} | grep -Ev "$unknown" | in_turn 14 >chosen

# measure ENGINE: the tests in $tests of $bench, with the put $put.
measure() {
	# shellcheck disable=SC2086 # the put with its arguments
	run "$CGBENCH" -j2 --engine="$1" --timeout="$(seconds 60)" --benchfile="$top/$bench" \
		--tests="$(echo "$tests" | paste -sd,)" --write="$1.json" -- $put
	is "$status $err" "0 " "$name: measured by $1"
}

# differing ENGINE: what it counts otherwise than fork, a line "TEST FIELD" for each field; the last line says of how
# many tests.
differing() {
	"$here/difference" "$1.json" fork.json | sed '/ - /d; s/^\([^ ]*\) [^ ]* \([^ ]*\) .*/\1 \2/'
}

# The host's scheduler decides whether a thread ends before it is waited for, and so how often the waiter sleeps: exec
# does not agree with itself.
scheduled='^thread::join '

# Here valgrind counts something else than the processor executes, and may do so in the other fields of these tests.
cat >wrong <<'END'
differs::precision Ir
differs::flush Ir
differs::request Ir
differs::lodsb Ir
differs::fault Ir
data::load-unused Dr
data::modify-locked Dr
data::modify-locked COND
jump::known COND
jump::known IND
jump::known-x87 COND
END
may='^(differs::[a-z]+ (Dr|COND)|memory::atomic (Dr|COND)|v3::(fma|gather) D[rw])$'

cut -d'|' -f1,2 chosen | uniq >groups
while IFS='|' read -r bench put; do
	name="${bench##*/}, $put"
	tests=$(sed -n "s#^$bench|$put|##p" chosen)
	measure fork
	measure exec
	is "$(differing exec | grep -Ev "$scheduled")" "$(echo "$tests" | wc -l) cells" "$name: exec and fork agree"
	# The walks over caches take the stepper minutes.
	tests=$(echo "$tests" | grep -v '^cache::')
	case $bench,$tests in
	"$truth"/*,?*)
		measure step
		is "$(differing step | grep -Ev "$may")" "$(echo "$tests" | sed 's/$/ /' | grep -Ff - wrong
			echo "$tests" | wc -l) cells" "$name: step and fork agree, but where valgrind is wrong"
		;;
	esac
done <groups

done_testing
