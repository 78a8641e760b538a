#!/bin/sh
# How tests are shared out among servers: in parts for all jobs, and what comes last in smaller ones,
# whatever happens in the run, because raw counts depend on what a server measured before.
. "$(dirname "$0")/tap.sh"

seq 17 | sed 's/.*/\n[assign::n&]\ncode = x=&;/' >17.bench

# measure FILE OPTION...: measures the 17 tests on two puts; sets servers.
measure() {
	file=$1
	shift
	run "$CGBENCH" "$@" --debug --language=shell --benchfile=17.bench --write="$file" -- dash=a dash=b
	is "$status" 0 "$*: measured"
	servers=$(grep -c '^cgbench: run: .* --tool=cachegrind ' err)
}

measure one.json -j1
is "$servers" 2 '-j1: a server for each put'
measure two.json -j2
is "$servers" 3 '-j2: two servers for the last put'
measure again.json -j2
same_run two.json again.json '-j2: the same raw counts in each run'
measure many.json -j100
is "$servers" 4 '-j100: no server for fewer tests than it starts in the time of'

done_testing
