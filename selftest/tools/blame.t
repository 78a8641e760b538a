#!/bin/sh
# scripts/blame, and the gate and the history that call it: the commit that made a test worse, among commits that do not
# build.
. "$(dirname "$0")/../tap.sh"

export TMPDIR="$work/temporary"
mkdir temporary
blame=$top/scripts/blame

repository
export GIT_AUTHOR_NAME='A U Thor'
cd repository || exit
commit() {
	git add -A && git commit -q -m "$1"
}
mkdir bench
cat >average.h <<'END_OF_HEADER'
static inline unsigned
average(unsigned a, unsigned b)
{
	return (a & b) + ((a ^ b) >> 1);
}
#define LESS(a) ((a) % 3)
END_OF_HEADER
cat >bench/tests.bench <<'END_OF_TESTS'
language = c
preamble = #include "average.h"
cflags   = -I{dir}/..

[average]
code = BLACK_BOX(average(BLACK_BOX(3), BLACK_BOX(8)));

[both]
code = BLACK_BOX(average(BLACK_BOX(3), BLACK_BOX(8)) * average(BLACK_BOX(3), BLACK_BOX(8)));

[less]
code = BLACK_BOX(LESS(BLACK_BOX(7u)));
END_OF_TESTS
echo 'true' >build.sh
cp "$top/scripts/gate" bench/gate
commit 'Average of two numbers'
"$CGBENCH" --benchfile=bench/tests.bench --write=bench/baseline.json -- gcc
commit 'Add a baseline'
for n in 1 2 3; do
	echo "/* $n */" >>average.h
	commit "Note $n"
done
echo false >build.sh
commit 'Break the build'
sed -i 's|return .*|return ((double)a + b) / 2;|; s/% 3/+ 1/' average.h
echo true >build.sh
commit 'Plainer average'
for n in 4 5 6; do
	echo "/* $n */" >>average.h
	commit "Note $n"
done
guilty=$(git log --format=%h --grep='Plainer')
echo '/* changed */' >>average.h
cp average.h ../average.h

run "$blame" --baseline=bench/baseline.json --benchfile=bench/tests.bench --build='sh build.sh' --comment=../comment.md \
	--page=../page.html -- --fail-above=Ir,0 gcc
is "$status:$(head -n 2 ../out)" "128:" 'a commit beside one that does not build has no report'
like "$err" '^blame: one of these made it worse; those between could not be judged' \
	'a commit beside one that does not build is not blamed alone'
like "$err" "^    $guilty" 'the commits that it may be are named'

# Each of these finds the commit, and one has its turn.
# Without the build, that commit passes.
blames_a_commit() {
	run "$blame" --baseline=bench/baseline.json --benchfile=bench/tests.bench --comment=../comment.md \
		--page=../page.html -- --fail-above=Ir,0 gcc
	is "$status:$(head -n 2 ../out | sed 's/ of [-0-9]* / /')" "0:first worse: $guilty by A U Thor
    Plainer average" 'the commit, its author and its subject are named'
	like "$out" 'average +Ir +baseline [0-9.]+ +gcc [0-9.]+ +[+]' 'the commit is explained'
	like "$(cat ../comment.md)" "^First worse: .$guilty. \*Plainer average\* of .* by A U Thor\.$" \
		'the comment names the commit'
	like "$(cat ../comment.md)" '^```' 'the comment explains the commit'
	ok 'a page is written' [ -s ../page.html ]
}

# The gate judges the work tree, which is as bad as the last commit.
blames_by_gate() {
	run bench/gate
	is "$status" 1 'the gate fails on the work tree of the last commit'
	run env CGBENCH_BLAME="$blame" bench/gate --blame
	is "$status" 1 'gate --blame keeps the status of the gate'
	like "$out" "^first worse: $guilty" 'gate --blame names the commit'
	like "$(cat bench/comment.md)" "^First worse: .$guilty." 'the comment of gate --blame names the commit'
	is "$(grep -c . bench/comment.md | awk '{ print $1 <= 120 }'):$(grep -o '^[a-z]*  Ir  baseline' bench/comment.md | xargs)" \
		'1:average Ir baseline both Ir baseline' 'the comment is short, and explains the worse test first and no better one'
	is "$(grep '^Baseline: ' bench/comment.md)" "Baseline: \`baseline.json\` of \`$(git log --format='%h %s' --grep='Add a baseline')\`. \
Ir: executed instructions, Dr: reads of data, Dw: writes of data." 'the comment names the commit of the baseline, and what is counted'
	rm bench/blame.html bench/comment.md bench/new.json
}

