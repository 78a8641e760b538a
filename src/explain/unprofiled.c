#include <stdlib.h>

#include "explain/unprofiled.h"
#include "util/array.h"

enum { MOST_NAMES = 10 };

/* Cells that have no profile for the same reason. */
struct unprofiled_group {
	char *why;          /* NULL: no profile was saved for them, */
	const char *file;   /* in this file; NULL: in the run */
	field_set fields;   /* that they have no value of; 0: they are not explained */
	struct words cells; /* "sum on gcc-12" */
};

/* Adds a cell to those of its group; takes ownership of why. */
static void
unprofiled_add_cell(struct unprofiled *all, const struct results *results, size_t test,
    size_t put, struct unprofiled_group group)
{
	OWNED char *cell = text_print(
	    "%s on %s", results_test(results, test, put)->name, results->puts.v[put].label);
	size_t i;

	for (i = 0; i < all->n; i++)
		if (all->v[i].fields == group.fields && text_same(all->v[i].why, group.why) &&
		    text_same(all->v[i].file, group.file))
			break;
	if (i < all->n)
		free(group.why);
	else
		*ARRAY_ADD(all->v, all->n) = group;
	words_intern(&all->v[i].cells, cell);
}

void
unprofiled_add(struct unprofiled *all, const struct results *results, size_t test, size_t put)
{
	const char *why = results_cell(results, test, put)->unprofiled;

	unprofiled_add_cell(all, results, test, put,
	    (struct unprofiled_group){
	        .why = memory_copy(why), .file = why ? NULL : results->puts.v[put].file});
}

/* Adds "sum on gcc-12, max on gcc-12 and 3 more". */
static void
unprofiled_add_cells(struct text *t, const struct words *cells)
{
	for (size_t i = 0; i < cells->n && i < MOST_NAMES; i++)
		text_addf(t, "%s%s", i ? ", " : "", cells->v[i]);
	if (cells->n > MOST_NAMES)
		text_addf(t, " and %zu more", cells->n - MOST_NAMES);
}

/* Adds "calls,allocs,spill", or with other words between the fields and before the last one. */
static void
unprofiled_add_fields(struct text *t, const char *between, const char *last, field_set fields)
{
	size_t n = 0;

	for (enum field f = FIELD_PROFILED; f < FIELD_DERIVED; f++) {
		if (!(fields & FIELD_BIT(f)))
			continue;
		fields &= ~FIELD_BIT(f);
		text_addf(t, "%s%s", !n++ ? "" : fields ? between : last, field_rows[f].name);
	}
}

/* Returns true if any cell of the puts of a file has a profile. */
static bool
unprofiled_has_profiles(const struct results *results, const char *file)
{
	for (size_t i = 0; i < results->tests.n * results->puts.n; i++)
		if (results->cells[i].profile &&
		    text_same(results->puts.v[i % results->puts.n].file, file))
			return true;
	return false;
}

/* all: no cell is explained, for this reason. */
static char *
unprofiled_line_of(
    const struct unprofiled_group *group, const struct results *results, bool all)
{
	bool one = group->cells.n == 1;
	struct text t = TEXT_EMPTY;

	if (group->fields) {
		unprofiled_add_cells(&t, &group->cells);
		text_add(&t, one ? " has no value of " : " have no value of ");
		unprofiled_add_fields(&t, ", ", " and ", group->fields);
		text_addf(&t, ": %s", group->why);
	} else if (!group->why) {
		text_addf(&t, "%s has no profile", group->file ? group->file : "the run");
		if (unprofiled_has_profiles(results, group->file)) {
			text_add(&t, " of ");
			unprofiled_add_cells(&t, &group->cells);
		}
		text_add(&t, ": measure again with --write=FILE --profile");
	} else if (all) {
		text_addf(&t, "nothing is explained: %s", group->why);
	} else {
		unprofiled_add_cells(&t, &group->cells);
		text_addf(&t, " %s not explained: %s", one ? "is" : "are", group->why);
	}
	return text_take(&t);
}

struct words
unprofiled_lines(struct unprofiled *all, const struct results *results, bool nothing)
{
	struct words lines = WORDS_EMPTY;

	for (size_t i = 0; i < all->n; i++) {
		words_take(
		    &lines, unprofiled_line_of(&all->v[i], results, nothing && all->n == 1));
		words_free(&all->v[i].cells);
		free(all->v[i].why);
	}
	free(all->v);
	return lines;
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
	unprofiled_add_fields(&t, ",", ",", fields);
	return text_take(&t);
}

struct words
unprofiled_fields(const struct results *results, field_set fields)
{
	struct unprofiled all = {0};

	for (size_t test = 0; test < results->tests.n; test++)
		for (size_t put = 0; put < results->puts.n; put++) {
			const struct cell *cell = results_cell(results, test, put);
			field_set unknown = fields & FIELD_ALL_PROFILED & ~cell->profiled;

			if (cell->measured && unknown)
				unprofiled_add_cell(&all, results, test, put,
				    (struct unprofiled_group){
				        .why = why_unknown(
				            cell, results->puts.v[put].file, unknown),
				        .fields = unknown});
		}
	return unprofiled_lines(&all, results, false);
}
