/* Sessions that find profiles, and reasons why cells have none. */

#include "played.h"

/* Processes without a server. */
#define COUNTED "M0al M1al M2al M0es M0el M0as M1es M1el M1as M2es M2el M2as"
#define PROFILED " Mp0es Mp0el Mp0as Mp0al Mp1es Mp1el Mp1as Mp1al Mp2es Mp2el Mp2as Mp2al"

static void
profiles(const char *engine, const char *language, const char *as_planned, const char *jobs, const char *cells)
{
	OWNED char *name = text_print("%s, %s: %s", language, engine, as_planned);

	played_make(language, 1, 3);
	played_engine(engine);
	config.profiles = true;
	valgrind.version = (char *)"3.19.0";
	played_is(name, as_planned, jobs, cells, "");
	played_free();
}

#define FORK "fork", "shell"
#define UNDER "7: under callgrind: "

int
main(void)
{
	played_begin();
	profiles(FORK, "", "T M012 Mp012", "7 profiled *3");
	profiles("exec", "shell", "", "T " COUNTED PROFILED, "7 profiled *3");
	profiles("fork", "c", "", "T C C C L M012 Mp012", "7 profiled *3");
	profiles("exec", "command", "", "M M M M M M M M M M M M", "7 profiled *3");
	profiles(
	    "exec", "command", "M M M M M M Mk", "M M M M M M M M M M M M", UNDER "killed by SIGSEGV, 7 profiled *2");
	profiles("step", "c", "", "T C C C L " COUNTED, "7: --engine=step takes no profile *3");
	profiles(FORK, "Mx", "T M012 Mp12", "active/long loop: exited with status 3, 7 profiled *2");
	profiles(FORK, "M....t", "T M012 M1 Mp02 M1 M1 M1 M1 Mp1", "7 profiled *3");
	profiles(FORK, "M....!", "T M012 M12 Mp0 Mp12", "7 profiled *3");
	profiles(FORK, "M Mx", "T M012 Mp012", UNDER "exited with status 3, 7 profiled *2");
	profiles(FORK, "M M.q", "T M012 Mp012", UNDER "ended early with status 0, as if by exit(0), 7 profiled *2");
	profiles(FORK, "M M....c", "T M012 Mp012", "7 profiled, 7: callgrind wrote no counts, 7 profiled");
	profiles(FORK, "M M!", "T M012 Mp012", UNDER "killed by SIGKILL *3");
	profiles(FORK, "M M.!", "T M012 Mp012 Mp12", UNDER "killed by SIGKILL, 7 profiled *2");
	profiles(FORK, "M M......! M.!", "T M012 Mp012 Mp2", "7 profiled, 7: under callgrind: killed by SIGKILL *2");
	profiles(FORK, "M MS", "T M012 Mp012", UNDER "valgrind: x: Operation not permitted *3");
	profiles(FORK, "M MZ", "T M012 Mp012", UNDER "ended early *3");
	profiles(FORK, "M Ms", "T M012 M", UNDER "cannot run it *3");
	profiles(FORK, "M M3", "T M012 Mp012", "7: callgrind counted 10 Ir, cachegrind 7, 7 profiled *2");
	profiles("exec", "shell", "M M M M M M M M M M M M MS", "T " COUNTED PROFILED,
	    UNDER "valgrind: x: Operation not permitted, 7 profiled *2");
	profiles("exec", "shell", "M M M M M M M M M M M M Mx", "T " COUNTED PROFILED,
	    UNDER "exited with status 3, 7 profiled *2");
	profiles("fork", "c", "MT", "T C C C L M012",
	    "active/long loop: starts threads before it reads its input, so it cannot be fo *3");
	return played_end();
}
