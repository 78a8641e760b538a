#!/bin/sh
# Changes of tests: the summary, the tests that changed, and their order. Everything is read from
# saved files with made-up counts.
. "$(dirname "$0")/../tap.sh"

perl "$here/saved.pl" base new >two.json <<'END'
same 10 10
both 0 0
half 20 10
more/n=16 10 12.5
little 1000 1009
some 0 5
lost 7 -
found - 8
never - -
broken 9 FAIL
mended FAIL 9
other 9 9~
END
perl "$here/saved.pl" a b c >three.json <<'END'
x 100 100 200
y 100 50 100
z 100 100 100
END
perl "$here/saved.pl" only >one.json <<'END'
x 1
END

run "$CGBENCH" --read=two.json --fields=Ir
is "$summary" 'new against base: 1 better, 3 worse, 2 same, 1 new, 1 missing, 2 failed, 1 '\
'not comparable; geometric mean of Ir -8.81 %' 'a comparison ends in a summary'
unlike "$err" ' against ' 'the summary is not on standard error'
run "$CGBENCH" --read=two.json --fields=Dr --norm=new
like "$summary" '^base against new: 3 better, 1 worse, 2 same, 1 new, 1 missing, .* of Dr \+9\.66 %$' \
	'the summary is of the first field that is shown, against the norm'
run "$CGBENCH" --read=three.json
is "$summary" 'b against a: 1 better, 0 worse, 2 same; geometric mean of Ir -20.63 %
c against a: 0 better, 1 worse, 2 same; geometric mean of Ir +25.99 %' 'a line for each put'

# Nothing to compare or to show.
run "$CGBENCH" --read=one.json
is "$(cat err)" '' 'one put has no summary'
run "$CGBENCH" --read=three.json --write=copy.json
is "$(cat err)" '' '--write prints no summary'
run "$CGBENCH" --read=three.json --write=copy.json --show
like "$summary" '^b against a' '--write --show prints a summary'
run "$CGBENCH" --read=one.json --bisect=Ir,0,1
is "$status:$(cat err)" 0: '--bisect prints no summary'
run "$CGBENCH" --check -e 'BLACK_BOX(BLACK_BOX(6) * 7)' -- gcc=one gcc=two
is "$status:$(cat err)" 0: '--check prints no summary'
run "$CGBENCH" --read=three.json --verdict=any
is "$(cat err)" 'cgbench: --verdict: no test matches' 'no test has no summary'

# --summary
run "$CGBENCH" --read=two.json --summary
is "$status:$(grep -c against err)" 0:0 '--summary: on standard output only'
cat >want <<'END'
new against base: 1 better, 3 worse, 2 same, 1 new, 1 missing, 2 failed, 1 not comparable; geometric mean of Ir -8.81 %

Ir (less is better)   base    new         change
some                   0.0    5.0              -
half                  20.0   10.0       -50.00 %
more/n=16             10.0   12.5       +25.00 %
little              1000.0 1009.0        +0.90 %
lost                   7.0               missing
found                         8.0            new
broken                 9.0   FAIL         failed
mended                FAIL    9.0         failed
other                  9.0      * not comparable
END
same out want 'what changed, the largest change first'
run "$CGBENCH" --read=three.json --summary --norm=c
cat >want <<'END'
a against c: 1 better, 0 worse, 2 same; geometric mean of Ir -20.63 %

Ir (less is better)     c     a   change
x                   200.0 100.0 -50.00 %

b against c: 2 better, 0 worse, 1 same; geometric mean of Ir -37.00 %

Ir (less is better)     c     b   change
x                   200.0 100.0 -50.00 %
y                   100.0  50.0 -50.00 %
END
same out want '--summary is of each put against the norm'
run "$CGBENCH" --read=two.json --summary --tests=same,both
is "$out" 'new against base: 0 better, 0 worse, 2 same; geometric mean of Ir +0.00 %' '--summary of equal runs says that nothing changed'
run "$CGBENCH" --read=three.json --summary --write=copy.json
like "$out" '^b against a: ' '--summary is shown with --write, too'

# A cell that varies by as much is the same, whichever of the two varies.
varying() {
	echo 'x 1000 1001' | perl "$here/saved.pl" a b | sed "s/\"line\":1/\"again\":{\"$1\":\"$2\"},&/" >varying.json
	run "$CGBENCH" --read=varying.json --summary
}
varying b 9990
like "$out" ' 0 worse, 1 same' 'a change within what the put varies by is none'
varying a 10020
like "$out" ' 0 worse, 1 same' 'a change within what the norm varies by is none'
varying b 10020
like "$out" ' 1 worse, 0 same' 'but a larger one is'
run "$CGBENCH" --read=varying.json --summary --fields=Dr
like "$out" ' 1 worse, 0 same' 'and one of a field that was not counted again'

# A large change is a factor, wherever it is printed.
perl "$here/saved.pl" a b >large.json <<'END'
x 1 63
END
run "$CGBENCH" --read=large.json --summary --fail-above=Ir,0 --format=markdown:large.md
like "$out" ' of Ir 63 x$' 'a change of more than ten times is a factor: in the summary'
like "$out" '^x +1\.0 63\.0   63 x$' 'in the list below it'
like "$err" ': \+62\.0 \(63 x\)$' 'in what a gate says'
like "$(cat large.md)" '\| 63\.0 \| 63 x \|$' 'a factor is shown in markdown'

