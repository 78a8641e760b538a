#!/bin/sh
# Known counts: of assembly, as its benchfile says, and of compiled functions, as single-stepping the processor shows.
# A run takes some of the puts, and some of the functions. Other engines are compared in agreement.t.
# shellcheck disable=SC2086 # the words of a put
. "$(dirname "$0")/../tap.sh"

truth=$here/counts/truth

# measure BENCHFILE NAME OPTION...: writes NAME.json. A statically linked program takes a third of
# the time to start and to measure.
measure() {
	bench=$1 name=$2
	shift 2
	run "$CGBENCH" -j2 --tables --raw --benchfile="$bench" --write="$name.json" "$@"
	is "$status $err" "0 " "$name is measured"
}

# counts NAME LABEL: a line "TEST|COUNTS|KNOWN COUNTS" for each test, without fields of 0; the
# description has the known counts.
counts() {
	"$CGBENCH" --read="$1.json" --tables --raw --compact="$2" | awk -f "$here/counts/truth/known.awk"
}

# At -O0 the loop's variables are on the stack: the walk over all of D1 evicts their line.
unoptimized() {
	sed '/^cache::d1-read/s/Dr_m1=16384$/Dr_m1=16385/
		/^cache::d1-write/s/ Dw_m1=16384$/ Dr_m1=1&/'
}

# compare NAME LABEL COUNT: all fields of its COUNT tests are as known.
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

sed 's/^language = c$/language = c++/' "$truth/c.bench" >c++.bench

# puts: a line "LANGUAGE TESTS LABEL PUT...". The condition around the code adds no jump with any compiler, which is
# tried in the plain tests alone.
puts() {
	while read -r level; do
		echo "c all gcc$level gcc -static $level"
		echo "c all clang$level clang -static $level"
	done <<-'END'
		-O0
		-O2
		-O1
		-O3
	END
	echo 'c++ all g++ g++ -static -O2'
	echo 'c++ all clang++ clang++ -static -O2'
	for cc in $(others gcc) $(others clang); do
		echo "c plain $cc-O0 $cc -static -O0"
	done
	echo 'c plain gcc-dynamic gcc'
	echo 'c plain gcc-Og gcc -static -Og'
	echo 'c plain gcc-Os gcc -static -Os'
	echo 'c plain clang-Oz clang -static -Oz'
}

[ "$(others gcc)" ] || skip 'another gcc' 'one version is installed'
[ "$(others clang)" ] || skip 'another clang' 'one version is installed'
puts | in_turn 4 >chosen
while read -r language which label put; do
	file=$truth/c.bench some=$tests n=$count
	[ "$language" = c ] || file=c++.bench
	case $which in
	plain) some='/^plain::/' n=2 ;;
	esac
	set -- $put
	cc=$1
	shift
	measure "$file" "$language" --tests="$some" -- "$cc=$label" "$@"
	compare "$language" "$label" "$n"
done <chosen

# fields NAME LABEL: a line "TEST Ir=COUNT COND=COUNT IND=COUNT" for each test.
fields() {
	"$CGBENCH" --read="$1.json" --tables --raw --fields=Ir,COND,IND --compact="$2" |
		awk '$1 ~ /^[0-9]/ && $4 ~ /::/ { print $4, "Ir=" $1, "COND=" $2, "IND=" $3 }'
}

# stepped NAME LABEL TEST: the same for its kept program, according to the processor but for the jumps that are left out
# of its 10 iterations, and the other output of step.c. Two iterations, because all are alike.
stepped() {
	case $3 in
	loop::turns) turns='10 20' ;;
	*) turns='1 2' ;;
	esac
	jumps=$(json "$1.json" "(\$f->{cgbench}{tests}{'$3'}{corrected}{'$2'} // 0) / 10")
	"$UNITS/step" "kept/$2/$3/program" "$(sed -n "s|^kept/$2/$3/program:||p" functions)" $turns <one |
		awk -v jumps="$jumps" '{ sub(/Ir=[0-9.]+/, sprintf("Ir=%.1f", substr($1, 4) - jumps)) } 1'
}

