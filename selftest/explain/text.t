#!/bin/sh
# The text that --explain prints below the table: the rows of each part, and all instructions, sum to the
# table's number; lines fit; a test whose code was optimised away is explained as such.
. "$(dirname "$0")/../tap.sh"

cat >my.bench <<'EOF'
preamble =
    #include <string.h>

[sort]
setup = int a[16];
code  =
    for (int i = 0; i < 16; i++)
        a[i] = i * 7919 % 16;
    DO_NOT_OPTIMIZE(a);
    for (int i = 1; i < 16; i++)
        for (int k = i; k && a[k - 1] > a[k]; k--) {
            int t = a[k];
            a[k] = a[k - 1];
            a[k - 1] = t;
        }
    DO_NOT_OPTIMIZE(a);

[copy]
setup = char from[300] = "", to[300];
code  = memcpy(to, from, BLACK_BOX(300)); DO_NOT_OPTIMIZE(to);

[folded]
code = BLACK_BOX(1);

[empty]
code = int x = 5; x *= 2;
EOF

# check PARTS NAME: so many parts of what was printed sum to their tables.
check() {
	awk -f "$here/explain/text/sums.awk" out >summed
	is "$(awk '
		$3 == "table:" { first = $4; second = $5; next }
		$4 == first && $5 == second { n++ }
		END { print n }' summed)" "$1" "$2" || sed 's/^/# /' summed
}

# explain TEST OPTION...: the test on first and second.
explain() {
	test=$1
	shift
	run "$CGBENCH" --read=all.json --tests="$test" --explain "$@"
}

run "$CGBENCH" --benchfile=my.bench --write=all.json --profile -- gcc=first gcc=second -O0
is "$status" 0 "the tests are measured"
for test in sort copy; do
	explain "$test" --fields=Ir,Dr,Dw --width=80
	check 9 "$test: the rows of all parts sum to the table in three fields"
	explain "$test" --fields=Ir --explain=all --width=60
	check 4 "$test: so do all rows and all instructions"
done
like "$out" '^__(GI_)?mem[a-z_.]+ +[0-9.]+ +[0-9.]+ +0\.0 +1\.0 call, ' "a function of a library has calls"

# Every line fits, and has no escapes unless asked for.
for width in 40 60 80 120 160; do
	explain sort --fields=Ir --width=$width
	is "$(awk '/^sort  Ir/ { on = 1 } on && length($0) > '$width out)" "" "$width columns are enough"
	unlike "$out" "$(printf '\033')" "$width columns: no escapes"
done
like "$out" ' \| second: [0-9.]+ x  [0-9.]+ Ir$' "160 columns have room for both side by side"
explain sort --fields=Ir
is "$(awk '/^sort  Ir/ { on = 1 } on && length($0) > 80' out)" "" "80 columns by default"
explain sort --fields=Ir --color=always
like "$out" "^snippet .*$(printf '\033')" "colours if asked for"

# accounted: "FIRST SECOND", the sums of the blocks shown, the blocks that are equal and the blocks not shown.
accounted() {
	tr '\n' ' ' <out | sed 's/.*code of//; s/  */ /g' |
		grep -Eo '(first|second): [0-9.]+ x [0-9.]+ Ir|the same (code )?on both[:,] [0-9.]+ Ir|Not shown: .*' | awk '
		$1 == "first:" { first += $4 }
		$1 == "second:" { second += $4 }
		$1 == "the" { first += $(NF - 1); second += $(NF - 1) }
		$1 == "Not" { first += $6; second += $10 }
		END { print first, second }'
}

for width in 80 160; do
	for test in sort copy; do
		explain $test --fields=Ir --width=$width
		awk -f "$here/explain/text/sums.awk" out >summed
		is "$(accounted)" "$(awk '$3 == "table:" { print $4, $5 }' summed)" \
			"$test, $width columns: all blocks are accounted for, once"
	done
done

# Lines have their text: of the benchfile as it was measured, and of the user's sources.
explain sort --fields=Ir --width=160
like "$out" '^my\.bench:[0-9]+ .*  a\[i\] = i \* 7919 % 16;$' "a line of the benchfile"
like "$out" '^# my\.bench:[0-9]+  .*a\[k' "the same above its instructions"
unlike "$out" '/(test\.c|my\.bench):' "no file has a directory of its own on each put"
printf 'int\ntwice(int x)\n{\n\treturn x * 3 / 7;\n}\n' >twice.c
run "$CGBENCH" --preamble='int twice(int);' -e 'BLACK_BOX(twice(BLACK_BOX(3)))' --sources=twice.c \
	--fields=Ir --explain -- gcc
like "$out" '^twice\.c:4 .*  return x \* 3 / 7;$' "a line of the user's source"
like "$out" '^twice +[0-9.]+ +[0-9.]+  1\.0 call' "its function is called once"
like "$out" '^-e:1 [ 0-9.]+$' "a line that several options have has no text"
run "$CGBENCH" -s 'int a = 4' -e 'BLACK_BOX(BLACK_BOX(a) / 7)' --fields=Ir --explain -- gcc
like "$out" '^-e:1 .*  BLACK_BOX\(BLACK_BOX\(a\) / 7\)$' "a line of the command line"

run "$CGBENCH" -e 'BLACK_BOX(BLACK_BOX(3) * 5)' -e 'BLACK_BOX(BLACK_BOX(3) / 5)' --columns=tests \
	--fields=Ir --explain --width=99 -- gcc
