#!/bin/sh
# Profiles: what the instructions of a cell cost adds up to its counts in all fields, with both
# engines; taking one changes neither the counts nor the machine code.
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

parts c 12 --benchfile=c.bench -- gcc clang
parts sources 2 --benchfile=sources.bench -- gcc clang
parts exec 1 --engine=exec --benchfile=sources.bench -- gcc
parts script 1 --benchfile=sh.bench -- dash
parts truth $((2 * $(grep -c '^\[jump' "$here/counts/truth/c.bench"))) \
	--benchfile="$here/counts/truth/c.bench" --tests=/^jump/ -- gcc clang

run "$CGBENCH" -j2 --write=plain.json --benchfile=c.bench -- gcc clang
is "$("$here/difference" plain.json c.json)" '12 cells' 'taking a profile changes no count'

# loaded PROGRAM: what is loaded of it, but for the id that the linker made of the whole file.
loaded() {
	objcopy -O binary -R .note.gnu.build-id "$1" loaded && sha256sum <loaded
}

run "$CGBENCH" -j2 --keep=without --benchfile=c.bench -- gcc clang
run "$CGBENCH" -j2 --keep=with --write=kept.json --profile --benchfile=c.bench -- gcc clang
is "$(echo without/*/*/program | wc -w)" 12 'the programs are kept'
for program in without/*/*/program; do
	is "$(loaded "with/${program#*/}")" "$(loaded "$program")" \
		"${program#*/}: the same machine code"
done
like "$(cat with/*/nothing/commands.sh)" ' -gdwarf-4 -g' 'only with lines of source'

run "$CGBENCH" --debug --benchfile=sources.bench -- gcc
like "$err" 'tool=cachegrind' 'without profiles, a program is measured'
unlike "$err" 'callgrind| -g' 'and nothing is paid for them'

# A number that does not add up is not shown: valgrind 3.19 loses the block that a signal ends.
run "$CGBENCH" --write=signal.json --profile --benchfile="$here/counts/truth/step.bench" \
	--tests=differs::fault -- gcc -static -O2
like "$("$here/parts" signal.json)" \
	'^differs::fault gcc: callgrind counted -?[0-9]+ Ir, cachegrind [0-9]+$' \
	'parts that do not add up are said to'

done_testing
