#!/bin/sh
# in_turn chooses rows: never too few, all of them in turn, and all at once if a test runs whole.
# shellcheck disable=SC2016 # variables of awk
. "$(dirname "$0")/../tap.sh"
CGBENCH_TEST_ALL='' CGBENCH_TEST_WHOLE=''

# chosen ROWS COUNT SEED...: lines "SEED ROW", for the rows 1 to ROWS.
chosen() {
	seq "$1" >rows
	count=$2
	shift 2
	for CGBENCH_TEST_SEED; do
		in_turn "$count" <rows | sed "s/^/$CGBENCH_TEST_SEED /"
	done
}

# turns ROWS COUNT WANT: 200 seeds choose WANT rows each, and of each row the next turn comes after ten seeds at most.
turns() {
	chosen "$1" "$2" $(seq 59100 59299) >drawn
	is "$(cut -d " " -f 1 drawn | uniq -c | awk '{ print $1 }' | sort -u)" "$3" "$2 of $1 rows: each seed chooses $3"
	is "$(cut -d " " -f 1 drawn | uniq | wc -l)" 200 "$2 of $1 rows: each of 200 seeds chooses some"
	is "$(sort -k 2n -k 1n drawn | awk '
		$2 != row && row && last < 59290 || $1 - last > 10 && $2 == row || $2 != row && $1 > 59109 { print "row", $2, $1 }
		{ row = $2; last = $1 }')" '' "$2 of $1 rows: no row waits for more than ten seeds"
	ok "$2 of $1 rows: they keep their order" sort -c -k 1n,1 -k 2n,2 drawn
}

turns 1 3 1
turns 2 1 1
turns 5 3 3
turns 19 4 4
turns 115 5 12
is "$(chosen 12 3 59247 | cut -d ' ' -f 2 | xargs)" "$(chosen 12 3 59247 | cut -d ' ' -f 2 | xargs)" \
	'a seed chooses the same rows again'
is "$(chosen 0 3 1)" '' 'no rows of none'
CGBENCH_TEST_WHOLE='read/list read/turns'
is "$(chosen 12 3 1 | wc -l)" 12 'all rows of a test that runs whole'
CGBENCH_TEST_WHOLE='read/turns-of read/list'
is "$(chosen 12 3 1 | wc -l)" 3 'a test runs whole only under its own name'
CGBENCH_TEST_WHOLE=all
is "$(chosen 12 3 1 | wc -l)" 12 'all rows of all tests'

# A test that drew its rows in another way could draw too few.
is "$(grep -lE '/dev/u?random|[$]RANDOM|[|(] *shuf |TEST_SEED' "$here"/*/*.t | grep -v '/turns.t$' | xargs)" '' \
	'no test has a way of its own to choose by chance'

CGBENCH_TEST_SLOW=3
is "$(seconds 20)" 60 'limits of time are multiplied by how slow the host is'

done_testing
