#!/bin/sh
# A part of scripts/bench, which reads this file: what a cell of each interpreter's suite costs,
# without what it takes to start a run: the difference between MOST tests and one.
# shellcheck disable=SC2154 # $work, $cost and $REPEAT come from scripts/bench
: "${MOST:=6}"

# suite_of NAME COUNT PUT: runs so many of its tests.
suite_of() {
	$cost ./cgbench -j1 "--benchfile=benchfiles/$1.bench" --tests="$(sampled "$2" <"$work/all")" -- "$3" 2>/dev/null
}

# suite_row NAME PUT
suite_row() {
	./cgbench "--benchfile=benchfiles/$1.bench" --list 2>/dev/null >"$work/all"
	rm -f "$work/one" "$work/most"
	for _ in $(seq "$REPEAT"); do
		suite_of "$1" 1 "$2" >>"$work/one"
		suite_of "$1" "$MOST" "$2" >>"$work/most"
	done
	printf '  %-12s %-10s %5d %10.0f %8.0f\n' "$1" "$2" "$(wc -l <"$work/all")" \
		"$(calc "($(median "$work/most" 1) - $(median "$work/one" 1)) * 1000 / ($MOST - 1)")" \
		"$(calc "($(median "$work/most" 2) - $(median "$work/one" 2)) * 1000 / ($MOST - 1)")"
}

suites() {
	echo "Suites of interpreters, -j1, milliseconds of a cell:"
	printf '  %-12s %-10s %5s %10s %8s\n' suite "" tests wall CPU
	while read -r name put; do
		[ ! -x "$(command -v "$put")" ] || suite_row "$name" "$put"
	done <<-END
		awk mawk
		command jq
		guile guile
		javascript mujs
		javascript duk
		jq jq
		lua lua5.4
		perl perl
		php php
		python /usr/bin/python3
		ruby ruby
		shell dash
		shell bash
		sqlite sqlite3
		tcl tclsh
	END
}
