#!/bin/sh
# scripts/pass: the passes of a compiler that change a count. Compilers of its own have few passes, each of which does a
# known thing; the test of a real one has a pass that is known.
# shellcheck disable=SC2016 # the variables of json
. "$(dirname "$0")/../tap.sh"

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

# It numbers six passes, of which the third cannot be left out alone, and costs another count after three of them.
real=$(command -v clang)
cat >bin/clang <<END_OF_COMPILER
#!/bin/sh
limit=
for word; do
	shift
	case \$word in
	-mllvm) ;;
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

# It has a pass that cannot be disabled, and two that can.
real=$(command -v gcc)
cat >bin/gcc <<END_OF_COMPILER
#!/bin/sh
case " \$* " in
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

run env PATH="$work/bin:$PATH" "$pass" --benchfile=my.bench cost -- clang gcc
is "$status:$err" 0: 'cgbench-pass TEST -- clang gcc'
is "$(sed 's/ [+-][0-9.]*  my.bench:[0-9]*  .*/ a line/; /remarks/,$d' out)" 'cost  Ir 2.0  clang
none of 6 passes: 20.0; 4 steps
first: 1 First; last: 5 Fifth

1 First on [module]: 20.0 -> 30.0  +10.0 (+50.00 %)
    a line
2-3 Third on helper: 30.0 -> 10.0  -20.0 (-66.67 %)
    a line
5 Fifth on last: 9.0 -> 2.0  -7.0 (-77.78 %)
    a line

1 step on functions of cgbench: -1.0
Cannot be disabled or measured: 1: 2

cost  Ir 2.0  gcc
each of 4 passes and counters disabled alone: 2 change the count

-fdisable-rtl-better: 5.0 -> 2.0  -3.0 (-60.00 %)
    a line
-fdbg-cnt=some:0: 1.0 -> 2.0  +1.0 (+100.00 %)
    a line

Cannot be disabled or measured: 1: -fdisable-ipa-needed' 'each pass that changes the count, and what is not known'
like "$out" '^ {4}[+]10\.0  my\.bench:10  REPEAT\(COST\);$' 'with the lines that it changes'

run env PATH="$work/bin:$PATH" "$pass" --benchfile=my.bench --steps=1 --format=json cost -- clang
is "$(json out 'my $r = $f->[0]; map({ "$_->{number} $_->{before} $_->{after} $_->{lines}[0]{change}" } @{$r->{steps}}),
	map({ "$_->{number} $_->{function}" } @{$r->{smaller}}, @{$r->{own}}), $r->{empty}, "@{$r->{failed}}"')" '3 30 10 -20
1 [module]
5 last
4 cgbench_pass
20
2' 'as JSON'

run env PATH="$work/bin:$PATH" "$pass" --benchfile=my.bench --steps=1 source -- clang
like "$out" '^ {4}-20\.0  source\.c:8  REPEAT\(COST\);$' 'lines of a source of the test'

# real TEST COMPILER: one of the largest steps is that of the pass in the test's desc, on a function of the test.
real() {
	mkdir -p beside/here && cp "$here/tools/why/pass.bench" beside
	run sh -c 'cd beside/here && exec "$@"' sh "$pass" --benchfile=../pass.bench --steps=12 --format=json "$1" -- "$2"
	cp out real.json
	names=$(sed -n "/^\[$1\]/,/^desc/s/^desc *= *//p" "$here/tools/why/pass.bench")
	like "$(json real.json 'map { "$_->{pass} on $_->{function}" . ($_->{after} < $_->{before} ? " less" : "") }
		@{$f->[0]{steps}}')" "^($names) on .* less\$" "$1: $names of $2"
	is "$(json real.json 'my ($r, $sum) = $f->[0]; $sum += $_->{after} - $_->{before} for map { @{$r->{$_}} } qw(steps smaller own);
		abs($r->{empty} + $sum - $r->{count}) < 1e-6 ? "all" : $sum')" all 'and all steps lead from none to all'
}

tests=slp
[ -z "${CGBENCH_TEST_ALL-}" ] || tests=$(sed -n 's/^\[\(.*\)\]/\1/p' "$here/tools/why/pass.bench")
for test in $tests; do
	real "$test" clang
	[ "$test" = slp ] || continue
	like "$(json real.json 'map { "$_->{place} $_->{text}" } @{$f->[0]{remarks}}')" \
		':28 .*vectorized .*\[slp-vectorizer\]' 'with remarks of the compiler'
done

# refused ERE ARGUMENT...
refused() {
	why=$1
	shift
	run "$pass" "$@"
	like "$status:$out:$err" "^129::pass: $why\$" "refused: $*"
}
refused "name a test, as in: pass TEST -- gcc" -- clang
refused "--steps: '0' is not a number of steps" --steps=0 cost -- clang
refused "sh does not compile .*; name a compiler" -e: -- sh
if command -v tcc >/dev/null; then
	run "$pass" --benchfile=my.bench cost -- tcc
	like "$status:$err" '^128:pass: tcc names no passes' 'a compiler without passes'
else
	skip 'a compiler without passes' 'tcc is missing'
fi
is "$(ls 'my temporary')" '' 'no files are left'

done_testing
