#!/bin/sh
# --fail-above and --baseline: what breaks a gate, what prevents its evaluation, and a repository
# whose commits are judged by a committed run.
# shellcheck disable=SC2016 # perl's variables
. "$(dirname "$0")/../tap.sh"

perl "$here/saved.pl" base new >two.json <<'END'
same 10 10
both 0 0
less 20 10
percent 1000 1010
str::len/n=16 10 12.5
some 0 5
END
perl "$here/saved.pl" base new >holes.json <<'END'
same 10 10
lost 7 -
gone 7 -
found - 8
broken 9 FAIL
mended FAIL 9
other 9 9~
empty 9 0!empty
folded 9 1!folded
expected 9 1!folded expect=folded
always 1!folded 1!folded
slow 9 12!heap
timed 9!vdso 9!vdso
never - -
END
perl "$here/saved.pl" base new newer >three.json <<'END'
x 100 101 100
y 100 100 110
END

# gate STATUS TEST... -- OPTION...: the exit status, and the tests that break a gate.
gate() {
	gate_want=$1:
	shift
	while [ "$1" != -- ]; do
		gate_want="$gate_want $1"
		shift
	done
	shift
	run "$CGBENCH" --fields=Ir "$@"
	gate_got=$(sed -n 's/^cgbench: gate [^ ]*: \([^ ]*\) on new[^ ]*: [A-Za-z]* is .*/\1/p' err | xargs)
	is "$status:${gate_got:+ $gate_got}" "$gate_want" "$*"
}

# What breaks a gate.
gate 0 -- --read=two.json --fail-above=same,both,less:Ir,0
is "$(tail -n 1 err)" 'cgbench: gates: 3 counts judged, 0 above the limit' 'which says what it judged'
gate 1 percent str::len/n=16 some -- --read=two.json --fail-above=Ir,0
is "$(grep ': gate' err)" 'cgbench: gate Ir,0: percent on new: Ir is 1010.0, on base 1000.0: +10.0 (+1.00 %)
cgbench: gate Ir,0: str::len/n=16 on new: Ir is 12.5, on base 10.0: +2.5 (+25.00 %)
cgbench: gate Ir,0: some on new: Ir is 5.0, on base 0.0: +5.0
cgbench: gates: 6 counts judged, 3 above the limit' 'each with both values'
like "$out" '^percent +100\.00 +99\.01$' 'after the table'
gate 1 str::len/n=16 some -- --read=two.json --fail-above=Ir,1%
gate 1 some -- --read=two.json --fail-above=Ir,25%
gate 1 percent -- --read=two.json --fail-above=Ir,+5
gate 0 -- --read=two.json --fail-above=Ir,+10
gate 1 percent some -- --read=two.json --fail-above=Dr,+9.9
gate 1 str::len/n=16 -- --read=two.json --fail-above=/^str::/:Ir,0
gate 1 str::len/n=16 -- --read=two.json --fail-above=same,str::len/n=16:Ir,0 --fail-above=percent:Ir,1%
gate 0 -- --read=two.json --fail-above=Ir,0 --tests=less,same
run "$CGBENCH" --read=two.json --fail-above=less:Ir,0 --norm=new
like "$err" '^cgbench: gate less:Ir,0: less on base: Ir is 20.0, on new 10.0: \+10.0 \(\+100.00 %\)$' \
	'the norm is what --norm says'
gate 1 x y -- --read=three.json --fail-above=Ir,0
like "$err" 'x on new: ' 'each put is judged'
like "$err" 'y on newer: ' 'and told'
for option in --summary --write=copy.json --changed --average --verdict=none --format=json \
	--format=markdown --format=csv:x.csv --compact=base; do
	gate 1 x y -- --read=three.json --fail-above=Ir,0 "$option"
