#!/bin/sh
# The languages beside C and C++, each with the first program found: the tests of its suite
# are measured, and both engines count the same in two of them. Where a test takes long, only some
# are measured; CGBENCH_TEST_ALL=1 measures all of them.
. "$(dirname "$0")/tap.sh"

: "${CGBENCH_TEST_ALL:=0}"

# names SUITE COUNT: so many of its tests, from all over the file; 0: all of them.
names() {
	sed -n 's/^\[\(.*\)\]$/\1/p' "$1" | awk -v count="$2" '
		{ name[NR] = $0 }
		END {
			step = count && count < NR ? NR / count : 1
			for (i = 1; i <= NR; i += step)
				print name[int(i)]
		}'
}

# agree TESTS PROGRAM: both engines count the same, as far as that is promised.
agree() {
	for engine in exec fork; do
		"$CGBENCH" --engine=$engine --tests="$1" --raw --fields=Ir,Dr,Dw,COND,IND -- "$2" \
			>$engine.counts || return
	done
	diff exec.counts fork.counts
}

# language NAME COUNT PROGRAM...: so many tests of its suite.
language() {
	language=$1
	count=$2
	shift 2
	[ "$CGBENCH_TEST_ALL" = 1 ] && count=0
	for program in "$@" ''; do
		command -v "$program" >/dev/null && break
	done
	[ "$program" ] || {
		skip "$language" "there is none of: $*"
		return
	}
	names "$top/benchfiles/$language.bench" "$count" >sample
	run "$CGBENCH" --raw --fields=Ir --tests="$(paste -sd, sample)" -- "$program"
	is "$status $err" "0 " "$language: $program measures the suite"
	is "$(awk 'NF == 2 && $2 ~ /^[0-9.]+$/ && $2 > 0' out | grep -vc '^AVERAGE')" \
		"$(wc -l <sample)" "$language: every test costs something"
	two=$(sed -n '1p;$p' sample | paste -sd,)
	ok "$language: both engines agree in $two" agree "$two" "$program"
}

language awk 0 mawk gawk original-awk
language d 0 gdc
language fortran 0 gfortran
language guile 3 guile
language javascript 10 qjs mujs duk
language jq 3 jq
language lua 0 lua5.4 lua5.3 lua5.1 lua
language perl 0 perl
language php 4 php
language python 8 /usr/bin/python3
language ruby 4 ruby
language rust 0 rustc
language shell 0 dash bash
language sqlite 10 sqlite3
language tcl 4 tclsh
done_testing
