#!/bin/sh
# On every machine that cgbench runs on: a small part of each thing that depends on the machine. Other tests
# have more of each, some of them for x86-64 alone.
. "$(dirname "$0")/../tap.sh"

# agree FILE FILE CELLS NAME: two saved files have the same counts, in all fields.
agree() {
	is "$("$here/difference" "$1" "$2")" "$3 cells" "$4"
}

# The C suite: as many instructions, conditional and indirect branches under valgrind as in single steps of the
# processor. A static program starts in fewer steps.
tests=$(printf '%s\n' arith::div::const arith::powmod bit::popcount::loop branch::random branch::and-chain \
	switch::bytecode-goto call::pointer call::recursive sort::insertion vec::dot | in_turn 3 | paste -s -d '|')
for engine in fork step; do
	run "$CGBENCH" -j2 --engine=$engine --benchfile="$top/benchfiles/c.bench" --tests="/^($tests)\$/" --tables --raw \
		--fields=Ir,COND,IND --compact=gcc -- gcc -O2 -static
	case $err in
	*'Operation not permitted'*)
		skip 'C: both engines agree' 'ptrace is refused'
		break
		;;
	esac
	is "$status $err" '0 ' "C: measured by $engine"
	echo "$out" | grep '^ *[0-9].*::' >$engine.rows
done
is "$(grep -c . fork.rows)" "$(echo "$tests" | tr '|' '\n' | grep -c .)" 'C: each test has its row'
[ ! -e step.rows ] || is "$(cat step.rows)" "$(cat fork.rows)" 'C: both engines agree'

# The C++ suite, with all fields: two shards by one engine are what the other one counts.
cxx() {
	run "$CGBENCH" -j2 --benchfile="$top/benchfiles/c++.bench" \
		--tests='/^(vector::push_back::growing|exception::throw::depth_1|virtual::call::alternating)$/' "$@" -- g++ -O2
	is "$status $err" '0 ' "C++: measured: $1"
}
cxx --shard=1/2 --write=1.json
cxx --shard=2/2 --write=2.json
cxx --engine=exec --write=exec.json
run "$CGBENCH" --read=1.json --read=2.json --write=joined.json
agree joined.json exec.json 3 'C++: shards are what the engine exec counts'

run "$CGBENCH" --read=joined.json --format=html
is "$status $(perl "$here/html.pl" check out 2>&1)" '0 ' 'C++: the page of the shards is valid'

# An explanation adds up: blocks of code and their instructions have what the table has.
run "$CGBENCH" --benchfile="$top/benchfiles/c.bench" --tests=vec::dot --fields=Ir --explain=all --width=120 -- gcc
is "$status $err" '0 ' 'a test is explained'
total=$(awk '$1 == "vec::dot" { print $NF; exit }' out)
is "$(awk '
	/^code of / { code = 1 }
	code && /^[0-9.]+ x / { blocks += $3; next }
	code && /^ *[0-9.]+  / { steps += $1 }
	END { printf "%.1f %.1f", blocks, steps }' out)" "$total $total" 'what is explained adds up'
like "$out" '^conditional jump +[1-9]' 'explained instructions have their kinds'

# An annotated source costs what is written by hand.
run "$CGBENCH" -j2 --benchfile="$here/run/annotated/c" --param=length=8 --tables --raw --fields=Ir,Dr,Dw,COND,IND --format=csv \
	-- gcc -O2
is "$status $(grep -c FAIL out)" '0 0' 'annotated sources are measured'
sed -n 's/^by-hand:://p' out | sort >by-hand.csv
sed '1d; /^by-hand::/d' out | sort >annotated.csv
ok 'sources that are annotated by hand are measured' [ -s by-hand.csv ]
same annotated.csv by-hand.csv 'annotated sources cost what they do by hand'

# Sources of C, C++ and assembly are compiled and linked.
echo 'long twice(long x) { return 2 * x; }' >twice.c
cat >sum.cpp <<'EOF'
#include <vector>
extern "C" long sum(long n) { std::vector<long> v(n, 3); long s = 0; for (long x : v) s += x; return s; }
EOF
cat >same.S <<'EOF'
	.globl same
same:
	nop
	ret
	.section .note.GNU-stack,"",%progbits
EOF
cat >my.bench <<'EOF'
sources = twice.c sum.cpp same.S
preamble = long twice(long), sum(long); void same(void);
[sources]
code = same(); BLACK_BOX(sum(BLACK_BOX(twice(BLACK_BOX(5l)))));
EOF
for engine in fork exec; do
	run "$CGBENCH" --engine=$engine --benchfile=my.bench --write=$engine.json -- gcc
	is "$status $err" '0 ' "sources: measured by $engine"
done
agree fork.json exec.json 1 'sources: both engines agree'

# An interrupt between ldxr and stxr makes no loop longer.
if [ "$(uname -m)" = aarch64 ]; then
	run "$CGBENCH" --loops=1000,201000 --fields=Ir --write=pairs.json --preamble='static int v;' -e '__asm__ volatile(
		"1: ldxr w9, [%0]; add w9, w9, #1; stxr w10, w9, [%0]; cbnz w10, 1b" : : "r"(&v) : "w9", "w10", "memory")' -- gcc
	# shellcheck disable=SC2016 # of perl
	is "$(json pairs.json 'my ($empty, $active) = map { $_->[1]{Ir} - $_->[0]{Ir} } @{$f->{results}{e}{gcc}};
		$active - $empty')" 800000 'ldxr and stxr: each loop has four instructions'
fi

# Interpreters.
# shellcheck disable=SC2016 # of the shell that is measured
for put in 'dash : $((1 + 2))' 'lua5.4 x = 1'; do
	name=${put%% *}
	if ! command -v "$name" >/dev/null; then
		skip "$name" 'it is not installed'
		continue
	fi
	for engine in fork exec; do
		run "$CGBENCH" --engine=$engine -e "${put#* }" --write=$engine.json -- "$name"
		is "$status" 0 "$name: measured by $engine"
	done
	agree fork.json exec.json 1 "$name: both engines agree"
done

done_testing