# of FIELD COUNTS
of() {
	echo "$2" | sed "s/.*\<$1=\([0-9.]*\)\.0.*/\1/"
}

# differ LABEL TEST IR STEPS: valgrind has its known error.
differ() {
	case $2 in
	*::precision) ok "$1: $2: 11 turns of at least 4 instructions less" [ $(($4 - $3)) -ge 44 ] ;;
	*::flush) ok "$1: $2: 58 turns of at least 3 instructions more" [ $(($3 - $4)) -ge 174 ] ;;
	*::request) is "$3" $(($4 - 4)) "$1: $2: five are one" ;;
	*::lodsb) is "$3" $(($4 - 4)) "$1: $2: five elements are one" ;;
	*::fault) is "$3" $(($4 + 1)) "$1: $2: it counts" ;;
	esac
}

# agree NAME LABEL COUNT: its COUNT tests cost what the processor shows, except those that differ.
agree() {
	nm -A kept/"$2"/*/program | sed -n 's/ T cgbenchtest.*//p' >functions
	fields "$1" "$2" >rows
	is "$(grep -c . rows)" "$3" "$2: there are $3 tests"
	while read -r test counts; do
		by_steps=$(stepped "$1" "$2" "$test")
		ir=$(of Ir "$counts") marked=$(of marked "$by_steps")
		case $test in
		differs::*) differ "$2" "$test" "$ir" "$(of turns "$by_steps")" ;;
		*) is "$counts" "${by_steps%% turns=*}" "$2: $test" ;;
		esac
		# The marks are two instructions; copying 32 numbers takes some more.
		case $test in
		*::copied-inside) ok "$2: a copy in the code counts" [ $((ir - marked - 2)) -ge 8 ] ;;
		marks::*) is "$ir" $((marked + 2)) "$2: $test: between the marks" ;;
		esac
	done <rows
	is "$(nm -u kept/"$2"/*/test.o |
		grep -Ev '^$|:$|_(start|stop)_cgbench|_GLOBAL_OFFSET_TABLE_|__u?divti3')" '' \
		"$2: no function of libc is called"
}

# functions: a line "LABEL|PUT...|TEST" for each of them that the processor can execute.
functions() {
	skipped='^$'
	grep -w avx2 /proc/cpuinfo | grep -w bmi2 | grep -qw fma || skipped='^v3::'
	while IFS='|' read -r label put ere; do
		sed -n 's/^\[\(.*\)\]$/\1/p' "$truth/step.bench" | grep -Ev "$skipped" | grep -E "$ere" | sed "s/^/$label|$put|/"
	done <<-'END'
		gcc-O1|-static -O1|.
		clang-O2|-static -O2|.
		gcc-O0|-static -O0|^marks::
		gcc-O3|-static -O3|^marks::
		clang-O3|-static -O3|^marks::
		gcc-O2|-static -O2|.
		clang-O1|-static -O1|.
	END
}

step_and_compare() {
	functions | in_turn 26 >chosen
	cut -d'|' -f1,2 chosen | uniq >groups
	while IFS='|' read -r label put; do
		rm -rf kept
		sed -n "s/^$label|$put|//p" chosen >names
		measure "$truth/step.bench" step --keep=kept --tests="$(paste -sd, names)" -- "${label%-*}=$label" $put
		agree step "$label" "$(grep -c . names)"
	done <groups
	measure "$truth/step.bench" whole --tests=marks::ands -- gcc -static -O1
	measure "$truth/step.bench" chase --tests=marks::ands --grindargs=--vex-guest-chase=yes -- gcc -static -O1
	ok 'a && b && c is more than its single steps where valgrind chases' \
		[ "$(of Ir "$(fields chase gcc)")" -gt "$(of Ir "$(fields whole gcc)")" ]
}

grep -w avx2 /proc/cpuinfo | grep -w bmi2 | grep -qw fma ||
	skip 'instructions of x86-64-v3' 'the processor has none'
! can_step 'Ir is the number of single steps' || step_and_compare

done_testing
