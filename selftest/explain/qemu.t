#!/bin/sh
# Explanations of programs that QEMU runs: executions and accesses of known instructions, calls, names
# and lines, the same as valgrind's on x86-64, and what is refused.

. "$(dirname "$0")/../tap.sh"

cat >functions.bench <<'END'
language = c

[recursion]
preamble =
    __attribute__((noinline)) static int down(int n) { if (!n) return 0; return BLACK_BOX(down(n - 1)) + 1; }
code = BLACK_BOX(down(BLACK_BOX(4)));

[tail]
preamble =
    __attribute__((noinline, noipa)) static int last(int n) { return n + 1; }
    __attribute__((noinline, noipa)) static int first(int n) { return last(n + 2); }
code = BLACK_BOX(first(BLACK_BOX(4)));

[data]
preamble =
    __attribute__((noinline, noipa)) static int last(int n) { return n + 1; }
    int (*volatile pointer)(int) = last;
    static int counter;
    __attribute__((noinline, noipa)) static int count(int n) { return counter += n; }
code = BLACK_BOX(count(pointer(BLACK_BOX(4))));
END

# known MACHINE CLOBBERED CODE: instructions that are known, and a call by way of a stub.
known() {
	cat >"known.$1.bench" <<-END
		language = c

		[known]
		code = __asm__ volatile("$3" : : : "memory", $2)

		[stub]
		preamble =
		    #include <stdlib.h>
		code = free(BLACK_BOX(malloc(20)));
	END
}

