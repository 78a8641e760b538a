#!/bin/sh
# A test counts the same in all 13 fields alone, with all others, with some of them, in any order, with
# any number of jobs, and the tenth time. CGBENCH_TEST_SEED decides which tests and which of two
# compilers are tried: all tests of the C suite, a third of them, a sixth of the C++ suite, and some of
# these alone. CGBENCH_TEST_ALL=1 takes both compilers, and of both suites all tests, a third, and each
# alone.
# shellcheck disable=SC2086 # lists of puts
. "$(dirname "$0")/../tap.sh"

: "${CGBENCH_TEST_ALL:=}"
hard=$here/counts/agreement/hard.bench
set -- gcc=gcc
[ -z "$CGBENCH_TEST_ALL" ] || set -- "$@" clang=clang

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

# pick FILE N: one of N of its tests, by chance, separated by commas.
seed=${CGBENCH_TEST_SEED:-$(od -An -N2 -tu2 /dev/urandom | tr -d ' ')}
pick() {
	awk -v seed="$seed" -v n="$2" '
		BEGIN { srand(seed) }
		/^\[/ {
			gsub(/[][]/, "")
			name[count++] = $0
		}
		END {
			for (i = int(rand() * n); i < count; i += 1 + int(rand() * (2 * n - 1)))
				list = list (list ? "," : "") name[i]
			print list
		}' "$1"
}

measure hard -j1 --benchfile="$hard" -- "$@"
reversed "$hard" >reversed.bench
some=$(pick "$hard" 3)
[ -z "$CGBENCH_TEST_ALL" ] || some='/./'
measure hard-reversed -j8 --benchfile=reversed.bench --tests="$some" -- "$@"
equal hard hard-reversed "$threads" 10 "-j1, and -j8 in another order, seed $seed"

# With --keep each test is a separate program.
printf '[%s]\n' jump::setjmp stack::alloca stack::fills-d1 stack::address heap::mixed heap::address \
	text::address branch::random branch::table libc::strtod libc::printf libc::qsort-large \
	start::constructor start::data thread::key process::fork signal::segv file::write-read \
	load::dlopen >sample
alone=$(pick sample 3)
[ -z "$CGBENCH_TEST_ALL" ] || alone='/./'
measure hard-alone -j2 --benchfile="$hard" --tests="$alone" --keep=kept -- "$@"
equal hard hard-alone "$threads" 3 "with a program of its own, seed $seed"
# What is loaded after a program is where it would be after any other; see isolate_memory.
for program in kept/*/*/program; do
	# shellcheck disable=SC2046
	set -- $(readelf -lW "$program" | sed -n 's/^ *LOAD *//p' | tail -n 1)
	echo $((($2 + $5) % (1 << 24)))
done | sort -u >ends
is "$(cat ends)" 0 "the memory of each ends at a multiple of 16 MiB"
measure one --benchfile="$hard" --tests=libc::snprintf -- "$@"
equal hard one "$threads" 1 "libc::snprintf alone"

# part NAME FILE N PUT...: one of N of the tests of a suite, and some of these alone.
part() {
	suite_name=$1 suite_file=$2
	part=$(pick "$suite_file" "$3")
	shift 3
	measure "$suite_name-part" -j8 --benchfile="$suite_file" --tests="$part" -- "$@"
	printf '%s\n' "$part" | tr , '\n' | sed 's/.*/[&]/' >part
	alone=$(pick part 5)
	[ -z "$CGBENCH_TEST_ALL" ] || alone='/./'
	measure "$suite_name-alone" -j2 --benchfile="$suite_file" --tests="$alone" --keep="kept-$suite_name" -- "$@"
	equal "$suite_name-part" "$suite_name-alone" "$none" 2 "$suite_name: $* alone, seed $seed"
}
# whole NAME FILE PUT...: all tests of a suite, in another order than the part before.
whole() {
	reversed "$2" >reversed.bench
	whole_name=$1
	shift 2
	measure "$whole_name-all" -j2 --benchfile=reversed.bench -- "$@"
	equal "$whole_name-all" "$whole_name-part" "$none" 15 "$whole_name: $*, and in part, seed $seed"
	[ -z "$CGBENCH_TEST_ALL" ] || equal "$whole_name-all" "$whole_name-alone" "$none" 90 "$whole_name: alone"
}

if [ "$CGBENCH_TEST_ALL" ]; then
	n=3 c='gcc=gcc clang=clang' cxx='g++=gcc clang++=clang'
elif [ $((seed % 2)) = 0 ]; then
	n=6 c=gcc=gcc cxx=g++=gcc
else
	n=6 c=clang=clang cxx=clang++=clang
fi
part C "$top/benchfiles/c.bench" 3 $c
whole C "$top/benchfiles/c.bench" $c
part C++ "$top/benchfiles/c++.bench" $n $cxx
[ -z "$CGBENCH_TEST_ALL" ] || whole C++ "$top/benchfiles/c++.bench" $cxx

# The size of other tests does not matter with -static either.
some='/^(branch::random|heap::(mixed|list|address)|libc::(strtod|snprintf)|file::write-read|large)$/'
{
	cat "$hard"
	printf '\n[large]\npreamble = __asm__(".text\\n.fill 20481,1,0x90\\n");\ncode = BLACK_BOX(1);\n'
} >large.bench
measure static -j2 --benchfile="$hard" --tests="$some" -- gcc=gcc -static
measure static-large -j2 --benchfile=large.bench --tests="$some" -- gcc=gcc -static
equal static static-large '^heap::address ' 7 "-static, with a large one"
for test in heap::list libc::strtod; do
	measure one --benchfile="$hard" --tests=$test -- gcc=gcc -static
	equal static one "$static" 1 "-static, $test alone"
done

# Tests with libraries are programs of their own, beside tests that share one.
plain='^plain::[^ ]+ [a-z]+ (COND_m|IND_m|[ID][rw]_m[1m]) '
mkdir libraries && "$here/run/libraries/build" libraries
for name in c archive c++; do
	suite=libraries/$name.bench
	put=gcc=static
	[ $name != c++ ] || put=g++=static
	measure with-libraries -j1 --benchfile="$suite" -- $put -static
	reversed "$suite" >libraries/reversed.bench
	measure reversed -j8 --engine=exec --benchfile=libraries/reversed.bench -- $put -static
	equal with-libraries reversed "$plain" 5 "$name, with libraries: engines, in another order"
	last=$(sed -n 's/^\[\(.*\)\]/\1/p' "$suite" | tail -n 1)
	measure one --benchfile="$suite" --tests="$last" -- $put -static
	equal with-libraries one "$plain" 1 "$name, with libraries: $last alone"
done
measure shared -j2 --benchfile=libraries/shared.bench -- gcc
measure shared-exec -j2 --engine=exec --benchfile=libraries/shared.bench -- gcc
equal shared shared-exec '^$' 2 "with a shared library: engines"

# Failing tests before and after do not affect the others.
{
	cat "$hard"
	printf '\n[crash::last]\ncode = abort();\n'
} | sed 's/^\[jump::setjmp\]$/[crash::first]\ncode = abort();\n\n&/' >crashes.bench
run "$CGBENCH" -j1 --benchfile=crashes.bench --tests='/^(crash|jump|process|libc::q)/' \
	--write=crashes.json -- "$@"
is "$status" 128 "among failures: status"
equal hard crashes "$threads" 8 "among failures"

# The tenth time as the first.
some='/^(branch::random|heap::list|process::fork)$/'
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
