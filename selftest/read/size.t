#!/bin/sh
# scripts/size, on a small source tree.
. "$(dirname "$0")/../tap.sh"

mkdir -p scripts src/util src/report/html
cp "$top/scripts/size" "$top/scripts/size.awk" scripts/
cat >src/util/text.c <<'END'
/* One line. */
#include "text.h"

/* Two lines,

   a blank one among them. */ int n; /* and
   code between. */
// another
	char c = '"', *s = "/* code */"; /* beside it */
	char d = '\'', *t = "\"/*";
int end;
END
printf '#define TEXT\n' >src/util/text.h
printf '\nint page;\n' >src/report/html/page.c
printf '// Why.\nlet url = "http://x";\n\n' >src/report/html/page.js
printf '/* Colours. */\np { content: "/*" }\n' >src/report/html/page.css
printf 'Not C.\n' >src/report/html/page.html

# row NAME: code, comments, blank lines and all.
row() {
	sed -n "s/^$1  *//p" out | tr -s ' '
}

run scripts/size
is "$status$err" 0 'scripts/size ends with 0 and says nothing else'
is "$(row util)" '6 5 1 12' 'strings are no comments, and beside code none is counted'
is "$(row report)" '1 0 1 2' 'a folder has what is below it'
is "$(row 'sum of C')" '7 5 2 14' 'the sum of C is that of the folders'
is "$(row '\.js')" '1 1 1 3' 'the script of the page'
is "$(row '\.css')" '1 1 0 2' "the page's style is counted"
is "$(grep -c . out)" 6 'the table has no other rows'

done_testing
