#include <stdlib.h>
#include <string.h>

#include "explain/cells.h"
#include "explain/unknown_fields.h"
#include "util/memory.h"

/* Cells that lack the same fields for the same reason. */
struct group {
	char *why;
	field_set fields;
	struct words cells;
};

struct groups {
	struct group *v;
	size_t n;
};

/* Adds "calls,allocs,spill", or with other words between the fields and before the last one. */
static void
add_fields(struct text *t, const char *between, const char *last, field_set fields)
{
	size_t n = 0;
	enum field f;

	for (f = FIELD_PROFILED; f < FIELD_DERIVED; f++) {
		if (!(fields & FIELD_BIT(f)))
			continue;
		fields &= ~FIELD_BIT(f);
		text_addf(t, "%s%s", !n++ ? "" : fields ? between : last, field_name(f));
	}
}

/* Why a cell has none of the fields; the caller frees. */
static char *
why_unknown(const struct cell *cell, const char *file, field_set fields)
{
	struct text t = TEXT_EMPTY;

	if (cell->unprofiled)
		return memory_copy(cell->unprofiled);
	if (fields & FIELD_BIT(FIELD_SPILL) && cell->profiled)
		return memory_copy("some of the code is in no file");
	if (cell->profiled)
		return memory_copy("the program has no symbols");
	text_addf(&t, "measure it with --write=%s --fields=", file ? file : "FILE");
	add_fields(&t, ",", ",", fields);
	return text_take(&t);
}

/* Takes ownership of why. */
static struct group *
find_group(struct groups *groups, char *why, field_set fields)
{
	size_t i;

	for (i = 0; i < groups->n; i++)
		if (groups->v[i].fields == fields && !strcmp(groups->v[i].why, why)) {
			free(why);
			return &groups->v[i];
		}
	groups->v = memory_resize(groups->v, groups->n + 1, sizeof *groups->v);
	groups->v[groups->n] = (struct group){why, fields, WORDS_EMPTY};
	return &groups->v[groups->n++];
}

static char *
line_of(const struct group *group)
{
	struct text t = TEXT_EMPTY;

	cells_list(&group->cells, &t);
	text_add(&t, group->cells.n == 1 ? " has no value of " : " have no value of ");
	add_fields(&t, ", ", " and ", group->fields);
	text_addf(&t, ": %s", group->why);
	return text_take(&t);
}

static void
add_cell(struct groups *groups, const struct results *results, size_t test, size_t put,
    field_set fields)
{
	const struct cell *cell = results_cell(results, test, put);
	char *why;

	fields &= ~cell->profiled;
	if (!cell->measured || !fields)
		return;
	why = why_unknown(cell, results->puts.v[put].file, fields);
	cells_add(&find_group(groups, why, fields)->cells, results, test, put);
}

struct words
unknown_fields_lines(const struct results *results, field_set fields)
{
	struct words lines = WORDS_EMPTY;
	struct groups groups = {0};
	size_t test, put, i;

	fields &= FIELD_ALL_PROFILED;
	for (test = 0; test < results->tests.n; test++)
		for (put = 0; put < results->puts.n; put++)
			add_cell(&groups, results, test, put, fields);
	for (i = 0; i < groups.n; i++) {
		words_take(&lines, line_of(&groups.v[i]));
		free(groups.v[i].why);
		words_free(&groups.v[i].cells);
	}
	free(groups.v);
	return lines;
}
