#!/bin/sh
# scripts/includes, on a small source tree.
. "$(dirname "$0")/../tap.sh"

mkdir scripts
cp "$top/scripts/includes" "$top/scripts/includes.awk" scripts/
tree() {
	rm -rf src
	mkdir -p src/util src/model src/measure src/report src/cli src/inject/server
	echo '#include "model/results.h"' >src/report/page.h
	echo '#include "util/text.h"' >src/model/results.h
	printf '#include <stdio.h>\n\n#include "util/text.h"\n' >src/util/text.c
	echo '#include "report/page.h"' >src/report/page.c
	printf '#include "inject/server/protocol.h"\n#include "model/results.h"\n' >src/measure/run.c
	printf '#include "measure/run.h"\n#include "report/page.h"\n' >src/cli/main.c
	echo '#include "protocol.h"' >src/inject/server/server.c
}

tree
run scripts/includes
is "$status$out$err" 0 'each folder includes itself and those before it'

# Rows: what is wrong, the file, what its last line includes, and what is said of that line.
while IFS='|' read -r name file included said; do
	tree
	mkdir -p "src/${file%/*}"
	echo "#include \"$included\"" >>"src/$file"
	run scripts/includes
	is "$status:$out" "1:src/$file:$(wc -l <"src/$file"): $said" "$name: fails"
done <<'END'
an include against the order|model/results.h|report/page.h|model/ may not include report/page.h
what tells includes what runs|report/page.c|measure/run.h|report/ may not include measure/run.h
what runs includes what tells|measure/run.c|report/page.h|measure/ may not include report/page.h
what tells includes a protocol of what runs|report/page.c|inject/server/protocol.h|report/ tells and may not include inject/server/protocol.h, of what runs
an include without a folder|util/text.c|text.h|the include of text.h does not begin with a folder of src/
injected code includes the program|inject/server/server.c|util/text.h|inject/ runs inside other programs and may not include util/text.h
the program includes injected code|report/page.c|inject/server/server.h|the include of inject/server/server.h does not begin with a folder of src/
an unlisted folder|extra/tape.c|util/text.h|scripts/includes does not list the folder extra/
END

tree
echo '#  include "report/page.h"' >>src/model/results.h
run scripts/includes
is "$status:$out" '1:src/model/results.h:2: model/ may not include report/page.h' 'a blank behind # hides nothing'

tree
echo '#include "model/words.h"' >>src/model/results.h
echo '#include "model/results.h"' >src/model/words.h
run scripts/includes
is "$status" 1 'a loop within a folder: fails'
is "$(echo "$err" | sed 's/.* //' | sort | xargs)" 'loop: model/results model/words' 'and names its modules'

done_testing
