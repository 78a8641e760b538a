#!/bin/sh
# Both engines give the same digits in Ir, Dr, Dw, COND, IND and the eight simulated fields, with gcc
# and clang. By default a sample, because exec is slow; with CGBENCH_TEST_ALL=1 the whole suites and
# all difficult snippets.
. "$(dirname "$0")/../tap.sh"

: "${CGBENCH_TEST_ALL:=}"

# Known differences, as a regular expression for lines of selftest/difference, and their reasons.
known() {
	# The host's scheduler decides whether a thread ends before it is waited for, and so how
	# often the waiter sleeps: exec does not agree with itself.
	echo '^thread::join '
}

# agree NAME BENCHFILE TESTS PUT...: TESTS is the sample; CGBENCH_TEST_ALL=1 takes the whole file.
agree() {
	name=$1 bench=$2 tests=$3
	shift 3
	[ -z "$CGBENCH_TEST_ALL" ] || tests='/./'
	for engine in exec fork; do
		run "$CGBENCH" -j2 --engine=$engine --benchfile="$bench" --tests="$tests" \
			--write="$engine.json" -- "$@"
		is "$status $err" "0 " "$name: measured by $engine"
	done
	"$here/difference" exec.json fork.json | grep -Ev "$(known)" >differences
	like "$(tail -n 1 differences)" '^[1-9][0-9]* cells$' "$name: compared"
	is "$(sed '$d' differences)" "" "$name: the engines agree"
}

all="/./"
gcc=gcc gxx=g++ clang=clang clangxx=clang++

# truth.t compares those of truth/c.bench, with clang.
agree "single steps" "$here/counts/truth/step.bench" "$all" "$gcc=gcc" -static

agree "snippets that are hard" "$here/counts/agreement/hard.bench" \
	'/^(jump::setjmp|stack::(alloca|fills-d1)|heap::(mixed|address)|walk::mebibyte|branch::random|libc::(qsort|snprintf|getenv|time)|float::state|start::constructor|thread::(local|join)|process::fork|signal::raise|file::(write-read|stdin)|load::dlopen)$/' \
	"$gcc=gcc"
agree "snippets that are hard, clang" "$here/counts/agreement/hard.bench" \
	'/^(stack::alloca|heap::grow|branch::table|float::rounding|signal::segv)$/' "$clang=clang"
agree "C++ that is hard" "$here/counts/agreement/hard++.bench" \
	'/^(exception::through|stream::format|regex::match|static::object|thread::(join|atomic))$/' \
	"$gxx=gcc"

# What the libraries do differs between tests rather than between compilers.
agree "the C suite" "$top/benchfiles/c.bench" \
	'/^(call::setjmp|num::strtod::long|alloc::malloc::mixed)$/' "$gcc=gcc"
agree "the C suite, clang" "$top/benchfiles/c.bench" \
	'/^(num::snprintf::g|sort::qsort::random|tree::tsearch)$/' "$clang=clang"
agree "the C++ suite" "$top/benchfiles/c++.bench" \
	'/^(map::insert::erase|exception::throw::depth_1)$/' "$gxx=gcc"
agree "the C++ suite, clang" "$top/benchfiles/c++.bench" \
	'/^(vector::push_back::growing|format::int::ostringstream)$/' "$clangxx=clang"

done_testing
