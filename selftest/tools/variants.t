#!/bin/sh
# scripts/flags and scripts/pass, which share scripts/variants.pm: the switches and the passes of a compiler that change a
# count, each alone. Compilers of the test have few of both, each of which does a known thing; if the test runs whole, a
# real one has passes that are known.
# shellcheck disable=SC2016 # the variables of json
. "$(dirname "$0")/../tap.sh"

flags=$top/scripts/flags
pass=$top/scripts/pass
mkdir bin 'my temporary'
export TMPDIR="$work/my temporary"
cat >my.bench <<'END_OF_TESTS'
language = c
preamble =
    #ifndef COST
    #define COST 2
    #endif
    #define REPEAT_(n) __asm__ volatile(".rept " #n "; nop; .endr")
    #define REPEAT(n) REPEAT_(n)

[cost]
code = REPEAT(COST);

[calls]
preamble = static int square(int x) { return x * x; }
setup    = volatile int two = 2;
code     = BLACK_BOX(square(two) + square(BLACK_BOX(3)));

[nothing]
code = BLACK_BOX(1);

[source]
sources  = source.c
preamble = void source(void);
code     = source();
END_OF_TESTS
cat >source.c <<'END_OF_SOURCE'
#ifndef COST
#define COST 2
#endif
#define REPEAT_(n) __asm__ volatile(".rept " #n "; nop; .endr")
#define REPEAT(n) REPEAT_(n)
void source(void)
{
    REPEAT(COST);
}
END_OF_SOURCE

# gcc is its compiler, which is quicker. It numbers six passes, of which the third cannot be left out alone, and costs another count after three of them.
real=$(command -v gcc)
cat >bin/clang <<END_OF_COMPILER
#!/bin/sh
limit=
for word; do
	shift
	case \$word in
	-mllvm | -Rpass*) ;;
	-opt-bisect-limit=*) limit=\${word#*=} ;;
	*) set -- "\$@" "\$word" ;;
	esac
done
case " \$* " in
*' -c '*)
	[ -z "\$limit" ] || cat >&2 <<'END'
BISECT: running pass (1) First on [module]
BISECT: running pass (2) Second on cgbenchtest00000000
BISECT: running pass (3) Third on loop %1 in function helper
BISECT: running pass (4) Fourth on (cgbench_pass)
BISECT: running pass (5) Fifth on loop
BISECT: running pass (6) Sixth on function (last)
END
	case \$limit in
	0) set -- "\$@" -DCOST=20 ;;
	1) set -- "\$@" -DCOST=30 ;;
	2) exit 1 ;;
	3) set -- "\$@" -DCOST=10 ;;
	4) set -- "\$@" -DCOST=9 ;;
	esac
	;;
esac
exec '$real' "\$@"
END_OF_COMPILER

# It lists few switches, one of which it refuses, a pass that cannot be disabled, and two that can. gcc knows all of them.
cat >bin/gcc <<END_OF_COMPILER
#!/bin/sh
case " \$* " in
*' --help=optimizers '*)
	echo '  -finline                       [enabled]'
	echo '  -fwrapv                        [disabled]'
	echo '  -frefused                      [disabled]'
	echo '  -fstack-protector-all          [disabled]'
	echo '  -ffp-contract=[off|on|fast]    fast'
	exit ;;
*' -frefused '*) echo 'no -frefused' >&2; exit 1 ;;
*' -finfo '*) exit 1 ;;
*' -c '*' -fdump-passes '*)
	echo '   *warn_unused_result    :  ON'
	echo '   tree-off               :  OFF'
	echo '      tree-same           :  ON'
	echo '      rtl-better          :  ON'
	echo '   ipa-needed             :  ON'
	;;
*' -fdbg-cnt-list '*)
	echo '  counter name     counter value     closed intervals'
	echo '  none             0                 unset'
	echo '  some             7                 unset'
	;;
*' -fdisable-ipa-needed '*) exit 1 ;;
esac
for word; do
	shift
	case \$word in
	-fdisable-rtl-better) set -- "\$@" -DCOST=5 ;;
	-fdbg-cnt=some:0) set -- "\$@" -DCOST=1 ;;
	-fdisable-* | -fdbg-* | -fdump-*) ;;
	*) set -- "\$@" "\$word" ;;
	esac
