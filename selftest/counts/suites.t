#!/bin/sh
# The suites: every test has a name, a description and code, costs something under two compilers,
# and has no unexpected verdict. A run measures two tests of each, the whole test a dozen; CGBENCH_TEST_ALL=1 measures all.
. "$(dirname "$0")/../tap.sh"

# impure SUITE: lines that call functions which print, or which answer differently in each run.
impure() {
	grep -nE '(^|[^a-z_])(printf|puts|putchar|rand|random|time|clock|getpid|random_device) *\(' "$1"
	grep -nE 'std::(cout|cerr|random_device|chrono)' "$1"
}

# names SUITE: about a dozen of its tests from the whole file.
names() {
	sed -n 's/^\[\(.*\)\]$/\1/p' "$1" | awk -v all="${CGBENCH_TEST_ALL-}" '
		{ name[NR] = $0 }
		END {
			step = all || NR < 12 ? 1 : int(NR / 12)
			for (i = step; i <= NR; i += step)
				print name[i]
		}'
}

# cheap RAW: the tests in a table of raw counts, one field, that cost at most one instruction under
# a compiler. A snippet that was optimised away leaves a constant in a register.
cheap() {
	awk '
		NF > 1 && $1 ~ /::/ {
			rows++
			for (i = 2; i <= NF; i++)
				if ($i !~ /^[0-9.]+$/ || $i <= 1)
					print
		}
		END { print rows + 0 " rows" }' "$1"
}

# suite LANGUAGE LEAST COMPILER...: the suite has at least LEAST tests.
suite() {
	language=$1
	least=$2
	shift 2
	file=$top/benchfiles/$language.bench
	ok "$language: there is a suite" [ -f "$file" ] || return
	ok "$language: $least tests or more" [ "$(grep -c '^\[' "$file")" -ge "$least" ]
	is "$(awk -f "$here/counts/suites/faults.awk" "$file")" "" "$language: unique names, a desc and a code in every test"
	is "$(impure "$file")" "" "$language: nothing prints or depends on the run"
	for compiler; do
		command -v "$compiler" >/dev/null || {
			skip "$language: no snippet is optimised away" "no $compiler"
			return
		}
	done
	names "$file" | in_turn 2 >sample
	n=$(($(wc -l <sample)))
	run "$CGBENCH" --check --show --benchfile="$file" --tables --raw --fields=Ir --tests="$(paste -sd, sample)" -- "$@"
	is "$err" '' "$language: every test of the sample is measured"
	# Large tests may leave no register to the loop.
	grep -v '^ ' out | sed 's/ ! / /' >table
	grep ' on .*: ' table | grep -v ': loop: ' >unsound
	grep -v ' on .*: ' table >counts
	is "$(cheap counts)" "$n rows" "$language: no snippet is optimised away"
	is "$(cat unsound)" '' "$language: no verdict that is not expected"
}

suite c 60 gcc clang
suite c++ 40 g++ clang++

# The differences of docs/found.md. Its table has the counts of these versions of Debian 12.
"$CGBENCH" --list --benchfile="$top/docs/found.bench" | sed '/^$/,$d; s/ .*//' >all
in_turn 3 <all >sample
run "$CGBENCH" --check --show --benchfile="$top/docs/found.bench" --tests="$(paste -sd, sample)" --tables --raw --fields=Ir -- \
	gcc clang
like "$status:$(tail -n 1 out)" '^0:([0-9]+) of \1 counts are good$' 'docs/found.bench: no verdict'
if [ "$(version gcc) $(version clang)" = '12 14' ]; then
	# shellcheck disable=SC2016 # the code of sed
	sed -n 's/^| `\([^`]*\)` | \([0-9]*\) |\( [0-9]* |\)\{4\} \([0-9]*\) .*/\1 \2 \4/p' "$top/docs/found.md" >found
	is "$(awk 'NF == 3 && $2 ~ /^[0-9]+[.]0$/ && $1 != "AVERAGE" { printf "%s %d %d\n", $1, $2, $3 }' out)" \
		"$(awk 'NR == FNR { chosen[$1]; next } $1 in chosen' sample found)" 'docs/found.md: the counts of its table'
	is "$(cut -d' ' -f1 found)" "$(cat all)" 'docs/found.md: its table has all tests of docs/found.bench'
else
	skip 'docs/found.md' "there are gcc $(version gcc) and clang $(version clang)"
fi
done_testing
