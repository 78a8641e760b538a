#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "savefile/savefile_cell.h"
#include "savefile/savefile_lists.h"
#include "savefile/savefile_profile.h"
#include "savefile/savefile_value.h"
#include "util/cursor.h"
#include "util/memory.h"

struct reader {
	struct jsonfile *doc;
	struct results *results;
	struct savefile_lists lists;
	/* Of the current cell: its index of each object and file, plus 1; 0: not yet in it. */
	struct profile *profile;
	size_t *own_objects, *own_files;
	uint64_t spent[FIELD_COUNT]; /* its sums, modulo 2^64 */
	uint64_t size;               /* the sum of the amounts of all its numbers */
	struct guard guard;
};

static void
drop_indexes(struct reader *r)
{
	free(r->own_objects);
	free(r->own_files);
	r->own_objects = r->own_files = NULL;
}

static void
reader_free(void *held)
{
	struct reader *r = held;

	drop_indexes(r);
	profile_free(r->profile);
	savefile_lists_free(&r->lists);
}

/* Sums of a profile's numbers, however they are chosen, must not overflow, nor may the
   difference of two such sums. */
static int64_t
count_in(struct reader *r, int64_t number)
{
	uint64_t size = number < 0 ? -(uint64_t)number : (uint64_t)number;

	if (size > INT64_MAX / 2 - r->size)
		jsonfile_wrong(r->doc, "is too large, with the numbers before");
	r->size += size;
	return number;
}

static void
add_counts(struct reader *r, const struct savefile_counts *counts, struct profile_step *step)
{
	enum field f;

	step->executions = count_in(r, counts->runs);
	for (f = 0; f < FIELD_COUNT; f++) {
		step->spent[f] = count_in(r, counts->spent[f]);
		r->spent[f] += (uint64_t)counts->spent[f];
	}
}

static size_t
own_object(struct reader *r, size_t object)
{
	struct profile *profile = r->profile;
	size_t *own = &r->own_objects[object];

	if (!*own) {
		*own = ++profile->object_count;
		profile->objects =
		    memory_resize(profile->objects, *own, sizeof *profile->objects);
		profile->objects[*own - 1] =
		    (struct profile_object){memory_copy(r->lists.objects[object].path),
		        memory_copy(r->lists.objects[object].build_id)};
	}
	return *own - 1;
}

static size_t
own_file(struct reader *r, size_t file)
{
	struct profile *profile = r->profile;
	size_t *own = &r->own_files[file];

	if (!*own) {
		*own = ++profile->file_count;
		profile->files = memory_resize(profile->files, *own, sizeof *profile->files);
		profile->files[*own - 1] = memory_copy(r->lists.files[file]);
	}
	return *own - 1;
}

static void
copy_function(
    struct reader *r, const struct profile_function *from, struct profile_function *function)
{
	size_t n = from->step_count, i;

	*function = *from;
	function->name = memory_copy(from->name);
	function->object = own_object(r, from->object);
	function->steps = memory_new((n + 1) * sizeof *function->steps);
	for (i = 0; i < n; i++) {
		struct profile_step *step = &function->steps[i];

		*step = from->steps[i];
		step->text = memory_copy(step->text);
		if (step->line)
			step->file = own_file(r, step->file);
	}
}

static void
read_steps(struct reader *r, const json_t *json, struct profile_function *function)
{
	struct walk w;

	savefile_lists_open_steps(&w, r->doc, json, function);
	while (walk_next(&w))
		add_counts(r,
		    &r->lists
		         .counts[savefile_lists_index(&r->lists, r->doc, w.value, LIST_COUNTS)],
		    &function->steps[w.i]);
}

/* The callees and how often each was called, in turn. */
static void
read_calls(struct reader *r, const json_t *json, struct profile_function *function)
{
	size_t n = json_array_size(json);
	struct walk w;

	walk_open(&w, r->doc, json, '[');
	if (n % 2)
		jsonfile_wrong(r->doc, "must have a number of calls for each callee");
	function->callee_count = n / 2;
	function->callees = memory_new((n / 2 + 1) * sizeof *function->callees);
	while (walk_next(&w)) {
		struct profile_call *call = &function->callees[w.i / 2];

		if (w.i % 2)
			call->calls = count_in(r, savefile_value_integer(r->doc, w.value));
		else
			call->callee = savefile_value_index(
			    r->doc, w.value, r->profile->function_count, "functions");
	}
}