done
exec '$real' "\$@"
END_OF_COMPILER
chmod +x bin/*

PATH=$work/bin:$PATH

printf '%s\n' clang gcc | in_turn 1 >compilers
while read -r compiler; do
	case $compiler in
	clang) want='none of 6 passes: 20.0; 4 steps
first: 1 First; last: 5 Fifth

1 First on [module]: 20.0 -> 30.0  +10.0 (+50.00 %)
    a line
2-3 Third on helper: 30.0 -> 10.0  -20.0 (-66.67 %)
    a line
5 Fifth on last: 9.0 -> 2.0  -7.0 (-77.78 %)
    a line

1 step on functions of cgbench: -1.0
Cannot be disabled or measured: 1: 2' ;;
	gcc) want='each of 4 passes and counters disabled alone: 2 change the count

-fdisable-rtl-better: 5.0 -> 2.0  -3.0 (-60.00 %)
    a line
-fdbg-cnt=some:0: 1.0 -> 2.0  +1.0 (+100.00 %)
    a line

Cannot be disabled or measured: 1: -fdisable-ipa-needed' ;;
	esac
	run "$pass" --benchfile=my.bench cost -- "$compiler"
	is "$status:$err" 0: "cgbench-pass TEST -- $compiler"
	is "$(sed 's/ [+-][0-9.]*  my.bench:[0-9]*  .*/ a line/; /remarks/,$d' out)" "cost  Ir 2.0  $compiler
$want" "pass: each pass of $compiler that changes the count, and those that are not known"
	like "$out" '^ {4}[+][0-9]+\.0  my\.bench:[0-9]+  REPEAT\(COST\);$' \
		"pass: a step of $compiler has the lines whose counts it changes"
done <compilers
run "$pass" --benchfile=my.bench --steps=1 --format=json source -- clang
is "$(json out 'my $r = $f->[0]; map({ my $l = $_->{lines}[0]; "$_->{number} $_->{before} $_->{after} $l->{place} $l->{change}" }
	@{$r->{steps}}), map({ "$_->{number} $_->{function}" } @{$r->{smaller}}, @{$r->{own}}), $r->{empty}, "@{$r->{failed}}"')" \
	'3 32 12 source.c:8 -20
1 [module]
5 last
4 cgbench_pass
22
2' 'pass: the same in JSON, of a source of the test'

run "$flags" --benchfile=my.bench --format=json calls -- gcc -O1
is "$status:$err" 0: 'cgbench-flags --format=json TEST -- gcc'
cp out all.json
is "$(json all.json '$f->[0]{put}, @{$f->[0]{refused}}, $f->[0]{tried}' | xargs)" 'gcc -O1 -frefused 12' \
	'flags: the put, the switches that it refuses and how many were tried, as JSON'
ok 'flags: some switch changes the count' [ "$(json all.json 'map { $_->{flag} } @{$f->[0]{changes}}')" ]
# Some switches are also puts that are measured as usual.
printf '%s\n' -O1 -O2 -O3 -Os -march=x86-64 -march=x86-64-v2 -march=x86-64-v3 -fno-inline -fwrapv -ffp-contract=off \
	-ffp-contract=on | in_turn 4 >switches
json all.json 'map { "$_->{flag} $_->{count}" } @{$f->[0]{changes}}' |
	awk 'NR == FNR { tried[$1] = 1; next } $1 in tried' switches - | sort >changes
while read -r switch; do
	echo "gcc=$(echo "$switch" | tr '=' +) -O1 $switch"
done <switches >puts
# shellcheck disable=SC2046
"$CGBENCH" --benchfile=my.bench --tests=calls --format=json --fields=Ir -- gcc=base -O1 $(cat puts) >puts.json 2>/dev/null
json puts.json 'my ($n, @others) = @{$f->{cells}};
	map { "$_->{label} $_->{Ir}" } grep { $_->{Ir} != $n->{Ir} } @others' | tr + '=' | sort >want
same changes want 'flags: the changes are those that cgbench measures of each switch'

# The values of options follow blanks, and the name of the directory has one.
run env -u CGBENCH "$flags" --field Dr --benchfile my.bench calls -- gcc
like "$status:$err:$out" '^0::calls  Dr [0-9.]+  gcc$' 'flags: another field, by the program beside it'
like "$out" '^-fno-inline .*[0-9.]+  [+][0-9.]+ \([+][0-9.]+ %\)$' 'flags: a switch that changes the count'
unlike "$out" '^-fwrapv|^-ffp-contract|^-fstack' 'flags: no switch that does not, and no instrumentation'
like "$out" '^Of 12 switches, each alone, 10 change nothing; refused by the compiler: 1$' 'flags: how many it tried'
run "$flags" '-eBLACK_BOX(1)' -- gcc
like "$status:$out" '^0:e  Ir [0-9.]+ ! (empty|folded)' 'flags: code of the command line, with its verdict'

