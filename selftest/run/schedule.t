#!/bin/sh
# Tests are shared out among servers as selftest/unit/schedule.c says, and compiled while their put is tried.
. "$(dirname "$0")/../tap.sh"

seq 17 | sed 's/.*/\n[assign::n&]\ncode = x=&;/' >17.bench
run "$CGBENCH" -j2 --debug --language=shell --benchfile=17.bench -- dash
is "$status:$(grep -c '^cgbench: run: .* --tool=cachegrind ' err)" 0:2 '-j2: two servers for the only put'

# Tests of the only put are compiled while it is tried, unless its arguments might leave files.
begun() {
	"$CGBENCH" --debug --language=c -e 'BLACK_BOX(1);' -- "$@" 2>&1 | grep -c '^cgbench: run: .* -c '
}
is "$(begun gcc -mno-such) $(begun gcc -fno-such)" '1 0' 'only what is tidy is compiled before its put was tried'

done_testing
