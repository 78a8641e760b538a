#!/bin/sh
# --format=html without a browser: the page is valid, stands alone, and has in its tables every number of --format=json,
# whatever tests and puts are called. Everything is read from saved files with made-up counts.
# shellcheck disable=SC2016

. "$(dirname "$0")/../tap.sh"

page() {
	perl "$here/html.pl" "$@"
}

# valid FILE NAME
valid() {
	is "$(page check "$1" 2>&1)" '' "$2: the page is valid"
}

# A label with characters that HTML treats specially, and every kind of cell.
odd='né<b>&"w"'
perl "$here/saved.pl" base "$odd" third >two.json <<'END'
same 10 10 10 expect=rep
more/n=16/kind=sorted 10 12.5!folded 11 top_cflags=-O2
less 10 5!rep 12.3 expect=rep
third 10 10.3 - ops=3
some 0 5 0
broken 9 FAIL FAIL
also 9 FAIL 9
lost 7 - 7
found - 8 8
other 9 9~ 9
END
run "$CGBENCH" --read=two.json --format=html
is "$status" 0 '--format=html ends with 0'
cp out page.html
valid page.html 'every kind of cell'
said=$("$CGBENCH" --read=two.json --format=html:again.html 2>/dev/null)
page text summary page.html | grep . >summaries
is "$(head -n 2 summaries)" "$said" 'its summary is that of the run'
run "$CGBENCH" --read=two.json --format=html:file.html
same file.html page.html '--format=html:FILE writes the same page'

# The data is the JSON.
run "$CGBENCH" --read=two.json --format=json
page data page.html | sed 's/\\u003c/</g' >data.json
sed 's/\\u003[cC]/</g' out >json
is "$(sed 1d data.json)" "$(cat json)" 'the data is that of --format=json'
is "$(page data page.html | grep -c '<')" 0 'and has no <'

# numbers FILE PAGE: what of the JSON is not in the table of its test.
cat >numbers.pl <<'END'
use strict;
use warnings;
use JSON::PP;
my ($json, $rows) = @ARGV;
binmode STDOUT, ':encoding(UTF-8)';
open my $in, '<', $json or die;
my $j = JSON::PP->new->utf8->decode(do { local $/; <$in> });
my (%head, %has, $n);
open $in, '<:encoding(UTF-8)', $rows or die;
while (<$in>) {
	chomp;
	my ($id, $caption, @cells) = split /\t/, $_, -1;
	next if $caption !~ /^Values of one/;
	$head{$id} = \@cells, next if $cells[0] eq 'field';
	for my $field (split /, /, $cells[0]) {
		$has{$id}{$field}{$head{$id}[$_]} = $cells[$_] for 1 .. $#cells;
	}
}
for my $cell (@{$j->{cells}}) {
	my $id = 'test-' . $cell->{test} =~ s/([^A-Za-z0-9.:-])/sprintf '_%02x', ord $1/ger;
	for my $field (keys %{$j->{fields}}) {
		next if !exists $cell->{$field};
		my $want = defined $cell->{$field} ? $cell->{$field} : '-';
		my $got = $has{$id}{$field}{$cell->{label}} // 'nothing';
		$got =~ s/ \*$//;
		$n++;
		print "$id $field on $cell->{label}: $got, not $want\n"
			if $got ne $want && !($got =~ /^[-\d.e]+$/ && $got == $want);
	}
}
print "$n numbers\n";
END
page rows page.html >rows.txt
is "$(perl numbers.pl out rows.txt)" '312 numbers' 'every number of the JSON is in the table of its test'

