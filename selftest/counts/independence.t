#!/bin/sh
# A test counts the same in all 13 fields alone, with all others, in a shard, in any order, with any number of jobs, and
# the tenth time. A run takes one of four puts for the suites, 20 of their tests, and some of these alone.
# CGBENCH_TEST_ALL=1 takes each alone, and clang for the difficult snippets, too.
# shellcheck disable=SC2086 # lists of puts
. "$(dirname "$0")/../tap.sh"

: "${CGBENCH_TEST_ALL:=}"
hard=$here/counts/agreement/hard.bench
set -- gcc=gcc
[ -z "$CGBENCH_TEST_ALL" ] || set -- "$@" clang=clang

# Differences that other tests in the program may cause, as a regular expression for lines of selftest/difference. With
# -static they share the C library itself: the functions that other tests need decide where in their pages its code and
# data are, and so which branches share an entry of the predictor and what shares a line or a set of the caches; and
# where the heap begins, which heap::address examines.
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

# equal FILE FILE EXCEPT CELLS NAME: all differences match EXCEPT, and at least CELLS cells are in both.
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

# names FILE: those of its tests.
names() {
	sed -n 's/^\[\(.*\)\]$/\1/p' "$1"
}

measure hard -j1 --benchfile="$hard" -- "$@"
reversed "$hard" >reversed.bench
measure hard-reversed -j8 --benchfile=reversed.bench --tests="$(names "$hard" | in_turn 20 | paste -sd,)" -- "$@"
equal hard hard-reversed "$threads" 20 '-j1, and -j8 in another order'

# With --keep each test is a separate program.
if [ "$CGBENCH_TEST_ALL" ]; then
	names "$hard"
else
	printf '%s\n' jump::setjmp stack::alloca stack::fills-d1 stack::address heap::mixed heap::address \
		text::address branch::random branch::table libc::strtod libc::printf libc::qsort-large \
		start::constructor start::data thread::key process::pid signal::segv file::write-read load::dlopen
fi | in_turn 4 >alone
measure hard-alone -j2 --benchfile="$hard" --tests="$(paste -sd, alone)" --keep=kept -- "$@"
equal hard hard-alone "$threads" 4 'with a program of its own'
# Libraries loaded after a program are where they would be after any other; see isolate_memory.
for program in kept/*/*/program; do
	# shellcheck disable=SC2046
	set -- $(readelf -lW "$program" | sed -n 's/^ *LOAD *//p' | tail -n 1)
	echo $((($2 + $5) % (1 << 24)))
done | sort -u >ends
is "$(cat ends)" 0 "the memory of each ends at a multiple of 16 MiB"
measure one --benchfile="$hard" --tests=libc::snprintf -- "$@"
equal hard one "$threads" 1 "libc::snprintf alone"

# company LANGUAGE PUT: tests of its suite together, in shards, in another order than there, and some of them alone.
company() {
	suite=$top/benchfiles/$1.bench name="the suite of $1, $2"
	names "$suite" | in_turn 20 >company
	all=$(paste -sd, company)
	reversed "$suite" >reversed.bench
	measure company -j2 --benchfile=reversed.bench --tests="$all" -- "$2"
	for shard in $(printf '%s\n' 1/3 2/3 3/3 | in_turn 1); do
		measure shard -j8 --benchfile="$suite" --tests="$all" --shard="$shard" -- "$2"
		equal company shard "$none" 6 "$name: shard $shard in another order"
	done
	step=5
	[ -z "$CGBENCH_TEST_ALL" ] || step=1
	sed -n "1~${step}p" company | in_turn 3 >alone
	measure alone -j2 --benchfile="$suite" --tests="$(paste -sd, alone)" --keep="kept-$1" -- "$2"
	equal company alone "$none" 3 "$name: tests alone"
}

in_turn 1 <<'END' >chosen
c gcc
c++ g++
c clang
c++ clang++
END
while read -r language put; do
	company "$language" "$put"
done <chosen

# with_large: the size of other tests does not matter with -static either.
with_large() {
	some='/^(branch::random|heap::(mixed|list|address)|libc::(strtod|snprintf)|file::write-read|large)$/'
	{
		cat "$hard"
		printf '\n[large]\npreamble = __asm__(".text\\n.fill 20481,1,0x90\\n");\ncode = BLACK_BOX(1);\n'
	} >large.bench
	measure static -j2 --benchfile="$hard" --tests="$some" -- gcc=gcc -static
	measure static-large -j2 --benchfile=large.bench --tests="$some" -- gcc=gcc -static
	equal static static-large '^heap::address ' 7 '-static, with a large test'
	for test in heap::list libc::strtod; do
		measure one --benchfile="$hard" --tests=$test -- gcc=gcc -static
		equal static one "$static" 1 "-static, $test alone"
	done
}

# Tests with libraries are programs of their own, beside tests that share one.
plain='^plain::[^ ]+ [a-z]+ (COND_m|IND_m|[ID][rw]_m[1m]) '
mkdir libraries && "$here/run/libraries/build" libraries

# with_libraries NAME PUT
with_libraries() {
	suite=libraries/$1.bench
	measure with-libraries -j1 --benchfile="$suite" -- "$2=static" -static
	reversed "$suite" >libraries/reversed.bench
	measure reversed -j8 --engine=exec --benchfile=libraries/reversed.bench -- "$2=static" -static
	equal with-libraries reversed "$plain" 5 "$1, with libraries: engines, in another order"
	last=$(names "$suite" | tail -n 1)
	measure one --benchfile="$suite" --tests="$last" -- "$2=static" -static
	equal with-libraries one "$plain" 1 "$1, with libraries: $last alone"
}

with_shared() {
	measure shared -j2 --benchfile=libraries/shared.bench -- gcc
	measure shared-exec -j2 --engine=exec --benchfile=libraries/shared.bench -- gcc
	equal shared shared-exec "$none" 2 'with a shared library: engines'
}

in_turn 1 <<'END' >chosen
with_libraries c gcc
with_large
with_libraries archive gcc
with_shared
with_libraries c++ g++
END
while read -r row; do
	$row
done <chosen

# Failing tests before and after do not affect the others.
{
	cat "$hard"
	printf '\n[crash::last]\ncode = abort();\n'
} | sed 's/^\[jump::setjmp\]$/[crash::first]\ncode = abort();\n\n&/' >crashes.bench
run "$CGBENCH" -j1 --benchfile=crashes.bench --tests='/^(crash|jump|process|libc::q)/' --write=crashes.json -- "$@"
is "$status" 128 "among failures: status"
equal hard crashes "$threads" 6 "among failures"

some='/^(branch::random|heap::list|process::pid)$/'
measure first --benchfile="$hard" --tests="$some" -- "$@"
seq 2 10 | in_turn 3 >rounds
while read -r n; do
	run "$CGBENCH" -j$((n % 3 + 1)) --benchfile="$hard" --tests="$some" --write=again.json -- "$@"
	"$here/difference" first.json again.json
done <rounds >every-time
is "$(sort every-time | uniq -c | sed 's/^ *//')" "$(grep -c . rounds) $(sed -n 1p every-time)" 'each time as the first'
like "$(sed -n 1p every-time)" '^[1-9][0-9]* cells$' 'each time as the first: compared'

done_testing
