#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/baseline.h"
#include "cli/grind.h"
#include "cli/plan.h"
#include "cli/select.h"
#include "compare/bisect.h"
#include "compare/check.h"
#include "compare/comparable.h"
#include "compare/ruling.h"
#include "measure/inspect.h"
#include "measure/jitter.h"
#include "measure/measure.h"
#include "measure/varying.h"
#include "model/derive.h"
#include "model/failures.h"
#include "process/cpu_count.h"
#include "report/format.h"
#include "report/report.h"
#include "report/summary.h"
#include "savefile/savefile.h"
#include "util/message.h"
#include "valgrind/guest_cpu.h"

static size_t
count_failures(const struct results *results)
{
	size_t n = 0, i;

	for (i = 0; i < results->tests.n * results->puts.n; i++)
		n += results->cells[i].failure != NULL;
	return n;
}

/* What answers with something else than numbers prints them only if they are asked for. */
static bool
is_printed(const struct options *o)
{
	return o->show || o->summary || (!o->write && !o->bisect && !o->check);
}

static bool
is_shown(const struct options *o)
{
	return is_printed(o) || o->formats.n;
}

/* The fields that somebody may look at. */
static field_set
needed_fields(const struct plan *plan, const struct options *o)
{
	field_set fields = 1u << FIELD_IR | (o->bisect ? 1u << o->bisect_field : 0);
	size_t i;

	if (o->write)
		return FIELD_ALL;
	if (is_shown(o))
		fields |= plan->view.fields;
	if (o->check)
		fields |= 1u << FIELD_COND; /* for VERDICT_REP */
	if (plan->view.sort_put != REPORT_NONE)
		fields |= 1u << plan->view.sort_field;
	for (i = 0; i < o->gates.n; i++)
		fields |= 1u << o->gates.v[i].field;
	return derive_needs(fields) & FIELD_ALL;
}

static void
note_old_cpu(void)
{
	enum guest_cpu cpu = guest_cpu_shown();

	if (cpu < CPU_AVX2)
		message_warn(
		    "this processor has no AVX2: programs see one with %s, for which the "
		    "C library has other functions, and some counts are not those of "
		    "newer hosts; with --cpu=%s both count the same",
		    guest_cpu_name(cpu), cpu < CPU_SSE42 ? "v1" : "v2");
}

/* Whether what was read and those puts can be compared. */
static void
compare(const struct plan *plan, const struct puts *now, const struct options *o)
{
	struct puts read = puts_beside(&plan->baseline.puts, &plan->results.puts);

	comparable_check(&read, now, o->force, o->verbose);
	free(read.v);
}

/* Adds the options' puts, measured, to the results of the plan. Returns how many cells failed,
   in whatever layout; *unknown: as hoist_find. */
static size_t
measure(struct plan *plan, struct options *o, size_t *unknown)
{
	struct results *results = &plan->results;
	struct results more = {.loops = {results->loops[0], results->loops[1]},
	    .tests = results->tests,
	    .puts = o->puts};
	struct valgrind valgrind = {0};
	struct config config = {
	    .valgrind = &valgrind,
	    .forks = !o->engine || !strcmp(o->engine, "fork"),
	    .jobs = o->jobs ? o->jobs : cpu_count_usable(),
	    .timeout = o->timeout,
	    .keep = o->keep,
	    .verbose = o->verbose,
	    .debug = o->debug,
	    .unfit = o->bisect ? STATUS_SKIP : STATUS_USAGE,
	};
	size_t failures;

	if (!o->cpu)
		note_old_cpu();
	valgrind_find(&valgrind, needed_fields(plan, o), o->host_cache, &o->grindargs);
	results_make_cells(&more);
	inspect(&more, &plan->targets, &config, &o->grindargs,
	    o->write || (o->baseline && o->gates.n));
	compare(plan, &more.puts, o);
	measure_run(&more, &plan->targets, &config);
	failures = count_failures(&more);
	if (o->check || o->verify)
		*unknown = varying_find(&more, &plan->targets, &config);
	if (o->jitter)
		failures += jitter_measure(&more, &plan->targets, &config, o->jitter);
	valgrind_free(&valgrind);
	o->puts = (struct puts){0};
	results_append(results, &more);
	return failures;
}

static void
show(struct plan *plan, const struct options *o)
{
	bool none = o->by_verdict && !select_verdicts(&plan->results, o->verdicts);

	if (none)
		message_warn("--verdict: there is no such test");
	format_results(&o->formats, &plan->results, &plan->view, none || !is_printed(o));
	if (!none && plan->results.puts.n > 1 && !plan->view.summary)
		summary_say(&plan->results, &plan->view);
}

/* Shows the results; gates judge all of them, whatever is shown. Returns the gates' status. */
static int
show_and_judge(struct plan *plan, const struct options *o)
{
	struct rulings rulings = {0};
	int status;

	if (o->gates.n) {
		rulings_make(&rulings, &plan->results, &o->gates, &plan->view, o->baseline);
		plan->view.rulings = &rulings;
	}
	if (is_shown(o))
		show(plan, o);
	plan->view.rulings = NULL;
	if (o->gates.n)
		rulings_say(&rulings);
	status = rulings_status(&rulings);
	rulings_free(&rulings);
	return status;
}

int
grind(struct options *o)
{
	struct plan plan;
	size_t unknown = 0;
	int status = STATUS_OK, judged;

	plan_make(&plan, o);
	if (o->write)
		savefile_check(o->write);
	if (!plan.targets.n)
		compare(&plan, &o->puts, o);
	else if (measure(&plan, o, &unknown) || unknown)
		status = STATUS_FAILURE;
	if (o->write)
		savefile_write(&plan.results, o->write);
	if (o->baseline)
		baseline_merge(&plan.baseline, o->baseline, &plan.results);
	failures_print(&plan.results);
	judged = show_and_judge(&plan, o);
	if (judged > status)
		status = judged;
	if (o->check)
		status = check_print(&plan.results, unknown, stdout);
	if (o->bisect)
		status =
		    bisect_judge(&plan.results, o->bisect_field, o->bisect_min, o->bisect_max);
	plan_free(&plan);
	return status;
}
