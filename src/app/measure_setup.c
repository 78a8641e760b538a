#include <elf.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "app/measure_setup.h"
#include "machine/machine.h"
#include "measure/compile/unit.h"
#include "measure/compile/program.h"
#include "measure/emulate.h"
#include "measure/again/again.h"
#include "measure/again/hoist.h"
#include "measure/inspect.h"
#include "process/chance/chance.h"
#include "process/git.h"
#include "process/host.h"
#include "report/failures.h"
#include "savefile/savefile.h"
#include "util/array.h"
#include "util/message.h"

field_set
measure_setup_fields(const struct plan *plan, const struct options *o)
{
	field_set fields = FIELD_BIT(FIELD_IR) | plan->budgets |
	                   (o->judge.bisect ? FIELD_BIT(o->judge.good.field) : 0);

	if (options_show(o) || o->save.write)
		fields |= plan->view.fields;
	if (o->judge.check)
		fields |= FIELD_BIT(FIELD_COND); /* for VERDICT_REP */
	if (plan->view.sort_put)
		fields |= FIELD_BIT(plan->view.sort_field);
	for (size_t i = 0; i < o->judge.gates.n; i++)
		fields |= FIELD_BIT(o->judge.gates.v[i].field);
	return fields_needs(o->fields, fields);
}

/* With gates only the tests above a limit are explained, and these are measured again. Cells of
   other columns than puts cannot be measured again. */
static bool
takes_profiles(const struct plan *plan, const struct options *o)
{
	return o->save.profile || measure_setup_fields(plan, o) & FIELD_ALL_PROFILED ||
	       (o->view.explain && (!o->judge.gates.n || plan->columns));
}

/* Returns the fields that must be counted. A profile is compared in all of them. */
static field_set
counted_fields(const struct plan *plan, const struct options *o)
{
	return o->save.write || o->view.explain || takes_profiles(plan, o)
	           ? FIELD_ALL
	           : measure_setup_fields(plan, o) & FIELD_ALL;
}

static void
note_old_cpu(void)
{
	enum guest_cpu cpu = guest_cpu_shown();

	if (cpu < CPU_AVX2)
		message_warn(
		    "this processor has no AVX2: programs see one with %s, so some counts "
		    "differ from those of newer hosts; use --cpu=%s on both for equal counts",
		    guest_cpu_name(cpu), cpu < CPU_SSE42 ? "v1" : "v2");
}

static void
note_chance(void)
{
	if (!chance_available())
		message_warn("this kernel or container does not let cgbench answer system "
		             "calls of programs (seccomp), so programs that draw a seed have "
		             "other counts in each run");
}

void
measure_setup_note(struct measure_setup *setup, const struct options *o)
{
	if (!o->save.write || !o->puts.n)
		return;
	setup->provenance.date = time(NULL);
	git_ask(&setup->provenance, o->measure.timeout);
}

/* Returns the put that is compared with others and is not read from a file, or NULL. */
static const char *
needed_norm(const struct plan *plan, const struct options *o)
{
	const char *label = plan->view.norm;

	if ((plan->view.raw || !options_show(o)) && !o->judge.gates.n && !o->judge.bisect)
		return NULL;
	if (plan->columns || o->save.baseline || (!label && plan->results.puts.n))
		return NULL;
	return label ? label : o->puts.v[0].label;
}

/* Says what failed when cells were measured again. */
static void
say_failures(struct remeasure_failures *failed)
{
	for (size_t i = 0; i < failed->n; i++) {
		message_warn("measured again, %s:", failed->v[i].how);
		failures_print(&failed->v[i].results, false);
	}
	remeasure_failures_free(failed);
}

