#!/bin/sh
# --format=svg: charts are valid, say what they show, and hide nothing. Everything is read from
# saved files with made-up counts.

. "$(dirname "$0")/../tap.sh"

# chart ARGUMENT...: writes the chart to the file chart, and its texts, one per line, to texts.
chart() {
	run "$CGBENCH" --format=svg "$@"
	mv out chart
	sed 's/<text/\n&/g' chart | sed -n 's/^<text [^>]*>\([^<]*\)<.*/\1/p' >texts
}

# elements FILE: checks that it is well-formed XML of known elements, and that nothing is in it but
# presentation attributes.
elements() {
	perl "$here/read/charts/elements.pl" "$1"
}

perl "$here/saved.pl" base new >two.json <<'END'
same 10 10
more/n=16 10 12.5!folded
less::with::a::name::that::is::longer::than::a::chart::has::room::for 1000 550
some 0 5
none 7 0
broken 9 FAIL
lost 7 -
found - 8
other 9 9~
big 100 1700
END
chart --read=two.json --fields=Ir
is "$status" 0 'bars of two puts'
ok 'the elements of bars are valid SVG' elements chart
tail -n +4 texts | paste -s -d ' ' >shown
is "$(cat shown)" "base new change 0 10 x some 0.0 5.0 from 0 big 100.0 1700.0 17 x none 7.0 0.0 \
-100.00 % less::with::a::name::that::is::longer... 1000.0 550.0 -45.00 % more/n=16 ! 10.0 12.5 +25.00 % \
broken 9.0 FAIL failed lost 7.0 missing found 8.0 new other 9.0 * not comparable \
! a number that means less than it seems \
new against base: 2 better, 3 worse, 1 same, 1 new, 1 missing, 1 failed, 1 not comparable \
geometric mean of Ir +84.90 %" 'show what changed, in words and numbers'
is "$(sed -n 's/.*<title>\(less.*\)<.title>.*/\1/p' chart)" \
	less::with::a::name::that::is::longer::than::a::chart::has::room::for 'a cut name is whole in its title'
# The ends of the bars are in the order of the changes: bars to the right, an arrow out of the axis.
is "$(sed -n 's/.*<path d="M[0-9.]* [0-9.]*H\([0-9.]*\)\([vl]\).*" fill="\(#[0-9a-f]*\)".*/\1 \2 \3/p' chart |
	awk 'NR == 1 { print $2, $3 } NR == 2 { print $1 < before, $2, $3 } { before = $1 }
		NR == 3 { print $2, $3 } NR == 5 { print $2, $3 }')" \
	'l #c0392b
1 v #c0392b
l #1a7f37
v #c0392b' 'a change from 0 or to 0 is an arrow'
chart --read=two.json --fields=Ir --norm=new
like "$(paste -s -d ' ' texts)" 'base against new: 3 better, 2 worse' 'the norm may be the other'
chart --read=two.json --fields=Ir --tests=same
is "$(tail -n 2 texts)" 'new against base: 0 better, 0 worse, 1 same
geometric mean of Ir +0.00 %' 'bars of what did not change say so'
ok 'is a chart, too' elements chart
run "$CGBENCH" --read=two.json --fields=Ir --format=svg:file.svg --summary
is "$status:$(head -c 4 file.svg):$(head -c 16 out)" '0:<svg:new against base' 'it is written to a file'

awk 'BEGIN { for (i = 0; i < 1000; i++) print "t" i, 1000, 1000 + i }' | perl "$here/saved.pl" a b >many.json
chart --read=many.json --fields=Ir
is "$(grep -c '^t[0-9]' texts):$(grep more texts)" '50:949 more changed' 'of 1,000 tests, the largest 50 changes'

hostile='<script>alert(1)</script>&"'"'"
perl "$here/saved.pl" "$hostile" "$(printf 'שלום')" >hostile.json <<'END'
]]>--></text>&quot; 10 11
END
chart --read=hostile.json --fields=Ir
ok 'names with tags are text in bars' elements chart
is "$(grep -c '<script' chart)" 0 'and nothing but text'

perl "$here/saved.pl" a b c >three.json <<'END'
x 1 2 3
END
refused "--format=svg: a chart shows one column beside the one it is compared with: choose one with --compact=PUT" \
	--read=three.json --format=svg
refused "--format=svg:f: --compact=a is what others are compared with: choose another column" \
	--read=three.json --format=svg:f --compact=a
chart --read=three.json --fields=Ir --compact=c
is "$(head -n 1 texts)" 'Ir: c against a' 'bars of one of three puts name it and the norm'
perl "$here/saved.pl" a >one.json <<'END'
x 1
END
refused "--format=svg: a chart shows how tests changed from one column to another, or with --history one \
test over time; there is only one column" --read=one.json --format=svg

