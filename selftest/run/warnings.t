#!/bin/sh
# Warnings of compilers and linkers: counted below the table, shown by -v and --check; errors of C that
# some compilers only warn of.
. "$(dirname "$0")/../tap.sh"

gcc=gcc
clang=clang
parts 2 ways implicit flags semicolon

# line_of TEXT: its line in the benchfile.
line_of() {
	grep -nF "$1" warn.bench | cut -d: -f1
}

# shown: what -v says on standard error, without progress.
shown() {
	printf '%s\n' "$err" | grep -v '^cgbench: Done'
}

cat >warn.bench <<'END'
preamble =
	#include <stdio.h>

[quiet]
code = BLACK_BOX(1);

[overflows]
code =
	char c = 1000;
	BLACK_BOX(c);

[converts]
code = const char *from = "abc"; char *n = from; BLACK_BOX(n);

[again]
code = BLACK_BOX(2);

[links]
setup =
	char name[L_tmpnam];
code = if (BLACK_BOX(0)) tmpnam(name);

[links::too]
setup = char name[L_tmpnam];
code = if (BLACK_BOX(0)) tmpnam(name);
END
run "$CGBENCH" -j1 --benchfile=warn.bench --write=warn.json --format=html:warn.html -- $gcc=a
is "$status $err" "0 cgbench: 4 warnings from 4 tests; -v shows them" "warnings are counted"
is "$(grep -c 'Compiled with warnings on a<' warn.html)" 4 "warnings are shown on a page with their tests"
run "$CGBENCH" -j1 --benchfile=warn.bench --fields=Ir -- $gcc=a
like "$out" '^quiet +!? *1\.0' "the table is as without warnings"
is "$err" "cgbench: 4 warnings from 4 tests; -v shows them" "warnings are counted below a table"
run "$CGBENCH" -j1 -v --benchfile=warn.bench --write=other.json -- $gcc=a
first=$(shown)
like "$first" '^cgbench: overflows on a: compiled with warnings$' "-v names the test with a warning"
like "$first" "^    warn.bench:$(line_of 1000):.* warning: overflow in conversion" "-v shows the line of a warning"
like "$first" "^    warn.bench:$(line_of abc):.* warning: initialization discards .const." "-v: of another test"
like "$first" '^cgbench: links, links::too on a: compiled with warnings$' \
	"-v: the linker's warning belongs to each test that has it"
unlike "$first" 'quiet|again' "-v: tests without warnings are not named"
unlike "$first" "/cgbench-x|-v shows" "-v: no temporary file is named, and nothing is left to show"
if chosen ways; then
	printf '%s\n' -j8 --engine=exec '-j2 --keep=kept' | in_turn 1 >ways
	while read -r how; do
		# shellcheck disable=SC2086
		run "$CGBENCH" $how -v --benchfile=warn.bench --write=other.json -- $gcc=a
		is "$(shown)" "$first" "$how: the same warnings"
	done <ways
	is "$("$here/difference" warn.json other.json)" "6 cells" "$how: the same counts"
	run "$CGBENCH" --check --benchfile=warn.bench --tests=quiet,converts -- $gcc=a
	like "$err" "^    warn.bench:$(line_of abc):.* warning: initialization" "--check shows warnings"
	unlike "$err" "from 1 test" "--check does not count them as well"
fi

if chosen flags; then
	# Flags of the user.
	run "$CGBENCH" --benchfile=warn.bench --tests=overflows,converts --write=w.json -- $gcc=a -w
	is "$status:$err" "0:" "-w leaves no warning"
	run "$CGBENCH" --benchfile=warn.bench --tests=quiet,converts --write=w.json -- $gcc=a -Werror
	is "$status" 128 "-Werror fails the run"
	like "$err" '^cgbench: converts on a: .*: error: ' "-Werror shows the error"
	unlike "$err" 'quiet' "-Werror: only where there is a warning"
	cat >wall.bench <<'END'
