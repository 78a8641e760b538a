#!/bin/sh
# scripts/history measures the commits of a repository, and leaves everything else as it was.
# shellcheck disable=SC2016 # the variables of json
. "$(dirname "$0")/../tap.sh"

history=$top/scripts/history
export TMPDIR="$work/temporary"
mkdir bin temporary

# Each call of cgbench is a line of the file called.
program=$CGBENCH
export CGBENCH="$work/bin/cgbench"
executable bin/cgbench <<END_OF_PROGRAM
echo "\$1" >>"$work/called"
exec "$program" "\$@"
END_OF_PROGRAM

# A library of one header, and its 10 commits, each a minute after the one before.
repository
cd repository || exit
mkdir bench
commits=0
commit() {
	commits=$((commits + 1))
	echo "$1" >>NEWS
	git add -A
	GIT_COMMITTER_DATE="2026-01-01T00:$((commits + 10)):00Z" git commit -q -m "$1"
}
cp "$here/tools/text/hash.h" text.h
sed '/^\[blank\]/,$d' "$here/tools/text/tests.bench" >bench/text.bench
commit 'Hash texts'
echo '/* hash */' >>text.h
commit 'Say what it is'
sed -i 's|return hash;|__asm__ volatile("nop"); return hash;|' text.h
commit 'Never return 0'
commit 'Write some news'
sed -i 's/unsigned hash/unsigned hash =/' text.h
commit 'Break the build'
sed -i 's/unsigned hash =/unsigned hash/' text.h
commit 'Mend it'
sed -i 's/\* 33 ^ /* 31 ^ 7 ^ /' text.h
commit 'Use another hash'
commit 'Release it'
sed -i 's/some words/other words/' bench/text.bench
commit 'Hash other words'
commit 'Praise it'

# points COLUMN FILE: what a csv has in that column, with the subjects of the commits.
points() {
	awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
		$column[name] { print $column["commit"], $column[name] }' "$2" |
		while read -r points_commit points_value; do
			git log -1 --format="%s: $points_value" "$points_commit"
		done
}

# The user is in the middle of something.
echo staged >>NEWS
git add NEWS
echo changed >>NEWS
echo untracked >draft
echo "echo hook >>$work/hooked" >.git/hooks/post-checkout
chmod +x .git/hooks/post-checkout

# state: whatever could have been touched.
state() {
	git rev-parse HEAD
	git for-each-ref
	git symbolic-ref HEAD
	git worktree list
	find . -path ./.git/objects -prune -o -type f -exec cksum {} +
	cat "$work/hooked" 2>/dev/null
	ls -A "$TMPDIR"
}
state >"$work/before"

# Files that the build of one commit made do not exist for the next one.
build='test ! -e made && touch made && gcc -fsyntax-only ../text.h'
cd bench || exit
run "$history" --build="$build" --dir="$work/runs" -- --benchfile=text.bench gcc
is "$status" 0 'the history is measured'
is "$(tail -n 1 "$work/err")" 'history: 10 commits: 9 measured now, 0 before, 1 failed' 'one commit of the history fails'
like "$err" '^history: 6 of 10: [0-9a-f]+ Break the build$' 'the commit that fails is named'
like "$err" "^history: it does not build; see $work/runs/[0-9a-f]*\.failed$" 'the message names the file that says why a commit fails'
like "$(cat "$work"/runs/*.failed)" 'text\.h:.* error: ' 'the file of a commit that fails has the output of its build'
like "$out" '^History of 10 runs' 'the history is shown'
cp "$work/out" "$work/shown"
cd ..
state >"$work/after"
same "$work/after" "$work/before" 'work tree, index, branches, hooks and temporary files are as before'
"$CGBENCH" --history="$work/runs" --format=json >"$work/history.json"
is "$(json "$work/history.json" 'map { $_->{subject} } @{$f->{history}{runs}}')" \
	"$(git log --reverse --format=%s)" 'runs are those of the commits, in their order'
is "$(json "$work/history.json" 'map { $_->{clean} ? "clean" : "changed" } @{$f->{history}{runs}}' | uniq)" clean \
	'all runs of the history are of clean commits'
"$CGBENCH" --history="$work/runs" --format=csv >"$work/history.csv"
is "$(points step "$work/history.csv" | sed 's/:.*//')" 'Never return 0
Use another hash' 'exactly the two commits that changed the count are steps'
is "$(points break "$work/history.csv")" 'Hash other words: the text of the test' \
	'the commit that changed the test breaks the line'

# Again.
rm "$work/called"
cd bench || exit
run "$history" --build="$build" --dir=../../runs -- --benchfile=text.bench gcc
is "$status:$err" '0:history: 10 commits: 0 measured now, 9 before, 1 failed' 'again, nothing is measured'
is "$(cat "$work/called")" "--history=$work/runs" 'nothing is run but to show it'
same "$work/out" "$work/shown" 'the history of before looks the same'
run "$history" --retry --build="$build" --dir=../../runs -- --benchfile=text.bench gcc
is "$(echo "$err" | sed 's/[0-9a-f]* Break/Break/;s/;.*//')" 'history: 6 of 10: Break the build
history: it does not build
history: 10 commits: 0 measured now, 9 before, 1 failed' '--retry tries what failed'
for other in --build=true --all-parents; do
	run "$history" "$other" --dir=../../runs -- --benchfile=text.bench gcc
	like "$status:$err" "^129:history: the runs in $work/runs are of another command, " 'another command needs another DIR'
