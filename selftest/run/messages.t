#!/bin/sh
# The place of a fault in compilers' messages about texts in C and C++: in the benchfile or
# the option, also if they noticed it in what cgbench adds.
. "$(dirname "$0")/../tap.sh"

# told WANT NAME COMPILER: what it says first about the only test, x, of x.bench; both lines of the
# source that are shown then are in $shown.
told() {
	case $3 in *++*) language=c++ ;; *) language=c ;; esac
	run "$CGBENCH" --language=$language --benchfile=x.bench --write=x.json -- "$3=a"
	is "$(sed -n 's/^cgbench: x on a: //p' err)" "$1" "$3: $2"
	# shellcheck disable=SC2034
	shown=$(sed -n 2,3p err)
}

# In a macro of cgbench's: gcc says in a note where it is used.
cat >x.bench <<'END_OF_BENCH'
[x]
code =
	int a = BLACK_BOX(3)
	BLACK_BOX(a * 2);
END_OF_BENCH
for compiler in $(printf 'gcc\ng++\n' | in_turn 1); do
	inside=__extension__
	[ "$compiler" = gcc ] || inside=cgbench_box
	told "x.bench:4:9: error: expected ',' or ';' before '$inside'" "an error in BLACK_BOX" "$compiler"
	is "$shown" "        4 |         BLACK_BOX(a * 2);
          |         ^~~~~~~~~" "$compiler: the user's line is shown"
done
told "x.bench:3:22: error: expected ';' at end of declaration" "the line itself" clang

# Brackets, whatever a compiler says of them where it notices. BEGIN and END are right, and so is what
# depends on a condition; an error in the text itself is told before a bracket.
cat >x.bench <<'END_OF_BENCH'
preamble =
	#define BEGIN {
	#define END }
	static int twice(int a)
	{
		return 2 * a;
	}

[loop]
code =
	for (int i = 0; i < BLACK_BOX(3); i++) {
		if (BLACK_BOX(i)) {
			BLACK_BOX("}");
		}

[surplus]
code =
	BLACK_BOX(1); }

[setup]
setup =
	int a[2] = {1, 2};
	// (
	if (BLACK_BOX(a[0])) {
code = BLACK_BOX(a[1]);

[teardown]
code = BLACK_BOX(1);
teardown = BLACK_BOX(2); }

[preamble]
preamble =
	static int f(int a) {
		return a;
code = BLACK_BOX(1);

[macros]
code = BEGIN BLACK_BOX(twice(1)); }

[macros_and_error]
code = BEGIN BLACK_BOX(nothing); }

[condition]
code =
	#ifdef SOMETHING
	if (BLACK_BOX(1)) {
	#else
	{
	#endif
		BLACK_BOX(2);
	} }
END_OF_BENCH
compilers=$(printf '%s\n' gcc clang++ g++ clang | in_turn 1)
for compiler in $compilers; do
	case $compiler in *++) language=c++ ;; *) language=c ;; esac
	run "$CGBENCH" --language=$language --benchfile=x.bench --write=x.json -- "$compiler=a"
	is "$(sed -n 's/^cgbench: .* on a: \(x\.bench:[0-9]*\): error: \(.*\)/\1 \2/p' err)" \
		"x.bench:11 the '{' in 'code' is never closed
x.bench:18 a '}' in 'code' closes nothing
x.bench:24 the '{' in 'setup' is never closed
x.bench:29 a '}' in 'teardown' closes nothing
x.bench:33 the '{' in 'preamble' is never closed" "$compiler: brackets"
	like "$err" "^cgbench: macros_and_error on a: x.bench:[0-9:]* error: .*nothing" "$compiler: another error first"
	like "$err" "^cgbench: condition on a: test\.c" "$compiler: which bracket is not known"
	unlike "$err" "^cgbench: macros on" "$compiler: brackets in macros"
done
printf '[x]\ncode = BLACK_BOX(BLACK_BOX(3) * 2;\n' >x.bench
told "x.bench:2: error: the '(' in 'code' is never closed" "a macro" gcc
run "$CGBENCH" -v --benchfile=x.bench --write=x.json -- gcc=a
like "$err" 'unterminated argument list invoking macro' "-v shows the compiler's own message beside a bracket"
run "$CGBENCH" -e '}' --write=x.json -- gcc=a
like "$err" "^cgbench: e on a: -e:1: error: a '}' in 'code' closes nothing\$" "a bracket without a benchfile"
run "$CGBENCH" -e '1+' --write=x.json -- gcc=a
like "$err" "^cgbench: e on a: -e:1:1: error: expected expression before ';' token\$" 'the semicolon that -e lacks has no line'

# Columns are those of the benchfile, whose lines gcc shows.
cat >x.bench <<'END_OF_BENCH'
[x]
setup	= int nn = BLACK_BOX(1);
pre =
   
  /* In a line with a tab, which gcc shows as blanks. */
  	int a =
  	     nn * missing;
code = BLACK_BOX(nn);
END_OF_BENCH
for compiler in $(printf 'g++\ngcc\n' | in_turn 1); do
	case $compiler in *++) language=c++ ;; *) language=c ;; esac
	run "$CGBENCH" --language=$language --benchfile=x.bench --write=x.json -- "$compiler=a"
	like "$err" '^cgbench: x on a: x.bench:7:19: error: .missing.' "$compiler: the column in a block"
	is "$(sed -n 3p err)" '          |                   ^~~~~~~' "$compiler: the caret is below it"
done
for compiler in $compilers; do
	printf '[x]\ncode.c \t= BLACK_BOX(nn);\ncode.c++ = BLACK_BOX(nn);\n' >x.bench
	case $compiler in *++) place=3:22 language=c++ ;; *) place=2:21 language=c ;; esac
	run "$CGBENCH" --language=$language --benchfile=x.bench --write=x.json -- "$compiler=a"
	like "$err" "^cgbench: x on a: x.bench:$place: error: " "$compiler: the column after a key"
done
# A string that goes on in the next line stays the same.
cat >x.bench <<'END_OF_BENCH'
[x]
code =
	if (BLACK_BOX(sizeof "a\
	b") != 3) *BLACK_BOX((volatile char *)0) = 1;
END_OF_BENCH
run "$CGBENCH" --benchfile=x.bench --write=x.json -- gcc clang
is "$status:$err" "0:" "a string of two lines"

# Beside -e, the option that a text was given with.
for compiler in $(printf 'clang\ngcc\n' | in_turn 1); do
	run "$CGBENCH" -s 'int a = nothing' -e 'BLACK_BOX(a)' --write=x.json -- "$compiler=a"
	like "$err" '^cgbench: e on a: -s:1:9: error: .*nothing' "$compiler: -s"
	run "$CGBENCH" --preamble 'int a = nothing;' -e 'BLACK_BOX(a)' --write=x.json -- "$compiler=a"
	like "$err" '^cgbench: e on a: --preamble:1:9: error: .*nothing' "$compiler: --preamble"
done
run "$CGBENCH" -s 'int a = 1' -s 'if (a) {' -e 'BLACK_BOX(a)' --write=x.json -- gcc=a
like "$err" "^cgbench: e on a: -s:3: error: the '{' in 'setup' is never closed\$" "a bracket of -s"
run "$CGBENCH" -s '*BLACK_BOX((volatile char *)0) = 1' -e 'BLACK_BOX(1)' --write=x.json -- gcc=a
like "$err" '^cgbench: e on a: active/long loop: killed by SIGSEGV at -s:1$' "a crash in -s"

done_testing