# row ID REGEX: the first such row of a table of that section, without its caption.
row() {
	grep -P "^$1\t" rows.txt | cut -f 3- | grep -P -m 1 -e "$2" | tr '\t' '|'
}
is "$(row changes ^some)" "some|$odd|from 0: worse||0.0|5.0" 'the largest change is first'
is "$(grep -cP '^changes\tIr\t' rows.txt) $(grep -cP '^changes\tDr\t' rows.txt)" '11 11' 'and ten of them are there'
is "$(row table ^less)" "less|10.0|5.0|-50.00 % better|12.3|+23.00 % worse" 'changes are signs and words'
is "$(row table ^same)" 'same|10.0|10.0|same|10.0|same' 'and no change is a word'
is "$(row table ^broken)" 'broken|9.0|FAIL|failed|FAIL|failed' 'a cell that failed'
is "$(row table ^other)" 'other|9.0|*|not comparable|9.0|same' 'one that is not comparable'
is "$(row table ^more)" 'more/n=16/kind=sorted !|10.0|12.5|+25.00 % worse|11.0|+10.00 % worse' 'one with a verdict'
run "$CGBENCH" --read=two.json --tables --raw --fields=Ir
is "$(row table ^AVERAGE | sed 's/||*/ /g; s/ $//')" \
	"$(sed -n 's/  */ /g; /^AVERAGE/p' out | sed 's/ !//')" 'the average is that of the text'
text=$(page text tests page.html)
for mark in '! a number that means less' '\*not comparable' 'FAILno counts' '\(empty\)not tried'; do
	like "$text" "^$mark" "a mark is explained: $mark"
done
like "$text" '^folded: the code only moves values known beforehand: put BLACK_BOX around its inputs, in the code, not in setup
more/n=16/kind=sorted on ' "a verdict is explained, with the tests that have it"
is "$(grep -P '^test-less\tTotals.*\tIr third' rows.txt | cut -f 3- | tr '\t' '|')" \
	'Ir third|100|200|1000|1223' 'totals are raw counts'
is "$(grep -cP '^test-less\tTotals.*\tCOND' rows.txt)" 0 'but not those that come to 0'
text=$(page text test-broken page.html)
like "$text" '^Failed on né<b>&"w"$' 'a failure names the put'
like "$text" '^compile: exited with status 1$' 'a failure has its stage and reason'
like "$text" '^no, "never"$' 'and has the output'
like "$(page text test-also page.html)" '^The output is that of broken\.$' 'which is there once'
like "$(page text test-other page.html)" 'text of the test differs' 'a text that differs is told'
like "$(page text test-less page.html)" 'rep, as the test expects, on né<b>' 'an expected verdict too'
like "$(page text test-third page.html)" '^ops$' 'the source has the keys of the test'
unlike "$(page text test-more_2fn_3d16_2fkind_3dsorted page.html)" '^cflags' 'but not those of the top'
like "$(page text details page.html)" '^The top of the benchfile, which applies to all its tests$' \
	'which are shown once'

# A page of the suite on two puts.
mkdir suite
perl "$here/history.pl" suite 1 115 2
run "$CGBENCH" --read=suite/0001.json --format=html:suite.html
size=$(wc -c <suite.html)
ok "115 tests on two puts take at most 400 KB: $size" [ "$size" -le 400000 ]

# Puts that may not be comparable.
for label in a b; do
	echo 't 1' | perl "$here/saved.pl" "$label" >"$label.json"
done
run "$CGBENCH" --read=a.json --read=b.json --format=html:unknown.html
valid unknown.html 'two files'
like "$(page text summary unknown.html)" "^! 'a' has no fingerprint: cannot tell whether its counts are comparable\$" \
	'counts that may not be comparable are marked'

# Left out.
perl "$here/saved.pl" only >one.json <<'END'
a 1
b 2
END
run "$CGBENCH" --read=one.json --format=html:one.html --fields=Ir
valid one.html 'one put'
is "$(grep -o '<section id="[a-z]*"' one.html | tr -d '\n' | sed 's/<section id=//g')" \
	'"tests""details""puts"' 'one put: nothing is compared'
