#!/bin/sh
# Verdicts: snippets that must get one, and near misses that must not, with some of the puts.
# shellcheck disable=SC2086 # the words of a put
. "$(dirname "$0")/../tap.sh"

# verdicts FILE LABELS: the expected output below the table, if every test has the verdict in its name.
verdicts() {
	for verdict in empty folded hoisted unstored varying rep; do
		sed -n "s/^\[\($verdict::.*\)\]$/    \1 on $2/p" "$1" | awk -v v=$verdict '
			NR == 1 { print v ":" }
			{ print }'
	done
}

# notes FILE: the actual output below the table, without the explanations and by how much a test varies. Which jumps
# of the loop some iterations execute is the compiler's choice: counts/loop.t looks at them.
notes() {
	sed -n '/^!/,$p' "$1" | sed '1d; s/^\([a-z]*:\).*/\1/; s/ ([0-9.]* to [0-9.]*, [0-9.]* %)//g' |
		awk '/^[a-z]*:$/ { loop = $0 == "loop:" } !loop'
}

# judged MACHINE NAME OPTION LABELS FIELDS PUT...: the verdicts in the suite NAME are as the names of its tests say. For
# other machines, cgbench-reproducibility(7) names those that are not given, and some tests are assembly of x86-64.
judged() {
	case $1 in
	aarch64) not='rep::|none::(repeated-once|prefixes|loop$)|folded::stores|none::pure-call' ;;
	riscv64) not='rep::|none::(repeated-once|prefixes|loop$)|folded::stores|folded::function|none::conversion' ;;
	*) not='^$' ;;
	esac
	bench=$here/counts/verdict/$2.bench name="$1: $2, $4" option=$3 labels=$4 fields=$5
	shift 5
	grep '^\[' "$bench" | grep -Ev "^.($not)" >tests
	run "$CGBENCH" -j2 "$option" --show --benchfile="$bench" --tests="/^(?!$not)/" --tables --raw --fields="$fields" \
		--write=saved.json -- "$@"
	is "$status" 0 "$name: everything is measured"
	unlike "$err" ' on .*: ' "$name: nothing fails"
	is "$(notes out)" "$(verdicts tests "$labels")" "$name: verdicts are as the names say"
	run "$CGBENCH" --read=saved.json --tables --raw --fields="$fields"
	is "$(notes out)" "$(verdicts tests "$labels")" "$name: they are saved"
}

# elsewhere MACHINE: the puts for it.
elsewhere() {
	if ! { command -v "qemu-$1" && command -v "$1-linux-gnu-gcc"; } >found; then
		echo "skip $1"
		return
	fi
	echo "judged $1 c --show gcc Ir $1-linux-gnu-gcc=gcc"
	echo "judged $1 verify --verify gcc Ir $1-linux-gnu-gcc=gcc"
	echo "judged $1 c --show clang Ir clang --target=$1-linux-gnu"
}

{
	elsewhere aarch64
	while IFS='|' read -r label put; do
		echo "judged host verify --verify $label Ir,COND $put"
		case $label in
		g3 | c2) ;;
		*) echo "judged host c --show $label Ir,COND $put" ;;
		esac
	done <<-'END'
		g1|gcc=g1 -O1
		c2|clang=c2
		g3|gcc=g3 -O3
		g2|gcc=g2
		c1|clang=c1 -O1
		c3|clang=c3 -O3
	END
	elsewhere riscv64
	for level in -O2 -O1; do
		for cc in g++ clang++; do
			echo "judged host c++ --show put Ir,COND $cc=put $level"
		done
	done
} | in_turn 3 >chosen
while read -r judge put; do
	case $judge in
	skip) skip "$put" 'qemu-user or the cross compiler is not installed' ;;
	*) judged $put ;;
	esac
done <chosen
judged host c --show 'g3, c2' Ir,COND gcc=g3 -O3 clang=c2

