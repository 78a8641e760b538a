/* Processes that are timed, and the samples that cells get. */

#include <inttypes.h>

#include "measure/again/time_stage.h"
#include "played.h"

static uint64_t now;     /* of the clock */
static struct text seen; /* what the first processes were told */
static unsigned count, most_seen;

/* A process whose loops take 10 and 30 ns, or 110 and 230 if they are active. The word is the
   fault that it reports; "w" that it writes to standard error, "e" that it ends without times,
   "b" that its clock is another one, which began earlier. */
static void
play_timed(struct job *job, const char *does)
{
	OWNED char *path = text_print("%s/work", job->command.cwd);
	FREED_BY(text_free) struct text t = TEXT_EMPTY;
	struct cgbench_times times = {.tick = 20 + count, .fixed = 40 + count, .count = 50};
	unsigned long task = 0, iterations = 0;
	int active = 1;

	if (!file_read(path, &t))
		abort();
	if (!t.n) /* a command: timer, once, iterations, status, and its words */
		for (size_t i = 1; i < job->command.argv.n; i++)
			text_addf(&t, "%s ", i == 4 ? "@" : job->command.argv.v[i]);
	if (sscanf(t.s, job->command.argv.n > 1 ? "%lu %*s" : "%lu %d %lu", &task, &active, &iterations) < 1)
		abort();
	if (job->command.argv.n > 1)
		iterations = strtoul(job->command.argv.v[2], NULL, 10);
	if (count++ < most_seen)
		text_addf(&seen, "%.*s|", (int)t.n - 1, t.s);
	now = *does == 'b' ? 100 : now + 600;
	times.began = now;
	now += 400;
	times.ended = now;
	times.count = iterations ? iterations : 50;
	times.ns[0] = active ? 110 : 10;
	times.ns[1] = active ? 230 : 30;
	times.fault = *does >= '1' && *does <= '9' ? (uint64_t)(*does - '0') : 0;
	times.status = times.fault == CGBENCH_ENDED ? W_EXITCODE(does[1] == 'x' ? 3 : 0, 0) : 2;
	job->outcome.output = memory_copy(*does == 'w' ? "oh" : "");
	job->outcome.status = *does == 'k' ? SIGKILL : 0;
	if (*does != 'e' && *does != 'k')
		text_add_n(&job->replies, (const char *)&times, sizeof times);
}

/* Times two puts, of which a run has counted the cells that are marked, and shows how many
   processes that took and, as "CELL:SAMPLES*ITERATIONS@STEP/TIMES", what each cell got, with
   iterations and the last times if they are not the usual ones. */
static void
times(const char *language, double seconds, bool counted, const char *as_planned, const char *want, const char *said)
{
	static const size_t rows[] = {0, 0, 0, 0, 1, 1, 1, 1};
	struct results before = {0};
	struct time_stage clocking = {.seconds = seconds, .usual = 5e-6};
	FREED_BY(text_free) struct text t = TEXT_EMPTY;
	OWNED char *iterations = NULL;

	played_make(language, 2, 8);
	before.tests.n = 2;
	before.puts.n = 2;
	before.cells = memory_array(4, sizeof *before.cells);
	for (size_t i = 0; i < 4; i++)
		before.cells[i].measured = counted || i % 2;
	results.tests.v[4].seconds = 3e-6;
	time_stage_begin(&clocking, &results, &before, rows);
	config.clocking = &clocking;
	count = 0;
	slice = sizeof(struct cgbench_times);
	snprintf(plan, sizeof plan, "%s", as_planned);
	measure_run(&results, &targets, &config);
	time_stage_end(&clocking);
	text_addf(&t, "%u:", count);
	for (size_t i = 0; i < 16; i++) {
		struct times *got = results.cells[i].times;
		const struct time_sample *last = got && got->n ? &got->v[got->n - 1] : NULL;

		if (last)
			text_addf(&t,
			    " %zu:%zu*%" PRIu64 ",%" PRIu64 "@%" PRIu64 "/%" PRIu64 "-%" PRIu64 "-%" PRIu64 "-%" PRIu64,
			    i, got->n, got->iterations[0], got->iterations[1], got->tick, last->ns[0][0],
			    last->ns[0][1], last->ns[1][0], last->ns[1][1]);
		else if (got)
			text_addf(&t, " %zu:none", i);
	}
	iterations = text_replace(t.s, "*50,50", "");
	is_freed(text_replace(iterations, "/10-30-110-230", ""), want, as_planned);
	is(played_said(), said, as_planned);
	free(before.cells);
	played_free();
}

