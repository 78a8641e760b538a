#!/bin/sh
# Whatever a snippet does to its process and its reports, in both engines its cell fails clearly or
# has the right count, and other tests are not affected.
. "$(dirname "$0")/../tap.sh"
. "$here/cells.sh"

# The good tests are between the others, and count the same as alone. The desc of another test is how it ends, if it is
# not measured: a message, or "threads" and the count, unless the runs differ.
cat >evil.bench <<'EOB'
preamble =
    #include <errno.h>
    #include <fcntl.h>
    #include <pthread.h>
    #include <sched.h>
    #include <signal.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/mman.h>
    #include <sys/resource.h>
    #include <sys/stat.h>
    #include <sys/wait.h>
    #include <time.h>
    #include <unistd.h>

    #define CHECK(x) do { if (!(x)) abort(); } while (0)

[good::one]
setup = char s[100] = "some words";
code = BLACK_BOX(strlen(BLACK_BOX(s)));

[replies::forged]
# A reply like the server's, to every descriptor.
setup =
    int reply[4] = {0, getpid(), 1, 0};
    for (int fd = 252; fd < 255; fd++)
        CHECK(write(fd, reply, sizeof reply) < 0 && errno == EBADF);
code = BLACK_BOX(1);

[replies::occupied]
# Its own descriptors with those numbers belong to it alone.
setup =
    for (int fd = 252; fd < 255; fd++) {
        CHECK(dup2(1, fd) == fd);
        CHECK(write(fd, "forged", 6) == 6);
    }
code = BLACK_BOX(1);

[replies::end]
desc = wrote to descriptor 255
setup = if (write(255, "end", 3) != 3) abort();
code = BLACK_BOX(1);

[good::two]
code = char *p = malloc(300); BLACK_BOX(p); free(p);

[descriptors::all]
setup = int n = 0; while (open("/dev/null", O_RDONLY) >= 0) n++; CHECK(n > 100);
code = BLACK_BOX(1);

[descriptors::closed]
# Even the descriptor of standard error.
code = close(0); close(1); close(2);

[descriptors::range]
desc = ended early with status 0.* or closed descriptor 255
preamble = int close_range(unsigned first, unsigned last, int flags);
setup = CHECK(close_range(3, ~0u, 0) == 0);
code = BLACK_BOX(1);

[stdin::moved]
setup = CHECK(lseek(0, 0, SEEK_SET) == 0); char c; CHECK(read(0, &c, 1) == 1);
code = lseek(0, 1, SEEK_SET); lseek(0, 0, SEEK_END);

[stdin::replaced]
setup = close(0); CHECK(open("/dev/null", O_RDONLY) == 0);
code = char c; CHECK(read(0, &c, 1) == 0);

[exit::exec]
desc = ended early with status 0
setup = char *argv[] = {"true", NULL}; execv("/bin/true", argv);
code = BLACK_BOX(1);

[exit::thread]
desc = exited with status 5$
preamble = static void *leave(void *p) { (void)p; _exit(5); }
setup = pthread_t t; CHECK(!pthread_create(&t, NULL, leave, NULL)); pthread_join(t, NULL);
code = BLACK_BOX(1);

[exit::main-thread]
desc = ended early with status 0
code = pthread_exit(NULL);

[crash::stack]
desc = killed by SIGSEGV at evil.bench:[0-9]+$
preamble = static int deep(volatile int *p) { volatile int a[999]; a[0] = *p; return deep(a) + a[0]; }
setup = volatile int zero = 0;
code = BLACK_BOX(deep(&zero));

[crash::thread]
desc = killed by SIGABRT at evil.bench:[0-9]+$
preamble = static void *crash(void *p) { abort(); return p; }
setup = pthread_t t; CHECK(!pthread_create(&t, NULL, crash, NULL)); pthread_join(t, NULL);
code = BLACK_BOX(1);

[signal::group]
desc = killed by SIGTERM$
code = kill(0, SIGTERM);

[signal::group-ignored]
setup = signal(SIGTERM, SIG_IGN);
code = kill(0, SIGTERM);

[signal::self]
desc = killed by SIGKILL$
code = kill(getpid(), SIGKILL);

[signal::alarm]
desc = killed by SIGALRM$
setup = alarm(1);
code = pause();

[signal::all-ignored]
setup =
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    for (int i = 1; i < 65; i++)
        signal(i, SIG_IGN);
code = BLACK_BOX(1);

[signal::children-ignored]
desc = starts processes, whose work would not be counted
setup = signal(SIGCHLD, SIG_IGN);
code = if (!fork()) _exit(0); while (wait(NULL) > 0) ;