done
gate 1 y x -- --read=three.json --fail-above=Ir,5% --fail-above=x:Ir,0 --sort=change
# Values that print the same.
perl "$here/saved.pl" base new >tiny.json <<'END'
tiny 100.0 100.1 ops=1000
END
gate 1 tiny -- --read=tiny.json --fail-above=Ir,0
like "$err" ': Ir is 0\.1001, on base 0\.1000: \+0\.0001 \(\+0\.10 %\)$' \
	'two counts never look the same'

# Derived fields.
gate 1 str::len/n=16 some -- --read=two.json --derive=cost=Ir+3*Dr --fail-above=cost,1%
like "$err" ': cost is 87\.5, on base 70\.0: \+17\.5 \(\+25\.00 %\)$' 'with their values'
gate 128 -- --read=two.json --derive=none=Ir/Dw --fail-above=same,both:none,0
like "$err" 'unjudged on new: has no value: same, both$' 'a quotient by 0 is not judged'
gate 1 x y -- --read=three.json --derive=none=Ir/Dw --fields=none --fail-above=Ir,0

# Gates that cannot be evaluated.
gate 128 -- --read=holes.json --fail-above=Ir,0
is "$(grep ': gate' err)" 'cgbench: gate Ir,0: unjudged on new: failed, here or on base: broken, mended
cgbench: gate Ir,0: unjudged on new: missing, though base has counts: lost, gone
cgbench: gate Ir,0: unjudged on new: not comparable: the text differs from that on base: other
cgbench: gate Ir,0: unjudged on new: measures nothing or only a part (empty, folded, hoisted or shared), unlike on base: empty, folded
cgbench: gate Ir,0: unjudged on new: not what a processor does (vdso, fenv, signal, syscall, heap or split), unlike on base: slow
cgbench: gates: 4 counts judged, 0 above the limit, 1 new; not all could be judged' \
	'each for its own reason'
for test in broken mended lost other empty folded slow; do
	gate 128 -- --read=holes.json --fail-above=$test:Ir,1000%
done
gate 0 -- --read=holes.json --fail-above=same,expected,always,timed,found:Ir,0
gate 128 -- --read=holes.json --fail-above=found:Ir,0
like "$err" ': gate found:Ir,0: unjudged on new: all its tests are new$' 'as new tests are no norm'
gate 128 -- --read=holes.json --fail-above=/never/:Ir,0
like "$err" ': gate /never/:Ir,0: unjudged on new: nothing was measured$' 'nor is nothing'
gate 128 -- --read=holes.json --fail-above=same:Ir,0 --fail-above=/zz/:Ir,0
like "$err" '^cgbench: gate /zz/:Ir,0 unjudged: no test matches$' 'nor no test'
perl "$here/saved.pl" base new >worse.json <<'END'
x 1 2
y 1 -
END
gate 128 x -- --read=worse.json --fail-above=Ir,0
perl "$here/saved.pl" base >old.json <<'END'
x 1
END
perl "$here/saved.pl" new >new.json <<'END'
x 1
END
gate 128 -- --read=old.json --read=new.json --fail-above=Ir,0
like "$err" ": gate Ir,0: unjudged on new: 'base' has no fingerprint: " 'nor with an unknown fingerprint'
awk 'BEGIN { for (i = 0; i < 30; i++) print "t" i, 1, "-" }' | perl "$here/saved.pl" base new >many.json
gate 128 -- --read=many.json --fail-above=Ir,0
like "$err" 'though base has counts: t0, t1, .*, t9 and 20 more$' 'many are counted'

# Formats report it.
run "$CGBENCH" --read=three.json --fail-above='/^(x|z)$/:Ir,0' --fail-above=Ir,1% --format=json
is "$(perl -MJSON::PP -e 'local $/; print join ";", map { my $g = $_; join ",", map { "$_=$g->{$_}" } sort keys %$g }
	decode_json(<>)->{gates}->@*' out)" \
	'count=101,field=Ir,gate=/^(x|z)$/:Ir,0,label=new,norm=100,test=x;count=110,field=Ir,gate=Ir,1%,label=newer,norm=100,test=y' \
	'json has what breaks a gate'
