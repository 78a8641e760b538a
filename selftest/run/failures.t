#!/bin/sh
# A failed cell says why; the others are measured and saved, and no process or file is left.
. "$(dirname "$0")/../tap.sh"
. "$here/cells.sh"

parts 2 bad crash same hang own shared

# line_of TEXT: its line in the benchfile.
line_of() {
	grep -nF "$1" bad.bench | cut -d: -f1
}

cat >bad.bench <<'EOF'
preamble =
	#include <fcntl.h>
	#include <signal.h>
	#include <stdio.h>
	#include <stdlib.h>
	#include <sys/stat.h>
	#include <unistd.h>

[good::first]
code = BLACK_BOX(1);

[compile::code]
code =
	int x = 1;

	x = no_such_variable;

[compile::setup]
setup = no_such_type t;
code = BLACK_BOX(1);

[compile::preamble]
preamble =
	#define TWO 2
	#error no such thing
code = BLACK_BOX(1);

[link::symbol]
setup = int no_such_function(void);
code = BLACK_BOX(no_such_function());

[crash::abort]
setup = fputs("last words", stderr);
code = abort();

[crash::constructor]
preamble = static void __attribute__((constructor)) first(void) { abort(); }
code = BLACK_BOX(1);

[exit::at_once]
code = _exit(0);

[stderr::refused]
code = fputs("a word on it\n", stderr);

[stderr::allowed]
code = fputs("a word on it\n", stderr);
stderr = ok

[stdout::ignored]
code = puts("a word on it");

[unknown::instruction]
code = __asm__ volatile(".byte 0x0f, 0xff, 0xc0");

[descriptors::none]
# Only the standard descriptors and cgbench's own.
setup = for (int i = 3; i < 255; i++) if (fcntl(i, F_GETFD) >= 0) abort();
code = BLACK_BOX(1);

[stdin::read]
setup = char s[64]; while (read(0, s, sizeof s) > 0) ;
code = BLACK_BOX(1);

[signals::mask]
setup =
	sigset_t set;
	struct sigaction act;
	sigprocmask(SIG_BLOCK, NULL, &set);
	for (int i = 1; i < 32; i++)
		if (sigismember(&set, i) || sigaction(i, NULL, &act) || act.sa_handler != SIG_DFL)
			abort();
code = BLACK_BOX(1);

[children::stay]
setup = if (!fork()) for (;;) pause();
code = BLACK_BOX(1);

[children::daemon]
# The daemon's own daemon becomes an orphan only when the daemon is killed.
setup =
	if (!fork()) {
		setsid();
		if (fork())
			_exit(0);
		if (!fork())
			setsid();
		for (;;) pause();
	}
code = BLACK_BOX(1);

[files::left]
setup =
	mkdir("d", 0777);
	mkdir("d/e", 0777);
	close(open("d/e/f", O_WRONLY | O_CREAT, 0));
	mkfifo("fifo", 0600);
	if (symlink("/", "link")) abort();
	chmod("d/e", 0);
	chmod("d", 0400);
code = BLACK_BOX(1);

[files::unwritable]
setup = chmod("..", 0); chmod(".", 0);
code = BLACK_BOX(1);

[files::locked]
# The next process of the cell needs this.
setup = chmod("../01", 0);
code = BLACK_BOX(1);

[exit::like-cgbench]
code = exit(126);

[good::last]
code = BLACK_BOX(1);
EOF

