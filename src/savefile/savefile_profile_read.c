#include <inttypes.h>
#include <limits.h>
#include <string.h>

#include "savefile/savefile_profile.h"
#include "util/array.h"
#include "util/memory.h"

const char *const savefile_profile_lists[LIST_COUNT] = {
    "objects", "files", "kinds", "instructions", "lines", "functions", "counts"};

struct instruction {
	const char *text; /* NULL: unknown */
	enum profile_kind kind;
	bool frame, jumps;
	int64_t target; /* relative to its address, if it jumps */
};

struct line {
	size_t file;
	unsigned number;
};

struct counts_of_step {
	int64_t runs, spent[FIELD_COUNT];
};

/* The lists, and the profile that is read. All but that lives as long as the file. */
struct profiles {
	struct savefile_reader *r;
	size_t n[LIST_COUNT];
	struct profile_object *objects;
	const char **files;
	enum profile_kind *kinds;
	struct instruction *instructions;
	struct line *lines; /* the first one is the unknown line; n does not count it */
	/* Without counts and callees. Their objects and files are those above. */
	struct profile_function *functions;
	struct counts_of_step *counts;
	/* Of the current cell: its index of each object and file, plus 1; 0: not yet in it. */
	struct profile *profile;
	size_t *own_objects, *own_files;
	uint64_t spent[FIELD_COUNT]; /* its sums, modulo 2^64 */
	uint64_t size;               /* the sum of the amounts of all its numbers */
};

/* An index in a list. */
static size_t
list_index(const struct profiles *p, const json_t *json, enum profile_list list)
{
	return reader_index(p->r, json, p->n[list], savefile_profile_lists[list]);
}

static void
read_object(struct profiles *p, const json_t *json, size_t i)
{
	struct profile_object *object = &p->objects[i];
	struct walk w;

	reader_open(p->r, &w, json, 2, 2, "path and build id");
	while (walk_next(&w))
		*(w.i ? &object->build_id : &object->path) =
		    jsonfile_text(&p->r->file, w.value);
}

static void
savefile_profile_read_file(struct profiles *p, const json_t *json, size_t i)
{
	p->files[i] = jsonfile_text(&p->r->file, json);
}

/* A kind that a later version may add is "other" than those of this one. */
static void
read_kind(struct profiles *p, const json_t *json, size_t i)
{
	const char *name = jsonfile_text(&p->r->file, json);
	enum profile_kind kind;

	for (kind = 0; kind < PROFILE_KINDS; kind++)
		if (!strcmp(profile_kind_name(kind), name))
			break;
	p->kinds[i] = kind < PROFILE_KINDS ? kind : PROFILE_OTHER;
}

static void
read_instruction(struct profiles *p, const json_t *json, size_t i)
{
	struct instruction *instruction = &p->instructions[i];
	struct walk w;

	reader_open(p->r, &w, json, 2, 4, "text, kind, frame and target");
	instruction->jumps = json_array_size(json) == 4;
	while (walk_next(&w)) {
		if (w.i == 0 && !json_is_null(w.value))
			instruction->text = jsonfile_text(&p->r->file, w.value);
		else if (w.i == 1)
			instruction->kind = p->kinds[list_index(p, w.value, LIST_KINDS)];
		else if (w.i == 2)
			instruction->frame = reader_number(p->r, w.value, 1);
		else if (w.i == 3)
			instruction->target = reader_integer(p->r, w.value);
	}
}

static void
savefile_profile_read_line(struct profiles *p, const json_t *json, size_t i)
{
	struct line *line = &p->lines[i + 1];
	struct walk w;

	reader_open(p->r, &w, json, 2, 2, "file and line");
	while (walk_next(&w))
		if (w.i)
			line->number = (unsigned)reader_number(p->r, w.value, UINT_MAX);
		else
			line->file = list_index(p, w.value, LIST_FILES);
}

static enum profile_owner
read_owner(struct profiles *p, const json_t *json)
{
	const char *name = jsonfile_text(&p->r->file, json);

	for (enum profile_owner owner = 0; owner < PROFILE_OWNERS; owner++)
		if (!strcmp(profile_owner_name(owner), name))
			return owner;
	jsonfile_wrong(&p->r->file, "is not snippet, program, library or generated");
}

