#!/bin/sh
# A compiler of many tests is loaded once and forked for each, where that is the same to it.
. "$(dirname "$0")/../tap.sh"

for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
	printf '[test%d]\ncode = BLACK_BOX(BLACK_BOX(%d) * %d + %d);\n\n' $i $i $i $i
done >twelve.bench

# with PUT...: what its tests cost.
with() {
	: >log
	run "$CGBENCH" -j2 --tables --raw --fields=Ir --benchfile=twelve.bench -- "$@"
}

# A process that was forked off another one shows the words of that one: none.
cat >compiler.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char **words;

__attribute__((constructor)) static void
begin(int argc, char **argv)
{
	(void)argc;
	words = EARLY ? argv : NULL;
}

int
main(int argc, char **argv)
{
	FILE *log = fopen("log", "a"), *shown = fopen("/proc/self/cmdline", "r");
	int c, n = 0;

	while ((c = getc(shown)) != EOF)
		n += !c;
	fprintf(log, "%s%s%s\n", getenv("LD_PRELOAD") ? "preloaded, " : "",
	    n < argc ? "forked, " : "", (words ? words : argv)[1] ? "with words" : "without");
	fclose(log);
	if (n < argc && system(FORKED))
		return 1;
	if (!words)
		words = argv;
	words[0] = "/usr/bin/gcc";
	execv(words[0], words);
	return 1;
}
END
gcc -DEARLY=0 -DFORKED='"true"' -o late-gcc compiler.c
# shellcheck disable=SC2016
gcc -DEARLY=0 -DFORKED='"./kill-one $PPID"' -o killing-gcc compiler.c
gcc -DEARLY=1 -DFORKED='"true"' -o early-gcc compiler.c
gcc -DEARLY=0 -DFORKED='"true"' -static -o static-gcc compiler.c
printf 'echo "with words" >>log\nexec ./late-gcc "$@"\n' | executable script-gcc

with gcc=put
want=$out
with ./late-gcc=put
is "$status$err" 0 'a compiler that is loaded once'
is "$out" "$want" 'a compiler that is loaded once compiles what it otherwise would'
ok 'most of its runs are forked off the one that waits' [ "$(grep -c forked log)" -ge 6 ]
is "$(grep -c words log)" 15 'its machine, the main program, twelve tests and the link: each runs once'
is "$(grep -c preloaded log)" 0 'what it starts finds no library preloaded'
# Compilers that are not loaded once, or not in vain.
for kind in $(printf '%s\n' preloading static early script | in_turn 1); do
	case $kind in
	preloading)
		with ./late-gcc=put --env=LD_PRELOAD=
		is "$status$err" 0 'a put that has something preloaded itself is measured'
		is "$(grep -c forked log)" 0 'a put that has something preloaded itself is not forked'
		continue
		;;
	esac
	with "./$kind-gcc=put"
	is "$status$err" 0 "$kind: a compiler that is not loaded once is measured"
	is "$out" "$want" "$kind: it compiles all of its tests"
	case $kind in
	early) ok 'a compiler that takes its words before main was forked for nothing' [ "$(grep -c without log)" -ge 1 ] ;;
	static) is "$(grep -c 'with words' log)" 15 'a static compiler is started for each test' ;;
	script) is "$(grep -c forked log)" 0 'a script is started for each test' ;;
	esac
done

# The one that waits has no words, and has the same parent as those that are forked off it.
executable kill-one <<'END'
brothers=$(awk '{ print $4 }' "/proc/$1/stat")
for pid in $(cat "/proc/$brothers/task/$brothers/children"); do
	case $(tr '\0' '|' <"/proc/$pid/cmdline") in
	*/killing-gcc\|) [ "$pid" = "$1" ] || kill -KILL "$pid" ;;
	esac
done
END
with ./killing-gcc=put
is "$status$err" 0 'the one that waits is killed'
is "$out" "$want" 'nothing is lost where the one that waits is killed'
like "$(grep -c forked log)" '^[12]$' 'the others start by themselves'

{
	sed 's/code = /code = char c = 1000; BLACK_BOX(c); /' twelve.bench
	printf '[wrong]\ncode = no_such_name;\n'
} >wrong.bench
run "$CGBENCH" -j2 --tables --raw --fields=Ir --benchfile=wrong.bench -- gcc clang
is "$status" 128 'a test that does not compile'
is "$(printf '%s\n' "$err" | grep -c 'error.*no_such_name')" 2 'an error is reported once for each put'
is "$(printf '%s\n' "$out" | grep -c '^test')" 12 'a test that does not compile fails alone'
like "$err" '^cgbench: 24 warnings from 12 tests; -v shows them$' 'compiler servers lose no warnings'

mkdir bin
cp "$CGBENCH" bin/cgbench
run bin/cgbench -j2 --benchfile=twelve.bench -- clang
is "$status$err" 0 'where the library is missing'
printf '%s\n' "$out" >missing
run "$CGBENCH" -j2 --benchfile=twelve.bench -- clang
printf '%s\n' "$out" >there
same there missing 'the numbers are the same'

done_testing
