#!/bin/sh
# Sources for Google Benchmark, unmodified: ten benchmarks cost what a benchfile by hand does, and those that cannot be
# measured are refused by name.
. "$(dirname "$0")/../tap.sh"

sources=$here/run/google-benchmark
import=$top/scripts/import

# The rows: a compiler and a level.
printf '%s\n' 'g++ 2' 'clang++ 2' | in_turn 1 >rows
set --
while read -r put level; do
	set -- "$@" "$put=$put$level" "-O$level"
done <rows
cp "$sources/ten.cc" .
sh -c '"$0" g++ -std=c++17 -O2 ten.cc -c >ten.bench' "$import" 2>import.err
is "$?" 0 'the benchmarks become a benchfile'
is "$(cat import.err)" 'import: threads is not measured: threads
import: manual is not measured: manual time' 'what cannot be measured is named'
counts() {
	run "$CGBENCH" --fields=Ir,COND --timeout="$(seconds 250)" --format=csv "$@"
	cut -d, -f1-5 out | sort
}
counts --benchfile="$sources/by-hand.bench" -- "$@" >by-hand.csv
counts --benchfile=ten.bench --tests='/^(BM_(?!early|turns)|Numbers)/' -- "$@" >imported.csv
is "$(wc -l <imported.csv)" $((19 * $# / 2 + 1)) 'each of ten benchmarks has its parameters'
# The function around a loop over an array may hold its begin and end in memory, or begin a loop with a jump into it, and
# what pauses is called in two places.
paste -d, imported.csv by-hand.csv | awk -F, '{
	d = $4 - $9
	if ($1 != $6 || $2 != $7 || $5 != $10 || d && !($1 ~ /sort|twice/ && d * d <= 9 || $1 ~ /sum|batch|Numbers/ && d * d <= 4))
		print
}' >differ
is "$(cat differ)" '' "benchmarks cost what they do by hand: $*"

# Only one row: the messages are those of the header.
counts --benchfile=ten.bench --tests='/^(bad|BM_early|BM_turns|registered)/' -- g++ >bad.csv
is "$(cut -d, -f1,4 bad.csv | grep -v '^test')" 'BM_early,
BM_turns,
bad::file,
bad::often,
bad::paused,
bad::seldom,
bad::time,
registered::later,0' 'no count of what is refused, and one of what main registers'
is "$(sed -n 's/^cgbench: .*: benchmark //p' err | sort)" "BM_early: it leaves its loop early
BM_turns: it asks for max_iterations, so more than its loop may depend on them
bad/file: it skips itself: there is no file
bad/often: it pauses in some turns of its loop only
bad/paused: a turn of its loop ends while the timing is paused
bad/seldom: it pauses in some turns of its loop only
bad/time: manual time is not measured" 'the reasons'

run "$import" g++
is "$status" 129 'without a source the import ends with 129'
echo 'int main() {}' >none.cc
run "$import" g++ none.cc
is "$status" 129 'a source without benchmarks is refused'
done_testing