run "$CGBENCH" --read=saved.json --tables --fields=Ir --compact=c2
is "$(notes out)" "$(verdicts "$here/counts/verdict/c.bench" c2)" '--compact: those of one put'
is "$(grep -c ' ! ' out)" "$(grep -c '^    [efru]' out)" 'a mark for each test with a verdict'
run "$CGBENCH" --read=saved.json --tables --fields=Ir --changed
like "$out" '^AVERAGE ! ' '--changed: the average over tests that it hides is marked'
run "$CGBENCH" --read=saved.json --summary
like "$out" '^empty: the code was optimised away' '--summary names them too'

# shellcheck disable=SC2016 # variables of perl
run "$CGBENCH" --fields=Ir -e '6 * 7' -e 'my $n = $$' -- perl
like "$out" '^empty: .*: calculate with variables of setup$' 'tests beside each other: the cure is one for their language'

# chosen VERDICT: the tests that --verdict shows.
chosen() {
	"$CGBENCH" --read=saved.json --tables --fields=Ir --verdict="$1" | awk '$1 ~ /::/ && $2 != "on" { print $1 }'
}

# named ERE: the tests of such a name.
named() {
	sed -n 's/^\[\(.*\)\]$/\1/p' "$here/counts/verdict/c.bench" | grep -E "$1"
}

is "$(chosen empty)" "$(named '^empty')" '--verdict=empty'
is "$(chosen rep,empty)" "$(named '^(rep|empty)')" '--verdict=rep,empty'
is "$(chosen any)" "$(named '^(rep|empty|folded|unstored)|expected')" '--verdict=any, expected or not'
is "$(chosen none)" "$(named '^none' | grep -v expected)" '--verdict=none'
run "$CGBENCH" --read=saved.json --verdict=varying
is "$status$out$err" '0cgbench: --verdict: no test matches' '--verdict, and no test has it'
run "$CGBENCH" --read=saved.json --verdict=rep,emty
is "$status $err" "129 cgbench: --verdict: unknown verdict 'emty'; use empty, folded, \
hoisted, shared, unstored, loop, varying, rep, vdso, fenv, signal, syscall, heap, split, machine, processes, forked, stepped, any or none" '--verdict with an unknown name'
run "$CGBENCH" --read=saved.json --verdict=folded,none
is "$status $err" "129 cgbench: --verdict=folded,none: 'none' cannot be combined with other \
verdicts: use it alone" '--verdict with a word that is none of them'

cat >expect.bench <<'END'
[one]
code   = BLACK_BOX(1);
expect = rep foldd
END
run "$CGBENCH" --benchfile=expect.bench -- gcc
is "$status $err" "129 cgbench: expect.bench:3:1: expect = rep foldd: it must be a list of verdicts: \
empty, folded, hoisted, shared, unstored, loop, varying, rep, vdso, fenv, signal, syscall, heap, split, machine, processes, forked, stepped" 'expect with an unknown name'

# expect is not part of the measured text.
sed 's/foldd/folded/' expect.bench >a.bench
sed '/expect/d' a.bench >b.bench
"$CGBENCH" --benchfile=a.bench --write=a.json -- gcc=a
"$CGBENCH" --benchfile=b.bench --write=b.json -- gcc=b
run "$CGBENCH" --read=a.json --read=b.json --tables --fields=Ir
unlike "$out" 'not comparable|^!' 'in merged files, the first decides what is expected'
run "$CGBENCH" --read=b.json --read=a.json --tables --fields=Ir
is "$(notes out)" 'folded:
    one on b, a' 'in merged files, a verdict that the first does not expect is shown'

# --check prints the same verdicts, and no numbers.
run "$CGBENCH" --check --benchfile="$here/counts/verdict/c.bench" --tests=/product\|unused\|scan\|expected/ \
	-- gcc clang=c2