like "$out" '^-e:1 [ 0-9.+-]+$' "a line with another text in each test has none"
like "$out" '^# -e:1 .* 5\) +# -e:1 .* / 5\)$' "but each has its own above the code"

# A saved run has the lines of a benchfile that was edited since.
sed '1i# A comment.' my.bench >moved.bench
run "$CGBENCH" --benchfile=moved.bench --baseline=all.json --tests=copy --fields=Ir --explain=all \
	--width=120 -- gcc=first -DOTHER
line=$(sed -n '/^code.*memcpy/=' moved.bench)
like "$out" "^moved.bench:$line +[0-9.]+ +[0-9.]+ +0\\.0  memcpy\\(" "the line of a saved run is that of the same text"
unlike "$out" '^# [^ ]*$' "lines without text tell nothing"

# A source may have changed since a saved run, but not since this one.
twice() {
	run "$CGBENCH" --preamble='int twice(int);' -e 'BLACK_BOX(twice(BLACK_BOX(3)))' \
		--sources=twice.c --fields=Ir "$@"
}
twice --profile --write=twice.json -- gcc=before
sed -i 's/x .*;/x * 9 \/ 5;/' twice.c
twice --baseline=twice.json --explain --width=99 -- gcc=now
like "$out" '^twice\.c:4 [ 0-9.+-]+  now: return x \* 9 / 5;$' "a line of both runs has the text of now"
like "$out" '^# twice\.c:4 +# twice\.c:4  return x \* 9 / 5;$' "that of the new one has its own"

# Intel syntax, also of a saved run and with =all or =N.
run "$CGBENCH" -e 'BLACK_BOX(BLACK_BOX(3) * 5)' --write=five.json --profile -- gcc
for option in intel intel,all all,intel,3; do
	run "$CGBENCH" --read=five.json --fields=Ir --explain="$option" --format=html:five.html \
		--format=markdown:five.md
	unlike "$(sed -n '/^code/,$p' out)" '%[re]' "--explain=$option: no AT&T syntax in text"
	unlike "$(sed '/"text":/d' five.html five.md)" '%r[a-d]x|%e[a-d]x' "--explain=$option: no AT&T syntax in markdown and on the page"
	[ "$(uname -m)" != x86_64 ] ||
		like "$out" ' (mov|lea) e[a-z0-9]+, ' "--explain=$option: the first operand is the target"
done
like "$out" '^ *loop ' 'all adds the loop'

# A test without code: the loop is shown.
for test in empty folded; do
	explain "$test" --fields=Ir --compact=first
	like "$out" "^first: $test: " "$test: one sentence says so"
	like "$out" '^loop .* (j[a-z]+|cbz|b\.[a-z]+) ' "$test: the loop is shown, and costs nothing"
done

# A function that is a small part of one put's cost may be all of the other's.
run "$CGBENCH" --explain --fields=Ir -e 'unsigned s = BLACK_BOX(0u);
#ifdef MANY
for (int i = 0; i < 100; i++) s += i;
#else
s += 77;
#endif
BLACK_BOX(s);' -- gcc=first -O1 -DMANY gcc=second -O1
like "$out" 'second: 1\.0 x +[1-9]' 'the code of either put is shown'

# Equal code takes one line.
run "$CGBENCH" --benchfile=my.bench --tests=copy --fields=Ir --explain -- gcc gcc=same
like "$out" '(^|, )snippet.*: the same code on both, ' "equal code is said in one line"
unlike "$out" '^ *1\.0 .* call memcpy' "and not printed"

# The lines of a command's sources cost what cachegrind counts of them.
cat >turns.h <<'EOF'
static unsigned turn(unsigned s, unsigned i)
{
	return s * 31 +
		i % 7;
}
EOF
cat >turns.c <<'EOF'
#include <stdio.h>
#include <stdlib.h>
#include "turns.h"


int main(int count, char **words)
{
	unsigned s = 0;

	(void)count;
	for (unsigned i = 0; i < (unsigned)atoi(words[1]); i++)
		s = turn(s, i);
	printf("%u\n", s);
}
EOF
gcc -g -O1 -o one turns.c
gcc -g -O0 -o two turns.c
for put in one two; do
	valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file="$put.out" "./$put" 9 >printed 2>&1
	awk '/^fl=/ { ours = sub(/.*turns/, "turns"); file = $0 } ours && /^[1-9]/ { n[file " " $1] += $2 }
		END { for (place in n) printf "%s %.1f\n", place, n[place] }' "$put.out" | sort >"$put.want"
done
run "$CGBENCH" --command --fields=Ir --explain=annotate ./one\ 9 ./two\ 9
annotated() {
	awk -v column="$1" '$2 == "./one" { file = $1; next } file && !NF { file = "" }
		file && $2 ~ /^[0-9]+\.[0-9]$/ && $(column) > 0 { print file, $1, $(column) }' out | sort
}
annotated 2 >one.got
annotated 3 >two.got
same one.got one.want 'the lines of a command cost what cachegrind counts'
same two.got two.want 'so do those of another one beside it'
like "$out" '^4 .*        i % 7;$' 'lines are indented as in their file'
files=$(sed -n '/^by file/,/^$/p' out)
is "$(echo "$files" | awk '$1 ~ /^turns/ { print $1, $2 + $3 }' | sort)" \
	"$(cat ./*.want | awk '{ n[$1] += $3 } END { for (file in n) print file, n[file] }' | sort)" 'files have the sums of their lines'

done_testing