if chosen bad; then
	exec 9</dev/null
	grind saved -j2 --benchfile=bad.bench -- gcc=put
	exec 9<&-
	is "$status" 128 "a run with failed cells: status"
	is "$out" "" "a run with failed cells: nothing on stdout"
	nothing_left "a run with failed cells"
	measured good::first good::last
	failed compile::code "bad.bench:$(line_of 'x = no_such_variable'):.*error: .*no_such_variable"
	failed compile::setup "bad.bench:$(line_of no_such_type):.*error: "
	failed compile::preamble "bad.bench:$(line_of 'no such thing'):.*error: #error no such thing\$"
	like "$err" '^    compile: exited with status 1' 'compile: then where it failed'
	failed link::symbol "link: exited with status 1; name the library, as in 'ldflags = -lm', or the 'sources'\$"
	like "$err" "no_such_function" "link::symbol: the linker's own words"
	failed crash::abort "active/long loop: killed by SIGABRT at bad.bench:$(line_of 'code = abort')\$"
	like "$err" '^    last words$' "crash::abort: its own words"
	failed crash::constructor "active/long loop: killed by SIGABRT at bad.bench:$(line_of 'first(void)')\$"
	failed exit::like-cgbench 'active/long loop: exited with status 126$'
	failed exit::at_once 'active/long loop: ended early with status 0'
	failed stderr::refused 'active/long loop: wrote to standard error'
	like "$err" '^    a word on it$' "stderr::refused: its own words"
	measured stderr::allowed stdout::ignored
	failed unknown::instruction \
		"active/long loop: executes an instruction that neither valgrind nor this processor knows at bad.bench:$(line_of .byte)\$"
	measured descriptors::none stdin::read signals::mask
	measured children::stay children::daemon
	measured files::left
	# Root may do what modes forbid; what others see is checked below.
	[ "$(id -u)" != 0 ] || measured files::locked
	unlike "$err" '/commands|cannot be removed' "nothing was in the way of removing"
	unlike "$err" 'L3 cache found|LL cache:' "valgrind's remarks on the host's caches are no news"

	unlike "$err" '/cgbench-x' "no temporary file is named"
fi

if chosen crash; then
	# The line of a crash, which is looked for in a second run.
	cat >crash.bench <<'EOF'
preamble =
	#include <string.h>
	static __attribute__((noinline)) int
	deep(int n)
	{
		volatile char room[4096];
		room[0] = 1;
		return deep(n + 1) + room[n];
	}

[zero]
setup = int zero = BLACK_BOX(0);
code =
	BLACK_BOX(1);
	BLACK_BOX(7 / zero);

[called]
code =
	BLACK_BOX(1);
	memset(BLACK_BOX((void *)8), 0, BLACK_BOX(1000));

[deep]
code = BLACK_BOX(deep(BLACK_BOX(0)));

[long]
code = static int turn; if (BLACK_BOX(++turn) == 20) *BLACK_BOX((volatile char *)0) = 1;

[fine]
code = BLACK_BOX(1);
EOF
	for engine in $(printf 'fork\nexec\n' | in_turn 1); do
		run "$CGBENCH" --engine="$engine" --benchfile=crash.bench --write=crash.json -- gcc=O2
		is "$(printf '%s\n' "$err" | sed -n 's/^cgbench: \(.*\) on \(.*\): active.*: killed by /\1 \2 /p')" \
			"zero O2 SIGFPE at crash.bench:15
called O2 SIGSEGV at crash.bench:20
deep O2 SIGSEGV at crash.bench:7
long O2 SIGSEGV at crash.bench:26" "$engine: the lines of crashes"
		nothing_left "$engine: a crash"
	done
	engine=
fi

if chosen same; then
	# Equal failures of a put.
	cat >same.bench <<'EOF'
preamble = #include "no_such_file.h"
EOF
	for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
		printf '[t%s]\ncode = BLACK_BOX(%s);\n' $i $i >>same.bench
	done
	run "$CGBENCH" --benchfile=same.bench --write=same.json -- gcc=a gcc=b
	is "$(printf '%s\n' "$err" | grep -c '^cgbench: ')" 1 "equal failures of all puts are told once"
	like "$err" '^cgbench: t1, t2, t3, t4, t5, t6, t7, t8, t9, t10 and 2 more on a, b: .*error: no_such_file.h: ' \
		"equal failures have the names of ten tests"
	unlike "$err" ' -c DIR/b/t1/test.c ' "the command of equal failures is not shown"
	run "$CGBENCH" -v --benchfile=same.bench --write=same.json -- gcc=a gcc=b
	like "$err" '^    .* -c DIR/b/t1/test.c -o DIR/b/t1/test.o$' "which -v shows: that of the first"
	is "$(printf '%s\n' "$err" | tail -n 1)" "cgbench: the files below DIR were removed; --keep=DIR keeps them" \
		"-v says how the files are kept"
	run "$CGBENCH" -v --keep=same --benchfile=same.bench --write=same.json -- gcc=a
	like "$err" ', t10, t11, t12 on a: ' "-v names all"
	like "$err" "^    .* -c $work/same/a/t1/test.c " "--keep: where the file is"
	unlike "$err" "DIR" "--keep: no other name"
