#!/bin/sh
# A part of scripts/bench, which reads this file: how well instructions, and cycles by llvm-mca, predict times.
# shellcheck disable=SC2154 # $TESTS, $work and $puts come from scripts/bench

cycles() {
	mca=$(command -v "${MCA:-llvm-mca}" || :)
	host=$("$mca" --version | sed -n 's/.*Host CPU: //p')
	scripts/cycles --cpu=list | grep -q " $host\$" || host=
	: "${MODELS:=${host:+$host,}skylake,znver3}"
	# shellcheck disable=SC2086
	./cgbench --time --tests="$TESTS" --format=json -- $puts >"$work/time.json"
	# shellcheck disable=SC2086
	scripts/cycles --cpu="$MODELS" --tests="$TESTS" --format=json -- $puts >"$work/cycles.json"
	# shellcheck disable=SC2086
	scripts/cycles --cpu="$MODELS" --tests="$TESTS" --blocks --format=json -- $puts >"$work/blocks.json"
	sed -n '/^model name/{ s/.*: /on /p; q; }' /proc/cpuinfo
	perl selftest/bench/predictors.pl "$work/time.json" "$work/cycles.json" "$work/blocks.json"
}
