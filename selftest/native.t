#!/bin/sh
# On every machine that cgbench runs on: tests of the C suite cost as many instructions, conditional
# and indirect branches under valgrind as in single steps of the processor. truth.t has more, for x86-64.
. "$(dirname "$0")/tap.sh"

tests='^(arith::(div::const|powmod)|bit::popcount::loop|branch::(random|and-chain)|switch::bytecode-goto|call::(pointer|recursive)|sort::insertion|vec::dot)$'

for engine in fork step; do
	run "$CGBENCH" -j2 --engine=$engine --benchfile="$top/benchfiles/c.bench" --tests="/$tests/" --raw \
		--fields=Ir,COND,IND --compact=gcc -- gcc -O2
	case $err in
	*'Operation not permitted'*)
		skip 'single steps' 'ptrace is refused'
		done_testing
		exit
		;;
	esac
	is "$status $err" '0 ' "measured by $engine"
	echo "$out" | grep '::' >$engine.rows
done
is "$(grep -c . fork.rows)" 10 'there are ten tests'
is "$(cat step.rows)" "$(cat fork.rows)" 'both engines agree'

done_testing
