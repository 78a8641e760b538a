#!/bin/sh
# docs/ci.md and docs/clusters.md: their files are YAML as GitHub and GitLab expect it; their commands judge a repository
# like the one it describes, measure its history, and measure it in parts.
# shellcheck disable=SC2016 # a shell's variables in YAML
. "$(dirname "$0")/../tap.sh"

# Each block of ci.md as 0.yml, that of the action, 1.yml, ..., and then those of clusters.md and those for forks.
forks='/^## Pull requests from forks/,/^# /'
{
	sed "${forks}d" "$top/docs/ci.md"
	cat "$top/docs/clusters.md"
	sed -n "${forks}p" "$top/docs/ci.md"
} |
	awk 'BEGIN { n = -1 } /^```/ { on = /^```yaml$/; n += on; next } on { print >(n ".yml") }'
is "$(echo ./*.yml | wc -w)" 11 'there are eleven blocks of YAML'

# to_json FILE: the YAML file as JSON, with every value a string.
if /usr/bin/python3 -c 'import yaml' 2>/dev/null; then
	to_json() {
		/usr/bin/python3 -c 'import json, sys, yaml
print(json.dumps(yaml.load(sys.stdin, Loader=yaml.BaseLoader)))' <"$1" >"${1%.yml}.json"
	}
elif ruby -ryaml -rjson -e 0 2>/dev/null; then
	to_json() {
		sed 's/^on:/"on":/' "$1" |
			ruby -ryaml -rjson -e 'puts JSON.generate(YAML.load(STDIN.read))' >"${1%.yml}.json"
	}
else
	skip 'the YAML of docs/ci.md and docs/clusters.md' 'there is neither PyYAML nor ruby'
	done_testing
	exit
