#include <stdlib.h>

#include "app/saved_runs.h"
#include "savefile/savefile.h"
#include "util/array.h"
#include "util/message.h"

/* A file, or the shards of one run, in the order of the command line. */
struct saved_run {
	struct results *v;
	size_t n;
};

static bool
share_label(const struct puts *a, const struct puts *b)
{
	for (size_t i = 0; i < a->n; i++)
		if (puts_find(b, a->v[i].label))
			return true;
	return false;
}

/* The run that the file belongs to: one of the n, whose shards share a label with it, or a new
   one. */
static struct saved_run *
find_run(struct saved_run *runs, size_t n, const struct results *file)
{
	for (size_t i = 0; i < n && file->shard.count; i++)
		if (runs[i].v->shard.count && share_label(&runs[i].v->puts, &file->puts))
			return &runs[i];
	return &runs[n];
}

/* Reads the files. Returns how many runs they are. */
static size_t
saved_runs_read_all(struct saved_run *runs, const struct words *paths)
{
	size_t n = 0;

	for (size_t i = 0; i < paths->n; i++) {
		struct results file = {0};
		struct saved_run *run;

		savefile_read_shard(&file, paths->v[i]);
		run = find_run(runs, n, &file);
		if (run == &runs[n])
			n++;
		*ARRAY_ADD(run->v, run->n) = file;
	}
	return n;
}

/* Joins the shards of a run; a whole run is one file. */
static void
join(struct results *into, struct saved_run *run, bool force)
{
	const struct fields *fields = into->fields;

	if (run->v->shard.count)
		savefile_join(into, run->v, run->n, force);
	else
		*into = *run->v;
	into->fields = fields;
	free(run->v);
}

/* Shards joined by force may lack tests, or differ in how they were measured. */
static void
check_forced(const struct results *results, const struct options *o)
{
	const char *other = o->write      ? "--write"
	                    : o->gates.n  ? "--fail-above"
	                    : o->baseline ? "--baseline"
	                    : o->bisect   ? "--bisect"
	                                  : NULL;

	if (results->shard.count && other)
		message_die(STATUS_FAILURE,
		    "%s needs a whole run: shards that only --force joins are shown, not saved or "
		    "judged",
		    other);
}

void
saved_runs_read(struct results *results, const struct options *o)
{
	OWNED struct saved_run *runs = memory_array(o->reads.n + 1, sizeof *runs);
	size_t n = saved_runs_read_all(runs, &o->reads);

	for (size_t i = 0; i < n; i++) {
		struct results more = {0};

		join(i ? &more : results, &runs[i], o->force);
		if (i)
			savefile_merge(results, &more, more.puts.v[0].file);
	}
	check_forced(results, o);
}