fi

if chosen shared; then
	# One error in a preamble and others in tests, which two causes of a put are not.
	cat >shared.bench <<'EOF'
preamble =
	#ifdef BROKEN
	int broken = not_there;
	#endif
	#warning "error: no error"
[a]
code = BLACK_BOX(1);
[b]
code = BLACK_BOX(b_is_wrong);
[c]
code = BLACK_BOX(c_is_wrong);
EOF
	run "$CGBENCH" --check --benchfile=shared.bench -- gcc=good gcc=broken -DBROKEN
	is "$status:$(sed -n "s/^cgbench: \(.* on [a-z]*\): .*error: '\([a-z_]*\)' .*/\1 \2/p" err)" "1:b on good b_is_wrong
c on good c_is_wrong
a, b, c on broken not_there" "what breaks all tests of a put is said once"
	is "$(grep -c "error: '" err)" 3 "what breaks all tests of a put is said with its error alone"
	like "$err" '^    compile: exited with status 1; -v shows all messages$' "the message says that -v shows more"
	is "$(grep -c " fails: compile: " out)" 5 "each of five cells failed"
	run "$CGBENCH" -v --benchfile=shared.bench --write=shared.json -- gcc=broken -DBROKEN
	is "$(grep -c '_is_wrong. undeclared' err)" 2 "-v says each error of a broken put"
fi

# File modes stop every user but root.
as_nobody() {
	if [ "$(id -u)" = 0 ]; then
		setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
	else
		"$@"
	fi
}
if chmod 755 "$work" && chmod 1777 "$TMPDIR" && as_nobody test -x "$CGBENCH" 2>/dev/null; then
	run as_nobody "$CGBENCH" -j2 --benchfile=bad.bench --tests='/^files/' -- gcc=put
	is "$status" 128 "without privileges: status"
	like "$err" '^cgbench: files::unwritable on put: .*(ended early|wrote no counts)' \
		"without privileges: a directory that cannot be written to"
	like "$err" '^cgbench: files::locked on put: empty/long loop: could not open its files: their modes' \
		"without privileges: a directory that cannot be entered"
	nothing_left "without privileges"
else
	skip "without privileges" "setpriv cannot run $CGBENCH as nobody"
fi

# Valgrind itself refuses to run these.
executable put <<EOF
gcc "\$@" || exit
for file; do
	case \$file in
	*/program) chmod -x "\$file" ;;
	esac
done
EOF
for engine in $(printf 'fork\nexec\n' | in_turn 1); do
	grind saved --engine="$engine" --benchfile=bad.bench --tests=good::first --language=c -- ./put=put
	failed good::first "active/long loop: valgrind cannot run it: 'link' and 'run' of its language must"
	like "$err" '^    valgrind: .*: Permission denied$' "$engine: valgrind's own words"
done
engine=
if unshare -m true 2>/dev/null; then
	mkdir noexec
	# shellcheck disable=SC2016
	run unshare -m sh -c 'mount -t tmpfs -o noexec tmpfs noexec && TMPDIR=$PWD/noexec exec "$@"' sh \
		"$CGBENCH" --benchfile=bad.bench --tests=good::first -- gcc=put
	like "$err" '^cgbench: good::first on put: .*: valgrind cannot run programs there: set TMPDIR' \
		"no program may be run in TMPDIR: the message"
else
	skip "no program may be run in TMPDIR" "there is no namespace to mount one in"
fi

# Output that begins with a NUL counts as output.
run "$CGBENCH" --preamble='#include <unistd.h>' -e 'write(2, "\0oops", 5)' -- gcc
like "$err" '^cgbench: e on .*: wrote to standard error' "a NUL on standard error"

run "$CGBENCH" --keep=kept -e 'BLACK_BOX(1)' -- gcc=a/b gcc=a_b
is "$status $(cd kept && echo *)" "0 a%2Fb a_b" "labels that are no names of files: kept apart"

