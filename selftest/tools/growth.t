#!/bin/sh
# scripts/growth: how counts grow with a parameter, of made-up counts whose formula is known and of algorithms.
# shellcheck disable=SC2016 # the variables of awk and json
. "$(dirname "$0")/../tap.sh"

growth=$top/scripts/growth

# counts NAME FORMULA N...: lines for saved.pl, with the formula in awk.
counts() {
	name=$1 formula=$2
	shift 2
	for n; do
		awk -v n="$n" "function div(a, b) { return int(a / b) }
			function log2(x) { return log(x) / log(2) }
			BEGIN { printf \"$name/n=$n %.1f\\n\", $formula }" </dev/null
	done
}
# by FORMULA WANT [N...]: what is said of these counts.
by() {
	formula=$1 want=$2
	shift 2
	[ $# -gt 0 ] || set -- 3 8 9 12 17 22 31 40 63 64 70 95
	counts x "$formula" "$@" | perl "$here/saved.pl" put >one.json
	run "$growth" --read=one.json
	is "$status:$(sed 's/^x  *put  //; 1d' out)" "$want" "$formula is $want"
}
# Some forms have their turn: FORMULA|WANT|N...
in_turn 6 <<'END' >forms
12|0:12|
7 * n + 12|0:7n + 12|
n|0:n|
0.5 * n - 1|0:0.5n - 1|
2 * n * n - 3 * n + 1|0:2n^2 - 3n + 1|
n * n * n + 5|0:n^3 + 5|
4 * div(n, 8) + 3 * (n % 8) + 12|0:4 (n div 8) + 3 (n mod 8) + 12|
5 * div(n, 4) + 2 * (n % 4) + 3 + (n % 4 > 0) * 2|0:5 (n div 4) + 2 (n mod 4) + 3 + 2 [n mod 4 > 0]|
n < 16 ? 9 * n : 6 * div(n, 16) + 4 * (n % 16) + 30|0:6 (n div 16) + 4 (n mod 16) + 30, from n = 17 on|3 4 8 13 17 22 31 40 63 64 70 95 101 120
9 * div(n, 32) + 5 * div(n % 32, 8) + 3 * (n % 8) + 20|0:9 (n div 32) + 5 ((n mod 32) div 8) + 3 (n mod 8) + 20|3 8 9 12 17 22 31 40 63 64 70 95
4 * n + 80000007|0:4n + 80000007|1 2 4 8 16
9 * div(n, 32) + 5 * div(n % 32, 8) + 3 * (n % 8) + 900000020|0:9 (n div 32) + 5 ((n mod 32) div 8) + 3 (n mod 8) + 900000020|3 8 9 12 17 22 31 40 63 64 70 95
100 * log2(n) + 7.3|0:about 100 (log(n)) + 7.31, with an error of 0.0 %|
10 * n * log2(n) + 50.4|0:about 10 (n*log(n)) + 50.4, with an error of 0.0 %|
n * n + 3 * (n % 5)|0:about 1.01n^2 - 0.45, with an error of 0.3 %|10 21 34 43 52 67
7 * n|0:no form fits: it has 3 values, and needs four|1 2 3
END
while IFS='|' read -r formula want numbers; do
	# shellcheck disable=SC2086 # numbers are words
	by "$formula" "$want" $numbers
done <forms

# A polynomial has its degree and two more counts; nobody could tell from fewer.
by '(n - 1) * (n - 2) * (n - 4) * (n - 5)' '0:no form fits: a count is 0' 1 2 4 5 7 9
by 'n == 12 ? 500 : 40' '0:no form fits: the best is 1 with an error of 41.1 %; it falls from n = 12 to 17, as steps of a loop over vectors do' \
	8 9 12 17 22

# Not judged.
{
	counts fast '7 * n' 1 2 3 4
	counts slow 'n * n' 1 2 3 4 5
	printf '%s\n' failed/n=1 failed/n=2 failed/n=3 failed/n=4 | sed '1s/$/ FAIL/; 2,$s/$/ 5/'
	printf '%s\n' marked/n=1 marked/n=2 marked/n=3 marked/n=4 | sed '1s/$/ 5!folded/; 2,$s/$/ 5/'
} | perl "$here/saved.pl" put >mixed.json
run "$growth" --read=mixed.json
like "$out" '^failed  put  no form fits: n=1 has no count: ' 'a count that is missing'
like "$out" '^marked  put  no form fits: n=1 is folded$' 'a cell with a verdict has no form'

# gate STATUS ERE TEST FORM
gate() {
	run "$growth" --read=mixed.json "$3" --expect-growth="$4"
	like "$status:$err" "^$1:$2\$" "--expect-growth=$4 of $3"
}
gate 0 '' fast n
gate 0 '' fast 'n*log(n)'
gate 1 'growth: fast on put grows as n, faster than log\(n\)' fast 'log(n)'
gate 0 '' slow 'n^2'
gate 1 'growth: slow on put grows as n\^2, faster than n\*log\(n\)' slow 'n*log(n)'
gate 128 'growth: marked on put is not judged: n=1 is folded' marked n
gate 1 'growth: slow on put grows as n\^2, faster than n' fast,slow n
gate 129 "growth: 'fst' is not a test with a parameter that varies" fst,fast n
run "$growth" --read=mixed.json '/fast|slow/' --format=json
is "$(json out 'map { "$_->{test} $_->{form} $_->{exact} $_->{formula} " . @{$_->{points}} } @{$f->{series}}')" \
	'fast n 1 7n 4
slow n^2 1 n^2 5' 'growth is printed as JSON'

run "$growth" --read=mixed.json '/fast|slow/' --page=page.html
is "$(grep -A 3 '^<caption>Ir by n' page.html | tail -n 2)" '<tbody><tr><td>fast<td>put<td>7n
<tr><td>slow<td>put<td>n^2' 'a page has the table of growth'
like "$(sed -n '/^<nav/,/^<main/p' page.html)" '<li><a href="#growth">Growth</a>' 'a link of the page leads to its table of growth'
counts x '7 * n' 1 2 3 4 | perl "$here/saved.pl" pré→ >label.json
run "$growth" --read=label.json --page=page.html
like "$out" '^x +pré→  7n$' 'a label that is not ASCII'
is "$(grep -c '^<tbody><tr><td>x<td>pré→<td>7n' page.html)" 1 'a page has a label that is not ASCII'
run "$growth" --read=mixed.json fast --page=none/page.html
like "$status:$out:$err" '^128::cgbench: none/page.html: ' 'a page that cannot be written'

# Two parameters.
printf '%s\n' 'x/n=1/m=2 3' 'x/n=2/m=2 4' 'x/n=3/m=2 5' 'x/n=4/m=2 6' 'x/n=1/m=3 9' | perl "$here/saved.pl" put >two.json
run "$growth" --read=two.json
is "$status:$out:$err" '129::growth: name one parameter with --by: m, n' 'two parameters that vary'
for test in '' x; do
	run "$growth" --read=two.json --by=n ${test:+"$test"}
	like "$out" '^x/m=2  put  n \+ 2$' "and --by${test:+, of a test by its name}"
done

refused -p "$growth" "no test has the parameter 'k'" --read=two.json --by=k
refused -p "$growth" "--expect-growth: '2n' is not 1, log\(n\), n, n\*log\(n\), n\^2 or n\^3" --expect-growth=2n --read=two.json
refused -p "$growth" "--tolerance: 'x' is not a number of percent" --tolerance=x --read=two.json
refused -p "$growth" "no test has a parameter that varies; see param in cgbench-benchfile.5." '-eBLACK_BOX(1)' -- gcc
printf 'language = c\n[hash]\ncode = BLACK_BOX(1);\n' >plain.bench
refused -p "$growth" "no test has a parameter that varies; see param in cgbench-benchfile.5." --benchfile=plain.bench hash -- gcc
run "$growth" --benchfile=plain.bench hsah -- gcc
is "$status:$out:$err" "129::cgbench: --tests: unknown test 'hsah'; did you mean 'hash'?; --verbose lists them" 'a test that is misspelt'

# Algorithms, whose desc is how they grow.
run "$growth" --benchfile="$here/tools/why/growth.bench" --format=json -- gcc
is "$(json out 'map { "$_->{test} " . ($_->{form} // $_->{why}) } @{$f->{series}}')" \
	"$(sed -n 's/^\[\(.*\)\]/\1/p; s/^desc *= *//p' "$here/tools/why/growth.bench" | paste -d ' ' - -)" 'algorithms grow as is known'

done_testing
