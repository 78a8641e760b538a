#include <stdlib.h>
#include <string.h>

#include "app/saved_runs.h"
#include "savefile/savefile.h"
#include "util/array.h"
#include "util/message.h"

/* A run is a file, or its shards in the order of the command line. */
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

/* Finds the run that the file belongs to: one of the n, whose shards share a label with it, or
   a new one. */
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
	const char *other = o->save.write      ? "--write"
	                    : o->judge.gates.n ? "--fail-above"
	                    : o->save.baseline ? "--baseline"
	                    : o->judge.bisect  ? "--bisect"
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
	OWNED struct saved_run *runs = memory_array(o->save.reads.n + 1, sizeof *runs);
	size_t n = saved_runs_read_all(runs, &o->save.reads);

	for (size_t i = 0; i < n; i++) {
		struct results more = {0};

		join(i ? &more : results, &runs[i], o->save.force);
		if (i)
			savefile_merge(results, &more, more.puts.v[0].file);
	}
	check_forced(results, o);
}

static void
check_reserved(const struct puts *puts)
{
	if (puts_find(puts, BASELINE_LABEL))
		message_die(STATUS_USAGE,
		    "label '" BASELINE_LABEL "' is reserved for --baseline: choose another, as "
		    "in gcc=OTHER");
}

/* Finds the put of the baseline that is meant. */
static size_t
find_put(
    const struct puts *puts, const char *path, const struct puts *read, const struct puts *now)
{
	const struct put *wanted = read->n ? read->v : now->v, *found;

	if (puts->n == 1)
		return 0;
	if (read->n + now->n != 1)
		message_die(STATUS_USAGE,
		    "--baseline: %s has %zu columns: name one program, which is compared with the "
		    "column of its label",
		    path, puts->n);
	found = puts_find(puts, wanted->label);
	if (!found)
		message_die(STATUS_USAGE, "--baseline: %s has %zu columns, none labelled '%s'",
		    path, puts->n, wanted->label);
	return (size_t)(found - puts->v);
}

void
saved_runs_choose_baseline(
    struct results *baseline, const char *path, const struct puts *read, const struct puts *now)
{
	check_reserved(read);
	check_reserved(now);
	results_keep_puts(baseline, find_put(&baseline->puts, path, read, now), 1);
	free(baseline->puts.v->label);
	baseline->puts.v->label = memory_copy(BASELINE_LABEL);
}

void
saved_runs_check_baseline(
    const struct results *baseline, const char *path, const struct results *results)
{
	const unsigned long *a = baseline->loops, *b = results->loops;

	if (memcmp(a, b, sizeof baseline->loops))
		message_die(STATUS_USAGE,
		    "--baseline: %s was measured with --loops=%lu,%lu, the programs to compare "
		    "with %lu,%lu",
		    path, a[LENGTH_SHORT], a[LENGTH_LONG], b[LENGTH_SHORT], b[LENGTH_LONG]);
	for (size_t i = 0; i < results->tests.n; i++)
		if (tests_find(&baseline->tests, results->tests.v[i].name))
			return;
	message_die(STATUS_FAILURE,
	    "--baseline: %s has no test in common with the programs to compare; their first test "
	    "is '%s'",
	    path, results->tests.v[0].name);
}

/* Moves the last of the n elements to the front. */
static void
rotate(void *v, size_t n, size_t size)
{
	char *first = v, *last = memory_new(size);

	memcpy(last, first + (n - 1) * size, size);
	memmove(first + size, first, (n - 1) * size);
	memcpy(first, last, size);
	free(last);
}

void
saved_runs_merge_baseline(struct results *baseline, const char *path, struct results *results)
{
	size_t n;

	savefile_merge(results, baseline, path);
	n = results->puts.n;
	rotate(results->puts.v, n, sizeof *results->puts.v);
	for (size_t test = 0; test < results->tests.n; test++)
		rotate(results_cell(results, test, 0), n, sizeof *results->cells);
}
