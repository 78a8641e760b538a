#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "savefile/savefile_lists.h"
#include "savefile/savefile_value.h"
#include "util/cursor.h"
#include "util/memory.h"
#include "util/walk.h"

const char *
savefile_lists_name(enum savefile_list list)
{
	static const char *const names[LIST_COUNT] = {
	    "objects", "files", "kinds", "instructions", "lines", "functions", "counts"};

	return names[list];
}

size_t
savefile_lists_index(const struct savefile_lists *lists, const struct jsonfile *doc,
    const json_t *json, enum savefile_list list)
{
	return savefile_value_index(doc, json, lists->n[list], savefile_lists_name(list));
}

static void
check_tuple(const struct jsonfile *doc, const json_t *json, size_t least, size_t most,
    const char *members)
{
	size_t n = json_array_size(json);

	if (n < least || n > most)
		jsonfile_wrong(doc, "is not an array of %s", members);
}

static void
read_object(struct savefile_lists *lists, struct jsonfile *doc, const json_t *json, size_t i)
{
	struct profile_object *object = &lists->objects[i];
	struct walk w;

	check_tuple(doc, json, 2, 2, "path and build id");
	walk_open(&w, doc, json, '[');
	while (walk_next(&w))
		*(w.i ? &object->build_id : &object->path) = jsonfile_string(doc, w.value);
}

static void
read_file(struct savefile_lists *lists, struct jsonfile *doc, const json_t *json, size_t i)
{
	lists->files[i] = jsonfile_string(doc, json);
}

/* A kind that a later version may add is "other" than those of this one. */
static void
read_kind(struct savefile_lists *lists, struct jsonfile *doc, const json_t *json, size_t i)
{
	char *name = jsonfile_string(doc, json);
	enum profile_kind kind;

	for (kind = 0; kind < PROFILE_KINDS; kind++)
		if (!strcmp(profile_kind_name(kind), name))
			break;
	lists->kinds[i] = kind < PROFILE_KINDS ? kind : PROFILE_OTHER;
	free(name);
}

static void
read_instruction(
    struct savefile_lists *lists, struct jsonfile *doc, const json_t *json, size_t i)
{
	struct savefile_instruction *instruction = &lists->instructions[i];
	struct walk w;

	check_tuple(doc, json, 2, 4, "text, kind, frame and target");
	instruction->jumps = json_array_size(json) == 4;
	walk_open(&w, doc, json, '[');
	while (walk_next(&w)) {
		if (w.i == 0 && !json_is_null(w.value))
			instruction->text = jsonfile_string(doc, w.value);
		else if (w.i == 1)
			instruction->kind =
			    lists->kinds[savefile_lists_index(lists, doc, w.value, LIST_KINDS)];
		else if (w.i == 2)
			instruction->frame = savefile_value_number(doc, w.value, 1);
		else if (w.i == 3)
			instruction->target = savefile_value_integer(doc, w.value);
	}
}

static void
read_line(struct savefile_lists *lists, struct jsonfile *doc, const json_t *json, size_t i)
{
	struct savefile_line *line = &lists->lines[i + 1];
	struct walk w;

	check_tuple(doc, json, 2, 2, "file and line");
	walk_open(&w, doc, json, '[');
	while (walk_next(&w))
		if (w.i)
			line->number = (unsigned)savefile_value_number(doc, w.value, UINT_MAX);
		else
			line->file = savefile_lists_index(lists, doc, w.value, LIST_FILES);
}

static enum profile_owner
read_owner(const struct jsonfile *doc, const json_t *json)
{
	char *name = jsonfile_string(doc, json);
	enum profile_owner owner;

	for (owner = 0; owner < PROFILE_OWNERS; owner++)
		if (!strcmp(profile_owner_name(owner), name))
			break;
	free(name);
	if (owner == PROFILE_OWNERS)
		jsonfile_wrong(doc, "is not snippet, program, library or generated");
	return owner;
}

static void
read_addresses(struct jsonfile *doc, const json_t *json, struct profile_function *function)
{
	uint64_t address = 0;
	struct walk w;

	function->step_count = json_array_size(json);
	function->steps = memory_new((function->step_count + 1) * sizeof *function->steps);
	walk_open(&w, doc, json, '[');
	while (walk_next(&w)) {
		uint64_t before = address;

		address += (uint64_t)savefile_value_integer(doc, w.value);
		if (w.i && address <= before)
			jsonfile_wrong(doc, "does not follow the instruction before");
		function->steps[w.i].address = address;
	}
}

void
savefile_lists_open_steps(struct walk *w, struct jsonfile *doc, const json_t *json,
    const struct profile_function *function)
{
	walk_open(w, doc, json, '[');
	if (json_array_size(json) != function->step_count)
		jsonfile_wrong(doc, "must have one element for each of %zu instructions",
		    function->step_count);
}

static void
read_texts(const struct savefile_lists *lists, struct jsonfile *doc, const json_t *json,
    struct profile_function *function)
{
	struct walk w;

	savefile_lists_open_steps(&w, doc, json, function);
	while (walk_next(&w)) {
		size_t i = savefile_lists_index(lists, doc, w.value, LIST_INSTRUCTIONS);
		const struct savefile_instruction *instruction = &lists->instructions[i];
		struct profile_step *step = &function->steps[w.i];

		step->text = instruction->text;
		step->kind = instruction->kind;
		step->frame = instruction->frame;
		if (instruction->jumps)
			step->target = step->address + (uint64_t)instruction->target;
	}
}