# The names of the passes of a real compiler are as the test's compilers print them.
echo 'int f(int n) { int s = 0; while (n--) s += n; return s; }' >f.c
env PATH="${PATH#*:}" clang -O2 -mllvm -opt-bisect-limit=-1 -c f.c 2>passes.txt
is "$(grep -cvE '^BISECT: running pass \([0-9]+\) .+ on .+$' passes.txt):$(grep -c 'on f\|(f)\|function f' passes.txt | sed 's/[1-9].*/f/')" 0:f \
	'pass: clang numbers its passes, with the functions that they are on'
env PATH="${PATH#*:}" gcc -O2 -fdump-passes -c f.c 2>passes.txt
like "$(cat passes.txt)" '^ *tree-ccp1 +: +ON$' 'pass: gcc names its passes'

# real TEST: one of the largest steps is that of the pass in the test's desc, on a function of the test.
real() {
	mkdir -p beside/here && cp "$here/tools/why/pass.bench" beside
	run env PATH="${PATH#*:}" sh -c 'cd beside/here && exec "$@"' sh "$pass" --benchfile=../pass.bench --steps=12 \
		--format=json "$1" -- clang
	cp out real.json
	names=$(sed -n "/^\[$1\]/,/^desc/s/^desc *= *//p" "$here/tools/why/pass.bench")
	like "$(json real.json 'map { "$_->{pass} on $_->{function}" . ($_->{after} < $_->{before} ? " less" : "") }
		@{$f->[0]{steps}}')" "^($names) on .* less\$" "pass: $1: $names of clang"
	is "$(json real.json 'my ($r, $sum) = $f->[0]; $sum += $_->{after} - $_->{before} for map { @{$r->{$_}} } qw(steps smaller own);
		abs($r->{empty} + $sum - $r->{count}) < 1e-6 ? "all" : $sum')" all "pass: $1: all steps lead from none to all passes"
	[ "$1" != slp ] || like "$(json real.json 'map { "$_->{place} $_->{text}" } @{$f->[0]{remarks}}')" \
		':28 .*vectorized .*\[slp-vectorizer\]' "pass: $1: what the compiler remarks"
}
if whole; then
	sed -n 's/^\[\(.*\)\]/\1/p' "$here/tools/why/pass.bench" >tests
	while read -r test; do
		real "$test"
	done <tests
else
	skip 'pass: all passes of a real compiler' 'the test does not run whole'
fi

refused -p "$pass" 'name a test, as in: pass TEST -- gcc' -- clang
refused -p "$pass" "--steps: '0' is not a number of steps" --steps=0 cost -- clang
for program in "$pass" "$flags"; do
	refused -p "$program" 'sh does not compile .*; name a compiler' -e: -- sh
done
if command -v tcc >/dev/null; then
	run "$pass" --benchfile=my.bench cost -- tcc
	like "$status:$err" '^128:pass: tcc names no passes' 'pass: a compiler without passes'
else
	skip 'pass: a compiler without passes' 'tcc is missing'
fi
refused -p "$flags" "name a test, as in: flags TEST -- gcc" -- gcc
refused -p "$flags" "name a compiler after '--', as in: flags TEST -- gcc" calls
refused -p "$flags" "'-O2' has no compiler before it, as in: flags TEST -- gcc -O2" calls -- -O2
refused -p "$flags" "'b' is a second test; name one, and compilers after '--'; the value of an option follows '='" a b -- gcc
refused -p "$flags" "--write is not for this program; it measures one test itself" --write=x calls -- gcc
refused -p "$flags" "--format: 'csv' is not text or json" --format=csv calls -- gcc
refused -p "$flags" "--field: '1%' is not a field, such as Ir" --field=1% calls -- gcc
refused -p "$flags" "'.*' matches 2 tests; name one: cost, calls" --benchfile=my.bench '/^(cost|calls)$/' -- gcc
refused -p "$flags" '-e needs code' -e
refused -p "$flags" '--benchfile needs a value' --benchfile
run "$flags" --benchfile=my.bench none -- gcc
like "$status:$err" '^129:cgbench: .*none' 'flags: cgbench refuses a test that is missing'
run env CGBENCH=/nowhere "$flags" calls -- gcc
like "$status:$err" 'cannot start /nowhere' 'flags: a cgbench that is missing'
run "$flags" -e 'nobody_has_this(1)' -- gcc
like "$status:$err" '^128:cgbench: .*nobody_has_this' 'flags: a test that fails has the message of cgbench'
like "$err" '^flags: e on gcc cannot be measured: exited with status 1$' 'flags: nothing is compared of a test that fails'
is "$(ls 'my temporary')" '' 'no files are left'
done_testing
