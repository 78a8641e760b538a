#!/bin/sh
# --format: the content of each format, by the rules of its readers. Everything is read from saved
# files with made-up counts.
# shellcheck disable=SC2016

. "$(dirname "$0")/../tap.sh"

# A label with characters that the formats treat specially, and every kind of cell.
odd='né|w `a,"b'
perl "$here/saved.pl" base "$odd" >two.json <<'END'
same 10 10 expect=rep
more/n=16/kind=sorted 10 12.5!folded
less 10 5!rep expect=rep
third 10 10.3 ops=3
some 0 5
broken 9 FAIL
lost 7 -
found - 8
other 9 9~
END
perl "$here/saved.pl" only >one.json <<'END'
a 1
b FAIL
END
perl "$here/saved.pl" a b c >three.json <<'END'
x 100 100 200
y 100 50 100
z 100 100 100
END

# as FORMAT ARGUMENT...
as() {
	format=$1
	shift
	run "$CGBENCH" "--format=$format" "$@"
}

# query FILE EXPRESSION: the value of a Perl expression in which $j is the JSON file.
query() {
	perl -MJSON::PP -e '
		binmode STDOUT, ":encoding(UTF-8)";
		open my $file, "<", shift or die;
		local $/;
		my $j = JSON::PP->new->utf8->decode(<$file>);
		print join " ", map { defined $_ ? $_ : "-" } eval shift;
		die $@ if $@;' "$@"
}

# json
as json --read=two.json --fields=Ir,Dr
is "$status" 0 'json: the run ends with 0'
{
	is "$(query out '@$j{qw(version norm)}, sort keys %$j')" \
		"1 base cells cgbench fields labels norm tests version" 'json: what the whole has'
	is "$(query out 'map { "$_->{test}:" . (defined $_->{Ir} ? $_->{Ir} : "-") } @{$j->{cells}}')" \
		"same:10 same:10 more/n=16/kind=sorted:10 more/n=16/kind=sorted:12.5 less:10 less:5 \
third:3.33333333333333 third:3.43333333333333 some:0 some:5 broken:9 broken:- lost:7 found:8 \
other:9 other:9" 'json: a cell for each test and put that was tried, in the order of the file'
	is "$(query out '@{$j->{fields}}{qw(Ir Dr)}, @{$j->{tests}}, map { length } @{$j->{labels}}')" \
		'instructions data reads same more/n=16/kind=sorted less third some broken lost found other 4 10' \
		'json: all names, in order'
	is "$(query out 'map { "@{$_->{other_text} || []}" } @{$j->{cells}}[-2, -1]')" 'né|w `a,"b base' \
		'json: what has another text'
	is "$(query out 'join ",", sort keys %{$j->{cells}[3]}')" \
		'Dr,Ir,comparable,label,marked,ops,test,verdicts' 'json: the keys of a cell'
	is "$(query out 'join ",", sort keys %{$j->{cells}[11]}')" \
		'label,marked,ops,stage,test,verdicts,why' 'json: of one that failed'
	is "$(query out '@{$j->{cells}[11]}{qw(stage why)}')" 'compile exited with status 1' 'json: why it failed'
	is "$(query out '$j->{cells}[3]{label}')" "$odd" 'json: an odd label'
	is "$(query out 'map { ref $_->{Ir} || $_->{Ir} =~ /^[0-9.]+$/ ? 1 : 0 } grep { exists $_->{Ir} } @{$j->{cells}}' |
		tr -d ' 1')" '' 'json: counts are numbers'
	unlike "$out" '^\{"test".*"(Ir|Dr|ops)":"' 'json: and no strings'
	like "$out" '"Ir":3\.4333333333333336,"Dr":6\.866666666666667,' 'json: to the last digit'
	is "$(query out 'map { $_->{test} } grep { exists $_->{comparable} && !$_->{comparable} } @{$j->{cells}}')" \
		other 'json: incomparable cells'
	is "$(query out 'map { "$_->{test} @{$_->{verdicts}} " . ($_->{marked} ? 1 : 0) } grep { @{$_->{verdicts}} } @{$j->{cells}}')" \
		'more/n=16/kind=sorted folded 1 less rep 0' 'json: verdicts, and marks'
	as json --read=two.json --changed --sort=change --fields=Ir --compact=1
	is "$(query out 'map { $_->{test} } @{$j->{cells}}')" \
		'some less more/n=16/kind=sorted third broken found other' 'json: --changed, --sort, --compact'
	as json --read=two.json --tests=same --norm=1
	is "$(query out '$j->{norm}, scalar @{$j->{cells}}')" "$odd 2" 'json: --norm, --tests'
	as json --read=three.json --tests=z --changed
	is "$(query out 'scalar @{$j->{cells}}')" 0 'json: no cell at all'
}
if command -v jq >found; then
	as json --read=two.json
	is "$(jq -r '.cells[] | select(.Ir == 12.5) | .label' out)" "$odd" 'json: jq reads it'