static void
configure(struct measure_setup *setup, const struct plan *plan, const struct options *o)
{
	setup->config = (struct config){
	    .valgrind = &setup->valgrind,
	    .objects = &setup->objects,
	    .unforkable = &setup->unforkable,
	    .files = &setup->files,
	    .forks = !o->measure.engine || strcmp(o->measure.engine, "exec") != 0,
	    .engine =
	        o->measure.engine && !strcmp(o->measure.engine, "step") ? &engine_step : NULL,
	    /* Commands share a directory, and so perhaps files. */
	    .jobs = o->measure.jobs      ? o->measure.jobs
	            : o->measure.command ? 1
	                                 : host_cpus(),
	    .timeout = o->measure.timeout,
	    .real = o->measure.real,
	    .keep = o->measure.keep,
	    .looks = o->judge.check || o->judge.verify,
	    .profiles = takes_profiles(plan, o),
	    .norm = needed_norm(plan, o),
	    .verbose = o->verbose,
	    .debug = o->measure.debug,
	};
	if (!o->measure.cpu)
		note_old_cpu();
	note_chance();
}

static void
find_valgrind(struct measure_setup *setup, const struct plan *plan, const struct options *o)
{
	const struct targets *targets = &plan->targets;
	field_set fields = counted_fields(plan, o);
	size_t i;

	for (i = 0;
	     i < targets->n && engine_of(&setup->config, &targets->v[i]) != &engine_valgrind;
	     i++)
		;
	if (i == targets->n)
		valgrind_none(&setup->valgrind, fields);
	else
		valgrind_find(
		    &setup->valgrind, fields, o->measure.host_cache, &o->measure.grindargs);
}

static void
measure_setup_add_provenance(struct puts *puts, const struct provenance *provenance)
{
	ARRAY_EACH(struct put, put, puts->v, puts->n) {
		provenance_free(&put->provenance);
		put->provenance = provenance_copy(provenance);
	}
}

/* A target that can be measured runs on the host or is emulated. */
enum { COMMAND = 1, NATIVE = 2, EMULATED = 4, FOREIGN = 8 };

static unsigned
kinds_of(const struct target *target)
{
	unsigned kinds = target->language->command ? COMMAND : 0;

	if (target->unfit)
		return kinds;
	if (target_machine(target)->number != EM_X86_64)
		kinds |= FOREIGN;
	return kinds | (target->qemu ? EMULATED : NATIVE);
}

/* Warns that an option has no effect on puts of these kinds. */
static void
note_unaffected(
    const struct targets *targets, const char *option, unsigned kinds, const char *why)
{
	FREED_BY(text_free) struct text labels = TEXT_EMPTY;

	ARRAY_EACH(const struct target, target, targets->v, targets->n)
		if (kinds_of(target) & kinds)
			text_addf(&labels, "%s%s", labels.n ? ", " : "", target->put->label);
	if (labels.n)
		message_warn("%s has no effect on %s: %s", option, labels.s, why);
}

static void
find_machines(struct measure_setup *setup, struct targets *targets, const struct measuring *m)
{
	bool all = m->engine && !strcmp(m->engine, "qemu");

	emulate_targets(targets, &setup->qemus, all, &setup->config);
	if (all)
		note_unaffected(
		    targets, "--engine=qemu", NATIVE, "QEMU runs only compiled tests");
	if (setup->config.engine == &engine_step)
		note_unaffected(targets, "--engine=step", EMULATED | COMMAND,
		    "only tests for this host are single-stepped");
	if (m->cpu)
		note_unaffected(targets, "--cpu", FOREIGN, "its levels are those of x86-64");
	if (m->host_cache)
		note_unaffected(targets, "--host-cache", EMULATED, "QEMU simulates no caches");
	if (m->grindargs.n)
		note_unaffected(targets, "--grindargs", EMULATED, "valgrind does not run it");
}

static size_t
count_failures(const struct results *results)
{
	size_t n = 0;

	for (size_t i = 0; i < results->tests.n * results->puts.n; i++)
		n += results->cells[i].failure != NULL;
	return n;
}

/* Measures, and saves what is settled. */
static enum measure_end
measure_and_save(struct results *results, struct targets *targets, const struct config *config)
{
	struct measure *m = measure_begin(results, targets, config);

	while (measure_go_on(m))
		savefile_write(&config->partial->kept, config->partial->path, true);
	return measure_close(m);
}

