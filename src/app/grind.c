#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "app/saved_runs.h"
#include "app/explain_prepare.h"
#include "app/commands.h"
#include "app/plan_view.h"
#include "compare/bisect.h"
#include "report/annotation.h"
#include "report/check.h"
#include "compare/columns.h"
#include "compare/ruling.h"
#include "explain/unprofiled.h"
#include "report/failures.h"
#include "report/format.h"
#include "process/pager.h"
#include "report/summary.h"
#include "savefile/savefile.h"
#include "util/message.h"
#include "util/replace.h"

/* Returns the exit status for what ended the measuring. A put that cannot compile at all is one
   that
   --bisect skips. */
static int
status_of(enum measure_end end, bool bisect)
{
	if (end == MEASURE_UNFIT)
		return bisect ? STATUS_SKIP : STATUS_USAGE;
	return end ? STATUS_FAILURE : STATUS_OK;
}

static void
grind_show(const struct comparison *comparison, const struct rulings *rulings,
    const struct selection *selection, const struct view *view, const struct options *o)
{
	bool none = view->by_verdict && !comparison->test_count;
	struct view shown = *view;

	shown.lines = o->print.formats.n && !o->print.show && !view->summary && !view->tables &&
	              !view->explain && !format_is_ordered(&o->print.formats, "text");
	if (none)
		message_warn("--verdict: no test matches");
	plan_view_show(
	    comparison, rulings, selection, NULL, &shown, none || !options_print(o), o);
}

/* The gates judge all results, whatever is shown. Returns their status. */
static int
show_and_judge(struct plan *plan, const struct measure_setup *setup, const struct options *o)
{
	FREED_BY(comparison_free) struct comparison comparison = {0};
	FREED_BY(columns_free) struct results columns = {0};
	FREED_BY(rulings_free) struct rulings rulings = {0};
	FREED_BY(selection_free) struct selection selection = {0};
	struct words unexplained = WORDS_EMPTY;
	bool unprofiled;
	const struct rulings *compared = o->judge.gates.n ? &rulings : NULL, *judged = compared;
	/* GitHub Actions set it to the directory of the checkout. */
	const char *github = getenv("GITHUB_ACTIONS") ? getenv("GITHUB_WORKSPACE") : NULL;

	languages_lend_boxes(&plan->languages, &plan->results.puts);
	plan->view.level = languages_level(&plan->languages, &plan->results);
	if (plan->columns)
		columns_arrange(&columns, &plan->results, plan->columns);
	comparison_make(&comparison, plan->columns ? &columns : &plan->results, &plan->view);
	rulings_make(&rulings, &comparison, &o->judge.gates, o->save.baseline);
	/* A shard leaves it to the run that joins all of them. */
	if (plan->budgets && !plan->results.shard.count) {
		rulings_add_budgets(&rulings, &plan->results, o->save.baseline != NULL);
		judged = &rulings;
	}
	if (o->view.explain)
		unexplained =
		    explain_prepare(&selection, &comparison, compared, plan, setup, o);
	if (options_show(o))
		grind_show(&comparison, judged, &selection, &plan->view, o);
	unprofiled = !plan->targets.n && unexplained.n && !selection.n;
	plan_view_say(unexplained);
	if (judged)
		plan_view_say(rulings_lines(judged));
	if (judged && github)
		annotation_print(judged, &plan->results, github, stderr);
	return unprofiled && !judged ? STATUS_FAILURE : rulings_status(&rulings);
}

static int
judge_bisect(const struct plan *plan, const struct options *o)
{
	FREED_BY(comparison_free) struct comparison comparison = {0};
	FREED_BY(text_free) struct text line = TEXT_EMPTY;
	FREED_BY(words_free) struct words why = WORDS_EMPTY;
	size_t put;
	int status;

	comparison_make(&comparison, &plan->results, &plan->view);
	put = o->judge.good.relative && !comparison.norm;
	status = bisect_judge(&comparison, put, &o->judge.good, o->save.baseline, &line, &why);
	for (size_t i = 0; i < why.n; i++)
		message_warn("--bisect: %s", why.v[i]);
	if (line.n)
		puts(line.s);
	return status;
}

/* Saves, shows and judges the results. Returns the exit status. */
static int
report(struct plan *plan, const struct measure_setup *setup, const struct options *o,
    size_t failures, size_t unknown)
{
	int status = failures || unknown ? STATUS_FAILURE : STATUS_OK, judged;

	if (o->save.write)
		savefile_write(&plan->results, o->save.write, o->save.profile);
	/* A script need not be told. */
	if (o->save.write && isatty(STDERR_FILENO))
		message_warn("wrote %s: tests: %zu, programs: %zu", o->save.write,
		    plan->results.tests.n, plan->results.puts.n);
	if (setup->partial.path)
		unlink(setup->partial.path);
	if (o->save.baseline)
		saved_runs_merge_baseline(&plan->baseline, o->save.baseline, &plan->results);
	if (failures_print(&plan->results, o->verbose))
		message_warn("the files below " FAILURE_DIR " were removed; --keep=" FAILURE_DIR
		             " keeps them");
	if (o->verbose || o->judge.check)
		failures_print_warnings(&plan->results);
	judged = show_and_judge(plan, setup, o);
	plan_view_say(unprofiled_fields(&plan->results, measure_setup_fields(plan, o)));
	if (!o->verbose && !o->judge.check)
		failures_count_warnings(&plan->results);
	if (judged > status)
		status = judged;
	if (o->judge.check) {
		pager_begin(!o->print.no_pager);
		status = check_print(
		    &plan->results, plan->view.fields, o->judge.varying, unknown, stdout);
		pager_end();
	}
	if (o->judge.bisect)
		status = judge_bisect(plan, o);
	return status;
}

int
grind(struct options *o)
{
	FREED_BY(plan_free) struct plan plan = {0};
	struct measure_setup setup = {0};
	size_t failures = 0, unknown = 0;
	int status = STATUS_OK;

	measure_setup_note(&setup, o);
	plan_make(&plan, o);
	if (o->save.write)
		replace_check(o->save.write);
	if (plan.targets.n)
		status = status_of(
		    measure_setup_run(&setup, &plan, o, &failures, &unknown), o->judge.bisect);
	else
		plan_check_comparable(&plan, &o->puts, o);
	if (!status)
		status = report(&plan, &setup, o, failures, unknown);
	measure_setup_end(&setup);
	return status;
}
