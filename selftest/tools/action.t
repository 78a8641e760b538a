#!/bin/sh
# action.yml: its steps are run as GitHub does, but for the installation, on a repository that changes; and
# what gates print for GitHub.
# shellcheck disable=SC2016 # perl's variables
. "$(dirname "$0")/../tap.sh"

perl "$here/tools/action/steps.pl" "$top/action.yml"
is "$(echo ./*.sh)" './Comment.sh ./Gate.sh ./Install.sh ./Run.sh' 'there are four steps with commands'
is "$(grep -c 'shell: sh -e {0}' "$top/action.yml")" 4 'all with the same shell'
is "$(grep -ho 'inputs\.[a-z]*' "$top/action.yml" | sort -u | sed 's/.*\.//' | xargs)" \
	"$(sed -n '/^inputs:/,/^outputs:/s/^  \([a-z]*\):$/\1/p' "$top/action.yml" | sort | xargs)" 'all inputs are used'
if command -v shellcheck >/dev/null; then
	for step in ./*.sh; do
		ok "shellcheck: $step" shellcheck -s sh "$step"
	done
else
	skip 'the steps' 'there is no shellcheck'
fi
like "$(cat Install.sh)" 'scripts/install-deps' 'packages are installed by scripts/install-deps'

mkdir action repository repository/bench
ln -s "$CGBENCH" action/cgbench
ln -s "$top/scripts" action/scripts
echo "BASELINE='bench/baseline.json'" >>Gate.env
export GITHUB_ACTIONS=true GITHUB_ACTION_PATH="$work/action" GITHUB_WORKSPACE="$work/repository"
export GITHUB_OUTPUT="$work/output" GITHUB_STEP_SUMMARY="$work/summary"
cat >repository/bench/tests.bench <<'END'
language = c

[other]
code = BLACK_BOX(BLACK_BOX(6) * 7);

[text::hash]
code = BLACK_BOX(BLACK_BOX(6) + 7);
END
cd repository || exit

# step NAME STATUS WHAT: runs the step.
step() {
	set -a
	# shellcheck disable=SC1090
	. "$work/$1.env"
	set +a
	run sh -e "$work/$1.sh"
	is "$status" "$2" "$3: $1 ends with $2"
}

step Run 0 'no baseline'
step Gate 1 'no baseline'
like "$out" '^::error::there is no baseline bench/baseline.json: ' 'a missing baseline is an error on GitHub'
cp cgbench-output/new.json bench/baseline.json
step Run 0 'no change'
step Gate 0 'no change'
unlike "$out$err" '::error' 'a new baseline is no error'
is "$(tail -n 1 "$GITHUB_OUTPUT")" 'comment=cgbench-output/comment.md' 'the output is the comment'
step Comment 0 'no change'
like "$(cat "$GITHUB_STEP_SUMMARY")" '^Gates: 6 counts judged, 0 above the limit' 'the gates that were judged are in the summary'
for file in comment.md page.html new.json; do
	ok "$file is kept" [ -s "cgbench-output/$file" ]
done

perl -pi -e 's/\+ 7/+ BLACK_BOX(7)/' bench/tests.bench
step Run 0 'another text'
step Gate 128 'another text'
like "$err" '^::error::unjudged on gcc: not comparable: the text differs from that on baseline: text::hash$' \
	'which is an error without a place'
printf '#define ADD(n) ((n) + 7)\n' >bench/add.h
perl -pi -e 's/^language.*/$&\npreamble = #include "add.h"\ncflags = -I{dir}/; s/BLACK_BOX\(6\) \+ BLACK_BOX\(7\)/ADD(BLACK_BOX(6))/' \
	bench/tests.bench
step Run 0 'a header'
cp cgbench-output/new.json bench/baseline.json
printf '#define ADD(n) (BLACK_BOX(n) + BLACK_BOX(7))\n' >bench/add.h
step Run 0 'one instruction more'
step Gate 1 'one instruction more'
line=$(grep -n '^\[text::hash\]' bench/tests.bench | cut -d: -f1)
like "$err" "^::error file=bench/tests.bench,line=$line::text::hash on gcc: Ir is [0-9.]+, on baseline [0-9.]+: \\+[0-9.]+ \\(\\+[0-9.]+ %25\\)\$" \
	'which is an error at the line of the test'
