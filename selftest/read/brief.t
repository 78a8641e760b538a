#!/bin/sh
# The table that is shown if no option says what to display. Everything is read from saved files with made-up
# counts, but for a snippet and commands.
. "$(dirname "$0")/../tap.sh"

perl "$here/saved.pl" old new >many.json <<'END'
first 10 5
second 20 30
third 8 8
lost 7 -
broken 9 FAIL
END

run "$CGBENCH" --read=many.json
is "$status:$(grep -c against err)" 0:0 'many tests: no summary on standard error'
cat >want <<'END'
Ir (less is better)  old  new   change
first               10.0  5.0 -50.00 %
second              20.0 30.0 +50.00 %
third                8.0  8.0  +0.00 %
lost                 7.0       missing
broken               9.0 FAIL   failed

new against old: 1 better, 1 worse, 1 same, 1 missing, 1 failed; geometric mean of Ir -9.14 %

Ir: instructions

More: --explain says why, --fields=Ir,Dr,Dw adds fields, --format=html:FILE makes a page.
END
same out want 'a row for each in the order of the file, how many changed, and how to see more'

run "$CGBENCH" --read=many.json --format=html:page.html
is "$status:$out" "0:new against old: 1 better, 1 worse, 1 same, 1 missing, 1 failed; geometric mean of Ir \
-9.14 %" 'a page is written, and only the summary printed'
ok 'the page has text' [ -s page.html ]


# Whatever is chosen or arranged, less is better, and a change is in per cent of the norm.
head=$(head -n 7 want)
for option in --fields=Ir,Dr --sort=change --sort=Ir:new --changed --changed=10 --verdict=none --norm=old --columns=puts; do
	run "$CGBENCH" --read=many.json "$option"
	like "$out" '^Ir \(less is better\)  old  new   change$' "$option: less is better"
	like "$out" '^first               10\.0  5\.0 -50\.00 %$' "$option: the change is in per cent of the norm"
done
is "$(head -n 7 out)" "$head" '--columns=puts is the default'
run "$CGBENCH" --read=many.json --norm=new
like "$out" '^first                5\.0 10\.0 \+100\.00 %$' '--norm: in per cent of another'
run "$CGBENCH" --read=many.json --fields=Ir,Dr
is "$(sed -n '/^Dr/,/^$/p' out | head -n 2)" 'Dr (less is better)  old  new   change
first               20.0 10.0 -50.00 %' 'each field has a table'
like "$out" '^Ir: instructions; Dr: data reads$' 'the key explains the fields shown, and no others'
run "$CGBENCH" --read=many.json --raw --tests=first,third
is "$out" 'Ir     old new
first 10.0 5.0
third  8.0 8.0

Ir: instructions' '--raw: counts without changes'
run "$CGBENCH" --read=many.json --compact=new --fields=Ir,Dr --tests=first,broken
is "$out" 'new      Ir   Dr
first   5.0 10.0
broken FAIL FAIL

Ir: instructions; Dr: data reads' '--compact: one column, a line for each test'
# A compiler's default level is named in the head, unless the arguments or the labels say it.
levels() {
	head=$1
	shift
	perl "$here/saved.pl" "$@" <<-'END' >levels.json
		first 10 5
		second 20 30
	END
	run "$CGBENCH" --read=levels.json --fields=Ir
	is "$(sed 's/  .*//; q' out)" "$head" "saved as $*: $head"
}
levels 'Ir (less is better; -O2)' --language=c old new
levels 'Ir (less is better; default -O2)' --language=c++ O2 new
levels 'Ir (less is better)' --language=c --args=-Os old new
levels 'Ir (less is better)' --language=c O2 new-O2
levels 'Ir (less is better)' --language=perl old new
run "$CGBENCH" --read=many.json --tables
is "$(sed -n 1p out)" Key: "--tables: bench.pl's tables"
like "$out" '^Higher is better' '--tables: more is better'
refused "--average prints the averages of bench.pl's tables: it needs --tables" --read=many.json --average

run "$CGBENCH" --read=many.json --tests=first
is "$out" 'first: of first

(less is better)  old  new   change
Ir               10.0  5.0 -50.00 %  instructions
Dr               20.0 10.0 -50.00 %  data reads' 'a single test has a row for each field that differs'
run "$CGBENCH" --read=many.json --tests=third --fields=Ir,Dw
is "$(tail -n 2 out)" 'Ir               8.0 8.0 +0.00 %  instructions
Dw               0.0 0.0 +0.00 %  data writes' 'a single test: fields that were chosen'
run "$CGBENCH" --read=many.json --tests=first,third --derive='rate=64/Ir, higher is better'
like "$out" '^rate \(more is better\)' 'a field of which more is better says so'

# Several tests that are named are compared with each other, if there is one put.
perl "$here/saved.pl" only >one.json <<'END'
a 5
b 2
c 8!folded
END
run "$CGBENCH" --read=one.json --tests=a,b
is "$out" 'Ir (less is better) only   change
a                    5.0
b                    2.0 -60.00 %

b needs 2.50 times fewer instructions than a

Ir: instructions' 'tests that are named: a line each, with the change from the first'
run "$CGBENCH" --read=one.json --tests=a,b,c
unlike "$out" 'fewer' 'no test is praised beside one whose number means less than it seems'
like "$out" '^    c on only$' 'a line that is marked: where'
run "$CGBENCH" --read=one.json --tests=a,b --columns=puts
is "$out" 'only  Ir
a    5.0
b    2.0

Ir: instructions' '--columns=puts: they are not'
run "$CGBENCH" --read=one.json
unlike "$out" change 'all tests of a file are not'

# Whole programs.
run "$CGBENCH" --write=runs.json --command true 'sh -c :'
is "$status:$err" 0: 'commands are measured'
run "$CGBENCH" --read=runs.json
like "$out" '^true  *[0-9]+$' 'commands: a line each, with a whole count'
like "$out" '^sh -c : *[0-9]+ +[+]' 'commands: the change from the first'
like "$out" '^true needs [0-9.]+ times fewer instructions than sh -c :$' 'commands: a sentence'
echo "\"$CGBENCH\" --read=runs.json --no-pager" >typed
script -qec 'sh typed' /dev/null </dev/null >typescript
like "$(cat typescript)" '^true  *[0-9,]+,[0-9]{3}' 'commas on a terminal'

if command -v gcc >/dev/null; then
	run "$CGBENCH" -e 'BLACK_BOX(BLACK_BOX(6) * 7)' -- gcc=one gcc=two
	is "$(wc -l <out)" 4 'a snippet on two columns: four lines'
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