# --changed
tests() {
	printf '%s\n' "$out" | sed -n 's/^\([a-z][^ ]*\)  *[-*F0-9].*/\1/p' | xargs
}
run "$CGBENCH" --read=two.json --fields=Ir --changed
is "$(tests)" 'half more/n=16 little some lost found broken mended other' '--changed omits equal counts'
like "$summary" ' 2 same, ' 'the summary counts it'
like "$summary" ' of Ir -8\.81 %$' 'and it stays in the mean'
run "$CGBENCH" --read=two.json --fields=Ir --changed=0.9
is "$(tests)" 'half more/n=16 some lost found broken mended other' '--changed=0.9: and what changed by 0.9 %'
like "$summary" ': 1 better, 2 worse, 3 same, ' 'which is then the same'
run "$CGBENCH" --read=two.json --fields=Ir --changed=0.8%
is "$(tests)" 'half more/n=16 little some lost found broken mended other' 'but not with 0.8%'
run "$CGBENCH" --read=three.json --tests=z --fields=Ir --changed
is "$status:$out" '0:No test changed in Ir' '--changed says if nothing changed'
run "$CGBENCH" --read=three.json --tests=y,z --fields=Dr,COND --changed=50.5
is "$out" 'No test changed in Dr by more than 50.5 %' 'or if none changed by that much'
run "$CGBENCH" --read=three.json --tests=y,z --changed=100 --average --fields=Ir --tables --raw
like "$out" '^AVERAGE +100.0 +75.0 +100.0$' '--average prints the average even then'
run "$CGBENCH" --read=three.json --fields=Ir --changed
is "$(tests)" 'x y' 'a change on any put is one'
run "$CGBENCH" --read=three.json --compact=b --changed=60 --fields=Ir,Dr
is "$(tests)" x '--changed in a table of one column omits other tests'

# --sort=change
run "$CGBENCH" --read=two.json --fields=Ir --sort=change
is "$(tests)" 'some half more/n=16 little lost found broken mended other same both' \
	'--sort=change: the largest change first'
run "$CGBENCH" --read=three.json --fields=Ir --sort=change
is "$(tests)" 'x y z' '--sort=change sorts by the change on any put'
run "$CGBENCH" --read=three.json --fields=Ir --sort=change --sort=Ir:1
is "$(tests)" 'y x z' 'the last --sort holds'
run "$CGBENCH" --read=three.json --fields=Ir --sort=Ir:1 --sort=change
is "$(tests)" 'x y z' '--sort=change may be the last --sort'

# One operation of several; a change that two decimals do not show.
perl "$here/saved.pl" a b >small.json <<'END'
ops 40 48 ops=4
tiny 1000000 1000001
END
run "$CGBENCH" --read=small.json --summary
like "$out" '^ops +10\.0 +12\.0 +\+20\.00 %$' 'counts are of one operation'
like "$out" '^tiny .* \+0\.0001 %$' 'a small change is seen'

# Files with different tests.
perl "$here/saved.pl" old >old.json <<'END'
x 1
y 2
END
perl "$here/saved.pl" next >next.json <<'END'
z 3
y 4
END
perl "$here/saved.pl" far >far.json <<'END'
zz 3
END
run "$CGBENCH" --read=old.json --read=next.json --summary
like "$out" '^next against old: 0 better, 1 worse, 0 same, 1 new, 1 missing; ' 'tests that are not in both files'
run "$CGBENCH" --read=old.json --read=next.json --summary --tests=z
like "$out" '^next against old: 0 better, 0 worse, 0 same, 1 new$' '--tests chooses one of the second file only'
run "$CGBENCH" --read=old.json --read=far.json
is "$status:$out:$err" "128::cgbench: far.json: no test in common with the files before it: \
its first is 'zz', theirs 'x'" 'none is in both'

# Bad usage.
for option in --summary --changed --sort=change; do
	run "$CGBENCH" --read=one.json $option
	is "$status:$out:$err" "129::cgbench: $option compares columns: it needs at least two; 1 given" \
		"$option of one put"
done
run "$CGBENCH" --read=one.json --fail-above=Ir,0
is "$status:$out:$err" "129::cgbench: --fail-above compares columns: it needs at least two; 1 given; \
--baseline=FILE compares with a saved run, and 'budget' of a test with nothing" '--fail-above of one put'
for bad in x -1 1x '' +1 1%%; do
	run "$CGBENCH" --read=two.json "--changed=$bad"
	is "$status:$out:$err" "129::cgbench: --changed: '$bad' is not a percentage, as in --changed=0.5" \
		"--changed=$bad"
done
run "$CGBENCH" --read=two.json --sort=changes
is "$status:$err" "129:cgbench: --sort: invalid value 'changes'; use FIELD:PUT, as in --sort=Ir:0, or \
change" '--sort with another word is refused'


# bench.pl's tables have no summary.
run "$CGBENCH" --read=three.json --tables
is "$(grep -c against out err)" 'out:0
err:0' "bench.pl's tables have no summary"
run "$CGBENCH" --read=three.json --format=csv
is "$(grep -c against out err)" 'out:0
err:0' 'nor has another format'
# A suite that takes minutes. Nothing of this one can be run.
set --
while [ $# -lt 102 ]; do set -- "$@" -e '('; done
run "$CGBENCH" "$@" -- dash
like "$err" '^cgbench: measuring 51 tests in each column; --list names them, ' 'over 50 tests are said'
shift 2
run "$CGBENCH" "$@" -- dash
unlike "$err" 'in each column' '50 are not'

done_testing