is "$(grep -c '^::error' "$work/err")" "$(grep -c '^cgbench: gate ' "$work/err")" 'each gate that failed is an error of GitHub'
step Comment 0 'one instruction more'
like "$(cat "$GITHUB_STEP_SUMMARY")" '^\| `Ir,0` \| `text::hash` \| `gcc` \| ' 'the summary names it'

# gates GATES: the input of that name.
gates() {
	sed -i '/^GATES=/d' "$work/Gate.env"
	echo "GATES='$1'" >>"$work/Gate.env"
}
mkdir -p './--fail-above=/^.cd'
: >'./--fail-above=/^.cd/:Ir,0'
gates '--fail-above=/^.*/:Ir,0'
step Gate 1 'a file that a gate would match as a pattern'
gates '--tables --raw'
step Gate 1 'a baseline without a gate'
like "$out" '^::error::the input gates has no gate, such as' 'which is an error'
cp bench/baseline.json kept.json
cp cgbench-output/new.json bench/baseline.json
gates ''
step Gate 1 'no change, and no gate'
gates '--fail-above=Ir,0'
step Gate 0 'no change, and a gate'
mv kept.json bench/baseline.json
(
	unset GITHUB_ACTIONS
	run "$CGBENCH" --read=cgbench-output/new.json --baseline=bench/baseline.json --fail-above=Ir,0 --summary
	echo "$status:$(grep -c '^::' "$work/err")"
) >"$work/plain"
is "$(cat "$work/plain")" 1:0 'errors have the form of GitHub only there'
(
	cd bench || exit
	run "$CGBENCH" --read=../cgbench-output/new.json --baseline=baseline.json --fail-above=Ir,0 --summary
	grep '^::' "$work/err" | head -n 1 | cut -c1-9
) >"$work/place"
is "$(cat "$work/place")" '::error::' 'a benchfile that is not found has no place'
mv bench/tests.bench 'bench/a,b:c%.bench'
"$CGBENCH" --benchfile='bench/a,b:c%.bench' --write=odd.json -- gcc
run "$CGBENCH" --read=odd.json --baseline=bench/baseline.json --fail-above=text::hash:Ir,0 --summary
like "$err" "^::error file=bench/a%2Cb%3Ac%25.bench,line=$line::" 'an odd name is written so that GitHub reads it'
mv 'bench/a,b:c%.bench' bench/tests.bench

# The output of a test or a compiler is no command to GitHub.
mkdir ../foreign
cat >../foreign/tests.bench <<'END'
language = c

[silent]
desc = ::set-output name=gate::passed
code = BLACK_BOX(1);

[loud]
code =
    #error ##[stop-commands]end
END
run "$CGBENCH" --benchfile=../foreign/tests.bench --tables --raw -- gcc
is "$(printf '%s\n%s\n' "$out" "$err" | grep -cE '^[[:space:]]*::|##\[')" 0 'foreign text has no commands'
like "$out" '^\\x3a:set-output name=gate::passed$' 'a description is shown'
like "$err" 'error: #error \\x23#\[stop-commands\]end' 'and so is what a compiler says'

echo '#error no' >bench/add.h
step Run 128 'a header that does not compile'
step Gate 128 'a header that does not compile'
like "$err" '^::error::unjudged on gcc: failed, here or on baseline: other, text::hash$' 'which is an error'
rm -r cgbench-output
step Gate 128 'no results'
step Comment 0 'no results'

# Without a baseline, a change is judged by the commit that it is based on.
echo "BASELINE=''" >>"$work/Gate.env"
export XDG_CACHE_HOME="$work/cached"
cd "$work" && mv repository judged && repository && mv judged/bench repository && cd repository || exit
printf '#define ADD(n) ((n) + 7)\n' >bench/add.h
git add -A && git commit -q -m 'Add numbers'
git update-ref refs/remotes/origin/main HEAD
printf '#define ADD(n) (BLACK_BOX(n) + BLACK_BOX(7))\n' >bench/add.h
git commit -q -a -m 'Add boxes'
export GITHUB_BASE_REF=main
step Gate 1 'a change of two commits'
like "$err" "^::error file=bench/tests.bench,line=$line::text::hash on gcc: Ir is " 'which is an error at the line of the test, too'
for file in comment.md page.html new.json; do
	ok "$file of two commits is kept" [ -s "cgbench-output/$file" ]
done

done_testing
