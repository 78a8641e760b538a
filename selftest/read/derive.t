#!/bin/sh
# --derive, and the estimates of cycles.
# shellcheck disable=SC2016

. "$(dirname "$0")/../tap.sh"

# Measured with gcc, gcc=O0 -O0 and clang: a division, five nops, a loop, one that reads a byte of each of 4096 pages, and
# code that is not run.
cp "$here/read/derive/c.json" .

# csv FIELDS ARGUMENT...
csv() {
	fields=$1
	shift
	run "$CGBENCH" --read=c.json --format=csv "--fields=$fields" "$@"
}

# Estimates, by their original definitions: with hits, and with named sums.
csv Ir,Dr,Dw,COND_m,IND_m,Ir_m1,Dr_m1,Dw_m1,Ir_mm,Dr_mm,Dw_mm,EstimatedCycles,CEst
tail -n +2 out | awk -F, '
	function gap(a, b) { return a > b + 1e-6 || a < b - 1e-6 }
	{
		m1 = $9 + $10 + $11; ram = $12 + $13 + $14
		hits = $4 + $5 + $6 - m1
		if (gap($15, hits + 5 * (m1 - ram) + 35 * ram) ||
			gap($16, $4 + 10 * ($7 + $8) + 10 * m1 + 100 * ram))
			print
		if (ram > 1000) missed++
	}
	END { if (missed != 3) print missed " miss" }' >wrong
is "$(cat wrong)" '' 'EstimatedCycles and CEst are what their sources say'
cp out builtin.csv

# The user's fields.
csv cycles --tests=read --derive='cycles=Ir+10*(Ir_m1+Dr_m1+Dw_m1)+100*(Ir_mm+Dr_mm+Dw_mm)'
cut -d, -f1-4 out | tail -n +2 >mine
awk -F, 'NR > 1 && $1 == "read" { printf "%s,%s,%s,%.15g\n", $1, $2, $3, $16 - 10 * ($7 + $8) }' builtin.csv >theirs
same mine theirs 'a field that is defined after --fields'
run "$CGBENCH" --read=c.json --tables --raw --tests=div,read --compact=0 --derive='rate = miss / Dr' --derive=miss=Dr_m1
like "$out" '^ +Ir .* Dw_mm +rate +miss$' 'without --fields all are shown, and then the new ones'
for fields in Ir:'Ir half rate' Ir,rate:'Ir rate' half:half; do
	run "$CGBENCH" --read=c.json --tables --raw --tests=div --compact=0 --fields="${fields%:*}" \
		--derive=half=Ir/2 --derive=rate=Dr_m1/Dr
	is "$(grep '^ *\(Ir\|half\|rate\)\( \|$\)' out | tail -n 1 | xargs)" "${fields#*:}" \
		"--fields=${fields%:*} shows ${fields#*:}"
done
run "$CGBENCH" --read=c.json --tables --raw --tests=div,read --compact=0 --derive='rate = miss / Dr' --derive=miss=Dr_m1
like "$out" '^ +8\.0 .* - +0\.0  div ' 'division by zero yields no value'
like "$out" '^ .* 1\.0000 4096\.0  read ' 'a quotient has four decimals'
like "$out" '^ .* 1\.0000 2048\.0  AVERAGE' 'the average is of those that have a value'
like "$out" '^    rate miss / Dr$' 'the key says what it is'
run "$CGBENCH" --read=c.json --tests=div,loop --tables --fields=half --derive=half=Ir/2
cp out half
run "$CGBENCH" --read=c.json --tests=div,loop --tables --fields=Ir
sed 's/field half/field Ir/; /^    half/d' half >halved
same halved out 'half of every count is the same in percent'
run "$CGBENCH" --read=c.json --tests=div,loop --tables --fields=less --derive=less=-Ir
sed 's/field less/field Ir/; /^    less/d' out >lessened
same lessened halved 'negative values are the same in percent'
printf 'rose 5 0\nfell 0 5\nless 5 6\n' | perl "$here/saved.pl" old new >signs.json
run "$CGBENCH" --read=signs.json --summary --fields=less --derive=less=-Ir
is "$(sed -n '4,$p' out | sed 's/  *-/ -/; s/  *0/ 0/' | sort)" 'fell 0.0 -5.0         -
less -5.0 -6.0  -20.00 %
rose -5.0 0.0 +100.00 %' 'a negative value rises to 0'
like "$out" '^new against old: 2 better, 1 worse, 0 same' 'a negative value falls from 0'
run "$CGBENCH" --read=c.json --fields=rate --sort=rate:0 --tables --raw --derive=rate=Dr_m1/Dr
is "$(sed -n '/^Results/,$p' out | cut -d' ' -f1 | sed -n '5,9p' | tr '\n' ' ')" \
	'read div nops loop cold ' '--sort takes it, and what has no value comes last' || cat out
