#!/bin/sh
# Annotated sources cost what the benchfiles beside them do, which are written by hand: their names
# begin with "by-hand::".
. "$(dirname "$0")/../tap.sh"

sources=$here/run/annotated
fields=Ir,Dr,Dw,COND,IND
headers=${UNITS%/*}/include

# Both are measured in one run for each language, by its compilers at -O1 to -O3.
for language in c c++; do
	case $language in
	c) gcc=gcc clang=clang cells=24 ;;
	*) gcc=g++ clang=clang++ cells=78 ;;
	esac
	set --
	for level in 1 2 3; do
		set -- "$@" $gcc=gcc$level -O$level $clang=clang$level -O$level
	done
	run "$CGBENCH" --benchfile="$sources/$language" --raw --fields=$fields --format=csv -- "$@"
	is "$status $(grep -c FAIL out)" "0 0" "every test in $language was counted"
	grep '^by-hand::' out | sed 's/^by-hand:://' | sort >by-hand.csv
	sed '1d; /^by-hand::/d' out | sort >annotated.csv
	same annotated.csv by-hand.csv "annotated sources in $language cost what they do by hand"
	is "$(wc -l <annotated.csv)" $cells "in $cells cells"
	run "$CGBENCH" --check --benchfile="$sources/$language" --tests='/^(?!by-hand|maps::find)/' -- $gcc $clang
	is "$status $err" "0 " "annotated sources in $language are sound"
done
# It calls memcmp, which in glibc 2.43 costs more near the end of a page.
run "$CGBENCH" --check=20 --benchfile="$sources/c++" --tests='/^maps::find/' -- g++ clang++
is "$status $err $(tail -n 1 out)" "0  2 of 2 cells are sound" "so is one that may vary with its addresses"

# Returning a value and consuming it cost the same.
for kind in Whole Real; do
	is "$(grep "^consumes$kind" annotated.csv | cut -d, -f2-)" \
		"$(grep "^returns$kind" annotated.csv | cut -d, -f2-)" \
		"consume costs what returning does: $kind"
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
run "$CGBENCH" --benchfile="$sources/odd.cpp" --raw --fields=Ir --format=csv -- \
	g++ -std=c++17 clang++=clang -std=c++17
is "$status $(grep -c ',FAIL' out) $(sed 1d out | wc -l)" "0 0 22" "odd.cpp is measured"

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

# differing FILE: the kinds of an assembler source whose functions differ in their instructions or
# in their accesses of memory, and how many kinds there are.
differing() {
	awk '
		/^(returned|consumed)_[0-9]+:/ { split($1, name, /[_:]/); inside = 1 }
		/\.cfi_endproc/ { inside = 0 }
		inside && /^\t[a-z]/ {
			steps[name[1], name[2]]++
			memory[name[1], name[2]] += /[[(]/ && $1 !~ /^lea/
			if (name[2] > n) n = name[2] + 0
		}
		END {
			for (i = 1; i <= n; i++)
				if (steps["returned", i] != steps["consumed", i] || !steps["returned", i] ||
					memory["returned", i] != memory["consumed", i])
					printf "%d ", i
			print "of " n
		}
	' "$1"
}
for level in 1 2 3; do
	g++ -O$level -fno-ipa-icf -I"$headers" -I"$sources" -S -o gcc.s kinds.cc
	clang++ -O$level -I"$headers" -I"$sources" -S -o clang.s kinds.cc
	is "$(differing gcc.s), $(differing clang.s)" "of $kind, of $kind" \
		"consume takes the instructions that returning does, at -O$level"
done

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
	c++*) set -- g++ clang++ use.cpp ;;
	*) set -- gcc clang use.c ;;
	esac
	for compiler in "$1" "$2"; do
		run "$compiler" -std=$standard -O2 -Wall -Wextra -pedantic -Werror -I"$headers" -c -o use.o "$3"
		is "$status $err" "0 " "the headers compile with $compiler -std=$standard"
	done
done

done_testing