else
	skip 'json: jq reads it' 'no jq'
fi

# csv
as csv --read=two.json --fields=Ir,Dr
is "$status" 0 'csv: the run ends with 0'
is "$(head -n 1 out)" 'test,label,ops,Ir,Dr,comparable,stage,why,verdicts,marked' 'csv: the head names the columns'
is "$(grep -c . out)" 17 'csv: a line for each cell'
is "$(sed -n 5p out)" 'more/n=16/kind=sorted,"né|w `a,""b",1,12.5,25,true,,,folded,true' 'csv: an odd label'
is "$(sed -n 13p out)" 'broken,"né|w `a,""b",1,,,,compile,exited with status 1,,false' 'csv: a cell that failed'
if command -v python3 >found && python3 -c 1 2>>found; then
	is "$(LC_ALL=C.UTF-8 python3 -c 'import csv
with open("out", encoding="utf-8", newline="") as f:
	rows = list(csv.DictReader(f, strict=True))
print(len(rows), rows[3]["label"], rows[3]["Ir"], {None in row for row in rows})')" \
		"16 $odd 12.5 {False}" 'csv: a parser reads it'
else
	skip 'csv: a parser reads it' 'no python3'
fi
for label in '=1+1' '+1' '-1' '@a'; do
	echo 'a 1' | perl "$here/saved.pl" "$label" >label.json
	as csv --read=label.json --fields=Ir
	like "$out" "^a,'$(printf %s "$label" | sed 's/+/\\+/g'),1," "csv: a spreadsheet shows the label $label, and computes nothing"
done

# markdown
as markdown --read=two.json --fields=Ir,Dr
is "$status" 0 'markdown: the run ends with 0'
cat >want <<'END'
- ``né|w `a,"b`` against `base`: 1 better, 3 worse, 1 same, 1 new, 1 missing, 1 failed, 1 not comparable; geometric mean of Ir -10.43 %

| Ir (less is better) | `base` | ``né\|w `a,"b`` | change |
|:--|--:|--:|--:|
| `some` | 0.0 | 5.0 | - |
| `less` | 10.0 | 5.0 | -50.00 % |
| `more/n=16/kind=sorted` ! folded | 10.0 | 12.5 | +25.00 % |
| `third` | 3.3 | 3.4 | +3.00 % |
| `broken` | 9.0 | FAIL | failed |
| `lost` | 7.0 |  | missing |
| `found` |  | 8.0 | new |
| `other` | 9.0 | \* | not comparable |

<details>
<summary>1 unchanged</summary>

| Ir (less is better) | `base` | ``né\|w `a,"b`` | change |
|:--|--:|--:|--:|
| `same` | 10.0 | 10.0 | +0.00 % |

</details>

! a number that means less than it seems; see VERDICTS in cgbench-fields(7)
END
same out want 'markdown: the summary, what changed, and the rest folded'
if command -v cmark-gfm >found; then
	cmark-gfm -e table --unsafe out >html
	is "$(grep -c '<table>' html):$(grep -c '<details>' html):$(grep -c '</details>' html)" 2:1:1 \
		'markdown: GitHub sees two tables'
	like "$(cat html)" '<code>né\|w `a,&quot;b</code>' 'markdown: and the odd label as it is'
	is "$(grep -c '|' html)" "$(grep -c 'né|w' html)" 'markdown: and no other bar'
	like "$(cat html)" '<td align="right">\*</td>' 'markdown: a star is a star'