is "$status" 1 '--check: there are some that are not expected'
like "$err" '^cgbench: empty::unused on c2: compiled with warnings$' '--check: warnings'
is "$out" 'empty::unused on gcc: empty: the code was optimised away: end it with BLACK_BOX(result)
empty::unused on c2: empty: the code was optimised away: end it with BLACK_BOX(result)
rep::scan on gcc: rep: one instruction is counted again for each element: compare Dr and Dw
rep::scan on c2: rep: one instruction is counted again for each element: compare Dr and Dw
4 of 8 counts are good' '--check: it names them'
run "$CGBENCH" --action=check --benchfile="$here/counts/verdict/c.bench" --tests=/product\|expected/ -- gcc
is "$status$err $out" '0 2 of 2 counts are good' '--action=check: all tests are sound'
run "$CGBENCH" --check --fields=Ir --show --write=shown.json -e 'BLACK_BOX(1)' -- gcc
is "$status" 1 '--check --show'
like "$out" '^Ir +1\.0 ' '--check --show: the table'
like "$out" '^0 of 1 count is good' '--check --show: and the verdicts found'
ok '--check --write' [ -s shown.json ]

# Code that was moved out of the loop is seen in the machine code, and told from a calculation of setup by a second look.
cat >sunk.bench <<'END'
[sunk]
setup = long x = BLACK_BOX(3L) * BLACK_BOX(5L) / 7;
code  = BLACK_BOX(x + BLACK_BOX(1L));
END
in_turn 2 >chosen <<'END'
gcc
clang
gcc -O3
clang -O3
END
while read -r put; do
	run "$CGBENCH" --benchfile="$here/counts/verdict/verify.bench" --benchfile=sunk.bench \
		--tests='/^hoisted|^none|sunk/' --verdict=hoisted --raw --tables --fields=Ir -- $put
	is "$(sed -n 's/ !.*//p' out)" "$(sed -n 's/^\[\(hoisted::.*\)\]$/\1/p' "$here/counts/verdict/verify.bench")" \
		"$put: hoisted code is found by default"
done <chosen

# A function that is not named by the test's symbol, and a jump that compares two registers.
if command -v gnatmake >found; then
	run "$CGBENCH" --language=ada --tables --raw --fields=Ir -e 'Black_Box (Black_Box (7));' -- gnatmake
	is "$(notes out)" "folded:
    e on gnatmake" 'Ada: the code is found'
else
	skip Ada 'gnatmake is not installed'
fi
if { command -v qemu-riscv64 && command -v riscv64-linux-gnu-gcc; } >found; then
	run "$CGBENCH" --tables --raw --fields=Ir -e 'BLACK_BOX(1);' -- clang=r0 --target=riscv64-linux-gnu -O0
	like "$out" '^loop: ' 'a jump that is not found'
else
	skip 'a jump that is not found' 'qemu-user or the cross compiler is not installed'
fi

run "$CGBENCH" --check --benchfile="$here/counts/verdict/verify.bench" \
	--tests=/product\|growth\|period\|expected/ -- gcc
is "$status$err $(sed 's/ [0-9.]* to [0-9.]*, [0-9.]* %.*//' out)" '1 hoisted::product on gcc: hoisted: part of the code runs once, not in every iteration: put BLACK_BOX around what it uses of setup, in the code, before its loops
varying::growth on gcc: varying: the iterations, or two runs, differ in cost:
2 of 4 counts are good' '--check measures again'

# The code finds these values in parameters and in memory.
cat >memory.bench <<'END'
[parameter]
param.n = 12
code = BLACK_BOX(BLACK_BOX(3l) + n * n * (n + 7) * (n ^ 0x55));
[global]
preamble = long n = 12;
code = BLACK_BOX(BLACK_BOX(3l) + n * n * (n + 7) * (n ^ 0x55));
[boxed]
preamble = long n = 12;
code = long m = BLACK_BOX(n); BLACK_BOX(BLACK_BOX(3l) + m * m * (m + 7) * (m ^ 0x55));
END
run "$CGBENCH" --check --benchfile=memory.bench -- gcc
is "$status$err $out" '1 parameter/n=12 on gcc: hoisted: part of the code runs once, not in every iteration: put BLACK_BOX around what it uses of setup, in the code, before its loops
global on gcc: hoisted: part of the code runs once, not in every iteration: put BLACK_BOX around what it uses of setup, in the code, before its loops
1 of 3 counts is good' '--check: without a setup'

