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
		ok(schedule_share(rows[i].cells, rows[i].tests, rows[i].last, rows[i].jobs) ==
		        rows[i].want,
		    "%zu of %zu cells, %zu jobs, last: %d", rows[i].tests, rows[i].cells,
		    rows[i].jobs, rows[i].last);
	played_make("shell", 3, 18);
	config.jobs = 2;
	played_is("the shares", "",
	    "T T T M01234567891011121314151617 M01234567891011121314151617 "
	    "M0123456789101112131415 M1617",
	    "7 *54", "");
	played_free();
}

static const struct scene scenes[] = {
    {"fork", "shell", 1, NULL, NULL, "", "T M01", "7 *2", ""},
    {"fork", "shell", 1, NULL, NULL, "M.x", "T M01", "empty/long loop: exited with status 3, 7",
        ""},
    {"fork", "shell", 1, NULL, NULL, "M....x", "T M01",
        "7, active/long loop: exited with status 3", ""},
    {"fork", "shell", 1, NULL, NULL, "M...q", "T M01",
        "empty/short loop: ended early with status 0, as if by exit(0), or "
        "closed descr, 7",
        ""},
    {"fork", "shell", 1, NULL, NULL, "Mq.x", "T M01",
        "active/long loop: ended early with status 0, as if by exit(0), or "
        "closed descr, 7",
        ""},
    {"fork", "shell", 1, NULL, NULL, "M! M.....!", "T M01",
        "active/long loop: killed by SIGKILL *2", ""},
    {"fork", "shell", 1, NULL, NULL, "M.! M.!", "T M01 M01 M1",
        "active/long loop: its server ended twice: killed by SIGKILL, 7", ""},
    {"fork", "shell", 1, NULL, NULL, "M.! M!", "T M01 M01 M1",
        "active/long loop: its server ended twice: killed by SIGKILL, 7", ""},
    {"fork", "shell", 1, NULL, NULL, "M.! M....! M!", "T M01 M01 M1",
        "7, active/long loop: its server ended twice: killed by SIGKILL", ""},
    {"fork", "shell", 1, NULL, NULL, "M.! M....! M.!", "T M01 M01 M1",
        "7, active/long loop: its server ended twice: killed by SIGKILL", ""},
    {"fork", "shell", 1, NULL, NULL, "M....! M.!", "T M01 M1",
        "7, active/long loop: its server ended twice: killed by SIGKILL", ""},
    {"fork", "shell", 1, NULL, NULL, "MT", "T M01 M0al M1al M0es M0el M0as M1es M1el M1as",
        "7 *2",
        "cgbench: a starts threads before its first test and cannot be forked: "
        "it is measured by the engine exec\n"},
    {"fork", "c", 1, NULL, NULL, "MT", "T C C L M01",
        "active/long loop: starts threads before it reads its work, and cannot "
        "be forke *2",
        ""},
    {"fork", "shell", 1, NULL, NULL, "MN", "T M01",
        "active/long loop: could not fork: too many processes, or no memory *2", ""},
    {"fork", "shell", 1, NULL, NULL, "MS", "T M01",
        "active/long loop: valgrind may run no program there: set TMPDIR to a "
        "directory *2",
        ""},
    {"fork", "shell", 1, NULL, NULL, "Ms", "T M", "active/long loop: cannot run it *2", ""},
    /* Tests with threads. */
    {"fork", "shell", 1, NULL, NULL, "Mt", "T M01 M0 M0 M0 M0 M0", "7 *2", ""},
    {"fork", "shell", 1, NULL, NULL, "M....t", "T M01 M1 M1 M1 M1 M1", "7 *2", ""},
    {"fork", "shell", 1, NULL, NULL, "Mt MA9 MB MC MC MD", "T M01 M0 M0 M0 M0 M0", "1047, 7",
        ""},
    {"fork", "shell", 1, NULL, NULL, "Mt....t", "T M01 M01 M01 M01 M01 M01", "7 *2", ""},
    {"fork", "shell", 1, NULL, NULL, "M.t M! M!", "T M01 M0",
        "active/long loop: killed by SIGKILL, 7", ""},
    {"fork", "c", 1, NULL, NULL, "Mt.......! M!", "T C C L M01 M0",
        "active/long loop: killed by SIGKILL, 7", ""},
    {"fork", "shell", 1, NULL, NULL, "Mx.!", "T M01 M1",
        "active/long loop: exited with status 3, 7", ""},
    {"fork", "shell", 1, NULL, NULL, "Mx...! M!", "T M01 M1",
        "active/long loop: exited with status 3, active/long loop: its server "
        "ended twice: killed by SIGKILL",
        ""},
    {"exec", "shell", 1, NULL, NULL, "M M M Mt",
        "T M0al M1al M0es M0el M0as M1es M1el M1as M0el M0al M0es M0el M0as "
        "M0al M0es M0el M0as M0al M0es M0el M0as M0al M0es M0el M0as",
        "7 *2", ""},
    {"exec", "shell", 1, NULL, NULL, "Mt Mx",
        "T M0al M1al M0al M0es M0el M0as M0al M0es M0el M0as M0al M0es M0el "
        "M0as M0al M0es M0el M0as M0al M0es M0el M0as",
        "7, active/long loop: exited with status 3", ""},
    {"fork", "shell", 1, NULL, NULL, "Mt Mt", "T M01 M0",
        "active/long loop: exited with status 3, 7", ""},
    {"fork", "shell", 1, NULL, NULL, "Mt M5 M M1 M1 M", "T M01 M0 M0 M0 M0 M0",
        "active/long loop: counts of its threads differ between runs: Ir 12.0, "
        "7.0, 8.0, 7",
        ""},
    {"fork", "shell", 1, NULL, NULL, "Mt M M..4 M...5 M M", "T M01 M0 M0 M0 M0 M0",
        "active/long loop: counts of its threads differ between runs: Ir 7.0, "
        "3.0, 12.0, 7",
        ""},
    {"fork", "shell", 1, NULL, NULL, "Mt MB MA ME MC MD", "T M01 M0 M0 M0 M0 M0", "1047, 7",
        ""},
    {"fork", "shell", 1, NULL, NULL, "Mt MB..1 MA ME.3 MC MD.2", "T M01 M0 M0 M0 M0 M0",
        "1047, 7", ""},
    {"fork", "shell", 1, NULL, NULL, "Mt MA MA ME M MA", "T M01 M0 M0 M0 M0 M0",
        "active/long loop: counts of its threads differ between runs: Ir "
        "1007.0, 1007.0, 7",
        ""},
    {"exec", "shell", 1, NULL, NULL, "Mt",
        "T M0al M1al M0al M1es M1el M1as M0es M0el M0as M0al M0es M0el M0as "
        "M0al M0es M0el M0as M0al M0es M0el M0as M0al M0es M0el M0as",
        "7 *2", ""},
    {"exec", "shell", 1, NULL, NULL, "M Mt",
        "T M0al M1al M0es M0el M0as M1al M1es M1el M1as M1al M1es M1el M1as "
        "M1al M1es M1el M1as M1al M1es M1el M1as M1al M1es M1el M1as",
        "7 *2", ""},
    /* Valgrind does not know an instruction. */
    {"fork", "c", 1, NULL, NULL, "Mu", "T C C L M01 M0al M0es M0el M0as", "7 stepped, 7", ""},
    {"fork", "c", 1, NULL, NULL, "Mi", "T C C L M01 M0al M0es M0el M0as", "7 stepped, 7", ""},
    {"fork", "c", 1, NULL, NULL, "Mk....u", "T C C L M01 c M1al l M1es M1el M1as r",
        "active/long loop: killed by SIGSEGV, 7 stepped", ""},
    {"fork", "c", 1, NULL, NULL, "M.u", "T C C L M01 M0al M0es M0el M0as", "7 stepped, 7", ""},
    {"fork", "c", 1, NULL, NULL, "Mu....u",
        "T C C L M01 M0al M1al M0es M0el M0as M1es M1el M1as", "7 stepped *2", ""},
    {"fork", "c", 1, NULL, NULL, "Mi Mx", "T C C L M01 M0al",
        "active/long loop: exited with status 3, 7", ""},
    {"fork", "c", 1, NULL, NULL, "Mi Mi", "T C C L M01 M0al c l r",
        "active/long loop: executes an instruction that neither valgrind nor "
        "this proce, 7",
        ""},
    {"fork", "c", 1, NULL, NULL, "Mi Mk", "T C C L M01 M0al",
        "active/long loop: killed by SIGSEGV, 7", ""},
    {"exec", "c", 1, NULL, NULL, "Mu", "T C C L M0al M1al M0al M1es M1el M1as M0es M0el M0as",
        "7 stepped, 7", ""},
    {"fork", "shell", 1, NULL, NULL, "Mu", "T M01",
        "active/long loop: executes an instruction that valgrind does not know, 7", ""},
    {"exec", "shell", 1, NULL, NULL, "", "T M0al M1al M0es M0el M0as M1es M1el M1as", "7 *2",
        ""},
    {"exec", "shell", 1, NULL, NULL, "Mx", "T M0al M1al M1es M1el M1as",
        "active/long loop: exited with status 3, 7", ""},
    {"exec", "shell", 1, NULL, NULL, "M M M Mx", "T M0al M1al M0es M0el M0as M1es M1el M1as",
        "empty/long loop: exited with status 3, 7", ""},
    {"exec", "shell", 1, NULL, NULL, "MS", "T M0al M1al M1es M1el M1as",
        "active/long loop: valgrind may run no program there: set TMPDIR to a "
        "directory, 7",
        ""},
    {"exec", "shell", 1, NULL, NULL, "Ms", "T M M1al M1es M1el M1as",
        "active/long loop: cannot run it, 7", ""},
    /* A start may have read the clock. */
    {"exec", "shell", 1, NULL, NULL, "Mv",
        "T M0al M1al M0es M0el M0as M1es M1el M1as M0al M0es M0el M0as", "7 *2", ""},
    {"exec", "shell", 1, NULL, NULL, "Mv M Mv",
        "T M0al M1al M0es M0el M0as M1es M1el M1as M0al M0es M0el M0as", "7 *2", ""},
    {"exec", "shell", 1, NULL, NULL, "Mv M Mv M M M M M M M M M Mv M M M M M Mv",
        "T M0al M1al M0es M0el M0as M1es M1el M1as M0al M0es M0el M0as", "7 *2", ""},
    {"fork", "shell", 1, NULL, NULL, "Mv", "T M01", "7 vdso, 7", ""},
    {"exec", "command", 1, NULL, NULL, "", "M M M M", "7 *2", ""},
    {"exec", "command", 1, NULL, NULL, "Mx", "M M M",
        "active/long loop: exited with status 3, 7", ""},
    {"exec", "command", 1, NULL, NULL, "M MS", "M M M M", "7 *2", ""},
    {"step", "c", 1, NULL, NULL, "", "T C C L M0al M1al M0es M0el M0as M1es M1el M1as", "7 *2",
        ""},
    {"step", "c", 1, NULL, NULL, "Mk", "T C C L M0al M1al M1es M1el M1as",
        "active/long loop: killed by SIGSEGV, 7", ""},
};

int
main(void)
{
	played_begin();
	test_share();
	played_scenes(scenes, COUNTOF(scenes));
	return played_end();
}
