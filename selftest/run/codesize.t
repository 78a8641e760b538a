#!/bin/sh
# The field size: the bytes of the code of a snippet, as objdump shows them in the object files.
. "$(dirname "$0")/../tap.sh"

cat >my.bench <<'END'
language = c

[div]
code = BLACK_BOX(BLACK_BOX(100u) / 7);

[nops]
code = __asm__ volatile("nop; nop; nop; nop; nop");

[loop]
code =
    unsigned n = BLACK_BOX(10u), sum = 0;
    while (n--)
        sum += BLACK_BOX(n);
    BLACK_BOX(sum);

[cold]
preamble = __attribute__((cold, noinline)) static void seldom(int i) { BLACK_BOX(i); }
code     = if (__builtin_expect(BLACK_BOX(0), 0)) { seldom(1); seldom(2); seldom(3); }
END

printf '%s\n' 'gcc=O0 -O0' 'gcc=O3 -O3' clang 'clang=c0 -O0' tcc | in_turn 2 >puts
# shellcheck disable=SC2046 # options are words
run "$CGBENCH" --benchfile=my.bench --keep=kept --fields=size --format=csv -- gcc $(cat puts)
is "$status:$err" 0: "measured with gcc and $(paste -s -d, puts)"
# clang puts the unlikely part of a function after its return, gcc a copy of the loop's end after a loop.
tail -n +2 out | cut -d, -f1,2,4 | grep -v '^cold,clang,' >sizes
tr , ' ' <sizes | while read -r test label _; do
	echo "$test,$label,$(objdump -d -w "kept/$label/$test/test.o" | perl -n "$here/run/codesize/size.pl")"
done >disassembled
same sizes disassembled 'size is the code between the jump and its target'
is "$(grep -c '^nops,.*,5$' sizes)" $(($(wc -l <puts) + 1)) 'five nops are five bytes, with every compiler'
like "$(readelf -sW kept/gcc/cold/test.o)" 'FUNC.* cgbenchtest.*\.cold$' 'a part was cold'

run "$CGBENCH" --benchfile=my.bench --engine=exec -j1 --tests=loop --fields=size --format=csv \
	--derive=dense=size/Ir -- gcc
tail -n +2 out | cut -d, -f1,2,4 >other
grep '^loop,gcc,' sizes >fork
same other fork 'the other engine, with another number of jobs, says the same'
run "$CGBENCH" --fields=size -e 1 -- perl
is "$status:$out$err" "129:cgbench: the field size needs machine code: none of the programs is a \
compiler" 'an interpreter has no size'

done_testing
