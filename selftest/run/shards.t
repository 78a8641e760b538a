#!/bin/sh
# Shards of a run, joined, are the run: three of some tests of the C suite. CGBENCH_TEST_ALL=1 also takes 1 and 200.
# shellcheck disable=SC2016,SC2086 # variables of Perl, and lists of words
. "$(dirname "$0")/../tap.sh"

suite=$top/benchfiles/c.bench

# measure FILE OPTION...: the puts are in $puts.
measure() {
	file=$1
	shift
	run "$CGBENCH" --write="$file" "$@" -- $puts
	is "$status:$err" 0: "measured: $*"
}

# reads FILE...: sets $reads, the options that read them.
reads() {
	reads=$(printf -- '--read=%s ' "$@")
}

# shards N NAME OPTION...: measures NAME-1.json to NAME-N.json.
shards() {
	count=$1
	name=$2
	shift 2
	number=0
	while [ $((number += 1)) -le "$count" ]; do
		"$CGBENCH" --shard=$number/"$count" --write="$name-$number.json" "$@" -- $puts 2>>errors ||
			echo "shard $number: status $?" >>errors
	done
	is "$(cat errors)" '' "measured: $count shards"
	: >errors
}

# Everything but counts, the host and the time.
rest='my %c = %{$f->{cgbench}}; delete @c{qw(measured shard)};
	JSON::PP->new->canonical->pretty->encode([@$f{qw(order perls tests loop_counts)}, \%c])'
# alike FILE WHOLE NAME
alike() {
	"$here/difference" "$2" "$1" >differences
	is "$(sed '$d' differences)" '' "$3: the same counts"
	is "$(tail -n 1 differences)" "$(json "$2" 'map { keys %$_ } values %{$f->{results}}' | wc -l) cells" \
		"$3: of all cells"
	json "$1" "$rest" >joined.rest
	json "$2" "$rest" >whole.rest
	ok "$3: compared" [ -s whole.rest ]
	same joined.rest whole.rest "$3: the same in everything else"
}

# The C suite.
puts=$(printf 'gcc\nclang\n' | in_turn 1 | xargs)
tests=$("$CGBENCH" --list --benchfile="$suite" | sed '/^$/,$d; s/ .*//' | in_turn 6 | paste -sd, -)
: >errors
measure whole.json --benchfile="$suite" --tests="$tests"
for count in ${CGBENCH_TEST_ALL:+1 200} 3; do
	shards "$count" suite --benchfile="$suite" --tests="$tests"
	reads $(seq -f suite-%.0f.json "$count" -1 1)
	run "$CGBENCH" $reads --write=joined.json
	is "$status:$err:$out" 0:: "$count shards are joined"
	alike joined.json whole.json "tests of the C suite in $count shards on $puts"
done

# Failures, parameters and derived fields, and shards without a test.
cat >my.bench <<'END_OF_FILE'
language = c
[one]
param.n = 1 2 3
code = BLACK_BOX(n);
[wrong]
code = BLACK_BOX(unknown);
[folded]
code = int a = 1; (void)a;
END_OF_FILE
puts=gcc
for number in 1 2 3 4 5 6 7; do
	run "$CGBENCH" --benchfile=my.bench --shard=$number/7 --derive=twice=2*Ir --write=my-$number.json -- $puts
	[ $number = 4 ] && want=128 || want=0
	is "$status" $want "shard $number of 7 exits with $want"
done
run "$CGBENCH" --benchfile=my.bench --derive=twice=2*Ir --write=my.json -- $puts
is "$status" 128 'the whole run exits with 128'
run "$CGBENCH" --read=my-4.json --read=my-7.json --read=my-1.json --read=my-2.json --read=my-6.json \
	--read=my-5.json --read=my-3.json --write=joined.json
is "$status" 0 'shards without a test, and with one that failed, are joined'
alike joined.json my.json 'with a failure'
run "$CGBENCH" --benchfile=my.bench --shard=1/1 --derive=twice=2*Ir --write=my-0.json -- $puts
run "$CGBENCH" --read=my-0.json --write=one.json
is "$status" 0 'the only shard of a run is joined'
alike one.json my.json 'one shard'
is "$(json joined.json '@{$f->{order}}' | xargs)" 'one/n=1 one/n=2 one/n=3 wrong folded' 'in the order of the benchfile'
is "$(json my-6.json '@{$f->{order}}, values %{$f->{cgbench}{shard}}' | wc -l)" 4 'the sixth has no test'
run "$CGBENCH" --benchfile=my.bench --shard=6/7 --tables --raw --fields=Ir -- $puts gcc=b
is "$status:$err" '0:' 'which can be printed'
run "$CGBENCH" --benchfile=my.bench --shard=2/3 --list
is "$status:$err:$(sed '/^$/,$d; s/ .*//' out | xargs)" '0::one/n=2 folded' '--list prints the tests of a shard'
run "$CGBENCH" --benchfile=my.bench --tests=one/n=3,wrong,folded --shard=2/2 --list
is "$(sed 's/ .*//' out)" wrong 'shards divide only the tests that --tests chose'
run "$CGBENCH" --benchfile=my.bench --shard=6/7 --list
is "$status:$out:$err" '0::' 'a shard may have no test'

