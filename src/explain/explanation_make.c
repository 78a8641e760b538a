#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "explain/canonical.h"
#include "explain/explanation.h"
#include "explain/match.h"
#include "util/array.h"
#include "util/file.h"
#include "util/text.h"
#include "util/words.h"

enum { NAMED_MOST = 3 };

/* Mnemonics are named until they make that part of a kind's cost or difference, and so are
 * lines. */
static const double named_enough = 0.8;

static const char no_line[] = "no line";

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
explanation_make_compare_entries(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;
	int order = compare_keys(x, y);

	return order ? order : (x->side > y->side) - (x->side < y->side);
}

/* The size of the difference in the field that decides; 0 if it is unknown. */
static double
weight_of(const struct explanation *explanation,
    const struct explanation_side sides[EXPLANATION_SIDES])
{
	double difference;

	return explanation_difference(explanation, sides, explanation->by, &difference)
	           ? fabs(difference)
	           : 0;
}

/* Puts the rows in order. functions: NULL, or those that the rows are of, which come with them;
   then those that cost something and that only one side has are first. */
static void
sort_rows(const struct explanation *explanation, struct explanation_part *part,
    struct explanation_function *functions)
{
	OWNED struct order_key *keys = memory_array(part->n + 1, sizeof *keys);

	for (size_t i = 0; i < part->n; i++) {
		const struct explanation_side *sides = part->rows[i].sides;
		double weight = weight_of(explanation, sides);
		bool first = functions && explanation->sides == 2 &&
		             sides[0].here != sides[1].here && weight != 0;

		keys[i] = (struct order_key){
		    {first, weight, explanation_cost(explanation, sides)}, i};
	}
	order_sort(keys, part->n);
	order_arrange(keys, part->rows, part->n, sizeof *part->rows);
	if (functions)
		order_arrange(keys, functions, part->n, sizeof *functions);
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

	for (size_t side = 0; side < explanation->sides; side++)
		for (size_t i = 0; i < explanation->profiles[side]->function_count; i++)
			add(&entries, explanation->profiles[side], i, side);
	part.rows = memory_array(entries.n + 1, sizeof *part.rows);
	if (entries.n)
		qsort(
		    entries.v, entries.n, sizeof *entries.v, explanation_make_compare_entries);
	for (size_t i = 0; i < entries.n; i++) {
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
	sort_rows(explanation, &part, NULL);
	return part;
}

static void
add_mnemonics(
    struct entries *entries, const struct profile *profile, size_t function, size_t side)
{
	const struct profile_function *of = &profile->functions[function];

