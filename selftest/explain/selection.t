#!/bin/sh
# The cells that --explain explains, and in which order: without a gate, those that the table shows; with one, those
# above its limit. Other tests look at an explanation's content.
# shellcheck disable=SC2086 # the words of a put
. "$(dirname "$0")/../tap.sh"

gcc=gcc

cat >some.bench <<'END'
language = c

[div]
code = BLACK_BOX(BLACK_BOX(600) / 7);

[mul]
code = BLACK_BOX(BLACK_BOX(600) * 7);

[none]
code = 7;

[loop]
code = for (int i = 0; i < REPEAT; i++) DO_NOT_OPTIMIZE(i);
END

# explain OPTION...: the headings of the explanations, as "TEST PUT..." each, are in $explained.
explain() {
	run "$CGBENCH" --explain --fields=Ir "$@"
	explained=$(sed -nE 's/^([^ ]+)  (Ir  )?([^ ]+) [0-9.]+  ([^ ]+) [0-9.]+  [-+].*/\1 \3 \4/p
		s/^([^ ]+)  Ir  ([^ ]+) [0-9.]+$/\1 \2/p
		s/^([^ ]+)  costs the same on ([^ ]+) and ([^ ]+):.*/\1 \2 \3/p' out | tr '\n' ';')
}

# measure OPTION...: two puts of some.bench.
two="$gcc=a -DREPEAT=3 $gcc=b -Os -DREPEAT=4"
run "$CGBENCH" --benchfile=some.bench --profile --write=two.json -- $two
run "$CGBENCH" --read=two.json --tables --raw --fields=Ir
cp out table
explain --benchfile=some.bench --tables --raw -- $two
is "$status$err" 0 'tests that are measured are explained'
lines=$(wc -l <table)
head -n "$lines" out >above
same above table 'explanations are below the same table'
is "$explained" 'div a b;mul a b;none a b;loop a b;' 'each test is explained, in the order of the file'
explain --read=two.json --tables --raw --sort=Ir:b --tests=div,loop,mul
is "$explained" 'mul a b;div a b;loop a b;' '--sort: explanations are in the order of the table'
explain --read=two.json --tables --raw --norm=b --tests=div
is "$explained" 'div b a;' '--norm: explanations compare with the norm'
explain --read=two.json --tables --raw --compact=b --tests=div,mul
is "$explained" 'div b;mul b;' '--compact: the only put that is shown is explained'
explain --read=two.json --tables --raw --changed --tests=mul,none,loop
is "$explained" 'mul a b;loop a b;' '--changed: only what is shown is explained'
explain --read=two.json --summary
is "$explained" "$(sed '/^[^ ]*  Ir  /,$d' out | awk '$4 ~ /^[-+]/ { printf "%s a b;", $1 }')" '--summary: explanations are in its order'
explain --read=two.json --tables --raw --verdict=empty
is "$explained" 'none a b;' '--verdict: tests with that verdict are explained'
explain --benchfile=some.bench --tables --raw --tests=div -- $two $gcc=c -O0
is "$explained" 'div a b;div a c;' 'three puts: two explanations, one below the other'
explain --benchfile=some.bench --tests=div,mul --write=one.json --profile -- $gcc
is "$explained" "div $gcc;mul $gcc;" 'one put is explained alone'
explain --read=one.json --columns=tests --tables --raw
is "$explained" "$gcc div mul;" '--columns=tests: columns are explained'

# Formats.
explain --read=two.json --tests=div --tables --raw --format=text:text --format=csv:csv
same text out 'a file has the same text'
ok 'other formats have files' [ -s csv ]
for format in csv github-action-benchmark; do
	explain --benchfile=some.bench --format=$format -- $gcc
	is "$status:$(printf '%s\n' "$err" | sed 's/, as in.*//')" "129:cgbench: --format=$format: --explain applies to text, json, markdown and html; to have both, name a file" \
		"$format has no place for it"
done

# Gates. The second pass measures only what is explained.
cat >gate.bench <<'END'
language = c

[a]
code = for (int i = 0; i < 100 + MORE; i++) DO_NOT_OPTIMIZE(i);

[b]
code = for (int i = 0; i < 100 + 3 * MORE; i++) DO_NOT_OPTIMIZE(i);

[same]
code = for (int i = 0; i < 100; i++) DO_NOT_OPTIMIZE(i);

[c]
code = for (int i = 0; i < 100 + 2 * MORE; i++) DO_NOT_OPTIMIZE(i);

[d]
code = for (int i = 0; i < 100 - MORE; i++) DO_NOT_OPTIMIZE(i);
END
old="$gcc=old -DMORE=0"
new="$gcc=new -DMORE=4"
explain --benchfile=gate.bench --tables --raw --fail-above=Ir,0 --verbose -- $old $new
is "$status" 1 'a gate decides on the status'
is "$explained" 'b old new;c old new;a old new;' 'what is above a limit is explained, the largest change first'
is "$(grep -c '^cgbench: Done .*of 10, ' err)" 10 'all is measured'
is "$(sed -n 's/^cgbench: Done \(.*\) (. of 3, .*/\1/p' err | sort | tr '\n' ' ')" 'a/new a/old b/new b/old c/new c/old ' \
	'only what is explained is measured again'
like "$err" 'gates: 5 counts judged, 3 above the limit$' 'the gate says the same'
unlike "$err" '--explain:' 'no test above a limit was left out'
run "$CGBENCH" --benchfile=gate.bench --write=old.json --profile -- $old
is "$status$out$err" 0 '--profile saves and prints nothing'
run "$CGBENCH" --benchfile=gate.bench --write=new.json --profile -- $new
run "$CGBENCH" --benchfile=gate.bench --write=bare.json -- $gcc=bare -DMORE=2
run "$CGBENCH" --benchfile=gate.bench --tests=b --write=newer.json --profile -- $gcc=newer -DMORE=5
explain --read=old.json --read=new.json --tables --raw --fail-above=Ir,0 --fail-above=Dr,0 --explain=2
is "$status:$explained" '1:b old new;c old new;' 'at most as many tests as are asked for, each once'
like "$err" '^cgbench: --explain shows 2 of 3 tests above a limit; --explain=3 shows all of them$' 'tests that are left out are counted'
explain --read=old.json --read=new.json --read=newer.json --tests=b --tables --raw --fail-above=Ir,10% --explain=1
is "$status:$explained" '1:b old newer;b old new;' 'a test once for each put'
explain --benchfile=gate.bench --tables --raw --fail-above=Ir,50% --verbose -- $old $new
is "$status:$explained" 0: 'a gate that holds explains nothing'
is "$(grep -c '^cgbench: Done' err)" 10 'a gate that holds: nothing is measured again'
run "$CGBENCH" --read=old.json --read=new.json --explain=1 --fail-above=COND,0
like "$out" '^b +COND +old [0-9.]+ +new [0-9.]+ ' 'explanations are in the field of the gate'
for i in 1 2 3 4 5 6 7; do printf '%s\n' "[t$i]" "code = for (int i = 0; i < 9 + $i * MORE; i++) DO_NOT_OPTIMIZE(i);"; done >seven.bench
explain --benchfile=seven.bench --tables --raw --fail-above=Ir,0 --language=c -- $old $new
is "$explained" 't7 old new;t6 old new;t5 old new;t4 old new;t3 old new;' 'five tests are explained by default'

# A put whose programs cost more each time they are built.
executable drift <<END
echo >>"$work/built"
exec $gcc -DBUILT=\$(wc -l <"$work/built") "\$@"
END
cat >drift.bench <<'END'
language = c

[drifts]
code = for (int i = 0; i < BUILT; i++) DO_NOT_OPTIMIZE(i);

[steady]
code = for (int i = 0; i < 9 + (BUILT > 1); i++) DO_NOT_OPTIMIZE(i);
END
explain --benchfile=drift.bench --tables --raw --fail-above=Ir,0 -- $gcc -DBUILT=1 ./drift --lang=c
is "$status:$explained" "1:steady $gcc ./drift;" 'other counts than before are not explained'
like "$err" "^cgbench: drifts on ./drift is not explained: measured again for its profile, it had other counts than before$" \
	'other counts than before: one line says so'

# Saved profiles.
mkdir empty
# Nothing is measured, which takes valgrind.
PATH_BEFORE=$PATH
PATH=$work/empty:/bin
explain --read=old.json --read=new.json --tables --raw --tests=a,b
is "$status$err:$explained" '0:a old new;b old new;' 'saved profiles are explained'
cp out read
explain --baseline=old.json --read=new.json --tables --raw --fail-above=Ir,0 --explain=1
is "$status:$explained" '1:b baseline new;' 'a saved profile is explained against a baseline'
explain --read=old.json --read=bare.json --tables --raw --tests=a,b
is "$status:$explained" '128:' 'a file without profiles is not explained'
is "$err" 'cgbench: bare.json has no profile: measure again with --write=FILE --profile' 'a file without profiles is named once'
explain --read=bare.json --read=old.json --tables --raw --tests=a,b
is "$explained" 'a old;b old;' 'beside a file without profiles, the other is explained alone'
PATH=$PATH_BEFORE
explain --benchfile=gate.bench --tables --raw --tests=a,b -- $old $new
same out read 'saved profiles are explained as if they were measured now'
run "$CGBENCH" --benchfile=gate.bench --tests=a --write=now.json --explain -- $gcc=old -DMORE=0
like "$out" '^a +Ir ' '--explain prints, also with --write'
explain --read=now.json --tables --raw
is "$err" 'cgbench: now.json has no profile: measure again with --write=FILE --profile' '--explain saves no profiles by itself'

# Bad input.
refused "--explain: invalid value 'x'; use all, annotate, intel or a number of tests.*" --explain=x -e 1 -- $gcc
refused "--explain: invalid value ''; use all, annotate, intel or a number of tests.*" --explain=intel, -e 1 -- $gcc
refused "--explain: '0' is not a whole number from 1.*" --explain=0 -e 1 -- $gcc
refused '--profile saves what --explain needs: name the file, as in --write=FILE.*' --profile -e 1 -- $gcc
refused '--bisect prints one count.*' --explain --bisect=Ir,0,1 -e 1 -- $gcc
refused '--check prints no counts: .* use --verdict=any --explain.*' --explain --check -e 1 -- $gcc
refused '--average prints no test.*' --explain --tables --average -e 1 -- $gcc
refused '--list prints the tests and no counts: --explain.*' --explain --list -e 1 -- $gcc

done_testing
