#!/bin/sh
# The languages except C and C++, each with the first program found: the tests of its suite are measured and have no
# unexpected verdict, both engines count the same in one of them, and an explanation sums to the counts in all fields
# and has the names of the interpreter's functions, the library's and the snippet's. A run takes two languages, and
# some tests; CGBENCH_TEST_ALL=1 all tests with every program found.
# shellcheck disable=SC2086 # the words of a put
. "$(dirname "$0")/../tap.sh"

fields=Ir,Dr,Dw,COND,IND,COND_m,IND_m,Ir_m1,Dr_m1,Dw_m1,Ir_mm,Dr_mm,Dw_mm

# names SUITE COUNT: COUNT of its tests, from the whole file; 0: all of them.
names() {
	sed -n 's/^\[\(.*\)\]$/\1/p' "$1" | awk -v count="$2" '
		{ name[NR] = $0 }
		END {
			step = count && count < NR ? NR / count : 1
			for (i = 1; i <= NR; i += step)
				print name[int(i)]
		}'
}

# rows PROGRAM TESTS OPTION...: their counts, in the fields where both engines must agree.
rows() {
	program=$1
	tests=$2
	shift 2
	run "$CGBENCH" -j2 --benchfile="$top/benchfiles/$language.bench" "$@" \
		--tests="$tests" --tables --raw --compact=0 --fields=Ir,Dr,Dw,COND,IND -- "$program"
	awk '$1 $2 ~ /^[0-9.]+$/ && $1 > 0 && $6 != "AVERAGE" { print $1, $2, $3, $4, $5, $6 }' out
}

# judge PROGRAM: writes the rows of the sample to the file forked.
judge() {
	n=$(($(wc -l <sample)))
	rows "$1" "$(paste -sd, sample)" --check --show >forked
	# Large tests may leave no register to the loop. The object of a test has all that Go calls, and a slice that
	# grows needs other memory each time.
	sed -n '/^[^ ]* on /p' out | grep -vE ': (loop|split): |^slice::append on go: varying: ' >unsound
	like "$status $err" '^[01] $' "$language: $1 measures the suite"
	is "$(wc -l <forked)" "$n" "$language: every test costs something"
	is "$(cat unsound)" '' "$language: no verdict that is not expected"
}

# draws_random PROGRAM: true if it draws random numbers, as jq does for its hashes in Debian's security updates. Nothing
# pins them in a whole run.
draws_random() {
	{ command -v "$1"; ldd "$(command -v "$1")" | awk '/=> \// { print $3 }' | grep -v '/libc\.'; } |
		xargs nm -D 2>/dev/null | grep -q ' U arc4random'
}

# first PROGRAM...: prints the first one found.
first() {
	for program; do
		! command -v "$program" >found || {
			echo "$program"
			return
		}
	done
}

# language NAME COUNT PROGRAM...: COUNT tests of its suite.
language() {
	language=$1
	count=$2
	shift 2
	installed=$(first "$@")
	[ "$installed" ] || {
		skip "$language" "none is installed: $*"
		return
	}
	[ -z "${CGBENCH_TEST_ALL-}" ] || count=0
	names "$top/benchfiles/$language.bench" "$count" | in_turn 3 >sample
	one=$(tail -n 1 sample)
	judge "$installed"
	if [ "$language" = command ] && draws_random "$installed"; then
		skip "$language: two runs agree in $one" "$installed draws random numbers"
	else
		is "$(rows "$installed" "$one" --engine=exec)" "$(grep " $one\$" forked)" \
			"$language: both engines agree in $one"
	fi
	[ "${CGBENCH_TEST_ALL-}" ] || return
	for program; do
		[ "$program" = "$installed" ] || ! command -v "$program" >found || judge "$program"
	done
}

# explained LANGUAGE TEST FUNCTION PROGRAM...: the test with the first program found. FUNCTION: an
# extended regular expression of what one of the functions is called.
explained() {
	language=$1
	test=$2
	function=$3
	shift 3
	installed=$(first "$@")
	[ "$installed" ] || {
		skip "$language: $test" "none is installed: $*"
		return
	}
	run "$CGBENCH" --benchfile="$top/benchfiles/$language.bench" "--tests=$test" --explain \
		"--fields=$fields" --format=json:explained.json -- "$installed"
	is "$status" 0 "$language: $installed is explained"
	like "$(perl "$here/explain/sums.pl" explained.json "$fields" 2>&1)" '^[1-9][0-9]*$' \
		"$language: the parts of $test sum to all counts"
	# shellcheck disable=SC2016 # a variable of Perl
	json explained.json 'map { $_->{name} } @{$f->{explanations}[0]{functions}}' >functions
	ok "$language: one is called $function" grep -qxE "$function" functions
	is "$(grep -E '^0x|cgbenchtest|@[^p]|\?\?\?' functions)" '' \
		"$language: none has the name of an address, or one of cgbench's"
}

cat >explained <<'END'
ada@string::concat@snippet@gnatmake
awk@string::toupper@(mawk|gawk|original-awk) \(no symbols\)|.*toupper.*@mawk gawk original-awk
d@array::append@rt\.lifetime\..*|.*arrayappend.*@gdc
fortran@array::intrinsics@snippet@gfortran
go@string::builder@strings\.Builder\.WriteByte@gccgo
go@map::count@runtime\.mapassign_faststr@go
javascript@string::char-code@(mujs|duk|qjs) \(no symbols\)|js_.*|duk_.*|JS_.*@mujs duk qjs
lua@string::format@lua.*|__vfprintf_internal@lua5.4 lua5.3 lua5.1
lua@table::array::insert@generated code@luajit
pascal@string::append@fpc_ansistr_concat@fpc
perl@expr::add@Perl_pp_add|perl \(no symbols\)@perl
perl@array::push-shift@Perl_pp_push|perl \(no symbols\)@perl
php@arith::gcd@php[0-9.]* \(no symbols\)|zend_.*|execute_ex@php
python@call::closure@_PyEval_EvalFrameDefault@/usr/bin/python3
ruby@arith::gcd@libruby.* \(no symbols\)|ruby.* \(no symbols\)|vm_exec.*|rb_.*@ruby
rust@vec::collect@snippet@rustc
shell@function::call@(dash|bash) \(no symbols\)|evaltree@dash bash
sqlite@select::constant@sqlite3VdbeExec|libsqlite3\.so \(no symbols\)|sqlite3_step@sqlite3
tcl@regex::match@libtcl.* \(no symbols\)|Tcl.*@tclsh
END
# An explanation of guile takes a minute.
[ -z "${CGBENCH_TEST_ALL-}" ] || echo 'guile@string::append@libguile.* \(no symbols\)|scm_.*@guile' >>explained

in_turn 2 <<'END' >chosen
ada 4 gnatmake
awk 10 mawk gawk original-awk
command 4 jq
d 4 gdc
fortran 0 gfortran
go 8 gccgo
go 8 go
guile 2 guile
javascript 10 mujs duk qjs
jq 3 jq
lua 10 lua5.5 lua5.4 lua5.3 lua5.1 lua luajit
pascal 0 fpc
perl 0 perl
php 6 php
python 6 /usr/bin/python3
ruby 6 ruby
rust 8 rustc
shell 10 dash bash
sqlite 8 sqlite3
tcl 10 tclsh
END
while read -r name count programs; do
	language "$name" "$count" $programs
	grep "^$name@" explained | in_turn 1 >some
	while IFS=@ read -r name test function programs; do
		explained "$name" "$test" "$function" $programs
	done <some
done <chosen
done_testing
