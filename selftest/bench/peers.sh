#!/bin/sh
# A part of scripts/bench, which reads this file: what else counts snippets, beside both engines. Each row is one run on
# two programs. The slow ones have a sample of the tests, as their cost of a cell is the same for any number.
# shellcheck disable=SC2153,SC2154 # $TESTS, $work, $puts and $cost come from scripts/bench
: "${SAMPLE:=10}" "${PERLS:=perl=a perl=b}" "${BENCHPL:=}"
counting="env PERL_HASH_SEED=0 valgrind --tool=cachegrind --cache-sim=yes --branch-sim=yes \
	--cachegrind-out-file=/dev/null"

# peer NAME TESTS COMMAND...: keeps the milliseconds of each cell, wall and CPU.
peer() {
	name=$1
	tests=$2
	shift 2
	$cost "$@" 2>"$work/peer.err" >"$work/peer.cost" || {
		cat "$work/peer.err" >&2
		exit 1
	}
	awk -v name="$name" -v cells=$((tests * 2)) '{
		print $1 * 1000 / cells "\t" $2 * 1000 / cells "\t" name
	}' "$work/peer.cost" >>"$work/peers"
}

# by_hand COMMAND OPTION... -- PUT...: cachegrind counts the command, which is what cgbench counts,
# in each of the four directories of a cell that --keep left.
by_hand() {
	command=$1
	shift
	./cgbench -j2 --keep="$work/kept" "$@" >/dev/null
	find "$work/kept" -name work -exec dirname {} + >"$work/inputs"
	peer "four cachegrind runs by hand" $(($(wc -l <"$work/inputs") / 8)) xargs -P2 -I'{}' \
		-a "$work/inputs" sh -c "cd '{}' && $counting $command <work"
	rm -r "$work/kept"
}

# engines COMMAND OPTION... -- PUT...: the tests of the list "all", and of the sample.
engines() {
	command=$1
	shift
	some=$(sampled "$SAMPLE" <"$work/all")
	n=$(echo "$some" | tr , '\n' | wc -l)
	peer "cgbench, engine fork" $(($(wc -l <"$work/all"))) \
		./cgbench -j2 --tests="$(cut -d' ' -f1 "$work/all" | paste -sd,)" "$@"
	peer "  the same $n tests" "$n" ./cgbench -j2 --tests="$some" "$@"
	peer "cgbench, engine exec" "$n" ./cgbench -j2 --engine=exec --tests="$some" "$@"
	by_hand "$command" --tests="$some" "$@"
}

# In parts of the first row.
peers_table() {
	echo "$1, $(($(wc -l <"$work/all"))) tests on two programs, -j2; the slow ones measure $n of them:"
	printf '  %-32s %18s %17s\n  %-32s %9s %8s %8s %8s\n' "" "milliseconds of a cell" "ratio to fork" \
		"" wall CPU wall CPU
	awk -F '\t' '
		NR == 1 { wall = $1; cpu = $2 }
		{ printf "  %-32s %9.1f %8.1f %8.2f %8.2f\n", $3, $1, $2, $1 / wall, $2 / cpu }
	' "$work/peers"
	rm "$work/peers"
}

perl_peers() {
	suite="--benchfile=$(dirname "$BENCHPL")/../t/perf/benchmarks"
	./cgbench "$suite" --list 2>/dev/null >"$work/all"
	# shellcheck disable=SC2086
	engines 'perl -' "$suite" -- $PERLS
	# shellcheck disable=SC2086
	peer bench.pl "$n" perl "$BENCHPL" -j 2 "$suite" --tests="$some" -- $PERLS
	peers_table "Perl's suite"
}

c_peers() {
	./cgbench --tests="$TESTS" --list 2>/dev/null >"$work/all"
	record "$work/suite" --tests="$TESTS"
	# shellcheck disable=SC2086
	engines ../program -- $puts
	peer "compiling alone" $(($(wc -l <"$work/all"))) sh "$work/suite/compile" 2
	peers_table "C suite"
}

peers() {
	[ -f "$BENCHPL" ] || {
		echo "scripts/bench: peers: BENCHPL must be the path of Perl's Porting/bench.pl" >&2
		exit 2
	}
	c_peers
	perl_peers
}
