#!/bin/sh
# Programs that profile themselves: no timer changes a count, and no other test does. A run takes one put.
. "$(dirname "$0")/../tap.sh"

# A call costs the same each time; 20000 of them take longer than the timer waits.
cat >calls.bench <<'EOB'
preamble =
	static __attribute__((noinline)) long f(long x) { __asm__ volatile(""); return x + 1; }
	static __attribute__((noinline)) long g(long x) { __asm__ volatile(""); return f(x) + 1; }
[one]
code = BLACK_BOX(f(g(1)));
[many]
setup = long i, s = 0;
code = for (i = 0; i < 20000; i++) s += f(g(i)); BLACK_BOX(s);
EOB
sed '1i cflags = -pg\nldflags = -pg' calls.bench >flags.bench

# rows OPTION... -- PUT...
rows() {
	run "$CGBENCH" --tables --raw --fields=Ir "$@"
	sed -n 's/^\(one\|many\) *\([0-9.]*\)$/\1 \2/p' out | xargs
}

printf '%s\n' gcc clang 'gcc -static' | in_turn 1 >puts
while read -r put; do
	# shellcheck disable=SC2086
	set -- $put -pg
	want=$(rows --engine=exec --benchfile=calls.bench -- "$@")
	like "$want" '^one [0-9]+\.0 many [0-9]+\.0$' "$put: each call costs the same"
	is "$(rows --engine=fork --benchfile=calls.bench -- "$@")" "$want" "$put: by fork"
	is "$(rows --engine=exec --tests=many --benchfile=calls.bench -- "$@")" "many ${want##* }" \
		"$put: without the other test"
done <puts
is "$(rows --engine=exec --benchfile=flags.bench -- gcc)" \
	"$(rows --engine=fork --benchfile=calls.bench -- gcc -pg)" '-pg in cflags and ldflags: by fork as by exec'

done_testing
