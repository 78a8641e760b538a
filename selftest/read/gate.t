#!/bin/sh
# --fail-above and --baseline: what breaks a gate, and what prevents its evaluation.
# shellcheck disable=SC2016 # perl's variables
. "$(dirname "$0")/../tap.sh"

perl "$here/saved.pl" base new >two.json <<'END'
same 10 10
both 0 0
less 20 10
percent 1000 1010
str::len/n=16 10 12.5
some 0 5
END
perl "$here/saved.pl" base new >holes.json <<'END'
same 10 10
lost 7 -
gone 7 -
found - 8
broken 9 FAIL
mended FAIL 9
other 9 9~
empty 9 0!empty
folded 9 1!folded
expected 9 1!folded expect=folded
always 1!folded 1!folded
slow 9 12!heap
timed 9!vdso 9!vdso
never - -
END
perl "$here/saved.pl" base new newer >three.json <<'END'
x 100 101 100
y 100 100 110
END

# gate STATUS TEST... -- OPTION...: the exit status, and the tests that break a gate.
gate() {
	gate_want=$1:
	shift
	while [ "$1" != -- ]; do
		gate_want="$gate_want $1"
		shift
	done
	shift
	run "$CGBENCH" --fields=Ir "$@"
	gate_got=$(sed -n 's/^cgbench: gate [^ ]*: \([^ ]*\) on new[^ ]*: [A-Za-z]* is .*/\1/p' err | xargs)
	is "$status:${gate_got:+ $gate_got}" "$gate_want" "$*"
}

# These break a gate.
gate 0 -- --read=two.json --fail-above=same,both,less:Ir,0
is "$(tail -n 1 err)" 'cgbench: gates: 3 counts judged, 0 above the limit' 'a gate that passes says what it judged'
gate 1 percent str::len/n=16 some -- --read=two.json --fail-above=Ir,0
is "$(grep ': gate' err)" 'cgbench: gate Ir,0: percent on new: Ir is 1010.0, on base 1000.0: +10.0 (+1.00 %)
cgbench: gate Ir,0: str::len/n=16 on new: Ir is 12.5, on base 10.0: +2.5 (+25.00 %)
cgbench: gate Ir,0: some on new: Ir is 5.0, on base 0.0: +5.0
cgbench: gates: 6 counts judged, 3 above the limit' 'each test that breaks a gate is told with both values'
like "$out" '^percent +1000\.0 1010\.0 +\+1\.00 %$' 'the table is shown before the gates'
gate 1 str::len/n=16 some -- --read=two.json --fail-above=Ir,1%
gate 1 str::len/n=16 -- --read=two.json --fail-above=/^str::/:Ir,0
gate 1 str::len/n=16 -- --read=two.json --fail-above=same,str::len/n=16:Ir,0 --fail-above=percent:Ir,1%
gate 0 -- --read=two.json --fail-above=Ir,0 --tests=less,same
run "$CGBENCH" --read=two.json --fail-above=less:Ir,0 --norm=new
like "$err" '^cgbench: gate less:Ir,0: less on base: Ir is 20.0, on new 10.0: \+10.0 \(\+100.00 %\)$' \
	'the norm is what --norm says'
gate 1 x y -- --read=three.json --fail-above=Ir,0
like "$err" 'x on new: ' 'the first put that breaks a gate is told'
like "$err" 'y on newer: ' 'the second put that breaks a gate is told'
for option in --summary --write=copy.json --changed --verdict=none --format=json \
	--format=markdown --format=csv:x.csv --compact=base; do
	gate 1 x y -- --read=three.json --fail-above=Ir,0 "$option"
done
gate 1 y x -- --read=three.json --fail-above=Ir,5% --fail-above=x:Ir,0 --sort=change
# Values that print the same.
perl "$here/saved.pl" base new >tiny.json <<'END'
tiny 100.0 100.1 ops=1000
END
gate 1 tiny -- --read=tiny.json --fail-above=Ir,0
like "$err" ': Ir is 0\.1001, on base 0\.1000: \+0\.0001 \(\+0\.10 %\)$' 'two counts never look the same'