run "$CGBENCH" --read=two.json --format=html:third.html --compact=third --changed --fields=Ir
valid third.html '--compact and --changed'
unlike "$(page rows third.html | grep ^table)" '^same|b>' 'only that put and what changed'

# Gates.
run "$CGBENCH" --read=two.json --format=html:gates.html --fail-above=Ir,10%
valid gates.html 'gates'
page rows gates.html >rows.txt
is "$(row gates third)" 'Ir,10%|less|third|10.0|12.3|+23.00 % worse' 'a count above its limit'
like "$(page text gates gates.html)" '^! Ir,10%: unjudged on third: .*: third$' 'what cannot be judged'

# Names and texts that are markup, or change the direction of writing, or are long.
long=$(printf '%01000d' 0 | tr 0 x)
perl -MJSON::PP -e '
	local $/;
	my $f = decode_json(<STDIN>);
	my $evil = "</script></title><script>alert(1)</script><!--";
	for my $of ($f->{tests}{evil}, $f->{tests}{$ARGV[0]}) {
		$of->{code} = "\n\nif (a < b && c > d) ]]>$evil\n\n";
		$of->{desc} = $evil;
		$of->{top_preamble} = $evil;
	}
	$_->{output} = $evil for @{$f->{cgbench}{failures}};
	print JSON::PP->new->ascii->canonical->encode($f);' "$long" >evil.json <<END
$(perl "$here/saved.pl" '<script>alert(1)</script>' "$(printf '\327\251\327\234\342\200\256x')" "\"'&quot;<!--" <<TESTS
evil 1 2 FAIL
<script>alert(1)</script> 1 2 3
$long 1 2 3
"quotes'&amp; 1 2 3!folded
$(printf '\327\251\327\234\327\225\327\235') 1 2 3
TESTS
)
END
run "$CGBENCH" --read=evil.json --format=html:evil.html
valid evil.html 'markup in names and texts'
is "$(grep -c '<script' evil.html)" 2 'and no script but the two'
is "$(grep -o '<!--' evil.html)" '' "a test's text begins no comment"
like "$(page text test-_3cscript_3ealert_281_29_3c_2fscript_3e evil.html)" \
	'^<script>alert\(1\)</script>$' 'names are shown to the letter'
is "$(page text test-evil evil.html | grep -A 2 '^if (a')" \
	"$(printf 'if (a < b && c > d) ]]></script></title><script>alert(1)</script><!--\n\n')" 'code with tags is shown as it is'
like "$(page text puts evil.html)" '\\u202e' 'what reorders text is shown as a code'
ok 'a long name is whole' grep -q "id=test-$long " evil.html

# A history.
i=0
for counts in '10 20' '10 20' '12 20' '12 -' '12 25' '12 24~'; do
	i=$((i + 1))
	printf 'a::b %s\nold %s\n' "$counts" "$i 1" | perl "$here/saved.pl" x y >"run$i.json"
done
printf 'a::b 12 24~\n' | perl "$here/saved.pl" x y >run6.json
run "$CGBENCH" --format=html:history.html --history run1.json run2.json run3.json run4.json run5.json run6.json
is "$status" 0 'the page of a history ends with 0'
valid history.html 'a history'
page rows history.html >rows.txt
is "$(row changes '^a::b.x')" 'a::b|x|12.0|+20.00 % worse|+20.00 %||at run3' 'what changed over time'
is "$(row changes '^old.x')" 'old|x||missing|+100.00 %||at run2' 'and what is missing by now'
is "$(grep -o 'id="run-[0-9]"' history.html | tr -d '\n')" \
	'id="run-5"id="run-4"id="run-3"id="run-2"id="run-1"id="run-0"' 'the newest run is first'
is "$(grep -P '^run-2\t' rows.txt | cut -f 3- | tr '\t' '|')" 'test|label|field|before|here|change|since
old|x|Ir|2.0|3.0|+50.00 % worse|run2
a::b|x|Ir|10.0|12.0|+20.00 % worse|run2' 'a run has its steps, the largest first'
like "$(page text run-5 history.html)" '^\| Not comparable with the runs before: the text of the test changed, in 1 series$' \
	'the page of a run lists its breaks'
