#include <stdlib.h>
#include <string.h>

#include "compare/columns.h"
#include "util/array.h"
#include "util/text.h"

/* The parameter that columns are made by, or NULL if they are the tests. */
static const char *
param_of(const char *by)
{
	return strcmp(by, "tests") != 0 ? by : NULL;
}

/* The label of the column that the test is in, its name or "n=16"; NULL if it is in none. The
   caller frees. */
static char *
columns_label_of(const struct test *test, const char *by)
{
	OWNED char *key = text_print("param.%s", by);
	const struct part *part = test_find(test, key);

	if (!param_of(by))
		return memory_copy(test->name);
	return part ? text_print("%s=%s", by, part->text) : NULL;
}

/* "sum/n=16/kind=up" without "/n=16". The caller frees. */
static char *
name_without(const char *name, const char *setting)
{
	OWNED char *cut = text_print("/%s", setting);
	const char *found = strstr(name, cut);

	while (found && found[strlen(cut)] && found[strlen(cut)] != '/')
		found = strstr(found + 1, cut);
	return found ? text_print("%.*s%s", (int)(found - name), name, found + strlen(cut))
	             : memory_copy(name);
}

/* The name of the row that a cell is in. The caller frees. */
static char *
row_name(const struct results *results, size_t test, size_t put, const char *by)
{
	const char *label = results->puts.v[put].label;
	OWNED char *setting = NULL, *name = NULL;

	if (!param_of(by))
		return memory_copy(label);
	setting = columns_label_of(&results->tests.v[test], by);
	name = name_without(results->tests.v[test].name, setting);
	return results->puts.n == 1 ? memory_copy(name) : text_print("%s (%s)", name, label);
}

/* Adds the row of a cell, with the description that all its tests have. */
static void
columns_add_row(struct results *arranged, const struct results *results, size_t test,
    size_t put, const char *by)
{
	OWNED char *name = row_name(results, test, put, by);
	const struct test *found = tests_find(&arranged->tests, name);
	const char *desc = test_desc(&results->tests.v[test]);

	if (!found) {
		struct test *row = tests_add(&arranged->tests, name);

		if (param_of(by))
			test_set(row, "desc", memory_copy(desc), 0);
	} else if (param_of(by) && strcmp(test_desc(found), desc)) {
		test_remove_desc((struct test *)found);
	}
}

/* Another test has another text, which does not prevent a comparison here. */
static void
move_cell(struct results *arranged, const struct results *results, size_t test, size_t put,
    const char *by)
{
	OWNED char *name = row_name(results, test, put, by);
	OWNED char *label = columns_label_of(&results->tests.v[test], by);
	size_t row = (size_t)(tests_find(&arranged->tests, name) - arranged->tests.v);
	size_t column = (size_t)(puts_find(&arranged->puts, label) - arranged->puts.v);
	struct cell *cell = results_cell(arranged, row, column);

	*cell = *results_cell(results, test, put);
	cell->text_hash = 0;
	arranged->of[row * arranged->puts.n + column] = &results->tests.v[test];
}

struct puts
columns_of(const struct tests *tests, const char *by)
{
	struct puts columns = {0};

	for (size_t i = 0; i < tests->n; i++) {
		OWNED char *label = columns_label_of(&tests->v[i], by);

		if (label && !puts_find(&columns, label)) {
			struct put *put = puts_add(&columns);

			put->exe = memory_copy(label);
			put->label = memory_copy(label);
		}
	}
	return columns;
}

/* The tests of joined shards may be of several hosts. */
static void
add_hosts(struct puts *columns, const struct puts *puts)
{
	static const char end[] = "=" PUT_SEVERAL_HOSTS;

	for (size_t put = 0; put < puts->n; put++)
		for (size_t i = 0; i < puts->v[put].host.n; i++) {
			const char *setting = puts->v[put].host.v[i];

			for (size_t column = 0;
			     column < columns->n && !strcmp(strchr(setting, '='), end);
			     column++)
				words_set_variable(&columns->v[column].host, setting);
		}
}

/* Returns the box of all puts, or NULL if they are of several languages. */
static const char *
common_box(const struct puts *puts)
{
	for (size_t i = 1; i < puts->n; i++)
		if (puts->v[i].box != puts->v[0].box)
			return NULL;
	return puts->v[0].box;
}

/* Calls add for each cell that is in a column. */
static void
each_cell(struct results *arranged, const struct results *results, const char *by,
    void (*add)(struct results *, const struct results *, size_t, size_t, const char *))
{
	for (size_t test = 0; test < results->tests.n; test++)
		for (size_t put = 0; put < results->puts.n; put++)
			if (columns_show(&results->tests.v[test], by))
				add(arranged, results, test, put, by);
}

void
columns_arrange(struct results *arranged, const struct results *results, const char *by)
{
	*arranged = (struct results){
	    .fields = results->fields,
	    .loops = {results->loops[LENGTH_SHORT], results->loops[LENGTH_LONG]},
	    .puts = columns_of(&results->tests, by),
	};
	add_hosts(&arranged->puts, &results->puts);
	for (size_t i = 0; i < arranged->puts.n; i++)
		arranged->puts.v[i].box = common_box(&results->puts);
	each_cell(arranged, results, by, columns_add_row);
	results_make_cells(arranged);
	arranged->of = memory_array(arranged->tests.n * arranged->puts.n, sizeof *arranged->of);
	each_cell(arranged, results, by, move_cell);
}

void
columns_free(struct results *arranged)
{
	free(arranged->cells);
	arranged->cells = NULL;
	results_free(arranged);
}

bool
columns_show(const struct test *test, const char *by)
{
	OWNED char *label = columns_label_of(test, by);

	return label != NULL;
}

void
columns_add_params(struct words *names, const struct tests *tests)
{
	for (size_t i = 0; i < tests->n; i++)
		ARRAY_EACH(const struct part, part, tests->v[i].parts, tests->v[i].part_count)
			if (part->kind == PART_PARAM)
				words_intern(names, part_suffix(part));
}