run "$CGBENCH" --read=c.json --tests=div,read --summary --fields=rate --derive=rate=Dr_m1/Dr
like "$summary$out" '^O0 against gcc: . better, . worse, . same, 1 without a value' \
	'--summary leaves out what has no value'
run "$CGBENCH" --read=c.json --tests=div --format=json --fields=rate,Ir --derive=rate=Dr_m1/Dr
like "$out" '"label":"gcc","ops":1,"Ir":8,"rate":null,' 'a division by 0 is null in JSON'
csv rate --tests=div --derive=rate=Dr_m1/Dr
like "$out" '^div,gcc,1,,true,' 'a division by 0 is empty in CSV'
for format in bencher google-benchmark github-action-benchmark; do
	run "$CGBENCH" --read=c.json --tests=div,read "--format=$format" --compact=gcc \
		--fields=rate --derive=rate=Dr_m1/Dr
	is "$status:$(grep -c 'inf\|nan' out)" 0:0 "$format has no inf or nan"
	ok "$format is JSON" perl -MJSON::PP -0777 -ne 'JSON::PP->new->decode($_)' out
done

# A field may say that higher is better. x has ten times the hits on b, y half of them.
perl "$here/saved.pl" a b >hits.json <<'END'
x 10 100
y 10 5
END
hits='hits = Ir, higher is better'
run "$CGBENCH" --read=hits.json --fields=hits "--derive=$hits"
like "$summary" 'b against a: 1 better, 1 worse, 0 same; geometric mean of hits \+123\.61 %$' \
	'higher is better: in the summary'
run "$CGBENCH" --read=hits.json --tables --fields=hits "--derive=$hits"
is "$(grep '^[xyA]' out)" 'x       100.00 1000.00
y       100.00   50.00
AVERAGE 100.00  525.00' 'a higher percentage is still better, and the average is of the values'
like "$out" '^    hits Ir, higher is better$' 'the key says that higher is better'
run "$CGBENCH" --read=hits.json --fields=hits --tables --raw --color=always "--derive=$hits"
like "$out" "^x +10\.0 +$(printf '\033')\[1;32m" 'a higher value is green'
like "$out" "^y +10\.0 +$(printf '\033')\[1;31m" 'a lower value is red'
run "$CGBENCH" --read=hits.json --summary --fail-above=hits,10% "--derive=$hits"
is "$status:$(cat err)" '1:cgbench: gate hits,10%: y on b: hits is 5.0, on a 10.0: -5.0 (-50.00 %)
cgbench: gates: 2 counts judged, 1 beyond the limit' 'a gate limits how much lower it is'
run "$CGBENCH" --read=hits.json --fail-above=hits,+5 "--derive=$hits"
is "$status" 0 'a gate limits by how many counts a value falls'
run "$CGBENCH" --read=hits.json --format=json --fields=Ir,hits "--derive=$hits"
like "$out" '^{.*"norm":"a","higher_is_better":\["hits"\],"derived":\["hits"\],"cells":' 'json names the fields of which higher is better'
run "$CGBENCH" --read=hits.json --format=markdown --fields=hits "--derive=$hits"
like "$out" '^- `b` against `a`: 1 better, 1 worse, 0 same' 'markdown counts what is higher as better'
for format in github-action-benchmark google-benchmark; do
	run "$CGBENCH" --read=hits.json "--format=$format:x.{label}" --fields=hits "--derive=$hits"
	is "$status:$out$err" "129:cgbench: --format=$format:x.{label}: its reader assumes that lower is \
better, but higher hits is better; choose other fields with --fields" "$format would be misread"
done
run "$CGBENCH" --read=hits.json "--format=google-benchmark:x.{label}" --fields=Ir,hits "--derive=$hits"
is "$status" 0 'a format is written if its deciding field is less is better'
run "$CGBENCH" --read=hits.json --fields=cost --derive='cost=Ir, lower is better'
like "$summary" 'b against a: 1 better, 1 worse, 0 same; geometric mean of cost \+123\.61 %$' 'lower is better: in the summary'

