#!/bin/sh
# Before it forks, a server goes the way from the fork to the test, so that valgrind need not
# translate it in each process; but it runs no test.
. "$(dirname "$0")/../tap.sh"

# Each process copies what valgrind has said so far, also about each block that it translated.
cat >log.bench <<END
language = c
preamble =
    #include <stdio.h>
    #include <unistd.h>
[log]
setup =
    char s[1 << 16];
    size_t n;
    FILE *from, *to = fopen("$work/log", "w");
    snprintf(s, sizeof s, "/proc/%d/cwd/log", (int)getppid());
    for (from = fopen(s, "r"); (n = fread(s, 1, sizeof s, from)); )
        fwrite(s, 1, n, to);
    fclose(to);
    to = fopen("$work/ran", "a");
    putc('x', to);
    fclose(to);
code = BLACK_BOX(1);
END

# The functions of the blocks, to the files first and last: those before the first process has ended,
# and those of the last one.
blocks() {
	awk '/^==[0-9]*== I *refs:/ { ended = 1; n = 0 }
		/^==== SB/ { block[n++] = $9; if (!ended) print $9 >"first" }
		END { for (i = 0; i < n; i++) print block[i] >"last" }' log
}

# The shortest of all flags: but for the names of the blocks, nothing of the log is read.
printf '%s\n' gcc 'clang -static' | in_turn 1 >puts
while read -r put; do
	rm -f ran
	# shellcheck disable=SC2086
	run "$CGBENCH" --benchfile=log.bench --tables --fields=Ir --grindargs=--trace-flags=00000010 \
		--grindargs=--trace-notbelow=1000 -- $put
	is "$status $err" "0 " "$put: measured"
	blocks
	# From the fork to cgbench_become, and from there to the read or beyond it: gcc 14 and 16 copy what
	# follows cgbench_serve for the process, and in the copy the call of cgbench_work is a block, too.
	most=2
	[ "$put" != gcc ] || [ "$(version gcc)" -lt 13 ] || most=3
	like "$(cat last)" '^cgbenchtest' "$put: the process translates its test"
	ok "$put: the process translates no more than $most blocks of the driver" \
		[ "$(grep -c '^cgbench_' last)" -le $most ]
	like "$(cat first)" '^cgbench_work' "$put: the server translates the driver"
	is "$(($(wc -c <ran) % 4))" 0 "$put: the server runs no test"
done <puts

done_testing
