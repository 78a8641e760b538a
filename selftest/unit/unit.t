#!/bin/sh
# Each unit test in C is one test here: it passes if it exits with 0, its plan is present and right,
# and no line says "not ok".
. "$(dirname "$0")/../tap.sh"

# checks FILE: how many checks passed, or nothing if one failed or the plan is wrong.
checks() {
	awk '
		/^ok / { run++ }
		/^not ok / { failed++ }
		/^1\.\.[0-9]+$/ { plans++; planned = substr($0, 4) + 0 }
		END { if (plans == 1 && planned == run && run && !failed) print run }
	' "$1"
}

for source in "$here"/unit/*.c; do
	name=$(basename "$source" .c)
	run "$UNITS/$name"
	passed=$(checks out)
	[ "$status" = 0 ] || passed=
	ok "unit $name (${passed:-not all} checks)" [ -n "$passed" ] || {
		grep -v '^ok ' out
		cat err
		echo "exit status $status"
	} | sed 's/^/# /'
done

done_testing
