#!/bin/sh
# --jitter: which counts move in other memory layouts.
. "$(dirname "$0")/../tap.sh"

bench=$here/counts/jitter/c.bench

# section FILE: the output below the table.
section() {
	sed -n '/^Jitter:/,$p' "$1"
}

# moved FILE: "TEST FIELD" for each row of it.
moved() {
	section "$1" | awk '
		/--/ { rows = 1; next }
		/^$/ { rows = 0 }
		!rows { next }
		/^[^ ]/ { name = $1; print name, $2; next }
		{ print name, $1 }'
}

run "$CGBENCH" --jitter=3 --show --write=c.json --benchfile="$bench" --tables --raw -- gcc=g1 -O1 gcc=g2 clang=c2
is "$status$err" 0 'everything is measured in all layouts'
# The compiler decides whether a branch on what moves is predicted.
is "$(moved out | grep -v '^counts::address COND_m$')" 'misses::stack Dr_m1
misses::heap Dr_m1
branches::of-libc COND_m
counts::address Ir
counts::address COND' 'what moves, and nothing else'
like "$out" '^Jitter: what moved in 3 other layouts of stack, heap, code and seeds \(least to most\)$' \
	'it says in how many layouts'
like "$out" '^misses::stack +Dr_m1 +0\.0 \(0\.0 to 135\.0\) +0\.0 \(0\.0 to 135\.0\) ~' \
	'it says how far, and which ranges overlap'
like "$out" '^~ overlaps with g1: ' 'a mark says with which put a range overlaps'
like "$out" '^Not moved: Dr Dw IND IND_m Ir_m1 Dw_m1 Ir_mm Dr_mm Dw_mm$' 'it says what did not move'
cp out first
run "$CGBENCH" --read=c.json --write=again.json --tables --raw --show
same out first 'saved and read, it is the same'
same again.json c.json 'a file that is read is written again as it was'
is "$(grep -o '"stack":2512,"heap":1584,"code":1136,"seed":1,' c.json | wc -l)" 27 'the file has the layout of each count'
run "$CGBENCH" --read=c.json --tables --fields=Dr_m1 --compact=c2
# The compiler decides whether a branch on what moves is predicted.
is "$(moved out | grep -v '^counts::address COND_m$')" 'misses::stack Dr_m1
misses::heap Dr_m1' '--fields and --compact: the counts shown'
is "$(section out | awk 'NR == 3 { print $0 }' | tr -d ' ')" c2 '--compact: the put is named'
run "$CGBENCH" --read=c.json
is "$(section out)" "$(section first)" 'it is also listed below what is shown without an option'
run "$CGBENCH" --read=c.json --fields=Ir,Dr --tests=/nothing/
is "$(section out)" 'Jitter: nothing moved in 3 other layouts of stack, heap, code and seeds' 'nothing moved without the tests that move'
run "$CGBENCH" --read=c.json --tables --average
is "$(section out)" '' '--average has no range'

"$CGBENCH" --benchfile="$bench" --write=plain.json -- gcc=plain
run "$CGBENCH" --read=plain.json --tables --raw
is "$(section out)" '' 'without the option, nothing is said'
is "$(grep -c '"jitter":' plain.json)" 0 'without the option, nothing is saved'
run "$CGBENCH" --read=c.json --read=plain.json --tables --raw --fields=Dr_m1
like "$out" '^misses::stack +Dr_m1 .* 0\.0 \?$' 'beside a file without, there is a mark'
like "$out" '^\? measured in one layout only' 'the mark of one layout is explained'
"$CGBENCH" --read=c.json --tables --raw --compact=g2 2>/dev/null | sed 's/\(for\|on\) g2$/\1 plain/; /^Jitter/,$d' >g2
{ "$CGBENCH" --read=plain.json --tables --raw --compact=plain; echo; } >plain
same g2 plain 'the table has the usual counts'

# measured_by ENGINE JOBS
measured_by() {
	"$CGBENCH" --engine="$1" -j"$2" --jitter=1 --benchfile="$bench" --tables --raw \
		--tests=misses::heap,counts::address,branches::of-libc -- gcc -static | sed -n '/^Jitter/,$p'
}
measured_by fork 2 >two
like "$(cat two)" '^misses::heap ' 'statically linked, the heap moves'
is "$(measured_by fork 1)" "$(cat two)" '-j changes nothing'
is "$(measured_by exec 2)" "$(cat two)" 'the engine changes nothing'

