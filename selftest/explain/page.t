#!/bin/sh
# Explanations on the page of --format=html: every part sums to the counts, and a browser shows each
# field as text does, lines with their code, and arrows at their rows, with styles and without.
# shellcheck disable=SC2016

. "$(dirname "$0")/../tap.sh"

# A loop with a branch, functions that call each other, and lines that look like markup.
cat >my.bench <<'END'
preamble =
	#include <stdlib.h>
	__attribute__((noinline)) static int half(int n) { DO_NOT_OPTIMIZE(n); return n / 2; }

[sum]
ops   = 3
setup = int a[64];
pre   = for (int i = 0; i < 64; i++) a[i] = i * 7 % 11; DO_NOT_OPTIMIZE(a);
code  =
	int n = 0; const char *s = "</script><b onclick='x'>&amp;<!--";
	for (int i = 0; i < 64; i++)
		if (a[i] & 1) n += half(a[i]); else n ^= s[i & 7];
	BLACK_BOX(n);

[heap]
code = char *p = malloc(BLACK_BOX(100)); DO_NOT_OPTIMIZE(p); free(p);

[nothing]
code = ;
END
run "$CGBENCH" --benchfile=my.bench --write=run.json --profile -- gcc 'clang=<clang>' -O0
is "$status" 0 'measured'

# explain NAME ARGUMENT...: NAME.html, whose parser finds nothing wrong, and NAME.txt.
explain() {
	name=$1
	shift
	run "$CGBENCH" --read=run.json --width=1000 "$@" "--format=html:$name.html" "--format=json:$name.json"
	printf '%s\n' "$out" >"$name.txt"
	is "$status $(perl "$here/html.pl" check "$name.html")" '0 ' "--explain on a page: $*"
}
fields=Ir,Dr,Dw,COND,IND,COND_m,IND_m,Ir_m1,Dr_m1,Dw_m1,Ir_mm,Dr_mm,Dw_mm
explain all --explain=all "--fields=$fields,CEst"
explain pair --explain
explain one --explain --compact=gcc

for name in all pair one; do
	sums=$(perl "$here/explain/page/sums.pl" "$name.html" "$name.json" 2>&1)
	ok "$name: the parts on the page sum to the counts: $sums sums" [ "$sums" -gt 20 ]
done
unlike "$(cat all.html)" '<b onclick' 'the source stays text'
is "$(grep -c '"explanations"' all.json) $(perl "$here/html.pl" data all.html | grep -c '"explanations"')" '1 0' \
	'the data of the page does not repeat them'
# Code that costs the same, whose tables are closed.
run "$CGBENCH" -e 'BLACK_BOX(BLACK_BOX(3) + 1)' --explain --format=html:same.html -- gcc gcc=same
is "$(grep -c 'of the same cost' same.html) $(grep -o 'by [a-z]*: the same cost' same.html | xargs)" \
	'0 by function: the same cost by kind: the same cost by line: the same cost' 'a pair without a difference'
like "$(cat same.html)" '<dt>Dw<dd>data writes' 'the page says what a field is'
# A link leads somewhere.
for name in all pair one; do
	grep -o 'href="#explain-[^"]*' "$name.html" | cut -d '#' -f 2 | sort -u >links
	grep -o 'id=explain-[-a-z0-9]*' "$name.html" | cut -d = -f 2 | sort -u >ids
	is "$(comm -23 links ids)" '' "$name: lines and code lead to each other"
done

# Large explanations: functions of libraries, and several puts.
run "$CGBENCH" --tests=num::snprintf::g,num::sscanf,sort::qsort::random,hash::siphash,text::match --explain \
	--format=html:large.html -- gcc gcc=o1 -O1 clang clang=clang-o1 -O1
is "$status $(perl "$here/html.pl" check large.html)" '0 ' 'five tests on four puts are explained'
size=$(wc -c <large.html)
ok "in at most 1.5 MB: $size" [ "$size" -le 1500000 ]
is "$(grep -c '<details open' large.html)" 0 'everything long is closed at first'
is "$(sed 's/<details/\n&/g; s/<.details>/\n&/g' large.html | awk '
	/^<details/ { depth++ }
	/^<.details/ { depth-- }
	/class=listing/ && !depth { n++ }
	END { print n + 0 }')" 0 'all code is closed at first'

missing=$(perl -I"$here" -Mbrowser -e 'print browser::missing() || ""')
[ ! "$missing" ] || {
	skip 'explanations in a browser' "$missing is not installed"
	done_testing
	exit 0
}

# The text of all fields, and the same from the pages in a browser, which have each field's tables.
set -- "$CGBENCH" --read=run.json --width=1000 "--fields=$fields"
{
	"$@" --explain >pair.text
	"$@" --explain=all >all.text
	"$@" --explain --compact=gcc >one.text
} 2>>errors
export here
perl "$here/explain/page/browse.pl" "$fields" >browsed 2>&1 || echo "not ok the browser: $?" >>browsed
report browsed

done_testing
