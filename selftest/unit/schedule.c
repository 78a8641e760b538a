/* The sessions that measure tests, in order, and what is measured again. */

#include "measure/schedule.h"
#include "played.h"

static void
test_share(void)
{
	static const struct {
		size_t cells, tests, jobs, want;
		bool last;
	} rows[] = {
	    {17, 17, 1, 17, true},   /* one job measures all */
	    {100, 100, 2, 50, true}, /* each job has a half */
	    {101, 101, 2, 51, true}, /* rounded up */
	    {200, 100, 2, 100, false},
	    {200, 100, 2, 100, true}, /* the last of two puts */
	    {201, 100, 2, 50, true},  /* of more: a server for each job */
	    {201, 100, 2, 101, false},
	    {40, 40, 3, 16, true}, /* no server for less */
	    {34, 34, 2, 17, true},
	};

	for (size_t i = 0; i < COUNTOF(rows); i++)
		ok(schedule_share(rows[i].cells, rows[i].tests, rows[i].last, rows[i].jobs) == rows[i].want,
		    "%zu of %zu cells, %zu jobs, last: %d", rows[i].tests, rows[i].cells, rows[i].jobs, rows[i].last);
	played_make("shell", 3, 18);
	config.jobs = 2;
	played_is("the shares", "",
	    "T T T M01234567891011121314151617 M01234567891011121314151617 M0123456789101112131415 M1617", "7 *54", "");
	played_free();
}

#define FORK PLAYED_ONE("fork", "shell")
#define FORK_C PLAYED_ONE("fork", "c")
#define EXEC PLAYED_ONE("exec", "shell")
#define COMMAND PLAYED_ONE("exec", "command")
#define STEP_C PLAYED_ONE("step", "c")
/* Processes without a server: those of both tests, and of one. */
#define BOTH "M0al M1al M0es M0el M0as M1es M1el M1as"
#define FIRST " M0al M0es M0el M0as"
#define SECOND " M1al M1es M1el M1as"
#define TWICE "active/long loop: its server ended twice: killed by SIGKILL"
#define DIFFER "active/long loop: counts of its threads differ between runs: Ir "

