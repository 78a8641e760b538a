#!/bin/sh
# The table that is shown if no option says what to display. Everything is read from saved files with made-up
# counts, but for one snippet.
. "$(dirname "$0")/../tap.sh"

perl "$here/saved.pl" old new >many.json <<'END'
first 10 5
second 20 30
third 8 8
lost 7 -
broken 9 FAIL
END

run "$CGBENCH" --read=many.json
is "$status:$summary" 0: 'many tests: no summary but that of the table'
cat >want <<'END'
Ir (less is better)  old  new   change
first               10.0  5.0 -50.00 %
second              20.0 30.0 +50.00 %
third                8.0  8.0  +0.00 %
lost                 7.0       missing
broken               9.0 FAIL   failed
geometric mean                 -9.14 %

new against old: 1 better, 1 worse, 1 same, 1 missing, 1 failed

END
head -n 10 out >table
same table want 'a row for each in the order of the file, the geometric mean, and how many changed'
like "$out" '^More: --explain .*--tables .*--format=html' 'many tests: a line says how to see more'
is "$(wc -l <out)" 11 'many tests: there are no more lines'

run "$CGBENCH" --read=many.json --format=html:page.html
is "$status:$out:$summary" "0::cgbench: new against old: 1 better, 1 worse, 1 same, 1 missing, 1 failed; geometric mean \
of Ir -9.14 %" 'a page is written, and only the summary printed'
ok 'the page has text' [ -s page.html ]

for option in --tables --raw --fields=Ir --norm=new --compact=new --average --sort=Ir:new --sort=change --changed; do
	run "$CGBENCH" --read=many.json "$option"
	is "$(sed -n 1p out)" Key: "$option: bench.pl's tables"
done

run "$CGBENCH" --read=many.json --tests=first,third
is "$out" 'first: of first

(less is better)  old  new   change
Ir               10.0  5.0 -50.00 %
Dr               20.0 10.0 -50.00 %

third: of third

(less is better) old new  change
Ir               8.0 8.0 +0.00 %' 'a few tests have a table each'

if command -v gcc >/dev/null; then
	run "$CGBENCH" -e 'BLACK_BOX(BLACK_BOX(6) * 7)' -- gcc=one gcc=two
	is "$(wc -l <out)" 4 'a snippet on two puts: four lines'
	is "$(awk '/^Ir/ { print $4, $5 }' out)" '+0.00 %' 'Ir is shown, though it is the same'
	run "$CGBENCH" -e 'BLACK_BOX(BLACK_BOX(6) * 7)' -- gcc=O2 gcc=O0 -O0
	like "$out" '^Dw  *0\.0 ' 'a snippet: other fields are shown where they differ'
	unlike "$out" '^IND' 'a snippet: a field that is the same is not shown'
	run "$CGBENCH" -e 'BLACK_BOX(BLACK_BOX(6) * 7)' -- gcc
	unlike "$out" 'less is better|change' 'a snippet on one put has no change'
else
	skip 'a snippet' 'there is no gcc'
fi
done_testing