known aarch64 '"cc", "x9", "x10"' 'mov x9, 3\n1: ldr x10, [sp]\nsubs x9, x9, 1\nb.ne 1b\ncbz xzr, 2f\nnop\n2: '\
'stp x9, x10, [sp, -16]!\nldp x9, x10, [sp], 16'
cat >known.aarch64 <<'END'
1.0 mov x9,#0x3
3.0 ldr x10,[sp] Dr
3.0 subs x9,x9,#0x1
3.0 b.ne
1.0 cbz xzr,
1.0 stp x9,x10,[sp,#-16]! Dw
1.0 ldp x9,x10,[sp],#16 Dr
END

known riscv64 '"t0", "t1"' 'li t0, 3\n1: ld t1, 8(sp)\naddi t0, t0, -1\nbnez t0, 1b\nbeqz zero, 2f\nnop\n2: '\
'addi sp, sp, -16\nsd t1, 0(sp)\nld t0, (sp)\naddi sp, sp, 16'
cat >known.riscv64 <<'END'
1.0 li t0,3
3.0 ld t1,8(sp) Dr
3.0 add t0,t0,-1
3.0 bnez t0,
1.0 beqz zero,
1.0 add sp,sp,-16
1.0 sd t1,0(sp) Dw
1.0 ld t0,0(sp) Dr
1.0 add sp,sp,16
END

# instructions FILE: those of the snippet, with what they cost and without labels, sorted. Before 2.41,
# binutils call addi add.
instructions() {
	sed -n '/^code of snippet/,$p' "$1" | sed -n 's/ *\.[0-9]*: / /; s/,\.[0-9]*/,/; s/\(b\.ne\) .*/\1/
		s/  */ /g; s/^ //; s/ addi / add /; /^[0-9.]* [^x]/p' | LC_ALL=C sort
}

# explained MACHINE COUNTER: explanations name this counter.
explained() {
	cc=$1-linux-gnu-gcc
	run "$CGBENCH" -j2 --tables --raw --benchfile="known.$1.bench" --explain=all --fields=Ir,spill,allocs -- "$cc=put"
	is "$status $err" '0 ' "$1: explained"
	sed -n '/^known  Ir/,/^stub  Ir/p' out >known.out
	is "$(instructions known.out)" "$(LC_ALL=C sort "known.$1")" "$1: executions and accesses"
	is "$(awk '$1 == "spill" && $2 ~ /^[0-9]/ { print $2; exit }' out)" 5.0 "$1: accesses of the frame"
	is "$(awk '/^allocs/ { print $2 }' out | tr '\n' ' ')" '0.0 1.0 0.5 ' "$1: calls of malloc"
	like "$(cat out)" '^malloc@plt .* 1\.0 call$' "$1: a stub has the name of what it leads to"
	like "$(cat out)" "^known.$1.bench:[0-9]* " "$1: by line"

	run "$CGBENCH" -j2 --tables --raw --benchfile=functions.bench --explain=all --fields=Ir -- \
		"$cc=dynamic" "$cc=static" -static
	is "$status" 0 "$1: functions"
	is "$(sed -n '/^[dlfc][a-z]*  *[0-9].*call/s/  */ /gp' out | cut -d' ' -f1,5- | tr '\n' ' ')" \
		'down 5.0 calls last 1.0 call first 1.0 call count 1.0 call last 1.0 call ' "$1: calls, also those that jump"
	like "$(cat out)" ",$2" "$1: data have their names"
}

# has MACHINE: whether its programs can be measured.
has() {
	command -v "qemu-$1" >found && command -v "$1-linux-gnu-gcc" >found
}

for machine in $(printf '%s\n' aarch64 riscv64 | in_turn 1); do
	counter=:lo12:counter
	test "$machine" = aarch64 || counter=%pcrel_hi.counter.
	if has "$machine"; then
		explained "$machine" "$counter"
	else
		skip "explanations of $machine" 'qemu-user or the cross compiler is not installed'
	fi
done

# explanation ENGINE: this host's functions by this engine, without the fields that QEMU does not count.
explanation() {
	"$CGBENCH" --tables --raw --benchfile=functions.bench --explain=all --fields=Ir,spill --engine="$1" \
		-- gcc=put 2>&1 | sed -n '/^recursion  Ir/,$p' | sed 's/,* *\(COND\|IND\)[^ ]*.*//; s/ *$//'
}

if command -v qemu-x86_64 >found && test "$(uname -m)" = x86_64; then
	explanation fork >valgrind.txt
	explanation qemu >qemu.txt
	is "$(grep -c 'call' qemu.txt | sed 's/[1-9][0-9]*/some/')" some 'there are calls'
	is "$(diff valgrind.txt qemu.txt)" '' 'QEMU explains what valgrind does'

	# Each process executes more than the one before, so that no two rounds of measurements agree.
	: >runs
	cat >unsteady.bench <<-END
		language = c

		[unsteady]
		preamble =
		    #include <stdio.h>
		setup =
		    FILE *f = fopen("$PWD/runs", "a"); fputc(0, f); int n = (int)ftell(f); n *= n * n; fclose(f);
		code = for (int i = 0; i < n; i++) BLACK_BOX(i);
	END
	run "$CGBENCH" --tables --raw --benchfile=unsteady.bench --engine=qemu --explain --fields=Ir -- gcc=put
	is "$status" 0 'what is not explained is measured'
	like "$err" '^cgbench: nothing is explained: QEMU counted -*[0-9]* Ir by instruction, -*[0-9]* in all$' \
		'sums that are not the counts are refused'
else
	skip "explanations of x86-64" 'qemu-user is not installed, or this is another machine'
fi

if has aarch64; then
	arm=aarch64-linux-gnu-gcc
	run "$CGBENCH" --tables --raw --benchfile=functions.bench --tests=tail --explain --fields=Ir,COND \
		--format=json -- "$arm=arm" gcc=host
	is "$(grep -o '"COND":[0-9a-z][0-9a-z]*' out | sort -u | tr '\n' ' ')" '"COND":0 "COND":null ' \
		'what one engine does not count has no value'
	run "$CGBENCH" --tables --raw --benchfile=functions.bench --tests=tail --explain=all --fields=Ir,COND \
		-- "$arm=arm" gcc=host
	is "$err $(grep -c '^tail  COND' out)" ' 0' 'a field that one engine does not count is not explained'
	is "$(awk '$1 == "last" || $1 == "first" { print $1, $2, $3 }' out | sort | tr '\n' ' ')" \
		'first 2.0 2.0 last 2.0 2.0 ' 'functions of two machines are compared by name'
	run "$CGBENCH" --tables --raw --benchfile=functions.bench --tests=tail --explain=all --fields=COND -- "$arm=arm" gcc=host
	is "$err $(grep -c '^tail  Ir  arm' out)" "cgbench: --explain: QEMU does not count the fields shown; Ir is \
explained instead 1" 'if no field shown is counted by both, a message says so'

	"$CGBENCH" --benchfile=functions.bench --tests=tail --profile --write=saved.json -- "$arm=arm" >out
	"$CGBENCH" --read=saved.json --tables --raw --explain=intel --fields=Ir >out
	like "$(cat out)" ' b last$' 'a saved explanation has its code, whose syntax is the machine'\''s own'

	mkdir tools
	for tool in sh "$arm" aarch64-linux-gnu-as aarch64-linux-gnu-ld qemu-aarch64 valgrind; do
		ln -s "$(command -v "$tool")" tools
	done
	run env PATH="$PWD/tools" "$CGBENCH" --tables --raw --benchfile=functions.bench --tests=tail --explain -- "$arm=arm"
	is "$status $err" "0 cgbench: nothing is explained: aarch64-linux-gnu-objdump is not in \$PATH; install it \
(Debian: apt-get install binutils-aarch64-linux-gnu)" 'without objdump its package is named'
fi

done_testing