# Shards of several runs, side by side with a whole one, and a new put.
for number in 1 2; do
	measure old-$number.json --benchfile=my.bench --tests=/one/ --shard=$number/2
done
puts=gcc=O0' -O0'
for number in 1 2 3; do
	measure new-$number.json --benchfile=my.bench --tests=/one/ --shard=$number/3
done
puts=gcc=O3' -O3'
measure O3.json --benchfile=my.bench --tests=/one/
run "$CGBENCH" --read=new-2.json --read=old-2.json --read=O3.json --read=new-1.json --read=old-1.json \
	--read=new-3.json --tables --raw --fields=Ir -- gcc=O1 -O1
is "$status:$err" 0: 'several runs, joined, are shown beside each other'
like "$out" '^ +O0 gcc +O3 +O1$' 'in the order of their first files'
like "$out" '^one/n=3 ! +[0-9.]+ +[0-9.]+ +[0-9.]+ +[0-9.]+$' 'joined shards have all counts'

# Gates judge the joined run.
reads old-1.json old-2.json
"$CGBENCH" $reads --write=base.json
run "$CGBENCH" $reads --baseline=base.json --fail-above=Ir,0 --fields=Ir
is "$status" 0 'a gate passes on joined shards'
reads new-1.json new-2.json new-3.json
run "$CGBENCH" $reads --baseline=base.json --fail-above=Ir,0 --fields=Ir
is "$status" 128 'a gate does not pass where the baseline alone is folded'
like "$err" ': unjudged on O0: .*, unlike on baseline: one/n=1, one/n=2, one/n=3$' 'a gate judges all tests of joined shards'

# says STATUS MESSAGE ARGUMENT...: in one line, and nothing is printed.
says() {
	says_want=$1:$2
	shift 2
	run "$CGBENCH" "$@"
	is "$status:$err$out" "$says_want" "cgbench $*"
}
# incomplete MESSAGE READ...: these shards are not a run, and --force only shows them.
incomplete() {
	incomplete=$1
	shift
	says 128 "cgbench: $incomplete; --force shows what there is" "$@"
	says 128 "cgbench: $incomplete; --force shows what there is" "$@" --baseline=base.json --fail-above=Ir,0
	says 128 "cgbench: $incomplete; --force shows what there is" "$@" --write=not.json
	run "$CGBENCH" "$@" --force --tables --raw --fields=Ir
	is "$status:$err" "0:cgbench: $incomplete; shown anyway" '--force shows shards that are incomplete'
	for option in --write=not.json '--fail-above=Ir,0 --norm=0' --baseline=base.json --bisect=Ir,0,9; do
		run "$CGBENCH" "$@" --force $option
		is "$status:$(tail -n 1 err)" \
			"128:cgbench: ${option%%=*} needs a whole run: shards that only --force joins are shown, not saved or judged" \
			"${option%%=*} does not take incomplete shards"
	done
	ok 'incomplete shards are not written' [ ! -e not.json ]
}
incomplete 'shard 2 of 3 of the run with new-3.json is missing' --read=new-3.json --read=new-1.json
incomplete 'shards 1, 3 of 3 of the run with new-2.json are missing' --read=new-2.json
incomplete 'shards 1, 3 of 3 of the run with new-2.json are missing' --read=base.json --read=new-2.json
incomplete 'new-1.json and new-1.json are both shard 1 of 3' --read=new-3.json --read=new-1.json \
	--read=new-2.json --read=new-1.json
run "$CGBENCH" --read=my-1.json
like "$err" '^cgbench: shards 2, 3, 4, 5, 6 and 1 more of 7 of the run with my-1.json are missing;' 'the first of many'
run "$CGBENCH" --read=my-6.json --force
is "$status:$(tail -n 1 err)" '128:cgbench: my-6.json: the shards contain no test' 'nothing is not shown'

# changed FROM TO: old-2.json with another text, as other.json.
changed() {
	sed "s|$1|$2|" old-2.json >other.json
	ok "changed: $1" [ "$(cmp old-2.json other.json)" ]
}
changed '"kernel":"[^"]*"' '"kernel":"Other 1.0"'
run "$CGBENCH" --read=old-1.json --read=other.json --write=joined.json
is "$status:$err" 0: 'another kernel is no difference'
is "$(json joined.json '$f->{cgbench}{fingerprints}[0]{kernel}')" \
	"$(json old-1.json '$f->{cgbench}{fingerprints}[0]{kernel}'), Other 1.0" 'the other kernel is kept'
changed '\("fingerprints":\[{.*"libc":\)"[^"]*"' '\1"other"'
run "$CGBENCH" --read=old-1.json --read=other.json
like "$status:$err" "^128:cgbench: 'gcc' of old-1.json and 'gcc' of other.json differ in .*'other'\\); --force shows what there is\$" \
	'another C library is refused'