static void
read_addresses(struct profiles *p, const json_t *json, struct profile_function *function)
{
	struct jsonfile *file = &p->r->file;
	uint64_t address = 0;
	struct walk w;

	function->step_count = json_array_size(json);
	function->steps = jsonfile_new(file, function->step_count * sizeof *function->steps);
	walk_open(&w, file, json, '[');
	while (walk_next(&w)) {
		uint64_t before = address;

		address += (uint64_t)reader_integer(p->r, w.value);
		if (w.i && address <= before)
			jsonfile_wrong(file, "does not follow the instruction before");
		function->steps[w.i].address = address;
	}
}

/* Opens a list that has an element for each step of the function. */
static void
open_steps(const struct profiles *p, struct walk *w, const json_t *json,
    const struct profile_function *function)
{
	walk_open(w, &p->r->file, json, '[');
	if (json_array_size(json) != function->step_count)
		jsonfile_wrong(&p->r->file,
		    "must have one element for each of %zu instructions", function->step_count);
}

static void
read_texts(const struct profiles *p, const json_t *json, struct profile_function *function)
{
	struct walk w;

	open_steps(p, &w, json, function);
	while (walk_next(&w)) {
		const struct instruction *instruction =
		    &p->instructions[list_index(p, w.value, LIST_INSTRUCTIONS)];
		struct profile_step *step = &function->steps[w.i];

		step->text = (char *)instruction->text;
		/* Earlier versions had fewer kinds. */
		step->kind = instruction->kind == PROFILE_OTHER && step->text
		                 ? profile_kind_of(step->text)
		                 : instruction->kind;
		step->frame = instruction->frame;
		if (instruction->jumps)
			step->target = step->address + (uint64_t)instruction->target;
	}
}

static void
savefile_profile_read_lines(
    const struct profiles *p, const json_t *json, struct profile_function *function)
{
	uint64_t line = 0;
	struct walk w;

	open_steps(p, &w, json, function);
	while (walk_next(&w)) {
		line += (uint64_t)reader_integer(p->r, w.value);
		if (line > p->n[LIST_LINES])
			jsonfile_wrong(
			    &p->r->file, "leads to none of %zu lines", p->n[LIST_LINES]);
		function->steps[w.i].file = p->lines[line].file;
		function->steps[w.i].line = p->lines[line].number;
	}
}

static void
read_function(struct profiles *p, const json_t *json, size_t i)
{
	struct profile_function *function = &p->functions[i];
	struct walk w;

	reader_open(
	    p->r, &w, json, 6, 6, "name, object, owner, addresses, instructions and lines");
	while (walk_next(&w)) {
		if (w.i == 0)
			function->name = jsonfile_text(&p->r->file, w.value);
		else if (w.i == 1)
			function->object = list_index(p, w.value, LIST_OBJECTS);
		else if (w.i == 2)
			function->owner = read_owner(p, w.value);
		else if (w.i == 3)
			read_addresses(p, w.value, function);
		else if (w.i == 4)
			read_texts(p, w.value, function);
		else
			savefile_profile_read_lines(p, w.value, function);
	}
}

static void
savefile_profile_read_counts(struct profiles *p, const json_t *json, size_t i)
{
	struct counts_of_step *counts = &p->counts[i];
	struct walk w;

	reader_open(p->r, &w, json, 1, 1 + FIELD_COUNT, "executions and counts");
	while (walk_next(&w))
		*(w.i ? &counts->spent[w.i - 1] : &counts->runs) =
		    reader_integer(p->r, w.value);
}

/* Gives each list the room of its elements. */
static void
make_lists(struct profiles *p, const json_t *json)
{
	struct jsonfile *file = &p->r->file;

	for (enum profile_list list = 0; list < LIST_COUNT; list++) {
		const json_t *elements = json_object_get(json, savefile_profile_lists[list]);
		size_t place = jsonfile_enter(file, savefile_profile_lists[list]);

		if (!elements)
			jsonfile_wrong(file, "is missing");
		p->n[list] = json_array_size(elements);
		text_cut(&file->place, place);
	}
	p->objects = jsonfile_new(file, p->n[LIST_OBJECTS] * sizeof *p->objects);
	p->files = jsonfile_new(file, p->n[LIST_FILES] * sizeof *p->files);
	p->kinds = jsonfile_new(file, p->n[LIST_KINDS] * sizeof *p->kinds);
	p->instructions = jsonfile_new(file, p->n[LIST_INSTRUCTIONS] * sizeof *p->instructions);
	p->lines = jsonfile_new(file, (p->n[LIST_LINES] + 1) * sizeof *p->lines);
	p->functions = jsonfile_new(file, p->n[LIST_FUNCTIONS] * sizeof *p->functions);
	p->counts = jsonfile_new(file, p->n[LIST_COUNTS] * sizeof *p->counts);
	p->own_objects = jsonfile_new(file, p->n[LIST_OBJECTS] * sizeof *p->own_objects);
	p->own_files = jsonfile_new(file, p->n[LIST_FILES] * sizeof *p->own_files);
}

