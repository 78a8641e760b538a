#!/bin/sh
# The languages except C and C++, each with the first program found: the tests of its suite are
# measured and have no unexpected verdict, and both engines count the same in one of them. Most suites
# are sampled, and CGBENCH_TEST_SEED decides which half of the sample is measured; CGBENCH_TEST_ALL=1
# measures all tests with every program found.
. "$(dirname "$0")/../tap.sh"

: "${CGBENCH_TEST_ALL:=0}"
seed=${CGBENCH_TEST_SEED:-$(od -An -N2 -tu2 /dev/urandom | tr -d ' ')}

# names SUITE COUNT: half of COUNT of its tests, from the whole file; 0: all of them.
names() {
	sed -n 's/^\[\(.*\)\]$/\1/p' "$1" | awk -v count="$2" -v half=$((seed % 2)) '
		{ name[NR] = $0 }
		END {
			step = count && count < NR ? NR / count : 1
			for (i = 1; i <= NR; i += step)
				if (!count || n++ % 2 == half)
					print name[int(i)]
		}'
}

# rows PROGRAM TESTS OPTION...: their counts, in the fields where both engines must agree.
rows() {
	program=$1
	tests=$2
	shift 2
	run "$CGBENCH" -j2 --benchfile="$top/benchfiles/$language.bench" "$@" \
		--tests="$tests" --raw --compact=0 --fields=Ir,Dr,Dw,COND,IND -- "$program"
	awk '$1 $2 ~ /^[0-9.]+$/ && $1 > 0 && $6 != "AVERAGE" { print $1, $2, $3, $4, $5, $6 }' out
}

# judge PROGRAM: writes the rows of the sample to the file forked.
judge() {
	n=$(($(wc -l <sample)))
	rows "$1" "$(paste -sd, sample)" --check --show >forked
	is "$status $err" "0 " "$language: $1 measures the suite, seed $seed"
	is "$(wc -l <forked)" "$n" "$language: every test costs something"
	is "$(sed -n '/^[^ ]* on /p; $p' out)" "$n of $n cells are sound" \
		"$language: no verdict that is not expected"
}

# Returns whether the program draws random numbers, as jq does for its hashes in Debian's security
# updates. Nothing pins them in a whole run.
draws_random() {
	{ command -v "$1"; ldd "$(command -v "$1")" | awk '/=> \// { print $3 }' | grep -v '/libc\.'; } |
		xargs nm -D 2>/dev/null | grep -q ' U arc4random'
}

# language NAME COUNT PROGRAM...: COUNT tests of its suite.
language() {
	language=$1
	count=$2
	shift 2
	[ "$CGBENCH_TEST_ALL" = 1 ] && count=0
	names "$top/benchfiles/$language.bench" "$count" >sample
	one=$(tail -n 1 sample)
	found=0
	for program; do
		command -v "$program" >/dev/null || continue
		judge "$program"
		found=$((found + 1))
		[ $found = 1 ] || continue
		if [ "$language" = command ] && draws_random "$program"; then
			skip "$language: two runs agree in $one" "$program draws random numbers"
		else
			is "$(rows "$program" "$one" --engine=exec)" "$(grep " $one\$" forked)" \
				"$language: both engines agree in $one"
		fi
		[ "$CGBENCH_TEST_ALL" = 1 ] || return
	done
	[ $found -gt 0 ] || skip "$language" "none is installed: $*"
}

language ada 4 gnatmake
language awk 10 mawk gawk original-awk
language command 4 jq
language d 4 gdc
language fortran 0 gfortran
language go 8 gccgo
language guile 2 guile
language javascript 10 mujs duk qjs
language jq 3 jq
language lua 10 lua5.5 lua5.4 lua5.3 lua5.1 lua luajit
language pascal 0 fpc
language perl 0 perl
language php 6 php
language python 6 /usr/bin/python3
language ruby 6 ruby
language rust 8 rustc
language shell 10 dash bash
language sqlite 8 sqlite3
language tcl 10 tclsh
done_testing