[good::three]
code = BLACK_BOX(getenv("HOME"));

[group::session]
# It leads a process group, so it cannot start a session.
setup = CHECK(setsid() < 0 && errno == EPERM);
code = CHECK(setpgid(0, 0) == 0);

[threads::many]
desc = threads 1\.0
preamble =
    static pthread_barrier_t barrier;
    static void *meet(void *p) { pthread_barrier_wait(&barrier); return p; }
setup =
    pthread_t t[20];
    pthread_barrier_init(&barrier, NULL, 21);
    for (int i = 0; i < 20; i++)
        CHECK(!pthread_create(&t[i], NULL, meet, NULL));
    pthread_barrier_wait(&barrier);
    for (int i = 0; i < 20; i++)
        pthread_join(t[i], NULL);
code = BLACK_BOX(1);

[threads::work]
desc = threads 80[0-9]{4}\.[0-9]
# Two threads run some 400,000 instructions each.
preamble =
    static void *work(void *p)
    {
        long n = 200000;
        __asm__ volatile("1: dec %0\n jnz 1b" : "+r"(n));
        return p;
    }
code =
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        CHECK(!pthread_create(&t[i], NULL, work, NULL));
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);

[threads::race]
desc = counts of its threads differ between runs: Ir 
# It counts how long another thread takes, in time.
preamble =
    static volatile int done;
    static void *nap(void *p) { usleep(30000); done = 1; return p; }
setup = struct timespec time; pthread_t t;
code =
    done = 0;
    CHECK(!pthread_create(&t, NULL, nap, NULL));
    while (!done) {
        clock_gettime(CLOCK_MONOTONIC, &time);
        for (int i = time.tv_nsec % 100000; i; i--)
            BLACK_BOX(i);
        sched_yield();
    }
    pthread_join(t, NULL);

[threads::fork]
desc = threads 1\.0
preamble =
    static void *start(void *p)
    {
        int status;
        if (!fork())
            _exit(0);
        return wait(&status) > 0 ? p : NULL;
    }
setup =
    pthread_t t;
    void *p;
    CHECK(!pthread_create(&t, NULL, start, &t));
    CHECK(!pthread_join(t, &p) && p == &t);
code = BLACK_BOX(1);

[threads::left]
desc = threads 1\.0
preamble = static void *stay(void *p) { for (;;) pause(); return p; }
setup = pthread_t t; CHECK(!pthread_create(&t, NULL, stay, NULL)); pthread_detach(t);
code = BLACK_BOX(1);

[threads::of-a-child]
desc = threads 1\.0
preamble = static void *nothing(void *p) { return p; }
setup =
    int status;
    if (!fork()) {
        pthread_t t;
        if (pthread_create(&t, NULL, nothing, NULL)) _exit(1);
        pthread_join(t, NULL);
        _exit(0);
    }
    CHECK(wait(&status) > 0 && !status);
code = BLACK_BOX(1);

# Thread-local data gives them separate programs, whose constructors run in the server.
[constructor::joined]
desc = threads [23]\.0
preamble =
    __thread int own;
    static void *nothing(void *p) { return p; }
    static void __attribute__((constructor))
    first(void)
    {
        pthread_t t;
        CHECK(!pthread_create(&t, NULL, nothing, NULL));
        CHECK(!pthread_join(t, NULL));
    }
code = BLACK_BOX(own++);

[constructor::stays]
desc = starts threads before it reads its input
preamble =
    __thread int own;
    static void *stay(void *p) { for (;;) pause(); return p; }
    static void __attribute__((constructor))
    first(void)
    {
        pthread_t t;
        CHECK(!pthread_create(&t, NULL, stay, NULL));
    }
code = BLACK_BOX(own++);

[children::both]
# Two processes reach the end of the loop; this one is the first.
setup = CHECK(fork() >= 0);
code = BLACK_BOX(1);

[children::instead]
desc = ended early with status 0
# Its child reaches the end of the loop.
setup = if (fork()) { wait(NULL); _exit(0); }
code = BLACK_BOX(1);

[children::daemon]
desc = ended early with status 0
setup = if (fork()) _exit(0); setsid();
code = BLACK_BOX(1);

[children::vfork]
desc = starts processes, whose work would not be counted
code = pid_t pid = vfork(); if (!pid) _exit(0); CHECK(waitpid(pid, NULL, 0) == pid);

[children::system]
setup = if (system("true")) abort();
code = BLACK_BOX(1);