static void
read_lists(struct profiles *p, const json_t *json)
{
	static void (*const readers[LIST_COUNT])(struct profiles * p, const json_t *json,
	    size_t i) = {read_object, savefile_profile_read_file, read_kind, read_instruction,
	    savefile_profile_read_line, read_function, savefile_profile_read_counts};
	struct jsonfile *file = &p->r->file;

	make_lists(p, json);
	for (enum profile_list list = 0; list < LIST_COUNT; list++) {
		size_t place = jsonfile_enter(file, savefile_profile_lists[list]);
		struct walk w;

		walk_open(&w, file, json_object_get(json, savefile_profile_lists[list]), '[');
		while (walk_next(&w))
			readers[list](p, w.value, w.i);
		text_cut(&file->place, place);
	}
}

/* Sums of a profile's numbers, however they are chosen, must not overflow, nor may the
   difference of two such sums. */
static int64_t
count_in(struct profiles *p, int64_t number)
{
	uint64_t size = number < 0 ? -(uint64_t)number : (uint64_t)number;

	if (size > INT64_MAX / 2 - p->size)
		jsonfile_wrong(&p->r->file, "is too large, with the numbers before");
	p->size += size;
	return number;
}

static size_t
own_object(struct profiles *p, size_t object)
{
	struct profile *profile = p->profile;

	if (!p->own_objects[object]) {
		*ARRAY_ADD(profile->objects, profile->object_count) =
		    (struct profile_object){memory_copy(p->objects[object].path),
		        memory_copy(p->objects[object].build_id)};
		p->own_objects[object] = profile->object_count;
	}
	return p->own_objects[object] - 1;
}

static size_t
own_file(struct profiles *p, size_t file)
{
	struct profile *profile = p->profile;

	if (!p->own_files[file]) {
		words_add(&profile->files, p->files[file]);
		p->own_files[file] = profile->files.n;
	}
	return p->own_files[file] - 1;
}

static void
copy_function(
    struct profiles *p, const struct profile_function *from, struct profile_function *function)
{
	size_t n = from->step_count;

	*function = *from;
	function->name = memory_copy(from->name);
	function->object = own_object(p, from->object);
	function->steps = memory_array(n + 1, sizeof *function->steps);
	for (size_t i = 0; i < n; i++) {
		struct profile_step *step = &function->steps[i];

		*step = from->steps[i];
		step->text = memory_copy(step->text);
		if (step->line)
			step->file = own_file(p, step->file);
	}
}

static void
read_steps(struct profiles *p, const json_t *json, struct profile_function *function)
{
	struct walk w;

	open_steps(p, &w, json, function);
	while (walk_next(&w)) {
		const struct counts_of_step *counts =
		    &p->counts[list_index(p, w.value, LIST_COUNTS)];
		struct profile_step *step = &function->steps[w.i];

		step->executions = count_in(p, counts->runs);
		for (enum field f = 0; f < FIELD_COUNT; f++) {
			step->spent[f] = count_in(p, counts->spent[f]);
			p->spent[f] += (uint64_t)counts->spent[f];
		}
	}
}

/* The callees and how often each was called, in turn. */
static void
read_calls(struct profiles *p, const json_t *json, struct profile_function *function)
{
	size_t n = json_array_size(json);
	struct walk w;

	walk_open(&w, &p->r->file, json, '[');
	if (n % 2)
		jsonfile_wrong(&p->r->file, "must have a number of calls for each callee");
	function->callee_count = n / 2;
	function->callees = memory_array(n / 2 + 1, sizeof *function->callees);
	while (walk_next(&w)) {
		struct profile_call *call = &function->callees[w.i / 2];

		if (w.i % 2)
			call->calls = count_in(p, reader_integer(p->r, w.value));
		else
			call->callee = reader_index(
			    p->r, w.value, p->profile->function_count, "functions");
	}
}

