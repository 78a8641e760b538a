#!/bin/sh
# What bench.pl printed from its own saved files (golden/NAME.cmd, .out and the exit status in
# .rc) is printed here too, to the byte.

. "$(dirname "$0")/tap.sh"

golden=$here/golden
cp "$golden"/*.json .

for cmd in "$golden"/*.cmd; do
	name=${cmd##*/}
	name=${name%.cmd}
	# The words are quoted for sh; the first is bench.pl.
	eval "set -- $(cat "$cmd")"
	shift
	run "$CGBENCH" "$@"
	case $name in
	g17c_compact_sort)
		# All tests tie: bench.pl's order is random, ours is that of the file.
		same out "$golden/g03b_compact_532.out" "$name: ties stand in file order"
		sort out >out.sorted
		sort "$golden/$name.out" >want.sorted
		same out.sorted want.sorted "$name: the same lines"
		;;
	*)
		same out "$golden/$name.out" "$name: the same output"
		;;
	esac
	is "$status" "$(cat "$golden/$name.rc")" "$name: the same status"
	is "$err" "" "$name: nothing on stderr"
done

done_testing
