#!/bin/sh
# Counts that are known: of assembly, as its benchfile says, and of compiled functions, as
# single-stepping the processor says.

. "$(dirname "$0")/tap.sh"

truth=$here/truth

# measure BENCHFILE NAME OPTION...: leaves NAME.json. Linked statically a program starts, and is
# measured, in a third of the time.
measure() {
	bench=$1 name=$2
	shift 2
	run "$CGBENCH" -j2 --raw --benchfile="$bench" --write="$name.json" "$@"
	is "$status $err" "0 " "$name is measured"
}

# counts NAME LABEL: a line "TEST|COUNTS|KNOWN COUNTS" for each test, fields of 0 left out; what
# is known stands in the description.
counts() {
	"$CGBENCH" --read="$1.json" --raw --compact="$2" | awk '
		$1 == "Ir" { for (i = 1; i <= NF; i++) field[i] = $i }
		$14 ~ /[a-z]/ {
			got = want = ""
			for (i = 15; i <= NF; i++)
				if (split($i, word, "=") == 2) known[word[1]] = word[2]
			for (i = 1; i <= 13; i++) {
				if ($i != "0.0") got = got " " field[i] "=" ($i ~ /[0-9]/ ? $i + 0 : $i)
				if (field[i] in known) want = want " " field[i] "=" known[field[i]]
			}
			print $14 "|" got "|" want
			split("", known)
		}'
}

# At -O0 the loop has its variables on the stack: the walk over all of D1 evicts their line.
unoptimized() {
	sed '/^cache::d1-read/s/Dr_m1=16384$/Dr_m1=16385/
		/^cache::d1-write/s/ Dw_m1=16384$/ Dr_m1=1&/'
}

# compare NAME LABEL COUNT: all fields of its tests, of which there are COUNT, are as known.
compare() {
	case $2 in
	*-O0) counts "$1" "$2" | unoptimized >rows ;;
	*) counts "$1" "$2" >rows ;;
	esac
	is "$(grep -c . rows)" "$3" "$1, $2: there are $3 tests"
	while IFS='|' read -r test got want; do
		is "$got" "$want" "$1, $2: $test"
	done <rows
}

count=$(grep -c '^\[' "$truth/c.bench")
tests='/./'
grep -qw avx /proc/cpuinfo || {
	skip "loads of 32 bytes" "the processor has no AVX"
	tests='/^(?!data::avx$)/' count=$((count - 1))
}

measure "$truth/c.bench" c --tests="$tests" -- \
	gcc-12=gcc-O0 -static -O0 gcc-12=gcc-O1 -static -O1 \
	gcc-12=gcc-O2 -static -O2 gcc-12=gcc-O3 -static -O3 \
	clang-14=clang-O0 -static -O0 clang-14=clang-O1 -static -O1 \
	clang-14=clang-O2 -static -O2 clang-14=clang-O3 -static -O3
for cc in gcc clang; do
	for level in 0 1 2 3; do
		compare c $cc-O$level "$count"
	done
done

measure "$truth/c.bench" exec --engine=exec --tests="$tests" -- \
	gcc-12=gcc-O2 -static -O2 clang-14=clang-O2 -static -O2
compare exec gcc-O2 "$count"
compare exec clang-O2 "$count"

sed 's/^language = c$/language = c++/' "$truth/c.bench" >c++.bench
measure c++.bench c++ --tests="$tests" -- \
	g++-12=g++-O2 -static -O2 clang++-14=clang++-O2 -static -O2
compare c++ g++-O2 "$count"
compare c++ clang++-O2 "$count"

# The guard around the code has no jump of its own, whatever compiles it.
measure "$truth/c.bench" guard --tests='/^plain::/' -- \
	gcc-12=gcc-dynamic gcc-11=gcc-11-O0 -static -O0 gcc-12=gcc-Og -static -Og \
	gcc-12=gcc-Os -static -Os clang-19=clang-19-O0 -static -O0 clang-14=clang-Oz -static -Oz
for label in gcc-dynamic gcc-11-O0 gcc-Og gcc-Os clang-19-O0 clang-Oz; do
	compare guard $label 2
done

# ir NAME LABEL TEST
ir() {
	counts "$1" "$2" | sed -n "s/^$3| Ir=\([0-9.]*\).*/\1/p"
}

# stepped LABEL TEST: what one execution runs between the marks, according to the processor.
stepped() {
	echo 0 1 1 | "$UNITS/step" "kept/$1/$2/program"
}

step_and_compare() {
	measure "$truth/step.bench" step --keep=kept -- \
		gcc-12=gcc-O0 -static -O0 gcc-12=gcc-O1 -static -O1 gcc-12=gcc-O3 -static -O3 \
		clang-14=clang-O1 -static -O1 clang-14=clang-O3 -static -O3
	for label in gcc-O0 gcc-O1 gcc-O3 clang-O1 clang-O3; do
		# The marks are two instructions, the copy of 64 numbers takes some.
		for test in ands copied-before; do
			is "$(ir step $label $test)" $(($(stepped $label $test) + 2)) \
				"$label: Ir of $test is the number of single steps"
		done
		copy=$(($(ir step $label copied-inside) - $(stepped $label copied-inside) - 2))
		ok "$label: a copy in the code counts ($copy), one before it does not" [ $copy -ge 16 ]
		is "$(ir step $label rep)" $(($(stepped $label rep) + 3)) \
			"$label: rep is one more than its single steps"
	done
	measure "$truth/step.bench" chase --tests=ands \
		--grindargs=--vex-guest-chase=yes -- gcc-12=gcc-O1 -static -O1
	ok "a && b && c is more than its single steps where valgrind chases" \
		[ "$(ir chase gcc-O1 ands)" -gt "$(ir step gcc-O1 ands)" ]
}

"$UNITS/step" /bin/true </dev/null >/dev/null 2>&1
if [ $? = 77 ]; then
	skip "Ir is the number of single steps" "ptrace is refused"
else
	step_and_compare
fi

done_testing
