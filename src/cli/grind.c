#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/baseline.h"
#include "cli/grind.h"
#include "cli/plan.h"
#include "compare/bisect.h"
#include "compare/check.h"
#include "compare/columns.h"
#include "compare/comparable.h"
#include "compare/ruling.h"
#include "measure/hoist.h"
#include "measure/inspect.h"
#include "measure/jitter.h"
#include "measure/measure.h"
#include "measure/varying.h"
#include "model/failures.h"
#include "model/warnings.h"
#include "process/cpu_count.h"
#include "report/format.h"
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

/* Options that print something else than counts print counts only on request. */
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

/* The counted fields that are needed for what is shown, judged or written. */
static field_set
needed_fields(const struct plan *plan, const struct options *o)
{
	field_set fields = 1u << FIELD_IR | (o->bisect ? 1u << o->good.field : 0);
	size_t i;

	if (o->write || o->explain || o->profile)
		return FIELD_ALL;
	if (is_shown(o))
		fields |= plan->view.fields;
	if (o->check)
		fields |= 1u << FIELD_COND; /* for VERDICT_REP */
	if (plan->view.sort_put)
		fields |= 1u << plan->view.sort_field;
	for (i = 0; i < o->gates.n; i++)
		fields |= 1u << o->gates.v[i].field;
	return fields_needs(o->fields, fields) & FIELD_ALL;
}

static void
note_old_cpu(void)
{
	enum guest_cpu cpu = guest_cpu_shown();

	if (cpu < CPU_AVX2)
		message_warn(
		    "this processor has no AVX2: programs see one with %s, for which the "
		    "C library chooses other functions, so some counts differ from those "
		    "of newer hosts; with --cpu=%s both count the same",
		    guest_cpu_name(cpu), cpu < CPU_SSE42 ? "v1" : "v2");
}

/* Checks that the puts read and those measured now are comparable. */
static void
check_comparable(const struct plan *plan, const struct puts *now, const struct options *o)
{
	struct puts read = puts_beside(&plan->baseline.puts, &plan->results.puts);

	comparable_check(&read, now, o->force, o->verbose);
	free(read.v);
}

/* Measures the results in every way that the options ask for. *failures: how many cells failed,
   in whatever layout; *unknown: as hoist_find. */
static enum measure_end
measure_all(struct results *results, struct targets *targets, const struct config *config,
    const struct options *o, size_t *failures, size_t *unknown)
{
	enum measure_end end = measure_run(results, targets, config);
	size_t in_layouts = 0;

	*failures = count_failures(results);
	*unknown = 0;
	if (!end && (o->check || o->verify))
		end = varying_find(results, targets, config);
	if (!end && (o->check || o->verify))
		end = hoist_find(results, targets, config, unknown);
	if (!end && o->jitter)
		end = jitter_measure(results, targets, config, o->jitter, &in_layouts);
	*failures += in_layouts;
	return end;
}

/* Adds the options' puts, measured, to the results of the plan; as measure_all. */
static enum measure_end
measure(struct plan *plan, struct options *o, size_t *failures, size_t *unknown)
{
	struct results *results = &plan->results;
	struct results more = {.loops = {results->loops[0], results->loops[1]},
	    .tests = results->tests,
	    .puts = o->puts};
	struct valgrind valgrind = {0};
	struct object_store objects = {0};
	struct config config = {
	    .valgrind = &valgrind,
	    .objects = &objects,
	    .forks = !o->engine || !strcmp(o->engine, "fork"),
	    /* Commands share a directory, and so perhaps files. */
	    .jobs = o->jobs      ? o->jobs
	            : o->command ? 1
	                         : cpu_count_usable(),
	    .timeout = o->timeout,
	    .keep = o->keep,
	    .profiles = o->explain,
	    .verbose = o->verbose,
	    .debug = o->debug,
	};
	enum measure_end end;

	if (!o->cpu)
		note_old_cpu();
	valgrind_find(&valgrind, needed_fields(plan, o), o->host_cache, &o->grindargs);
	results_make_cells(&more);
	inspect(&more, &plan->targets, &config, &o->grindargs,
	    o->write || (o->baseline && (o->gates.n || o->bisect)));
	check_comparable(plan, &more.puts, o);
	end = measure_all(&more, &plan->targets, &config, o, failures, unknown);
	object_store_free(&objects);
	valgrind_free(&valgrind);
	o->puts = (struct puts){0};
	results_append(results, &more);
	return end;
}

