#!/bin/sh
# Profiles: what the instructions of a cell cost adds up to its counts in all fields, with both
# engines; taking one changes neither the counts nor the machine code. A run takes one of the compilers.
. "$(dirname "$0")/../tap.sh"

# Functions of libc by way of the linkage table, read-modify-write, an inlined and a recursive
# function, a constructor, and a company of tests that define the same symbol.
cat >c.bench <<'END'
[libc::strings]
preamble =
    #include <stdlib.h>
    #include <string.h>
code = char *s = strdup(BLACK_BOX("a string")); BLACK_BOX(strlen(s)); free(s);

[update::memory]
preamble = static int counts[4]; void shared(int *p) { ++*p; }
code = counts[BLACK_BOX(1)]++; BLACK_BOX(counts[1]); shared(&counts[BLACK_BOX(2)]);

[update::atomic]
preamble = static int counts[4];
code = __atomic_fetch_add(&counts[BLACK_BOX(1)], 2, __ATOMIC_SEQ_CST);

[calls::recursive]
preamble = __attribute__((noinline)) int shared(int n) { return n ? shared(n - 1) + n : 0; }
code = BLACK_BOX(shared(BLACK_BOX(5)));

[branches::cache]
preamble = static char room[1 << 16];
code = for (int i = 0; i < 1 << 16; i += 64) room[i] += BLACK_BOX(i) & 64 ? 1 : 2;

[nothing]
code = ;
END
printf 'int twice(int n)\n{\n\treturn 2 * n;\n}\n' >twice.c
cat >sources.bench <<'END'
sources = twice.c
[sources]
preamble = int twice(int);
code = BLACK_BOX(twice(BLACK_BOX(4)));
END
cat >sh.bench <<'END'
[sh::add]
code = x=$((1 + 2))
END

# parts NAME CELLS OPTION...: all cells have profiles that add up.
parts() {
	name=$1 cells=$2
	shift 2
	run "$CGBENCH" -j2 --write="$name.json" --profile "$@"
	is "$status $err" "0 " "$name: is measured"
	is "$("$here/parts" "$name.json")" "$cells of $cells cells" "$name: parts add up"
}

# loaded PROGRAM: what is loaded of it, but for the id that the linker made of the whole file.
loaded() {
	objcopy -O binary -R .note.gnu.build-id "$1" loaded && sha256sum <loaded
}

jumps=$(sed -n 's/^\[\(jump.*\)\]$/\1/p' "$here/counts/truth/c.bench" | in_turn 4 | paste -sd,)
sed -n 's/^\[\(.*\)\]$/\1/p' c.bench | in_turn 3 >names
some=$(paste -sd, names) n=$(grep -c . names)
for put in $(printf '%s\n' gcc clang | in_turn 1); do
	parts c 6 --benchfile=c.bench -- "$put"
	parts sources 1 --benchfile=sources.bench -- "$put"
	parts truth "$(echo "$jumps" | tr , '\n' | wc -l)" --benchfile="$here/counts/truth/c.bench" --tests="$jumps" -- "$put"
	rm -rf without with
	run "$CGBENCH" -j2 --write=plain.json --keep=without --benchfile=c.bench --tests="$some" -- "$put"
	is "$("$here/difference" plain.json c.json)" "$n cells" "$put: taking a profile changes no count"
	run "$CGBENCH" -j2 --keep=with --write=kept.json --profile --benchfile=c.bench --tests="$some" -- "$put"
	is "$(echo without/*/*/program | wc -w)" "$n" "$put: the programs are kept"
	for program in without/*/*/program; do
		is "$(loaded "with/${program#*/}")" "$(loaded "$program")" "${program#*/}: the same machine code"
	done
	like "$(cat with/*/*/commands.sh)" ' -gdwarf-4 -g' "$put: only profiles take lines of source"
done
parts exec 1 --engine=exec --benchfile=sources.bench -- gcc
parts script 1 --benchfile=sh.bench -- dash

run "$CGBENCH" --debug --benchfile=sources.bench -- gcc
like "$err" 'tool=cachegrind' 'without profiles, cachegrind measures a program'
unlike "$err" 'callgrind| -g' 'without profiles, nothing is paid for them'

# A number that does not add up is not shown: valgrind 3.19 loses the block that a signal ends.
run "$CGBENCH" --write=signal.json --profile --benchfile="$here/counts/truth/step.bench" \
	--tests=differs::fault -- gcc -static -O2
like "$("$here/parts" signal.json)" '^differs::fault gcc: callgrind counted -?[0-9]+ Ir, cachegrind [0-9]+$' \
	'a cell whose parts do not add up is named'

done_testing
