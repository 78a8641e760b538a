#!/bin/sh
# cgbench-gate --base builds and measures two commits, and judges the second by the first.
# shellcheck disable=SC2016 # of markdown and benchfiles
. "$(dirname "$0")/../tap.sh"

export TMPDIR="$work/temporary" XDG_CACHE_HOME="$work/cached"
mkdir bin temporary
# Each measurement is a line of the file measured: the work tree, and what it compares with.
program=$CGBENCH
export CGBENCH="$work/bin/cgbench"
executable bin/cgbench <<END_OF_PROGRAM
case " \$* " in
*' --write='*' -- '*) echo "\$*" | grep -o 'baseline=' >>"$work/measured" || echo base >>"$work/measured" ;;
esac
exec "$program" "\$@"
END_OF_PROGRAM

repository
cd repository || exit
mkdir bench
echo 'static unsigned constant(void);' >text.in
cp "$here/tools/text/hash.h" text.h.in
sed '/^\[blank\]/,$d; s/^language.*/&\nbuild    =\n    set -e\n\n# A comment.\n    cp text.h.in text.h/' "$here/tools/text/tests.bench" >bench/tests.bench
echo text.h >.gitignore
git add -A
git commit -q -m 'Hash texts'
git switch -q -c topic
git branch -q -u main

# gate STATUS NAME OPTION...: what it measures is in $measured.
gate() {
	want=$1 what=$2
	shift 2
	: >../measured
	run "$top/scripts/gate" --benchfile=bench/tests.bench --output=../judged "$@"
	measured=$(sort ../measured | xargs)
	is "$status" "$want" "$what: $want"
}

gate 129 'A branch without a change' --base=main
like "$err" "^gate: --base: 'main' has HEAD already, so there is nothing to compare\$" 'it has nothing to compare'

nop() {
	sed -i 's/return hash;/__asm__ volatile("nop"); return hash;/' text.h.in
}
nop
gate 1 'A nop that is not committed' --base
like "$err" '^gate: base: [0-9a-f]+ Hash texts, where HEAD left main$' 'the base is named'
is "$(grep -o 'gate: building .*' "$work/err" | xargs)" \
	'gate: building and measuring the base gate: building and measuring the head' 'what takes long is said'
