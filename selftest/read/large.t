#!/bin/sh
# A history of 1,000 tests on four puts in 50 runs, or 10 if the test does not run whole: its page is small, and so is the
# memory that it takes, because one run after the other is read.
# shellcheck disable=SC2016

. "$(dirname "$0")/../tap.sh"

mkdir runs
runs=10 largest=4000000
if whole; then
	runs=50 largest=5000000
fi
perl "$here/history.pl" runs $runs 1000 4
run "$CGBENCH" --history=runs --format=html:page.html
is "$status" 0 "a page of 1,000 tests on four puts in $runs runs is written"
size=$(wc -c <page.html)
ok "the page is below $largest bytes: $size" [ "$size" -lt $largest ]
is "$(grep -c '^<article class=test' page.html) $(grep -c '^<article.* id=.*run-' page.html)" "1000 $runs" \
	'the page has each test and run'
run "$CGBENCH" --history=runs --format=json
is "$(json out '@{$f->{history}{series}}, scalar map { @{$_->{of}} } @{$f->{history}{series}}' | tail -n 1)" 4000 \
	'the history has 4,000 series'

# In KiB, of addresses. Each run is a file of 4 MB, and takes more when it has been read.
most=100000
if sh -c "ulimit -v $most; exec \"\$1\" --version" sh "$CGBENCH" >/dev/null 2>&1; then
	run sh -c "ulimit -v $most; exec \"\$@\"" sh "$CGBENCH" --history=runs --format=html:again.html
	is "$status" 0 'the page is written in little memory'
	same again.html page.html 'the page in little memory is the same'
else
	skip 'the page is written in little memory' 'a sanitizer takes more'
	skip 'the page in little memory is the same' 'a sanitizer takes more'
fi

done_testing
