#!/bin/sh
# Tests that --explain cannot explain: one line says so, the counts are those without --explain, and other
# tests are explained.
. "$(dirname "$0")/../tap.sh"

gcc=gcc
mkdir tmp
TMPDIR=$work/tmp
export TMPDIR

cat >sound.bench <<'END'
language = c

[sound]
code = BLACK_BOX(BLACK_BOX(600) / 7);

[also]
code = BLACK_BOX(BLACK_BOX(600) * 7);
END

# counts: the rows of the table that was printed.
counts() {
	sed -n '/^Results/,/  Ir  /p' out | grep -E '^[a-zA-Z]+ +[0-9F]' | tr -s ' '
}

# expect OPTION...: the counts that explain is to print, too.
expect() {
	run "$CGBENCH" --tables --raw --fields=Ir "$@"
	expected=$(counts)
}

# explain OPTION...: the tests explained are in $explained.
explain() {
	run "$CGBENCH" --explain --tables --raw --fields=Ir "$@"
	explained=$(sed -nE 's/^([^ ]+)  Ir  .*/\1/p' out | tr '\n' ' ')
	is "$(counts)" "$expected" "$*: the counts are the same"
	is "$(ls -A "$TMPDIR")" '' "$*: no file is left"
}

# --- a callgrind that cannot be used

