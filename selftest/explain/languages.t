#!/bin/sh
# --explain in every language, with the first program found: the functions sum to the counts in all
# fields, and the interpreter's, the library's and the snippet's have their names. Languages that are
# not installed are skipped by name. guile takes a minute: CGBENCH_TEST_ALL=1 has it measured.
. "$(dirname "$0")/../tap.sh"

: "${CGBENCH_TEST_ALL:=0}"

fields=Ir,Dr,Dw,COND,IND,COND_m,IND_m,Ir_m1,Dr_m1,Dw_m1,Ir_mm,Dr_mm,Dw_mm

cat >functions.pl <<'END'
# functions.pl FILE FIELD,...: prints "sums" if the functions sum to the table in every field, and
# then each function's name.
use strict;
use warnings;
use JSON::PP;
binmode STDOUT, ':utf8';
my ($path, $fields) = @ARGV;
open my $file, '<', $path or die;
local $/;
my $j = JSON::PP->new->utf8->decode(<$file>);
my ($e) = @{$j->{explanations}} or die "not explained\n";
my $whole = $e->{sides}[0];
for my $f (split /,/, $fields) {
	my $sum = 0;
	$sum += $_->{sides}[0]{total}{$f} || 0 for @{$e->{functions}};
	my $cell = $j->{cells}[0]{$f};
	die "$f: $sum / $whole->{divisor} is not $cell\n" if $sum / $whole->{divisor} != $cell;
}
print "sums\n", map { "$_->{name}\n" } @{$e->{functions}};
END

# explained LANGUAGE TEST FUNCTION PROGRAM...: the test with the first program found. FUNCTION: an
# extended regular expression of what one of the functions is called.
explained() {
	language=$1
	test=$2
	function=$3
	shift 3
	for program; do
		command -v "$program" >/dev/null || continue
		run "$CGBENCH" --benchfile="$top/benchfiles/$language.bench" "--tests=$test" --explain \
			"--fields=$fields" --format=json:explained.json -- "$program"
		is "$status" 0 "$language: $program is explained"
		perl functions.pl explained.json "$fields" >functions 2>&1
		is "$(head -n 1 functions)" sums "$language: the functions of $test sum to all counts"
		ok "$language: one is called $function" grep -qxE "$function" functions
		is "$(grep -E '^0x|cgbenchtest|@[^p]|\?\?\?' functions)" '' \
			"$language: none has the name of an address, or one of cgbench's"
		return
	done
	skip "$language" "none is installed: $*"
}

explained ada string::concat 'snippet' gnatmake
explained awk string::toupper '(mawk|gawk|original-awk) \(no symbols\)|.*toupper.*' mawk gawk original-awk
explained d array::append 'rt\.lifetime\..*|.*arrayappend.*' gdc
explained fortran array::intrinsics 'snippet' gfortran
explained go string::builder 'strings\.Builder\.WriteByte' gccgo
explained javascript string::char-code '(mujs|duk|qjs) \(no symbols\)|js_.*|duk_.*|JS_.*' mujs duk qjs
explained lua string::format 'lua.*|__vfprintf_internal' lua5.4 lua5.3 lua5.1
explained lua table::array::insert 'generated code' luajit
explained pascal string::append 'fpc_ansistr_concat' fpc
explained perl expr::add 'Perl_pp_add|perl \(no symbols\)' perl
explained perl array::push-shift 'Perl_pp_push|perl \(no symbols\)' perl
explained php arith::gcd 'php[0-9.]* \(no symbols\)|zend_.*|execute_ex' php
explained python call::closure '_PyEval_EvalFrameDefault' /usr/bin/python3
explained ruby arith::gcd 'libruby.* \(no symbols\)|ruby.* \(no symbols\)|vm_exec.*|rb_.*' ruby
explained rust vec::collect 'snippet' rustc
explained shell function::call '(dash|bash) \(no symbols\)|evaltree' dash bash
explained sqlite select::constant 'sqlite3VdbeExec|libsqlite3\.so \(no symbols\)|sqlite3_step' sqlite3
explained tcl regex::match 'libtcl.* \(no symbols\)|Tcl.*' tclsh
[ "$CGBENCH_TEST_ALL" != 1 ] || explained guile string::append 'libguile.* \(no symbols\)|scm_.*' guile
[ "$CGBENCH_TEST_ALL" = 1 ] || skip guile 'it takes a minute: CGBENCH_TEST_ALL=1'

done_testing
