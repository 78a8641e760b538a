#!/bin/sh
# The pictures of README.md: they exist, and the chart is what scripts/pictures draws with the compilers
# and the valgrind that made it.

. "$(dirname "$0")/../tap.sh"

pictures=$(sed -n 's/.*!\[[^]]*](\([^)]*\)).*/\1/p' "$top/README.md")
is "$(echo "$pictures" | paste -s -d ' ')" 'docs/history.svg docs/page.png' 'README.md shows a chart and the page'
is "$(cd "$top" && head -qc 4 docs/history.svg docs/page.png | od -An -c | tr -d ' ')" '<svg211PNG' \
	'they are what their names say'
ok 'and small' [ "$(wc -c <"$top/docs/page.png")" -lt 150000 ]
run "$top/scripts/pictures" --chart new
is "$status:$out" 0: 'scripts/pictures --chart'
case $(version gcc),$(version clang),$(valgrind --version) in
12,14,valgrind-3.19.*) same new/history.svg "$top/docs/history.svg" 'draws the same chart again' ;;
*) skip 'draws the same chart again' 'gcc 12, clang 14 and valgrind 3.19 made it' ;;
esac
is "$(ls new)" history.svg 'and nothing else'

done_testing