/* The exit status for what ended the measuring. A put that cannot compile at all is one that
   --bisect skips. */
static int
status_of(enum measure_end end, const struct options *o)
{
	if (end == MEASURE_UNFIT)
		return o->bisect ? STATUS_SKIP : STATUS_USAGE;
	return end ? STATUS_FAILURE : STATUS_OK;
}

static void
show(const struct comparison *comparison, const struct rulings *rulings,
    const struct view *view, const struct options *o)
{
	bool none = view->by_verdict && !comparison->test_count;

	if (none)
		message_warn("--verdict: no test matches");
	format_results(&o->formats, comparison, rulings, view, none || !is_printed(o));
	if (!none && comparison->results->puts.n > 1 && !view->summary)
		summary_say(comparison, view);
}

/* The gates judge all results, whatever is shown. Returns their status. */
static int
show_and_judge(const struct plan *plan, const struct options *o)
{
	struct comparison comparison;
	struct results columns = {0};
	struct rulings rulings = {0};
	int status;

	if (plan->columns)
		columns_arrange(&columns, &plan->results, plan->columns);
	comparison_make(&comparison, plan->columns ? &columns : &plan->results, &plan->view);
	rulings_make(&rulings, &comparison, &o->gates, o->baseline);
	if (is_shown(o))
		show(&comparison, o->gates.n ? &rulings : NULL, &plan->view, o);
	if (o->gates.n)
		rulings_say(&rulings);
	status = rulings_status(&rulings);
	rulings_free(&rulings);
	comparison_free(&comparison);
	columns_free(&columns);
	return status;
}

static int
judge_bisect(const struct plan *plan, const struct options *o)
{
	struct comparison comparison;
	size_t put;
	int status;

	comparison_make(&comparison, &plan->results, &plan->view);
	put = o->good.relative && !comparison.norm;
	status = bisect_judge(&comparison, put, &o->good, o->baseline);
	comparison_free(&comparison);
	return status;
}

/* Saves, shows and judges the results. Returns the exit status. */
static int
report(struct plan *plan, const struct options *o, size_t failures, size_t unknown)
{
	int status = failures || unknown ? STATUS_FAILURE : STATUS_OK, judged;

	if (o->write)
		savefile_write(&plan->results, o->write, o->explain);
	if (o->baseline)
		baseline_merge(&plan->baseline, o->baseline, &plan->results);
	if (failures_print(&plan->results, o->verbose))
		message_warn("the files below " FAILURE_DIR " were removed; --keep=" FAILURE_DIR
		             " keeps them");
	if (o->verbose || o->check)
		warnings_print(&plan->results);
	judged = show_and_judge(plan, o);
	if (!o->verbose && !o->check)
		warnings_count(&plan->results);
	if (judged > status)
		status = judged;
	if (o->check)
		status = check_print(&plan->results, o->varying, unknown, stdout);
	if (o->bisect)
		status = judge_bisect(plan, o);
	return status;
}

int
grind(struct options *o)
{
	struct plan plan;
	size_t failures = 0, unknown = 0;
	int status = STATUS_OK;

	plan_make(&plan, o);
	if (o->write)
		savefile_check(o->write);
	if (plan.targets.n)
		status = status_of(measure(&plan, o, &failures, &unknown), o);
	else
		check_comparable(&plan, &o->puts, o);
	if (!status)
		status = report(&plan, o, failures, unknown);
	plan_free(&plan);
	return status;
}