is "$(grep -P '^test-a::b\tIr' rows.txt | cut -f 3- | tr '\t' '|')" 'program|runs
x|run1 10, run3 12 (+20.00 %)
y|run1 20, run4 missing, run5 25 (+25.00 %), run6 24 (break)' 'a test has every step'
like "$(page text test-old history.html)" 'newest run does not have this test' 'a test of older runs'
like "$(page text run-5 history.html)" '^! A program has no fingerprint: cannot tell' 'and what is unknown'
printf 'a 1\nb FAIL\n' | perl "$here/saved.pl" --date=2026-11-01T00:00:00Z x >merged1.json
printf 'a 1\nb 2\n' | perl "$here/saved.pl" --date=2026-11-01T00:00:00Z --clean=1 --subject=s \
	--committed=2026-11-01T00:00:00Z --commit="$(printf %040d 2)" y >merged2.json
"$CGBENCH" --read=merged1.json --read=merged2.json --write=merged.json >/dev/null 2>&1
run "$CGBENCH" --format=html:merged.html --history merged1.json merged.json
valid merged.html 'a merged run'
like "$(page text run-1 merged.html)" '^! Its programs were measured at different commits' 'a merged run has no commit'
like "$(page text run-1 merged.html)" '^! 1 of 4 series of this run failed' 'and how much of a run failed'
for counts in '10!folded' 12 '12!folded'; do
	i=$((i + 1))
	printf 't %s\n' "$counts" | perl "$here/saved.pl" x >"run$i.json"
done
sed -i 's/\["put","x",{},""\]/["other","x",{},""]/' run9.json
run "$CGBENCH" --format=html:marked.html --history run7.json run8.json run9.json
valid marked.html 'verdicts in a history'
page rows marked.html >rows.txt
is "$(row test-t ^x)" 'x|run7 10 !, run8 12 (+20.00 %), run9 12 !' 'every value with a verdict is marked'
is "$(row run-1 '^t !')" 't !|x|Ir|10.0|12.0|+20.00 % worse|run7' 'and so is a step from one'
is "$(row changes '^t !' | cut -d'|' -f 1-4)" 't !|x|12.0|+20.00 % worse' 'a step from a marked value is marked in the list of changes'
like "$(page text test-t marked.html)" '^! folded on x in 2 of 3 runs: the code only' 'and it is explained'
like "$(page text runs marked.html)" "^run9: x: 'other', before 'put'\$" 'a label of another command'
mkdir runs
perl "$here/history.pl" runs 3 3 2
run "$CGBENCH" --format=html:dated.html --history=runs
valid dated.html 'runs with commits'
page rows dated.html >rows.txt
ok 'the page tells when the newest run was measured' grep -q '^<p>3 tests.*; measured 2026-01-03T' dated.html
like "$(row puts ^commit)" '^commit\|[0-9a-f]{40} [a-z]+: [a-z]+ without a copy$' 'and at which commit'
like "$(page text run-1 dated.html)" \
	'^commit [0-9a-f]{40} of 2026-01-02T02:10:00Z; measured 2026-01-02T03:00:00Z; file runs/0002.json$' \
	'and so do its runs'
echo '{"version":1' >run4.json
run "$CGBENCH" --format=html:damaged.html --force --history run1.json run2.json run3.json run4.json run5.json
valid damaged.html 'a damaged file'
like "$(page text run-3 damaged.html)" '^! no counts: .*run4.json' 'a run that is damaged is named'
run "$CGBENCH" --format=html:damaged.html --force --history run1.json run2.json run3.json run4.json
ok 'a page of an older run says of which' grep -q '^<h2>What differs most in run3</h2>' damaged.html
like "$(page text tests damaged.html)" '^These are the values of run3, the newest run that has any\.$' \
	'also above the table'
