#!/bin/sh
# scripts/includes, on a small source tree.
. "$(dirname "$0")/../tap.sh"

mkdir scripts
cp "$top/scripts/includes" scripts/
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

echo '#  include "report/page.h"' >>src/model/results.h
run scripts/includes
is "$status" 1 'an include against the order: fails'
is "$out" 'src/model/results.h:2: model/ may not include report/page.h' 'an include that is not allowed is named'

tree
echo '#include "measure/run.h"' >>src/report/page.c
run scripts/includes
is "$status:$out" '1:src/report/page.c:2: report/ may not include measure/run.h' \
	'what tells includes what runs: fails'

tree
echo '#include "report/page.h"' >>src/measure/run.c
run scripts/includes
is "$status:$out" '1:src/measure/run.c:3: measure/ may not include report/page.h' \
	'what runs includes what tells: fails'

tree
echo '#include "inject/server/protocol.h"' >>src/report/page.c
run scripts/includes
is "$status:$out" \
	'1:src/report/page.c:2: report/ tells and may not include inject/server/protocol.h, of what runs' \
	'what tells includes a protocol of what runs: fails'

tree
echo '#include "text.h"' >>src/util/text.c
run scripts/includes
is "$status:$out" '1:src/util/text.c:4: the include of text.h does not begin with a folder of src/' \
	'an include without a folder: fails'

tree
echo '#include "model/words.h"' >>src/model/results.h
echo '#include "model/results.h"' >src/model/words.h
run scripts/includes
is "$status" 1 'a loop within a folder: fails'
is "$(echo "$err" | sed 's/.* //' | sort | xargs)" 'loop: model/results model/words' \
	'and names its modules'

tree
echo '#include "util/text.h"' >>src/inject/server/server.c
run scripts/includes
is "$status:$out" \
	'1:src/inject/server/server.c:2: inject/ runs inside other programs and may not include util/text.h' \
	'injected code includes the program: fails'

tree
echo '#include "inject/server/server.h"' >>src/report/page.c
run scripts/includes
is "$status:$out" \
	'1:src/report/page.c:2: the include of inject/server/server.h does not begin with a folder of src/' \
	'the program includes injected code: fails'

tree
mkdir src/extra
echo '#include "util/text.h"' >src/extra/tape.c
run scripts/includes
is "$status:$out" '1:src/extra/tape.c:1: scripts/includes does not list the folder extra/' \
	'an unlisted folder: fails'

done_testing
