#!/bin/sh
# scripts/cycles: what llvm-mca says of instructions whose latencies are known, whatever the loops, what it says of those that
# it does not know, and the shares of what takes the cycles.
# shellcheck disable=SC2016 # the variables of awk, perl and json
. "$(dirname "$0")/../tap.sh"

cycles=$top/scripts/cycles
run "$cycles" --cpu=list
if [ "$status" = 0 ]; then
	like "$out" '^x86_64  znver2$' 'processors are listed by machine'
	run "$CGBENCH" --engine=step --tables --raw --fields=Ir -e '__asm__ volatile("nop");' -- gcc
fi
if [ "$status" != 0 ] || [ "$(uname -m)" != x86_64 ]; then
	skip 'cycles' 'there is no llvm-mca, or ptrace is refused, or what is executed here is not kept'
	done_testing
	exit
fi

cat >my.bench <<'END'
[latency]
desc = ten multiplications, each of which waits for the one before: 3 cycles on skylake, 4 on znver2
code = __asm__ volatile(".rept 10; imul %%rax, %%rax; .endr" : : : "rax", "cc");

[jump]
desc = the same multiplications, and a jump between
code =
    __asm__ volatile(".rept 5; imul %%rax, %%rax; .endr" : : : "rax", "cc");
    __asm__ volatile("jmp 1f; 1: .rept 5; imul %%rax, %%rax; .endr" : : : "rax", "cc");

[nothing]
param.n = 1
code = __asm__ volatile("");

[unknown]
code = __asm__ volatile("vpermq $1, %%ymm0, %%ymm0; vzeroupper" : : : "xmm0");

[stored]
setup = volatile int x = 0; volatile int far[64];
code  = x++; x++; x++; x++; x++; x++; x++; x++; x++; x++; x++; x++; for (int i = 0; i < 64; i++) far[i]; x++;

[long]
code = for (int i = 0; i < 20000; i++) __asm__ volatile("");
END
# values LOOPS
values() {
	"$cycles" --cpu=skylake,znver2 --loops="$1" --benchfile=my.bench --tests='/^(latency|jump|nothing)/' -- gcc 2>err |
		sed -n '2,/^$/{ s/  */ /g; s/ $//; /./p; }'
}
# An empty iteration takes a cycle, which the latencies of the other ones hide.
want='latency gcc 10.0 29.0 39.0
jump gcc 11.0 29.0 39.0
nothing/n=1 gcc 0.0 ! empty 0.0 0.0'
for loops in $(printf '%s\n' 10,20 20,40 | in_turn 1); do
	is "$(values "$loops")" "$want" "a chain takes the sum of its latencies, with the loops $loops"
done

run "$cycles" --cpu=skylake,znver2 --blocks --benchfile=my.bench --tests='/^(latency|nothing)/' -- gcc
is "$(sed -n '2,/^$/{ s/  */ /g; /./p; }' out)" 'latency gcc 10.0 30.0 40.0 ! by blocks
nothing/n=1 gcc 0.0 ! empty 0.0 0.0 ! by blocks' 'a block that is repeated hides nothing'
run "$cycles" --cpu=znver2 --benchfile=my.bench --tests=stored -- gcc=O1 -O1
like "$out" '^stored .*! 12.0 loads wait$' 'loads behind a store are marked, but not those further away'
if whole; then
	run "$cycles" --cpu=znver2 --benchfile=my.bench --tests=long -- gcc=O1 -O1
	is "$(awk '/^long/ { print ($4 > 15000) }' out)" 1 'a test that is too long runs less often'
else
	skip 'a test that is too long runs less often' 'the test does not run whole'
fi

# gcc and the cross compilers that are measured here, each for a processor of its own.
set -- gcc
for machine in aarch64 riscv64; do
	! "$CGBENCH" -e 1 -- $machine-linux-gnu-gcc >said 2>&1 || set -- "$@" $machine-linux-gnu-gcc
done
code='double x = BLACK_BOX(3.); for (int i = 0; i < 20; i++) x = x * x + 1; BLACK_BOX(x);'
mkdir 'a b'
run env TMPDIR="$work/a b" "$cycles" --cpu=znver2,cortex-a76,sifive-u74 -e "$code" -- "$@"
is "$status:$(awk '/^e / { for (i = 4; i <= 6; i++) n += $i >= 20 && $i <= 200 } END { print n }' out)" 0:$# "a value for each of $*"

code='unsigned x = BLACK_BOX(3u); for (int i = 0; i < 20; i++) x = x * x + 1; BLACK_BOX(x);'
run "$cycles" --cpu=znver2 --explain -e "$code" -- gcc
# Rounded to a tenth.
is "$(awk '/ cycles of / { want = $4 } / times, / { sum += $1; blocks++; next } / around / { sum += $1 }
	END { print (blocks > 1), (sum - want < 0.5 && want - sum < 0.5) }' out)" '1 1' 'the sum of the blocks is the value'
is "$(awk '/ cycles of / { want = $4 } / times, / || / cycles of / || !NF { next } { sum += $1 } / \* imul/ { star = 1 }
	END { print star, (sum - want < 0.5 && want - sum < 0.5) }' out)" '1 1' 'the sum of the instructions is the value, and the critical ones are marked'

if grep -qw avx2 /proc/cpuinfo; then
	run "$cycles" --cpu=skylake,btver2 --benchfile=my.bench --tests=latency,unknown -- gcc
	is "$status:$(awk '/^(latency|unknown)/ { print $1, ($4 > 0) + ($5 > 0) }' out)" '0:latency 2
unknown 1' 'an instruction that a model does not know has no cycles'
	like "$err" '^cycles: unknown on gcc, btver2: found an unsupported instruction.*: vpermq ' \
		'the instruction that a model does not know is named'
else
	skip 'an instruction that a model does not know' 'the processor has no AVX2'
fi
run "$cycles" --cpu=znver2 --blocks -e : -- sh
like "$status:$err" '^0:cycles: e on sh, znver2: only compiled tests have cycles' 'an interpreter has no cycles'
run "$cycles" --cpu=cortex-a76 -e 1 -- gcc
like "$status:$err" '^0:cycles: e on gcc: none of these processors is one of x86_64$' \
	'a processor of another machine has no cycles'
run "$cycles" --cpu=znver2 --format=json -e 'x' -- gcc
like "$status:$err" "'x' undeclared" 'errors of a compiler are shown'
is "$status:$(json out '$f->{cells}[0]{cycles} // "none"')" 128:none 'a test that does not compile has no cycles in JSON'

refused -p "$cycles" 'name a processor, as in: cycles --cpu=znver3 bit::gcd::binary -- gcc' -e 1 -- gcc
refused -p "$cycles" "--cpu: unknown processor 'none'; --cpu=list prints those of .*llvm-mca.*" --cpu=none -e 1 -- gcc
refused -p "$cycles" "--loops: '20,10' is not SHORT,LONG.*" --cpu=znver2 --loops=20,10 -e 1 -- gcc
run env -u MCA PATH=/nowhere /usr/bin/perl "$cycles" --cpu=list
is "$status:$err" '128:cycles: llvm-mca is not in $PATH; install it (Debian: apt-get install llvm)' 'a missing llvm-mca is named with its package'
run env -u MCA PATH=/nowhere /usr/bin/perl "$cycles" --help
like "$status:$out" '^0:An experiment' '--help needs no llvm-mca'
done_testing
