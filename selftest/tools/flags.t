#!/bin/sh
# scripts/flags: which switches of a compiler change a count, each alone. A compiler of its own lists few of them, so that
# each is also measured without it.
# shellcheck disable=SC2016 # the variables of json
. "$(dirname "$0")/../tap.sh"

flags=$top/scripts/flags
mkdir bin temporary
export TMPDIR="$work/temporary"
gcc=$(command -v gcc)
# It lists these, refuses one, and calls gcc, which knows all of them.
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
esac
exec '$gcc' "\$@"
END_OF_COMPILER
chmod +x bin/gcc
PATH=$work/bin:$PATH
cat >my.bench <<'END_OF_TESTS'
language = c
preamble = static int square(int x) { return x * x; }

[calls]
code = BLACK_BOX(square(BLACK_BOX(2)) + square(BLACK_BOX(3)));

[nothing]
code = BLACK_BOX(1);
END_OF_TESTS

run "$flags" --benchfile=my.bench calls -- gcc
is "$status:$err" 0: 'cgbench-flags TEST -- gcc'
like "$out" '^calls  Ir [0-9.]+  gcc$' 'shows the count'
like "$out" '^-fno-inline .*[0-9.]+  [+][0-9.]+ \([+][0-9.]+ %\)$' 'a switch that changes it'
unlike "$out" '^-fwrapv|^-ffp-contract|^-fstack' 'no switch that does not, and no instrumentation'
like "$out" '^Of 12 switches, each alone, 10 change nothing; refused by the compiler: 1$' 'and how many it tried'

run "$flags" --benchfile=my.bench --format=json calls -- gcc -O1
cp out all.json
is "$(json all.json '$f->[0]{put}, @{$f->[0]{refused}}, $f->[0]{tried}' | xargs)" 'gcc -O1 -frefused 12' 'as JSON'
json all.json 'map { "$_->{flag} $_->{count}" } @{$f->[0]{changes}}' | sort >changes
ok 'which has changes' [ -s changes ]
# The same switches as puts that are measured as usual.
for flag in -O1 -O2 -O3 -Os -march=x86-64 -march=x86-64-v2 -march=x86-64-v3 -fno-inline -fwrapv -ffp-contract=off \
	-ffp-contract=on; do
	echo "gcc=$(echo "$flag" | tr '=' +) -O1 $flag"
done >puts
# shellcheck disable=SC2046
"$CGBENCH" --benchfile=my.bench --tests=calls --format=json --fields=Ir -- gcc=base -O1 $(cat puts) >puts.json 2>/dev/null
json puts.json 'my ($n, @others) = @{$f->{cells}};
	map { "$_->{label} $_->{Ir}" } grep { $_->{Ir} != $n->{Ir} } @others' | tr + '=' | sort >want
same changes want 'and changes are those that cgbench measures of each switch'

mkdir 'my temporary'
run env TMPDIR="$work/my temporary" "$flags" --field Ir --benchfile my.bench calls -- gcc -O1
is "$status:$err:$(sed -n 's/^Of //p' out)" '0::12 switches, each alone, 10 change nothing; refused by the compiler: 1' \
	'blanks before values and in the name of a directory'
run "$flags" '-eBLACK_BOX(BLACK_BOX(7u) / 3)' -- gcc
like "$status:$out" '^0:e  Ir ' 'code of the command line'
run "$flags" --benchfile=my.bench nothing -- gcc
like "$out" '^nothing  Ir [0-9.]+ ! (empty|folded)' 'a count that means less than it seems has its verdict'
run env -u CGBENCH "$flags" --field=Dr --benchfile=my.bench calls -- gcc
like "$out" '^calls  Dr ' 'another field, by the program beside it'

# refused ERE ARGUMENT...
refused() {
	why=$1
	shift
	run "$flags" "$@"
	like "$status:$out:$err" "^129::flags: $why\$" "refused: $*"
}
refused "name a test, as in: flags TEST -- gcc" -- gcc
refused "name a compiler after '--', as in: flags TEST -- gcc" calls
refused "'-O2' has no compiler before it, as in: flags TEST -- gcc -O2" calls -- -O2
refused "'b' is a second test; name one, and puts after '--'; the value of an option follows '='" a b -- gcc
refused "--write is not for this program; it measures one test itself" --write=x calls -- gcc
refused "--format: 'csv' is not text or json" --format=csv calls -- gcc
refused "--field: '1%' is not a field, such as Ir" --field=1% calls -- gcc
refused "'/./' matches 2 tests; name one: calls, nothing" --benchfile=my.bench /./ -- gcc
refused '-e needs code' -e
refused '--benchfile needs a value' --benchfile
refused "sh does not compile .*; name a compiler" -e: -- sh
run "$flags" --benchfile=my.bench none -- gcc
like "$status:$err" '^129:cgbench: .*none' 'cgbench refuses a test that is missing'
run env CGBENCH=/nowhere "$flags" calls -- gcc
like "$status:$err" 'cannot start /nowhere' 'no cgbench'
is "$(ls temporary)" '' 'no files are left'

run "$flags" -e 'nobody_has_this(1)' -- gcc
like "$status:$err" '^128:cgbench: .*nobody_has_this' 'of a test that fails, what cgbench says'
like "$err" '^flags: e on gcc cannot be measured: exited with status 1$' 'and that nothing is compared'
done_testing
