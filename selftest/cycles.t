#!/bin/sh
# scripts/cycles: what llvm-mca says of instructions whose latencies are known, whatever the loops, and
# what it says of those that it does not know.

. "$(dirname "$0")/tap.sh"

for tool in llvm-mca llvm-mca-21 llvm-mca-19 llvm-mca-18 llvm-mca-17 llvm-mca-16 llvm-mca-15 llvm-mca-14; do
	MCA=$(command -v $tool) && break
done
run "$CGBENCH" --engine=step --raw --fields=Ir -e '__asm__ volatile("nop");' -- gcc
if [ ! "$MCA" ] || [ "$status" != 0 ]; then
	skip 'cycles' "there is no llvm-mca, or ptrace is refused"
	done_testing
	exit
fi
export MCA

cat >my.bench <<'END'
[latency]
desc = ten multiplications, each of which waits for the one before: 3 cycles on skylake, 4 on znver2
code = __asm__ volatile(".rept 10; imul %%rax, %%rax; .endr" : : : "rax", "cc");

[division]
desc = the same multiplications, and a jump between
code =
    __asm__ volatile(".rept 5; imul %%rax, %%rax; .endr" : : : "rax", "cc");
    __asm__ volatile("jmp 1f; 1: .rept 5; imul %%rax, %%rax; .endr" : : : "rax", "cc");

[nothing]
param.n = 1
code = __asm__ volatile("");

[unknown]
code = __asm__ volatile("vpermq $1, %%ymm0, %%ymm0; vzeroupper" : : : "xmm0");
END
# values LOOPS
values() {
	"$top/scripts/cycles" --models=skylake,znver2 --loops="$1" --benchfile=my.bench \
		--tests='/^(latency|division|nothing)/' -- gcc 2>err | sed '1,2d'
}
# An empty iteration takes a cycle, which the latencies of the other ones hide.
want='latency gcc 10 29.0 39.0
division gcc 11 29.0 39.0
nothing/n=1 gcc 0 0.0 0.0'
is "$(values 10,20)" "$want" 'a chain takes the sum of its latencies'
is "$(values 20,40)" "$want" 'with other loops, too'

if grep -qw avx2 /proc/cpuinfo; then
	run "$top/scripts/cycles" --models=skylake,btver2 --benchfile=my.bench --tests=latency,unknown -- gcc
	is "$(echo "$out" | awk '!/^#/ { print $1, ($4 > 0) + ($5 > 0) }')" 'latency 2
unknown 1' 'an instruction that a model does not know has no cycles'
	like "$err" '^cycles: unknown on gcc, btver2: .*error: found an unsupported instruction' \
		'and it is said'
else
	skip 'an instruction that a model does not know' 'the processor has no AVX2'
fi

for words in '' --models=none; do
	run "$top/scripts/cycles" $words -e 1 -- gcc
	is "$status" 2 "a processor is to be named: '$words'"
done
like "$err" "^cycles: .*llvm-mca.* knows no 'none'; .* -mcpu=help lists what it knows\$" 'those that are known are listed'
done_testing