# Derived fields.
gate 1 str::len/n=16 some -- --read=two.json --derive=cost=Ir+3*Dr --fail-above=cost,1%
like "$err" ': cost is 87\.5, on base 70\.0: \+17\.5 \(\+25\.00 %\)$' 'a gate of a derived field shows its values'
gate 128 -- --read=two.json --derive=none=Ir/Dw --fail-above=same,both:none,0
like "$err" 'unjudged on new: has no value: same, both$' 'a quotient by 0 is not judged'
gate 1 x y -- --read=three.json --derive=none=Ir/Dw --fields=none --fail-above=Ir,0

# Gates that cannot be evaluated.
gate 0 -- --read=holes.json --fail-above=same,expected,always,timed,found:Ir,0
perl "$here/saved.pl" base >old.json <<'END'
x 1
END
perl "$here/saved.pl" new >new.json <<'END'
x 1
END

# Formats report it.
run "$CGBENCH" --read=three.json --fail-above='/^(x|z)$/:Ir,0' --fail-above=Ir,1% --format=json
is "$(perl -MJSON::PP -e 'local $/; print join ";", map { my $g = $_; join ",", map { "$_=$g->{$_}" } sort keys %$g }
	decode_json(<>)->{gates}->@*' out)" \
	'count=101,field=Ir,gate=/^(x|z)$/:Ir,0,label=new,norm=100,test=x;count=110,field=Ir,gate=Ir,1%,label=newer,norm=100,test=y' \
	'json has what breaks a gate'
run "$CGBENCH" --read=holes.json --fail-above=lost:Ir,0 --format=json
like "$out" '^\{"gate":"lost:Ir,0","label":"new","unjudged":"missing, though .*: lost"\}$' \
	'json has the gates that could not be evaluated'
run "$CGBENCH" --read=three.json --fail-above=Ir,50% --format=json
is "$(perl -MJSON::PP -e 'local $/; print scalar decode_json(<>)->{gates}->@*' out)" 0 'json has an empty list if no gate is broken'
run "$CGBENCH" --read=three.json --format=json
unlike "$out" gates 'without gates it does not'
run "$CGBENCH" --read=three.json --fail-above='/^(x|z)$/:Ir,0' --format=markdown
is "$(head -n 5 out)" 'Gates: 2 counts judged, 1 above the limit

| gate | test | column | `base` | count | change |
|:--|:--|:--|--:|--:|--:|
| `/^(x\|z)$/:Ir,0` | `x` | `new` | 100.0 | 101.0 | +1.00 % worse |' 'markdown begins with it'

# Budgets.
perl "$here/saved.pl" base new <<'END' | sed 's/\("[a-z_]*budget":"[A-Za-z]*\)_/\1 /g' >budgets.json
exact 10 10 budget=Ir_10
above 10 11 budget=Ir_10 top_budget=Dr_90
uncounted 10 10 budget=allocs_0
failed 10 FAIL budget=Ir_10
folded 0!folded 10 budget=Ir_10
hidden 0!folded 10 budget=Ir_10 expect=folded
foreign - 10 budget=Ir_10
END
run "$CGBENCH" --read=budgets.json --tests=exact,above,hidden,foreign --fields=Ir
is "$status:$err" '1:cgbench: gate budget: above on new: Ir is 11.0, its budget 10.0: +1.0 (+10.00 %)
cgbench: gates: 9 counts judged, 1 above the limit' 'a budget is judged on each put, without a norm'
run "$CGBENCH" --read=budgets.json --tests=exact,above --fields=Dr --fail-above=Ir,0
is "$(grep -c ': gate ' err):$(tail -n 1 err)" '2:cgbench: gates: 8 counts judged, 2 above the limit' 'and beside a gate'
for test in 'uncounted:has no value: allocs' failed:failed:\ Ir 'folded:marked folded: Ir'; do
	run "$CGBENCH" --read=budgets.json --tests="${test%%:*}"
	is "$status" 128 "$test: 128"
	like "$err" "^cgbench: gate budget: unjudged on [a-z]*: ${test#*:} of ${test%%:*}\$" \
		"$test: which is not a pass"