else
	skip 'markdown: GitHub sees tables' 'no cmark-gfm'
fi
as markdown --read=three.json --fields=Ir
like "$out" '^\| Ir \(less is better\) \| `a` \| `b` \| change \| `c` \| change \|$' 'markdown: several puts have columns with changes'
like "$out" '^\| `x` \| 100.0 \| 100.0 \| \+0.00 % \| 200.0 \| \+100.00 % \|$' 'markdown: side by side'
as markdown --read=three.json --fields=Ir --compact=b
is "$(printf '%s\n' "$out" | grep '^| `[xyz]')" '| `y` | 100.0 | 50.0 | -50.00 % |
| `x` | 100.0 | 100.0 | +0.00 % |
| `z` | 100.0 | 100.0 | +0.00 % |' 'markdown: one of them'
as markdown --read=one.json --fields=Ir,Dr
is "$out" '| `only` | Ir | Dr |
|:--|--:|--:|
| `a` | 1.0 | 2.0 |
| `b` | FAIL | FAIL |' 'markdown: one put has no change'
awk 'BEGIN { for (i = 0; i < 3000; i++) print "a_long_name_of_a_test_" i, 10 + i, 11 + 2 * i }' |
	perl "$here/saved.pl" a b >many.json
as markdown --read=many.json
ok 'markdown: no longer than a comment may be' [ "$(wc -m <out)" -le 65536 ]
shown=$(grep -c '^| `a_long' out)
is "$(sed -n 's/^\([0-9]*\) more tests are left out\.$/\1/p' out)" "$((3000 - shown))" \
	'markdown: omitted tests are counted'

# github-action-benchmark: src/extract.ts requires a non-empty array of objects with the strings
# name and unit and the number value, and accepts the strings range and extra.
as github-action-benchmark --read=two.json --fields=Ir,Dr
is "$status" 0 'github-action-benchmark: the run ends with 0'
{
	is "$(query out 'ref $j, @$j > 0, scalar grep { !length $_->{name} || !length $_->{unit}
		|| grep { !/^(name|unit|value|range|extra)$/ } keys %$_ } @$j')" 'ARRAY 1 0' \
		'github-action-benchmark: the keys that the action knows'
	is "$(grep -c '"value":[0-9]' out):$(grep -c '"name"' out)" 28:28 'github-action-benchmark: each has a number'
	is "$(query out 'my %seen; scalar grep { $seen{$_->{name}}++ } @$j')" 0 \
		'github-action-benchmark: names are unique'
	is "$(query out '@{(grep { $_->{name} =~ /^more.*Ir .*w/ } @$j)[0]}{qw(name unit value extra)}')" \
		"more/n=16/kind=sorted/Ir [$odd] instructions 12.5 base: 10
folded" 'github-action-benchmark: an entry'
	is "$(query out 'map { $_->{name} } grep { $_->{name} =~ /^(broken|lost|other).*Ir/ } @$j')" \
		'broken/Ir [base] lost/Ir [base] other/Ir [base]' \
		'github-action-benchmark: no cell that failed or is not comparable'
}
as github-action-benchmark --read=one.json --tests=b
is "$status:$out" 128: 'github-action-benchmark: nothing to write fails'
like "$err" 'no count to write, and the action rejects an empty file' 'a file without counts for its action is named'

# bencher: bmf.json is an object of names of up to 1024 characters, to objects of slugs of up to
# 64, to objects with the number value and perhaps lower_value and upper_value.
as bencher --read=two.json --compact=1
is "$status" 0 'bencher: the run ends with 0'
{
	is "$(query out 'sort keys %$j')" 'found less same some third' \
		'bencher: the tests that have a count and no unexpected verdict'
	is "$(grep "left out" err)" "cgbench: --format=bencher: tests with a verdict on $odd are left out: \
more/n=16/kind=sorted (folded)" 'bencher: names those that it leaves out'
	is "$(query out 'scalar grep { my $m = $_; grep { !/^[a-z0-9]+(-[a-z0-9]+)*$/ || length > 64
		|| join(",", keys %{$m->{$_}}) ne "value" } keys %$m } values %$j')" 0 'bencher: slugs and values'
	is "$(query out 'map { $j->{same}{$_}{value} } qw(instructions dr cond-m l1-accesses l2-accesses ram-accesses
		total-accesses)')" '10 20 0 30 0 0 30' 'bencher: measures'
	as bencher --read=two.json --compact=0 --fields=Ir
	is "$(query out 'sort keys %{$j->{same}}')" instructions 'bencher: --fields chooses the measures'
}