# Objects that the compiler would no longer know if their addresses had been given away.
cat >objects.bench <<'END'
preamble =
    struct poly {
        long n, m[3];
        poly(long x) : n(x) {}
        ~poly() { n = 0; }
        long operator()(long x) const { return x * (n * n * (n + 7) * (n ^ 0x55)); }
    };
[const]
setup = const long n = BLACK_BOX(12l);
code  = BLACK_BOX(BLACK_BOX(3l) * (n * n * (n + 7) * (n ^ 0x55)));
[structure]
setup = const struct { long a, b, c; } n = {BLACK_BOX(12l), BLACK_BOX(5l), BLACK_BOX(7l)};
code  = BLACK_BOX(BLACK_BOX(3l) * (n.a * n.b * (n.c + 7) * (n.a ^ 0x55)));
[destructor]
setup = poly f(BLACK_BOX(12l));
code  = BLACK_BOX(f(BLACK_BOX(3l)));
[hidden]
setup = poly f(BLACK_BOX(12l));
code  = DO_NOT_OPTIMIZE(f); BLACK_BOX(f(BLACK_BOX(3l)));
END
printf '%s\n' g++ clang++ | in_turn 1 >chosen
while read -r cc; do
	run "$CGBENCH" --check --benchfile=objects.bench -- "$cc=put"
	is "$status$err $(sed 's/: part of.*//' out)" '1 const on put: hoisted
structure on put: hoisted
destructor on put: hoisted
1 of 4 counts is good' "--check, $cc: objects that are constant or have a destructor"
done <chosen

# How much a test varies, and what --check allows.
cat >varying.bench <<'END'
[little]
setup = int n = 100000;
code  = n++; for (int i = 0; i < n; i++) BLACK_BOX(i);

[more]
ops   = 10
setup = int n = 1000;
code  = n++; for (int i = 0; i < n; i++) BLACK_BOX(i);

[ends]
setup = int n = 0;
code  = if (n++ == 25) exit(3); BLACK_BOX(n);
preamble = #include <stdlib.h>
END
varying='varying: the iterations, or two runs, differ in cost'
cure='rebuild its data in pre, align them, or multiply --loops'
run "$CGBENCH" --check --benchfile=varying.bench -- gcc
# How many instructions a turn has depends on the compiler.
little=$(sed -nE 's/^little on .*cost: ([0-9.]+ to [0-9.]+), .*/\1/p' out)
more=$(sed -nE 's/^more on .*cost: ([0-9.]+ to [0-9.]+), .*/\1/p' out)
is "$status $out" "1 little on gcc: $varying: $little, 0.01 %, which is allowed
more on gcc: $varying: $more, 1.0 %: $cure
ends on gcc: $varying: it fails with other loop counts: $cure
1 of 3 counts is good" '--check: by how much a test varies'
run "$CGBENCH" --check=1 --benchfile=varying.bench --tests=little,more -- gcc
is "$status $(tail -n 1 out)" '0 2 of 2 counts are good' '--check=1 allows more'
run "$CGBENCH" --check=0 --benchfile=varying.bench --tests=little -- gcc
is "$status $out" "1 little on gcc: $varying: $little, 0.01 %: $cure
0 of 1 count is good" '--check=0 allows nothing'
run "$CGBENCH" --check=-1 --benchfile=varying.bench -- gcc
is "$status $err" "129 cgbench: --check: '-1' is not a percentage, as in --check=0.5" \
	'--check: a value that is no percentage is refused'