done
run "$CGBENCH" --read=budgets.json --tests=above --format=json
like "$out" '^\{"gate":"budget","label":"new","test":"above","field":"Ir","budget":10,"count":11\}$' 'json has it'
run "$CGBENCH" --read=budgets.json --tests=above --format=markdown
like "$out" '^\| `budget Ir` \| `above` \| `new` \| 10\.0 \| 11\.0 \| \+10\.00 % worse \|$' 'and so has markdown'
run env GITHUB_ACTIONS=true GITHUB_WORKSPACE="$work" "$CGBENCH" --read=budgets.json --tests=above
like "$err" '^::error::above on new: Ir is 11\.0, its budget 10\.0: ' 'it is an error of GitHub'
printf '[b]\nbudget = Ir 2\ncode = BLACK_BOX((BLACK_BOX(9) >> 1)%s)\n' '' ' + 1' >b.bench
sed -i '4s/b/c/' b.bench
run "$CGBENCH" --benchfile=b.bench -- gcc
is "$status:$(grep -o 'gate budget: .* +1\.0' err)" '1:gate budget: c on gcc: Ir is 3.0, its budget 2.0: +1.0' \
	'one instruction is too much, where none more is allowed'
sed -i 's/Ir 2/&, allocs 0/' b.bench
for shard in 1/2 2/2; do
	run "$CGBENCH" --benchfile=b.bench --shard=$shard --write="${shard%/2}.json" -- gcc
	is "$status:$err" 0: "shard $shard leaves budgets to others"
done
run "$CGBENCH" --read=1.json --read=2.json
like "$status:$err" 'gates: 4 counts judged, 1 above the limit$' 'the run of both shards judges them'
while read -r text why; do
	printf '[b]\ncode = 1\nbudget =%s\n' "$(echo "$text" | tr _ ' ')" >b.bench
	refused "b.bench:3:1: budget.*$why.*" --benchfile=b.bench --list
done <<'END'
_IR_3 unknown.field.'IR',.perhaps.'Ir'
_Ir as.in.'Ir.120,.allocs.0'
_Ir_3, as.in
_Ir_3_Dr_2 as.in
_Ir_1e3 as.in
END

# Bad input.
refused "--fail-above=Ir,60: invalid limit '60'.*its 'budget' in the benchfile" --read=two.json --fail-above=Ir,60
refused "--fail-above: unknown field 'IR', perhaps 'Ir'; .*" --read=two.json --fail-above=IR,0
refused "--fail-above: '/x' does not end in '/'.*" --read=two.json --fail-above=/x:Ir,0
refused '--fail-above: missing closing parenthesis.*' --read=two.json '--fail-above=/(/:Ir,0'
refused '--fail-above compares columns: it needs at least two.*' --read=new.json --fail-above=Ir,0
refused '--fail-above compares columns, --bisect judges.*' --read=new.json --fail-above=Ir,0 --bisect=Ir,0,1
refused '--fail-above compares columns, --check judges.*' --fail-above=Ir,0 --check -- gcc
refused '--baseline compares columns, --check judges.*' --baseline=old.json --check -- gcc
refused '--baseline needs something to compare: .*' --baseline=old.json
refused '.*--norm cannot be combined with it.*' --baseline=old.json --norm=0 --read=new.json
refused -s 128 'none.json: cannot read: No such file.*' --baseline=none.json -- gcc
refused "label 'baseline' is reserved for --baseline.*" --baseline=old.json -- gcc=baseline
refused "--baseline: three.json has 3 columns, none labelled 'gcc'.*" --baseline=three.json -- gcc
refused '--baseline: three.json has 3 columns: name one program, .*' --baseline=three.json -- gcc clang
refused '--baseline: old.json was measured with --loops=10,20.*' --baseline=old.json --loops=20,30 -- gcc
refused -s 128 '--baseline: old.json has no test in common with .* is .e.' --baseline=old.json -e 1 -- gcc

# A baseline that is read.
perl "$here/saved.pl" new >old.json <<'END'
x 1
gone 1
END
run "$CGBENCH" --baseline=old.json --read=new.json --fields=Ir --tables --raw
like "$out" '^ +baseline +new$' 'the baseline is the first column, with a label of its own'
like "$out" '^x +1\.0 +1\.0$' 'the baseline and the put have their values'
like "$out" '^gone +1\.0 *$' 'the baseline has its tests'
run "$CGBENCH" --baseline=three.json --read=new.json --fields=Ir --tables --raw
like "$out" '^x +101\.0 +1\.0$' 'of several puts, the baseline is the one with the same label'
is "$(printf %s "$out" | grep -c newer)" 0 'no other put of the baseline is shown'
gate 128 -- --baseline=old.json --read=new.json --fail-above=Ir,0
like "$err" "unjudged on new: 'baseline' has no fingerprint" 'a baseline without fingerprint is not judged'

done_testing
