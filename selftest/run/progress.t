#!/bin/sh
# The progress of a run is shown only on a terminal.
. "$(dirname "$0")/../tap.sh"

cat >two.bench <<'EOF'
language = perl

[one]
code = 1 + 1;

[two]
code = die "no\n";
EOF

# on_terminal COLUMNS OPTION...: writes the output on a terminal of that width to the file shown.
on_terminal() {
	columns=$1
	shift
	printf '%s\n' "stty cols $columns; exec \"$CGBENCH\" --benchfile=two.bench --tables --fields=Ir $* -- perl" >typed
	script -qec 'sh typed' /dev/null </dev/null >shown 2>&1
}

escape=$(printf '\033')
on_terminal 80
like "$(cat shown)" '^0 of 2 counts' "before the first cell"
like "$(cat shown)" "$escape\\[K[0-2] of 2 counts[^$escape]*: (one|two)/perl" "progress names the current test"
like "$(cat shown)" "$escape\\[Kcgbench: two on perl: " "a message takes its place"
unlike "$(sed '1,/^cgbench: two/d' shown)" 'cells' "nothing of it is left at the end"
# A line that the terminal wraps could not be erased.
on_terminal 16
like "$(cat shown)" '^0 of 2 counts' "a narrow terminal: how many"
unlike "$(cat shown)" 'counts: ' "a narrow terminal: no more"
on_terminal 10
unlike "$(cat shown)" 'cells' "a terminal that is too narrow"
on_terminal 80 --verbose
unlike "$(cat shown)" 'of 2 counts' "no progress with --verbose"
run "$CGBENCH" --benchfile=two.bench --tables --fields=Ir -- perl
unlike "$err" 'cells' "no progress in a file"
done_testing
