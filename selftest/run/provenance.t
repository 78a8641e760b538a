#!/bin/sh
# When and at which commit a put was measured, in the file of --write. What git is asked, and in
# which states of a work tree, is in unit/git.c.
# shellcheck disable=SC2016 # perl's variables
. "$(dirname "$0")/../tap.sh"

export LC_ALL=C
GIT_CONFIG_GLOBAL=$work/gitconfig
GIT_CONFIG_SYSTEM=/dev/null
export GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM
git config --global user.name Author
git config --global user.email author@example.org

# measured FILE PUT: its members but for the date, if that has the right form.
measured() {
	json "$1" "map { my \$m = \$_; \$m ? (\$m->{date} =~ /^20\\d\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ\$/ ? 'dated' : 'no date',
		map { \"\$_=\$m->{\$_}\" } grep { \$_ ne 'date' } sort keys %\$m) : 'unknown' } \$f->{cgbench}{measured}[$2]" | paste -sd ' ' -
}

run "$CGBENCH" -e 'BLACK_BOX(1)' --write=none.json -- gcc=none
is "$status:$err:$(measured none.json 0)" 0::dated 'without a work tree there is a date'

git init -q tree
cd tree || exit
echo 'int one = 1;' >one.h
executable gcc <<'END'
echo 'int two = 2;' >>one.h
exec gcc "$@"
END
git add .
GIT_COMMITTER_DATE='1790000000 +0200' git commit -qm 'one: say "1"'
at="commit=$(git rev-parse HEAD) committed=2026-09-21T14:13:20Z subject=one: say \"1\""
run "$CGBENCH" -e 'BLACK_BOX(1)' --write=both.json -- gcc=first gcc=second -O0
is "$status:$err:$(measured both.json 0)" "0::dated clean=1 $at" 'in a work tree there is its commit'
is "$(measured both.json 1)" "dated clean=1 $at" 'in a work tree there is its commit for each put'
run "$CGBENCH" -e 'BLACK_BOX(1)' --write=touched.json -- ./gcc=touching
is "$status:$err:$(measured touched.json 0)" "0::dated clean=0 $at" 'a file that changed during the run'

# A file that was read keeps its own, or has none.
perl -pe 's/"measured":\[.*?\],//' ../none.json >old.json
mkdir ../bin
executable ../bin/git <<'END'
touch asked
exit 1
END
PATH=$work/bin:$PATH
run "$CGBENCH" -r both.json -r old.json -r touched.json --write=merged.json
is "$status:$(measured merged.json 0):$(measured merged.json 2):$(measured merged.json 3)" \
	"0:dated clean=1 $at:unknown:dated clean=0 $at" 'merged files: each put has its own'
run "$CGBENCH" -e 'BLACK_BOX(1)' -- gcc
ok 'git is not asked to merge, nor without --write' [ ! -e asked ]
run "$CGBENCH" -r merged.json --write=new.json -- gcc=new
is "$status:$err:$(measured new.json 4)" 0::dated 'a git that fails: only the date, and no message'
is "$(measured new.json 1):$(measured new.json 2)" "dated clean=1 $at:unknown" 'the puts that were read keep theirs'
ok 'git was asked for the commit' [ -e asked ]

done_testing