run "$CGBENCH" --read=holes.json --fail-above=lost:Ir,0 --format=json
like "$out" '^\{"gate":"lost:Ir,0","label":"new","unjudged":"missing, though .*: lost"\}$' \
	'and the gates that could not be evaluated'
run "$CGBENCH" --read=three.json --fail-above=Ir,50% --format=json
is "$(perl -MJSON::PP -e 'local $/; print scalar decode_json(<>)->{gates}->@*' out)" 0 'or that there is nothing'
run "$CGBENCH" --read=three.json --format=json
unlike "$out" gates 'without gates it does not'
run "$CGBENCH" --read=three.json --fail-above='/^(x|z)$/:Ir,0' --format=markdown
is "$(head -n 5 out)" 'Gates: 2 counts judged, 1 above the limit

| gate | test | put | `base` | on put | change |
|:--|:--|:--|--:|--:|--:|
| `/^(x\|z)$/:Ir,0` | `x` | `new` | 100.0 | 101.0 | +1.00 % worse |' 'markdown begins with it'

# Bad input.
# refuses STATUS ERE OPTION...
refuses() {
	refuses_want=$1
	refuses_line=$2
	shift 2
	run "$CGBENCH" "$@"
	is "$status:$(wc -l <err | xargs)" "$refuses_want:1" "$*: refused in one line"
	like "$err" "^cgbench: $refuses_line" "which says why"
}
for form in Ir Ir,1%,x:Ir :Ir,1 ',' ,1% a:,0; do
	refuses 129 '--fail-above' --read=two.json --fail-above="$form"
done
for limit in 1 -1% +-1 1%% 1x % + 0x1 1e2% inf% nan% ''; do
	refuses 129 "--fail-above=Ir,.*: invalid limit '.*': use a percentage such as 1%" --read=two.json "--fail-above=Ir,$limit"
done
refuses 129 "--fail-above: unknown field 'IR', perhaps 'Ir'; " --read=two.json --fail-above=IR,0
refuses 129 "--fail-above: '/x' does not end in '/'" --read=two.json --fail-above=/x:Ir,0
refuses 129 '--fail-above: missing closing parenthesis' --read=two.json '--fail-above=/(/:Ir,0'
refuses 129 '--fail-above compares puts: it needs at least two' --read=new.json --fail-above=Ir,0
refuses 129 '--fail-above compares puts, --bisect judges' \
	--read=new.json --fail-above=Ir,0 --bisect=Ir,0,1
refuses 129 '--fail-above compares puts, --check judges' --fail-above=Ir,0 --check -- gcc
refuses 129 '--baseline compares puts, --check judges' --baseline=old.json --check -- gcc
refuses 129 '--baseline needs something to compare: ' --baseline=old.json
refuses 129 '.*--norm cannot be combined with it' --baseline=old.json --norm=0 --read=new.json
refuses 128 'none.json: cannot read: No such file' --baseline=none.json -- gcc
refuses 129 "label 'baseline' is reserved for --baseline" --baseline=old.json -- gcc=baseline
refuses 129 "--baseline: three.json has 3 puts, none labelled 'gcc'" \
	--baseline=three.json -- gcc
refuses 129 '--baseline: three.json has 3 puts: compare puts with it one at a time' \
	--baseline=three.json -- gcc clang
refuses 129 '--baseline: old.json was measured with --loops=10,20' \
	--baseline=old.json --loops=20,30 -- gcc
refuses 128 '--baseline: old.json has no test in common with .* is .e.$' \
	--baseline=old.json -e 1 -- gcc

