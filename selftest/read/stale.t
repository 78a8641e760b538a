#!/bin/sh
# Every file, function, option, environment variable and measurement that a document or a comment of C names exists.
. "$(dirname "$0")/../tap.sh"

is "$(cd "$top" && perl "$here/read/stale/names.pl")" '' 'documents and comments name only what exists'

mkdir -p tree/src/util tree/scripts tree/.ci
# shellcheck disable=SC2016 # the text of files
{
	printf '/* See gone_away and here.h, not "not_this". */\nint here_is;\n' >tree/src/util/here.c
	printf 'for part; do\n\tcase $part in\n\tsuite) ;;\n' >tree/scripts/bench
	printf '%s\n' '`--lost` and src/util/none.c, $CGBENCH_NONE, scripts/none, scripts/bench none' >tree/README.md
}
is "$(cd tree && perl "$here/read/stale/names.pl" | sort)" 'README.md:1: --lost
README.md:1: CGBENCH_NONE
README.md:1: scripts/bench none
README.md:1: scripts/none
README.md:1: src/util/none.c
src/util/here.c:1: gone_away
src/util/here.c:1: here.h' 'names of nothing are found'

like "$("$top/scripts/messages" | grep "^'--' follows")" \
	"^'--' follows '%s': .* before the first compiler or program; .* sources with --sources	src/cli/commandline.c:[0-9]+\$" 'scripts/messages joins the literals of a message'

done_testing
