#!/bin/sh
# A test counts the same in all 13 fields alone, with all others, with a random third of them, in any
# order, with any number of jobs, and the tenth time. CGBENCH_TEST_ALL=1 adds clang, and all tests of
# the C and C++ suites instead of a third. CGBENCH_TEST_SEED decides on the third.
. "$(dirname "$0")/tap.sh"

: "${CGBENCH_TEST_ALL:=}"
hard=$here/agreement/hard.bench
suite=$top/benchfiles/c.bench
set -- gcc-12=gcc
[ -z "$CGBENCH_TEST_ALL" ] || set -- "$@" clang-14=clang

# Differences that other tests in the program may cause, as a regular expression for lines of
# selftest/difference. With -static they share the C library itself: the functions that other tests
# need decide where in their pages its code and data are, and so which branches share an entry of the
# predictor and what shares a line or a set of the caches; and where the heap begins, which
# heap::address examines.
static='^[^ ]+ [a-z]+ (COND_m|IND_m|[ID][rw]_m[1m]) |^heap::address '

none='^$'

# The host's scheduler decides whether a thread ends before it is waited for.
threads='^thread::join '

# measure FILE OPTION...: measures the puts in $puts.
measure() {
	file=$1
	shift
	run "$CGBENCH" --write="$file.json" "$@"
	is "$status $err" "0 " "$file: measured"
}

# equal FILE FILE EXCEPT CELLS NAME: all differences match EXCEPT, and at least CELLS cells are in
# both.
equal() {
	"$here/difference" "$1.json" "$2.json" | grep -Ev "$3" >differences
	ok "$5: compared" [ "$(sed -n '$s/ cells$//p' differences)" -ge "$4" ]
	is "$(sed '$d' differences)" "" "$5"
}

