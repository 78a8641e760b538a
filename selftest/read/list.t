#!/bin/sh
# --list prints the tests that would be measured, and measures nothing.
. "$(dirname "$0")/../tap.sh"

# lists WANT NAME ARGUMENT...
lists() {
	lists_want=$1
	lists_name=$2
	shift 2
	run "$CGBENCH" --list "$@"
	is "$status:$err:$out" "0::$lists_want" "$lists_name"
}

cat >two.bench <<'END'
[both]
desc = in two languages
code.c = BLACK_BOX(1);
code.perl = my $x = 1;

[perl-only]
param.k = a b
param.n = 1 20
code.perl =
    1 + 1;
    2 + 2;
END
all='both                in two languages
perl-only/k=a/n=1   1 + 1;
perl-only/k=a/n=20  1 + 1;
perl-only/k=b/n=1   1 + 1;
perl-only/k=b/n=20  1 + 1;

param.k = a b
param.n = 1 20'
lists "$all" 'a benchfile, without puts' --benchfile=two.bench
lists "$all" 'with puts' --benchfile=two.bench gcc perl
lists 'both  in two languages' 'only what a put has code for' --benchfile=two.bench gcc
lists 'perl-only/k=b/n=1   1 + 1;
perl-only/k=b/n=20  1 + 1;

param.k = b
param.n = 1 20' 'what --tests chooses' --benchfile=two.bench --tests=/k=b/
lists 'e1   1
e2   2
add  x+1' 'snippets' -e 1 -e 2 --snippet=add=x+1
run "$CGBENCH" --list --tests=/gcd/
is "$status:$err" '0:cgbench: --list: no program and no benchfile is given; these are the tests for the language c' \
	'the suite for C by default, which is said'
like "$out" '^bit::gcd::euclid  greatest common divisor' 'a test of a suite is listed with its description'
mv out c
run "$CGBENCH" --list --tests=/gcd/ -- gcc
same out c 'as for a C compiler'
is "$err" '' '--list with a C compiler prints no message'
run "$CGBENCH" --list --language=perl
like "$out" '^hash::fetch ' '--language chooses the suite'

# A saved run.
perl "$here/saved.pl" one two >saved.json <<'END'
a 1 2
b - 2
c/n=5 FAIL FAIL param.n=5
END
lists 'a                   of a
b      only on two  of b
c/n=5  no counts    of c/n=5

param.n = 5' 'a saved run, and what lacks counts' --read=saved.json
lists 'b  only on two  of b' 'a test of it' --read=saved.json --tests=b

# Refusals.
for option in --write=x --check --bisect=Ir,0,1 --fail-above=Ir,0 --format=csv --summary --columns=n --keep=x; do
	refused "--list prints the tests and no counts: ${option%%=*} cannot be combined with it" --list $option gcc
done
refused "--tests: unknown test 'nosuch'; .*" --list --benchfile=two.bench --tests=nosuch
refused "--language: unknown language 'nosuch'; .*" --list --language=nosuch
refused "'nosuch' cannot be run: .*" --list nosuch
ok '--list with --write writes nothing' [ ! -e x ]
# The benchfiles of projects are measured by hand, with the projects' sources.
for file in "$top"/docs/projects/*.bench; do
	run "$CGBENCH" --benchfile="$file" --list
	is "$status:$err" 0: "${file##*/} is a benchfile"
	like "$(cat "$top/docs/projects/README.md")" "${file##*/}" 'and README.md names it'
done

done_testing
