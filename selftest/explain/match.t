#!/bin/sh
# The code of two puts that --explain takes for the same: code renamed by a compiler, code that only
# moved, and code saved by a run of other tests.
. "$(dirname "$0")/../tap.sh"

cat >my.bench <<'EOF'
language = c

preamble =
    #include <string.h>
    static __attribute__((noinline)) int scale(int a, int b)
    {
        for (int i = 0; i < b; i++)
            a = a * 3 + BLACK_BOX(b);
        return a;
    }

[first]
code = BLACK_BOX(1);

[scale]
code = BLACK_BOX(scale(BLACK_BOX(5), 7));

[static]
setup = static int list[9];
code  = for (int i = 1; i < 9; i++) list[i] += BLACK_BOX(list[i - 1]); DO_NOT_OPTIMIZE(list);

[copy]
setup = char to[99];
pre   = memset(to, 0, BLACK_BOX(99));
code  = memset(to, 1, BLACK_BOX(99)); DO_NOT_OPTIMIZE(to);
EOF

# explain TEST OPTION... -- PUT...
explain() {
	test=$1
	shift
	run "$CGBENCH" --benchfile=my.bench --tests="$test" --fields=Ir --width=120 --explain "$@"
}

explain scale -- gcc gcc=whole -fno-ipa-cp
like "$out" '^scale\.constprop\.0 +[1-9][0-9.]* +[1-9][0-9.]* ' 'a clone is the function that it was made of'
unlike "$out" 'only on' 'a clone: neither put has a function of its own'
like "$out" '^gcc: 7\.0 x .*\| whole: 7\.0 x ' 'the loops of both are side by side'
like "$out" '^7\.0 +addl %ecx,%eax +7\.0 +addl %ecx,%eax *$' 'loops side by side have the same instructions in the same line'

explain scale -- gcc gcc=moved -falign-functions=256
like "$out" '^scale  costs the same on gcc and moved:  Ir [0-9.]+$' 'code that moved has the same counts'
like "$out" '^scale.*, snippet: the same code on both' 'code that moved is the same code'

explain scale -- gcc gcc=other -O1
like "$out" '^code of scale' 'other code is not the same'

# A function in a snippet has the number of its test in its name.
run "$CGBENCH" --benchfile=my.bench --profile --write=base.json --tests=first,scale,static -- clang
is "$status" 0 'a baseline of several tests'
explain static --baseline=base.json -- clang
like "$out" '^snippet: the same code on both, [0-9.]+ Ir$' 'a baseline of several tests is compared with a run of one'

# A header that differs between two runs.
for factor in 3 5; do
	echo "static int times(int x) { return x * $factor; }" >times.h
	printf '[times]\npreamble = #include "%s/times.h"\ncode = BLACK_BOX(times(BLACK_BOX(3)));\n' "$PWD" >times.bench
	"$CGBENCH" --benchfile=times.bench --profile --write=$factor.json -- gcc=$factor -O0 >/dev/null
done
run "$CGBENCH" --read=3.json --read=5.json --explain
like "$out" '^Lines are paired by their numbers, even if a source changed between the runs\.$' 'lines of two runs'
run "$CGBENCH" --read=3.json --explain
unlike "$out" 'Lines are paired' 'lines of one run'

# The pre calls memset, too: that is not in the numbers.
explain copy --explain=all -- gcc
like "$out" '^1\.0 x  [0-9.]+ Ir ' 'a block is executed once, without what the pre does'
unlike "$out" '^2\.0 x ' 'no block is executed twice'

done_testing