[children::crash]
setup = int status; if (!fork()) abort(); CHECK(wait(&status) > 0 && WIFSIGNALED(status));
code = BLACK_BOX(1);

[children::outlive]
# It continues after its parent ended, in a group of its own, and writes to inherited descriptors.
setup =
    if (!fork()) {
        setpgid(0, 0);
        for (;;) if (write(1, "x", 1) < 0) _exit(0);
    }
code = BLACK_BOX(1);

[limits::none]
setup = struct rlimit none = {0, 0}; setrlimit(RLIMIT_NOFILE, &none); setrlimit(RLIMIT_AS, &none);
code = BLACK_BOX(1);

[limits::file]
desc = killed by SIGXFSZ$
setup = struct rlimit none = {0, 0}; setrlimit(RLIMIT_FSIZE, &none);
code = BLACK_BOX(1);

[limits::file-ignored]
desc = ended early with status 0
setup = struct rlimit none = {0, 0}; setrlimit(RLIMIT_FSIZE, &none); signal(SIGXFSZ, SIG_IGN);
code = BLACK_BOX(1);

[files::removed]
desc = ended early with status 0
setup =
    char s[200];
    unlink("end");
    unlink("stderr");
    unlink("work");
    CHECK(getcwd(s, sizeof s) && !rmdir(s));
code = BLACK_BOX(1);

[memory::unmapped]
desc = killed by SIG
# Its own stack.
setup = munmap((char *)((unsigned long)__builtin_frame_address(0) & ~4095ul) - 65536, 1 << 18);
code = BLACK_BOX(1);

[good::four]
setup = char s[100] = "some words";
code = BLACK_BOX(strlen(BLACK_BOX(s)));
EOB

# threaded TEST ERE: the count matches, or the message says that the runs differ.
threaded() {
	if printf '%s\n' "$saved" | grep -Eq "^$1 +FAIL\$"; then
		failed "$1" "$stage counts of its threads differ between runs: Ir -?[0-9.]+, "
	else
		like "$saved" "^$1( !)? +($2)\$" "${engine:+$engine: }$1: the count is right"
	fi
}

stage='active/long loop:'
awk '
	/^\[/ { name = substr($0, 2, length($0) - 2); names[++n] = name; how[name] = "measured" }
	/^desc = / { how[name] = substr($0, 8) }
	END { for (i = 1; i <= n; i++) if (names[i] !~ /^good/) print names[i], how[names[i]] }' evil.bench >ends
{
	echo good
	cut -d' ' -f1 ends | in_turn 8
} | paste -sd'|' - >chosen
for engine in exec fork; do
	grind $engine -j2 --engine=$engine --benchfile=evil.bench --tests="/^($(cat chosen))/" -- gcc=put -static
	is "$status" 128 "$engine: status"
	measured good::one good::two good::three good::four
	grep -Ex "($(cat chosen)) .*" ends >now
	while read -r test how; do
		case $engine:$how in
		exec:*'starts threads'*) ;;
		*:measured) measured "$test" ;;
		*:threads*) threaded "$test" "${how#threads }" ;;
		*:*) failed "$test" "$stage $how" ;;
		esac
	done <now
	nothing_left "$engine"
done
engine=
grind good --benchfile=evil.bench --tests='/^good/' -- gcc=put -static
is "$status $err" "0 " "the good ones alone"
equal good fork 4 "the good ones count the same among the others"
# The host's scheduler decides the order of threads.
"$here/difference" exec.json fork.json | grep -Ev '^(threads|constructor)::' >differences
is "$(sed '$d' differences)" "" "both engines measure the same"

# A stopped process is killed after five times its timeout.
cat >hang.bench <<'EOB'
preamble =
    #include <pthread.h>
    #include <signal.h>
    #include <stdlib.h>
    #include <sys/ptrace.h>
    #include <unistd.h>

[good::first]
code = BLACK_BOX(1);

[stop::self]
code = raise(SIGSTOP);

[stop::traced]
# Its parent traces it and receives each of its signals.
setup = signal(SIGUSR1, SIG_IGN); ptrace(PTRACE_TRACEME, 0, 0, 0); raise(SIGUSR1);
code = pause();

[hang::thread]
preamble = static void *loop(void *p) { for (;;) pause(); return p; }
setup = pthread_t t; if (pthread_create(&t, NULL, loop, NULL)) abort(); pthread_join(t, NULL);
code = BLACK_BOX(1);

