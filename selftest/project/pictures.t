#!/bin/sh
# The pictures of README.md: they exist, and the chart is what scripts/pictures draws with the compilers
# and the valgrind that made it.

. "$(dirname "$0")/../tap.sh"

pictures=$(sed -n 's/.*!\[[^]]*](\([^)]*\)).*/\1/p' "$top/README.md")
is "$pictures" docs/page.png 'README.md shows the page'
ok 'README.md refers to the chart' grep -qF '](docs/history.svg)' "$top/README.md"
is "$(cd "$top" && head -qc 4 docs/history.svg docs/page.png | od -An -c | tr -d ' ')" '<svg211PNG' \
	'the pictures are what their names say'
ok 'the pictures are small' [ "$(wc -c <"$top/docs/page.png")" -lt 150000 ]
if ! whole; then
	skip 'scripts/pictures draws the chart again' 'the test does not run whole'
	done_testing
	exit
fi
run "$top/scripts/pictures" --chart new
is "$status:$out" 0: 'scripts/pictures draws a chart'
case $(version gcc),$(version clang),$(valgrind --version) in
12,14,valgrind-3.19.*) same new/history.svg "$top/docs/history.svg" 'scripts/pictures draws the same chart again' ;;
*) skip 'scripts/pictures draws the same chart again' 'gcc 12, clang 14 and valgrind 3.19 made it' ;;
esac
is "$(ls new)" history.svg 'scripts/pictures --chart draws nothing else'

done_testing
