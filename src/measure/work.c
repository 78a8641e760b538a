#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "code/extent.h"
#include "measure/build.h"
#include "measure/judge.h"
#include "measure/keep.h"
#include "measure/locate.h"
#include "measure/work.h"
#include "util/file.h"
#include "util/memory.h"
#include "util/message.h"

char *
site_dir(struct site *site, char kind)
{
	return text_print("%s/%c%08zu", site->workdir, kind, site->dirs++);
}

static void
free_work(struct work *work)
{
	unsigned v, l;

	for (v = 0; v < VARIANT_COUNT; v++)
		for (l = 0; l < LENGTH_COUNT; l++)
			measurement_free(&work->of[v][l]);
	free(work->dir);
	free(work->source);
	free(work->object);
	free(work->symbol);
	free(work->ldflags);
	free(work->alone);
	free(work->command);
	text_free(&work->kept);
	free(work->runs);
	free(work);
}

static void
name_measurements(struct work *work)
{
	enum variant v;
	enum length l;

	for (v = 0; v < VARIANT_COUNT; v++)
		for (l = 0; l < LENGTH_COUNT; l++)
			work->of[v][l] =
			    (struct measurement){v, l, text_print("%s/%u%u", work->dir, v, l)};
}

struct work *
work_new(struct site *site, const struct test *test, struct target *target, struct cell *cell,
    size_t number, work_over *over, void *context)
{
	struct work *work = memory_new(sizeof *work);
	char *why;

	*work = (struct work){.site = site,
	    .test = test,
	    .target = target,
	    .cell = cell,
	    .over = over,
	    .context = context};
	work->dir = site_dir(site, 'c');
	work->source = text_print("%s/test%s", work->dir, target->language->extension);
	work->object = text_print("%s/test.o", work->dir);
	work->symbol = text_print("cgbenchtest%08zu", number);
	work->ldflags = build_ldflags(target, test);
	name_measurements(work);
	if (!mkdir(work->dir, 0755) &&
	    (!language_is_compiled(target->language) ||
	        build_source(target, test, work->symbol, work->source)))
		return work;
	why = text_print("%s: %s", work->source, strerror(errno));
	work_fail(work, STAGE_PREPARE, why, "", "");
	free(why);
	work_end(work);
	return NULL;
}

void
work_fail(struct work *work, const char *stage, const char *why, const char *command,
    const char *output)
{
	if (!work->cell->failure)
		work->cell->failure = failure_new(stage, why, command, output);
}

bool
work_failed(const struct work *work)
{
	return work->cell->failure != NULL;
}

void
work_push(struct work *work, struct command *command, jobs_done *done, void *context)
{
	const struct settings *settings = work->site->settings;

	free(work->command);
	work->command = command_show(command);
	command->timeout = settings->timeout;
	if (settings->keep)
		text_addf(&work->kept, "%s\n", work->command);
	if (settings->debug)
		message_warn("run: %s", work->command);
	jobs_push(work->site->jobs, command, done, context);
}

bool
work_built(
    struct work *work, const struct outcome *outcome, const char *stage, const char *made)
{
	char *why = outcome_why(outcome, work->site->settings->timeout);
	char *said;

	if (!why && access(made, F_OK))
		why = text_print("made no %s", made);
	if (!why)
		return true;
	said = locate(work->target, work->test, work->symbol, true, 0,
	    outcome->output ? outcome->output : "");
	work_fail(work, stage, why, work->command, said);
	free(said);
	free(why);
	return false;
}

static void
keep(struct work *work)
{
	const char *to = work->site->settings->keep;
	const struct language *language = work->target->language;
	char *why;

	if (keep_cell(to, work->dir, work->target->main_object,
	        *language->stub ? language->extension : NULL, work->target->put->label,
	        work->test->name, work->kept.s ? work->kept.s : ""))
		return;
	why = text_print("--keep=%s: %s", to, strerror(errno));
	work_fail(work, STAGE_KEEP, why, "", "");
	free(why);
}

void
work_end(struct work *work)
{
	bool compiled = language_is_compiled(work->target->language);

	if (work->site->settings->keep)
		keep(work);
	if (!work_failed(work))
		work->cell->verdicts = judge(work->cell, work->test, work->site->loops,
		    compiled ? work->object : NULL, work->symbol);
	if (!work_failed(work) && compiled)
		work->cell->sized = extent_find(work->object, work->symbol, &work->cell->size);
	/* What an orphan that still writes there keeps from being removed goes with the
	 * workdir. */
	file_remove_tree(work->dir);
	work->cell->measured = !work_failed(work);
	work->over(work->context, work->test, work->target);
	free_work(work);
}
