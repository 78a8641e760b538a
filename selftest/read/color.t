#!/bin/sh
# Colours mark better and worse counts, in text on a terminal, and only where they are wanted.
. "$(dirname "$0")/../tap.sh"

escape=$(printf '\033')
unset NO_COLOR COLUMNS
export TERM=xterm

perl "$here/saved.pl" base new third >three.json <<'END'
same 10 10 10
half 20 10 30
little 1000 1009 999
tiny 1000000 1000001 999999
some 0 5 0
lost 7 - 7
broken 9 FAIL 9
mended FAIL 9 9
other 9 9~ 9
END

# shown: standard input with its colours as letters: Green, Red, bold ones, Magenta; and a dot.
shown() {
	sed "s/$escape\\[32m/G/g;s/$escape\\[31m/R/g;s/$escape\\[1;32m/BG/g;s/$escape\\[1;31m/BR/g
		s/$escape\\[1;35m/BM/g;s/$escape\\[m/./g;s/\\r\$//"
}

run "$CGBENCH" --read=three.json --tables --fields=Ir --color=always
shown <out | sed -n '/ base /,/^AVERAGE/p' >table
cat >want <<'END'
          base    new  third
        ------ ------ ------
same    100.00 100.00 100.00
half    100.00 BG200.00.  BR66.67.
little  100.00  R99.11. G100.10.
tiny    100.00 100.00 100.00
some    100.00      - 100.00
lost    100.00        100.00
broken  100.00   BMFAIL. 100.00
mended    BMFAIL.      -      -
other   100.00      * 100.00
AVERAGE 100.00 BG113.99.  BR93.35.
END
same table want 'percentages: better, worse and failed cells'
run "$CGBENCH" --read=three.json --color=always
is "$(grep against out | shown)" "new against base: G1 better., R3 worse., 1 same, 1 missing, \
BM2 failed., 1 not comparable; geometric mean of Ir -15.72 %
third against base: G2 better., R1 worse., 5 same, BM1 failed.; geometric mean of Ir +5.19 %" 'the summary is coloured'
run "$CGBENCH" --read=three.json --tables --fields=Ir --color=always --tables --raw --norm=new
shown <out | sed -n '/ base /,/^AVERAGE/p' >table
cat >want <<'END'
             base       new    third
        --------- --------- --------
same         10.0      10.0     10.0
half         BR20.0.      10.0     BR30.0.
little     G1000.0.    1009.0    G999.0.
tiny    G1000000.0. 1000001.0 G999999.0.
some          BG0.0.       5.0      BG0.0.
lost          7.0                7.0
broken        9.0      BMFAIL.      9.0
mended       BMFAIL.       9.0      9.0
other           *       9.0        *
AVERAGE  166839.5  166840.7 166840.8
END
same table want 'counts, against another norm; those of an average are not compared'
sed 's/B*[GRM]\([0-9F][^.]*\(\.[0-9]\)*\)\./\1/g' table >uncolored
run "$CGBENCH" --read=three.json --tables --fields=Ir --color=never --tables --raw --norm=new
sed -n '/ base /,/^AVERAGE/p' out >table
same table uncolored 'the same without colours'
run "$CGBENCH" --read=three.json --tables --compact=third --color=always --tests=half,little --fields=Ir,Dr
is "$(shown <out | sed -n '/of half/p')" '  BR66.67.  BR66.67.  half      of half' 'fields as columns are coloured by the change'
run "$CGBENCH" --read=three.json --tables --fields=Ir,Dr --color=always --tests=half
is "$(shown <out | sed -n '/^ *Dr .*[0-9]/p')" 'Dr 100.00 BG200.00. BR66.67.' 'fields as rows are coloured by the change'
run "$CGBENCH" --read=three.json --tables --fields=Ir --color=always --norm=third --changed=50 --tests=half
like "$(shown <out)" '^half +150\.00 BG300\.00\. +100\.00$' '--changed=50: a third less is no change'
run "$CGBENCH" --read=three.json --summary --color=always --compact=new
shown <out >table
cat >want <<'END'
new against base: G1 better., R3 worse., 1 same, 1 missing, BM2 failed., 1 not comparable; geometric mean of Ir -15.72 %

Ir (less is better)      base       new         change
some                      0.0       5.0              BR-.
half                     20.0      10.0       BG-50.00 %.
little                 1000.0    1009.0        R+0.90 %.
tiny                1000000.0 1000001.0      R+0.0001 %.
lost                      7.0                  missing
broken                    9.0      BMFAIL.         BMfailed.
mended                   BMFAIL.       9.0         BMfailed.
other                     9.0         * not comparable
END
same table want '--summary has the colours of the table'

# Other formats, and files.
for format in json csv markdown github-action-benchmark; do
	run "$CGBENCH" --read=three.json --color=always --format=$format
	unlike "$out" "$escape" "none in $format"
done
run "$CGBENCH" --read=three.json --tables --color=always --format=text:file
unlike "$(cat file)" "$escape" 'none in a file'
ok 'a file that has no colour was written' grep -q AVERAGE file

# When: colored COMMAND... prints whether the command's output on a terminal has colours.
colored() {
	echo "\"$CGBENCH\" --read=three.json $2" >typed
	env "$1" script -qec 'sh typed' /dev/null </dev/null >typescript 2>&1
	grep -q 'less is better' typescript || echo 'no table'
	if grep -q "$escape" typescript; then echo yes; else echo no; fi
}
is "$(colored x=x '')" yes 'a terminal gets colours'
is "$(colored x=x --color=auto)" yes '--color=auto gives a terminal colours'
is "$(colored x=x --color=never)" no '--color=never gives a terminal none'
is "$(colored NO_COLOR=1 '')" no 'NO_COLOR gives a terminal no colours'
is "$(colored NO_COLOR= '')" yes 'NO_COLOR that is empty'
is "$(colored NO_COLOR=1 --color=always)" yes '--color=always in spite of it'
is "$(colored TERM=dumb '')" no 'TERM=dumb gives a terminal no colours'
is "$(colored TERM= '')" no 'an empty TERM gives a terminal no colours'
is "$(colored TERM=dumb --color=always)" yes '--color=always in spite of that'
is "$(colored x=x '2>/dev/null | cat')" no 'a pipe gets no colours'
is "$(colored x=x '2>/dev/null --color=always | cat')" yes '--color=always gives a pipe colours'
is "$(colored x=x '>table; cat table')" no 'a file gets no colours'
run "$CGBENCH" --read=three.json
unlike "$(cat out err)" "$escape" 'not without a terminal'
run "$CGBENCH" --read=three.json --color=sometimes
is "$status:$err" "129:cgbench: --color: invalid value 'sometimes'; use auto, always or never" '--color with another word is refused'
done_testing
