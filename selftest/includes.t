#!/bin/sh
# scripts/includes, on a small tree of its own.
. "$(dirname "$0")/tap.sh"

mkdir scripts src
cp "$top/scripts/includes" scripts/
tree() {
	rm -f src/*
	echo '#include "results.h"' >src/calc.h
	echo '#include "text.h"' >src/results.h
	printf '#include <stdio.h>\n\n#include "text.h"\n' >src/text.c
	printf '#include "calc.h"\n#include "jobs.h"\n' >src/main.c
}

tree
run scripts/includes
is "$status$out$err" 0 'each includes what it may'

echo '#include "jobs.h"' >src/savefile_read.c
run scripts/includes
is "$status" 1 'what keeps results includes what measures: fails'
is "$out" 'src/savefile_read.c:1: savefile_read (after) may not include jobs.h (before)' 'and says so'

tree
echo '#  include "calc.h"' >>src/text.c
run scripts/includes
is "$status:$out" '1:src/text.c:4: text (base) may not include calc.h (after)' 'a helper knows the job: fails'

tree
echo '#include "results.h"' >src/words.h
echo '#include "words.h"' >>src/text.c
run scripts/includes
is "$status" 1 'a loop: fails'
is "$(echo "$err" | sed 's/.* //' | sort | xargs)" 'loop: results text words' 'and names its modules'

tree
echo '#include "text.h"' >src/tape.c
run scripts/includes
is "$status:$out" '1:src/tape.c:1: scripts/includes does not list the module tape' 'unlisted: fails'

done_testing
