#!/bin/sh
# Long runs and long input: memory grows only with what is kept of the work, and descriptors do not. The sizes
# are small; with CGBENCH_TEST_ALL=1 they are 2,000 cells, a history of 500 runs, 200 puts and a benchfile of
# 50 MB, which takes a quarter of an hour.
# shellcheck disable=SC2016 # perl's variables

. "$(dirname "$0")/../tap.sh"

if [ "${CGBENCH_TEST_ALL:-}" ]; then
	few=100 many=1000 runs=500 series=500 puts=200 tests=300000
else
	few=10 many=60 runs=100 series=40 puts=12 tests=5000
fi
# A sanitizer takes more memory than what it watches.
lean() {
	sh -c 'ulimit -v 100000; exec "$1" --version' sh "$CGBENCH" >/dev/null 2>&1
}

# make_tests N: a benchfile of N tests. What is saved of it is more than a pipe holds.
make_tests() {
	awk -v n="$1" 'BEGIN {
		printf "language = c\n[long]\ncode = BLACK_BOX(1); // %070000d\n", 0
		for (i = 0; i < n; i++) {
			printf "\n[group%d::test%d]\npre = unsigned value = BLACK_BOX(%du), sum = 0;\n", i % 9, i, i + 100
			printf "code =\n    for (unsigned i = 0; i < 3; i++)\n        sum += value / (i + 7);\n    BLACK_BOX(sum);\n"
		}
	}'
}

# at_end ARGUMENT...: cgbench, which writes fifo last. Sets $kib to the most memory that it had until then and
# $open to its descriptors of files.
mkfifo fifo
at_end() {
	# If it fails, nobody waits for it to open the fifo.
	sh -c 'echo $$ >pid && exec "$@"' sh "$CGBENCH" "$@" >out 2>err </dev/null || { : <>fifo; false; } &
	exec 4<fifo
	dd bs=1 count=1 <&4 >written 2>/dev/null
	kib=$(sed -n 's/^VmHWM:[^0-9]*\([0-9]*\) kB/\1/p' "/proc/$(cat pid)/status")
	open=$(find "/proc/$(cat pid)/fd" -type l | wc -l)
	cat <&4 >>written
	exec 4<&-
	status=0
	wait $! || status=$?
	ok "it was seen before its end: $kib KiB, $open descriptors" [ "$(wc -c <written)" -gt 65536 ]
}

# grows N WHAT LIMIT: since the run before, which had N fewer of them, by fewer bytes for each.
grows() {
	bytes=$(((kib - kib_before) * 1024 / $1))
	if lean; then
		ok "memory grows by less than $3 bytes for $2: $bytes" [ "$bytes" -lt "$3" ]
	else
		skip "memory for $2" 'a sanitizer takes more'
	fi
	is "$open" "$open_before" "descriptors do not grow with $2"
}

parts 1 cells history puts benchfile
kib='' open=''

if chosen cells; then
	for count in $few $many; do
		kib_before=$kib open_before=$open
		make_tests $((count - 1)) >cells.bench
		at_end --write=fifo --benchfile=cells.bench --tables --raw -- gcc=one gcc=other -O0
		is "$status:$(cat err)" 0: "$((2 * count)) cells"
		is "$(json written 'scalar map { keys %$_ } values %{$f->{results}}')" "$((2 * count))" "all of $((2 * count)) cells are saved"
	done
	grows $((2 * (many - few))) 'a cell' 10000
fi

if chosen history; then
	mkdir all some
	perl "$here/history.pl" all "$runs" "$series" 2
	cp all/00[0-4]?.json some
	for from in some all; do
		kib_before=$kib open_before=$open
		at_end --history="$from" --format=html:fifo
		is "$status" 0 "a history of $(find "$from" -name '*.json' | wc -l) runs"
		is "$(grep -c '^<article class=test' written)" "$series" "a history of $from has all tests"
	done
	grows $((runs - 49)) 'a run' $((2 * series * 300))
fi

if chosen puts; then
	set --
	for i in $(seq "$puts"); do
		set -- "$@" "sh=put$i"
	done
	run "$CGBENCH" --write=puts.json --show --tables --raw --fields=Ir -e : -- "$@"
	is "$status:$err" 0: "$puts puts"
	is "$(json puts.json 'scalar map { keys %$_ } values %{$f->{results}}')" "$puts" "$puts puts are measured"
	is "$(grep '^e ' out | tr -s ' ' '\n' | sort -u | grep -c .)" 2 "$puts puts have the same count"

	label=$(printf '%01000d' 7)
	run "$CGBENCH" --write=label.json --tables --raw --fields=Ir -e : -- "sh=$label" sh=short
	is "$status:$err" 0: 'a label of 1,000 bytes'
	run "$CGBENCH" --read=label.json --norm="$label" --tables --fields=Ir
	is "$status" 0 'a label of 1,000 bytes names the put of a saved file'
	like "$out" "(^| )$label( |\$)" 'a label of 1,000 bytes names its column'
fi

if chosen benchfile; then
	make_tests "$tests" >long.bench
	size=$(wc -c <long.bench)
	if lean; then
		run sh -c 'ulimit -v "$1"; shift; exec "$@"' sh $((60000 + size * 6 / 1024)) "$CGBENCH" --benchfile=long.bench --list
	else
		run "$CGBENCH" --benchfile=long.bench --list
	fi
	is "$status:$err" 0: "a benchfile of $size bytes is listed in little memory"
	is "$(grep -c '^group' out)" "$tests" "a benchfile of $size bytes is listed with all tests"
	run "$CGBENCH" --benchfile=long.bench --tests="/test($((tests / 2))|$((tests - 1)))\$/" --tables --raw --fields=Ir -- gcc
	is "$status:$err:$(grep -c '^group.* [1-9][0-9.]*$' out)" 0::2 'two of them are measured'
fi

done_testing