tool=$("$top/scripts/valgrind-tools")
mkdir valgrind
ln -s "$tool"/* valgrind
rm valgrind/callgrind-amd64-linux

# callgrind: takes the place of the tool; $tool is the real one.
callgrind() {
	{
		echo '#!/bin/sh'
		echo "tool=$tool/callgrind-amd64-linux"
		cat
	} >valgrind/callgrind-amd64-linux
	chmod +x valgrind/callgrind-amd64-linux
}

# unexplained ERE OPTION...: nothing is explained, for one reason.
unexplained() {
	unexplained_why=$1
	shift
	VALGRIND_LIB=$work/valgrind
	export VALGRIND_LIB
	explain --benchfile=sound.bench "$@" -- $gcc
	unset VALGRIND_LIB
	like "$status:$explained:$(wc -l <err | xargs):$err" "^0::1:cgbench: nothing is explained: $unexplained_why\$" \
		"one line says why: $unexplained_why"
}

# fault NAME: with such a callgrind nothing is explained.
# shellcheck disable=SC2016 # for the fake tools
fault() {
	case $1 in
	missing)
		rm -f valgrind/callgrind-amd64-linux
		unexplained "under callgrind: $work/valgrind has no callgrind for the program's architecture"
		;;
	option)
		echo 'exec $tool --no-such-option "$@"' | callgrind
		unexplained 'under callgrind: valgrind: Unknown option: --no-such-option'
		;;
	killed*)
		echo 'kill -9 $$' | callgrind
		unexplained 'under callgrind: killed by SIGKILL' "--engine=${1#*-}"
		;;
	full)
		callgrind <<-'END'
			for word; do
				shift
				case $word in
				--callgrind-out-file=*) word=--callgrind-out-file=/dev/full ;;
				esac
				set -- "$@" "$word"
			done
			exec $tool "$@"
		END
		unexplained 'callgrind wrote no counts'
		;;
	cut)
		callgrind <<-'END'
			$tool "$@"
			read -r own rest </proc/self/stat
			head -c 900 out.* >"out.$own"
		END
		unexplained "the out file of callgrind: .*" --engine=exec
		;;
	esac
}

expect --benchfile=sound.bench -- $gcc
for name in $(printf '%s\n' full killed-fork missing option killed-exec cut | in_turn 2); do
	fault "$name"
done

# An interrupt while callgrind runs.
mkfifo forever
callgrind <<END
kill -INT \$(cat "$work/pid")
read -r never <"$work/forever"
END
run env VALGRIND_LIB="$work/valgrind" sh -c 'echo $$ >pid; exec "$@"' sh \
	"$CGBENCH" --benchfile=sound.bench --explain -- $gcc
is "$status:$(ls -A "$TMPDIR"):$out" 130:: 'an interrupted run prints and leaves nothing'

# --- programs

cat >lib.c <<'END'
static int half(int n) { return n ? n & 1 + half(n >> 1) : 0; }
int work(int n) { return half(n) + half(n + 1); }
END
$gcc -O1 -fno-inline -shared -fPIC -s -o libwork.so lib.c
cat >programs.bench <<'END'
language = c

[lib]
preamble = int work(int n);
ldflags  = {dir}/libwork.so
code     = BLACK_BOX(work(BLACK_BOX(9)));

[writes]
preamble =
	#include <string.h>
	#include <sys/mman.h>
	static unsigned char *made;
setup =
	made = mmap(0, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	memcpy(made, "\x8d\x47\x05\x83\xc0\x01\xc3", 7);
code = BLACK_BOX(((int (*)(int))made)(BLACK_BOX(7)));

[fails]
preamble = #include <stdlib.h>
code     = exit(3);

[forks]
preamble =
	#include <sys/wait.h>
	#include <unistd.h>
setup =
	int child = fork();
	if (!child)
		_exit(0);
	waitpid(child, 0, 0);
code = BLACK_BOX(BLACK_BOX(600) / 7);

[sound]
code = BLACK_BOX(BLACK_BOX(600) / 7);
END
expect --benchfile=programs.bench -- $gcc
for options in $(printf '%s\n' --engine=fork --engine=exec | in_turn 1); do
	explain --benchfile=programs.bench "$options" -- $gcc
	is "$status:$explained" '128:lib writes forks sound ' "$options: all are explained but what fails"
	is "$(grep -c '^cgbench: fails on' err):$(grep -c '^cgbench: ' err)" 1:1 "$options: one line says that a test failed"
	like "$out" '^generated code +3\.0 .*1\.0 call' "$options: code that the program wrote is one line"
	like "$out" '^libwork.so \(no symbols\) ' "$options: functions without a symbol are one line"
done
expect --benchfile=programs.bench --tests=sound -- $gcc
explain --benchfile=programs.bench --tests=sound -- $gcc=stripped -s
is "$status$err:$explained" '0:sound ' 'a stripped program is explained'
like "$out" '^program \(no symbols\) +' 'a stripped program has no symbols'
for options in $(printf '%s\n' --cpu=v1 --host-cache --grindargs=--D1=1024,2,64 | in_turn 1); do
	explain --benchfile=programs.bench --tests=sound "$options" -- $gcc
	is "$status$err:$explained" '0:sound ' "$options: explained"
done
explain --benchfile=programs.bench --tests=sound -- $gcc -pg
is "$status$err:$explained" '0:sound ' 'a program that profiles itself is explained'

# A library that a test loads itself and that is another one by the time callgrind counts, with the same counts.
$gcc -shared -fPIC -o libsame.so -x c - <<'END'
int work(int n) { return n + 1; }
END
$gcc -shared -fPIC -o libother.so -x c - <<'END'
int work(int n) { return n + 2; }
END
cat >replaced.bench <<END
language = c

[lib]
preamble =
	#include <dlfcn.h>
	int renameat2(int, const char *, int, const char *, unsigned);
ldflags  = -ldl
setup    = int (*work)(int) = (int (*)(int))dlsym(dlopen("$work/libsame.so", RTLD_NOW), "work");
code     = BLACK_BOX(work(BLACK_BOX(9)));
teardown = renameat2(-100, "$work/libother.so", -100, "$work/libsame.so", 2);

[sound]
code = BLACK_BOX(BLACK_BOX(600) / 7);
END
run "$CGBENCH" --explain --tables --raw --fields=Ir --benchfile=replaced.bench -- $gcc
is "$status:$(grep -c '^sound  Ir ' out)" 0:1 'a test beside one whose library is replaced is explained'
is "$err" "cgbench: lib on $gcc is not explained: $work/libsame.so was replaced during the run" \
	'a library that is replaced: one line says so'
sed -i '/^teardown/d' replaced.bench
run "$CGBENCH" --explain --tables --raw --fields=Ir --benchfile=replaced.bench -- $gcc
is "$status$err" 0 'a library that nothing replaces is explained'

# Threads run in no fixed order.
cat >threads.bench <<'END'
language = c
ldflags  = -pthread

[threads]
preamble =
	#include <pthread.h>
	static void *loop(void *x) { for (int i = 0; i < 100; i++) DO_NOT_OPTIMIZE(i); return x; }
code =
	pthread_t one, two;
	pthread_create(&one, 0, loop, 0);
	pthread_create(&two, 0, loop, 0);
	pthread_join(one, 0);
	pthread_join(two, 0);

[sound]
code = BLACK_BOX(BLACK_BOX(600) / 7);
END
run "$CGBENCH" --explain --tables --raw --fields=Ir --benchfile=threads.bench -- $gcc
like "$out" '^sound  Ir ' 'a test beside one with threads is explained'
ok 'a test with threads is explained, or one line says why not' sh -c \
	'grep -q "^threads  Ir  " out || grep -qxE "cgbench: threads on .*(is not explained: callgrind counted|counts of its threads differ) .*" err'

done_testing
