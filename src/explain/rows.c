#include <stdlib.h>
#include <string.h>

#include "explain/canonical.h"
#include "explain/rows.h"
#include "util/array.h"
#include "util/file.h"
#include "util/text.h"
#include "util/words.h"

enum { MNEMONICS_MOST = 3 };

/* Mnemonics are named until they make that part of a kind's cost or difference. */
static const double mnemonics_enough = 0.8;

/* Steps that belong to the row with that key and line. */
struct entry {
	const char *key, *shown;
	size_t key_length, shown_length;
	unsigned line;
	size_t side;
	const struct profile_step *steps;
	size_t n;
};

struct entries {
	struct entry *v;
	size_t n;
	struct words owned;     /* keys */
	enum profile_kind kind; /* of mnemonics */
};

static struct entry *
entries_add(struct entries *entries, const char *key, const struct profile_step *steps,
    size_t n, size_t side)
{
	struct entry *entry = ARRAY_ADD(entries->v, entries->n);

	*entry = (struct entry){.key = key,
	    .shown = key,
	    .key_length = strlen(key),
	    .shown_length = strlen(key),
	    .side = side,
	    .steps = steps,
	    .n = n};
	return entry;
}

/* 0 if both belong to the same row. */
static int
compare_keys(const struct entry *a, const struct entry *b)
{
	size_t n = a->key_length < b->key_length ? a->key_length : b->key_length;
	int order = memcmp(a->key, b->key, n);

	if (order)
		return order;
	if (a->key_length != b->key_length)
		return a->key_length < b->key_length ? -1 : 1;
	return (a->line > b->line) - (a->line < b->line);
}

static int
compare_entries(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;
	int order = compare_keys(x, y);

	return order ? order : (x->side > y->side) - (x->side < y->side);
}

size_t *
rows_sort(
    const struct explanation *explanation, struct explanation_part *part, const bool *first)
{
	struct explanation_key *keys = memory_new((part->n + 1) * sizeof *keys);
	struct explanation_row *sorted = memory_new((part->n + 1) * sizeof *sorted);
	size_t *indices = memory_new((part->n + 1) * sizeof *indices);
	size_t i;

	for (i = 0; i < part->n; i++)
		keys[i] = (struct explanation_key){
		    {first && first[i], explanation_weight(explanation, part->rows[i].sides),
		        explanation_cost(explanation, part->rows[i].sides)},
		    i};
	explanation_sort(keys, part->n);
	for (i = 0; i < part->n; i++) {
		indices[i] = keys[i].index;
		sorted[i] = part->rows[keys[i].index];
	}
	free(part->rows);
	free(keys);
	part->rows = sorted;
	return indices;
}

/* Adds the steps of a function. */
typedef void add_function(
    struct entries *entries, const struct profile *profile, size_t function, size_t side);

/* The rows of all functions, by key and line. kind: of mnemonics. */
static struct explanation_part
rows_of(const struct explanation *explanation, add_function *add, enum profile_kind kind)
{
	struct entries entries = {.kind = kind};
	struct explanation_part part = {NULL, 0};
	size_t side, i;

	for (side = 0; side < explanation->sides; side++)
		for (i = 0; i < explanation->profiles[side]->function_count; i++)
			add(&entries, explanation->profiles[side], i, side);
	part.rows = memory_new((entries.n + 1) * sizeof *part.rows);
	if (entries.n)
		qsort(entries.v, entries.n, sizeof *entries.v, compare_entries);
	for (i = 0; i < entries.n; i++) {
		const struct entry *entry = &entries.v[i];

		if (!i || compare_keys(entry - 1, entry) != 0)
			part.rows[part.n++] = (struct explanation_row){
			    .name = memory_copy_n(entry->shown, entry->shown_length),
			    .line = entry->line};
		explanation_add(explanation, part.rows[part.n - 1].sides, entry->side,
		    entry->steps, entry->n);
	}
	free(entries.v);
	words_free(&entries.owned);
	free(rows_sort(explanation, &part, NULL));
	return part;
}

static void
add_mnemonics(
    struct entries *entries, const struct profile *profile, size_t function, size_t side)
{
	const struct profile_function *of = &profile->functions[function];
	size_t i;