like "$err" '^cgbench: gate Ir,0: hash on gcc: Ir is .*: \+1\.0 ' 'one instruction is found'
is "$measured" 'base baseline=' 'both sides are measured'
is "$(git status --porcelain):$(git worktree list | wc -l):$(ls -A "$TMPDIR")" ' M text.h.in:1:' 'the work tree stays, and nothing else'
git commit -q -a -m 'Add a nop'
gate 1 'The nop, committed' --base --explain --fail-above=Ir,0
like "$out" '1\.0 .*: nop$' 'it is explained'
is "$measured" 'base baseline=' 'a base with profiles is another one'
gate 0 'A wider gate' --base --fail-above=Ir,+1 --format csv:wide.csv
is "$measured" baseline= 'the counts of the base are kept'
ok 'a file is written where the caller is' [ -s wide.csv ]
rm wide.csv
for kept in ../cached/cgbench/gate/*; do
	: >"$kept"
done
gate 0 'Kept counts that are damaged' --base --fail-above=Ir,+1
is "$measured" 'base baseline=' 'are measured again'
CFLAGS=-O1 gate 0 'Flags in the environment' --base --fail-above=Ir,+1 --cache=kept
is "$measured" 'base baseline=' 'are those of another base'
CFLAGS=-O1 gate 0 'The same flags' --base --fail-above=Ir,+1 --cache=kept
is "$measured" baseline= 'are those of the same, which the directory keeps'
rm -r kept

git commit -q --amend -m 'Add a nop

Counts-Accepted: hash'
gate 1 'An acceptance without a reason' --base
like "$err" 'Counts-Accepted of [0-9a-f]+ has no reason, and is not accepted: hash' 'it is said'
git commit -q --amend -m 'Add a nop

Counts-Accepted: other, hash the processor needs a rest'
gate 0 'An accepted nop' --base
like "$err" '^gate: accepted: hash: Ir [0-9.]+ to [0-9.]+: the processor needs a rest \([0-9a-f]+\)$' 'it is said, with the reason'
like "$err" "^gate: Counts-Accepted of [0-9a-f]+: no test is named 'other'\$" 'and so is a name that no test has'
like "$(cat ../judged/comment.md)" '^- `hash`: Ir .*: the processor needs a rest' 'the comment quotes the reason'
is "$measured" baseline= 'the head alone is measured'

cat >>bench/tests.bench <<'END'
[blank]
code = BLACK_BOX(text_blank(BLACK_BOX("    ")));

[words]
code = BLACK_BOX(text_hash(BLACK_BOX("more words")));
END
cat "$here/tools/text/blank.h" >>text.h.in
git add -A
git commit -q -m 'Find blank texts'
gate 1 'A test of what the base has, too, is judged by it' --base --tap
like "$err" 'gate [^ ]*: words on gcc: .*\+1\.0 ' 'the newer benchfile measures both'
unlike "$err" ': hash on gcc: Ir' 'an accepted test stays accepted'
like "$err" '1 above the limit, 3 new$' 'a test that the base cannot build is new'
like "$out" '^ok [0-9]+ - blank Ir,0 # SKIP new$' 'and no point that fails'
git branch -q good
nop
git commit -q -a -m 'Add another nop'
gate 1 'Another nop' --base --fail-above=hash:Ir,0 --junit=../since.xml
like "$err" 'hash on gcc: Ir is [0-9.]+, on baseline [0-9.]+: \+1\.0 ' 'the nop after an accepted one is found again'
like "$err" '^gate: worse than [0-9a-f]+ accepted$' 'it is said'
unlike "$err" 'above a budget' 'and nothing of budgets'
like "$(cat ../since.xml)" '^<testcase classname="cgbench" name="hash Ir,0"><failure ' 'it is a point that fails'
GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.abbrev GIT_CONFIG_VALUE_0=12 gate 1 'Blame' --base=main --blame='cp text.h.in text.h'
like "$out" '^first worse: [0-9a-f]{12} .*' "the commit is found, with git's configuration in the environment"

echo broken >>text.h.in
gate 128 'A head that does not compile' --base --junit=../since.xml
sed -i '$d' text.h.in
cp text.h.in ../text.h
sed -i 's/text_hash(/text_other(/' text.h.in
printf 'unsigned text_hash(void);\n' >>text.h.in
git commit -q -a -m 'Hash nothing

Counts-Accepted: words they are short'
cp ../text.h text.h.in
gate 128 'A commit that accepts a test which it cannot compile' --base --tests=words,blank
like "$err" '^gate: words: [0-9a-f]+, which accepts it, cannot measure it: accept it in a commit that can$' 'is no pass'
git reset -q --hard HEAD~1
sed '/^\[blank\]/,/^$/d' bench/tests.bench >../fewer
cp ../fewer bench/tests.bench
gate 0 'A test that is removed' --base=HEAD
like "$err" '^gate: removed since the base, so not judged: blank$' 'is said'
like "$(cat ../judged/comment.md)" '^Removed since the base: `blank`\.$' 'also in the comment'
git checkout -q bench
gate 128 'A head that does not build' --base --build=false
like "$err" "^gate: the base does not build with 'false'\$" 'the build is named'
ok 'nothing of an earlier run is left' [ ! -e ../judged/comment.md -a ! -e ../judged/new.json ]
mkfifo ../building
"$top/scripts/gate" --benchfile=bench/tests.bench --output=../judged --base \
	--build="{ echo; sleep $(seconds 9); echo alive; } >'$work/building' & wait" 2>../err &
{ read -r begun && kill $! && survived=$(cat); } <../building
wait $!
is "$?:$survived:$begun:$(git worktree list | wc -l):$(ls -A "$TMPDIR")" 130:::1: 'a build that is ended leaves no process and no file'
git switch -q main
git merge -q topic
git branch -q -u topic
git init -q unrelated
touch stray
gate 1 'A branch that is its own upstream' --base
like "$err" 'before HEAD, which is in topic$' 'is compared with the commit before, whatever git does not know'
gate 1 'The second time' --base --output=.
gate 1 'The third time' --base --output=.
like "$err" 'before HEAD, which is in topic$' 'is as the first, whatever a gate wrote'
rm -r unrelated stray comment.md new.json

# The copy of a branch on a remote is not the branch that it left.
git init -q --bare ../remote
git remote add origin ../remote
git push -q origin good:main main:topic
git switch -q topic
git branch -q -u origin/topic
gate 1 'A branch that was pushed' --base
like "$err" 'where HEAD left origin/main$' 'is compared with where it began'
GITHUB_BASE_REF=other gate 128 'A target that is not there' --base
like "$err" "^gate: --base: 'origin/other': there is no such commit\$" 'is not replaced by another'
git remote remove origin
git switch -q main

git init -q ../part
(cd ../part && cp "$work/repository/text.h.in" part.h && git add -A && git commit -q -m 'A part')
git -c protocol.file.allow=always submodule --quiet add ../part part
sed -i 's/cp text.h.in/cp part\/part.h/' bench/tests.bench
git add -A
git commit -q -m 'Use a part'
git -C part rm -q --cached part.h
echo '/* more */' >>part/part.h
git -C part add part.h
git -C part commit -q -m 'Say more'
git clone -q . ../cloned
(
	cd ../cloned || exit
	cp .git/config ../config
	export GIT_ALLOW_PROTOCOL=file
	echo >>bench/tests.bench
	gate 0 'A submodule that is not checked out' --base=HEAD
	same .git/config ../config 'leaves the configuration as it is'
) >../checks
cat ../checks
tap_run=$((tap_run + 2))
rm -rf ../part
gate 0 'A submodule at a commit that only the work tree has' --base=HEAD

git clone -q --depth=1 "file://$work/repository" ../shallow
cd ../shallow || exit
gate 128 'A shallow clone' --base=HEAD~1
like "$err" "^gate: --base: 'HEAD~1' is not in this shallow clone: fetch it, as with 'git fetch --unshallow'" 'says what to fetch'
cd ../repository || exit

