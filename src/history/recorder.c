#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/comparable.h"
#include "history/recorder.h"
#include "util/array.h"
#include "util/memory.h"
#include "util/text.h"

static bool
has_same_loops(const struct condition *condition, const unsigned long *loops)
{
	return !memcmp(condition->loops, loops, sizeof condition->loops);
}

/* Returns true if the put adds no conditions: runs of one program that can be compared with
   each other can be compared with the same other runs. */
static bool
recorder_is_same(
    const struct condition *condition, const struct put *put, const unsigned long *loops)
{
	const struct put *other = &condition->put;
	OWNED char *change = NULL;

	if (strcmp(other->exe, put->exe) != 0 || !has_same_loops(condition, loops) ||
	    !other->fingerprint != !put->fingerprint)
		return false;
	change = comparable_change(other, put);
	return !change;
}

static struct fingerprint *
copy_fingerprint(const struct fingerprint *fingerprint)
{
	struct fingerprint *copy;

	if (!fingerprint)
		return NULL;
	copy = memory_new(sizeof *copy);
	for (enum trait trait = 0; trait < TRAIT_COUNT; trait++)
		copy->of[trait] = memory_copy(fingerprint->of[trait]);
	return copy;
}

/* Returns the position of the conditions of a put, which are added if they are new. */
static size_t
conditions_of(struct conditions *conditions, const struct put *put, const unsigned long *loops)
{
	struct condition *condition;
	size_t i;

	for (i = 0; i < conditions->n; i++)
		if (recorder_is_same(&conditions->v[i], put, loops))
			return i;
	condition = ARRAY_ADD(conditions->v, conditions->n);
	*condition = (struct condition){.put.exe = memory_copy(put->exe),
	    .put.fingerprint = copy_fingerprint(put->fingerprint)};
	memcpy(condition->loops, loops, sizeof condition->loops);
	return i;
}

char *
conditions_change(const struct conditions *conditions, size_t a, size_t b, bool once)
{
	const struct condition *from = &conditions->v[a], *to = &conditions->v[b];
	char *change = comparable_change(&from->put, &to->put), *both;

	if (once || has_same_loops(from, to->loops))
		return change;
	both = text_print("%s%sthe loops ('%lu,%lu', '%lu,%lu')", change ? change : "",
	    change ? ", " : "", from->loops[LENGTH_SHORT], from->loops[LENGTH_LONG],
	    to->loops[LENGTH_SHORT], to->loops[LENGTH_LONG]);
	free(change);
	return both;
}

static void
conditions_free(struct conditions *conditions)
{
	for (size_t i = 0; i < conditions->n; i++) {
		free(conditions->v[i].put.exe);
		fingerprint_free(conditions->v[i].put.fingerprint);
	}
	free(conditions->v);
	*conditions = (struct conditions){0};
}

void
recorder_make(struct recorder *recorder, const struct fields *fields, field_set shown)
{
	*recorder = (struct recorder){.fields = fields, .fields_shown = shown};
	for (enum field f = 0; f < FIELD_NONE; f++)
		if (shown & FIELD_BIT(f))
			recorder->shown[recorder->field_count++] = f;
}

static size_t
intern_test(struct tests *tests, const char *name)
{
	const struct test *test = tests_find(tests, name);

	if (!test)
		test = tests_add(tests, name);
	return (size_t)(test - tests->v);
}

static struct recorded_run *
recorder_add_run(struct recorder *recorder, const char *file)
{
	struct recorded_run *run = ARRAY_ADD(recorder->runs, recorder->run_count);

	*run = (struct recorded_run){.run.file = memory_copy(file)};
	return run;
}

/* Returns the position of a word, which is freed. */
static size_t
intern(struct words *words, char *word)
{
	size_t position = words_intern(words, word);

	free(word);
	return position;
}

/* Returns the position of each put's label; the caller frees. */
static size_t *
record_puts(struct recorder *recorder, struct recorded_run *run, const struct results *results)
{
	const struct puts *puts = &results->puts;
	size_t *labels = memory_array(puts->n + 1, sizeof *labels);

	for (size_t i = 0; i < puts->n; i++)
		labels[i] = words_intern(&recorder->labels, puts->v[i].label);
	run->label_count = recorder->labels.n;
	run->conditions = memory_array(run->label_count + 1, sizeof *run->conditions);
	run->commands = memory_array(run->label_count + 1, sizeof *run->commands);
	for (size_t i = 0; i < run->label_count; i++)
		run->conditions[i] = RECORDER_NONE;
	for (size_t i = 0; i < puts->n; i++) {
		run->conditions[labels[i]] =
		    conditions_of(&recorder->conditions, &puts->v[i], results->loops);
		run->commands[labels[i]] =
		    intern(&recorder->commands, put_command(&puts->v[i]));
		run->run.unknown |= !puts->v[i].fingerprint;
	}
	return labels;
}