fi
for file in ./*.yml; do
	ok "${file#./} is YAML" to_json "$file"
done

# steps FILE EXPRESSION NAME: GitHub accepts the steps of this list.
steps() {
	is "$(json "$1" 'grep { exists $_->{run} == exists $_->{uses} } @{'"$2"'}')" '' \
		"$3: each step runs or uses something"
	is "$(json "$1" 'grep { !/^(name|if|run|uses|with|env)$/ } map { keys %$_ } @{'"$2"'}')" '' \
		"$3: and has no other key"
	is "$(json "$1" 'grep { !m{^[\w-]+/[\w-]+\@\w+$} } map { $_->{uses} // () } @{'"$2"'}')" '' \
		"$3: what it uses has a version"
}

is "$(json 0.json 'map { $_->{uses} } @{$f->{jobs}{gate}{steps}}' | xargs)" \
	'actions/checkout@v4 actions/cache@v4 OWNER/cgbench@COMMIT' 'the action is used after a checkout'
mkdir action
cp "$top/action.yml" action
to_json action/action.yml
for input in $(json 0.json 'keys %{$f->{jobs}{gate}{steps}[2]{with}}'); do
	ok "the action has the input $input" [ "$(json action/action.json 'exists $f->{inputs}{'"$input"'}')" ]
done
is "$(json action/action.json 'map { $_->{uses} // $_->{shell} } @{$f->{runs}{steps}}' | sort -u | xargs)" \
	'actions/upload-artifact@v4 sh -e {0}' 'its steps name a shell, or a version'
is "$(json 1.json 'sort keys %$f' | xargs)" 'jobs name on permissions' 'the workflow has what it needs'
is "$(json 1.json 'sort keys %{$f->{on}}' | xargs)" 'pull_request push' 'the workflow says when it runs'
is "$(json 1.json 'sort keys %{$f->{jobs}{gate}}' | xargs)" 'container runs-on steps timeout-minutes' \
	'the job of the workflow has what it needs'
steps 1.json '$f->{jobs}{gate}{steps}' 'workflow'
steps 2.json '$f' 'comment'
steps 3.json '$f' 'charts'
is "$(json 4.json 'keys %$f')" counts 'GitLab has one job'
is "$(json 4.json 'sort keys %{$f->{counts}}' | xargs)" 'artifacts before_script image rules script' \
	"GitLab's job has the keys of one"
is "$(json 4.json 'grep { ref } @{$f->{counts}{script}}, @{$f->{counts}{before_script}}')" '' 'its commands are strings'
is "$(json 5.json 'sort keys %$f' | xargs)" 'concurrency jobs name on permissions' 'the nightly workflow has the keys of GitHub'
is "$(json 5.json 'map { $_->{cron} } @{$f->{on}{schedule}}')" '23 3 * * *' 'the nightly workflow is nightly'
steps 5.json '$f->{jobs}{history}{steps}' 'nightly'
is "$(json 6.json 'keys %$f')" pages "GitLab's nightly job has the name that publishes"
is "$(json 6.json 'sort keys %{$f->{pages}}' | xargs)" 'artifacts before_script cache image rules script variables' \
	"GitLab's nightly job has the keys of one"
is "$(json 6.json 'grep { ref } @{$f->{pages}{script}}, @{$f->{pages}{before_script}}')" '' 'its commands are strings'
for job in measure gate; do
	steps 7.json '$f->{jobs}{'$job'}{steps}' "matrix, $job"
done
is "$(json 7.json 'sort keys %{$f->{jobs}}' | xargs)" 'gate measure' 'the matrix has two jobs'
is "$(json 7.json 'sort keys %{$f->{jobs}{measure}}' | xargs)" 'container runs-on steps strategy timeout-minutes' \
	'one with a strategy'
is "$(json 7.json 'sort keys %{$f->{jobs}{gate}}' | xargs)" 'container if needs runs-on steps timeout-minutes' \
	'the gate of the matrix needs the measuring job'
is "$(json 7.json '@{$f->{jobs}{gate}}{qw(needs if)}')" 'measure
${{ !cancelled() }}' 'whatever comes of it'
is "$(json 8.json 'sort keys %$f' | xargs)" 'default gate measure stages' "GitLab's parallel jobs have two stages"
is "$(json 8.json '@{$f->{stages}}' | xargs)" "$(json 8.json 'map { $f->{$_}{stage} } qw(measure gate)' | xargs)" "the stages of GitLab's parallel jobs are in order"
is "$(json 8.json 'sort keys %{$f->{measure}}' | xargs):$(json 8.json 'sort keys %{$f->{gate}}' | xargs)" \
	'artifacts parallel script stage:artifacts script stage when' "GitLab's parallel jobs have the keys of jobs"
is "$(json 8.json 'grep { ref } map { @{$_->{script} // $_->{before_script}} } @$f{qw(default measure gate)}')" '' \
	'its commands are strings'
unlike "$(cat ./*.yml)" 'latest' 'workflows name versions, not the latest'
is "$(grep -hE '^ +(ref|repository): |git clone|checkout -q' ./*.yml | sed 's/^[ -]*//' | sort -u)" \
	'git -C .cgbench checkout -q "$CGBENCH_COMMIT"
git clone -q "$CGBENCH_URL" .cgbench
ref: COMMIT
ref: history
repository: OWNER/cgbench' 'all repositories and commits are known'
image=$(json 1.json '$f->{jobs}{gate}{container}{image}')
is "$(json 0.json '$f->{jobs}{gate}{container}{image}')" "$image" 'the image of the action is that of the workflow'
like "$image" '^debian:[a-z]+-[0-9]+-slim$' 'the image has a date'
is "$(json 4.json '$f->{counts}{image}') $(json 5.json '$f->{jobs}{history}{container}{image}') \
$(json 6.json '$f->{pages}{image}') $(json 7.json 'map { $f->{jobs}{$_}{container}{image} } qw(measure gate)' | xargs) \
$(json 8.json '$f->{default}{image}')" "$image $image $image $image $image $image" 'the image is the same for all'
packages=$(sed -n '/^needs=/,/^.$/s/^\t\([^:]*\):.*/\1/p' "$top/scripts/install-deps")
for package in $(echo "$packages" | grep -e ^lib -e valgrind -e make); do
	is "$(grep -lw -- "$package" ./[1-9].yml | xargs)" './1.yml ./4.yml ./5.yml ./6.yml ./7.yml ./8.yml' "all install $package"
