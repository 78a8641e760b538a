#!/bin/sh
# Tests with parameters, of several operations, and with code for several languages.
. "$(dirname "$0")/../tap.sh"

parts 1 variables languages saved

cat >params.bench <<'EOF'
[loop::sum]
param.n = 16 256
param.kind = up down
ops = @n@
setup.c = BLACK_BOX(kind);
code.c = for (long i = 0; i < n; i++) BLACK_BOX(i);
setup.perl = my $s = 0;
code.perl = $s++ for 1..$n;

[text::only-perl]
param.s = a-b
code.perl = my $t = "@s@";

[real]
language-free = no
EOF

run "$CGBENCH" --benchfile=params.bench -- gcc
is "$status" 129 "an unknown key of a test with parameters"
like "$err" "params.bench:15:1: a test has no key 'language-free'" "the message names the key and its line"
sed -i '/^\[real\]/,$d' params.bench

if chosen languages; then
	run "$CGBENCH" --benchfile=params.bench --tables --raw --fields=Ir -- gcc=c perl
	is "$status" 0 "two languages in one table"
	is "$err" "" "two languages in one table give no message"
	for name in n=16/kind=up n=16/kind=down n=256/kind=up n=256/kind=down; do
		like "$out" "^loop::sum/$name +[0-9.]+ +[0-9.]+$" "every combination: $name"
	done
	like "$out" '^text::only-perl/s=a-b +[0-9.]+$' "a test without code for a put is blank there"
	one=$(printf '%s\n' "$out" | sed -n 's|^loop::sum/n=16/kind=up  *\([0-9]*\)\..*|\1|p')
	many=$(printf '%s\n' "$out" | sed -n 's|^loop::sum/n=256/kind=up  *\([0-9]*\)\..*|\1|p')
	ok "counts are shown per operation" [ "$((one - many))" -le 1 ]
fi

printf 'language = c\n[a]\nparam.s = inf nan x\ncode = BLACK_BOX(s[0]);\n' >names.bench
run "$CGBENCH" --benchfile=names.bench --check -- gcc
is "$err" "" "names that strtod knows are text"

run "$CGBENCH" --benchfile=params.bench --tables --raw --fields=Ir --tests=loop::sum/n=16/kind=up -- gcc
like "$out" '^loop::sum/n=16/kind=up ' "--tests takes an expanded name"
unlike "$out" 'n=256' "--tests takes no other expanded name"

if chosen saved; then
	run "$CGBENCH" --benchfile=params.bench --write=saved.json -- gcc=c
	run "$CGBENCH" --read=saved.json --tables --raw --fields=Ir -- gcc=again
	is "$status" 0 "expanded tests are read back and measured again"
	like "$out" "^loop::sum/n=16/kind=up +([0-9.]+) +\1$" "expanded tests that are measured again have the same counts"
fi

if chosen variables; then
	# Interpreters that are always installed; an undefined variable would show on standard error.
	cat >variables.bench <<'EOF'
[variable]
param.n = 5 -2.5 abc
code.awk = if (n != "@n@" "") print "n is " n >"/dev/stderr"
code.perl = print STDERR "n is $n" if $n ne "@n@";
code.python =
    if str(n) != "@n@":
        raise ValueError(n)
code.shell = [ "$n" = "@n@" ] || echo "n is $n" >&2
EOF
	python=
	[ -x /usr/bin/python3 ] && python=/usr/bin/python3
	# shellcheck disable=SC2086
	run "$CGBENCH" --benchfile=variables.bench --tables --raw --fields=Ir -- mawk perl dash $python
	is "$status $err" "0 " "a parameter is a variable of interpreters too"
fi

# bad TEXT MESSAGE: a test of that text is refused.
bad() {
	printf '[a]\n%s\n' "$1" >bad.bench
	run "$CGBENCH" --benchfile=bad.bench -- gcc
	like "$status $err" "^129 .*$2" "refused: $2"
}
bad 'code.pyton = 1' "bad.bench:2:1: 'code.pyton': unknown language 'pyton'"
bad 'param.n =
code = 1' 'bad.bench:2:1: param.n has no value'
bad 'param.n = "a
code = 1' 'bad.bench:2:1: param.n: a quote is left open'
digits='0 1 2 3 4 5 6 7 8 9'
bad "param.a = $digits
param.b = $digits
param.c = $digits
param.d = $digits
param.e = $digits
param.f = 0 1
code = 1" "bad.bench:7:1: param.f: the parameters of 'a' make more than 100000 tests"
bad 'param.9 = 1
code = 1' "'param.9': a parameter's name"
bad 'ops = 0
code = 1' 'bad.bench:2:1: ops = 0: operations per execution'
bad 'once = yes
code = 1;' "'once' applies to tests in the language command, but"
bad 'setup = 1' "test 'a' has no 'code'"

run "$CGBENCH" --benchfile=params.bench -- mawk
is "$status" 129 "a put for which no test has code"

done_testing
