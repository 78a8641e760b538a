#!/bin/sh
# Commands: programs measured by their command lines.
. "$(dirname "$0")/tap.sh"

gcc-12 -O1 -x c -o turns - <<'EOF' || exit 1
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* turns N: as many turns as it is told, of three instructions each; or with
   "-" as many as there are characters on standard input. */
int
main(int argc, char **argv)
{
	int reads = argc > 1 && argv[1][0] == '-';
	long n = argc > 1 && !reads ? atol(argv[1]) : 0;
	char c;

	while (reads && read(0, &c, 1) == 1)
		n++;
	if (n)
		__asm__ volatile("1: nop\n dec %0\n jnz 1b" : "+r"(n));
	if (argc > 2)
		fputs("trouble\n", stderr);
	return argc > 2 ? atoi(argv[2]) : 0;
}
EOF

mkdir sub
echo 123456 >sub/data
cat >sub/command.bench <<'EOF'
language = command

[turns::by-count]
code = @count@

[turns::once]
once = yes
code = 1000
empty = 0

[turns::started]
once = yes
code = 0

[turns::stdin]
once = yes
stdin =
    abcdefghi
code = -
[turns::status]
once = yes
stderr = ok
status = 3
code = 5 3

[turns::wrong-status]
once = yes
code = 5 0

[turns::crash]
once = yes
status = 1
code = 5 4

[file]
once = yes
code.command = {dir}/data
EOF

for engine in fork exec; do
	run "$CGBENCH" --engine=$engine --benchfile=sub/command.bench --raw --fields=Ir -- ./turns
	is "$status" 128 "$engine: some fail"
	by_count=$(printf '%s\n' "$out" | sed -n 's/^turns::by-count *//p')
	is "$by_count" 3.0 "$engine: the cost of a turn"
	like "$out" '^turns::once +[0-9]{4}\.[0-9]$' "$engine: a whole run less the empty one"
	like "$out" '^turns::stdin +[0-9]{5,}\.0$' "$engine: standard input"
	like "$out" '^turns::started +[0-9]{5,}\.0$' "$engine: a whole run with its start"
	like "$out" '^turns::status +[0-9]+\.0$' "$engine: the status that was told"
	like "$out" '^turns::wrong-status +FAIL$' "$engine: output to standard error is a failure"
	like "$err" 'turns::crash on ./turns: active/short loop: exited with status 4' \
		"$engine: another status is one"
	like "$out" '^file +[0-9]+\.0$' "$engine: the benchfile's directory as {dir}"
done

printf 'language = command\n[both::same]\ncode = 1000\n' >same.bench
run "$CGBENCH" --benchfile=same.bench -- ./turns
is "$status:$err" "129:cgbench: same.bench:3:1: 'code': nothing would be measured: a command is measured \
as a whole with 'once = yes' in a benchfile, or repeats its work @count@ times" \
	'a command that does the same in both runs is refused'
run "$CGBENCH" --language=command -e @count@ --raw --fields=Ir -- ./turns
is "$status:$(sed -n 's/^e *//p' out)" 0:3.0 'a command line with a count'

done_testing
