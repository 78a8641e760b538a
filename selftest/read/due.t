#!/bin/sh
# The tests that scripts/check runs: scripts/base, scripts/due and scripts/tests, in a small repository.
# shellcheck disable=SC2154 # $out is run's
. "$(dirname "$0")/../tap.sh"
unset CGBENCH_TEST_SINCE CGBENCH_TEST_SECONDS
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1

# commit DATE: commits everything.
commit() {
	git add -A
	GIT_AUTHOR_DATE="$1" GIT_COMMITTER_DATE="$1" git -c user.name=a -c user.email=a@b commit -qm "$1"
}

# affects WANT NAME FILE...: if these have changed since the last commit, these tests run.
affects() {
	want=$1 name=$2
	shift 2
	for file; do
		echo changed >>"$file"
	done
	run scripts/due 9
	is "$(echo "$out" | sed 's/ whole/:whole/' | xargs)" "$want" "$name"
	git checkout -q .
}

git init -q -b main .
mkdir -p scripts src/model selftest/read selftest/counts/truth
cp "$top/scripts/base" "$top/scripts/due" "$top/scripts/tests" scripts/
printf '# comment\n^src/model/field  read/list counts/truth\n^Makefile  read/new\n^src/  read/page\n' >selftest/affected
printf '# comment\nread/list 2.5 3\ncounts/truth 10 500\nread/page 2.1 2.2\nsmoke/cheap 1 1\n' >selftest/times
mkdir selftest/smoke
touch src/model/field.c src/main.c selftest/read/list.t selftest/read/page.t selftest/read/new.t selftest/counts/truth.t \
	selftest/smoke/cheap.t selftest/counts/truth/c.bench README.md Makefile
is "$(scripts/base)" '' 'outside of a repository with commits, no commit is the base'
for seed in 10 1 2 13; do
	echo "$seed: $(scripts/due "$seed" | xargs)"
done >turns
is "$(cat turns)" '10: counts/truth whole smoke/cheap
1: read/new whole smoke/cheap
2: read/list whole smoke/cheap
13: read/page whole smoke/cheap' 'each test has its turn, the cheap one always'
commit '2026-01-01 00:00:00 +0000'
first=$(git rev-parse HEAD)
is "$(scripts/base)" '' 'the first commit has no base'
export CGBENCH_TEST_SINCE=HEAD
affects 'read/page:whole smoke/cheap' 'the tests of the first line that matches' src/main.c
affects 'counts/truth read/list:whole smoke/cheap' 'a test that is too long takes the rows of the seed' src/model/field.c
export CGBENCH_TEST_SECONDS=12
affects 'read/list:whole smoke/cheap' 'a test that is too long for that is left out' src/model/field.c
is "$(cat err)" 'due: too long for this run, so run scripts/check --all: counts/truth' 'a test that is left out is named'
export CGBENCH_TEST_SECONDS=59
affects smoke/cheap 'a test that has no recorded time counts as a minute' Makefile
export CGBENCH_TEST_SECONDS=600
affects 'counts/truth:whole read/list:whole read/page:whole smoke/cheap' 'each once' \
	src/main.c src/model/field.c selftest/read/page.t
affects 'counts/truth:whole smoke/cheap' 'a file in the directory of a test' selftest/counts/truth/c.bench
affects smoke/cheap 'a file that no test reads' README.md
unset CGBENCH_TEST_SINCE

echo 2 >README.md && commit '2026-01-02 00:00:00 +0000'
second=$(git rev-parse HEAD)
is "$(scripts/base)" "$first" 'the upstream: the commit before'
echo 3 >README.md && commit '2026-01-02 11:00:00 +0000'
is "$(scripts/base)" "$first" 'the upstream: commits of the same day are one change'
git checkout -qb topic "$second"
git branch -qu main
echo 4 >README.md && commit '2026-01-03 00:00:00 +0000'
echo 5 >README.md && commit '2026-01-09 00:00:00 +0000'
is "$(scripts/base)" "$second" 'a branch: where it left its upstream'
is "$(CGBENCH_TEST_SINCE=main scripts/base)" main 'the commit that is given'
is "$(scripts/tests read counts | xargs)" \
	'selftest/read/new.t selftest/counts/truth.t selftest/read/list.t selftest/read/page.t' \
	'the longest tests begin, after those that have no recorded time'

done_testing