# google-benchmark: compare.py requires json_schema_version 1, name and time_unit in all benchmarks,
# and real_time and cpu_time where these are equal in both files.
run "$CGBENCH" --read=two.json --fields=Ir,Dr '--format=google-benchmark:{label}.out'
is "$status" 0 'google-benchmark: the run ends with 0'
mv "$odd.out" odd.out
{
	is "$(query odd.out '$j->{context}{json_schema_version},
		scalar grep { !exists $j->{context}{$_} } qw(date host_name num_cpus mhz_per_cpu caches load_avg
		library_build_type)')" '1 0' 'google-benchmark: a context'
	like "$(query odd.out '$j->{context}{date}')" '^....-..-..T..:..:..\+00:00$' 'google-benchmark: the date has its form'
	comparable='map { $_->{name} } grep { exists $_->{real_time} && exists $_->{cpu_time}
		&& $_->{time_unit} eq "ns" } @{$j->{benchmarks}}'
	is "$(query base.out "$comparable")" \
		'same more/n=16/kind=sorted less third some broken lost other' 'google-benchmark: the norm'
	is "$(query odd.out "$comparable")" \
		'same more/n=16/kind=sorted less third some found' 'google-benchmark: the other put'
	is "$(query base.out 'scalar grep { !$_->{name} || !$_->{time_unit} } @{$j->{benchmarks}}')$(query odd.out \
		'scalar grep { !$_->{name} || !$_->{time_unit} || $_->{time_unit} eq "ns" && !exists $_->{cpu_time} }
		@{$j->{benchmarks}}')" 00 'google-benchmark: every benchmark has a unit'
	is "$(query odd.out 'map { "$_->{name}: $_->{error_message}" } grep { $_->{error_occurred} }
		@{$j->{benchmarks}}')" 'broken: compile: exited with status 1 other: not comparable: the text of '\
'the test differs from that on base' 'google-benchmark: errors'
	is "$(query odd.out '@{$j->{benchmarks}[1]}{qw(run_name run_type repetitions threads iterations
		real_time cpu_time label Ir Dr)}')" \
		"more/n=16/kind=sorted iteration 1 1 10 12.5 12.5 $odd (folded) 12.5 25" 'google-benchmark: a benchmark'
}

# Destinations.
run "$CGBENCH" --read=two.json --fields=Ir
mv out text
run "$CGBENCH" --read=two.json --fields=Ir --format=json:a.json --format=csv:a.csv --format=text:a.txt
same out text 'several files: the table is printed too'
same a.txt text 'the text in a file is what is printed'
like "$summary" '^.* against base' 'the summary is printed beside files'
ok 'json and csv may be written to files together' [ -s a.json ] && [ -s a.csv ]
rm a.json
run "$CGBENCH" --read=two.json --write=saved.json --format=json:a.json
is "$status:$out:$(head -c 12 a.json)" '0::{"version":1' 'with --write only the files are written'
as json:- --read=one.json
ok 'FILE can be any name' [ -s ./- ]
run "$CGBENCH" --read=two.json --summary --format=text:a.txt
same a.txt out '--summary is what text is then'
for option in --summary --average; do
	run "$CGBENCH" --read=two.json --fields=Ir --format=json:b.json --format=csv:b.csv
	run "$CGBENCH" --read=two.json --fields=Ir $option
	cp out alone
	run "$CGBENCH" --read=two.json --fields=Ir --format=json:a.json --format=csv:a.csv $option
	same out alone "$option is printed beside files"
	same a.json b.json 'json has all tests with each option'
	same a.csv b.csv 'csv has all tests with each option'
done
is "$(find . -name '*cgbench-*')" '' 'nothing is left beside them'

