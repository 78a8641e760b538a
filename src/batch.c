#include <stdlib.h>
#include <string.h>

#include "batch.h"
#include "build.h"
#include "link.h"
#include "memory.h"
#include "object.h"

struct batch {
	struct site *site;
	struct work **works;
	size_t n;
	size_t compiling;
};

/* A compilation reports to its place in the batch. */
struct place {
	struct batch *batch;
	struct work *work;
};

struct batch *
batch_new(struct site *site)
{
	struct batch *batch = memory_new(sizeof *batch);

	batch->site = site;
	return batch;
}

void
batch_add(struct batch *batch, struct work *work)
{
	batch->works = memory_resize(batch->works, batch->n + 1, sizeof *batch->works);
	batch->works[batch->n++] = work;
}

static bool
same_text(const struct work *a, const struct work *b, const char *key)
{
	return !strcmp(test_text(a->test, key), test_text(b->test, key));
}

static bool
may_share(const struct work *a, const struct work *b)
{
	return !a->alone && !b->alone && same_text(a, b, "ldflags") &&
	       same_text(a, b, "top_ldflags");
}

/* Begins a program of the first work and all that may be linked with it, and takes them out. */
static void
link_first(struct batch *batch)
{
	struct work **together = memory_new(batch->n * sizeof *together);
	const struct work *first = batch->works[0];
	size_t n = 0, left = 0, i;

	for (i = 0; i < batch->n; i++) {
		struct work *work = batch->works[i];

		if (work == first || may_share(first, work))
			together[n++] = work;
		else
			batch->works[left++] = work;
	}
	batch->n = left;
	link_begin(batch->site, together, n);
	free(together);
}

/* Whether flags tell the linker about symbols by name: these must be the names that the test
   gave them. */
static bool
names_symbols(const char *flags)
{
	static const char *const options[] = {"--wrap", "--defsym", "--undefined",
	    "--require-defined", "--version-script", "--dynamic-list",
	    "--export-dynamic-symbol", "--retain-symbols-file"};
	size_t i;

	for (i = 0; i < sizeof options / sizeof *options; i++)
		if (strstr(flags, options[i]))
			return true;
	return false;
}

static char *
isolate(const struct work *work)
{
	const struct words *args = &work->target->args;
	bool names = names_symbols(test_text(work->test, "ldflags")) ||
	             names_symbols(test_text(work->test, "top_ldflags"));
	size_t i;

	for (i = 0; i < args->n; i++)
		names = names || names_symbols(args->v[i]);
	return object_isolate(work->object, work->symbol,
	    names ? "its linker is told the names of symbols" : NULL,
	    work->site->settings->layout.code);
}

static void
end_batch(struct batch *batch)
{
	size_t left = 0, i;

	for (i = 0; i < batch->n; i++) {
		struct work *work = batch->works[i];

		if (work_failed(work)) {
			work_end(work);
			continue;
		}
		if (language_is_compiled(work->target->language))
			work->alone = isolate(work);
		batch->works[left++] = work;
	}
	batch->n = left;
	while (batch->n)
		link_first(batch);
	free(batch->works);
	free(batch);
}

static void
compiled(void *context, const struct outcome *outcome)
{
	struct place *place = context;
	struct batch *batch = place->batch;

	work_built(place->work, outcome, "compile", place->work->object);
	progress_step(&batch->site->progress, PROGRESS_COMPILED);
	free(place);
	if (!--batch->compiling)
		end_batch(batch);
}

/* Where one command comes only as far as assembly, another one makes the object file. */
static void
came_half(void *context, const struct outcome *outcome)
{
	struct place *place = context;
	struct work *work = place->work;
	struct command command = {0};

	if (outcome->start_error || outcome->timed_out || outcome->status) {
		compiled(context, outcome);
		return;
	}
	build_assemble(&command, work->target, work->test, work->source, work->object,
	    place->batch->site->tmp);
	work_push(work, &command, compiled, place);
}

static void
compile(struct batch *batch, struct work *work)
{
	struct command command = {0};
	struct place *place = memory_new(sizeof *place);

	*place = (struct place){batch, work};
	build_compile(
	    &command, work->target, work->test, work->source, work->object, batch->site->tmp);
	work_push(
	    work, &command, work->target->language->assemble.n ? came_half : compiled, place);
}

void
batch_begin(struct batch *batch)
{
	size_t i;

	batch->compiling = batch->n;
	if (!batch->n || !language_is_compiled(batch->works[0]->target->language)) {
		end_batch(batch);
		return;
	}
	for (i = 0; i < batch->n; i++)
		compile(batch, batch->works[i]);
}
