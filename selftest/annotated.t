#!/bin/sh
# Annotated sources cost what the benchfiles beside them do, which are written by hand: their names
# begin with "by-hand::".
. "$(dirname "$0")/tap.sh"

sources=$here/annotated
fields=Ir,Dr,Dw,COND,IND

# Both are measured in one run for each language, by its compilers at -O1 to -O3.
for language in c c++; do
	case $language in
	c) gcc=gcc-12 clang=clang-14 cells=24 ;;
	*) gcc=g++-12 clang=clang++-14 cells=78 ;;
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
	run "$CGBENCH" --check --benchfile="$sources/$language" --tests='/^(?!by-hand)/' -- $gcc $clang
	is "$status $err" "0 " "annotated sources in $language are sound"
done

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
	g++-12 -std=c++17 clang++-14=clang -std=c++17
is "$status $(grep -c ',FAIL' out) $(sed 1d out | wc -l)" "0 0 22" "odd.cpp is measured"

# A source with annotations in comments needs nothing but the header, and the header no test.
run g++-12 -Wall -Wextra -Werror -I"${UNITS%/*}/include" -c -o blackhole.o "$sources/c++/blackhole.cpp"
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