all='the formats are text, json, csv, markdown, html, svg, github-action-benchmark, bencher, google-benchmark'
refused "--format: unknown format 'jsn', perhaps 'json'; $all" --read=two.json --format=jsn
refused "--format: unknown format 'markdwon', perhaps 'markdown'; $all" --read=two.json --format=markdwon:x
refused "--format: unknown format 'pdf'; $all" --read=two.json --format=pdf
refused "--format: unknown format ''; $all" --read=two.json --format=:x
refused "option --format needs a value" --read=two.json --format=
refused "--format=json:: missing file after ':', as in --format=json:FILE" --read=two.json --format=json:
refused "--format=json and --format=csv both go to standard output; .*" --read=two.json --format=json --format=csv
refused "--format=bencher has no labels: write a file for each column, as in \
--format=bencher:\{label\}.json, or choose one with --compact=PUT" --read=two.json --format=bencher
refused "--format=google-benchmark:x has no labels: .*" --read=two.json --format=google-benchmark:x
refused "--format=json: --summary applies to text; to have both, name a file, .*:FILE" --read=two.json \
	--format=json --summary
refused "--format=csv: --average applies to text; .*" --read=two.json --format=csv --tables --average
refused -s 128 "no/such: cannot make a file in its directory: No such file or directory" --read=two.json --format=json:no/such
refused "--format=csv:x: 'x' would be written twice" --read=two.json --format=json:x --format=csv:x
refused "--format=csv:x: 'x' would be written twice" --read=two.json --write=./x --format=csv:x
ln -s x link
refused "--format=csv:x: 'x' would be written twice" --read=two.json --write=link --format=csv:x
mkdir runs
echo x 1 | perl "$here/saved.pl" a >runs/1.json
echo x 2 | perl "$here/saved.pl" b >runs/2.json
cp runs/1.json before.json
ln -s runs/1.json once.html
for read in "--read=runs/1.json --read=runs/2.json" --history=runs "--history runs/1.json runs/2.json"; do
	# shellcheck disable=SC2086
	run "$CGBENCH" --tests=x --format=html:once.html $read
	is "$status:$(tail -n 1 err)" "129:cgbench: --format=html:once.html: 'once.html' is read and would be \
overwritten; name another file" "a page in place of a run of $read"
done
ok 'runs are not overwritten' cmp runs/1.json before.json
perl "$here/saved.pl" a/b a_b >slash.json <<'END'
x 1 2
END
run "$CGBENCH" --read=slash.json '--format=bencher:{label}'
is "$status:$err" "129:cgbench: --format=bencher:{label}: 'a_b' would be written twice" 'two labels that make one name'
run "$CGBENCH" --read=slash.json '--format=bencher:{label}' --compact=0
ok 'a label with a slash' [ -s a_b ]
run "$CGBENCH" --read=two.json --verdict=empty --format=json:none.json --format=text:none.txt
is "$status:$out:$(query none.json 'scalar @{$j->{cells}}')" 0::0 'a file is written though there is no test'
mkdir dir
run "$CGBENCH" --read=a.json
is "$status $err" "128 cgbench: a.json: was written by --format=json; --read needs a file written by --write" \
	'a report is not a saved run'

# other FILE WHAT: a file that --read does not take.
other() {
	run "$CGBENCH" --read="$1"
	is "$status $err" "128 cgbench: $1: $2; --read needs a file written by --write" "--read of what $2"
}
echo '{"context": {"date": "2026"}, "benchmarks": [{"name": "f", "cpu_time": 1.5}]}' >gb.json
echo '{"results": [{"command": "sleep 1", "mean": 1.0}]}' >hyperfine.json
echo '{"name": "x"}' >x.json
other gb.json 'is in the format of Google Benchmark'
other hyperfine.json 'was written by hyperfine'
other x.json 'is not a run that cgbench saved'
refused -s 128 "dir: cannot write: Is a directory" --read=two.json --format=json:a.json --format=csv:dir
run "$CGBENCH" -e 'BLACK_BOX(1)' --debug --format=json:no/such -- gcc
unlike "$err" Starting 'a file that cannot be written is seen before anything is measured'
if [ -c /dev/full ]; then
	refused -s 128 "/dev/full: cannot write: No space left on device" --read=two.json --format=json:/dev/full --tests=same
fi

done_testing
