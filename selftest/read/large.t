#!/bin/sh
# A history of 1,000 tests on four puts in 50 runs: its page is small, and so is the memory that it
# takes, because one run after the other is read.
# shellcheck disable=SC2016

. "$(dirname "$0")/../tap.sh"

mkdir runs
perl "$here/history.pl" runs 50 1000 4
run "$CGBENCH" --history=runs --format=html:page.html
is "$status" 0 'a page of 1,000 tests on four puts in 50 runs'
size=$(wc -c <page.html)
ok "is below 5 MB: $size bytes" [ "$size" -lt 5000000 ]
is "$(grep -c '^<article class=test' page.html) $(grep -c '^<article.* id=.*run-' page.html)" '1000 50' \
	'has each test and run'
run "$CGBENCH" --history=runs --format=json
is "$(json out '@{$f->{history}{series}}, scalar map { @{$_->{of}} } @{$f->{history}{series}}' | tail -n 1)" 4000 \
	'and 4,000 series'

# In KiB, of addresses. Each of the 50 runs is a file of 4 MB, and takes more when it has been read.
most=100000
if sh -c "ulimit -v $most; exec \"\$1\" --version" sh "$CGBENCH" >/dev/null 2>&1; then
	run sh -c "ulimit -v $most; exec \"\$@\"" sh "$CGBENCH" --history=runs --format=html:again.html
	is "$status" 0 'in little memory'
	same again.html page.html 'it is the same'
else
	skip 'in little memory' 'a sanitizer takes more'
	skip 'it is the same' 'a sanitizer takes more'
fi

done_testing