	ARRAY_EACH(const struct profile_step, step, of->steps, of->step_count) {
		struct entry *entry;

		if (step->kind != entries->kind || !step->text)
			continue;
		entry = entries_add(entries, step->text, step, 1, side);
		entry->key_length = entry->shown_length = canonical_mnemonic(step->text);
	}
}

/* "pshufd, movd", "my.bench:5": the rows that matter most; or NULL. */
static char *
name_most(const struct explanation *explanation, add_function *add, enum profile_kind kind)
{
	struct explanation_part part = rows_of(explanation, add, kind);
	struct text note = TEXT_EMPTY;
	double all = 0, named = 0;

	for (size_t i = 0; i < part.n; i++)
		all += weight_of(explanation, part.rows[i].sides);
	for (size_t i = 0; i < part.n && i < NAMED_MOST; i++) {
		const struct explanation_row *row = &part.rows[i];

		if (i && named >= named_enough * all)
			break;
		text_addf(&note, "%s%s", i ? ", " : "", row->name);
		if (row->line)
			text_addf(&note, ":%u", row->line);
		named += weight_of(explanation, row->sides);
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

	for (size_t i = 0; i < of->step_count; i++)
		entries_add(
		    entries, profile_kind_name(of->steps[i].kind), &of->steps[i], 1, side);
}

/* By kind of instruction, with the mnemonics as notes. */
static struct explanation_part
part_by_kind(const struct explanation *explanation)
{
	struct explanation_part part = rows_of(explanation, add_kinds, PROFILE_KINDS);

	for (size_t i = 0; i < part.n; i++)
		for (enum profile_kind kind = 0; kind < PROFILE_KINDS; kind++)
			if (!strcmp(part.rows[i].name, profile_kind_name(kind)))
				part.rows[i].note = name_most(explanation, add_mnemonics, kind);
	return part;
}

/* Whether a source file came with a compiler or library. Its lines are other ones in another
   version. Benchfiles may be installed, too. */
static bool
is_installed(const char *file)
{
	return text_is_one_of(file, strlen(file),
	    "/usr/include/* /usr/lib/* /usr/lib64/* /usr/share/go* /usr/local/include/* "
	    "/usr/local/lib/* /usr/local/go/* /lib/* /rustc/*");
}

static void
explanation_make_add_library(
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
explanation_make_add_step(struct entries *entries, const struct profile *profile,
    const struct profile_step *step, size_t side)
{
	const char *file = step->line ? profile->files.v[step->file] : no_line;
	bool users = step->line && !is_installed(file);

	entries_add(entries, users ? file : file_base(file), step, 1, side)->line =
	    users ? step->line : 0;
}

/* By source line. Libraries are a row each, and so are headers that are not the user's, and all
   instructions without a line. */
static void
explanation_make_add_lines(
    struct entries *entries, const struct profile *profile, size_t function, size_t side)
{
	const struct profile_function *of = &profile->functions[function];

	if (of->owner == PROFILE_LIBRARY)
		explanation_make_add_library(entries, profile, function, side);
	else if (of->owner == PROFILE_GENERATED)
		entries_add(entries, of->name, of->steps, of->step_count, side);
	else
		for (size_t i = 0; i < of->step_count; i++)
			explanation_make_add_step(entries, profile, &of->steps[i], side);
}

/* Adds the steps that the compiler gave no line, each by the nearest line of the user's before
   it in the function. */
static void
add_nearest(
    struct entries *entries, const struct profile *profile, size_t function, size_t side)
{
	const struct profile_function *of = &profile->functions[function];
	const struct profile_step *nearest = NULL;
	bool users = of->owner == PROFILE_SNIPPET || of->owner == PROFILE_PROGRAM;

	for (size_t i = 0; users && i < of->step_count; i++) {
		const struct profile_step *step = &of->steps[i];

		if (step->line && !is_installed(profile->files.v[step->file]))
			nearest = step;
		else if (!step->line && nearest)
			entries_add(
			    entries, file_base(profile->files.v[nearest->file]), step, 1, side)
			    ->line = nearest->line;
	}
}

static struct explanation_part
part_by_line(const struct explanation *explanation)
{
	struct explanation_part part =
	    rows_of(explanation, explanation_make_add_lines, PROFILE_KINDS);

	ARRAY_EACH(struct explanation_row, row, part.rows, part.n)
		if (!row->line && !strcmp(row->name, no_line))
			row->note = name_most(explanation, add_nearest, PROFILE_KINDS);
	return part;
}

/* All functions of both sides. Without a second profile, that side has none. */
struct functions {
	size_t n[EXPLANATION_SIDES];
	struct blocks *blocks[EXPLANATION_SIDES];
	size_t *partners[EXPLANATION_SIDES];
};

static struct functions
functions_make(const struct explanation *explanation)
{
	struct functions all = {.n = {0}};
	const struct profile *profile;

	for (size_t side = 0; side < EXPLANATION_SIDES; side++) {
		profile = explanation->profiles[side];
		all.n[side] = profile ? profile->function_count : 0;
		all.blocks[side] = memory_array(all.n[side] + 1, sizeof *all.blocks[side]);
		all.partners[side] = memory_array(all.n[side] + 1, sizeof *all.partners[side]);
		for (size_t i = 0; i < all.n[side]; i++) {
			all.blocks[side][i] = blocks_make(
			    profile, &profile->functions[i], explanation->iterations[side]);
			all.partners[side][i] = MATCH_NONE;
		}
	}
	if (explanation->sides == 2)
		match_functions(explanation->profiles, (const struct blocks *const *)all.blocks,
		    all.partners);
	return all;
}

static void
functions_free(struct functions *all)
{
	for (int side = 0; side < EXPLANATION_SIDES; side++) {
		for (size_t i = 0; i < all->n[side]; i++)
			blocks_free(&all->blocks[side][i]);
		free(all->blocks[side]);
		free(all->partners[side]);
	}
}

/* Whose a function is: its library; of the program its source file. The caller frees; may be
   NULL. */
static char *
explanation_make_note_of(const struct profile *profile, const struct profile_function *function)
{
	const char *file;

	if (function->owner == PROFILE_LIBRARY)
		return memory_copy(file_base(profile->objects[function->object].path));
	file = function->owner == PROFILE_PROGRAM ? profile_function_file(profile, function)
	                                          : NULL;
	return file ? memory_copy(file_base(file)) : NULL;
}

/* The row of a function; of: its index on each side. */
static struct explanation_row
explanation_make_row_of(
    const struct explanation *explanation, const size_t of[EXPLANATION_SIDES])
{
	struct explanation_row row = {.name = NULL};
	const struct profile *profile;
	const struct profile_function *function;

	for (size_t side = 0; side < EXPLANATION_SIDES; side++) {
		if (of[side] == MATCH_NONE)
			continue;
		profile = explanation->profiles[side];
		function = &profile->functions[of[side]];
		explanation_add(
		    explanation, row.sides, side, function->steps, function->step_count);
		row.sides[side].calls = function->calls;
		if (row.name)
			continue;
		row.name = memory_copy(function->name);
		row.note = explanation_make_note_of(profile, function);
		row.owner = function->owner;
	}
	return row;
}

static struct explanation_function
explanation_make_code_of(const struct explanation *explanation, struct functions *all,
    const size_t of[EXPLANATION_SIDES])
{
	struct blocks none = {NULL, 0, NULL, 0};
	struct blocks *blocks[EXPLANATION_SIDES] = {&none, &none};
	struct explanation_function code;

	for (int side = 0; side < EXPLANATION_SIDES; side++)
		if (of[side] != MATCH_NONE)
			blocks[side] = &all->blocks[side][of[side]];
	code = match_code(explanation, blocks);
	for (int side = 0; side < EXPLANATION_SIDES; side++)
		if (of[side] != MATCH_NONE)
			code.sides[side] = &explanation->profiles[side]->functions[of[side]];
	return code;
}

static void
explanation_make_add(
    struct explanation *explanation, struct functions *all, size_t norm, size_t put)
{
	const size_t of[EXPLANATION_SIDES] = {norm, put};
	struct explanation_part *part = &explanation->by_function;

	part->rows[part->n] = explanation_make_row_of(explanation, of);
	explanation->functions[part->n++] = explanation_make_code_of(explanation, all, of);
}

/* Adds the part by function, and the code of each function. */
static void
explain_functions(struct explanation *explanation)
{
	FREED_BY(functions_free) struct functions all = functions_make(explanation);
	size_t n = all.n[0] + all.n[1];

	explanation->by_function.rows =
	    memory_array(n + 1, sizeof *explanation->by_function.rows);
	explanation->functions = memory_array(n + 1, sizeof *explanation->functions);
	for (size_t i = 0; i < all.n[0]; i++)
		explanation_make_add(explanation, &all, i, all.partners[0][i]);
	for (size_t i = 0; i < all.n[1]; i++)
		if (all.partners[1][i] == MATCH_NONE)
			explanation_make_add(explanation, &all, MATCH_NONE, i);
	sort_rows(explanation, &explanation->by_function, explanation->functions);
}

struct explanation *
explanation_make(const struct explanation *request)
{
	struct explanation *explanation = memory_new(sizeof *explanation);

	*explanation = *request;
	explanation->sides = request->profiles[EXPLANATION_PUT] ? 2 : 1;
	/* Instructions with the same text access the frame both or not at all. */
	if (request->compared & FIELD_BIT(FIELD_SPILL))
		explanation->compared |= FIELD_BIT(FIELD_DR) | FIELD_BIT(FIELD_DW);
	for (size_t side = 0; side < explanation->sides; side++)
		ARRAY_EACH(const struct profile_function, function,
		    request->profiles[side]->functions, request->profiles[side]->function_count)
			explanation_add(explanation, explanation->sums, side, function->steps,
			    function->step_count);
	explanation->by_kind = part_by_kind(explanation);
	explanation->by_line = part_by_line(explanation);
	explain_functions(explanation);
	return explanation;
}
