/* Signs of valgrind's machine in cachegrind's out file and valgrind's log. */

#include "tap.h"
#include "model/deviation.h"

/* "VDSO FENV SIGNAL SYSCALL HEAP GROWTH" */
static void
shows(const struct deviations *found, const char *want, const char *name)
{
	struct text t = TEXT_EMPTY;

	for (enum deviation d = 0; d < DEVIATION_COUNT; d++)
		text_addf(&t, "%s%llu", d ? " " : "", (unsigned long long)found->of[d]);
	is_freed(text_take(&t), want, name);
}

static void
out_shows(const char *out, const char *want, const char *name)
{
	struct deviations found = {0};

	deviation_add_out(&found, out, strlen(out));
	shows(&found, want, name);
}

static void
log_shows(const char *log, const char *want, const char *name)
{
	struct deviations found = {0};

	deviation_add_log(&found, log);
	shows(&found, want, name);
}

#define HEAD "cmd: ./x\nevents: Ir Dr\nfl=a.c\n"
#define END "\nsummary: 100 0\n"

int
main(void)
{
	out_shows("", "0 0 0 0 0 0", "an empty file");
	out_shows(HEAD "fn=main\n1 7 0\n2 8 0" END, "0 0 0 0 0 0", "a function of the program");
	out_shows(HEAD "fn=main\n1 7 0\nfn=__clock_gettime@@GLIBC_2.17\n1 7 0\n20 50 0" END, "57 0 0 0 0 0",
	    "all lines of a function, by its name without a version");
	out_shows(HEAD "fn=clock_gettime\n1 7 0\nfl=b.c\nfn=time\n1 3 0" END, "10 0 0 0 0 0", "two functions");
	out_shows(HEAD "fn=clock_gettime_mine\n1 7 0\nfn=X::time\n1 3 0\nfn=timer\n1 2 0" END, "0 0 0 0 0 0",
	    "similar names");
	out_shows(
	    HEAD "fn=fesetround\n0 9 0\nfn=fegetround\n0 4 0\nfn=sigqueue\n0 5 0" END, "0 9 5 0 0 0", "of other kinds");
	out_shows(HEAD "fn=sbrk\n0 9 0\nfn=brk\n0 4 0" END, "0 0 0 0 0 13", "the heap's");
	out_shows(HEAD "fn=_dl_debug_state\n1 1 0\nfn=time\n1 4 0\nfn=gettimeofday\n1 4 0" END, "0 0 0 0 0 0",
	    "what chooses a function of a shared library");
	out_shows(HEAD "fn=_dl_debug_state\n1 1 0\nfn=time\n1 4 0\nfn=time_syscall\n1 5 0" END, "5 0 0 0 0 0",
	    "and the function");
	out_shows(HEAD "fn=_dl_debug_state\n1 1 0\nfn=sbrk\n1 4 0\nfn=getcpu\n1 5 0" END, "5 0 0 0 0 4",
	    "one that is not chosen so");
	out_shows(HEAD "fn=time", "0 0 0 0 0 0", "a file that is cut off");
	log_shows("", "0 0 0 0 0 0", "an empty log");
	log_shows("--1-- WARNING: unhandled amd64-linux syscall: 449\n--1-- You may be able\n"
	          "--1-- WARNING: unhandled amd64-linux syscall: 450\n",
	    "0 0 0 2 0 0", "system calls");
	log_shows("--1-- WARNING: unhandled amd64-linux syscall: 334\n"
	          "--1-- WARNING: unhandled amd64-linux syscall: 449\n",
	    "0 0 0 1 0 0", "but not that of every program");
	log_shows("==1== brk segment overflow in thread #1: can't grow to 0x4854000\n"
	          "==1== Cannot map memory to grow brk segment in thread #1 to 0x4854000\n",
	    "0 0 0 0 2 0", "a heap");
	ok(deviation_function("fesetround") && deviation_function("__fesetround") == deviation_function("fesetround"),
	    "a function by its name");
	ok(!deviation_function("fesetrounds") && !deviation_function(""), "none by another");
	return tap_done();
}
