#!/bin/sh
# --columns: tests, or the values of a parameter, side by side in every layout.
. "$(dirname "$0")/../tap.sh"

perl "$here/saved.pl" one two >saved.json <<'END'
sum/n=16/step=1 100 200 param.n=16 param.step=1 desc=both
sum/n=256/step=1 150 180 param.n=256 param.step=1 desc=both
sum/n=16/step=2 50 60!folded param.n=16 param.step=2
sum/n=256/step=2 40 60 param.n=256 param.step=2
fill/n=16 1600 800 param.n=16 ops=16
fill/n=1024 FAIL 1024 param.n=1024 ops=1024 expect=rep
plain 7 8~
END
left='cgbench: --columns=n leaves out tests without this parameter: plain'

# shows NAME ARGUMENT...: prints the file want below its head.
shows() {
	shows_name=$1
	shift
	run "$CGBENCH" --read=saved.json --tables "$@"
	sed '1,/^The numbers/d; /^$/d; /^Results/d' out >got
	sed '/^$/d' want >wanted
	same got wanted "$shows_name"
}

# A parameter.
cat >want <<'END'
                    n=16 n=256 n=1024
                   ----- ----- ------
sum/step=1 (one)   100.0 150.0
sum/step=1 (two)   200.0 180.0
sum/step=2 (one)    50.0  40.0
sum/step=2 (two) !  60.0  60.0
fill (one)         100.0         FAIL
fill (two)          50.0          1.0
AVERAGE             92.0 107.5    1.0
! a number that means less than it seems; see VERDICTS in cgbench-fields(7)
folded: the code only moves values known beforehand: put BLACK_BOX around its inputs, in the code, not in setup
    sum/step=2 (two) on n=16
END
shows '--columns=n, one field' --columns=n --raw --fields=Ir
is "$status:$(head -n 1 err)" "0:$left" 'a test without the parameter is left out, and named'
run "$CGBENCH" --read=saved.json --columns=n
is "$summary" 'n=256 against n=16: 2 better, 1 worse, 1 same; geometric mean of Ir +1.94 %
n=1024 against n=16: 1 better, 0 worse, 0 same, 1 failed; geometric mean of Ir -98.00 %' \
	'a value is not missing where no test has it'
cat >want <<'END'
n=256 at 100.0%.
Higher is better: for example, using half as many instructions gives 200%,
while using twice as many gives 50%.
                     n=16  n=256
                   ------ ------
sum/step=2 (one)    80.00 100.00
sum/step=1 (two)    90.00 100.00
sum/step=2 (two) ! 100.00 100.00
sum/step=1 (one)   150.00 100.00
AVERAGE             99.31 100.00
! a number that means less than it seems; see VERDICTS in cgbench-fields(7)
folded: the code only moves values known beforehand: put BLACK_BOX around its inputs, in the code, not in setup
    sum/step=2 (two) on n=16
END
shows '--norm and --sort by column' --columns=n --tests=/sum/ --fields=Ir --norm=n=256 --sort=Dr:0
run "$CGBENCH" --read=saved.json --columns=n --tests=/sum/ --tables --raw --fields=Ir,Dr --compact=-1
is "$(sed -n '/^Results/,$p' out | sed '/^$/d')" 'Results for n=256
    Ir    Dr
 ----- -----
 150.0 300.0  sum/step=1 (one)   both
 180.0 360.0  sum/step=1 (two)   both
  40.0  80.0  sum/step=2 (one)
  60.0 120.0  sum/step=2 (two)
 107.5 215.0  AVERAGE' '--compact shows a column; a description that differs is none'
run "$CGBENCH" --read=saved.json --columns=n --tests=/sum/ --changed --sort=change --fields=Ir --raw
is "$(awk '/^sum/ { print $1 $2 }' out | xargs)" 'sum/step=1(one) sum/step=2(one) sum/step=1(two)' \
	'--changed and --sort=change work on columns'
run "$CGBENCH" --read=saved.json --columns=step --tests=/sum/ --summary
is "$(sed '/^!/,$d' out)" 'step=2 against step=1: 4 better, 0 worse, 0 same; geometric mean of Ir -66.02 %

Ir (less is better) step=1 step=2   change
sum/n=256 (one)      150.0   40.0 -73.33 %
sum/n=16 (two) !     200.0   60.0 -70.00 %
sum/n=256 (two)      180.0   60.0 -66.67 %
sum/n=16 (one)       100.0   50.0 -50.00 %' '--summary compares columns'

# Tests.
cat >want <<'END'
one
   sum/n=16/step=1 fill/n=1024 plain
   --------------- ----------- -----
Ir           100.0        FAIL   7.0
Dr           200.0        FAIL  14.0
two
   sum/n=16/step=1 fill/n=1024 plain
   --------------- ----------- -----
Ir           200.0         1.0   8.0
Dr           400.0         2.0  16.0
AVERAGE
   sum/n=16/step=1 fill/n=1024 plain
   --------------- ----------- -----