done
cd ..
state >"$work/after"
same "$work/after" "$work/before" 'nothing else has changed'

# Notes of one clone are the history of another, where nothing is measured.
run "$history" --notes --commits=2 --dir=../noted -- --benchfile=bench/text.bench gcc
is "$status:$(git for-each-ref refs/notes | wc -l)" 0:1 '--notes keeps runs in notes'
git clone -q . ../clone
(cd ../clone && git fetch -q origin 'refs/notes/cgbench/*:refs/notes/cgbench/*')
: >"$work/called"
(cd ../clone && run "$history" --notes --commits=2 --dir=../noted-too -- --benchfile=bench/text.bench gcc && echo "$status") >"$work/status"
is "$(cat "$work/status"):$(cat "$work/called")" "0:--history=$work/noted-too" '--notes takes runs from notes'
for run in ../noted/*.json; do
	same_run "$run" "../noted-too/${run##*/}" "the run ${run##*/} is the same"
done
for ref in $(git for-each-ref --format='%(refname)' refs/notes); do
	git update-ref -d "$ref"
done
rm -r ../noted ../noted-too ../clone

# The tests of today, at other commits; a commit that changed nothing but its test is no step then.
cd .. || exit
run "$history" --repo=repository --benchfile=repository/bench/text.bench --rev=main~1 --commits=2 --dir=today -- gcc
is "$status:$(tail -n 1 err)" '0:history: 2 commits: 2 measured now, 0 before, 0 failed' '--benchfile may be named from elsewhere'
is "$(grep -oh '"file":"[^"]*"' today/*.json | sort -u)" '"file":"bench/history-of-text.bench"' \
	'its name is no temporary one'
"$CGBENCH" --history=today --format=json >history.json
is "$(json history.json 'map { $_->{subject}, $_->{clean} ? "clean" : "changed" } @{$f->{history}{runs}}' | xargs)" \
	'Release it clean Hash other words clean' 'the commits are clean'
"$CGBENCH" --history=today --format=csv >history.csv
is "$(wc -l <history.csv):$(points step history.csv)$(points break history.csv)" 3: 'with --benchfile the commits have the same test'

# Interruptions, and two at once.
cd repository || exit
for signal in INT:130 TERM:143; do
	run setsid -w "$history" --build="kill -${signal%:*} 0" --dir=../none -- -e 1 gcc
	is "$status:$(ls -A "$TMPDIR")$(git worktree list | sed 1d)" "${signal#*:}:" "${signal%:*} leaves nothing"
done
run "$history" --commits=1 --build="'$history' --repo='$PWD' --dir='$work/none' -- -e 1 gcc" --dir=../none -- -e 1 gcc
like "$(cat ../none/*.failed)" "^history: another run measures for $work/none; " 'two runs for one DIR do not meet'
# A killed run leaves a directory with the number of a process which has ended.
run "$history" --build='kill -KILL $PPID' --dir=../none -- -e 1 gcc
is "$status:$(echo "$TMPDIR"/* | wc -w)" 137:1 'a run that is killed leaves its files'
run "$history" --commits=1 --dir=../none -- -e 1 gcc
is "$status:$(ls -A "$TMPDIR")" 0: 'the next run removes the files of one that was killed'
state >"$work/after"
same "$work/after" "$work/before" 'runs that are interrupted leave nothing else'

# Wrong commands.
# ends STATUS ERE OPTION...: the status and the last line, behind those of other programs.
ends() {
	want=$1 line=$2
	shift 2
	run "$history" "$@"
	like "$status:$(tail -n 1 "$work/err")" "^$want:$line" "history $*"
}
refused -p "$history" 'name a program to measure, .*'
refused -p "$history" 'name a program to measure, .*' --
refused -p "$history" "unknown option '-e'; .*" -e 1 -- gcc
refused -p "$history" "--commits: '0' is not a number of commits.*" --commits=0 -- gcc
ends 129 'history: / is not in a git work tree' --repo=/ -- gcc
ends 129 "fatal: bad revision 'nowhere'" --rev=nowhere -- gcc
refused -p "$history" '--rev=HEAD..HEAD: there are no commits.*' --rev=HEAD..HEAD -- gcc
refused -p "$history" "--benchfile: cannot read 'none'.*" --benchfile=none -- gcc
refused -p "$history" "--benchfile: '.' is a directory: name one file.*" --benchfile=. -- gcc
refused -p "$history" '--benchfile is given twice: a history has one.*' --benchfile=a --benchfile=b -- gcc
refused -p "$history" "--benchfile: '/.*' is not in the work tree $work/repository.*" --benchfile="$history" -- gcc
ends 129 'history: nothing was saved: cgbench exited with status 129' --dir=../bad -- --nope gcc
ends 128 'history: nothing was saved: cgbench exited with status 0' --dir=../bad -- --write=x.json -e 1 gcc
rm -f ../bad/command
ends 128 'mkdir: ' --dir=draft -- gcc
ok 'no file says that the commit failed' test ! -e ../bad/*.failed
run "$history" --help
is "$status:$(sed -n 1p ../out)" '0:Measures the last commits of a git repository and shows how their counts changed.' '--help says first what the tool is for'
ok '--help is no longer than a screen' test "$(wc -l <../out)" -le 28
done_testing
