#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "code/assembly.h"
#include "explain/canonical.h"
#include "explain/explanation.h"
#include "explain/match.h"
#include "util/array.h"
#include "util/file.h"
#include "util/text.h"
#include "util/words.h"

enum { NAMED_MOST = 3 };

/* Mnemonics are named until they make that part of a kind's cost or difference, and so are
   lines. */
static const double named_enough = 0.8;

static const char no_line[] = "no line";

/* Steps that belong to the row with that key and line, which shows another name. */
struct entry {
	const char *key, *shown;
	unsigned line;
	size_t side;
	const struct profile_step *steps;
	size_t n;
};

struct entries {
	struct entry *v;
	size_t n;
	size_t side; /* of what is added */
	const struct profile *profile;
	struct words owned;     /* keys */
	enum profile_kind kind; /* of mnemonics */
};

static void
entries_add(struct entries *entries, const char *key, const char *shown, unsigned line,
    const struct profile_step *steps, size_t n)
{
	*ARRAY_ADD(entries->v, entries->n) =
	    (struct entry){key, shown, line, entries->side, steps, n};
}

/* 0 if both belong to the same row. */
static int
compare_keys(const struct entry *a, const struct entry *b)
{
	int order = strcmp(a->key, b->key);

	return order ? order : (a->line > b->line) - (a->line < b->line);
}

static int
by_key_and_side(const void *a, const void *b)
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
typedef void add_function(struct entries *entries, const struct profile_function *function);

/* The rows of all functions, by key and line. kind: of mnemonics. */
static struct explanation_part
rows_of(const struct explanation *explanation, add_function *add, enum profile_kind kind)
{
	struct entries entries = {.kind = kind};
	struct explanation_part part = {NULL, 0};

	for (; entries.side < explanation->sides; entries.side++) {
		entries.profile = explanation->profiles[entries.side];
		for (size_t i = 0; i < entries.profile->function_count; i++)
			add(&entries, &entries.profile->functions[i]);
	}
	part.rows = memory_array(entries.n + 1, sizeof *part.rows);
	if (entries.n)
		qsort(entries.v, entries.n, sizeof *entries.v, by_key_and_side);
	for (size_t i = 0; i < entries.n; i++) {
		const struct entry *entry = &entries.v[i];

		if (!i || compare_keys(entry - 1, entry) != 0)
			part.rows[part.n++] = (struct explanation_row){
			    .name = memory_copy(entry->shown), .line = entry->line};
		explanation_add(explanation, part.rows[part.n - 1].sides, entry->side,
		    entry->steps, entry->n);
	}
	free(entries.v);
	words_free(&entries.owned);
	sort_rows(explanation, &part, NULL);
	return part;
}