done

# The comment on a pull request of a fork: what measured it passes a directory on, and gh, played here, publishes it.
steps 9.json '$f' 'fork'
steps 10.json '$f->{jobs}{comment}{steps}' 'comment on a fork'
is "$(json 10.json '%{$f->{permissions}}' | xargs -n 2 | sort | xargs)" 'actions read pull-requests write' \
	'the job that comments has no other rights'
is "$(json 10.json '@{$f->{on}{workflow_run}{workflows}}'):$(json 9.json '$f->[1]{with}{name}')" \
	"$(json 0.json '$f->{name}'):comment" 'it follows the workflow that measures'
json 9.json '$f->[0]{run}' >take
json 10.json '$f->{jobs}{comment}{steps}[0]{run}' >publish
for step in take publish; do
	! command -v shellcheck >found || ok "shellcheck: $step" shellcheck -s sh "$step"
	unlike "$(cat $step)" '[$][{][{]' "$step: no text of the event becomes a command"
done
mkdir played cgbench-output
cat >played/gh <<'END'
#!/bin/sh
case "$*" in
*/artifacts*) echo "$SIZE" ;;
'run download 7 --repo me/it --name comment --dir artifact') cp -R "$WORK/comment" artifact ;;
*/pulls/12*) echo abc ;;
*/pulls/*) echo def ;;
*body=@body) echo "$*" >>"$WORK/posted" && cp body "$WORK/posted.md" ;;
*/comments*) cat "$WORK/old" ;;
*) exit 1 ;;
esac
END
chmod +x played/gh
: >old
# A pull request could write this, to become active or a command.
cat >cgbench-output/comment.md <<'END'
Gates: <details> @all ![x](http://x.org/$(touch hacked)) www.x.org <img src=x> `touch hacked` #12 [a][b]
</details>
END
NUMBER=12 sh -e take
# published STATUS NAME WHERE: the comment is posted there.
published() {
	rm -f posted*
	run env PATH="$work/played:$PATH" WORK="$work" SIZE="${size-900}" REPOSITORY=me/it MEASURED=abc RUN=7 TMPDIR="$work" sh -e publish
	is "$status:$(cat posted 2>said)" "$1:$3" "a comment, $2"
}
new='api repos/me/it/issues/12/comments -F body=@body'
published 0 'as it should be' "$new"
is "$(sed -n 's/\xe2\x80\x8b/_/gp' posted.md)" \
	'Gates: <details> @_all ![x]_(http:_//x.org/$(touch hacked)) www_.x.org <_img src=x> `touch hacked` #_12 [a]_[b]_' \
	'its text is inert'
is "$(find . -name hacked)" '' 'and is not executed'
echo 34 >old
published 0 'the second time' 'api -X PATCH repos/me/it/issues/comments/34 -F body=@body'
size=0 published 0 'without an artifact' ''
size=100001 published 1 'with a large artifact' ''
echo 13 >comment/number
published 1 "on another's pull request" ''
like "$out" '^::error::no comment: abc is not the newest commit of pull request 13$' 'which is said'
echo '12 -X DELETE' >comment/number
published 1 'with a number that is none' ''
echo 12 >comment/number
head -c 60001 /dev/zero >comment/comment.md
published 1 'with a long text' ''
rm comment/comment.md
ln -s /etc/passwd comment/comment.md
published 1 'with a link' ''

# The repository.
repository
mkdir repository/src repository/bench repository/.cgbench
ln -s "$CGBENCH" repository/.cgbench/cgbench
sed -n '/^    language = c/,/^    code = /s/^ *//p' "$top/docs/ci.md" >repository/bench/tests.bench
cp "$top/scripts/gate" repository/bench
printf '%s\n' 'static unsigned' 'text_hash(const char *s)' '{' '	return *s * 31;' '}' >repository/src/text.c

# judge NAME STATUS: the commands of GitHub or GitLab exit with that status, in a shell that they use.
judge() {
	cd "$work/repository" || exit
	while read -r shell; do
		run $shell
		is "$status" "$2" "$1: $shell ends with $2"
	done <"$work/shells"
	cd "$work" || exit
}

json 1.json 'map { $_->{run} } grep { ($_->{name} // "") eq "Judge" } @{$f->{jobs}{gate}{steps}}' >github
json 1.json 'map { $_->{run} } grep { ($_->{name} // "") eq "Show" } @{$f->{jobs}{gate}{steps}}' >show
json 4.json '@{$f->{counts}{script}}' >gitlab
printf '%s\n' 'sh -e ../github' 'bash -e -o pipefail ../github' 'sh -e ../gitlab' | in_turn 1 >shells
judge 'no baseline' 128
repository/bench/gate --renew
judge 'nothing has changed' 0
sed -i 's/\* 31/* 31 + 7/' repository/src/text.c
judge 'an instruction more' 1
(cd repository && GITHUB_STEP_SUMMARY=$work/summary sh -e "$work/show")
like "$(cat summary)" '^\| `Ir,0` \| `text::hash` \| `gcc` \| [0-9.]+ \| [0-9.]+ \| ' 'the summary of the job names it'
for file in $(json 1.json '$f->{jobs}{gate}{steps}[-1]{with}{path}') $(json 4.json '@{$f->{counts}{artifacts}{paths}}'); do
	ok "$file is kept" [ -s "repository/$file" ]
done
json 3.json 'map { $_->{run} // () } @$f' | sed -n 's/^\.cgbench\/cgbench //p' >commands
cd repository || exit
while read -r arguments; do
	# shellcheck disable=SC2086
	run .cgbench/cgbench $arguments
	is "$status:$err" 0: "cgbench $arguments"
done <../commands
cd .. || exit

# Both commits are measured by the commands that the page shows.
git -C repository add src bench
git -C repository commit -q -m 'Hash texts'
sed -i 's/return/__asm__ volatile("nop"); return/' repository/src/text.c
cd repository || exit
for command in "$(sed -n 's/^    cgbench-gate --base /scripts\/gate --base=HEAD /p' "$top/docs/ci.md")" \
	"$(sed -n 's/^`\.cgbench\/\(scripts\/gate --base\)\( .*\)` as its script\.$/\1=HEAD\2/p' "$top/docs/ci.md")"; do
	run env XDG_CACHE_HOME="$work/cached" sh -c "\"\$1\"/$command" sh "$top"
	is "$status" 1 "$command: judges two commits"
done
git checkout -q src
cd .. || exit

# The history of the same repository, of two commits; a second time, nothing is measured.
ln -s "$top/scripts" repository/.cgbench/scripts
git -C repository commit -q --allow-empty -m 'Hash words'
json 5.json 'map { $_->{run} } grep { ($_->{name} // "") eq "Measure" } @{$f->{jobs}{history}{steps}}' >github
json 5.json 'map { $_->{run} } grep { ($_->{name} // "") eq "Keep" } @{$f->{jobs}{history}{steps}}' >keep
json 6.json '@{$f->{pages}{script}}' >gitlab
git init -q --bare kept
git clone -q kept repository/.history 2>/dev/null
cd repository || exit
run sh -e ../github
is "$status:$(grep commits: ../err)" '0:history: 2 commits: 2 measured now, 0 before, 0 failed' "GitHub's steps measure"
run sh -e ../github
is "$status:$(grep commits: ../err)" '0:history: 2 commits: 0 measured now, 2 before, 0 failed' "GitHub's steps measure a commit once"
run sh -e ../keep
is "$status:$(git -C ../kept ls-tree --name-only HEAD | xargs)" '0:index.html runs' "GitHub's steps keep the page and the runs"
run sh -e ../keep
is "$status" 0 'nothing is kept if no run is new'
mv .history/runs history
run sh -e ../gitlab
is "$status:$(grep commits: ../err)" '0:history: 2 commits: 0 measured now, 2 before, 0 failed' "GitLab's script finds them in its cache"
for page in .history/index.html public/index.html; do
	like "$(cat $page)" 'Hash words' "$page is a page"
done
cd .. || exit

# The repository in parts: each recipe measures all its shards, joins and judges them.
cd "$work/repository" || exit
awk '/^## Slurm/ { on = 1 } on && /^```$/ { exit } code { print } on && /^```sh$/ { code = 1 }' \
	"$top/docs/clusters.md" >../counts.sbatch
json ../7.json 'map { $_->{run} } grep { ($_->{name} // "") eq "Measure" } @{$f->{jobs}{measure}{steps}}' >../matrix
json ../7.json 'map { $_->{run} } grep { ($_->{name} // "") eq "Judge" } @{$f->{jobs}{gate}{steps}}' >../matrix-gate
json ../8.json '@{$f->{measure}{script}}' >../parallel
json ../8.json '@{$f->{gate}{script}}' >../parallel-gate
sed -n '/^    sbatch --array/,/^$/{/sbatch/d; s/^    //p;}' "$top/docs/clusters.md" >../slurm-gate
like "$(grep '^    sbatch ' "$top/docs/clusters.md")" '^ +sbatch --array=1-([0-9]+) --wait counts.sbatch \1$' \
	'the array has as many tasks as there are shards'
keep='map { $_->{with} } grep { ($_->{uses} // "") =~ m{/upload-} } @{$f->{jobs}{measure}{steps}}'
fetch='map { $_->{with} } grep { ($_->{uses} // "") =~ m{/download-} } @{$f->{jobs}{gate}{steps}}'
is "$(json ../7.json 'map { $_->{name} } '"$keep"):$(json ../7.json 'map { @$_{qw(pattern merge-multiple)} } '"$fetch" | xargs)" \
	'shard-${{ matrix.shard }}:shard-* true' "each shard of the matrix has a name, under which the gate fetches it"
kept=$(json ../7.json 'map { $_->{path} } '"$keep")
fetched=$(json ../7.json 'map { $_->{path} } '"$fetch")
is "$(json ../8.json '@{$f->{measure}{artifacts}{paths}}, $f->{measure}{artifacts}{when}' | xargs)" 'shards always' \
	'each parallel job passes its shard on, even with failures'
PATH=$PWD/.cgbench:$PATH

# slurm I N, matrix I N, parallel I N: measures the shard, as the scheduler runs it.
slurm() {
	SLURM_ARRAY_TASK_ID=$1 sh ../counts.sbatch "$2"
}
matrix() {
	sed "s/\${{ matrix.shard }}/$1/g; s/\${{ strategy.job-total }}/$2/g" ../matrix >../matrix-step
	sh -e ../matrix-step && mv "$(echo "$kept" | sed "s/\${{ matrix.shard }}/$1/")" "$fetched"
}
parallel() {
	CI_NODE_INDEX=$1 CI_NODE_TOTAL=$2 sh -e ../parallel
}

# in_parts STATUS NAME: the recipes end with that status, with all shards; and with 128 without one.
in_parts() {
	while read -r recipe count; do
		rm -rf shards bench/new.json
		mkdir shards
		for number in $(seq "$count"); do
			"$recipe" "$number" "$count" || echo "status $?"
		done >../measured 2>&1 </dev/null
		is "$(cat ../measured):$(find shards -type f | wc -l)" ":$count" "$2: $recipe measures $count shards"
		run sh -e ../"$recipe"-gate
		is "$status" "$1" "$2: $recipe ends with $1"
		ok "$2: $recipe has a joined run" [ -s bench/new.json ]
		rm shards/1.json
		run sh -e ../"$recipe"-gate
		like "$status:$err" "^128:cgbench: shard 1 of $count of the run with shards/[0-9]*.json is missing;" \
			"$2: $recipe misses a shard"
	done <../recipes
}
printf '%s\n' 'slurm 3' "matrix $(json ../7.json 'scalar @{$f->{jobs}{measure}{strategy}{matrix}{shard}}')" \
	"parallel $(json ../8.json '$f->{measure}{parallel}')" | in_turn 1 >../recipes
in_parts 1 'an instruction more'
(cd bench && ./gate --renew)
in_parts 0 'a new baseline'
cd .. || exit

done_testing