# A baseline that is committed.
git reset -q --hard good
cp text.h.in text.h
gate 0 'A baseline' --renew --baseline=../baseline.json
sed -i 's/__asm__ volatile("nop"); //' text.h.in
cp text.h.in text.h
gate 0 'A faster function' --baseline=../baseline.json
like "$err" '^gate: \.\./baseline.json lags, so these could get worse unseen: hash, words; run ' 'a baseline that lags is said'
gate 0 'Renewing what is better' --renew-better --baseline=../baseline.json
is "$err" 'gate: renewed in ../baseline.json: hash, words' 'it is said'
nop
cp text.h.in text.h
cp ../baseline.json ../before.json
gate 129 'Renewing what is no name' --renew=/hash/ --baseline=../baseline.json
sed 's/text_hash(/& broken /' text.h.in >text.h
gate 128 'Renewing a test that fails' --renew=hash --baseline=../baseline.json
like "$err" "^gate: --renew: 'hash' has no counts, so the baseline stays\$" 'is refused'
cp text.h.in text.h
same ../baseline.json ../before.json 'the baseline stays'
perl -pi -e 's/("fingerprints".*?"version":")[^"]*/$1another/' ../baseline.json
gate 128 'Renewing one test with another compiler' --renew=hash --baseline=../baseline.json
like "$err" '^gate: \.\./baseline.json and what is measured now cannot be in one file: run ' 'is refused'
cp ../before.json ../baseline.json
gate 0 'Renewing one test' --renew=hash --baseline=../baseline.json
gate 1 'The other tests' --baseline=../baseline.json --fail-above=Ir,0
is "$(grep -o 'Ir,0: [a-z]* on' "$work/err")" 'Ir,0: words on' 'keep their counts'

# A golden text.
gate 128 'No golden text' --golden=../golden
gate 0 'A golden text' --golden=../golden --renew
like "$(cat ../golden)" '^hash: Ir [0-9]+ ' 'a test has one line'
like "$(cat ../golden)" '^    [0-9]+  [a-z]+ ' 'with the instructions of its hottest block'
gate 0 'The same code' --golden=../golden
git checkout -q text.h.in
sed 's/\* 33 ^ \*s++/* 33 ^ *s++ ^ 1/' text.h.in >text.h
gate 1 'An instruction more in the loop' --golden=../golden
like "$out" '^\+    10  xorl [$]1,' 'is a line of the diff'
like "$err" "^gate: ../golden differs; if that is intended, run '" 'and the line below says how to renew it'

git reset -q --hard
cp text.h.in text.h
sed -i 's/^code.*some.*/&\nbudget = Ir 9, Dr 1000/' bench/tests.bench
gate 0 'A golden text of two puts' --golden=../golden --renew --tests=words -- gcc=O1 '-DA=1 2' -O1 gcc=O2
is "$(sed -n 's/: .*//; s/^# //p' ../golden | xargs)" 'gcc=O1 -DA=1 2 -O1 gcc=O2' 'names each put'
is "$(sed -n 's/: Ir.*//p' ../golden | xargs)" 'words on O1 words on O2' 'has a line for each'
gate 1 'A budget' --base=HEAD --tap --junit=../budgets.xml --tests=hash,words
like "$out" '^not ok [0-9]+ - hash budget Ir 9$' 'is a point of TAP'
like "$(cat ../budgets.xml)" '^<testcase classname="cgbench" name="hash budget Dr 1000"/>' 'and of JUnit'
like "$err" '^gate: above a budget in bench/tests.bench$' 'and what broke it is told apart'
git checkout -q bench/tests.bench

# Options that have no meaning together, which one of them would lose.
while IFS='|' read -r options message; do
	# shellcheck disable=SC2086
	gate 129 "$options" $options
	is "$err:$measured" "gate: $message:" 'is refused before anything is measured'
done <<'END'
--base=HEAD --golden=../golden|--golden is for what is committed: --base measures both sides
--base=HEAD --baseline=../old.json|--baseline is for what is committed: --base measures both sides
--base=HEAD -- gcc clang|name one compiler or interpreter after --; 2 are given: gcc clang
--base HEAD|'HEAD' follows --base: a value follows '=', and a put '--'
--base=HEAD~1..HEAD|--base: 'HEAD~1..HEAD': the other side is the work tree; cgbench-history compares any commits
--base=HEAD --write=x.json|--write=x.json: the results are in new.json; --output chooses its directory
--base=HEAD --benchfile|--benchfile is given twice: a gate has one
--build=make|--build is for --base
--golden=../golden --tap|--tap is for counts: --golden compares a text
--golden=../golden --fail-above=Ir,0|--fail-above is for counts: --golden compares a text
--golden=../golden --renew=hash|--renew=hash: a golden text is renewed as a whole
END
run "$top/scripts/gate" --base=HEAD --benchfile bench
is "$status:$err" "129:gate: --benchfile: 'bench' is a directory: name one file" 'A directory of benchfiles is refused'

cd / || exit
run "$top/scripts/gate" --base
is "$status" 129 'A directory without a repository: 129'

done_testing
