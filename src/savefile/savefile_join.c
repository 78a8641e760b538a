#include <stdlib.h>
#include <string.h>

#include "compare/comparable.h"
#include "savefile/savefile.h"
#include "util/memory.h"
#include "util/message.h"
#include "util/array.h"

/* Moves a test to the end and returns its row. */
static size_t
move_test(struct tests *into, struct test *test)
{
	struct test *added = tests_add(into, test->name);

	free(added->name);
	*added = *test;
	*test = (struct test){0};
	return into->n - 1;
}

struct join {
	struct results *first;
	struct results **numbered; /* by the number of the shard, from 0; NULL: missing */
	bool force;
	bool forced; /* force was needed */
};

/* Returns the file that the shard was read from. */
static const char *
savefile_join_file_of(const struct results *shard)
{
	return shard->puts.v[0].file;
}

static bool
has_labels(const struct puts *a, const struct puts *b)
{
	for (size_t i = 0; i < a->n && i < b->n; i++)
		if (strcmp(a->v[i].label, b->v[i].label) != 0)
			return false;
	return a->n == b->n;
}

/* Shards of one run have these in common, whatever --force says. */
static void
savefile_join_check_run(const struct results *first, const struct results *shard)
{
	const struct shard *a = &first->shard, *b = &shard->shard;
	const char *wrong = NULL;

	if (a->count != b->count)
		message_die(STATUS_FAILURE,
		    "%s is shard %u of %u, %s shard %u of %u: they are not shards of one run",
		    savefile_join_file_of(first), a->number, a->count,
		    savefile_join_file_of(shard), b->number, b->count);
	if (!has_labels(&first->puts, &shard->puts))
		wrong = "labels";
	else if (memcmp(first->loops, shard->loops, sizeof first->loops) != 0)
		wrong = "loop counts";
	else if (a->selection != b->selection || a->tests != b->tests)
		wrong = "tests to choose from";
	if (wrong)
		message_die(STATUS_FAILURE,
		    "%s and %s have different %s: they are not shards of one run",
		    savefile_join_file_of(first), savefile_join_file_of(shard), wrong);
}

/* Ends the program, or with force only says what is wrong, and frees it. */
static void
savefile_join_refuse(struct join *join, char *wrong)
{
	if (!join->force)
		message_die(STATUS_FAILURE, "%s; --force shows what there is", wrong);
	message_warn("%s; shown anyway", wrong);
	join->forced = true;
	free(wrong);
}

static void
check_conditions(struct join *join, const struct results *shard)
{
	for (size_t i = 0; i < shard->puts.n; i++) {
		char *wrong = comparable_shards(&join->first->puts.v[i], &shard->puts.v[i]);

		if (wrong) {
			savefile_join_refuse(join, wrong);
			return;
		}
	}
}

static void
savefile_join_add_shard(struct join *join, struct results *shard)
{
	struct results **place = &join->numbered[shard->shard.number - 1];

	savefile_join_check_run(join->first, shard);
	if (*place) {
		savefile_join_refuse(
		    join, text_print("%s and %s are both shard %u of %u",
		              savefile_join_file_of(*place), savefile_join_file_of(shard),
		              shard->shard.number, shard->shard.count));
		return;
	}
	check_conditions(join, shard);
	*place = shard;
}

/* Refuses a run that lacks "shard 2 of 3" or "shards 2, 5 and 7 more of 200". */
static void
check_missing(struct join *join)
{
	enum { SHOWN = 5 };
	const struct shard *shard = &join->first->shard;
	FREED_BY(text_free) struct text t = TEXT_EMPTY;
	size_t missing = 0;

	for (size_t i = 0; i < shard->count; i++)
		if (!join->numbered[i] && missing++ < SHOWN)
			text_addf(&t, "%s%zu", missing > 1 ? ", " : "", i + 1);
	if (missing > SHOWN)
		text_addf(&t, " and %zu more", missing - SHOWN);
	if (missing)
		savefile_join_refuse(
		    join, text_print("shard%s %s of %u of the run with %s %s missing",
		              missing > 1 ? "s" : "", t.s, shard->count,
		              savefile_join_file_of(join->first), missing > 1 ? "are" : "is"));
}

