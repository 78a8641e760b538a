#!/bin/sh
# Labels and names in any script: columns align on a terminal in every locale, and no output controls the terminal.
. "$(dirname "$0")/../tap.sh"

escape=$(printf '\033')
accent=$(printf 'e\314\201')
# Three people of two columns each, with joiners of no width between them.
family=$(printf '\360\237\221\250\342\200\215\360\237\221\251\342\200\215\360\237\221\247')

perl "$here/saved.pl" größe 日本語 "$accent" "$family" >words.json <<'END'
same 10 10 9 8
sum/kind=größe 100 0 3 4!empty
sum/kind=日本 1 20 9.1 FAIL
END

cat >field <<END
Results for field Ir

                 größe 日本語   $accent $family
                 ----- ------ --- ------
same              10.0   10.0 9.0    8.0
sum/kind=größe ! 100.0    0.0 3.0    4.0
sum/kind=日本      1.0   20.0 9.1   FAIL
AVERAGE           55.0    5.0 6.0    6.0

! a number that means less than it seems; see VERDICTS in cgbench-fields(7)
empty: the code was optimised away: end it with BLACK_BOX(result)
    sum/kind=größe on $family
END
cat >block <<END
sum/kind=日本
of sum/kind=日本

   größe 日本語    $accent $family
   ----- ------ ---- ------
Ir   1.0   20.0  9.1   FAIL
Dr   2.0   40.0 18.2   FAIL
END
cat >compact <<END
Results for $family

   Ir   Dr
 ---- ----
  8.0 16.0  same               of same
  4.0  8.0  sum/kind=größe !   of sum/kind=größe
 FAIL FAIL  sum/kind=日本      of sum/kind=日本
  6.0 12.0  AVERAGE
END
cat >changed <<END
$accent against größe: 2 better, 1 worse, 0 same; geometric mean of Ir -37.37 %

Ir (less is better) größe   $accent    change
sum/kind=日本         1.0 9.1 +810.00 %
sum/kind=größe      100.0 3.0  -97.00 %
same                 10.0 9.0  -10.00 %
END

for locale in C C.UTF-8 nowhere; do
	export LC_ALL=$locale
	run "$CGBENCH" --read=words.json --tables --raw --fields=Ir
	sed -n '/^Results/,$p' out >table
	same table field "a line for each test, LC_ALL=$locale"
	run "$CGBENCH" --read=words.json --tables --raw --fields=Ir,Dr
	sed -n '/^sum.kind=日本/,/^Dr/p' out >table
	same table block "a block for each test, LC_ALL=$locale"
	run "$CGBENCH" --read=words.json --tables --raw --compact=-1 --fields=Ir,Dr
	sed -n '/^Results/,/AVERAGE/p' out >table
	same table compact "fields as columns, LC_ALL=$locale"
	run "$CGBENCH" --read=words.json --summary --compact=2
	same out changed "what changed, LC_ALL=$locale"
	like "$(cat err)" "^cgbench: sum/kind=日本 on $family: " "a failure, LC_ALL=$locale"
done
unset LC_ALL

# During a measurement.
cat >words.bench <<'END'
language = perl

[sum]
code = die "\x1b[31m größe\n";
END
run "$CGBENCH" -v --check --benchfile=words.bench -- perl=größe "perl=${escape}[31m日本"
is "$(sed 's/fails: .*/fails/' out)" 'sum on größe: fails
sum on \x1b[31m日本: fails
0 of 2 counts are good' '--check shows control characters as text'
like "$(cat err)" '^cgbench: Done sum/\\x1b\[31m日本 ' '--verbose shows control characters escaped'
like "$(cat err)" '^    \\x1b\[31m größe' 'what a failed cell printed'
unlike "$(cat err)" "$escape" 'nothing of it reaches the terminal'
run "$CGBENCH" --norm=x --benchfile=words.bench -- perl=größe "perl=${escape}日本"
is "$(cat err)" "cgbench: --norm: unknown column 'x'; the columns are:
    größe  perl
    \\x1b日本  perl" 'nothing of a list of columns reaches the terminal'

# The status line is cut to the width of the terminal: this one has 27 columns.
for columns in 27 28; do
	printf '%s\n' "stty cols $columns; exec \"$CGBENCH\" --benchfile=words.bench --fields=Ir -- perl=日本日本" >typed
	script -qec 'sh typed' /dev/null </dev/null >"shown.$columns" 2>&1
done
like "$(cat shown.28)" '0 of 1 counts: sum/日本日本' 'a status line that fits'
unlike "$(cat shown.27)" 'counts: ' 'one that does not'
done_testing