static void
read_own_function(struct profiles *p, const json_t *json, struct profile_function *function)
{
	struct walk w;

	reader_open(p->r, &w, json, 4, 4, "function, calls, counts and callees");
	while (walk_next(&w)) {
		if (w.i == 0)
			copy_function(
			    p, &p->functions[list_index(p, w.value, LIST_FUNCTIONS)], function);
		else if (w.i == 1)
			function->calls = count_in(p, reader_integer(p->r, w.value));
		else if (w.i == 2)
			read_steps(p, w.value, function);
		else
			read_calls(p, w.value, function);
	}
}

static void
savefile_profile_check_sums(const struct profiles *p, const struct cell *cell, bool once)
{
	if (!cell->measured)
		jsonfile_wrong(&p->r->file, "the test has no counts on this put");
	for (enum field f = 0; f < FIELD_COUNT; f++) {
		int64_t spent = results_spent(cell, once, f);

		if ((uint64_t)spent != p->spent[f])
			jsonfile_wrong(&p->r->file,
			    "the sum of %s is %" PRId64 ", but the test counted %" PRId64,
			    field_name(f), (int64_t)p->spent[f], spent);
	}
}

/* The fields that come from profiles must have the values that the test was saved with. */
static void
take_profile(struct profiles *p, struct cell *cell)
{
	const struct cell saved = *cell;

	results_take_profile(cell, p->profile);
	for (enum field f = FIELD_PROFILED; f < FIELD_DERIVED; f++)
		if (saved.profiled & FIELD_BIT(f) &&
		    results_spent(&saved, false, f) != results_spent(cell, false, f))
			jsonfile_wrong(&p->r->file,
			    "it has %" PRId64 " %s, but the test counted %" PRId64,
			    results_spent(cell, false, f), field_name(f),
			    results_spent(&saved, false, f));
}

/* The cell owns the profile from the beginning, whatever is wrong with it. */
static void
read_profile(struct profiles *p, const json_t *json, struct cell *cell)
{
	struct profile *profile;
	struct walk w;

	walk_open(&w, &p->r->file, json, '[');
	profile = p->profile = cell->profile = memory_new(sizeof *profile);
	profile->function_count = json_array_size(json);
	profile->functions =
	    memory_array(profile->function_count + 1, sizeof *profile->functions);
	memset(p->own_objects, 0, p->n[LIST_OBJECTS] * sizeof *p->own_objects);
	memset(p->own_files, 0, p->n[LIST_FILES] * sizeof *p->own_files);
	memset(p->spent, 0, sizeof p->spent);
	p->size = 0;
	while (walk_next(&w))
		read_own_function(p, w.value, &profile->functions[w.i]);
	savefile_profile_check_sums(p, cell, p->r->results->tests.v[p->r->test].once);
	take_profile(p, cell);
}

static void
read_cells(struct profiles *p, const json_t *json)
{
	struct savefile_reader *r = p->r;
	struct walk tests, w;

	walk_open(&tests, &r->file, json, '{');
	while (walk_next(&tests)) {
		r->test = reader_test(r, tests.key);
		walk_open(&w, &r->file, tests.value, '{');
		while (walk_next(&w)) {
			struct cell *cell =
			    results_cell(r->results, r->test, reader_put(r, w.key));

			if (cell->profile || cell->unprofiled)
				jsonfile_wrong(&r->file, "is given twice");
			if (json_is_string(w.value))
				cell->unprofiled = memory_copy(reader_name(r, w.value));
			else
				read_profile(p, w.value, cell);
		}
	}
}

void
savefile_profile_read(struct savefile_reader *r, const json_t *json)
{
	const json_t *cells = json_object_get(json, "cells");
	struct profiles p = {.r = r};
	size_t place;

	reader_object(r, json);
	read_lists(&p, json);
	place = jsonfile_enter(&r->file, "cells");
	if (!cells)
		jsonfile_wrong(&r->file, "is missing");
	read_cells(&p, cells);
	text_cut(&r->file.place, place);
}