# Histories.
# runs DIR LABEL... reads a run of the test t from each line.
runs() {
	runs_dir=$1
	shift
	mkdir "$runs_dir"
	runs_n=0
	while read -r runs_line; do
		runs_n=$((runs_n + 1))
		echo "t $runs_line" | perl "$here/saved.pl" "$@" >"$runs_dir/r$runs_n.json"
	done
}
# series DIR ARGUMENT...: the chart of a history.
series() {
	series_dir=$1
	shift
	chart --history="$series_dir" "$@"
}
# lines: the commands of the path of each line, which leads to its label at last.
lines() {
	sed -n 's/.*<path stroke="#[^"]*"[^>]* d="\([^"]*\)".*/\1/p' chart | sed 's/[0-9. ]*//g'
}
# titles: the title of each run, on one line.
titles() {
	tr '\n' '~' <chart | sed 's/<title>/\n/g' | sed -n 's/<.title>.*//; 3,$p' | tr '~' ' '
}
runs steps lua perl <<'END'
10 20
10 20
12 20
12 19~
12 19~
FAIL 19~
- 19~
12 19.5~
END
series steps
is "$status" 0 'a history is drawn'
ok 'the elements of a history are valid SVG' elements chart
is "$(lines)" 'MHVHML
MHMHVL' 'its lines keep their value until the next run, and are interrupted'
is "$(titles)" "perl: the text of the test
r1 lua: 10.0 perl: 20.0
r3 lua: 10.0 → 12.0 (+20.00 %)
r4 perl: 19.0; not comparable with the run before: the text of the test
r6 lua: compile: exited with status 1
r8 lua: 12.0 perl: 19.0 → 19.5 (+2.63 %)" 'what happened is said of its run, and why it is broken at the mark'
like "$(paste -s -d ' ' texts)" "^t Ir: instructions; less is better 0 5 10 15 20 r1 r3 r4 r8 lua 12.0 perl 19.5 ≠ break at r4: the text of the test: t on perl × failed: compile: exited with status 1 ! no fingerprint in 8 of 8 runs: cannot tell whether their counts are comparable$" 'its axes and labels'
runs looks a b c d e f <<'END'
1 2 3 4 5 6
2 3 4 5 6 7
END
series looks
is "$(sed 's/<path/\n&/g' chart | sed -n 's/.*d="M[0-9. ]*\(m[^M"]*\).*/\1/p' | sort -u | wc -l)" 6 'six lines have six markers'
cp many.json more.json
series steps --label=lua
is "$(lines)" 'MHVHML' 'a history of one label has one line'
run "$CGBENCH" --tests=t1,t2 --format=json:f --format=svg --history many.json more.json
is "$status:$out:$(tail -n 1 err)" "129::cgbench: --format=svg: a chart shows one test; 2 given: choose \
one with --tests=TEST" 'a history of two tests is refused'
ok 'nothing is written then' [ ! -e f ]

runs marked lua perl <<'END'
10 20
10!folded 20
12!folded 20
END
series marked
ok 'a history with verdicts' elements chart
is "$(sed -n 's/.*<text text-anchor[^>]*>\(!*\)<.*/\1/p' chart)" '!!' 'each value with a verdict is marked'
like "$(paste -s -d ' ' texts)" "lua ! 12.0 perl 20.0 ! means less than it seems: t on lua: folded, in 2 of 3 \
runs" 'and so is the label, with the reason'

# In a page.
run "$CGBENCH" --history=steps --fields=Ir,Dr --format=html:page.html
is "$(grep -c '<g id="chart-runs">' page.html):$(grep -c '<use href="#chart-runs"/>' page.html)" 1:4 \
	'the charts of a page share their runs'
perl -0777 -ne '
	print grep { /chart-runs/ } /<svg(?:(?!<svg).)*<\/svg>\n/gs' page.html >charts
sed 's/ id="chart-runs"//; s/<defs>//; s/<.defs>//; s/<use[^>]*>//' charts >chart
ok 'they are valid, too' elements chart
is "$(sed -n 's/.*<a href="#\([^"]*\)".*/\1/p' charts | sort -u | paste -s -d ' ')" \
	'run-0 run-2 run-3 run-5 run-7' 'and link to the runs where something happened'
is "$(sed -n 's/.*<a href="#\([^"]*\)".*/\1/p' charts | while read -r id; do
	grep -q "id=\"$id\"" page.html || echo "$id"; done)" '' 'which the page has'

done_testing
