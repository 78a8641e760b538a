#!/bin/sh
# cgbench prints the same as bench.pl from bench.pl's saved files (golden/NAME.cmd, .out, and in .rc the exit status, if
# it is not 0), byte for byte, with --tables also where no option says what to display. A note reports files that are
# compared without fingerprints.

. "$(dirname "$0")/../tap.sh"

golden=$here/read/golden
cp "$golden"/*.json .

for cmd in "$golden"/*.cmd; do
	name=${cmd##*/}
	name=${name%.cmd}
	# The words are quoted for sh; the first is bench.pl.
	eval "set -- $(cat "$cmd")"
	shift
	run "$CGBENCH" --tables "$@"
	case $name in
	g17c_compact_sort)
		# All tests tie: bench.pl's order is random, cgbench keeps file order.
		same out "$golden/g03b_compact_532.out" "$name: ties keep file order"
		sort out >out.sorted
		sort "$golden/$name.out" >want.sorted
		same out.sorted want.sorted "$name: the same lines"
		;;
	*_begin)
		head -n "$(grep -c '' <"$golden/$name.out")" out >out.begin
		same out.begin "$golden/$name.out" "$name: the output begins so"
		;;
	*)
		same out "$golden/$name.out" "$name: the same output"
		;;
	esac
	is "$status" "$(cat "$golden/$name.rc" 2>/dev/null || echo 0)" "$name: the same status"
	case $name in
	g16_merge)
		is "$err" "cgbench: w12.json and 1 more were written by bench.pl and have \
no fingerprint: cannot tell whether their counts are comparable" "$name: a note on stderr"
		;;
	*)
		is "$err" "" "$name: nothing on stderr"
		;;
	esac
done

done_testing