# A baseline that is read.
perl "$here/saved.pl" new >old.json <<'END'
x 1
gone 1
END
run "$CGBENCH" --baseline=old.json --read=new.json --fields=Ir --raw
like "$out" '^ +baseline +new$' 'the baseline is the first column, with a label of its own'
like "$out" '^x +1\.0 +1\.0$' 'though both have the same'
like "$out" '^gone +1\.0 *$' 'with its tests'
run "$CGBENCH" --baseline=three.json --read=new.json --fields=Ir --raw
like "$out" '^x +101\.0 +1\.0$' 'of several puts, it is the one with the same label'
is "$(printf %s "$out" | grep -c newer)" 0 'and no other'
gate 128 -- --baseline=old.json --read=new.json --fail-above=Ir,0
like "$err" "unjudged on new: 'baseline' has no fingerprint" 'which must be known to be comparable'

# A repository with a small library and an unchanged copy of scripts/gate.
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
git init -q -b main repository
cd repository || exit
mkdir bench
cp "$top/scripts/gate" bench
printf '%s\n' comment.md new.json >bench/.gitignore
cat >text.h <<'END'
unsigned text_hash(const char *s);
int text_blank(const char *s);
END
cat >text.c <<'END'
#include "text.h"

unsigned
text_hash(const char *s)
{
	unsigned hash = 5381;

	while (*s)
		hash = hash * 33 ^ *s++;
	return hash;
}

int
text_blank(const char *s)
{
	while (*s == ' ')
		s++;
	return !*s;
}
END
cat >bench/tests.bench <<'END'
language = c
preamble = #include "text.c"
cflags   = -I{dir}/..

[hash]
code = BLACK_BOX(text_hash(BLACK_BOX("some words")));

[blank]
code = BLACK_BOX(text_blank(BLACK_BOX("    ")));
END

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
like "$err" 'gates: 6 counts judged, 0 above the limit$' 'and is judged'
git tag good

sed -i 's|^int$|/* Whether there is nothing to see. */\n&|; s/hash = 5381/hash = 5300 + 81/' text.c
commit 'So does a change that costs nothing' 0

sed -i 's/return hash;/__asm__ volatile("nop"); return hash;/' text.c
commit 'One more instruction is too many' 1
before=$("$CGBENCH" --read=bench/baseline.json --tests=hash --fields=Ir |
	awk '$1 == "hash" { print $2 }')
like "$err" "^cgbench: gate Ir,0: hash on gcc: Ir is $((${before%.0} + 1))\.0, on baseline $before: \+1\.0 " \
	'the test is named, with both counts'
unlike "$err" ': blank on ' 'and no other'
like "$err" "^gate: worse; if that is intended, run 'bench/gate --renew'" 'and what to do'
like "$(cat bench/comment.md)" '^\| `Ir,0` \| `hash` \| `gcc` \|' 'the comment has it'
like "$out" '^hash  *[0-9.]+ ' 'the table too'
cp bench/new.json bench/baseline.json
commit 'The new results are the next baseline' 0
git checkout -q good

# What must not pass.
sed -i '/^\[blank\]/,$d' bench/tests.bench
commit 'A removed test' 128
like "$err" 'unjudged on gcc: missing, though baseline has counts: blank$' 'which is reported'
git checkout -q good
printf '\n[new]\ncode = BLACK_BOX(text_hash(BLACK_BOX("")));\n' >>bench/tests.bench
commit 'A new test passes' 0
like "$err" 'gates: 6 counts judged, 0 above the limit, 3 new$' 'and is reported'
git checkout -q good
sed -i 's/some words/other words/' bench/tests.bench
commit 'A test with another text' 128
like "$err" 'not comparable: the text differs from that on baseline: hash$' 'which is reported'
git checkout -q good
echo 'int broken' >>text.c
commit 'A library that does not compile' 128
like "$err" 'unjudged on gcc: failed, here or on baseline: hash, blank$' 'which is reported'
git checkout -q good
sed -i "/while (\*s == ' ')/,/s++;/d; s/return !\*s;/return 0 * *s;/" text.c
commit 'A function that no longer does anything' 128
like "$err" 'measures nothing or only a part \(.*\), unlike on baseline: blank$' 'which is reported'
git checkout -q good
git rm -q bench/baseline.json
commit 'No baseline' 128
like "$err" '^cgbench: baseline.json: cannot read: ' 'which is reported'
git checkout -q good

