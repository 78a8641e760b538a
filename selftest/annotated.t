#!/bin/sh
# Annotated sources cost what the benchfiles beside them do, which are written by hand.
. "$(dirname "$0")/tap.sh"

sources=$here/annotated
fields=Ir,Dr,Dw,COND,IND

# puts LANGUAGE: gcc and clang at -O1 to -O3.
puts() {
	case $1 in
	c) set -- gcc-12 clang-14 ;;
	*) set -- g++-12 clang++-14 ;;
	esac
	for level in 1 2 3; do
		echo "$1=gcc$level -O$level"
		echo "$2=clang$level -O$level"
	done
}

# counts FILE: one line for each cell, without the summary.
counts() {
	case $1 in
	*.c | */list.bench) puts=$(puts c) ;;
	*) puts=$(puts c++) ;;
	esac
	# shellcheck disable=SC2086
	run "$CGBENCH" --benchfile="$1" --raw --fields=$fields --format=csv -- $puts
	printf '%s\n' "$out"
}

for source in recursion.cpp arrays.cpp maps.cpp blackhole.cpp list.c; do
	counts "$sources/$source" >annotated.csv
	counts "$sources/${source%.*}.bench" >by-hand.csv
	same annotated.csv by-hand.csv "$source costs what it does by hand"
	ok "all of $source was counted" [ "$(wc -l <annotated.csv)" -gt 12 ]
	unlike "$(cat annotated.csv)" FAIL "nothing of $source failed"
	case $source in
	*.c) run "$CGBENCH" --check --benchfile="$sources/$source" -- gcc-12 clang-14 ;;
	*) run "$CGBENCH" --check --benchfile="$sources/$source" -- g++-12 clang++-14 ;;
	esac
	is "$status $err" "0 " "$source is sound"
done

# Returning a value and consuming it cost the same.
run "$CGBENCH" --benchfile="$sources/blackhole.cpp" --raw --fields=$fields --format=csv -- g++-12 clang++-14
for kind in Whole Real; do
	is "$(grep "^consumes$kind" out | cut -d, -f2-)" "$(grep "^returns$kind" out | cut -d, -f2-)" \
		"consume costs what returning does: $kind"
done

# C++ that is easily misread.
run "$CGBENCH" --benchfile="$sources/odd.cpp" --list
is "$status $(echo "$out" | sed 's/  .*//' | grep :)" "0 deep::er::f/flag=true/real=1.5
deep::er::f/flag=true/real=2
deep::er::f/flag=false/real=1.5
deep::er::f/flag=false/real=2
deep::er::pointer/flag=true/real=1.5
deep::er::pointer/flag=true/real=2
deep::er::pointer/flag=false/real=1.5
deep::er::pointer/flag=false/real=2
deep::er::nothing/flag=true/real=1.5
deep::er::nothing/flag=true/real=2
deep::er::nothing/flag=false/real=1.5
deep::er::nothing/flag=false/real=2" "odd.cpp has these tests"
run "$CGBENCH" --benchfile="$sources/odd.cpp" --raw --fields=Ir --format=csv -- \
	g++-12 -std=c++17 clang++-14=clang -std=c++17
is "$status $(grep -c ',FAIL' out)" "0 0" "odd.cpp is measured"

# A source with annotations in comments needs nothing but the header, and the header no test.
run g++-12 -Wall -Wextra -Werror -I"${UNITS%/*}/include" -c -o blackhole.o "$sources/blackhole.cpp"
like "$status $(grep -v 'defined but not used' err | grep -c error:)" '^[01] 0$' "a //@@ source compiles"
cat >use.c <<'END'
#include "cgbench.h"
#include "cgbench.h"
int use(int n) { int v = BLACK_BOX(n + 1); DO_NOT_OPTIMIZE(v); CLOBBER_MEMORY(); return v; }
END
for compiler in gcc-12 clang-14 "g++-12 -x c++" "clang++-14 -x c++"; do
	# shellcheck disable=SC2086
	run $compiler -O2 -Wall -Wextra -Wpedantic -Werror -I"${UNITS%/*}/include" -c -o use.o use.c
	is "$status $err" "0 " "cgbench.h compiles with $compiler"
done

done_testing
