#!/bin/sh
# --explain with --format=markdown: a report for a bug tracker, whose sources and commands give the
# same counts in an empty directory, without cgbench. A run repeats one test of some of the reports.
. "$(dirname "$0")/../tap.sh"

# counts FILE: what the table of each test says, as the commands print it. A label as -O0 has an apostrophe in CSV.
counts() {
	"$CGBENCH" --read="$1" --fields=Ir --format=csv 2>/dev/null | awk -F, 'NR > 1 { sub(/^\047/, "", $2); print $2, $4 }'
}

: >languages
in_turn 2 <<'END' >repeats
C
an annotated source
without optimisation
a saved line
a line
saved
END

# repeated REPORT SAVED NAME: the commands of one of its tests print the counts, and nothing else, if it has its turn or
# is of another language. A test has a line for each label.
repeated() {
	rm -rf again
	perl "$here/explain/report/extract.pl" "$1" again
	grep -qxF "$3" repeats languages || return
	counts "$2" | sort >counted
	labels=$(cut -d' ' -f1 counted | sort -u | wc -l)
	find again -mindepth 1 -maxdepth 1 -type d | sort | in_turn 1 >dirs
	while read -r dir; do
		(cd "$dir" && sh ./commands)
	done <dirs 2>&1 | sort >printed
	ok "$3: the commands print a count of each label" [ "$(wc -l <printed)" = $((labels * $(wc -l <dirs))) ]
	is "$(comm -23 printed counted)" '' "$3: the commands print the counts of the table"
}

mkdir lib
cat >lib/half.h <<'END'
#define HALF_OF(n) ((n) / 2)
int half(int n);
END
cat >lib/half.c <<'END'
#include "half.h"
int half(int n) { return HALF_OF(n); }
END
cat >c.bench <<'END'
[sort]
setup =
	#define COUNT 8
	int given[COUNT] = {5, 2, 8, 1, 9, 3, 7, 4};
pre =
	int a[COUNT];
	for (int i = 0; i < COUNT; i++)
		a[i] = given[i];
	DO_NOT_OPTIMIZE(a);
code =
	for (int i = 1; i < COUNT; i++)
		for (int k = i; k && a[k - 1] > a[k]; k--) {
			int swap = a[k];
			a[k] = a[k - 1];
			a[k - 1] = swap;
		}
	DO_NOT_OPTIMIZE(a);

[own]
preamble =
	/* ``` </details> ```` */
	static volatile unsigned kept = 7;
ops  = 4
code = for (int i = 0; i < 5; i++) kept = kept * 3 + 1;

[half]
preamble = #include "half.h"
cflags   = -I{dir}/lib
sources  = {dir}/lib/half.c
param.n  = 7 9
code     = BLACK_BOX(half(n));
END
cat >c++.bench <<'END'
[sorted]
preamble =
	#include <algorithm>
	#include <vector>
code =
	std::vector<int> v{3, 1, 2};
	std::sort(v.begin(), v.end());
	DO_NOT_OPTIMIZE(v);
END
# shellcheck disable=SC2016
run "$CGBENCH" --explain --format=markdown:c.md --benchfile=c.bench --write=c.json -- gcc clang='a $b|`c`' -O1
is "$status:$err" "0:" 'C: a report'
repeated c.md c.json C
unlike "$(cat again/*/own.c)" 'BLACK_BOX|#define' 'a source that needs no macro has none'

# One line of code: a function that compiles alone, its assembly, and no more of a program than it needs.
expression='BLACK_BOX(BLACK_BOX(77u) % 6 * 8)'
run "$CGBENCH" -e "$expression" --explain --format=markdown:e.md --write=e.json -- gcc clang
ok 'the report of a line is short' [ "$(wc -l <e.md)" -lt 80 ]
# shellcheck disable=SC2016
sed -n '/^```c$/,/^```$/p; /^`e.c`/q' e.md | grep -v '^```' >f.c
is "$(cat f.c)" 'unsigned f(unsigned a) { return a % 6 * 8; }' 'the report of a line begins with a function'
is "$(gcc -Wall -Wextra -Werror -c f.c 2>&1; clang -Wall -Wextra -Werror -c f.c 2>&1)" '' 'the function of a report compiles alone'
is "$(sed -n '/^gcc *clang$/,/^```$/p' e.md | grep -c ' ret .* retq*$\| ret$\| retq$')" \
	"$(sed -n '/^gcc *clang$/,/^```$/p' e.md | grep -cwE 'retq?')" 'the assembly of both ends with a return'