[good::last]
code = BLACK_BOX(1);
EOB
limit=$(seconds 1)
slept=$((5 * limit))
for engine in $(printf 'exec\nfork\n' | in_turn 1); do
	grind hang -j4 --timeout="$limit" --engine="$engine" --benchfile=hang.bench -- gcc=put -static
	failed stop::self "$stage not done after $slept seconds"
	# A guard that answers for it does not see the stop.
	failed stop::traced "$stage (killed by SIGKILL|not done after $slept seconds)"
	failed hang::thread "$stage not done after $slept seconds"
	measured good::first good::last
	nothing_left "$engine: a test that stops"
done

# An interpreter.
cat >perl.bench <<'EOB'
language = perl

[good::first]
setup = my $x = 2;
code = $x = $x + 2;

[exit::three]
code = exit 3;

[exit::exec]
code = exec "true";

[die]
code = die "last words\n";

[fork::code]
code = my $pid = fork; exit 0 if !$pid; waitpid $pid, 0;

[fork::both]
setup = fork;
code = $x = 1;

[fork::instead]
setup = if (fork) { wait; exit 0 }
code = $x = 1;

[stdin::closed]
setup = close STDIN;
code = $x = 1;

[stdin::read]
setup = my @lines = <STDIN>; die if @lines;
code = $x = 1;

[signal::ignored]
setup = $SIG{$_} = "IGNORE" for keys %SIG;
code = $x = 1;

[parent::killed]
code = kill KILL => getppid;

[good::last]
setup = my $x = 2;
code = $x = $x + 2;
EOB
# An interpreter whose script reports its own end, but in another process.
cat >children.bench <<'EOB'
language = python

[children::instead]
setup =
    import os
    if os.fork(): os.wait(); os._exit(0)
code = x = 1

[children::later]
setup = import os
code = if os.fork(): os.wait(); os._exit(0)
EOB
# One that loads a library, which starts a thread, before it reads the script.
cat >stays.c <<'EOB'
#include <pthread.h>
#include <unistd.h>

static void *stay(void *p) { for (;;) pause(); return p; }

static void __attribute__((constructor))
first(void)
{
	pthread_t t;
	pthread_create(&t, NULL, stay, NULL);
}

int luaopen_stays(void *state) { (void)state; return 0; }
EOB

for interpreter in $(printf 'python\nperl\nlua\n' | in_turn 1); do
	engine=$interpreter
	program=$interpreter
	# python3 may be a wrapper script.
	[ "$interpreter" != python ] || program=$(python3 -c 'import sys; print(sys.executable)' 2>/dev/null)
	if ! command -v "${program:-none}" >found; then
		skip "tests of $interpreter" 'it is not installed'
		continue
	fi
	case $interpreter in
	python)
		grind children --benchfile=children.bench -- "$program=put" -S
		failed children::instead "$stage ended before its loop with status 0"
		failed children::later "$stage left its loop early"
		nothing_left python
		;;
	perl)
		grind perl --benchfile=perl.bench -- perl=put
		failed exit::three "$stage exited with status 3\$"
		failed exit::exec "$stage (ended early|cachegrind wrote no counts)"
		failed die 'last words$'
		like "$err" "^    $stage exited with status [1-9]" 'perl: die: the message ends with the status'
		failed fork::instead "$stage ended before its loop with status 0"
		failed parent::killed "$stage its server ended twice: killed by SIGKILL\$"
		measured good::first good::last fork::code fork::both stdin::closed stdin::read signal::ignored
		nothing_left perl
		grind perl-good --benchfile=perl.bench --tests='/^good/' -- perl=put
		equal perl perl-good 2 "perl: the good ones count the same among the others"
		printf 'language = perl\n[hangs]\ncode = sleep;\n[good]\ncode = 1;\n' >hang.bench
		grind hang --timeout="$limit" --benchfile=hang.bench -- perl=put
		failed hangs "rehearsal: not done after $slept seconds"
		measured good
		;;
	lua)
		gcc -shared -fPIC -o stays.so stays.c
		printf 'language = lua\n[sum]\ncode = local x = 0; for i = 1, 3000 do x = x + i end\n' >lua.bench
		grind threaded --benchfile=lua.bench --jitter=1 -- lua=put --args='-l stays' \
			--env="LUA_CPATH=$work/?.so"
		is "$status:$err" "0:cgbench: put starts threads before its first test, so it cannot be forked: \
measuring it with --engine=exec" 'an interpreter that starts threads is measured by exec, which is said once for two layouts'
		measured sum
		# shellcheck disable=SC2016
		is "$(json threaded.json '$f->{cgbench}{fingerprints}[0]{engine}')" exec \
			"the engine of an interpreter that starts threads is saved"
		nothing_left lua
		;;
	esac
done

done_testing