static struct recorded_cell
record_cell(struct recorder *recorder, const struct results *results, size_t test, size_t put,
    double *values)
{
	const struct cell *cell = results_cell(results, test, put);
	struct history_point point = {.state = HISTORY_MEASURED,
	    .verdicts = results_unexpected(results, test, put, recorder->fields_shown),
	    .values = values};

	if (!cell->measured) {
		point.state = HISTORY_FAILED;
		point.why = intern(&recorder->failures,
		    text_print("%s: %s", cell->failure->stage, cell->failure->why));
	}
	for (size_t k = 0; k < recorder->field_count; k++) {
		struct value value = calc_value(results, test, put, recorder->shown[k]);

		values[k] = value.known ? value.v : NAN;
	}
	return (struct recorded_cell){.point = point,
	    .text_hash = cell->text_hash,
	    .ops = results_ops(results, test, put),
	    .once = results_test(results, test, put)->once};
}

static void
record_cells(struct recorder *recorder, struct recorded_run *run, const struct results *results,
    const size_t *labels)
{
	size_t all = results->tests.n * results->puts.n;
	struct recorded_cell *to;

	run->cells = memory_array(all + 1, sizeof *run->cells);
	run->values = memory_array(all * recorder->field_count + 1, sizeof *run->values);
	for (size_t test = 0; test < results->tests.n; test++) {
		size_t position = intern_test(&recorder->tests, results->tests.v[test].name);

		for (size_t put = 0; put < results->puts.n; put++) {
			const struct cell *cell = results_cell(results, test, put);

			if (!cell->measured && !cell->failure)
				continue;
			to = &run->cells[run->cell_count];
			*to = record_cell(recorder, results, test, put,
			    run->values + run->cell_count++ * recorder->field_count);
			to->test = position;
			to->label = labels[put];
		}
	}
}

/* Files may have been merged, and the commit of one put must not be reported for another. */
static void
record_provenance(struct history_run *run, const struct puts *puts)
{
	struct provenance *all = &run->provenance;

	*all = provenance_copy(&puts->v[0].provenance);
	for (size_t i = 1; i < puts->n; i++) {
		const struct provenance *other = &puts->v[i].provenance;

		run->mixed =
		    run->mixed || !text_same(puts->v[0].provenance.commit, other->commit);
		all->clean = all->clean && other->clean;
		all->date = all->date > other->date ? all->date : other->date;
	}
	if (run->mixed) {
		int64_t date = all->date;

		provenance_free(all);
		all->date = date;
	}
}

void
recorder_add(struct recorder *recorder, const struct results *results, const char *file)
{
	struct recorded_run *run = recorder_add_run(recorder, file);
	OWNED size_t *labels = record_puts(recorder, run, results);

	if (results->puts.n)
		record_provenance(&run->run, &results->puts);
	record_cells(recorder, run, results, labels);
}

void
recorder_add_wrong(struct recorder *recorder, const char *file, const char *why,
    const struct provenance *provenance)
{
	struct recorded_run *run = recorder_add_run(recorder, file);

	run->run.wrong = memory_copy(why);
	if (provenance)
		run->run.provenance = provenance_copy(provenance);
}

static void
free_run(struct recorded_run *run)
{
	free(run->run.file);
	free(run->run.wrong);
	provenance_free(&run->run.provenance);
	free(run->conditions);
	free(run->commands);
	free(run->cells);
	free(run->values);
}

void
recorder_free(struct recorder *recorder)
{
	for (size_t i = 0; i < recorder->run_count; i++)
		free_run(&recorder->runs[i]);
	free(recorder->runs);
	tests_free(&recorder->tests);
	words_free(&recorder->labels);
	words_free(&recorder->failures);
	words_free(&recorder->commands);
	conditions_free(&recorder->conditions);
	*recorder = (struct recorder){0};
}
