#!/bin/sh
# --explain's functions of a test, how often each instruction is executed, what it costs, and how often each
# function is called, agree with single-stepping the processor. A run takes eight cells.

. "$(dirname "$0")/../tap.sh"

# cells BENCHFILE ERE PUT...: a line "BENCHFILE|PUT...|TEST" for each of its tests with such a name.
cells() {
	bench=$1 ere=$2
	shift 2
	sed -n 's/^\[\(.*\)\]$/\1/p' "$top/$bench" | grep -E "$ere" | sed "s#^#$bench|$*|#"
}

# agree BENCHFILE PUT...: the tests in the file names are explained, and as the processor shows.
agree() {
	bench=$1
	shift
	name="${bench##*/}, $*"
	rm -rf kept
	run "$CGBENCH" -j2 --tables --raw --benchfile="$top/$bench" --tests="$(paste -sd, names)" --keep=kept --fields=Ir --explain \
		--format=json:explained.json --format=text:text -- "$@"
	is "$status $err" "0 " "$name: measured and explained"
	perl "$here/explain/truth/compare.pl" explained.json "$UNITS/step" kept >compared 2>&1
	n=0
	while read -r label test count differences; do
		is "$differences" '' "$name: $test on $label: $count instructions"
		[ "$count" -gt 0 ] && n=$((n + 1))
	done <compared
	is "$n" "$(grep -c . names)" "$name: each cell is compared"
}

can_step 'executions are those of single steps' || {
	done_testing
	exit
}

# Every iteration does the same, with no instruction that valgrind counts otherwise and no function of libc.
{
	ere='^(call::|.*(marks::inside|loop::nested|odd::en)|rep::(movs|cmps)b$)'
	cells selftest/counts/truth/step.bench "$ere" gcc -static -O2
	cells selftest/counts/truth/step.bench "$ere" clang -static -O1
	ere='gcd|insertion|call::(rec|str|poi)|switch::dense|goto|tree::walk'
	cells benchfiles/c.bench "$ere" gcc -static -O2
	cells benchfiles/c.bench "$ere" clang -static -O2
	cells benchfiles/c++.bench 'virtual::call|call::lambda|recursion|visit' g++ -static -O2
	cells benchfiles/c++.bench 'virtual::call|call::lambda|recursion|visit' clang++ -static -O2
} | in_turn 8 >chosen
cut -d'|' -f1,2 chosen | uniq >groups
while IFS='|' read -r bench put; do
	sed -n "s#^$bench|$put|##p" chosen >names
	# shellcheck disable=SC2086 # the put with its arguments
	agree "$bench" $put
done <groups

done_testing