# A history has no baseline; the runs around the step are.
blames_by_history() {
	run "$top/scripts/history" --commits=5 --dir=../runs --blame=average -- --benchfile=bench/tests.bench gcc
	like "$out" "^first worse: $guilty" 'a history blames the step'
}

blames_behind_gap() {
	run "$top/scripts/history" --commits=6 --dir=../gap --build='sh build.sh' --blame=average -- \
		--benchfile=bench/tests.bench gcc
	like "$status:$err" '^blame: one of these made it worse; those between could not be judged' \
		'a history does not blame one commit behind a gap'
	like "$err" "^    $guilty" 'a history names the commits of a gap'
}

printf 'blames_%s\n' a_commit by_history by_gate behind_gap | in_turn 1 >ways
while read -r way; do
	$way
done <ways
rm ways
is "$(git status --porcelain) $(git worktree list | wc -l) $(git symbolic-ref HEAD)" ' M average.h 1 refs/heads/main' \
	'the work tree and the branch stay as they were'
ok 'changes of the work tree are left' cmp -s average.h ../average.h
is "$(ls ../temporary)" '' 'no files are left'

# unread COMMAND...: nobody reads what it prints, as where head has ended.
unread() {
	perl -e '$SIG{PIPE} = "DEFAULT"; pipe my $in, my $out; close $in;
		open STDOUT, ">&", $out; open STDERR, ">&", $out; exec @ARGV' "$@" </dev/null
}
for command in "$blame --baseline=bench/baseline.json" "$top/scripts/history --dir=../unread"; do
	# shellcheck disable=SC2086 # options are words
	unread $command -- --benchfile=bench/tests.bench --fail-above=Ir,0 gcc
	status=$? command=${command%% *}
	is "$status:$(git worktree list | wc -l):$(ls ../temporary)" 141:1: "${command##*/} leaves nothing where its output is cut"
done

refused -p "$blame" "unknown option '--x'; .*" --x
refused -p "$blame" "name gates and a compiler, as in .*" --
refused -p "$blame" "name a gate after '--', such as --fail-above=Ir,0" -- --tables --raw gcc
refused -p "$blame" "--baseline: cannot read ''" -- --fail-above=Ir,0 gcc
refused -p "$blame" "--benchfile: cannot read 'none'" --baseline=bench/baseline.json --benchfile=none -- --fail-above=Ir,0 gcc
refused -p "$blame" "'none' is not a commit" --baseline=bench/baseline.json --good=none -- --fail-above=Ir,0 gcc
refused -p "$blame" "--benchfile: '/.*' is not in the work tree $PWD" --baseline=bench/baseline.json --benchfile="$blame" -- \
	--fail-above=Ir,0 gcc
refused -p "$blame" "--good: [0-9a-f]* is not a commit before [0-9a-f]*" --baseline=bench/baseline.json --bad=HEAD~9 -- --fail-above=Ir,0 gcc
refused -p "$blame" 'nothing was committed between HEAD and HEAD; if the work tree is worse, commit it first' \
	--baseline=bench/baseline.json --good=HEAD -- --fail-above=Ir,0 gcc
refused -p "$blame" 'nothing was committed between bench/baseline.json and [0-9a-f]*; if the work tree is worse, commit it first' \
	--baseline=bench/baseline.json --bad="$(git log --format=%h --grep='Add a baseline')" -- --fail-above=Ir,0 gcc
run "$blame" --baseline=bench/baseline.json --good=HEAD~1 -- --benchfile=bench/tests.bench --fail-above=Ir,0 gcc
like "$status:$err" '^blame: the good commit fails; did the compiler, valgrind or the baseline change' 'a good commit that fails'
run "$blame" --baseline=bench/baseline.json --bad=HEAD~6 -- --benchfile=bench/tests.bench --fail-above=Ir,0 gcc
like "$status:$err" '^blame: the bad commit passes' 'a bad commit that passes'
sed -i 's/8)/9)/' bench/tests.bench
run "$blame" --baseline=bench/baseline.json --benchfile=bench/tests.bench -- --fail-above=Ir,0 gcc
is "$status:$(sed '1d; /^gcc against/d; /^cgbench: gates: /d' ../err)" '128:cgbench: gate Ir,0: unjudged on gcc: not comparable: the text differs from that on baseline: average, both
blame: the good commit cannot be judged' 'a commit that cannot be judged, and why'
git checkout -q bench/tests.bench
run "$blame" --baseline=bench/baseline.json --build='echo one; false' -- --benchfile=bench/tests.bench --fail-above=Ir,0 gcc
is "$status:$(sed 1d ../err)" "128:one
blame: the good commit does not build with --build=echo one; false" 'a commit that does not build, and what the build says'
cd ..

done_testing