static const struct scene scenes[] = {
    {FORK, "", "T M01", "7 *2"},
    {FORK, "M.x", "T M01", "empty/long loop: exited with status 3, 7"},
    {FORK, "M....x", "T M01", "7, active/long loop: exited with status 3"},
    {FORK, "M...q", "T M01", "empty/short loop: ended early with status 0, as if by exit(0), or closed descr, 7"},
    {FORK, "Mq.x", "T M01", "active/long loop: ended early with status 0, as if by exit(0), or closed descr, 7"},
    {FORK, "M! M.....!", "T M01", "active/long loop: killed by SIGKILL *2"},
    {FORK, "M.! M.!", "T M01 M01 M1", TWICE ", 7"},
    {FORK, "M.! M!", "T M01 M01 M1", TWICE ", 7"},
    {FORK, "M.! M....! M!", "T M01 M01 M1", "7, " TWICE},
    {FORK, "M.! M....! M.!", "T M01 M01 M1", "7, " TWICE},
    {FORK, "M....! M.!", "T M01 M1", "7, " TWICE},
    {FORK, "MT", "T M01 " BOTH, "7 *2",
        "cgbench: a starts threads before its first test, so it cannot be forked: measuring it with --engine=exec\n"},
    {FORK_C, "MT", "T C C L M01", "active/long loop: starts threads before it reads its input, so it cannot be fo *2"},
    {FORK, "MN", "T M01", "active/long loop: could not fork: too many processes, or no memory *2"},
    {FORK, "MS", "T M01", "active/long loop: valgrind cannot run programs there: set TMPDIR to a director *2"},
    {FORK, "Ms", "T M", "active/long loop: cannot run it *2"},
    /* Tests with threads. */
    {FORK, "Mt", "T M01 M0 M0 M0 M0 M0", "7 *2"},
    {FORK, "M....t", "T M01 M1 M1 M1 M1 M1", "7 *2"},
    {FORK, "Mt MA9 MB MC MC MD", "T M01 M0 M0 M0 M0 M0", "1047, 7"},
    {FORK, "Mt....t", "T M01 M01 M01 M01 M01 M01", "7 *2"},
    {FORK, "M.t M! M!", "T M01 M0", "active/long loop: killed by SIGKILL, 7"},
    {FORK_C, "Mt.......! M!", "T C C L M01 M0", "active/long loop: killed by SIGKILL, 7"},
    {FORK, "Mx.!", "T M01 M1", "active/long loop: exited with status 3, 7"},
    {FORK, "Mx...! M!", "T M01 M1", "active/long loop: exited with status 3, " TWICE},
    {EXEC, "M M M Mt", "T " BOTH " M0el" FIRST FIRST FIRST FIRST, "7 *2"},
    {EXEC, "Mt Mx", "T M0al M1al" FIRST FIRST FIRST FIRST FIRST, "7, active/long loop: exited with status 3"},
    {FORK, "Mt Mt", "T M01 M0", "active/long loop: exited with status 3, 7"},
    {FORK, "Mt M5 M M1 M1 M", "T M01 M0 M0 M0 M0 M0", DIFFER "12.0, 7.0, 8.0, 7"},
    {FORK, "Mt M M..4 M...5 M M", "T M01 M0 M0 M0 M0 M0", DIFFER "7.0, 3.0, 12.0, 7"},
    {FORK, "Mt MB MA ME MC MD", "T M01 M0 M0 M0 M0 M0", "1047, 7"},
    {FORK, "Mt MB..1 MA ME.3 MC MD.2", "T M01 M0 M0 M0 M0 M0", "1047, 7"},
    {FORK, "Mt MA MA ME M MA", "T M01 M0 M0 M0 M0 M0", DIFFER "1007.0, 1007.0, 7"},
    {EXEC, "Mt", "T M0al M1al M0al M1es M1el M1as M0es M0el M0as" FIRST FIRST FIRST FIRST, "7 *2"},
    {EXEC, "M Mt", "T M0al M1al M0es M0el M0as" SECOND SECOND SECOND SECOND SECOND, "7 *2"},
    /* Valgrind does not know an instruction. */
    {FORK_C, "Mu", "T C C L M01" FIRST, "7 stepped, 7"},
    {FORK_C, "Mi", "T C C L M01" FIRST, "7 stepped, 7"},
    {FORK_C, "Mk....u", "T C C L M01 c M1al l M1es M1el M1as r", "active/long loop: killed by SIGSEGV, 7 stepped"},
    {FORK_C, "M.u", "T C C L M01" FIRST, "7 stepped, 7"},
    {FORK_C, "Mu....u", "T C C L M01 " BOTH, "7 stepped *2"},
    {FORK_C, "Mi Mx", "T C C L M01 M0al", "active/long loop: exited with status 3, 7"},
    {FORK_C, "Mi Mi", "T C C L M01 M0al c l r",
        "active/long loop: executes an instruction that neither valgrind nor this proce, 7"},
    {FORK_C, "Mi Mk", "T C C L M01 M0al", "active/long loop: killed by SIGSEGV, 7"},
    {"exec", "c", 1, NULL, NULL, "Mu", "T C C L M0al M1al M0al M1es M1el M1as M0es M0el M0as", "7 stepped, 7", ""},
    {FORK, "Mu", "T M01", "active/long loop: executes an instruction that valgrind does not know, 7"},
    {EXEC, "", "T " BOTH, "7 *2"},
    {EXEC, "Mx", "T M0al" SECOND, "active/long loop: exited with status 3, 7"},
    {EXEC, "M M M Mx", "T " BOTH, "empty/long loop: exited with status 3, 7"},
    {EXEC, "MS", "T M0al" SECOND, "active/long loop: valgrind cannot run programs there: set TMPDIR to a director, 7"},
    {EXEC, "Ms", "T M" SECOND, "active/long loop: cannot run it, 7"},
    /* A count that may depend on chance is measured again. */
    {EXEC, "Mn", "T " BOTH FIRST, "7 *2"},
    {EXEC, "Mn Mn", "T " BOTH " M0al M1al M0es M0el M0as M1es M1el M1as", "7 *2"},
    {FORK, "Mn", "T M01 M0", "7 *2"},
    {FORK, "Mn...n M2", "T M01 M01", "9 varying, 7"},
    {FORK, "M2n", "T M01 M0", "7 varying, 7"},
    {FORK, "Mnx", "T M01", "empty/long loop: exited with status 3, 7"},
    {FORK, "Mn Mx", "T M01 M0", "active/long loop: exited with status 3, 7"},
    {FORK, "M1", "T M01", "8, 7"},
    {FORK_C, "M1", "T C C L M01", "8, 7"},
    {COMMAND, "", "M M M M", "7 *2"},
    {COMMAND, "Mx", "M M M", "active/long loop: exited with status 3, 7"},
    {COMMAND, "M MS", "M M M M", "7 *2"},
    {STEP_C, "", "T C C L " BOTH, "7 *2"},
    {STEP_C, "Mk", "T C C L M0al" SECOND, "active/long loop: killed by SIGSEGV, 7"},
};

int
main(void)
{
	played_begin();
	test_share();
	played_scenes(scenes, COUNTOF(scenes));
	return played_end();
}
