#!/bin/sh
# The suites: every test has a name, a description and code, costs something under two compilers,
# and has no unexpected verdict. A dozen tests of each are measured; CGBENCH_TEST_ALL=1 measures all.
. "$(dirname "$0")/../tap.sh"

sample=12
: "${CGBENCH_TEST_ALL:=0}"

# faults SUITE: the faults of that benchfile's tests, one per line.
faults() {
	awk '
		function close_test() {
			if (name == "")
				return
			if (!described)
				print name ": no desc"
			if (!coded)
				print name ": no code"
		}
		function key(line) {
			sub(/[ \t]*=.*/, "", line)
			return line
		}
		/^\[/ {
			close_test()
			name = substr($0, 2, length($0) - 2)
			described = coded = in_code = 0
			if (name !~ /^[A-Za-z][A-Za-z0-9_+.-]*(::[A-Za-z0-9_+.-]+)+$/)
				print name ": not area::case or area::group::case"
			if (seen[name]++)
				print name ": twice"
			next
		}
		/^[^ \t#]/ {
			in_code = key($0) == "code"
			text = $0
			sub(/^[^=]*=[ \t]*/, "", text)
			described = described || (key($0) == "desc" && text != "")
			coded = coded || (in_code && text != "")
		}
		/^[ \t]+[^ \t]/ && in_code { coded = 1 }
		END { close_test() }' "$1"
}

# impure SUITE: lines that call functions which print, or which answer differently in each run.
impure() {
	grep -nE '(^|[^a-z_])(printf|puts|putchar|rand|random|time|clock|getpid|random_device) *\(' "$1"
	grep -nE 'std::(cout|cerr|random_device|chrono)' "$1"
}

# names SUITE: all its tests, or about a dozen from the whole file.
names() {
	sed -n 's/^\[\(.*\)\]$/\1/p' "$1" | awk -v all="$CGBENCH_TEST_ALL" -v sample=$sample '
		{ name[NR] = $0 }
		END {
			step = all == 1 || NR < sample ? 1 : int(NR / sample)
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
	is "$(faults "$file")" "" "$language: unique names, a desc and a code in every test"
	is "$(impure "$file")" "" "$language: nothing prints or depends on the run"
	for compiler; do
		command -v "$compiler" >/dev/null || {
			skip "$language: no snippet is optimised away" "no $compiler"
			return
		}
	done
	names "$file" >sample
	n=$(($(wc -l <sample)))
	run "$CGBENCH" --check --show --benchfile="$file" --raw --fields=Ir \
		--tests="$(paste -sd, sample)" -- "$@"
	is "$status $err" "0 " "$language: every test of the sample is measured"
	is "$(cheap out)" "$n rows" "$language: no snippet is optimised away"
	is "$(tail -n 1 out)" "$((n * $#)) of $((n * $#)) cells are sound" \
		"$language: no verdict that is not expected"
}

suite c 60 gcc clang
suite c++ 40 g++ clang++

# The differences of docs/found.md. Its table has the counts of these versions of Debian 12.
run "$CGBENCH" --check --show --benchfile="$top/docs/found.bench" --raw --fields=Ir -- gcc clang
like "$status:$(tail -n 1 out)" '^0:([0-9]+) of \1 cells are sound$' 'docs/found.bench: no verdict'
if [ "$(version gcc) $(version clang)" = '12 14' ]; then
	# shellcheck disable=SC2016 # the code of sed
	is "$(awk 'NF == 3 && $2 ~ /^[0-9]+[.]0$/ && $1 != "AVERAGE" { printf "%s %d %d\n", $1, $2, $3 }' out)" \
		"$(sed -n 's/^| `\([^`]*\)` | \([0-9]*\) |\( [0-9]* |\)\{4\} \([0-9]*\) .*/\1 \2 \4/p' "$top/docs/found.md")" \
		'docs/found.md: the counts of its table'
else
	skip 'docs/found.md' "there are gcc $(version gcc) and clang $(version clang)"
fi
done_testing
