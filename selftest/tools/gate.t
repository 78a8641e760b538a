#!/bin/sh
# scripts/gate, and gates of what is measured: a repository whose commits are judged by a committed run.
# shellcheck disable=SC2016 # of markdown
. "$(dirname "$0")/../tap.sh"

# A repository with a small library and an unchanged copy of scripts/gate.
repository
cd repository || exit
mkdir bench
cp "$top/scripts/gate" bench
printf '%s\n' comment.md new.json >bench/.gitignore
cat "$here"/tools/text/*.h >text.h
cp "$here/tools/text/tests.bench" bench

# commit NAME STATUS: commits everything, and the gate exits with STATUS.
commit() {
	git add -A
	git commit -q -m "$1"
	run bench/gate
	is "$status" "$2" "$1: $2"
}

bench/gate --renew
cp bench/baseline.json before.json
bench/gate --renew
same_run bench/baseline.json before.json 'a baseline is the same when it is made again, but for its date'
rm before.json
commit 'The first commit passes' 0
like "$err" 'gates: 6 counts judged, 0 above the limit$' 'the first commit is judged'
git tag good

sed -i 's|^static int$|/* Returns true if nothing can be seen. */\n&|; s/hash = 5381/hash = 5300 + 81/' text.h
commit 'So does a change that costs nothing' 0

sed -i 's/return hash;/__asm__ volatile("nop"); return hash;/' text.h
commit 'One more instruction is too many' 1
before=$("$CGBENCH" --read=bench/baseline.json --tests=hash --tables --fields=Ir |
	awk '$1 == "hash" { print $2 }')
like "$err" "^cgbench: gate Ir,0: hash on gcc: Ir is $((${before%.0} + 1))\.0, on baseline $before: \+1\.0 " \
	'the test is named, with both counts'
unlike "$err" ': blank on ' 'no other test is named'
like "$err" "^gate: worse; if that is intended, run 'bench/gate --renew'" 'a gate that fails says what to do'
like "$(cat bench/comment.md)" '^\| `Ir,0` \| `hash` \| `gcc` \|' 'the comment has the test that is worse'
like "$out" '^hash  *[0-9.]+ ' 'the table has the test that is worse'
cp bench/new.json bench/baseline.json
commit 'The new results are the next baseline' 0
git checkout -q good

# Changes that must not pass, but for a new test: NAME STATUS ERE, and how the work tree is changed.
judged() {
	case $1 in
	'A removed test') sed -i '/^\[blank\]/,$d' bench/tests.bench ;;
	'A new test') printf '\n[new]\ncode = BLACK_BOX(text_hash(BLACK_BOX("")));\n' >>bench/tests.bench ;;
	*'another text') sed -i 's/some words/other words/' bench/tests.bench ;;
	*'not compile') echo 'int broken' >>text.h ;;
	*'does nothing') sed -i "/while (\*s == ' ')/,/s++;/d; s/return !\*s;/return 0 * *s;/" text.h ;;
	'No baseline') git rm -q bench/baseline.json ;;
	esac
	commit "$1" "$2"
	like "$err" "$3" "$1 is reported"
	git checkout -q good
}
in_turn 2 <<'END' >../changes
A removed test:128:unjudged on gcc: missing, though baseline has counts: blank$
A new test:0:gates: 6 counts judged, 0 above the limit, 3 new$
A test with another text:128:not comparable: the text differs from that on baseline: hash$
A library that does not compile:128:unjudged on gcc: failed, here or on baseline: hash, blank$
A function that does nothing:128:measures nothing or only a part \(.*\), unlike on baseline: blank$
No baseline:128:baseline.json: no baseline yet: run '.*gate --renew' and commit it
END
while IFS=: read -r name want_status want; do
	judged "$name" "$want_status" "$want"
done <../changes

# Another C library, compiler or valgrind than in the baseline.
# other TRAIT ERE NAME
other() {
	sed -i "s/\"$1\":\"[^\"]*\"/\"$1\":\"another\"/" bench/baseline.json
	run bench/gate
	is "$status" 128 "$3"
	like "$err" "$2" "$3 is reported"
}
other libc "unjudged on gcc: 'baseline' of baseline.json and 'gcc', measured now, differ in the C library \('another', " \
	'Another C library'
git checkout -q bench/baseline.json
perl -pi -e 's/("fingerprints".*?"version":")[^"]*/$1another/' bench/baseline.json
run bench/gate
is "$status" 128 'a baseline of another compiler is not judged'
like "$err" "differ in the version of the program \('another', 'gcc " 'Another compiler is reported'
cd bench || exit
run "$CGBENCH" --benchfile=tests.bench --baseline=baseline.json --fail-above=Ir,0 -- "$(command -v gcc)"
is "$status" 0 'a compiler that is called by its path is judged'
run "$CGBENCH" --benchfile=tests.bench --baseline=baseline.json --fail-above=Ir,50% -- clang gcc=other
is "$status" 128 'a gate of two puts is not judged if one is another compiler'
is "$(grep 'unjudged on' "$work/err" | grep -vc 'unjudged on other: ')" 0 'the put that is the same compiler is judged'
cd .. || exit
git checkout -q bench/baseline.json
for option in -h --help; do
	run bench/gate "$option"
	is "$status:$err:$(sed -n 1p "$work/out")" \
		'0::Fails if a change makes a test more expensive.' "bench/gate $option"
done
run bench/gate --nope
is "$status:$err" '129:cgbench: unknown option --nope; did you mean --norm?' 'an unknown option is refused'
ok 'an unknown option removes no file' [ -e bench/new.json -a -e bench/comment.md ]
other valgrind "^cgbench: 'baseline' of baseline.json and 'gcc', .* differ in the version of valgrind .*: not comparable; " \
	'Another valgrind'
ok 'nothing is measured if valgrind is another' [ ! -e bench/new.json ]
run bench/gate --force
is "$status" 128 'Another valgrind with --force'
like "$err" "gate Ir,0: unjudged on gcc: .* differ in the version of valgrind" 'Another valgrind with --force is reported'
git checkout -q bench/baseline.json

# Without a benchfile, the tests of the baseline are measured.
cd bench || exit
rm tests.bench
run "$CGBENCH" --baseline=baseline.json --fail-above=Ir,0 --summary -- gcc gcc=slow -O0
is "$status" 1 'without a benchfile, the tests are those of the baseline'
is "$(grep -c ' on slow: ' "$work/err"):$(grep -c ' on gcc: ' "$work/err")" 2:0 'the tests of the baseline are judged on every put'
run "$CGBENCH" --baseline=baseline.json --fail-above=Ir,0 --tests=hash --fields=Ir -- gcc
like "$err" 'gates: 1 count judged, 0 above the limit$' '--tests chooses from them'
run "$CGBENCH" --baseline=baseline.json --loops=20,30 -- gcc
is "$status:$err" "129:cgbench: --baseline: baseline.json was measured with --loops=10,20, the programs to compare with 20,30" \
	'the loop counts are those of the baseline'
run "$CGBENCH" --baseline=baseline.json --write=now.json --fail-above=Ir,0 -- gcc
is "$status:$out" 0: 'the tests of a baseline are saved'
is "$("$CGBENCH" --read=now.json --tables --compact=0 --fields=Ir 2>&1 | sed -n 's/^Results for //p')" gcc \
	'the saved file has no baseline'
same_run now.json baseline.json 'the saved file has the tests as they are'

done_testing
