#!/bin/sh
# Perl's own benchmark suite: imported completely, read directly, with the scripts of bench.pl, and
# counted alike by both engines.
# shellcheck disable=SC2016 # the code is Perl
. "$(dirname "$0")/../tap.sh"

cat >benchmarks <<'EOF'
#!perl

# The shape of t/perf/benchmarks.

[
    'expr::add' => {
        desc    => 'add = two [ints]',
        setup   => 'my ($x,$y,$z) = (1,2)',
        code    => '$z = $x + $y',
    },
    'expr::pre' => {
        setup   => "my \$s = '';\n  my \$t = <<T;\nabc\n\n  # no comment\nT\n",
        pre     => '$s = "x"',
        code    => '$s .= $t',
        post    => 'my $l = length $s',
    },
    'func::split' => {
        setup   => 'my @a; our $here = __PACKAGE__; my $s = "a:b:c:$here"',
        code    => '@a = split /:/, $s',
        desc    => '  two blanks in front',
    },
    'call::compile' => {
        desc    => 'compile time',
        code    => 'die if shift; return 1',
        compile => 1,
    },
];
EOF

run "$top/scripts/import-perl-benchmarks" benchmarks
cat >want <<'EOF'
language = perl

[expr::add]
desc = add = two [ints]
setup = my ($x,$y,$z) = (1,2)
code = $z = $x + $y

[expr::pre]
setup =
	my $s = '';
	  my $t = <<T;
	abc

	  # no comment
	T

pre = $s = "x"
code = $s .= $t
post = my $l = length $s

[func::split]
desc =
	
	  two blanks in front
setup = my @a; our $here = __PACKAGE__; my $s = "a:b:c:$here"
code = @a = split /:/, $s

[call::compile]
desc = compile time
code = die if shift; return 1
compile = yes
EOF
same out want 'a file of Perl is imported'
cp out benchmarks.bench
run "$CGBENCH" --engine=fork --benchfile=benchmarks.bench --write=fork.json --keep=kept -j2 -- perl
is "$err$status" 0 'the imported file is measured'
test=$(printf '%s\n' expr::add expr::pre func::split call::compile | in_turn 1 | paste -sd, -)
run "$CGBENCH" --engine=exec --benchfile=benchmarks --tests="$test" --write=exec.json -j2 -- perl
is "$err$status" 0 'the file itself is measured by the other engine'
five=Ir,Dr,Dw,COND,IND
"$CGBENCH" --read=fork.json --tests="$test" --tables --raw --fields=$five >by-fork
"$CGBENCH" --read=exec.json --tables --raw --fields=$five >by-exec
same by-fork by-exec 'the file and what was imported from it count the same'
run "$CGBENCH" --read=fork.json --tests=call::compile --tables --raw --fields=Ir
like "$(cat fork.json)" '"desc": *"  two blanks in front"' 'leading blanks of a text are kept'
like "$out" '^call::compile +[0-9]{4,}[.]' 'code that would leave the loop is compiled, and not executed'

find kept -name work -exec cat {} + >script
like "$(cat script)" '^package expr::pre;' 'the package is named like the test'
like "$(cat script)" '^eval q[{]sub [{]' 'compile: the loop compiles its body'
unlike "$(cat script)" '^@[a-z]+@' 'no placeholder is left in a script'

for bad in "[ 'a b' => { code => 1 } ]=invalid test name" "[ 'a' => { coed => 1 } ]=has a key 'coed'" \
	"[ a => { code => 1 }, 'a' => { code => 2 } ]=is defined twice" "[ 'a' => {} ]=has no code" \
	"[ 'a' ]=in pairs" "[ 'a' => { code => ]=syntax error" 'my $x = 1=no array'; do
	printf '%s\n' "${bad%=*}" | sed 's/^\[ a /[ "a" /' >bad
	run "$CGBENCH" --benchfile=bad -- perl
	like "$status $err" "${bad##*=}" "a file of Perl is refused: ${bad##*=}"
	is "$status" 129 "a file of Perl is refused with its status: ${bad##*=}"
done

parts 1 trace preamble

if chosen trace; then
	# The warm-up uses the heap, the stack, packages and descriptors; all of it is undone.
	cat >trace.bench <<'EOF'
[trace]
setup =
	my @a = (1) x 100;
	print STDERR \@a, \$a[99], join(",", keys %CGBENCH::), " ", join(",", grep { -e "/proc/self/fd/$_" } 0 .. 9), "\n";
code = 1
stderr = ok
EOF
	sed '/^warmup/,/^program/{/^program/!d}' "$top/src/input/languages/perl.lang" >perl.lang
	for engine in $(printf 'exec\nfork\n' | in_turn 1); do
		run "$CGBENCH" --tables --raw --keep=warm --engine="$engine" --benchfile=trace.bench -- perl
		run "$CGBENCH" --tables --raw --keep=cold --language-file=perl.lang --engine="$engine" --benchfile=trace.bench -- perl
		find warm -name stderr -exec cat {} + >warm.err
		find cold -name stderr -exec cat {} + >cold.err
		like "$(cat warm.err)" '^ARRAY[(]0x' "where variables are is seen, by $engine"
		same warm.err cold.err "what warms up leaves no trace, by $engine"
		rm -rf warm cold
	done
fi

if chosen preamble; then
	# A preamble is in the package of its test, and a change of package ends with it. A test without a
	# preamble has the script of bench.pl.
	cat >preamble.bench <<'EOF'
language = perl
preamble = sub top { 1 }
[own::sub]
preamble = use List::Util "sum"; sub twice { 2 * $_[0] }
code = die unless twice(3) + top() + sum(1, 2) == 10
[other]
preamble = package Far; sub twice { 2 * $_[0] } my $three = 3;
code = die unless __PACKAGE__ eq "other" && Far::twice($three) + top() == 7
[top]
code = die unless top == 1
EOF
	run "$CGBENCH" --tables --raw --fields=Ir --benchfile=preamble.bench -- perl
	is "$status:$err" 0: 'code sees what its preamble defines'
	run "$CGBENCH" --tables --raw --fields=Ir --keep=plain --preamble='sub one { 1 }' -e one -- perl
	is "$status:$err" 0: 'code sees what --preamble defines'
	run "$CGBENCH" --tables --raw --fields=Ir --keep=none -e 1 -- perl
	is "$(find none -name work -exec head -qn 3 {} + | sort -u)" '# 1
BEGIN { srand(0) }
package e;' 'without a preamble, the script has no more lines'
fi

cat >compile.bench <<'EOF'
[a]
code = 1
compile = no
EOF
run "$CGBENCH" --benchfile=compile.bench -- perl
like "$err" 'compile.bench:3:1: compile = no' 'compile = no is refused'

done_testing