static void
add_mnemonics(struct entries *entries, const struct profile_function *function)
{
	ARRAY_EACH(const struct profile_step, step, function->steps, function->step_count) {
		char *name;

		if (step->kind != entries->kind || !step->text)
			continue;
		name = memory_copy_n(step->text, assembly_mnemonic(step->text));
		words_take(&entries->owned, name);
		entries_add(entries, name, name, 0, step, 1);
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
add_kinds(struct entries *entries, const struct profile_function *function)
{
	ARRAY_EACH(const struct profile_step, step, function->steps, function->step_count) {
		const char *name = profile_kind_name(step->kind);

		entries_add(entries, name, name, 0, step, 1);
	}
}

/* The part by kind of instruction, with the mnemonics as notes. */
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

/* Returns true if a source file came with a compiler or library. Its lines are other ones in
   another version. Benchfiles may be installed, too. */
static bool
is_installed(const char *file)
{
	return text_is_one_of(file, strlen(file),
	    "/usr/include/* /usr/lib/* /usr/lib64/* /usr/share/go* /usr/local/include/* "
	    "/usr/local/lib/* /usr/local/go/* /lib/* /rustc/*");
}

/* Adds steps by source line. Libraries are a row each, and so are headers that are not the
   user's, and all instructions without a line. */
static void
add_lines(struct entries *entries, const struct profile_function *function)
{
	const struct profile_step *steps = function->steps;

	if (function->owner == PROFILE_LIBRARY) {
		const char *path = entries->profile->objects[function->object].path;
		char *key = canonical_library(path);

		words_take(&entries->owned, key);
		entries_add(entries, key, file_base(path), 0, steps, function->step_count);
		return;
	}
	if (function->owner == PROFILE_GENERATED) {
		entries_add(
		    entries, function->name, function->name, 0, steps, function->step_count);
		return;
	}
	ARRAY_EACH(const struct profile_step, step, steps, function->step_count) {
		const char *file = step->line ? entries->profile->files.v[step->file] : no_line;
		bool users = step->line && !is_installed(file);
		const char *name = users ? file : file_base(file);

		entries_add(entries, name, name, users ? step->line : 0, step, 1);
	}
}

/* Adds the steps that the compiler gave no line, each by the nearest line of the user's before
   it in the function. */
static void
add_nearest(struct entries *entries, const struct profile_function *function)
{
	const struct profile_step *nearest = NULL;
	const char *name = NULL;
	bool users = function->owner == PROFILE_SNIPPET || function->owner == PROFILE_PROGRAM;

	for (size_t i = 0; users && i < function->step_count; i++) {
		const struct profile_step *step = &function->steps[i];
		const char *const *files = (const char *const *)entries->profile->files.v;

		if (step->line && !is_installed(files[step->file])) {
			nearest = step;
			name = file_base(files[step->file]);
		} else if (!step->line && nearest) {
			entries_add(entries, name, name, nearest->line, step, 1);
		}
	}
}

static struct explanation_part
part_by_line(const struct explanation *explanation)
{
	struct explanation_part part = rows_of(explanation, add_lines, PROFILE_KINDS);

	ARRAY_EACH(struct explanation_row, row, part.rows, part.n)
		if (!row->line && !strcmp(row->name, no_line))
			row->note = name_most(explanation, add_nearest, PROFILE_KINDS);
	return part;
}

/* The name of a function's library or, in the program, of its source file. The caller frees;
   may be NULL. */
static char *
note_of(const struct profile *profile, const struct profile_function *function)
{
	const char *file = NULL;

	if (function->owner == PROFILE_LIBRARY)
		file = profile->objects[function->object].path;
	else if (function->owner == PROFILE_PROGRAM)
		file = profile_function_file(profile, function);
	return file ? memory_copy(file_base(file)) : NULL;
}

/* Adds the row and the code of a function, by its index on each side. */
static void
add_row(struct explanation *explanation, size_t norm, size_t put)
{
	static const struct blocks none;
	const size_t of[EXPLANATION_SIDES] = {norm, put};
	const struct blocks *blocks[EXPLANATION_SIDES] = {&none, &none};
	struct explanation_part *part = &explanation->by_function;
	struct explanation_row row = {.name = NULL};
	struct explanation_function code = {.blocks = NULL};

	for (size_t side = 0; side < EXPLANATION_SIDES; side++) {
		const struct profile *profile = explanation->profiles[side];
		const struct profile_function *function;

		if (of[side] == MATCH_NONE)
			continue;
		code.sides[side] = function = &profile->functions[of[side]];
		blocks[side] = &explanation->code[side][of[side]];
		explanation_add(
		    explanation, row.sides, side, function->steps, function->step_count);
		row.sides[side].calls = function->calls;
		if (row.name)
			continue;
		row.name = memory_copy(function->name);
		row.note = note_of(profile, function);
		row.owner = function->owner;
	}
	match_code(explanation, blocks, &code);
	explanation->functions[part->n] = code;
	part->rows[part->n++] = row;
}

/* Adds the part by function, and the code of each function. */
static void
explain_functions(struct explanation *explanation)
{
	struct explanation_part *part = &explanation->by_function;
	size_t *partners[EXPLANATION_SIDES], n[EXPLANATION_SIDES] = {0};

	for (size_t side = 0; side < EXPLANATION_SIDES; side++) {
		const struct profile *profile = explanation->profiles[side];
		struct blocks *code;

		n[side] = profile ? profile->function_count : 0;
		explanation->code[side] = code = memory_array(n[side] + 1, sizeof *code);
		for (size_t i = 0; i < n[side]; i++)
			code[i] = blocks_make(
			    profile, &profile->functions[i], explanation->iterations[side]);
		partners[side] = match_none(n[side]);
	}
	if (explanation->sides == 2)
		match_functions(explanation->profiles,
		    (const struct blocks *const *)explanation->code, partners);
	part->rows = memory_array(n[0] + n[1] + 1, sizeof *part->rows);
	explanation->functions = memory_array(n[0] + n[1] + 1, sizeof *explanation->functions);
	for (size_t i = 0; i < n[0]; i++)
		add_row(explanation, i, partners[0][i]);
	for (size_t i = 0; i < n[1]; i++)
		if (partners[1][i] == MATCH_NONE)
			add_row(explanation, MATCH_NONE, i);
	sort_rows(explanation, part, explanation->functions);
	free(partners[0]);
	free(partners[1]);
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