preamble = static int never(int q) { return 2; }
[plain]
setup = int unused;
code = BLACK_BOX(1);
END
	family=$(printf '%s\n' $gcc $clang | in_turn 1)
	for put in $family; do
		run "$CGBENCH" --benchfile=wall.bench --write=w.json -- "$put=a" -Wall -Wextra
		is "$err" "cgbench: 3 warnings from 1 test; -v shows them" "$put: -Wall and -Wextra add some"
	done
	cat >clean.bench <<'END'
[clean]
param.n = 1
pre = unsigned x = BLACK_BOX(3u); DO_NOT_OPTIMIZE(x);
code = BLACK_BOX(x + (unsigned)n); CLOBBER_MEMORY();
END
	for put in $family; do
		run "$CGBENCH" --benchfile=clean.bench --write=w.json -- "$put=a" -std=c11 -Wall -Wextra -Wshadow \
			-pedantic -Wconversion -Wcast-qual -Wmissing-prototypes -Wundef -Wunused-macros -Wold-style-definition
		is "$err" "" "$put: generated code adds no warning of its own"
	done
	run "$CGBENCH" -v --preamble='#include <string.h>' -s 'int x' -e 'BLACK_BOX(x)' --write=w.json -- $gcc=a -Wall
	like "$err" "^    test.c:.* warning: 'x' (may be|is) used uninitialized" \
		"a warning about the user's object counts wherever the compiler finds it"
fi

if chosen implicit; then
	# An undeclared function would be called as one that returns int.
	cat >implicit.bench <<'END'
[implicit]
code = BLACK_BOX(strlen("abc") + square(2));
END
	for put in $(printf '%s\n' $gcc tcc $clang | in_turn 1); do
		if ! command -v "$put" >/dev/null; then
			skip "$put: an undeclared function" "not installed"
			continue
		fi
		run "$CGBENCH" -v --benchfile=implicit.bench --write=w.json -- "$put=a"
		is "$status" 128 "$put: an undeclared function fails: status"
		like "$err" '^cgbench: implicit on a: (.*implicit|compile: )' "$put: an undeclared function fails at compiling"
		like "$err" "^    implicit.bench:2:?.* (error|warning): .*square" "$put: the message has the line of an undeclared function"
	done
	run "$CGBENCH" --preamble='extern int abs(int);' -e 'BLACK_BOX(abs(BLACK_BOX(-1)))' --write=w.json -- $gcc=a -std=c99
	is "$status:$err" "0:" "a function that is declared by hand does not fail"
fi

if chosen semicolon; then
	# The semicolon at the end of a text may be missing, but for that of a preamble.
	cat >semicolon.bench <<'END'
[code]
code =
	int x = BLACK_BOX(1);

	BLACK_BOX(x)

[setup]
setup = int x = 1
code = BLACK_BOX(x);

[pre]
setup = int x = BLACK_BOX(1);
pre = x = 2
code = BLACK_BOX(x);

[post]
setup = int x = BLACK_BOX(1);
post = int y = BLACK_BOX(1)
code = BLACK_BOX(x);
teardown = int z = BLACK_BOX(1)

[preamble]
preamble =
	struct s { int a; }

code = BLACK_BOX(2);
END
	for put in $(printf '%s\n' $gcc clang++ tcc g++ $clang | in_turn 1); do
		if ! command -v "$put" >/dev/null; then
			skip "$put: a forgotten semicolon" "not installed"
			continue
		fi
		language=c
		case $put in *++*) language=c++ ;; esac
		run "$CGBENCH" --language=$language --benchfile=semicolon.bench --write=w.json -- "$put=a"
		is "$(printf '%s\n' "$err" | sed -n 's/^cgbench: \(.*\) on .*semicolon.bench:\([0-9]*\):.*error:.*/\1 \2/p' | xargs)" \
			"preamble 24" "$put: a forgotten semicolon: the line that it is missing in"
		is "$(grep -c '^cgbench: ' err)" 1 "$put: a forgotten semicolon fails only in a preamble"
	done
fi

done_testing