# Another C library, compiler or valgrind than in the baseline.
# other TRAIT ERE NAME
other() {
	sed -i "s/\"$1\":\"[^\"]*\"/\"$1\":\"another\"/" bench/baseline.json
	run bench/gate
	is "$status" 128 "$3"
	like "$err" "$2" 'which is reported'
}
other libc "unjudged on gcc: 'baseline' of baseline.json and 'gcc', measured now, differ in the C library \('another', " \
	'Another C library'
git checkout -q bench/baseline.json
perl -pi -e 's/("fingerprints".*?"version":")[^"]*/$1another/' bench/baseline.json
run bench/gate
is "$status" 128 'Another compiler'
like "$err" "differ in the version of the program \('another', 'gcc " 'which is reported'
cd bench || exit
run "$CGBENCH" --benchfile=tests.bench --baseline=baseline.json --fail-above=Ir,0 -- "$(command -v gcc)"
is "$status" 0 'but not where it is called by its path'
run "$CGBENCH" --benchfile=tests.bench --baseline=baseline.json --fail-above=Ir,50% -- clang gcc=other
is "$status" 128 'nor where it is another that is meant'
is "$(grep 'unjudged on' "$work/err" | grep -vc 'unjudged on other: ')" 0 'which is judged'
cd .. || exit
git checkout -q bench/baseline.json
for option in -h --help; do
	run bench/gate "$option"
	is "$status:$err:$(sed -n 1p "$work/out")" \
		'0::An example to copy next to your benchfile: fails if a commit makes a test more expensive than in' "bench/gate $option"
done
run bench/gate --nope
is "$status:$err" '129:cgbench: unknown option --nope; did you mean --norm?' 'an unknown option is refused'
ok 'and removes no file' [ -e bench/new.json -a -e bench/comment.md ]
other valgrind "^cgbench: 'baseline' of baseline.json and 'gcc', .* differ in the version of valgrind .*: not comparable; " \
	'Another valgrind'
ok 'and nothing was measured' [ ! -e bench/new.json ]
run bench/gate --force
is "$status" 128 'nor with --force'
like "$err" "gate Ir,0: unjudged on gcc: .* differ in the version of valgrind" 'which is reported'
git checkout -q bench/baseline.json

# Without a benchfile, the tests of the baseline are measured.
cd bench || exit
rm tests.bench
run "$CGBENCH" --baseline=baseline.json --fail-above=Ir,0 --summary -- gcc gcc=slow -O0
is "$status" 1 'without a benchfile, the tests are those of the baseline'
is "$(grep -c ' on slow: ' "$work/err"):$(grep -c ' on gcc: ' "$work/err")" 2:0 'on every put'
run "$CGBENCH" --baseline=baseline.json --fail-above=Ir,0 --tests=hash --fields=Ir -- gcc
like "$err" 'gates: 1 count judged, 0 above the limit$' '--tests chooses from them'
run "$CGBENCH" --baseline=baseline.json --loops=20,30 -- gcc
is "$status:$err" "129:cgbench: --baseline: baseline.json was measured with --loops=10,20, the puts to compare with 20,30" \
	'with its loop counts'
run "$CGBENCH" --baseline=baseline.json --write=now.json --fail-above=Ir,0 -- gcc
is "$status:$out" 0: 'they are saved'
is "$("$CGBENCH" --read=now.json --compact=0 --fields=Ir 2>&1 | sed -n 's/^Results for //p')" gcc \
	'without the baseline'
same_run now.json baseline.json 'as they are'

done_testing