# reversed FILE: its tests, the last one first.
reversed() {
	awk 'BEGIN { n = 0 }
		/^\[/ { n++ }
		{ part[n] = part[n] $0 "\n" }
		END { printf "%s", part[0]; for (; n; n--) printf "%s", part[n] }' "$1"
}

measure hard -j1 --benchfile="$hard" -- "$@"
measure hard8 -j8 --benchfile="$hard" -- "$@"
equal hard hard8 "$threads" 50 "-j1 and -j8"
reversed "$hard" >reversed.bench
measure hard-reversed -j2 --benchfile=reversed.bench -- "$@"
equal hard hard-reversed "$threads" 50 "in another order"

measure suite -j2 --benchfile="$suite" -- gcc-12=gcc clang-14=clang
reversed "$suite" >reversed.bench
measure suite-reversed -j8 --benchfile=reversed.bench -- gcc-12=gcc clang-14=clang
equal suite suite-reversed "$none" 100 "the C suite in another order, at another -j"

# With --keep each test is a separate program.
sample='/^(jump::setjmp|stack::(alloca|fills-d1|address)|heap::(mixed|address)|text::address|branch::(random|table)|libc::(strtod|printf|qsort-large)|start::(constructor|data)|thread::key|process::fork|signal::segv|file::write-read|load::dlopen)$/'
[ -z "$CGBENCH_TEST_ALL" ] || sample='/./'
measure hard-alone -j2 --benchfile="$hard" --tests="$sample" --keep=kept -- "$@"
equal hard hard-alone "$threads" 15 "with a program of its own"
for test in branch::random heap::list libc::snprintf; do
	measure one --benchfile="$hard" --tests=$test -- "$@"
	equal hard one "$threads" 1 "$test alone"
done

# third FILE: the names of a random third of its tests, separated by commas.
seed=${CGBENCH_TEST_SEED:-$(od -An -N2 -tu2 /dev/urandom | tr -d ' ')}
third() {
	awk -v seed="$seed" '
		BEGIN { srand(seed) }
		/^\[/ && rand() < 1 / 3 {
			gsub(/[][]/, "")
			printf "%s%s", separator, $0
			separator = ","
		}' "$1"
}

# With --keep each test is a program of its own.
some=$(third "$suite")
measure suite-third -j2 --benchfile="$suite" --tests="$some" -- gcc-12=gcc clang-14=clang
equal suite suite-third "$none" 20 "a third of the C suite, seed $seed"
[ -z "$CGBENCH_TEST_ALL" ] || some='/./'
measure suite-alone -j2 --benchfile="$suite" --tests="$some" --keep=kept-suite -- \
	gcc-12=gcc clang-14=clang
equal suite suite-alone "$none" 20 "tests of the C suite alone, seed $seed"

suite=$top/benchfiles/c++.bench
set -- g++-12=gcc
[ -z "$CGBENCH_TEST_ALL" ] || set -- "$@" clang++-14=clang
some=$(third "$suite")
measure third++ -j2 --benchfile="$suite" --tests="$some" -- "$@"
[ -z "$CGBENCH_TEST_ALL" ] || some='/./'
measure alone++ -j2 --benchfile="$suite" --tests="$some" --keep=kept++ -- "$@"
equal third++ alone++ "$none" 10 "a third of the C++ suite, and alone, seed $seed"
if [ "$CGBENCH_TEST_ALL" ]; then
	measure suite++ -j2 --benchfile="$suite" -- "$@"
	equal suite++ alone++ "$none" 180 "the C++ suite alone"
fi
set -- gcc-12=gcc
[ -z "$CGBENCH_TEST_ALL" ] || set -- "$@" clang-14=clang

# The size of other tests does not matter with -static either.
some='/^(branch::random|heap::(mixed|list|address)|libc::(strtod|snprintf)|file::write-read|large)$/'
{
	cat "$hard"
	printf '\n[large]\npreamble = __asm__(".text\\n.fill 20481,1,0x90\\n");\ncode = BLACK_BOX(1);\n'
} >large.bench
measure static -j2 --benchfile="$hard" --tests="$some" -- gcc-12=gcc -static
measure static-large -j2 --benchfile=large.bench --tests="$some" -- gcc-12=gcc -static
equal static static-large '^heap::address ' 7 "-static, with a large one"
for test in heap::list libc::strtod; do
	measure one --benchfile="$hard" --tests=$test -- gcc-12=gcc -static
	equal static one "$static" 1 "-static, $test alone"
done

# Tests with libraries are programs of their own, beside tests that share one.
plain='^plain::[^ ]+ [a-z]+ (COND_m|IND_m|[ID][rw]_m[1m]) '
mkdir libraries && "$here/libraries/build" libraries
for name in c archive c++; do
	suite=libraries/$name.bench
	put=gcc-12=static
	[ $name != c++ ] || put=g++-12=static
	measure with-libraries -j1 --benchfile="$suite" -- $put -static
	measure exec -j2 --engine=exec --benchfile="$suite" -- $put -static
	equal with-libraries exec "$plain" 5 "$name, with libraries: engines"
	reversed "$suite" >libraries/reversed.bench
	measure reversed -j8 --benchfile=libraries/reversed.bench -- $put -static
	equal with-libraries reversed "$plain" 5 "$name, with libraries: in another order"
	last=$(sed -n 's/^\[\(.*\)\]/\1/p' "$suite" | tail -n 1)
	measure one --benchfile="$suite" --tests="$last" -- $put -static
	equal with-libraries one "$plain" 1 "$name, with libraries: $last alone"
done
measure shared -j2 --benchfile=libraries/shared.bench -- gcc-12
measure shared-exec -j2 --engine=exec --benchfile=libraries/shared.bench -- gcc-12
equal shared shared-exec '^$' 2 "with a shared library: engines"

# Failing tests before and after do not affect the others.
{
	cat "$hard"
	printf '\n[crash::last]\ncode = abort();\n'
} | sed 's/^\[jump::setjmp\]$/[crash::first]\ncode = abort();\n\n&/' >crashes.bench
run "$CGBENCH" -j1 --benchfile=crashes.bench --tests='/^(crash|jump|process|libc::q|branch)/' \
	--write=crashes.json -- "$@"
is "$status" 128 "among failures: status"
equal hard crashes "$threads" 10 "among failures"

# The tenth time as the first.
some='/^(jump|branch|heap::(list|large)|process::fork$)/'
measure first --benchfile="$hard" --tests="$some" -- "$@"
n=1
while [ $n -lt 10 ]; do
	n=$((n + 1))
	run "$CGBENCH" -j$((n % 3 + 1)) --benchfile="$hard" --tests="$some" --write=again.json -- "$@"
	"$here/difference" first.json again.json
done >every-time
is "$(sort every-time | uniq -c | sed 's/^ *//')" "9 $(sed -n 1p every-time)" "the tenth time as the first"
like "$(sed -n 1p every-time)" '^[1-9][0-9]* cells$' "the tenth time: compared"

done_testing
