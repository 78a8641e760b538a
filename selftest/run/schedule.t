#!/bin/sh
# How tests are shared out among servers: in parts for all jobs, and what comes last in smaller ones,
# whatever happens in the run, because raw counts depend on what a server measured before.
. "$(dirname "$0")/../tap.sh"

seq 17 | sed 's/.*/\n[assign::n&]\ncode = x=&;/' >17.bench

# measure FILE OPTION PUT...: measures the 17 tests; sets servers.
measure() {
	file=$1
	option=$2
	shift 2
	run "$CGBENCH" "$option" --debug --language=shell --benchfile=17.bench --write="$file" -- "$@"
	is "$status" 0 "$option, $*: measured"
	servers=$(grep -c '^cgbench: run: .* --tool=cachegrind ' err)
}

measure one.json -j1 dash=a dash=b
is "$servers" 2 '-j1: a server for each put'
measure alone.json -j2 dash=a
is "$servers" 2 '-j2: two servers for the only put'
measure both.json -j2 dash=a dash=b
is "$servers" 2 '-j2: a server for each of two puts, which run at the same time'
measure two.json -j2 dash=a dash=b dash=c
is "$servers" 4 '-j2: two servers for the last of three puts'
measure again.json -j2 dash=a dash=b dash=c
same_run two.json again.json '-j2: the same raw counts in each run'
measure many.json -j100 dash=a dash=b
is "$servers" 4 '-j100: no server for fewer tests than it starts in the time of'

# Tests of the only put are compiled while it is tried, unless its arguments might leave files.
begun() {
	"$CGBENCH" --debug --language=c -e 'BLACK_BOX(1);' -- "$@" 2>&1 | grep -c '^cgbench: run: .* -c '
}
is "$(begun gcc -mno-such) $(begun gcc -fno-such) $(begun gcc -mno-such gcc=b -mno-such)" '1 0 0' \
	'only what is tidy is compiled before its put was tried'

done_testing
