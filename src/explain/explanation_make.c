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

/* Mnemonics are named until they make that share of a kind's cost or difference, and so are
   lines. */
static const double named_enough = 0.8;

static const char no_line[] = "no line";

/* Steps that belong to the row with that key and line, which shows another name. */
struct explanation_entry {
	const char *key, *shown;
	unsigned line;
	size_t side;
	const struct profile_site *sites;
	size_t n;
};

struct explanation_entries {
	struct explanation_entry *v;
	size_t n;
	size_t side; /* of what is added */
	const struct profile *profile;
	struct words owned;     /* keys */
	enum profile_kind kind; /* of mnemonics */
	bool whole;             /* rows are files, not their lines */
};

static void
entries_add(struct explanation_entries *entries, const char *key, const char *shown,
    unsigned line, const struct profile_site *sites, size_t n)
{
	*ARRAY_ADD(entries->v, entries->n) =
	    (struct explanation_entry){key, shown, line, entries->side, sites, n};
}

/* 0 if both belong to the same row. */
static int
compare_keys(const struct explanation_entry *a, const struct explanation_entry *b)
{
	int order = strcmp(a->key, b->key);

	return order ? order : (a->line > b->line) - (a->line < b->line);
}

static int
by_key_and_side(const void *a, const void *b)
{
	const struct explanation_entry *x = a, *y = b;
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
sort_rows(const struct explanation *explanation, struct explanation_group *group,
    struct explanation_function *functions)
{
	OWNED struct order_key *keys = memory_array(group->n + 1, sizeof *keys);

	for (size_t i = 0; i < group->n; i++) {
		const struct explanation_side *sides = group->rows[i].sides;
		double weight = weight_of(explanation, sides);
		bool first = functions && explanation->sides == 2 &&
		             sides[0].here != sides[1].here && weight != 0;

		keys[i] = (struct order_key){
		    {first, weight, explanation_cost(explanation, sides)}, i};
	}
	order_sort(keys, group->n);
	order_arrange(keys, group->rows, group->n, sizeof *group->rows);
	if (functions)
		order_arrange(keys, functions, group->n, sizeof *functions);
}

/* Adds the sites of a function. */
typedef void add_function(
    struct explanation_entries *entries, const struct profile_function *function);

/* The rows of all functions, by key and line. kind: of mnemonics. */
static struct explanation_group
rows_of(const struct explanation *explanation, add_function *add, enum profile_kind kind)
{
	struct explanation_entries entries = {.kind = kind};
	struct explanation_group group = {NULL, 0};

	for (; entries.side < explanation->sides; entries.side++) {
		entries.profile = explanation->profiles[entries.side];
		for (size_t i = 0; i < entries.profile->function_count; i++)
			add(&entries, &entries.profile->functions[i]);
	}
	group.rows = memory_array(entries.n + 1, sizeof *group.rows);
	if (entries.n)
		qsort(entries.v, entries.n, sizeof *entries.v, by_key_and_side);
	for (size_t i = 0; i < entries.n; i++) {
		const struct explanation_entry *entry = &entries.v[i];

		if (!i || compare_keys(entry - 1, entry) != 0)
			group.rows[group.n++] = (struct explanation_row){
			    .name = memory_copy(entry->shown), .line = entry->line};
		explanation_add(explanation, group.rows[group.n - 1].sides, entry->side,
		    entry->sites, entry->n);
	}
	free(entries.v);
	words_free(&entries.owned);
	sort_rows(explanation, &group, NULL);
	return group;
}

static void
add_mnemonics(struct explanation_entries *entries, const struct profile_function *function)
{
	ARRAY_EACH(const struct profile_site, site, function->sites, function->site_count) {
		char *name;

		if (site->kind != entries->kind || !site->text)
			continue;
		name = memory_copy_n(site->text, assembly_mnemonic(site->text));
		words_take(&entries->owned, name);
		entries_add(entries, name, name, 0, site, 1);
	}
}

/* "pshufd, movd", "my.bench:5": the rows that matter most; or NULL. */
static char *
name_most(const struct explanation *explanation, add_function *add, enum profile_kind kind)
{
	struct explanation_group group = rows_of(explanation, add, kind);
	struct text note = TEXT_EMPTY;
	double all = 0, named = 0;

	for (size_t i = 0; i < group.n; i++)
		all += weight_of(explanation, group.rows[i].sides);
	for (size_t i = 0; i < group.n && i < NAMED_MOST; i++) {
		const struct explanation_row *row = &group.rows[i];

		if (i && named >= named_enough * all)
			break;
		text_addf(&note, "%s%s", i ? ", " : "", row->name);
		if (row->line)
			text_addf(&note, ":%u", row->line);
		named += weight_of(explanation, row->sides);
	}
	explanation_free_group(&group);
	if (!note.n)
		text_free(&note);
	return note.s;
}

static void
add_kinds(struct explanation_entries *entries, const struct profile_function *function)
{
	ARRAY_EACH(const struct profile_site, site, function->sites, function->site_count) {
		const char *name = profile_kind_name(site->kind);

		entries_add(entries, name, name, 0, site, 1);
	}
}

/* The group by kind of instruction, with the mnemonics as notes. */
static struct explanation_group
group_by_kind(const struct explanation *explanation)
{
	struct explanation_group group = rows_of(explanation, add_kinds, PROFILE_KINDS);

	for (size_t i = 0; i < group.n; i++)
		for (enum profile_kind kind = 0; kind < PROFILE_KINDS; kind++)
			if (!strcmp(group.rows[i].name, profile_kind_name(kind)))
				group.rows[i].note =
				    name_most(explanation, add_mnemonics, kind);
	return group;
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

/* Adds sites by source line. Libraries are a row each, and so are headers that are not the
   user's, generated functions, and all instructions without a line. */
static void
add_lines(struct explanation_entries *entries, const struct profile_function *function)
{
	const char *path = entries->profile->binaries[function->binary].path;
	const char *key = no_line, *shown = no_line;
	bool installed = false;

	if (function->owner == PROFILE_LIBRARY) {
		words_take(&entries->owned, canonical_library(path));
		key = entries->owned.v[entries->owned.n - 1];
		shown = file_base(path);
		installed = is_installed(path);
	} else if (function->owner == PROFILE_GENERATED) {
		key = shown = function->name;
	}
	ARRAY_EACH(const struct profile_site, site, function->sites, function->site_count) {
		const char *file =
		    site->line && !installed ? entries->profile->files.v[site->file] : NULL;
		bool users = file && !is_installed(file);
		const char *name = !file || users ? file : file_base(file);

		entries_add(entries, name ? name : key, name ? name : shown,
		    users && !entries->whole ? site->line : 0, site, 1);
	}
}

static void
add_files(struct explanation_entries *entries, const struct profile_function *function)
{
	entries->whole = true;
	add_lines(entries, function);
}

/* Adds the sites that the compiler gave no line, each by the nearest line of the user's before
   it in the function. */
static void
add_nearest(struct explanation_entries *entries, const struct profile_function *function)
{
	const struct profile_site *nearest = NULL;
	const char *name = NULL;
	bool users = function->owner == PROFILE_SNIPPET || function->owner == PROFILE_PROGRAM;

	for (size_t i = 0; users && i < function->site_count; i++) {
		const struct profile_site *site = &function->sites[i];
		const char *const *files = (const char *const *)entries->profile->files.v;

		if (site->line && !is_installed(files[site->file])) {
			nearest = site;
			name = file_base(files[site->file]);
		} else if (!site->line && nearest) {
			entries_add(entries, name, name, nearest->line, site, 1);
		}
	}
}

static struct explanation_group
group_by_line(const struct explanation *explanation)
{
	struct explanation_group group = rows_of(explanation, add_lines, PROFILE_KINDS);

	ARRAY_EACH(struct explanation_row, row, group.rows, group.n)
		if (!row->line && !strcmp(row->name, no_line))
			row->note = name_most(explanation, add_nearest, PROFILE_KINDS);
	return group;
}

/* The name of a function's library or, in the program, of its source file. The caller frees;
   may be NULL. */
static char *
note_of(const struct profile *profile, const struct profile_function *function)
{
	const char *file = NULL;

	if (function->owner == PROFILE_LIBRARY)
		file = profile->binaries[function->binary].path;
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
	struct explanation_group *group = &explanation->by_function;
	struct explanation_row row = {.name = NULL};
	struct explanation_function shown = {.blocks = NULL};

	for (size_t side = 0; side < EXPLANATION_SIDES; side++) {
		const struct profile *profile = explanation->profiles[side];
		const struct profile_function *function;

		if (of[side] == MATCH_NONE)
			continue;
		shown.sides[side] = function = &profile->functions[of[side]];
		blocks[side] = &explanation->blocks[side][of[side]];
		explanation_add(
		    explanation, row.sides, side, function->sites, function->site_count);
		row.sides[side].calls = function->calls;
		if (row.name)
			continue;
		row.name = memory_copy(function->name);
		row.note = note_of(profile, function);
		row.owner = function->owner;
	}
	match_blocks(explanation, blocks, &shown);
	explanation->functions[group->n] = shown;
	group->rows[group->n++] = row;
}

/* Adds the group by function, and the code of each function. */
static void
explain_functions(struct explanation *explanation)
{
	struct explanation_group *group = &explanation->by_function;
	size_t *partners[EXPLANATION_SIDES], n[EXPLANATION_SIDES] = {0};

	for (size_t side = 0; side < EXPLANATION_SIDES; side++) {
		const struct profile *profile = explanation->profiles[side];
		struct blocks *blocks;

		n[side] = profile ? profile->function_count : 0;
		explanation->blocks[side] = blocks = memory_array(n[side] + 1, sizeof *blocks);
		for (size_t i = 0; i < n[side]; i++)
			blocks[i] = blocks_make(
			    profile, &profile->functions[i], explanation->iterations[side]);
		partners[side] = match_none(n[side]);
	}
	if (explanation->sides == 2)
		match_functions(explanation->profiles,
		    (const struct blocks *const *)explanation->blocks, partners);
	group->rows = memory_array(n[0] + n[1] + 1, sizeof *group->rows);
	explanation->functions = memory_array(n[0] + n[1] + 1, sizeof *explanation->functions);
	for (size_t i = 0; i < n[0]; i++)
		add_row(explanation, i, partners[0][i]);
	for (size_t i = 0; i < n[1]; i++)
		if (partners[1][i] == MATCH_NONE)
			add_row(explanation, MATCH_NONE, i);
	sort_rows(explanation, group, explanation->functions);
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
			explanation_add(explanation, explanation->sums, side, function->sites,
			    function->site_count);
	explanation->by_kind = group_by_kind(explanation);
	explanation->by_file = rows_of(explanation, add_files, PROFILE_KINDS);
	explanation->by_line = group_by_line(explanation);
	explain_functions(explanation);
	return explanation;
}
