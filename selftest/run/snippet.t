#!/bin/sh
# -e without a preamble, and the advice after one that failed.
. "$(dirname "$0")/../tap.sh"

# counts NAME OPTION...: every put counts something, and nothing is marked but what the loop may cost.
counts() {
	name=$1
	shift
	run "$CGBENCH" --tables --raw --fields=Ir "$@"
	rows=$(printf '%s\n' "$out" | grep -Ec '^ *(e|a)( !)? +[0-9. ]+$')
	marks=$(printf '%s\n' "$out" | sed -n '/^loop: /d; s/^\([a-z]*\): .*/\1/p')
	is "$status $rows $marks" '0 1 ' "$name" || printf '%s\n' "$err" | head -n 20 | sed 's/^/# /'
}

# advised WHAT ADVICE OPTION...
advised() {
	name=$1 advice=$2
	shift 2
	run "$CGBENCH" "$@"
	is "$status" 128 "$name fails"
	like "$err" "exited with status [0-9]+; $advice(;|\$)" "$name: $advice"
}

# Rows: the compilers of a language, and code.
in_turn 2 >rows <<'END'
gcc clang|printf("x")
g++ clang++|std::string s = "abc"; BLACK_BOX(s)
gcc clang|BLACK_BOX(strlen(BLACK_BOX("abc")))
gcc clang|free(BLACK_BOX(malloc(8)))
g++ clang++|BLACK_BOX(std::sqrt(BLACK_BOX(2.0f)))
gcc clang|uint64_t n = BLACK_BOX(3); BLACK_BOX(n * UINT64_C(5))
gcc clang|BLACK_BOX(sqrt(BLACK_BOX(2.0)))
g++ clang++|std::vector<int> v{2, 1}; std::sort(v.begin(), v.end()); BLACK_BOX(v)
gcc clang|size_t n = INT_MAX; bool b = isdigit(BLACK_BOX(48)) && n; BLACK_BOX(b)
g++ clang++|printf("x")
END
while IFS='|' read -r puts code; do
	# shellcheck disable=SC2086 # words
	counts "$puts: $code" -e "$code" -- $puts
done <rows
counts 'what -s uses' -s 'const char *s = BLACK_BOX(strdup("x"));' -e 'BLACK_BOX(*s)' -- gcc
counts 'a name that the preamble defines' --preamble='static double sqrt(double x) { return x + 1; }' \
	-e 'BLACK_BOX(sqrt(BLACK_BOX(2.0)))' -- gcc
counts 'a macro for the headers of the preamble' -e 'BLACK_BOX(strlen(BLACK_BOX(strerrorname_np(1))))' \
	--preamble='#define _GNU_SOURCE' --preamble='#include <string.h>' -- gcc

"$CGBENCH" -e 'BLACK_BOX(BLACK_BOX(6) / 7)' --write=plain.json -- gcc
unlike "$(cat plain.json)" 'include|ldflags' 'no header without such a name'

cat >short.bench <<'END'
[a]
code = BLACK_BOX(BLACK_BOX(6) * 7) // no semicolon
END
for put in $(printf '%s\n' gcc g++ clang clang++ | in_turn 1); do
	counts "code without a final semicolon: $put" --benchfile=short.bench -- "$put"
done

# A static library is searched for what the objects before it lack.
echo 'int seven(void) { return 7; }' >seven.c
gcc -c seven.c && ar rc libseven.a seven.o
counts 'a library of the put' --preamble='int seven(void);' -e 'BLACK_BOX(seven())' -- gcc -L. -lseven
counts '--ldflags' --preamble='int seven(void);' -e 'BLACK_BOX(seven())' --ldflags='-L. -lseven' -- gcc
echo 'ldflags = -L.' | cat - short.bench >linked.bench
sed -i 's/code.*/preamble = int seven(void);\ncode = BLACK_BOX(seven());/' linked.bench
counts '--ldflags follows those of a benchfile' --benchfile=linked.bench --ldflags=-lseven -- gcc

run "$CGBENCH" --ldflags=-lm -- gcc
is "$status $err" '129 cgbench: --ldflags needs -e CODE or --benchfile=FILE' '--ldflags without tests is refused'
run "$CGBENCH" --ldflags=seven.c -e 1 -- gcc
like "$err" "'seven.c' is a source file" 'a source in --ldflags'
advised 'a missing header' "try --preamble='#include <time.h>'" -e 'BLACK_BOX(time(0))' -- gcc
advised 'a missing library' 'name the library, as in --ldflags=-lm, or the --sources' \
	--preamble='int seven(void);' -e 'seven()' -- gcc
advised 'DoNotOptimize' 'use DO_NOT_OPTIMIZE\(x\) and CLOBBER_MEMORY\(\)' \
	-e 'int x = 3; benchmark::DoNotOptimize(x)' -- g++
sed -i 's/code.*/code = time(0);/' short.bench
advised 'a missing header of a benchfile' "try 'preamble = #include <time.h>'" --benchfile=short.bench -- gcc

# A language of the user's, in which a line names nothing, and one is no regular expression.
sed '/^headers =/,/^[a-z]/{/^\t/d;s/^headers =$/&\n\t\\bONE\\b #define ONE 1\n\tx/;}' \
	"$top/src/input/languages/c.lang" >mine.lang
counts 'headers of another language' -e 'BLACK_BOX(BLACK_BOX(2) + ONE)' --language-file=mine.lang --language=mine -- gcc
sed -i 's/^\tx$/\t(/' mine.lang
run "$CGBENCH" -e 1 --language-file=mine.lang --language=mine -- gcc
like "$status $err" '^129 cgbench: mine.lang: headers: missing closing parenthesis' 'a wrong pattern in headers is refused'

run "$CGBENCH" -e 1 -- gcc perl
is "$err" "cgbench: 'gcc' is c and 'perl' is perl: -e is for one language: measure each alone, write a \
benchfile with code.LANGUAGE, or use --language=NAME if both accept it" '-e with puts of two languages is refused'

done_testing