# A disk that a test fills but for some pages: one is enough for how it ended.
cat >fill.bench <<'EOF'
language = c
preamble =
	#include <fcntl.h>
	#include <stdlib.h>
	#include <unistd.h>
[fill]
teardown =
	static char page[4096];
	off_t n = 0;
	int fd = open("filler", O_WRONLY | O_CREAT, 0600);
	for (ssize_t got; (got = write(fd, page, sizeof page)) > 0;) n += got;
	if (ftruncate(fd, n - LEFT * 4096)) abort();
code = BLACK_BOX(1);
EOF
# filled LEFT WHY PUT: why the test fails.
filled() {
	# shellcheck disable=SC2016
	run unshare -m sh -c 'mount -t tmpfs -o size=8m none disk && TMPDIR=$PWD/disk exec "$@"' sh \
		"$CGBENCH" --engine="$engine" --tables --raw --fields=Ir --benchfile=fill.bench -- "$3=put" "-DLEFT=$1"
	is "$status:$(head -n 1 err)" "128:cgbench: fill on put: active/long loop: $2: No space left on device; \
set TMPDIR to a directory with more" "$engine, $3: a disk with room for $1 pages more"
}
if unshare -m true 2>/dev/null; then
	mkdir disk
	early="ended early with status 0, as if by exit(0), or closed descriptor 255, which is cgbench's"
	while read -r engine left put; do
		case $put in
		gcc) why='the out file of cachegrind: it is cut off' ;;
		*) why="QEMU's plugin wrote no counts" ;;
		esac
		[ "$left" != 0 ] || why=$early
		if command -v "qemu-${put%%-*}" >found && command -v "$put" >found || [ "$put" = gcc ]; then
			filled "$left" "$why" "$put"
		else
			skip 'a disk that is full under QEMU' 'qemu-user or the cross compiler is not installed'
		fi
	done <<-END
		$(printf '%s\n' 'fork 0 gcc' 'exec 1 gcc' 'fork 1 aarch64-linux-gnu-gcc' 'exec 0 gcc' 'fork 1 gcc' \
			'exec 1 aarch64-linux-gnu-gcc' | in_turn 1)
	END
	engine=
else
	skip 'a disk that is full' 'there is no namespace to mount a disk in'
fi

# A disk with room for a few files.
if unshare -m true 2>/dev/null; then
	mkdir few
	for n in $(seq 16 2 24 | in_turn 1); do
		# shellcheck disable=SC2016
		run unshare -m sh -c 'mount -t tmpfs -o nr_inodes="$1" none few && shift && TMPDIR=$PWD/few "$@"
			status=$?
			ls -A few
			exit $status' sh "$n" "$CGBENCH" --engine=exec -e : -- dash
		like "$status:$err" '^128:cgbench: .*(No space left|disk is full|wrote no counts)' "$n files: the message"
		unlike "$out" '^cgbench' "$n files: none is left"
	done
	# shellcheck disable=SC2016
	run unshare -m sh -c 'mount -t tmpfs -o nr_inodes=5 none few && TMPDIR=$PWD/few exec "$@"' sh \
		"$CGBENCH" --bisect=Ir,0,1 -e : -- dash
	is "$status:$out" 128: "few files: ends a bisection"
else
	skip "few files" "there is no namespace to mount a disk in"
fi

# Linux before 5.9, and filters of containers.
cat >old.c <<'EOF'
#define _GNU_SOURCE
#include <errno.h>
#include <unistd.h>
int close_range(unsigned first, unsigned last, int flags) { errno = ENOSYS; return -1; }
EOF
gcc -shared -fPIC -o old.so old.c
run timeout -s KILL "$(seconds 300)" env ASAN_OPTIONS=verify_asan_link_order=0 LD_PRELOAD="$work/old.so" \
	"$CGBENCH" --write=old.json --benchfile=bad.bench --tests=good::first -- gcc=put
is "$status:$err" 0: "a kernel without close_range"
grind new --benchfile=bad.bench --tests=good::first -- gcc=put
equal old new 1 "a kernel without close_range: the same counts"