# shellcheck disable=SC2016
like "$(cat e.md)" '^Per iteration: Ir [0-9.]+ on `gcc`, [0-9.]+ on `clang`, [+-][0-9.]+ %$' 'the counts are one line'
repeated e.md e.json 'a line'
unlike "$(cat e.md)" '__TINYC__|aarch64|riscv|#pragma|#if|-pthread|-lm' 'nothing is for other machines or compilers'
# A function of an annotated source is shown as it is.
cat >state.cpp <<'END'
@State(Scope.Benchmark)
struct Number { int n = 7; };
@Benchmark
int half(const Number &s) { return s.n / 2; }
END
run "$CGBENCH" --benchfile=state.cpp --explain --format=markdown:state.md --write=state.json -- g++ clang++
sed -n '/^### /,/^Per iteration/p' state.md >shown
like "$(cat shown)" '^int half\(const Number &s\) \{ return s\.n / 2; \}$' 'a function of an annotated source is shown'
is "$(sed -n '/^g++ *clang++$/,/^```$/p' shown | grep -cE '^ .*retq?$| ret .* retq?$')" 1 'with the assembly of both'
repeated state.md state.json 'an annotated source'
# Without optimisation, a shorter macro would cost less.
run "$CGBENCH" -e "$expression" --explain --format=markdown:slow.md --write=slow.json -- gcc clang=-O0 -O0
repeated slow.md slow.json 'without optimisation'
like "$(cat again/*/e.c)" cgbench_pass 'without optimisation, the source takes the macro that was measured'
# The compilers of a saved run are not asked.
run "$CGBENCH" -e "$expression" --profile --write=kept.json -- gcc clang
run "$CGBENCH" --read=kept.json --explain --format=markdown:kept.md
unlike "$(cat kept.md)" 'unsigned f' 'a saved run has no function'
repeated kept.md kept.json 'a saved line'
# A history explains its newest run, and has no other to compare it with.
cp kept.json later.json
run "$CGBENCH" --label=gcc --explain --history kept.json later.json
like "$status:$out" '^by kind *gcc' 'a history explains the newest run'
run "$CGBENCH" --label=gcc --explain --format=markdown --history kept.json later.json
# shellcheck disable=SC2016
like "$out" '^Per iteration: Ir [0-9.]+ on `gcc`(; [A-Z]|$)' 'a history as Markdown: one put has no change'

# GitHub renders it.
if command -v cmark-gfm >found; then
	cmark-gfm -e table --unsafe c.md >html
	# The tests that changed and those that did not, and the puts.
	is "$(grep -c '<table>' html):$(grep -c '<h3>' html)" 3:4 'GitHub sees tables and headings'
	# shellcheck disable=SC2016
	like "$(cat html)" '<code>a \$b\|`c`</code>' 'an odd label is as it is'
	# shellcheck disable=SC2016
	like "$(cat html)" '/\* ``` &lt;/details&gt; ```` \*/$' 'code that looks like markup is as it is'
	is "$(grep -c '^<pre>' html)" "$(grep -c '^</code></pre>' html)" 'each block of code ends'
else
	skip 'GitHub sees tables' 'no cmark-gfm'
fi

# Without measuring, from a saved file.
run "$CGBENCH" --read=c.json --tables --raw --fields=Ir --explain --format=markdown:read.md
like "$out$err" 'has no profile' 'a file without profiles'
run "$CGBENCH" --benchfile=c.bench --tests=own --write=own.json --profile -- gcc clang
run "$CGBENCH" --read=own.json --explain --format=markdown:own.md
is "$status" 0 'a file with profiles'
repeated own.md own.json saved
unlike "$(cat own.md c.md)" 'files that are here now' 'a text is saved, and files were just measured'
run "$CGBENCH" --benchfile=c.bench --tests=half/n=7 --write=half.json --profile -- gcc
run "$CGBENCH" --read=half.json --explain --format=markdown:half.md
like "$(cat half.md)" '^These commands print the Ir of one iteration, for .gcc. with the files that are here now, which' \
	'files of a saved run may have changed'
