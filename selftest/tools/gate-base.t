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
sed '/^\[blank\]/,$d; s/^language.*/&\nbuild    = cp text.h.in text.h/' "$here/tools/text/tests.bench" >bench/tests.bench
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
gate 0 'A wider gate' --base --fail-above=Ir,+1
is "$measured" baseline= 'the counts of the base are kept'

git commit -q --amend -m 'Add a nop

Counts-Accepted: hash'
gate 1 'An acceptance without a reason' --base
like "$err" 'Counts-Accepted of [0-9a-f]+ has no reason, and is not accepted: hash' 'it is said'
git commit -q --amend -m 'Add a nop

Counts-Accepted: other,hash the processor needs a rest'
gate 0 'An accepted nop' --base
like "$err" '^gate: accepted: hash: Ir [0-9.]+ to [0-9.]+: the processor needs a rest \([0-9a-f]+\)$' 'it is said, with the reason'
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
gate 1 'A test of what the base has, too, is judged by it' --base
like "$err" 'gate [^ ]*: words on gcc: .*\+1\.0 ' 'the newer benchfile measures both'
unlike "$err" ': hash on gcc: Ir' 'an accepted test stays accepted'
like "$err" '1 above the limit, 3 new$' 'a test that the base cannot build is new'
git branch -q good
nop
git commit -q -a -m 'Add another nop'
gate 1 'Another nop' --base --fail-above=hash:Ir,0
like "$err" 'hash on gcc: Ir is [0-9.]+, on baseline [0-9.]+: \+1\.0 ' 'the nop after an accepted one is found again'
like "$err" '^gate: worse than [0-9a-f]+ accepted$' 'it is said'
gate 1 'Blame' --base=main --blame='cp text.h.in text.h'
like "$out" '^first worse: [0-9a-f]+ .*' 'the commit is found'

echo broken >>text.h.in
gate 128 'A head that does not compile' --base
sed -i '$d' text.h.in
gate 128 'A head that does not build' --base --build=false
like "$err" "^gate: the base does not build with 'false'\$" 'the build is named'
git switch -q main
git merge -q topic
git branch -q -u topic
gate 1 'A branch that is its own upstream' --base
like "$err" 'before HEAD, which is in topic$' 'is compared with the commit before'

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
gate 0 'A golden text of two puts' --golden=../golden --renew --tests=words -- gcc=O1 -O1 gcc=O2
is "$(sed -n 's/: Ir.*//p' ../golden | xargs)" 'words on O1 words on O2' 'has a line for each'
gate 1 'A budget' --base=HEAD --tap --junit=../budgets.xml --tests=hash,words
like "$out" '^not ok [0-9]+ - hash budget Ir 9$' 'is a point of TAP'
like "$(cat ../budgets.xml)" '^<testcase classname="cgbench" name="hash budget Dr 1000"/>' 'and of JUnit'
like "$err" '^gate: above a budget in bench/tests.bench$' 'and what broke it is told apart'
git checkout -q bench/tests.bench

# Options that have no meaning together, which one of them would lose.
gate 129 'A golden text beside a base' --base=HEAD --golden=../golden
is "$err" 'gate: --golden is for what is committed: --base measures both sides' 'is refused'
gate 129 'Two puts' --base=HEAD -- gcc clang
is "$err:$measured" 'gate: name one compiler or interpreter after --; 2 are given: gcc clang:' 'are refused before anything is measured'

cd / || exit
run "$top/scripts/gate" --base
is "$status" 129 'A directory without a repository: 129'

done_testing