# A saved file holds them.
run "$CGBENCH" --read=hits.json "--derive=$hits" --derive=half=Ir/2 --write=saved.json
is "$(json saved.json 'map { $_ } @{$f->{cgbench}{derived}}')" "$hits
half=Ir/2" '--write saves the fields'
run "$CGBENCH" --read=saved.json --fields=hits
like "$summary" 'b against a: 1 better, 1 worse, 0 same; geometric mean of hits' '--read knows derived fields'
run "$CGBENCH" --read=saved.json --tests=x --compact=0 --tables --raw
like "$out" '^ +Ir .* Dw_mm +hits +half$' '--read shows the saved fields'
run "$CGBENCH" --read=saved.json --tests=x --fields=half --derive=half=Ir/10 --compact=0 --tables --raw
like "$out" '^ +1\.0000  x ' '--derive replaces a saved field'
run "$CGBENCH" --read=saved.json --write=again.json
is "$(json again.json '$f->{cgbench}{derived}[0]')" "$hits" 'a field that was read is saved again'
perl "$here/saved.pl" c <<'END' >c1.json
x 10
END
run "$CGBENCH" --read=c1.json --derive=hits=Ir --write=c2.json
run "$CGBENCH" --read=saved.json --read=c2.json
is "$status:$out$err" "129:cgbench: c2.json defines the derived field 'hits=Ir', an earlier file \
'$hits'; choose one with --derive" 'two files may not differ in what a name means'
run "$CGBENCH" --read=saved.json --read=c2.json --derive=hits=Dr --fields=hits
is "$status" 0 '--derive decides between two files'

# --bisect
bisect() {
	run "$CGBENCH" "--bisect=$1" --derive=half=Ir/2 --derive=rate=Dr_m1/Dr \
		-e 'BLACK_BOX(BLACK_BOX(100u) / 7)' -- gcc
}
bisect half,4,4
is "$status:$out" '0:Bisect: half had the value 4' '--bisect takes a derived field'
bisect EstimatedCycles,0,7
is "$status:$out" '1:Bisect: EstimatedCycles had the value 8' '--bisect takes an estimate'
bisect rate,0,1
is "$status:$out$err" "128:cgbench: --bisect: rate of e on gcc has no value: it divides by \
zero, or the size is unknown" 'what has no value is not in the range, nor outside'
run "$CGBENCH" --bisect=one,0,1 --derive=one=1 -e '#error' -- gcc
is "$status" 125 'what does not compile has no value, even if the formula is a number'

refused "--derive='x=Ir\+Drm1': column 6: unknown field 'Drm1', perhaps 'Dr_m1'; the fields are Ir .* x" \
	--read=c.json --derive=x=Ir+Drm1
# shellcheck disable=SC2046
run "$CGBENCH" --read=c.json --tests=div --tables --raw --compact=0 --fields=f16 --derive=f1=1 \
	$(seq 2 16 | awk '{ print "--derive=f" $1 "=f" $1 - 1 "+f" $1 - 1 }')
like "$out" '^ *32768\.0  div ' 'sixteen fields, each of them twice the one before'

perl -pe 's/,"sizes":\[[^]]*\]//g' c.json >old.json
run "$CGBENCH" --read=old.json --fields=size --format=csv --tests=div
is "$status:$(grep -c '^div,[^,]*,1,,true' out)" 0:3 'a file of before has no sizes'
perl -pe 's/"sizes":\[/"sizes":["x",/' c.json >bad.json
run "$CGBENCH" --read=bad.json
like "$status:$err" '^128:cgbench: bad.json: .*sizes' 'wrong sizes are refused'
done_testing