cat >fails.bench <<'END'
[fails]
preamble = static void __attribute__((noinline)) other(void) { CLOBBER_MEMORY(); }
code     = other(); if ((unsigned long)BLACK_BOX(other) % 4096 >= 1136) *(volatile int *)8 = 0;
END
run "$CGBENCH" --jitter=1 --show --write=fails.json --benchfile=fails.bench --tables --raw --fields=Ir -- gcc
is "$status" 128 'a cell that fails in another layout'
like "$err" '^cgbench: measured again, in layout 1:$' 'a cell that fails: the layout is named'
like "$err" '^cgbench: fails on gcc: active/long loop: killed by SIGSEGV$' 'a cell that fails in another layout: the signal is named'
like "$out" '^fails +[1-9][0-9]*\.0$' 'a cell that fails in another layout keeps its count'
like "$out" '^Fails in another layout: fails on gcc$' 'below the table it is said to fail'
cp out first
run "$CGBENCH" --read=fails.json --tables --raw --fields=Ir
same out first 'a failure in another layout is saved'

# An interpreter, and a command.
cat >tiny.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

/* Reads how many turns, and of what: "stack" and "heap" take longer at some addresses, "spares" with more lines
   "spare" before, and "chance" with other random bytes. */
int
main(int argc, char **argv)
{
	char word[16] = "stack", *heap = malloc(16);
	unsigned long turns = 1, at = 0, spares = 0, n;

	if (argc < 2 && scanf("turns %lu %15s", &turns, word) != 2)
		return 0;
	for (; !strcmp(word, "spare") && scanf("%15s", word) == 1; spares++)
		;
	if (!strcmp(word, "spares"))
		at = 16 * spares;
	if (!strcmp(word, "chance") && getrandom(&at, 1, 0) == 1)
		at *= 16;
	if (!strcmp(word, "stack"))
		at = (unsigned long)&argv;
	if (!strcmp(word, "heap"))
		at = (unsigned long)heap;
	for (; turns; turns--)
		/* A turn of a few instructions would look like none; see judge_unfinished. */
		for (n = 16 + at / 16 % 256; n; n--)
			__asm__ volatile("nop");
	return 0;
}
END
gcc -O1 -o tiny tiny.c
cat >tiny.lang <<'END'
match   = /^tiny$/
run     = {put}
end     = no
program =
    turns @count@
    @params@
    @code@
empty   = nothing
param.made = spare
END
cat >tiny.bench <<'END'
[stack]
code = stack

[heap]
code = heap

[spares]
code = spares

[chance]
code = chance

[still]
code = still
END
run "$CGBENCH" --jitter=2 --language-file=tiny.lang --benchfile=tiny.bench --tables --fields=Ir,Dr \
	--write=tiny.json --show -- ./tiny
is "$status$err" 0 'an interpreter is measured'
is "$(moved out)" 'stack Ir
heap Ir
spares Ir
chance Ir' 'an interpreter: stack, heap, variables and seeds are moved'
like "$out" '^Jitter: what moved in 2 other layouts of stack, heap, variables and seeds \(' 'an interpreter: the code is not moved'
is "$(grep -o '"stack":2512,"heap":1584,"code":0,"variables":11,"seed":1,' tiny.json | wc -l)" 5 'the file says so'

# The pools that CPython's start-up left decide; with -O they differ. Other versions may need more layouts.
if [ "$(python3 --version 2>&1)" = 'Python 3.11.2' ]; then
	printf '[string]\nsetup = a = 5\ncode = x = f"{a} and {a}"\n[subscript]\nsetup = d = {"a": 1}\ncode = x = d["a"]\n' >python.bench
	run "$CGBENCH" --jitter=3 --benchfile=python.bench --fields=Ir --tables --raw -- python3=p python3=O -O
	is "$(moved out)" 'string Ir' 'python3: what allocates moves, and nothing else'
	like "$out" '^string Ir .*~$' 'python3: what -O changes in start-up is no difference'
else
	skip 'python3: what allocates moves' 'its counts are known for Python 3.11.2'
fi

cat >command.bench <<'END'
language = command

[stack]
once = yes
code = x
END
run "$CGBENCH" --jitter=1 --benchfile=command.bench --fields=Ir --write=command.json --show -- ./tiny
is "$(moved out)" 'stack Ir' 'a command: its stack is moved'
like "$out" '^Jitter: what moved in 1 other layout of stack and seeds \(' 'a command: its stack and seeds alone are moved'
is "$(grep -o '"stack":2512,"heap":0,"code":0,"seed":1,' command.json | wc -l)" 1 'the file says so'

for n in 0 256 -1 3x; do
	refused "--jitter: '$n' is not a whole number from 1 to 255" "--jitter=$n" -e 1 -- gcc
done
refused 'option --jitter needs a value' --jitter= -e 1 -- gcc
refused '--jitter shows counts, --check judges them: they cannot be combined' --jitter=1 --check -e 1 -- gcc
refused '--jitter shows counts, --bisect judges them: they cannot be combined' --jitter=1 --bisect=Ir,0,1 -e 1 -- gcc
refused "--jitter measures: name programs after '--'; the ranges in a file are shown without it" --jitter=1 --read=c.json
run "$CGBENCH" --jitter=5 --read=plain.json --tests=counts::address --tables --fields=Ir -- gcc
like "$out" '^counts::address Ir +[0-9.]+ \?? *[0-9.]+ \(' 'a put added to a saved file is measured in them'

done_testing