# The program that measured it may have had a language file with rules that this one lacks.
sed 's|"tests":{"own":{|&"sources":"half.zig",|' own.json >zig.json
run "$CGBENCH" --read=zig.json --explain --format=markdown:zig.md
is "$status" 0 'a source that nothing here compiles'
like "$(cat zig.md)" '^No source and commands for .*: the language file of c has no rule for half\.zig\.$' 'a source that nothing here compiles is named'

# Gates: the tests above a limit, the largest first, folded.
run "$CGBENCH" --benchfile=c.bench --write=base.json -- gcc
run "$CGBENCH" --explain=2 --baseline=base.json --fail-above=Ir,0 --format=markdown:gate.md -- gcc -O0
is "$status" 1 'a gate'
is "$(grep -c '^<details>$' gate.md):$(grep -c '^</details>$' gate.md)" 2:2 'the tests asked for are folded'
is "$(sed -n 's/^<summary><code>\([^<]*\)<.code> on <code>gcc<.code>.*/\1/p' gate.md)" \
	"$(sed -n '/^| Ir/,$s/^| `\([^`]*\)` .*+.* % |$/\1/p' gate.md | head -n 2)" 'the largest change first, as in the table'

# Other languages, where there are their programs.
cat >perl.bench <<'END'
[join]
setup = my @words = qw(a b c);
code  = my $line = join(",", @words);
END
cat >others.bench <<'END'
[loop]
setup.rust   = let given = [3u32, 1, 2];
code.rust    = let mut sum = 0; for v in black_box(given) { sum += black_box(v); } black_box(sum);
setup.d      = int[3] given = [3, 1, 2];
code.d       = int sum; foreach (v; given) sum += BLACK_BOX(v); BLACK_BOX(sum);
setup.fortran =
	integer, volatile :: sum
	integer :: i
code.fortran =
	sum = 0
	do i = 1, 3
	  sum = sum + i
	end do
END
in_turn 1 <<'END' >chosen
perl perl
c++ g++
others rustc
c++ clang++
others gfortran
others gdc
END
while read -r file put; do
	echo "$put" >languages
	if ! command -v "$put" >found; then
		skip "$put: the commands print the counts of the table" "no $put"
		continue
	fi
	run "$CGBENCH" --explain --format=markdown:other.md --benchfile="$file.bench" --write=other.json -- "$put"
	is "$status:$err" 0: "$put: a report"
	repeated other.md other.json "$put"
done <chosen

# No more than a comment may have.
for i in 1 2 3; do
	printf '[t%s]\ncode = char s[64]; snprintf(s, sizeof s, "%%g %%d", BLACK_BOX(%s.5), BLACK_BOX(%s));\n' $i $i $i
done >many
{
	echo 'preamble = #include <stdio.h>'
	cat many
} >many.bench
run "$CGBENCH" --explain=all --format=markdown:many.md --benchfile=many.bench -- gcc clang
ok 'no more than 60000 characters' [ "$(wc -c <many.md)" -le 60000 ]
ok 'nearly 60000 characters' [ "$(wc -c <many.md)" -gt 50000 ]
like "$(cat many.md)" '^[0-9]+ more lines are left out\.$' 'what is left out is said'
# The code of these tests is long, so that there is room for one of the two explanations of each.
comment=$(printf '%24000s' '' | tr ' ' x)
for i in 1 2; do
	printf '[t%s]\ncode = int i = %s; BLACK_BOX(i); /* %s */\n' $i $i "$comment"
done >long.bench
run "$CGBENCH" --explain --format=markdown:long.md --benchfile=long.bench -- gcc gcc=-O0 gcc=-O1
ok 'no more than 60000 characters of many tests' [ "$(wc -c <long.md)" -le 60000 ]
is "$(grep -c '^### ' long.md)" 2 'as many explanations as there is room for'
is "$(tail -n 1 long.md)" '2 more explanations are left out.' 'explanations that are left out are counted'

done_testing