i=0
for count in 10 12 10; do
	i=$((i + 1))
	printf 't %s\nless %s\n' "$count" "$((i / 3 + 20))" | perl "$here/saved.pl" x >"back$i.json"
done
run "$CGBENCH" --format=html:back.html --history back1.json back2.json back3.json
page rows back.html >rows.txt
is "$(grep -P '^changes\tIr\t(t|less)\t' rows.txt | cut -f 3- | tr '\t' '|')" \
	't|x|10.0|same|+20.00 %||at back2; mended at back3
less|x|21.0|+5.00 % worse|+5.00 %||at back3' 'a series that came back is listed by its largest step'

is "$(grep -P '^changes\tDr\tt\t' rows.txt | cut -f 3- | tr '\t' '|')" \
	't|x|20.0|same|+20.00 %||at back2; mended at back3' 'in every field, as none was chosen'
is "$(grep -c '^Results for field' out) $(grep -c 'Dr' out)" '1 0' 'though text has one'
is "$(perl -ne 'print $1 if /<h2>What changed most over.*/ .. /<(svg|table)/' back.html)" svg 'the chart comes first'
run "$CGBENCH" --format=html:chosen.html --fields=Ir --history back1.json back2.json back3.json
is "$(page rows chosen.html | grep -cP '^changes\tDr')" 0 'unless fields are chosen'
i=0
for count in 10 15 15 10; do
	i=$((i + 1))
	echo "t $count" | perl "$here/saved.pl" --date="2026-11-0${i}T00:00:00Z" --clean=1 --subject="step $i" \
		--committed="2026-11-0${i}T00:00:00Z" --commit="$i$(printf %039d 0)" x >"commit$i.json"
done
run "$CGBENCH" --format=html:commits.html --history commit1.json commit2.json commit3.json commit4.json
page rows commits.html >rows.txt
is "$(row changes '^t\t')" 't|x|10.0|same|+50.00 %||at 2000000 step 2; mended at 4000000 step 4' \
	'a step has the subject of its commit, and so has what mended it'
like "$(cat commits.html)" '<text [^>]*>step 2</text>' 'also in the chart'
like "$(cat commits.html)" '<text [^>]*text-anchor="end">10\.0</text>' 'which has the newest value'

is "$(grep -E '#[0-9a-f]{3,6}\b' "$top/src/report/html/style.css" | grep -cv '^	*--')" 0 \
	'no rule of the style has a colour of its own'

# Nothing is requested.
is "$(sed 's,http://www.w3.org/2000/svg,,g; /^<script type/,/^<\/script>/d' page.html |
	grep -cE 'https?:|url\(|@import|fetch\(|XMLHttpRequest|importScripts')" 0 'the page requests nothing'

is "$(perl -MDigest::SHA=sha256_base64 -0777 -ne 'm{<script>(.*?)</script>}s; print sha256_base64($1)' evil.html)=" \
	"$(sed -n "s/.*script-src 'sha256-\([^']*\)'.*/\1/p" evil.html)" 'and its policy allows no script but its own'

mkdir directory
refused -s 128 '.*no/such/page.html: .*No such file or directory.*' --read=two.json --format=html:no/such/page.html
refused -s 128 '.*directory: .*' --read=two.json --format=html:directory
refused '--format=html: .*--summary applies to text.*' --read=two.json --format=html --summary
refused '--format=html:x: .*--columns applies.*' --read=two.json --format=html:x --columns=tests
refused "--format=json:x: 'x' would be written twice.*" --read=two.json --format=html:x --format=json:x

# The files of the script share one scope.
is "$(grep -hoE '^(function|const|let) [A-Za-z0-9_]+' "$top"/src/report/html/*.js | cut -d ' ' -f 2 | sort | uniq -d)" '' \
	'the script defines each name once'

done_testing
