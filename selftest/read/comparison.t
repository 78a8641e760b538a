#!/bin/sh
# One comparison: a table, every format, the summary and a gate agree on each cell,
# and what is shown never changes what is judged.
# shellcheck disable=SC2016 # perl's variables
. "$(dirname "$0")/../tap.sh"

# Two files whose test has the same name but another text.
perl "$here/saved.pl" one >one.json <<'END'
text 10
same 10
END
perl "$here/saved.pl" two three >two.json <<'END'
text 12~ 12~
same 12 10
END

# marked NORM: the puts on which the table of counts marks the test as not comparable.
marked() {
	run "$CGBENCH" --read=one.json --read=two.json --tables --raw --fields=Ir "--norm=$1"
	awk '$1 == "one" { split($0, label) }
		$1 == "text" { for (i = 2; i <= NF; i++) if ($i == "*") print label[i - 1] }' out
}

# said NORM FORMAT: the same puts, by csv or by json.
said() {
	"$CGBENCH" --read=one.json --read=two.json --fields=Ir "--norm=$1" "--format=$2:said" >table 2>&1
	case $2 in
	csv) sed -n 's/^text,\([a-z]*\),.*,false,,,,.*/\1/p' said ;;
	json) json said 'map { $_->{label} } grep { $_->{test} eq "text" && !$_->{comparable} }
		$f->{cells}->@*' ;;
	esac
}

for norm in one two three; do
	case $norm in
	one) want='two
three' ;;
	*) want=one ;;
	esac
	is "$(marked $norm)" "$want" "norm $norm: the table of counts marks what another text was measured for"
	is "$(said $norm csv)" "$want" "norm $norm: csv says the same"
	is "$(said $norm json)" "$want" "norm $norm: json says the same"
	run "$CGBENCH" --read=one.json --read=two.json --fields=Ir "--norm=$norm"
	like "$out" "from that on $norm;$" "norm $norm: the note names it"
	is "$(printf '%s\n' "$summary" | sed -n 's/^\(.*\) against .* 1 not comparable.*/\1/p')" \
		"$want" "norm $norm: the summary says the same"
	run "$CGBENCH" --read=one.json --read=two.json "--norm=$norm" --fail-above=text:Ir,50% --force
	is "$status" 128 "norm $norm: a gate cannot judge it"
done
run "$CGBENCH" --read=one.json --read=two.json --tables --raw --fields=Ir --norm=two
like "$out" '^AVERAGE +10\.0 +12\.0 +11\.0$' 'AVERAGE leaves out what the table marks'

# Marked cells are shown, and judged.
cat >folded.bench <<'END'
[sound]
code = BLACK_BOX(BLACK_BOX(1) + 1);

[folded]
code = BLACK_BOX(1);
END
judged='folded on gcc: folded: the code only moves values known beforehand: put BLACK_BOX around its inputs, in the code, not in setup
1 of 2 counts is good'
printf '%s\n' --verdict=none '--verdict=none --format=csv:x.csv' '--verdict=any --show' \
	'--verdict=none --show --tables --raw --average' '--verdict=none --summary -- gcc gcc=again' \
	'--verdict=none --show --fields=Ir' | sed '/ -- /!s/$/ -- gcc/' | in_turn 1 >rows
while read -r options; do
	# shellcheck disable=SC2086
	run "$CGBENCH" --check --benchfile=folded.bench $options
	want=$judged
	case $options in
	*=again) want=$(echo "$judged" | sed 's/ gcc:/ again:/; s/1 of 2 counts is/2 of 4 counts are/') ;;
	esac
	is "$status:$(tail -n 2 out)" "1:$want" "--check $options tells the unsound cells"
	case $options in
	*=Ir*)
		like "$out" '^Ir +2.0' '--verdict=none shows a sound test'
		unlike "$out" '^folded +(! )?[0-9]' '--verdict=none shows no unsound test'
		;;
	esac
done <rows
perl "$here/saved.pl" base new >gate.json <<'END'
fine 10 10
worse 10 11!varying
END
run "$CGBENCH" --read=gate.json --fields=Ir --verdict=none --fail-above=Ir,0
is "$status" 1 'a gate judges a test that is not shown'
like "$out" '^Ir +10\.0 10\.0 \+0\.00 %' 'the one that is shown has a row for each field'

done_testing