	for (i = 0; i < of->step_count; i++) {
		const struct profile_step *step = &of->steps[i];
		struct entry *entry;

		if (step->kind != entries->kind || !step->text)
			continue;
		entry = entries_add(entries, step->text, step, 1, side);
		entry->key_length = entry->shown_length = canonical_mnemonic(step->text);
	}
}

/* "pshufd, movd", or NULL. */
static char *
name_mnemonics(const struct explanation *explanation, enum profile_kind kind)
{
	struct explanation_part part = rows_of(explanation, add_mnemonics, kind);
	struct text note = TEXT_EMPTY;
	double all = 0, named = 0;
	size_t i;

	for (i = 0; i < part.n; i++)
		all += explanation_weight(explanation, part.rows[i].sides);
	for (i = 0; i < part.n && i < MNEMONICS_MOST; i++) {
		if (i && named >= mnemonics_enough * all)
			break;
		text_addf(&note, "%s%s", i ? ", " : "", part.rows[i].name);
		named += explanation_weight(explanation, part.rows[i].sides);
	}
	explanation_free_part(&part);
	if (!note.n)
		text_free(&note);
	return note.s;
}

static void
add_kinds(struct entries *entries, const struct profile *profile, size_t function, size_t side)
{
	const struct profile_function *of = &profile->functions[function];
	size_t i;

	for (i = 0; i < of->step_count; i++)
		entries_add(
		    entries, profile_kind_name(of->steps[i].kind), &of->steps[i], 1, side);
}

struct explanation_part
rows_by_kind(const struct explanation *explanation)
{
	struct explanation_part part = rows_of(explanation, add_kinds, PROFILE_KINDS);
	enum profile_kind kind;
	size_t i;

	for (i = 0; i < part.n; i++)
		for (kind = 0; kind < PROFILE_KINDS; kind++)
			if (!strcmp(part.rows[i].name, profile_kind_name(kind)))
				part.rows[i].note = name_mnemonics(explanation, kind);
	return part;
}

/* Whether a source file came with a compiler or library. Its lines are other ones in another
   version. Benchfiles may be installed, too. */
static bool
is_installed(const char *file)
{
	static const char *const places[] = {"/usr/include/", "/usr/lib/", "/usr/lib64/",
	    "/usr/share/go", "/usr/local/include/", "/usr/local/lib/", "/usr/local/go/",
	    "/lib/", "/rustc/"};
	size_t i;

	for (i = 0; i < COUNTOF(places); i++)
		if (text_begins(file, places[i]))
			return true;
	return false;
}

static void
add_library(
    struct entries *entries, const struct profile *profile, size_t function, size_t side)
{
	const struct profile_function *of = &profile->functions[function];
	const char *path = profile->objects[of->object].path;
	char *key = canonical_library(path);
	struct entry *entry;

	words_take(&entries->owned, key);
	entry = entries_add(entries, key, of->steps, of->step_count, side);
	entry->shown = file_base(path);
	entry->shown_length = strlen(entry->shown);
}

static void
add_step(struct entries *entries, const struct profile *profile,
    const struct profile_step *step, size_t side)
{
	const char *file;

	if (!step->line) {
		entries_add(entries, "no line", step, 1, side);
		return;
	}
	file = profile->files[step->file];
	if (is_installed(file))
		entries_add(entries, file_base(file), step, 1, side);
	else
		entries_add(entries, file, step, 1, side)->line = step->line;
}

static void
add_lines(struct entries *entries, const struct profile *profile, size_t function, size_t side)
{
	const struct profile_function *of = &profile->functions[function];
	size_t i;

	if (of->owner == PROFILE_LIBRARY)
		add_library(entries, profile, function, side);
	else if (of->owner == PROFILE_GENERATED)
		entries_add(entries, of->name, of->steps, of->step_count, side);
	else
		for (i = 0; i < of->step_count; i++)
			add_step(entries, profile, &of->steps[i], side);
}

struct explanation_part
rows_by_line(const struct explanation *explanation)
{
	return rows_of(explanation, add_lines, PROFILE_KINDS);
}
