#include <stdlib.h>
#include <string.h>

#include "measure/again/again.h"
#include "measure/again/time_stage.h"
#include "measure/compile/program.h"
#include "measure/compile/unit.h"
#include "process/chance/chance.h"
#include "process/host.h"
#include "util/message.h"

/* The part of a layout that applies to the programs of a language. */
static struct memory_layout
layout_for(const struct language *language, struct memory_layout layout)
{
	if (language->command)
		layout.heap = 0;
	if (!language_is_compiled(language))
		layout.code = 0;
	if (!*language->param_made)
		layout.variables = 0;
	if (!chance_available())
		layout.seed = 0;
	return layout;
}

/* Measures again what has counts. Adds to *failed how many cells failed. */
static enum measure_end
again_in_layout(
    struct remeasure *rerun, struct memory_layout layout, const char *how, size_t *failed)
{
	enum measure_end end;

	for (size_t i = 0; i < rerun->before->tests.n; i++)
		if (results_has_counts(rerun->before, i))
			remeasure_add(rerun, i);
	rerun->config.layout = layout;
	end = remeasure_measure(rerun);
	if (!end)
		*failed += remeasure_report(rerun, how);
	return end;
}

static enum measure_end
add_layout(struct results *results, struct targets *targets, const struct config *config,
    unsigned number, size_t *failed)
{
	const struct memory_layout layout = memory_layout_numbered(number);
	OWNED char *how = text_print("in layout %u", number);
	struct remeasured cell = {0};
	FREED_BY(remeasure_free) struct remeasure rerun;
	enum measure_end end;

	remeasure_begin(&rerun, results, 0, targets, config);
	end = again_in_layout(&rerun, layout, how, failed);
	while (!end && remeasure_next(&rerun, &cell)) {
		struct cell *added;

		if (!cell.before->measured)
			continue;
		added = results_add_jitter(
		    cell.before, layout_for(targets->v[cell.put].language, layout));
		added->measured = cell.now->measured;
		memcpy(added->counts, cell.now->counts, sizeof added->counts);
	}
	return end;
}

enum measure_end
again_in_layouts(struct results *results, struct targets *targets, const struct config *config,
    unsigned n, size_t *failed)
{
	enum measure_end end = MEASURE_DONE;

	*failed = 0;
	for (unsigned i = 1; i <= n && !end; i++) {
		if (config->verbose)
			message_warn("layout %u of %u", i, n);
		end = add_layout(results, targets, config, i, failed);
	}
	return end;
}

/* Compiled code costs exactly the same in each iteration, or there is a reason. An interpreter
   executes hundreds of instructions for a snippet, which depend on addresses, the lengths of
   chains and the room that is left: there only a difference of more than a twentieth counts,
   and a snippet that costs nothing has another verdict. */
static bool
again_differs(int64_t before, int64_t now, const struct language *language)
{
	int64_t difference = before < now ? now - before : before - now;

	if (language_is_compiled(language))
		return difference != 0;
	return before > 0 && 20 * difference > before;
}

static void
judge_varying(
    struct cell *before, const struct cell *now, bool once, const struct language *language)
{
	int64_t spent = now->measured ? results_spent(now, once, FIELD_IR) : 0;

	if (!before->measured ||
	    (now->measured &&
	        !again_differs(results_spent(before, once, FIELD_IR), spent, language)))
		return;
	before->verdicts |= 1u << VERDICT_VARYING;
	before->measured_again = now->measured;
	before->spent_again = spent > 0 ? (uint64_t)spent : 0;
}

/* If the loop counts were 10 and 20, they are 20 and 30 here. */
enum measure_end
again_find_varying(
    struct results *results, struct targets *targets, const struct config *config)
{
	static const char how[] = "with more iterations and in another layout";
	struct remeasured cell = {0};
	FREED_BY(remeasure_free) struct remeasure rerun;
	struct memory_layout layout = memory_layout_numbered(1);
	enum measure_end end;
	size_t failed = 0;

	/* It is no fault of a test that other variables or seeds change its counts. */
	layout.variables = layout.seed = 0;
	remeasure_begin(&rerun, results, 0, targets, config);
	rerun.results.loops[LENGTH_SHORT] = results->loops[LENGTH_LONG];
	rerun.results.loops[LENGTH_LONG] +=
	    results->loops[LENGTH_LONG] - results->loops[LENGTH_SHORT];
	end = again_in_layout(&rerun, layout, how, &failed);
	while (!end && remeasure_next(&rerun, &cell))
		judge_varying(cell.before, cell.now, rerun.results.tests.v[cell.test].once,
		    targets->v[cell.put].language);
	return end;
}

/* Returns true if the engine step is to measure the cell, and can. A step takes some 10
   microseconds. */
