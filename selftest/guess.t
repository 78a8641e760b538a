#!/bin/sh
# The object of "main" that a run takes from earlier ones, until its own is compiled.
. "$(dirname "$0")/tap.sh"

export XDG_CACHE_HOME="$work/cache"
cache=$XDG_CACHE_HOME/cgbench

# measure [OPTION...] -- PUT...: one test, which costs three instructions.
measure() {
	run "$CGBENCH" -j2 --raw --fields=Ir,Dr,size -e 'int x = BLACK_BOX(3); BLACK_BOX(x * 5)' "$@"
	[ -z "$(find "$work" -name '*.[0-9]*')" ] || echo 'a file is left' >>out
}
kept() { (cd "$cache" && for file in *; do head -n 1 "$file" | cut -d' ' -f2; done); }

# A compiler that may wait, with "main", until a guess has run.
cat >compiler.c <<-'END'
	#include <sched.h>
	#include <stdio.h>
	#include <string.h>
	#include <unistd.h>
	int main(int argc, char **argv)
	{
		int i;
		for (i = 1; i < argc; i++)
			if (strstr(argv[i], "/main0-") && !access("WORK/wait", F_OK))
				while (access("WORK/marker", F_OK))
					sched_yield();
		if (!access("WORK/broken", F_OK)) {
			fprintf(stderr, "out of order\n");
			return 1;
		}
		argv[0] = access("WORK/other", F_OK) ? "/usr/bin/gcc-12" : "/usr/bin/clang-14";
		return execv(argv[0], argv);
	}
END
mkdir bin
sed "s|WORK|$work|" compiler.c | gcc-12 -x c -o bin/gcc -

measure -- bin/gcc=gcc-12
is "$status:$(kept)" 0:- 'the first run keeps its object'
cp out right
measure -- bin/gcc=gcc-12
is "$status:$(kept)" 0:+ 'the second one finds the same'
same out right 'it counts the same'
ls -l --time-style=full-iso "$cache" >before
measure -- bin/gcc=gcc-12
ls -l --time-style=full-iso "$cache" >after
same out right 'so does one with a guess'
same after before 'and it leaves the file as it is'
file=$(echo "$cache"/*)
cp "$file" good

# plant SURE OBJECT: has the cache say that OBJECT is what the put compiled.
plant() {
	{ head -n 1 good | sed "s/.\$/$1/" && cat "$2"; } >"$file"
}

# This "main" tells that it was run.
cat >marker.c <<-END
	#include <fcntl.h>
	#include <unistd.h>
	extern void *__start_cgbench_tests[];
	int main(void) { _exit(open("$work/marker", O_CREAT | O_WRONLY, 0600) < 0 || !__start_cgbench_tests[0]); }
END
gcc-12 -O2 -c marker.c
# guessed OPTION...: whether a run with these options runs that main.
guessed() {
	rm -f marker
	measure "$@"
	[ -e marker ] && echo yes || echo no
}

plant + marker.o
touch wait
is "$(guessed --timeout=30 -- bin/gcc=gcc-12)" yes 'a guess is linked and run'
rm wait
same out right 'a wrong one changes no count'
is "$(kept)" - 'it is replaced'
is "$(guessed -- bin/gcc=gcc-12):$(kept)" no:+ 'and the next run does not guess'
tail -n +2 good >want && tail -n +2 "$file" >got
same got want 'what is kept is what was compiled, again'
plant - marker.o
is "$(guessed -- bin/gcc=gcc-12)" no 'what only one run got is no guess'
plant + marker.o
is "$(guessed -- bin/gcc=gcc-12 -O1)" no 'nor what another command made'
sed -i '1s/^./x/' "$file"
is "$(guessed -- bin/gcc=gcc-12)" no 'nor what the file does not say is of this one'
plant + marker.o
measure -v -j1 -- bin/gcc=gcc-12
is "$(grep -c Done err)" 1 'nor is there one with one job, which would not gain: nothing is done twice'
is "$(guessed --keep=kept -- bin/gcc=gcc-12)" no 'nor with --keep'
is "$(guessed -- bin/gcc=gcc-12 clang-14)" no 'nor with two puts'

for damage in 'head -c 3000' 'head -c 40' 'head -c 67' 'tr a-f g-l'; do
	$damage <good >"$file"
	measure -- bin/gcc=gcc-12
	same out right "damaged by $damage"
done
printf 'int broken' >text
plant + text
measure -- bin/gcc=gcc-12
same out right 'no object'

# A compiler that is replaced by another one, under its name.
for turn in 1 2 3; do
	measure -- bin/gcc=gcc-12
	same out right "a compiler, run $turn"
done
touch other
measure -- bin/gcc=gcc-12
mv out changed
measure -- clang-14=gcc-12
same changed out 'another one in its place is found out'
touch broken
measure -- bin/gcc=gcc-12
is "$status:$(sed 1q err)" "129:cgbench: put 'gcc-12' does not compile an empty c program: exited with status 1" \
	'and so is one that no longer compiles'
is "$out" '' 'nothing is printed then'

# Where nothing can be kept.
rm -rf cache && mkdir -p cache/cgbench && chmod 777 cache/cgbench
measure -- gcc-12
same out right 'a directory to which others write'
is "$(ls cache/cgbench)" '' 'is not used'
rm -rf cache && touch cache
measure -- gcc-12
same out right 'a file in its place'
XDG_CACHE_HOME='' HOME=$work/home measure -- gcc-12
is "$status:$(find home/.cache/cgbench -type f | wc -l)" 0:1 'without that variable it is in ~/.cache'
XDG_CACHE_HOME='' HOME='' measure -- gcc-12
same out right 'without either, nothing is kept'
done_testing
