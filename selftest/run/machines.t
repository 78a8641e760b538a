#!/bin/sh
# A comparison of several machines shows, judges and refuses: one run is measured, and read again.

. "$(dirname "$0")/../tap.sh"

for tool in qemu-aarch64 qemu-riscv64 aarch64-linux-gnu-gcc riscv64-linux-gnu-gcc; do
	if ! command -v "$tool" >found; then
		skip 'machines in one table' "$tool is not installed"
		done_testing
		exit
	fi
done

cat >my.bench <<'END'
[load]
code = int i; DO_NOT_OPTIMIZE(i); i = BLACK_BOX(i);

[nops]
code = __asm__ volatile("nop; nop; nop");
END
x86='Machines: x86 on x86_64 (valgrind); '
says=' Counts of different machines also compare their instruction sets.'

# The processor's level and the caches are those of x86-64 alone.
run "$CGBENCH" --benchfile=my.bench --cpu=v1 --host-cache --grindargs=--LL=4194304,16,64 \
	--write=my.json -- gcc=x86 -O1 aarch64-linux-gnu-gcc=arm -O1 \
	clang=arm2 --target=aarch64-linux-gnu riscv64-linux-gnu-gcc=riscv -O1
is "$status:$err" "0:cgbench: --cpu has no effect on arm, arm2, riscv: its levels are those of x86-64
cgbench: --host-cache has no effect on arm, arm2, riscv: QEMU simulates no caches
cgbench: --grindargs has no effect on arm, arm2, riscv: valgrind does not run it" 'options without effect are told'

unlike "$(cat my.json)" '"cpu":"(aarch64|riscv64) [^"]* v1"' 'options without effect are not in the file'

# show OPTION...: what is shown of the saved run.
show() {
	run "$CGBENCH" --read=my.json "$@"
}

# row NAME: the words of its line in the table.
row() {
	awk -v name="$1" '$1 == name && $2 ~ /^[-0-9]/ { $1 = $1; print; exit }' out
}

show --tables --raw --fields=Ir,COND,both --derive=both=Ir+COND --tests=nops
is "$(row Ir); $(row COND); $(row both)" 'Ir 3.0 3.0 3.0 3.0; COND 0.0 - - -; both 3.0 - - -' \
	'a field that QEMU does not count has no value, nor has what is derived from it'
is "$(grep -A1 '^Machines' out)" "${x86}arm, arm2 on aarch64 (QEMU); riscv on riscv64 (QEMU).
QEMU counts only Ir, Dr and Dw.$says" 'the table says once which column is which'
show --tables --raw --fields=COND --norm=arm --sort=COND:arm
is "$(row nops); $(row AVERAGE)" 'nops 0.0 - - -; AVERAGE 0.0 - - -' 'a field without a value has no average and no change'
show --fields=COND --norm=arm
like "$out" '^x86 against arm: 0 better, 0 worse, 0 same, 2 without a value$' \
	'the summary says which tests have no value'
show --summary --fields=COND --norm=arm
like "$out" '^riscv against arm: nothing to compare: no test has a value of COND on either$' \
	'a field that neither put has is not the same on both'

show --format=csv --tables --raw --fields=Ir,COND --tests=nops
is "$(cut -d, -f2,4,5,11 out | tr '\n' ' ')" \
	'label,Ir,COND,machine x86,3,0,x86_64 arm,3,,aarch64 arm2,3,,aarch64 riscv,3,,riscv64 ' \
	'csv: a column of machines'
show --format=json --tables --raw --fields=COND --tests=nops
is "$(grep -o '"machines":{[^}]*}' out)" \
	'"machines":{"x86":"x86_64","arm":"aarch64","arm2":"aarch64","riscv":"riscv64"}' 'JSON has the machines by label'
is "$(grep -c '"COND":null' out)" 3 'json: null without a value'
for format in markdown html; do
	show --format="$format" --fields=Ir
	is "$(grep -c "^\(<p>\)\{0,1\}Machines: .*$says" out)" 1 "$format: the note is there once"
done

show --summary --fail-above=COND,0 --fail-above=Ir,1000% --tests=nops
is "$status $(printf %s "$err" | tail -n 1)" \
	'128 cgbench: gates: 3 counts judged, 0 above the limit; not all could be judged' \
	'a gate on such a field cannot be judged'
like "$err" 'gate COND,0: unjudged on arm: not counted by QEMU or in single steps, here or on x86: nops$' 'the message says why such a gate is unjudged'

# alone OPTION... PUT: measures one test on one put.
alone() {
	run "$CGBENCH" -e '__asm__ volatile("nop; nop");' "$@"
}

alone --bisect=COND,0,9 -- aarch64-linux-gnu-gcc
is "$status $err" '128 cgbench: --bisect: COND of e on aarch64-linux-gnu-gcc has no value: QEMU counts only Ir, Dr and Dw' \
	'--bisect refuses a field that QEMU does not count'
alone --tables --raw --fields=Ir --time=0.1 -- aarch64-linux-gnu-gcc=arm
is "$status $err" '0 cgbench: --time has no effect on arm: programs that QEMU runs are not timed' 'no times of an emulator'
alone --tables --raw --fields=Ir --engine=qemu -- perl
like "$err" '^cgbench: --engine=qemu has no effect on perl: QEMU runs only compiled tests$' 'no QEMU for scripts'

# A baseline is to be the same program.
run "$CGBENCH" --read=my.json --tests=nops --compact=arm --norm=x86 --write=small.json
run "$CGBENCH" --baseline=small.json --tests=nops --fail-above=Ir,0 --summary -- riscv64-linux-gnu-gcc=x86 -O1
is "$status" 128 'a baseline of another machine judges nothing'
like "$err" "unjudged on x86: .* differ in the machine \\('x86_64', 'riscv64'\\)" 'the message says that the machines differ'

# Neither is what QEMU counted compared with what valgrind did on one machine.
if command -v qemu-x86_64 >found; then
	alone --engine=qemu --write=qemu.json -- gcc=q
	run "$CGBENCH" --read=qemu.json --tables --raw -- gcc=v
	like "$status:$err" "^128:cgbench: 'q' of qemu.json and 'v', measured now, differ in the version of valgrind or \
QEMU \\('qemu [0-9.]+', '[0-9.]+'\\), .* the processor that programs see .*: not comparable; --force" \
		'a run of QEMU is not compared with one of valgrind'
else
	skip 'QEMU and valgrind are not compared' 'qemu-x86_64 is not installed'
fi

# Without QEMU nothing is said of machines.
run "$CGBENCH" --tables --raw --format=csv -e '__asm__ volatile("nop");' --fields=Ir -- gcc
is "$(head -n 1 out)" 'test,label,ops,Ir,comparable,stage,why,verdicts,marked' 'CSV of one machine has no column for it'
run "$CGBENCH" --tables --raw -e '__asm__ volatile("nop");' --fields=Ir -- gcc
unlike "$(cat out)" Machines 'a table as before'

# Counts that valgrind took and that are damaged are not taken for QEMU's.
sed 's/"Dr_m1":"[0-9]*",//' my.json >damaged.json
run "$CGBENCH" --read=damaged.json --tables --raw
is "$status" 128 'a file that lacks one field of valgrind is refused'
done_testing
