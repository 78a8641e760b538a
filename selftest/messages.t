#!/bin/sh
# Where compilers' messages about texts in C and C++ say that the fault is: the place in the benchfile or
# the option, also if they noticed it in what cgbench adds.
. "$(dirname "$0")/tap.sh"

# told WANT NAME COMPILER: what it says first about the only test, x, of x.bench; both lines of the
# source that are shown then are in $shown.
told() {
	case $3 in *++*) language=c++ ;; *) language=c ;; esac
	run "$CGBENCH" --language=$language --benchfile=x.bench --write=x.json -- "$3=a"
	is "$(sed -n 's/^cgbench: x on a: //p' err)" "$1" "$3: $2"
	# shellcheck disable=SC2034
	shown=$(sed -n 2,3p err)
}

# In a macro of cgbench's: gcc says in a note where it is used.
cat >x.bench <<'END_OF_BENCH'
[x]
code =
	int a = BLACK_BOX(3)
	BLACK_BOX(a * 2);
END_OF_BENCH
for compiler in gcc g++; do
	inside=__extension__
	[ $compiler = gcc ] || inside=cgbench_box
	told "x.bench:4:8: error: expected ',' or ';' before '$inside'" "an error in BLACK_BOX" $compiler
	like "$shown" '^ *4 \| *BLACK_BOX\(a \* 2\);$' "and the user's line"
done
told "x.bench:3:21: error: expected ';' at end of declaration" "the line itself" clang

done_testing
