#!/bin/sh
# Annotated sources cost what the benchfiles beside them do, which are written by hand: their names
# begin with "by-hand::".
. "$(dirname "$0")/../tap.sh"

sources=$here/run/annotated
fields=Ir,Dr,Dw,COND,IND
headers=${UNITS%/*}/include

# The rows: a family of compilers and a level.
printf '%s\n' 'gcc 1' 'clang 2' 'gcc 3' 'clang 1' 'gcc 2' 'clang 3' | in_turn 1 >rows
compiler() {
	case $1:$2 in
	c:*) echo "$2" ;;
	*:gcc) echo g++ ;;
	*) echo clang++ ;;
	esac
}
for language in c c++; do
	set --
	while read -r family level; do
		set -- "$@" "$(compiler $language "$family")=$family$level" "-O$level"
	done <rows
	cells=4
	[ $language = c ] || cells=13
	run "$CGBENCH" --benchfile="$sources/$language" --tables --raw --fields=$fields --format=csv -- "$@"
	is "$status $(grep -c FAIL out)" "0 0" "every test in $language was counted by $*"
	grep '^by-hand::' out | sed 's/^by-hand:://' | sort >by-hand.csv
	sed '1d; /^by-hand::/d' out | sort >annotated.csv
	same annotated.csv by-hand.csv "annotated sources in $language cost what they do by hand"
	cells=$((cells * $# / 2))
	is "$(wc -l <annotated.csv)" $cells "$language has $cells cells"
	set --
	cut -d' ' -f1 rows | sort -u >families
	while read -r family; do
		set -- "$@" "$(compiler $language "$family")"
	done <families
	# maps::find calls memcmp, which in glibc 2.43 costs more near the end of a page.
	cut -d, -f1 annotated.csv | sort -u | in_turn 2 >names
	for check in --check --check=20; do
		case $check in
		--check) tests=$(grep -v ^maps::find names | paste -sd, -) ;;
		*) tests=$(grep ^maps::find names) ;;
		esac
		[ -n "$tests" ] || continue
		run "$CGBENCH" "$check" --benchfile="$sources/$language" --tests="$tests" -- "$@"
		is "$(grep -vE ': loop: |counts? (is|are) good$' out)$err" '' "annotated tests are sound, but for the loop around them: $tests"
	done
done

# Returning a value and consuming it cost the same.
for kind in Whole Real; do
	is "$(grep "^consumes$kind" annotated.csv | cut -d, -f2-)" \
		"$(grep "^returns$kind" annotated.csv | cut -d, -f2-)" "consume costs what returning does: $kind"
done

# C++ that is easily misread.
run "$CGBENCH" --benchfile="$sources/odd.cpp" --list
is "$status $(echo "$out" | sed 's/  .*//; /^$/,$d')" "0 deep::er::f/flag=true/real=1.5
deep::er::f/flag=false/real=1.5
deep::er::pointer/flag=true/real=1.5
deep::er::pointer/flag=false/real=1.5
deep::er::nothing/flag=true/real=1.5
deep::er::nothing/flag=false/real=1.5
Hidden::run
overloaded
inner::v1::both
inner::none
Outside::run" "odd.cpp has these tests"
run "$CGBENCH" --benchfile="$sources/odd.cpp" --tables --raw --fields=Ir --format=csv --putargs=-std=c++17 -- "$@"
is "$status $(grep -c ',FAIL' out) $(sed 1d out | wc -l)" "0 0 $((11 * $#))" "odd.cpp is measured"

# Consuming a value of any type takes the same instructions as returning it.
cat >kinds <<'END'
bool|s.i > 2
char|s.c
short|s.sh
unsigned|s.u + 1
long long|s.ll
char32_t|s.c32
float|s.f
double|s.d / 3
long double|s.ld
const int *|&s.i
const char *|s.text
function *|s.function
int State::*|s.member
decltype(nullptr)|nullptr
colour|s.colour
shade|s.shade
unsigned|s.bits
bool|s.bit
const int|s.constant
int|s.changing
int|s.both
const int &|s.i
int|42
double|1.5
one|s.one
two|s.two
mixed|s.mixed
bytes|s.bytes
large|s.large
empty|s.empty
either|s.either
one|one{s.i}
two|two{s.ll, s.ll}
copied|copied(s.i)
derived|derived(s.i)
moved|moved(s.i)
const copied &|s.copied
END
echo '#include "kinds.hpp"' >kinds.cc
while IFS='|' read -r type value; do
	kind=$((${kind:-0} + 1))
	cat <<-END
		static inline $type f$kind(const State &s) { (void)s; return $value; }
		extern "C" void returned_$kind(State &s) { BLACK_BOX(f$kind(s)); CLOBBER_MEMORY(); }
		extern "C" void consumed_$kind(const State &s, harness_utils::Blackhole &hole) { (void)s; hole.consume($value); CLOBBER_MEMORY(); }
	END
done <kinds >>kinds.cc

while read -r family level; do
	case $family in
	gcc) g++ "-O$level" -fno-ipa-icf -I"$headers" -I"$sources" -S -o kinds.s kinds.cc ;;
	clang) clang++ "-O$level" -I"$headers" -I"$sources" -S -o kinds.s kinds.cc ;;
	esac
	is "$(awk -f "$sources/differing.awk" kinds.s)" "of $kind" \
		"consume takes the instructions that returning does: $family -O$level"
done <rows

# A source with annotations in comments needs nothing but the headers, and they no test.
run g++ -Wall -Wextra -Wno-unused-function -Werror -I"$headers" -c -o blackhole.o "$sources/c++/blackhole.cpp"
is "$status $err" "0 " "a //@@ source compiles"
cat >use.c <<'END'
#include "cgbench.h"
#include "cgbench.h"
int use(int n);
int use(int n) { int v = BLACK_BOX(n + 1); DO_NOT_OPTIMIZE(v); CLOBBER_MEMORY(); return v; }
END
{
	echo '#include "Blackhole.hpp"'
	cat use.c
} >use.cpp
for standard in c99 c11 c2x c++11 c++14 c++17 c++20; do
	case $standard in
	c++*) printf '%s\n' "g++ $standard use.cpp" "clang++ $standard use.cpp" ;;
	*) printf '%s\n' "gcc $standard use.c" "clang $standard use.c" ;;
	esac
done | in_turn 2 >rows
while read -r compiler standard file; do
	run "$compiler" "-std=$standard" -O2 -Wall -Wextra -pedantic -Werror -I"$headers" -c -o use.o "$file"
	is "$status $err" "0 " "the headers compile with $compiler -std=$standard"
done <rows

done_testing