static enum measure_end
measure_all(struct results *results, struct targets *targets, struct config *config,
    const struct options *o, size_t *failures, size_t *unknown)
{
	enum measure_end end = measure_and_save(results, targets, config);
	struct remeasure_failures failed = {0};
	size_t in_layouts = 0;
	bool looks = config->looks;

	*unknown = 0;
	/* A resumed run simply does all that follows again. */
	config->partial = NULL;
	config->failed = &failed;
	if (!end)
		end = again_if_changed(results, targets, config);
	config->looks = false;
	if (!end && looks)
		end = again_find_varying(results, targets, config);
	say_failures(&failed);
	if (!end)
		end = hoist_find(results, targets, config, looks, unknown);
	say_failures(&failed);
	if (!end)
		end = again_in_steps(results, targets, config, looks);
	if (!end && o->measure.jitter)
		end =
		    again_in_layouts(results, targets, config, o->measure.jitter, &in_layouts);
	say_failures(&failed);
	if (!end && o->measure.timed)
		end = again_timed(results, targets, config, o->measure.time, &in_layouts);
	say_failures(&failed);
	again_fail_changed(results, targets, config);
	*failures = count_failures(results) + in_layouts;
	return end;
}

/* Inspects the puts, and ends the program if counts of these puts cannot be compared with
   others. */
static void
inspect_all(const struct measure_setup *setup, const struct plan *plan, const struct options *o,
    struct results *results)
{
	inspect(results, &plan->targets, &setup->config, &o->measure.grindargs,
	    o->save.write || (o->view.explain && o->print.formats.n) ||
	        (o->save.baseline && (o->judge.gates.n || o->judge.bisect)));
	plan_check_comparable(plan, &results->puts, o);
}

/* Says what takes minutes. A terminal shows progress. */
static void
say_suite(const struct results *results, const struct options *o)
{
	enum { MANY = 50 };

	if (results->tests.n > MANY && !o->measure.tests && !o->measure.benchfiles.n &&
	    !isatty(STDERR_FILENO))
		message_warn("measuring %zu tests in each column; --list names them, and "
		             "--tests=NAME chooses some",
		    results->tests.n);
}

enum measure_end
measure_setup_run(struct measure_setup *setup, struct plan *plan, struct options *o,
    size_t *failures, size_t *unknown)
{
	struct results *results = &plan->results;
	struct results more = {.loops = {results->loops[0], results->loops[1]},
	    .tests = results->tests,
	    .puts = o->puts};
	enum measure_end end;
	size_t i;

	configure(setup, plan, o);
	results_make_cells(&more);
	find_machines(setup, &plan->targets, &o->measure);
	find_valgrind(setup, plan, o);
	emulate_refuse_narrow(&plan->targets, &setup->valgrind, setup->config.timeout);
	for (i = 0; i < plan->targets.n; i++)
		host_files_begin(&setup->files, &plan->targets.v[i], &setup->valgrind);
	inspect_all(setup, plan, o, &more);
	measure_setup_add_provenance(&more.puts, &setup->provenance);
	resume_begin(
	    &setup->partial, &more, &setup->config, &setup->provenance, &plan->targets, o);
	say_suite(&more, o);
	end = measure_all(&more, &plan->targets, &setup->config, o, failures, unknown);
	if (setup->files.renewed || setup->unforkable.n)
		inspect_all(setup, plan, o, &more);
	/* A file that changed before everything was measured may be in the counts. */
	git_ask_again(&setup->provenance, o->measure.timeout);
	measure_setup_add_provenance(&more.puts, &setup->provenance);
	o->puts = (struct puts){0};
	results_append(results, &more);
	return end;
}

void
measure_setup_end(struct measure_setup *setup)
{
	resume_free(&setup->partial);
	provenance_free(&setup->provenance);
	units_forget(&setup->objects);
	words_free(&setup->unforkable);
	host_files_free(&setup->files);
	valgrind_free(&setup->valgrind);
	qemus_free(&setup->qemus);
}