#define NONE(why) "cgbench: --time: no times of " why "\n"

int
main(void)
{
	played_begin();
	play_time = play_timed;
	most_seen = 6;
	times("c", 0, true, "", "72: 0:8@25 1:8@24 8:8@61 9:8@60", "");
	most_seen = 0;
	times("c", 3e-5, true, "", "124: 0:15@25 1:15@24 8:14@89 9:14@88", "");
	times("c", 2e-5, false, "", "42: 1:10@22 9:9@44", "");
	most_seen = 2;
	times("command", 0, true, "",
	    "36: 0:8*1,50@22/0-0-110-230 1:8*1,50@23/0-0-110-230 8:8*1,50@40/0-0-110-230 9:8*1,50@41/0-0-110-230", "");
	most_seen = 0;
	times("c", 0, true, "P1", "1:", "cgbench: --time: the clock stands still: there are no times\n");
	times("c", 0, true, "P P P P P P2", "6:", "cgbench: --time: the clock went back: there are no times\n");
	times("c", 0, true, "P3", "55: 1:8@23 8:8@44 9:8@43",
	    NONE("'t0' on 'a': left its loop early (by break, return or goto)"));
	times("c", 0, true, "P4 P5", "38: 8:8@27 9:8@26",
	    NONE("'t0' on 'a': twice as many iterations take no longer") NONE("'t0' on 'b': exited with status 0"));
	times("c", 0, true, "P5x P6", "38: 8:8@27 9:8@26",
	    NONE("'t0' on 'a': exited with status 3")
	        NONE("'t0' on 'b': cannot be started: No such file or directory"));
	times("c", 0, true, "P7 P8", "38: 8:8@27 9:8@26",
	    NONE("'t0' on 'a': starts threads before it reads its input, so it cannot be "
	         "forked") NONE("'t0' on 'b': replied something other than a time"));
	times("c", 0, true, "P P P P P P P P P P7 Pw", "47: 8:8@36 9:8@35",
	    NONE("'t0' on 'a': starts threads before it reads its input, so it cannot be "
	         "forked") NONE("'t0' on 'b': wrote to standard error"));
	times("c", 0, true, "Pe Pk", "38: 8:8@27 9:8@26",
	    NONE("'t0' on 'a': ended early with status 0, as if by exit(0)") NONE("'t0' on 'b': killed by SIGKILL"));
	times("c", 0, true, "P3 P3 P3 P3", "4:",
	    NONE("'t0' on 'a': left its loop early (by break, return or goto)")
	        NONE("'t0' on 'b': left its loop early (by break, return or goto)")
	            NONE("'t4' on 'a': left its loop early (by break, return or goto)")
	                NONE("'t4' on 'b': left its loop early (by break, return or goto)"));
	times("c", 3e-5, true, "P Pb P Pb", "124: 0:15@25 1:15@24 8:14@89 9:14@88", "");
	times("c", 0, true, "C0", "54: 1:8@22 8:8@43 9:8@42", "");
	times("shell", 0, true, "", "0:", "");
	is(seen.s, "0 0 0 0 0|0 1 0 0 0|0 1 0 0 0|0 0 0 0 0|1 0 50 2512 1584|1 1 50 2512 1584|0 0 0 @ x|0 0 0 @ x|",
	    "what the first processes are told");
	text_free(&seen);
	return played_end();
}