# The number of jobs is limited by the available descriptors.
run sh -c 'ulimit -Sn 18; exec "$@"' sh "$CGBENCH" -j64 --benchfile=bad.bench --tests=good::first -- gcc=put gcc=other
is "$status" 0 "few descriptors, many jobs: status"
is "$err" "" "few descriptors, many jobs: all start"
nothing_left "few descriptors, many jobs"

if chosen hang; then
	# A command that hangs is killed with all its children.
	mkfifo never
	executable put <<EOF
case "\$*" in
*-Dshout*)
	yes 'many words' | head -c 1000000
	read x <'$work/never'
	;;
*-Dslow*)
	sh -c "read x <'$work/never'" &
	read x <'$work/never'
	;;
*-Lslow*)
	read x <'$work/never'
	;;
esac
exec gcc "\$@"
EOF
	cat >slow.bench <<'EOF'
preamble =
	#include <signal.h>
	#include <stdlib.h>
	#include <unistd.h>

[good]
code = BLACK_BOX(1);

[slow::code]
code = for (;;) BLACK_BOX(1);

[slow::stubborn]
setup = for (int i = 1; i < 32; i++) signal(i, SIG_IGN); setpgid(0, getpgid(getppid()));
code = pause();
real = pid

[slow::flood]
setup =
	for (int i = 0; i < 20000; i++)
		if (!write(2, "many words on it ...............................................", 64)) abort();
	pause();
code = BLACK_BOX(1);

[slow::stopped]
setup = kill(getppid(), SIGSTOP); pause();
code = BLACK_BOX(1);

[slow::shout]
cflags = -Dshout
code = BLACK_BOX(1);

[slow::compile]
cflags = -Dslow
code = BLACK_BOX(1);

[slow::link]
ldflags = -Lslow
code = BLACK_BOX(1);
EOF
	limit=$(seconds 2)
	slept=$((5 * limit))
	grind saved -j8 --timeout="$limit" --benchfile=slow.bench --language=c -- ./put=put
	is "$status" 128 "what hangs: status"
	failed slow::code "active/long loop: not done after $limit seconds"
	failed slow::stubborn "active/long loop: not done after $slept seconds"
	failed slow::flood "active/long loop: (not done after $slept seconds|killed by SIGXFSZ)"
	failed slow::stopped "active/long loop: its server ended twice: not done after $slept seconds"
	failed slow::shout "compile: not done after $slept seconds"
	failed slow::compile "compile: not done after $slept seconds"
	failed slow::link "link: not done after $slept seconds"
	measured good
	like "$err" '^    \[\.\.\.\]$' "slow::flood: the first of its many words"
	ok "slow::flood: no more than them" [ "$(wc -c <err)" -lt 40000 ]
	nothing_left "what hangs"
	if command -v /usr/bin/python3 >/dev/null; then
		run "$CGBENCH" --timeout="$limit" -e 'while True: pass' -- /usr/bin/python3
		is "$status $err" "128 cgbench: e on /usr/bin/python3: rehearsal: not done after $limit seconds of processor time (--timeout)" \
			"what hangs in Python is waited for once"
		nothing_left "what hangs in Python"
	else
		skip "what hangs in Python" "not installed"
	fi
fi

if chosen own; then
	# clang lets a function end where it calls a "free" of the test.
	cat >own.bench <<'EOF'
[own]
preamble =
    #include <stdlib.h>
    void free(void *p) { abort(); }
code = void *p = malloc(16); BLACK_BOX(p); free(p);
EOF
	grind own --benchfile=own.bench -- gcc=put
	failed own "active/long loop: killed by SIGABRT; compilers assume that its 'free' is the C library's: try -fno-builtin"

	# A thread that ends in the C library, where no line of the benchfile is.
	cat >elsewhere.bench <<'END'
[thread]
preamble =
	#include <pthread.h>
	#include <stdlib.h>
code =
	pthread_t t;
	pthread_create(&t, NULL, (void *(*)(void *))abort, NULL);
	pthread_join(t, NULL);
END
	grind elsewhere --benchfile=elsewhere.bench -- gcc=put
	failed thread 'active/long loop: killed by SIGABRT$'
fi

done_testing