static bool
wants_steps(const struct cell *cell, const struct target *target, const struct config *stepping,
    bool all)
{
	enum { MOST_STEPS = 2000000 };
	const verdict_set known = VERDICT_OF_VALGRIND & ~(1u << VERDICT_SPLIT);
	uint64_t steps = 0;

	EACH_MEASUREMENT(v, l)
		steps += cell->counts[v][l].of[FIELD_IR];
	return cell->measured && (all || cell->special) &&
	       language_is_compiled(target->language) &&
	       engine_of(stepping, target) == &engine_step && steps <= MOST_STEPS &&
	       !(cell->verdicts & (known | 1u << VERDICT_STEPPED | 1u << VERDICT_VARYING));
}

/* Includes what the counts leave out, as that may depend on them. */
static int64_t
again_executed(const struct cell *cell, bool once)
{
	return results_spent(cell, once, FIELD_IR) + cell->corrected;
}

enum measure_end
again_in_steps(
    struct results *results, struct targets *targets, const struct config *config, bool all)
{
	struct remeasured cell = {0};
	FREED_BY(remeasure_free) struct remeasure rerun;
	enum measure_end end;

	remeasure_begin(&rerun, results, 0, targets, config);
	rerun.config.engine = &engine_step;
	rerun.config.forks = false;
	for (size_t i = 0; i < results->tests.n && config->engine != &engine_step; i++) {
		bool wanted = false;

		for (size_t put = 0; put < targets->n; put++)
			wanted |= wants_steps(results_cell(results, i, put), &targets->v[put],
			    &rerun.config, all);
		if (wanted)
			remeasure_add(&rerun, i);
	}
	end = remeasure_measure(&rerun);
	while (!end && remeasure_next(&rerun, &cell)) {
		bool once = rerun.results.tests.v[cell.test].once;

		if (cell.now->measured &&
		    wants_steps(cell.before, &targets->v[cell.put], &rerun.config, all) &&
		    again_executed(cell.now, once) != again_executed(cell.before, once))
			cell.before->verdicts |= 1u << VERDICT_MACHINE;
	}
	return end;
}

/* Says what changed for this put and, in the same line, for the others with the same change. */
static void
say_changed(char *const *changed, size_t put, const struct targets *targets)
{
	FREED_BY(text_free) struct text labels = TEXT_EMPTY;

	for (size_t i = 0; i < targets->n; i++) {
		if (!changed[i] || strcmp(changed[i], changed[put]) != 0)
			continue;
		if (i < put)
			break;
		text_addf(&labels, "%s%s", labels.n ? ", " : "", targets->v[i].put->label);
	}
	if (labels.n)
		message_warn(
		    "%s changed during the run: measuring %s again", changed[put], labels.s);
}

static enum measure_end
replace_put(
    struct results *results, size_t put, struct target *target, const struct config *config)
{
	struct remeasured cell = {0};
	FREED_BY(remeasure_free) struct remeasure rerun;
	enum measure_end end;

	/* Objects of the users' sources would be used again otherwise. */
	units_forget(config->objects);
	host_files_begin(config->files, target, config->valgrind);
	remeasure_begin(&rerun, results, put, &(struct targets){target, 1}, config);
	rerun.config.profiles = config->profiles;
	for (size_t i = 0; i < results->tests.n; i++)
		remeasure_add(&rerun, i);
	end = remeasure_measure(&rerun);
	while (remeasure_next(&rerun, &cell))
		results_replace(cell.before, cell.now);
	return end;
}

enum measure_end
again_if_changed(struct results *results, struct targets *targets, const struct config *config)
{
	OWNED char **changed = memory_array(targets->n, sizeof *changed);
	enum measure_end end = MEASURE_DONE;

	for (size_t i = 0; i < targets->n; i++)
		changed[i] = host_files_changed(config->files, &targets->v[i]);
	for (size_t i = 0; i < targets->n && !end; i++) {
		if (!changed[i])
			continue;
		say_changed(changed, i, targets);
		end = replace_put(results, i, &targets->v[i], config);
	}
	for (size_t i = 0; i < targets->n; i++)
		free(changed[i]);
	return end;
}

void
again_fail_changed(
    struct results *results, const struct targets *targets, const struct config *config)
{
	for (size_t put = 0; put < targets->n; put++) {
		OWNED char *what = host_files_changed(config->files, &targets->v[put]),
		           *why = NULL;

		if (!what)
			continue;
		why = text_print("%s changed while it was measured: measure it again", what);
		for (size_t i = 0; i < results->tests.n; i++) {
			struct cell *cell = results_cell(results, i, put);

			if (cell->measured)
				results_replace(cell,
				    &(struct cell){
				        .failure = failure_new(STAGE_PREPARE, why, "", "")});
		}
	}
}

/* Moves the profile to the cell that it explains. */
static void
again_take_profile(struct cell *before, struct cell *now, bool once)
{
	bool same = now->measured && results_same_counts(before, now, once);
	const char *why =
	    !now->measured ? "it could not be measured again for its profile"
	    : !same        ? "measured again for its profile, it had other counts than before"
	    : now->unprofiled ? now->unprofiled
	                      : "it has no profile";

	if (same && now->profile) {
		results_take_profile(before, now->profile);
		now->profile = NULL;
	} else if (now->failure) {
		before->unprofiled = text_print(
		    "measured again for its profile, it failed: %s", now->failure->why);
	} else {
		before->unprofiled = memory_copy(why);
	}
}