static void
read_own_function(struct reader *r, const json_t *json, struct profile_function *function)
{
	struct walk w;

	if (json_array_size(json) != 4)
		jsonfile_wrong(
		    r->doc, "is not an array of function, calls, counts and callees");
	walk_open(&w, r->doc, json, '[');
	while (walk_next(&w)) {
		if (w.i == 0)
			copy_function(r,
			    &r->lists.functions[savefile_lists_index(
			        &r->lists, r->doc, w.value, LIST_FUNCTIONS)],
			    function);
		else if (w.i == 1)
			function->calls = count_in(r, savefile_value_integer(r->doc, w.value));
		else if (w.i == 2)
			read_steps(r, w.value, function);
		else
			read_calls(r, w.value, function);
	}
}

static void
check_sums(const struct reader *r, const struct cell *cell, bool once)
{
	enum field f;

	if (!cell->measured)
		jsonfile_wrong(r->doc, "the test has no counts on this put");
	for (f = 0; f < FIELD_COUNT; f++) {
		int64_t spent = results_spent(cell, once, f);

		if ((uint64_t)spent != r->spent[f])
			jsonfile_wrong(r->doc,
			    "the sum of %s is %" PRId64 ", but the test counted %" PRId64,
			    field_name(f), (int64_t)r->spent[f], spent);
	}
}

/* What the test is said to spend in fields that profiles tell must be what this one tells. */
static void
take_profile(struct reader *r, struct cell *cell)
{
	const struct cell told = *cell;
	enum field f;

	results_take_profile(cell, r->profile);
	r->profile = NULL;
	for (f = FIELD_PROFILED; f < FIELD_DERIVED; f++)
		if (told.profiled & FIELD_BIT(f) &&
		    results_spent(&told, false, f) != results_spent(cell, false, f))
			jsonfile_wrong(r->doc,
			    "it has %" PRId64 " %s, but the test counted %" PRId64,
			    results_spent(cell, false, f), field_name(f),
			    results_spent(&told, false, f));
}

static void
read_profile(struct reader *r, const json_t *json, struct cell *cell, bool once)
{
	struct profile *profile;
	struct walk w;

	walk_open(&w, r->doc, json, '[');
	profile = r->profile = memory_new(sizeof *profile);
	profile->function_count = json_array_size(json);
	profile->functions =
	    memory_new((profile->function_count + 1) * sizeof *profile->functions);
	r->own_objects = memory_new((r->lists.n[LIST_OBJECTS] + 1) * sizeof *r->own_objects);
	r->own_files = memory_new((r->lists.n[LIST_FILES] + 1) * sizeof *r->own_files);
	memset(r->spent, 0, sizeof r->spent);
	r->size = 0;
	while (walk_next(&w))
		read_own_function(r, w.value, &profile->functions[w.i]);
	drop_indexes(r);
	check_sums(r, cell, once);
	take_profile(r, cell);
}

static void
read_row(struct reader *r, struct span span, size_t test)
{
	struct cursor c;

	cursor_open(&c, r->doc, span, '{');
	while (cursor_next(&c)) {
		struct cell *cell = savefile_cell_find(r->doc, r->results, test, c.key);
		const json_t *json = cursor_parse(&c);

		if (json_is_string(json))
			cell->unprofiled = savefile_value_name(r->doc, json);
		else
			read_profile(r, json, cell, r->results->tests.v[test].once);
	}
}

static void
read_cells(struct reader *r, struct span span)
{
	struct cursor c;

	cursor_open(&c, r->doc, span, '{');
	while (cursor_next(&c))
		read_row(r, c.value, savefile_cell_test(r->doc, r->results, c.key));
}

static void
find_members(
    struct jsonfile *doc, struct span span, struct span lists[LIST_COUNT], struct span *cells)
{
	struct cursor c;

	cursor_open(&c, doc, span, '{');
	while (cursor_next(&c)) {
		enum savefile_list list;

		for (list = 0; list < LIST_COUNT; list++)
			if (!strcmp(savefile_lists_name(list), c.key))
				lists[list] = c.value;
		if (!strcmp(c.key, "cells"))
			*cells = c.value;
	}
}

void
savefile_profile_read(struct jsonfile *doc, struct span span, struct results *results)
{
	struct span lists[LIST_COUNT] = {{0, 0}}, cells = {0, 0};
	struct reader r = {.doc = doc, .results = results};
	size_t place;

	guard_open(&r.guard, reader_free, &r);
	find_members(doc, span, lists, &cells);
	savefile_lists_read(&r.lists, doc, lists);
	place = jsonfile_enter(doc, "cells");
	if (!cells.end)
		jsonfile_wrong(doc, "is missing");
	read_cells(&r, cells);
	text_cut(&doc->place, place);
	guard_close(&r.guard);
	reader_free(&r);
}