/* Adds another kernel to those that the put was measured with. */
static void
add_kernel(struct put *put, const struct put *more)
{
	char **kernels = &put->fingerprint->of[TRAIT_KERNEL], *all;
	const char *kernel = more->fingerprint->of[TRAIT_KERNEL];
	size_t n = strlen(kernel);

	for (const char *found = *kernels; (found = strstr(found, kernel)); found += n)
		if ((found == *kernels || found[-1] == ' ') && strchr(",", found[n]))
			return;
	all = text_print("%s, %s", *kernels, kernel);
	free(*kernels);
	*kernels = all;
}

/* The run began with its first shard. A commit that some shard lacks is not known. */
static void
savefile_join_add_provenance(struct provenance *all, const struct provenance *more)
{
	if (more->date < all->date)
		all->date = more->date;
	all->clean = all->clean && more->clean;
	if (!all->commit || (more->commit && !strcmp(all->commit, more->commit)))
		return;
	free(all->commit);
	free(all->subject);
	all->commit = all->subject = NULL;
	all->committed = 0;
	all->clean = false;
}

static void
set_several(struct words *host, const char *setting)
{
	OWNED char *several =
	    text_print("%.*s=" PUT_SEVERAL_HOSTS, (int)strcspn(setting, "="), setting);

	words_set_variable(host, several);
}

/* Adds where other tests of the put were timed. */
static void
savefile_join_add_host(struct words *all, const struct words *more)
{
	size_t found;

	if (!all->n)
		words_add_all(all, more);
	for (size_t i = 0; i < more->n; i++) {
		found = words_find_variable(all, more->v[i]);
		if (found == all->n || strcmp(all->v[found], more->v[i]) != 0)
			set_several(all, more->v[i]);
	}
	for (size_t i = 0; more->n && i < all->n; i++)
		if (words_find_variable(more, all->v[i]) == more->n)
			set_several(all, all->v[i]);
}

/* Moves the puts of the first shard, and adds what the other shards know of them. */
static void
join_puts(struct results *into, const struct join *join)
{
	into->puts = join->first->puts;
	for (size_t i = 0; i < join->first->shard.count; i++) {
		const struct results *shard = join->numbered[i];

		for (size_t k = 0; shard && shard != join->first && k < into->puts.n; k++) {
			struct put *put = &into->puts.v[k];

			if (put->fingerprint && shard->puts.v[k].fingerprint)
				add_kernel(put, &shard->puts.v[k]);
			savefile_join_add_provenance(
			    &put->provenance, &shard->puts.v[k].provenance);
			savefile_join_add_host(&put->host, &shard->puts.v[k].host);
		}
	}
}

/* Moves the i-th test of a shard with its cells to the next row. The cells of into have room
   for all tests of the run. */
static void
move_row(struct results *into, struct results *shard, size_t i)
{
	struct test *test = &shard->tests.v[i];
	size_t columns = into->puts.n;
	struct cell *from = &shard->cells[i * columns];

	if (tests_find(&into->tests, test->name))
		message_die(STATUS_FAILURE, "%s: test '%s' is in another shard too",
		    savefile_join_file_of(shard), test->name);
	memcpy(&into->cells[move_test(&into->tests, test) * columns], from,
	    columns * sizeof *from);
	memset(from, 0, columns * sizeof *from);
}

static void
join_tests(struct results *into, const struct join *join)
{
	const struct shard *run = &join->first->shard;

	into->cells = memory_array(run->tests * into->puts.n, sizeof *into->cells);
	for (size_t i = 0; i < run->tests; i++) {
		struct results *shard = join->numbered[i % run->count];

		if (shard)
			move_row(into, shard, i / run->count);
	}
}

void
savefile_join(struct results *into, struct results *shards, size_t n, bool force)
{
	struct join join = {.first = shards, .force = force};

	join.numbered = memory_array(shards->shard.count, sizeof *join.numbered);
	for (size_t i = 0; i < n; i++)
		savefile_join_add_shard(&join, &shards[i]);
	check_missing(&join);
	into->tests.language = memory_copy(shards->tests.language);
	memcpy(into->loops, shards->loops, sizeof into->loops);
	join_puts(into, &join);
	join_tests(into, &join);
	if (join.forced)
		into->shard = shards->shard;
	if (!into->tests.n)
		message_die(STATUS_FAILURE, "%s: the shards contain no test",
		    savefile_join_file_of(shards));
	shards->puts = (struct puts){0};
	for (size_t i = 0; i < n; i++)
		results_free(&shards[i]);
	free(join.numbered);
}