static void
read_lines(const struct savefile_lists *lists, struct jsonfile *doc, const json_t *json,
    struct profile_function *function)
{
	uint64_t line = 0;
	struct walk w;

	savefile_lists_open_steps(&w, doc, json, function);
	while (walk_next(&w)) {
		line += (uint64_t)savefile_value_integer(doc, w.value);
		if (line > lists->n[LIST_LINES])
			jsonfile_wrong(doc, "leads to none of %zu lines", lists->n[LIST_LINES]);
		function->steps[w.i].file = lists->lines[line].file;
		function->steps[w.i].line = lists->lines[line].number;
	}
}

static void
read_function(struct savefile_lists *lists, struct jsonfile *doc, const json_t *json, size_t i)
{
	struct profile_function *function = &lists->functions[i];
	struct walk w;

	check_tuple(doc, json, 6, 6, "name, object, owner, addresses, instructions and lines");
	walk_open(&w, doc, json, '[');
	while (walk_next(&w)) {
		if (w.i == 0)
			function->name = jsonfile_string(doc, w.value);
		else if (w.i == 1)
			function->object =
			    savefile_lists_index(lists, doc, w.value, LIST_OBJECTS);
		else if (w.i == 2)
			function->owner = read_owner(doc, w.value);
		else if (w.i == 3)
			read_addresses(doc, w.value, function);
		else if (w.i == 4)
			read_texts(lists, doc, w.value, function);
		else
			read_lines(lists, doc, w.value, function);
	}
}

static void
read_counts(struct savefile_lists *lists, struct jsonfile *doc, const json_t *json, size_t i)
{
	struct savefile_counts *counts = &lists->counts[i];
	struct walk w;

	check_tuple(doc, json, 1, 1 + FIELD_COUNT, "executions and counts");
	walk_open(&w, doc, json, '[');
	while (walk_next(&w)) {
		int64_t *count = w.i ? &counts->spent[w.i - 1] : &counts->runs;

		*count = savefile_value_integer(doc, w.value);
	}
}

static size_t
count_elements(struct jsonfile *doc, struct span span)
{
	struct cursor c;
	size_t n = 0;

	cursor_open(&c, doc, span, '[');
	while (cursor_next(&c))
		n++;
	return n;
}

static void
make_lists(struct savefile_lists *lists, const size_t n[LIST_COUNT])
{
	memcpy(lists->n, n, sizeof lists->n);
	lists->objects = memory_new((n[LIST_OBJECTS] + 1) * sizeof *lists->objects);
	lists->files = memory_new((n[LIST_FILES] + 1) * sizeof *lists->files);
	lists->kinds = memory_new((n[LIST_KINDS] + 1) * sizeof *lists->kinds);
	lists->instructions =
	    memory_new((n[LIST_INSTRUCTIONS] + 1) * sizeof *lists->instructions);
	lists->lines = memory_new((n[LIST_LINES] + 1) * sizeof *lists->lines);
	lists->functions = memory_new((n[LIST_FUNCTIONS] + 1) * sizeof *lists->functions);
	lists->counts = memory_new((n[LIST_COUNTS] + 1) * sizeof *lists->counts);
}

typedef void read_element(
    struct savefile_lists *lists, struct jsonfile *doc, const json_t *json, size_t i);

static void
read_list(
    struct savefile_lists *lists, struct jsonfile *doc, struct span span, read_element *read)
{
	struct cursor c;

	cursor_open(&c, doc, span, '[');
	while (cursor_next(&c))
		read(lists, doc, cursor_parse(&c), c.i);
}

void
savefile_lists_read(
    struct savefile_lists *lists, struct jsonfile *doc, const struct span spans[LIST_COUNT])
{
	static read_element *const readers[LIST_COUNT] = {read_object, read_file, read_kind,
	    read_instruction, read_line, read_function, read_counts};
	size_t n[LIST_COUNT], place;
	enum savefile_list list;

	for (list = 0; list < LIST_COUNT; list++) {
		place = jsonfile_enter(doc, savefile_lists_name(list));
		if (!spans[list].end)
			jsonfile_wrong(doc, "is missing");
		n[list] = count_elements(doc, spans[list]);
		text_cut(&doc->place, place);
	}
	make_lists(lists, n);
	for (list = 0; list < LIST_COUNT; list++) {
		place = jsonfile_enter(doc, savefile_lists_name(list));
		read_list(lists, doc, spans[list], readers[list]);
		text_cut(&doc->place, place);
	}
}

void
savefile_lists_free(struct savefile_lists *lists)
{
	size_t i;

	for (i = 0; i < lists->n[LIST_OBJECTS]; i++) {
		free(lists->objects[i].path);
		free(lists->objects[i].build_id);
	}
	for (i = 0; i < lists->n[LIST_FILES]; i++)
		free(lists->files[i]);
	for (i = 0; i < lists->n[LIST_INSTRUCTIONS]; i++)
		free(lists->instructions[i].text);
	for (i = 0; i < lists->n[LIST_FUNCTIONS]; i++) {
		free(lists->functions[i].name);
		free(lists->functions[i].steps);
	}
	free(lists->objects);
	free(lists->files);
	free(lists->kinds);
	free(lists->instructions);
	free(lists->lines);
	free(lists->functions);
	free(lists->counts);
}
