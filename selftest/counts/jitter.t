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

run "$CGBENCH" --jitter=3 --show --write=c.json --benchfile="$bench" --raw -- \
	gcc=g1 -O1 gcc=g2 clang=c2
is "$status$err" 0 'everything is measured in all layouts'
# Whether what moves is predicted depends on the compiler.
is "$(moved out | grep -v '^counts::address COND_m$')" 'misses::stack Dr_m1
misses::heap Dr_m1
branches::of-libc COND_m
counts::address Ir
counts::address COND' 'what moves, and nothing else'
like "$out" '^Jitter: what moved in 3 other layouts of stack, heap and code \(least to most\)$' \
	'in how many layouts'
like "$out" '^misses::stack +Dr_m1 +0\.0 \(0\.0 to 135\.0\) +0\.0 \(0\.0 to 135\.0\) ~' \
	'how far, and which ranges overlap'
like "$out" '^~ overlaps with g1: ' 'with which'
like "$out" '^Not moved: Dr Dw IND IND_m Ir_m1 Dw_m1 Ir_mm Dr_mm Dw_mm$' 'and what did not move'
cp out first
run "$CGBENCH" --read=c.json --write=again.json --raw --show
same out first 'saved and read, it is the same'
same again.json c.json 'and the file, written again'
is "$(grep -o '"stack":2512,"heap":1584,"code":1136' c.json | wc -l)" 27 'the file has the layout of each count'
run "$CGBENCH" --read=c.json --fields=Dr_m1 --compact=c2
# Whether what moves is predicted depends on the compiler.
is "$(moved out | grep -v '^counts::address COND_m$')" 'misses::stack Dr_m1
misses::heap Dr_m1' '--fields and --compact: the counts shown'
is "$(section out | awk 'NR == 3 { print $0 }' | tr -d ' ')" c2 'of what put'
run "$CGBENCH" --read=c.json
is "$(section out)" "$(section first)" 'it is also listed below what is shown without an option'
run "$CGBENCH" --read=c.json --fields=Ir,Dr --tests=/nothing/
is "$(section out)" 'Jitter: nothing moved in 3 other layouts of stack, heap and code' 'nothing moved'
run "$CGBENCH" --read=c.json --average
is "$(section out)" '' '--average has no range'

"$CGBENCH" --benchfile="$bench" --write=plain.json -- gcc=plain
run "$CGBENCH" --read=plain.json --raw
is "$(section out)" '' 'without the option, nothing is said'
is "$(grep -c '"jitter":' plain.json)" 0 'or saved'
run "$CGBENCH" --read=c.json --read=plain.json --raw --fields=Dr_m1
like "$out" '^misses::stack +Dr_m1 .* 0\.0 \?$' 'beside a file without, there is a mark'
like "$out" '^\? measured in one layout only' 'and what it means'
"$CGBENCH" --read=c.json --raw --compact=g2 2>/dev/null | sed 's/for g2$/for plain/; /^Jitter/,$d' >g2
{ "$CGBENCH" --read=plain.json --raw --compact=plain; echo; } >plain
same g2 plain 'the table has the usual counts'

# measured_by ENGINE JOBS
measured_by() {
	"$CGBENCH" --engine="$1" -j"$2" --jitter=1 --benchfile="$bench" --raw \
		--tests=misses::heap,counts::address,branches::of-libc -- gcc | sed -n '/^Jitter/,$p'
}
measured_by fork 2 >two
is "$(measured_by fork 1)" "$(cat two)" '-j changes nothing'
is "$(measured_by exec 2)" "$(cat two)" 'nor does the engine'

cat >fails.bench <<'END'
[fails]
preamble = static void __attribute__((noinline)) other(void) { CLOBBER_MEMORY(); }
code     = other(); if ((unsigned long)BLACK_BOX(other) % 4096 >= 1136) *(volatile int *)8 = 0;
END
run "$CGBENCH" --jitter=1 --show --write=fails.json --benchfile=fails.bench --raw --fields=Ir -- gcc
is "$status" 128 'a cell that fails in another layout'
like "$err" '^cgbench: measured again, in layout 1:$' 'which it was'
like "$err" '^cgbench: fails on gcc: active/long loop: killed by SIGSEGV$' 'how it failed'
like "$out" '^fails +[1-9][0-9]*\.0$' 'it keeps its count'
like "$out" '^Fails in another layout: fails on gcc$' 'and it is said below'
cp out first
run "$CGBENCH" --read=fails.json --raw --fields=Ir
same out first 'also from a saved file'

# An interpreter, and a command.
cat >tiny.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads how many turns, and of what: "stack" and "heap" take longer at some addresses. */
int
main(int argc, char **argv)
{
	char word[16] = "stack", *heap = malloc(16);
	unsigned long turns = 1, at = 0, n;

	if (argc < 2 && scanf("turns %lu %15s", &turns, word) != 2)
		return 0;
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
    @code@
empty   = nothing
END
cat >tiny.bench <<'END'
[stack]
code = stack

[heap]
code = heap
END
run "$CGBENCH" --jitter=2 --language-file=tiny.lang --benchfile=tiny.bench --fields=Ir,Dr \
	--write=tiny.json --show -- ./tiny
is "$status$err" 0 'an interpreter'
is "$(moved out)" 'stack Ir
heap Ir' 'its stack and its heap are moved'
like "$out" '^Jitter: what moved in 2 other layouts of stack and heap \(' 'nothing else of it'
is "$(grep -o '"stack":2512,"heap":1584,"code":0' tiny.json | wc -l)" 2 'the file says so'

cat >command.bench <<'END'
language = command

[stack]
once = yes
code = x
END
run "$CGBENCH" --jitter=1 --benchfile=command.bench --fields=Ir --write=command.json --show -- ./tiny
is "$(moved out)" 'stack Ir' 'a command: its stack'
like "$out" '^Jitter: what moved in 1 other layout of stack \(' 'alone'
is "$(grep -o '"stack":2512,"heap":0,"code":0' command.json | wc -l)" 1 'the file says so'

# refused VALUE COMPLAINT
refused() {
	run "$CGBENCH" --jitter="$1" -e 'BLACK_BOX(1)' -- gcc
	is "$status $out$err" "129 cgbench: $2" "--jitter=$1"
}
for n in 0 256 -1 3x; do
	refused $n "--jitter: '$n' is not a whole number from 1 to 255"
done
refused '' 'option --jitter needs a value'
run "$CGBENCH" --jitter=1 --check -e 'BLACK_BOX(1)' -- gcc
is "$status $err" '129 cgbench: --jitter shows counts, --check judges them: they cannot be combined' \
	'--jitter and --check'
run "$CGBENCH" --jitter=1 --bisect=Ir,0,1 -e 'BLACK_BOX(1)' -- gcc
is "$status $err" '129 cgbench: --jitter shows counts, --bisect judges them: they cannot be combined' \
	'--jitter and --bisect'
run "$CGBENCH" --jitter=1 --read=c.json
is "$status $err" '129 cgbench: --jitter measures: name puts; the ranges in a file are shown without it' \
	'--jitter and nothing to measure'
run "$CGBENCH" --jitter=5 --read=plain.json --tests=counts::address --fields=Ir -- gcc
like "$out" '^counts::address Ir +[0-9.]+ \?? *[0-9.]+ \(' 'a put added to a saved file is measured in them'

done_testing