run "$CGBENCH" --verify --write=varying.json --show --fields=Ir --benchfile=varying.bench --tests=more -- gcc gcc=g2
is "$(tail -n 1 out)" "    more on gcc ($more, 1.0 %), g2 ($more, 1.0 %)" \
	'--verify: the note says by how much a test varies'
run "$CGBENCH" --read=varying.json --tables --fields=Ir
like "$out" "^    more on gcc \\($more, 1.0 %\\), g2" 'a saved run says by how much a test varies'
run "$CGBENCH" --read=varying.json --fields=Ir --format=json
like "$out" '"varying":\[[0-9]+\.?[0-9]*,[0-9]+\.?[0-9]*\]' 'JSON says by how much a test varies'

# The compiler rejects the statement that was added.
cat >unknown.bench <<'END'
[counted]
setup = int a = BLACK_BOX(1);
code  = BLACK_BOX(a + BLACK_BOX(1)); enum { left = 1 / (__COUNTER__ == 3) };
END
run "$CGBENCH" --check --benchfile=unknown.bench -- gcc
is "$status $out" '128 1 of 1 count is good, but for 1 it is unknown whether it is hoisted' \
	'--check: unknown verdicts'
like "$err" '^cgbench: measured again, with parameters, memory and the objects of setup hidden' '--check: how it was tried'
like "$err" '^cgbench: counted on gcc: .*: error: ' '--check: why it is not known'
sed 's/^code/expect = hoisted\n&/' unknown.bench >known.bench
run "$CGBENCH" --check --benchfile=known.bench -- gcc
is "$status$err" 0 '--check: expected verdicts need not be known'
cat >fails.bench <<'END'
[links]
code = BLACK_BOX(BLACK_BOX(1) + 1);

[fails]
code = BLACK_BOX(nobody_has_this(1));
END
run "$CGBENCH" --check --benchfile=fails.bench -- gcc
is "$status $out" '1 fails on gcc: fails: compile: exited with status 1
1 of 2 counts is good' '--check: a test that fails'
run "$CGBENCH" --check --read=saved.json
is "$status $err" "129 cgbench: --check measures: name programs after '--'" '--check without a put'
run "$CGBENCH" --check --bisect=Ir,0,1 -e 'BLACK_BOX(1)' -- gcc
is "$status $err" '129 cgbench: --check judges all tests, --bisect one: they cannot be combined' '--check and --bisect'

{ echo 'expect = folded'; cat b.bench; } >top.bench
run "$CGBENCH" --check --benchfile=top.bench -- gcc
is "$status$err" 0 'all tests of a file may expect something'

# A program optimised when it was linked, or not at all, gets no verdict for something. The whole program shows that
# nothing sets a global variable.
names=$(named '^none|^empty' | grep -Ev 'locked|expected|load-global' | paste -sd,)
in_turn 1 >chosen <<'END'
gcc=lto -flto
gcc=O0 -O0
clang=c0 -O0
END
while read -r put; do
	run "$CGBENCH" --benchfile="$here/counts/verdict/c.bench" --tests="$names" --tables --raw --fields=Ir,COND -- $put
	is "$status" 0 "$put: measured"
	is "$(notes out | grep -v '^    empty' | tr -d '\n')" 'empty:' "$put: no verdict for what costs something"
done <chosen

cat >perl.bench <<'END'
[nothing]
code = 1;

[something]
code = my $x = 1;

[longer]
setup = my $n = 0;
code  = $n += 5; my $x = 0; $x++ for 1 .. 250 + $n;

[slightly-longer]
setup = my $n = 0;
code  = $n += 5; my $x = 0; $x++ for 1 .. 2500 + $n;
END
run "$CGBENCH" --verify --benchfile=perl.bench --tables --raw --fields=Ir -- perl
is "$(notes out)" 'empty:
    nothing on perl
varying:
    longer on perl' 'an interpreter: what costs no more than nothing is empty; varying is more than a twentieth'

done_testing