/* Measures the cells of one put. The program of each test is built anew, without the objects
   that the run without profiles left. */
static enum measure_end
profile_put(struct results *results, const bool *wanted, size_t put, struct target *target,
    const struct config *config)
{
	struct object_store objects = {0};
	struct remeasured cell = {0};
	FREED_BY(remeasure_free) struct remeasure rerun;
	enum measure_end end;

	target->put = &results->puts.v[put];
	remeasure_begin(&rerun, results, put, &(struct targets){target, 1}, config);
	rerun.config.objects = &objects;
	rerun.config.profiles = true;
	for (size_t i = 0; i < results->tests.n; i++)
		if (wanted[i * results->puts.n + put])
			remeasure_add(&rerun, i);
	end = remeasure_measure(&rerun);
	while (remeasure_next(&rerun, &cell))
		again_take_profile(
		    cell.before, cell.now, rerun.results.tests.v[cell.test].once);
	units_forget(&objects);
	return end;
}

enum measure_end
again_with_profiles(struct results *results, const bool *wanted, struct targets *targets,
    const struct config *config)
{
	size_t first = results->puts.n - targets->n;
	enum measure_end end = MEASURE_DONE;

	for (size_t i = 0; i < targets->n && !end; i++)
		end = profile_put(results, wanted, first + i, &targets->v[i], config);
	return end;
}

/* The number of tests that are built before they are timed. */
enum { GROUP = 50 };

/* The copies of a test fail alike: the failure is reported once, for the first copy. */
static void
forget_copies(const struct remeasure *rerun)
{
	const struct results *results = &rerun->results;
	size_t first;

	for (size_t put = 0; put < results->puts.n; put++)
		for (size_t test = first = 0; test < results->tests.n; test++) {
			struct cell *cell = results_cell(results, test, put);

			if (test % CONFIG_COPIES == 0)
				first = 0;
			if (cell->failure && first++) {
				failure_free(cell->failure);
				cell->failure = NULL;
			}
		}
}

static void
take_times(const struct remeasure *rerun)
{
	struct remeasured cell = {0};

	while (remeasure_next(rerun, &cell)) {
		if (cell.before->measured && cell.now->times)
			cell.before->times = cell.now->times;
		else
			times_free(cell.now->times);
		cell.now->times = NULL;
	}
}

/* Builds and times a group of tests, from first on. */
static enum measure_end
time_group(struct time_stage *clocking, struct results *before, struct targets *targets,
    const struct config *config, size_t first)
{
	FREED_BY(remeasure_free) struct remeasure rerun;
	enum measure_end end;

	remeasure_begin(&rerun, before, 0, targets, config);
	for (size_t i = first; i < before->tests.n && i < first + GROUP; i++)
		for (size_t k = 0; k < CONFIG_COPIES && results_has_counts(before, i); k++)
			remeasure_add(&rerun, i);
	time_stage_begin(clocking, &rerun.results, before, rerun.rows);
	rerun.config.clocking = clocking;
	/* Cells are done already. */
	rerun.config.verbose = false;
	rerun.config.layout = memory_layout_numbered(1);
	end = remeasure_measure(&rerun);
	if (!end) {
		forget_copies(&rerun);
		clocking->failed += remeasure_report(&rerun, "with --time");
		take_times(&rerun);
	}
	time_stage_end(clocking);
	return end;
}

/* Describes the host of the puts that are timed, and says which have no times. Returns true if
   any have. */
static bool
begin_timing(const struct results *results, const struct targets *targets)
{
	FREED_BY(text_free) struct text scripts = TEXT_EMPTY, foreign = TEXT_EMPTY;
	size_t timed = 0;

	for (size_t i = 0; i < targets->n; i++) {
		const struct target *target = &targets->v[i];
		bool script = language_is_script(target->language);
		struct text *labels = script ? &scripts : &foreign;

		if (!script && target_is_native(target)) {
			timed++;
			host_describe(&results->puts.v[i].host);
		} else if (!target->unfit) {
			text_addf(labels, "%s%s", labels->n ? ", " : "", target->put->label);
		}
	}
	if (scripts.n)
		message_warn(
		    "--time has no effect on %s: only compiled tests and commands are timed",
		    scripts.s);
	if (foreign.n)
		message_warn(
		    "--time has no effect on %s: programs that QEMU runs are not timed",
		    foreign.s);
	return timed > 0;
}

enum measure_end
again_timed(struct results *results, struct targets *targets, const struct config *config,
    double seconds, size_t *failed)
{
	struct time_stage clocking = {.seconds = seconds, .usual = TIME_SECONDS};
	enum measure_end end = MEASURE_DONE;

	if (!begin_timing(results, targets))
		return MEASURE_DONE;
	if (host_processor() < 0)
		message_warn("--time: this host cannot keep a process on one processor, so "
		             "times vary more");
	for (size_t i = 0; i < results->tests.n && !end && !clocking.useless; i += GROUP)
		end = time_group(&clocking, results, targets, config, i);
	*failed += clocking.failed;
	return end;
}
