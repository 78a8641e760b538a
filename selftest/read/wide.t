#!/bin/sh
# Tables that are wider than their terminal: columns without room are in further blocks.
. "$(dirname "$0")/../tap.sh"

unset COLUMNS
export NO_COLOR=1

perl "$here/saved.pl" gcc-11 gcc-12 gcc-13 clang a-long-label 日本語 >six.json <<'END'
short 10 10 9 8 5 4
sort::insertion/n=1000 100 200 300 400 50 FAIL
END

# table OPTION...: the output from its first block on.
table() {
	run "$CGBENCH" --read=six.json "$@"
	sed -n '/^Results\|^short$/,$p' out
}

table --tables --fields=Ir --width=43 >got
cat >want <<'END'
Results for field Ir

                       gcc-11 gcc-12 gcc-13
                       ------ ------ ------
short                  100.00 100.00 111.11
sort::insertion/n=1000 100.00  50.00  33.33
AVERAGE                100.00 100.00 111.11

                        clang a-long-label
                       ------ ------------
short                  125.00       200.00
sort::insertion/n=1000  25.00       200.00
AVERAGE                125.00       200.00

                       日本語
                       ------
short                  250.00
sort::insertion/n=1000   FAIL
AVERAGE                250.00
END
same got want 'a line for each test'
is "$(awk 'length > 43' want)" '' 'no line is longer than it may be'
is "$(table --tables --fields=Ir --width=42 | grep -c 'gcc-11 gcc-12$')" 1 'one column less: one put less'
is "$(table --tables --fields=Ir --width=70 | grep -c '^AVERAGE')" 1 'a table that fits has one block'
is "$(table --tables --fields=Ir --width=69 | grep -c '^AVERAGE')" 2 'a table that nearly fits has two blocks'
is "$(table --tables --fields=Ir --width=1 | grep -c '^AVERAGE')" 6 'each block has a put, if there is no room at all'

is "$(table --fields=Ir --tables --raw --norm=gcc-13 --width=45 | grep -c 'gcc-13')" 4 'counts: the norm is in each block'

table --tables --fields=Ir,Dr --tests=short --width=30 >got
cat >want <<'END'
short
of short

   gcc-11 gcc-12 gcc-13  clang
   ------ ------ ------ ------
Ir 100.00 100.00 111.11 125.00
Dr 100.00 100.00 111.11 125.00

   a-long-label 日本語
   ------------ ------
Ir       200.00 250.00
Dr       200.00 250.00
END
same got want 'a block for each test'

table --compact=clang --tables --raw --fields=Ir,Dr,Dw,COND --width=43 >got
cat >want <<'END'
Results for clang

    Ir    Dr  Dw
 ----- ----- ---
   8.0  16.0 0.0  short
 400.0 800.0 0.0  sort::insertion/n=1000
   8.0  16.0 0.0  AVERAGE

 COND
 ----
  0.0  short
  0.0  sort::insertion/n=1000
  0.0  AVERAGE
END
same got want 'a wide table has its fields as columns'
table --compact=clang --tables --raw --fields=Ir,Dr,Dw,COND --width=56 >got
cat >want <<'END'
Results for clang

    Ir    Dr  Dw COND
 ----- ----- --- ----
   8.0  16.0 0.0  0.0  short                    of short
 400.0 800.0 0.0  0.0  sort::insertion/n=1000   of so...
   8.0  16.0 0.0  0.0  AVERAGE
END
same got want 'long descriptions are cut'

# On a terminal, and elsewhere.
# typed COLUMNS OPTIONS: the number of blocks on a terminal of that width.
typed() {
	echo "stty cols $1; \"$CGBENCH\" --read=six.json --tables --fields=Ir $2" >script.sh
	script -qec 'sh script.sh' /dev/null </dev/null | tr -d '\r' >typescript
	grep -c '^AVERAGE' typescript
}
is "$(typed 69 '')" 2 'a terminal has a width'
is "$(typed 70 '')" 1 'a table that fits is one block'
is "$(typed 69 --width=70)" 1 '--width decides on a terminal'
is "$(typed 69 --width=0)" 1 '--width=0: no limit'
is "$(COLUMNS=41 typed 200 '')" 4 'COLUMNS decides before the terminal'
is "$(COLUMNS='' typed 69 '')" 2 'an empty COLUMNS says nothing'
is "$(typed 20 '| cat')" 1 'a pipe has no width'
is "$(typed 20 '--format=text:file; cat file')" 7 'a file has no width'
is "$(grep -c '^AVERAGE' file)" 1 'the table in a file is one block'
run env COLUMNS=20 "$CGBENCH" --read=six.json --tables --fields=Ir
is "$(grep -c '^AVERAGE' out)" 1 'COLUMNS is for terminals'
for bad in x -1 ''; do
	run "$CGBENCH" --read=six.json "--width=$bad"
	is "$status" 129 "--width=$bad is refused"
done
done_testing