incomplete "$(printf %s "$err" | sed 's/^cgbench: //; s/; --force.*//')" --read=old-1.json --read=other.json
changed '"measured":\[[^]]*\]' '"measured":[{"date":"2026-11-01T00:00:00Z","commit":"7000000000000000000000000000000000000000","subject":"a","committed":"2026-11-01T00:00:00Z","clean":true}]'
sed 's/"commit":"7/"commit":"8/' other.json >commit.json
sed "s|\"measured\":\\[[^]]*\\]|$(grep -o '"measured":\[[^]]*\]' commit.json)|" old-1.json >first.json
incomplete "'gcc' of first.json and 'gcc' of other.json differ in the commit ('800000000000', '700000000000')" \
	--read=first.json --read=other.json
sed "s|\"measured\":\\[[^]]*\\]|$(grep -o '"measured":\[[^]]*\]' other.json)|" old-1.json >first.json
"$CGBENCH" --read=first.json --read=other.json --write=joined.json
is "$(json joined.json '@{$f->{cgbench}{measured}[0]}{qw(commit date)}')" \
	"$(json other.json '@{$f->{cgbench}{measured}[0]}{qw(commit date)}')" 'one commit is kept'

# --force cannot join these either.
puts=gcc
measure three.json --benchfile=my.bench --tests=/one/ --shard=2/3
measure loops.json --benchfile=my.bench --tests=/one/ --shard=2/2 --loops=5,10
measure tests.json --benchfile=my.bench --tests=one/n=1,one/n=2 --shard=2/2
sed 's/BLACK_BOX(n)/BLACK_BOX(n + 1)/' my.bench >edited.bench
measure edited.json --benchfile=edited.bench --tests=/one/ --shard=2/2
puts='gcc gcc=b'
measure labels.json --benchfile=my.bench --tests=/one/ --shard=2/2
sed 's/"tests":3,"selection"/"tests":4,"selection"/' old-1.json >first.json
sed 's/"number":1/"number":2/' first.json >twice.json
for force in '' --force; do
	says 128 'cgbench: old-1.json is shard 1 of 2, three.json shard 2 of 3: they are not shards of one run' \
		--read=old-1.json --read=three.json --read=old-2.json $force
	for what in 'loops loop counts' 'tests tests to choose from' 'edited tests to choose from' 'labels labels'; do
		file=${what%% *}.json
		says 128 "cgbench: old-1.json and $file have different ${what#* }: they are not shards of one run" \
			--read=old-1.json --read="$file" --read=old-2.json $force
	done
	says 128 "cgbench: twice.json: test 'one/n=1' is in another shard too" --read=first.json --read=twice.json $force
done
says 128 'cgbench: old-1.json: is shard 1 of 2 of a run: join the shards first, with --read=FILE for each and --write=FILE' \
	--baseline=old-1.json gcc
run "$CGBENCH" --history old-1.json old-2.json
like "$status:$err" '^128:cgbench: old-1.json: is shard 1 of 2 of a run: join' 'a history takes no shards'

# Damaged files.
damaged() {
	changed "$1" "$2"
	says 128 "cgbench: other.json: cgbench.shard$3" --read=other.json --force
}
damaged '"number":2' '"number":0' ': there is no shard 0 of 2'
damaged '"number":2' '"number":3' ': there is no shard 3 of 2'
damaged '"tests":3,' '"tests":9,' ': shard 2 of 2 of 9 tests has 4 tests, the file 1'
damaged '"selection":"[^"]*"' '"selection":7' '.selection: is not a hash of 16 hexadecimal digits'
damaged '"shard":{[^}]*}' '"shard":{}' '.number: is missing'
damaged '"shard":{[^}]*}' '"shard":7' '.number: is missing'

# Forms, and what does not go together.
usage() {
	says 129 "cgbench: $1" --benchfile=my.bench "$2" gcc
}
for form in 1 / 1-2 '1;2'; do
	case $form in
	*/*) usage "--shard: '' is not a whole number from 1 to 100000" --shard=$form ;;
	*) usage "--shard: '$form' is not of the form I/N, as in --shard=1/4" "--shard=$form" ;;
	esac
done
usage "--shard: '0' is not a whole number from 1 to 4" --shard=0/4
usage "--shard: '5' is not a whole number from 1 to 4" --shard=5/4
usage "--shard: '-1' is not a whole number from 1 to 4" --shard=-1/4
usage "--shard: '0' is not a whole number from 1 to 100000" --shard=1/0
usage "--shard: '2x' is not a whole number from 1 to 100000" --shard=1/2x
usage "--shard: '100001' is not a whole number from 1 to 100000" --shard=1/100001
part='cgbench: --shard measures a part of the tests'
for option in --baseline=base.json --bisect=Ir,0,9 --fail-above=Ir,0; do
	says 129 "$part: use ${option%%=*} where --read joins the shards" --benchfile=my.bench --shard=1/2 $option gcc
done
for option in -e1 --command --read=base.json --columns=n --columns=tests; do
	says 129 "$part of a benchfile: $(echo $option | sed 's/=.*//; s/^-e1/-e/') cannot be combined with it" \
		--shard=1/2 $option gcc
done
says 129 'cgbench: --history shows saved runs: --shard cannot be combined with it' --shard=1/2 --history base.json
done_testing