static void
check_loops(const struct results *into, const struct results *more, const char *path)
{
	const unsigned long *a = into->loops, *b = more->loops;

	if (memcmp(a, b, sizeof into->loops))
		message_die(STATUS_FAILURE,
		    "%s: its loop counts are %lu and %lu, but %lu and %lu in the files before it",
		    path, b[LENGTH_SHORT], b[LENGTH_LONG], a[LENGTH_SHORT], a[LENGTH_LONG]);
}

static void
savefile_join_check_labels(
    const struct results *into, const struct results *more, const char *path)
{
	for (size_t i = 0; i < more->puts.n; i++)
		if (puts_find(&into->puts, more->puts.v[i].label))
			message_die(STATUS_FAILURE,
			    "%s: label '%s' is used in an earlier file too; to compare both, "
			    "give the earlier one to --baseline",
			    path, more->puts.v[i].label);
}

static void
savefile_join_check_tests(
    const struct results *into, const struct results *more, const char *path)
{
	bool common = false;

	ARRAY_EACH(const struct test, test, more->tests.v, more->tests.n) {
		const struct test *found = tests_find(&into->tests, test->name);

		if (found && found->once != test->once)
			message_die(STATUS_FAILURE,
			    "%s: test '%s' is measured %s, and %s in the files before it: "
			    "rename one",
			    path, test->name, test->once ? "once" : "in a loop",
			    found->once ? "once" : "in a loop");
		common |= found != NULL;
	}
	if (common)
		return;
	message_die(STATUS_FAILURE,
	    "%s: no test in common with the files before it: its first is '%s', theirs '%s'",
	    path, more->tests.n ? more->tests.v[0].name : "",
	    into->tests.n ? into->tests.v[0].name : "");
}

/* Moves the tests that only more has to into, without cells. Returns for each test of more its
   row in into; the caller frees. */
static size_t *
savefile_join_add_tests(struct tests *into, struct tests *more)
{
	size_t *rows = memory_array(more->n, sizeof *rows);

	for (size_t i = 0; i < more->n; i++) {
		const struct test *found = tests_find(into, more->v[i].name);

		rows[i] = found ? (size_t)(found - into->v) : move_test(into, &more->v[i]);
	}
	return rows;
}

/* Returns the operations of a cell that moved to another row. If a cell there has the same
   text, both are divided by the operations of that cell: the first file decides. */
static unsigned long
ops_beside(const struct results *into, size_t row, unsigned long own, uint64_t text_hash)
{
	for (size_t put = 0; put < into->puts.n && text_hash; put++)
		if (results_cell(into, row, put)->text_hash == text_hash)
			return results_ops(into, row, put);
	return own;
}

/* Adapts the cells of tests that into has had, too, the first old ones: to its operations, and
   to its lines, which profiles name. */
static void
adapt_cells(const struct results *into, struct results *more, const size_t *rows, size_t old)
{
	for (size_t i = 0; i < more->tests.n; i++)
		for (size_t put = 0; rows[i] < old && put < more->puts.n; put++) {
			struct cell *cell = results_cell(more, i, put);
			const struct test *test = &into->tests.v[rows[i]];
			unsigned long ops = ops_beside(
			    into, rows[i], results_ops(more, i, put), cell->text_hash);

			cell->ops = ops == test->ops ? 0 : ops;
			if (cell->profile)
				profile_move_lines(cell->profile, &more->tests.v[i], test);
		}
}

/* Gives both the same tests in the same order. */
static void
align(struct results *into, struct results *more)
{
	size_t old = into->tests.n, *rows = savefile_join_add_tests(&into->tests, &more->tests);
	size_t n = into->tests.n, columns = into->puts.n, others = more->puts.n;
	struct cell *cells = memory_array(n * others, sizeof *cells);

	adapt_cells(into, more, rows, old);
	for (size_t i = 0; i < more->tests.n; i++)
		memcpy(
		    &cells[rows[i] * others], &more->cells[i * others], others * sizeof *cells);
	free(more->cells);
	more->cells = cells;
	into->cells = memory_resize(into->cells, n * columns, sizeof *cells);
	memset(&into->cells[old * columns], 0, (n - old) * columns * sizeof *cells);
	free(rows);
}

void
savefile_merge(struct results *into, struct results *more, const char *path)
{
	check_loops(into, more, path);
	savefile_join_check_labels(into, more, path);
	savefile_join_check_tests(into, more, path);
	align(into, more);
	if (!into->tests.language)
		into->tests.language = memory_copy(more->tests.language);
	if (more->shard.count)
		into->shard = more->shard;
	results_append(into, more);
	results_free(more);
}