Ir           200.0         1.0   8.0
Dr           400.0         2.0  16.0
END
chosen=--tests=sum/n=16/step=1,fill/n=1024,plain
shows '--columns=tests, blocks' --columns=tests "$chosen" --raw --fields=Ir,Dr
run "$CGBENCH" --read=saved.json --columns=tests --tests=/plain\|16.step/
is "$(sed '/^$/,$d' out)" 'Ir (less is better)   one   change   two   change
sum/n=16/step=1     100.0          200.0
sum/n=16/step=2 !    50.0 -50.00 %  60.0 -70.00 %
plain                 7.0 -93.00 %   8.0 -96.00 %' '--columns=tests: a line for each test, with the change from the first'
like "$out" '^    sum/n=16/step=2 on two$' '--columns=tests: the test that is marked'
run "$CGBENCH" --read=saved.json --columns=tests --tests=/plain\|16.step/ --format=markdown --norm=plain
# shellcheck disable=SC2016
is "$(grep '^| .Ir\|one\|two' out)" '| `two` ! folded | 8.0 | 200.0 | 25 x | 60.0 | +650.00 % |
| `one` | 7.0 | 100.0 | 14.3 x | 50.0 | +614.29 % |' '--format=markdown has a row for each column'
run "$CGBENCH" --read=saved.json --columns=tests --verdict=folded --tables --raw --fields=Ir
like "$out" '^two ! +200\.0 ' '--verdict chooses rows'
unlike "$out" '^one ' '--verdict shows no other row'
run "$CGBENCH" --read=saved.json --columns=puts --fields=Ir
mv out columns
run "$CGBENCH" --read=saved.json --fields=Ir
same out columns '--columns=puts is the default'
# The name holds a longer value of what may be another parameter; a single put is not named.
perl "$here/saved.pl" one >single.json <<'END'
sum/n=12/n=1 10 param.n=1
sum/n=12/n=2 20 param.n=2
END
run "$CGBENCH" --read=single.json --columns=n --tables --raw --fields=Ir
is "$(grep sum out)" 'sum/n=12 10.0 20.0' 'a value that begins another, and a single put'

# Gates judge the cells whose tests they name.
run "$CGBENCH" --read=saved.json --columns=n --tests=/sum/ --summary --fail-above=/sum/:Ir,10%
is "$status" 128 'a gate judges columns'
is "$(grep gate err)" 'cgbench: gate /sum/:Ir,10%: sum/step=1 (one) on n=256: Ir is 150.0, on n=16 100.0: +50.0 (+50.00 %)
cgbench: gate /sum/:Ir,10%: unjudged on n=256: measures nothing or only a part (empty, folded, hoisted, shared, unstored or processes), unlike on n=16: sum/step=2 (two)
cgbench: gates: 3 counts judged, 1 above the limit; not all could be judged' 'a gate of columns names the cell of its column'
run "$CGBENCH" --read=saved.json --columns=n --summary --fail-above=fill/n=1024:Ir,0
is "$status" 128 'a gate that names a test'
is "$(grep gate err)" 'cgbench: gate fill/n=1024:Ir,0: unjudged on n=1024: failed, here or on n=16: fill (one)
cgbench: gates: 1 count judged, 0 above the limit; not all could be judged' 'judges its column only'
run "$CGBENCH" --read=saved.json --columns=tests --summary --norm=plain --fail-above=plain:Ir,0
is "$status:$(grep gate err | head -n 1)" \
	'128:cgbench: gate plain:Ir,0: unjudged on plain: its tests are in no other column' \
	'a gate that only names the norm'

# Refusals.
read=--read=saved.json
refused "--columns: 'm' is not a parameter of the tests, which have n, step; use one of them, tests or puts" \
	$read --columns=m
refused "--columns: 'n' is not a parameter of the tests, which have none; use tests or puts" \
	$read --columns=n --tests=plain
refused "--norm: no column has number 3; .*" $read --columns=n --norm=3
run "$CGBENCH" $read --columns=n --compact=one
is "$(head -n 1 err)" "cgbench: --compact: unknown column 'one'; the columns are:" '--compact with an unknown column lists the columns'
refused '--summary compares columns: it needs at least two; 1 given' $read --columns=tests --tests=plain --summary
for format in csv json:x github-action-benchmark bencher google-benchmark:x; do
	refused "--format=$format: --columns applies to text, markdown and svg" \
		$read --columns=n --format=$format
done
refused '--columns=n: --bisect prints no columns: they cannot be combined' $read --columns=n --bisect=Ir,0,1
refused '--columns=n: --check prints no columns: .*' --columns=n --check -e 1 gcc
refused '--baseline compares programs: --columns=tests cannot be combined with it' --columns=tests --baseline=saved.json gcc

# Counts are those of the usual table.
cat >work.bench <<'END'
[add]
code = BLACK_BOX(BLACK_BOX(1) + 1);

[fill]
preamble = #include <string.h>
param.n = 16 64
ops = @n@
setup = static char a[64];
code = for (int i = 0; i < n; i++) BLACK_BOX(a)[i] = 1;
END
run "$CGBENCH" --benchfile=work.bench --raw --fields=Ir --write=work.json --show -- gcc gcc=O1 -O1
usual=$(awk '/^(add|fill)/ { print $1, $2, $3 }' out)
run "$CGBENCH" --read=work.json --columns=tests --tables --raw --fields=Ir
is "$(awk '$2 == "fill/n=16" { split($0, name) } $1 == "gcc" { split($0, a) } $1 == "O1" { split($0, b) }
	END { for (i = 1; i <= 3; i++) print name[i], a[i + 1], b[i + 1] }' out)" "$usual" \
	'the same counts, per operation'
done_testing
