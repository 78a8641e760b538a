#include <inttypes.h>
#include <limits.h>
#include <string.h>

#include "code/assembly.h"
#include "savefile/savefile_profile.h"
#include "util/array.h"
#include "util/jsontext.h"
#include "util/memory.h"

/* The lists that profiles share, in the order in which they are read and written. */
enum profile_list {
	LIST_BINARIES,
	LIST_FILES,
	LIST_KINDS,
	LIST_INSTRUCTIONS,
	LIST_LINES,
	LIST_FUNCTIONS,
	LIST_COUNTS,
	LIST_COUNT
};

static const char *const list_names[LIST_COUNT] = {
    "objects", "files", "kinds", "instructions", "lines", "functions", "counts"};

struct profile_instruction {
	const char *text; /* NULL: unknown */
	enum profile_kind kind;
	bool frame, jumps;
	int64_t target; /* relative to its address, if it jumps */
};

struct profile_line {
	size_t file;
	unsigned number;
};

struct counts_of_site {
	int64_t executions, spent[FIELD_COUNT];
};

/* The lists, which live as long as the file, and the profile that is read. */
struct profiles {
	struct savefile_reader *r;
	size_t n[LIST_COUNT];
	/* The elements of each list, of the type that its reader fills in. Functions have no
	   counts and callees; their objects and files are indexes in the lists. */
	void *of[LIST_COUNT];
	/* The current cell has each object and file at this index, plus 1; 0: not yet. */
	struct profile *profile;
	size_t *own_binaries, *own_files;
	uint64_t spent[FIELD_COUNT]; /* its sums, modulo 2^64 */
	uint64_t size;               /* the sum of the amounts of all its numbers */
};

/* Reads an index in a list. */
static size_t
list_index(const struct profiles *p, const json_t *json, enum profile_list list)
{
	return reader_index(p->r, json, p->n[list], list_names[list]);
}

static void
read_binary(struct profiles *p, const json_t *json, void *to)
{
	struct profile_binary *binary = to;

	for (struct walk w = reader_open(p->r, json, 2, 2, "path and build id"); walk_next(&w);)
		*(w.i ? &binary->build_id : &binary->path) =
		    jsonfile_text(&p->r->file, w.value);
}

static void
savefile_profile_read_file(struct profiles *p, const json_t *json, void *to)
{
	*(char **)to = jsonfile_text(&p->r->file, json);
}

/* Reads a kind that a later version may have added as "other". */
static void
read_kind(struct profiles *p, const json_t *json, void *to)
{
	const char *name = jsonfile_text(&p->r->file, json);
	enum profile_kind kind;

	for (kind = 0; kind < PROFILE_KINDS; kind++)
		if (!strcmp(profile_kind_name(kind), name))
			break;
	*(enum profile_kind *)to = kind < PROFILE_KINDS ? kind : PROFILE_OTHER;
}

static void
read_instruction(struct profiles *p, const json_t *json, void *to)
{
	const enum profile_kind *kinds = p->of[LIST_KINDS];
	struct profile_instruction *instruction = to;

	instruction->jumps = json_array_size(json) == 4;
	for (struct walk w = reader_open(p->r, json, 2, 4, "text, kind, frame and target");
	     walk_next(&w);) {
		if (w.i == 0 && !json_is_null(w.value))
			instruction->text = jsonfile_text(&p->r->file, w.value);
		else if (w.i == 1)
			instruction->kind = kinds[list_index(p, w.value, LIST_KINDS)];
		else if (w.i == 2)
			instruction->frame = reader_number(p->r, w.value, 1);
		else if (w.i == 3)
			instruction->target = reader_integer(p->r, w.value);
	}
}

static void
savefile_profile_read_line(struct profiles *p, const json_t *json, void *to)
{
	struct profile_line *line = to;

	for (struct walk w = reader_open(p->r, json, 2, 2, "file and line"); walk_next(&w);)
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

	function->site_count = json_array_size(json);
	function->sites = jsonfile_new(file, function->site_count * sizeof *function->sites);
	for (struct walk w = walk_open(file, json, '['); walk_next(&w);) {
		uint64_t before = address;

		address += (uint64_t)reader_integer(p->r, w.value);
		if (w.i && address <= before)
			jsonfile_wrong(file, "does not follow the instruction before");
		function->sites[w.i].address = address;
	}
}

/* Opens a list that has an element for each site of the function. */
static struct walk
open_sites(
    const struct profiles *p, const json_t *json, const struct profile_function *function)
{
	struct walk w = walk_open(&p->r->file, json, '[');

	if (json_array_size(json) != function->site_count)
		jsonfile_wrong(&p->r->file,
		    "must have one element for each of %zu instructions", function->site_count);
	return w;
}

static void
read_texts(const struct profiles *p, const json_t *json, struct profile_function *function)
{
	const struct profile_instruction *instructions = p->of[LIST_INSTRUCTIONS];

	for (struct walk w = open_sites(p, json, function); walk_next(&w);) {
		const struct profile_instruction *instruction =
		    &instructions[list_index(p, w.value, LIST_INSTRUCTIONS)];
		struct profile_site *site = &function->sites[w.i];

		site->text = (char *)instruction->text;
		/* Earlier versions had fewer kinds. */
		site->kind = instruction->kind == PROFILE_OTHER && site->text
		                 ? assembly_kind(site->text)
		                 : instruction->kind;
		site->frame = instruction->frame;
		if (instruction->jumps)
			site->target = site->address + (uint64_t)instruction->target;
	}
}

static void
savefile_profile_read_lines(
    const struct profiles *p, const json_t *json, struct profile_function *function)
{
	const struct profile_line *lines = p->of[LIST_LINES];
	uint64_t line = 0;

	for (struct walk w = open_sites(p, json, function); walk_next(&w);) {
		line += (uint64_t)reader_integer(p->r, w.value);
		if (line > p->n[LIST_LINES])
			jsonfile_wrong(
			    &p->r->file, "leads to none of %zu lines", p->n[LIST_LINES]);
		if (!line)
			continue;
		function->sites[w.i].file = lines[line - 1].file;
		function->sites[w.i].line = lines[line - 1].number;
	}
}

static void
read_function(struct profiles *p, const json_t *json, void *to)
{
	struct profile_function *function = to;

	for (struct walk w = reader_open(
	         p->r, json, 6, 6, "name, object, owner, addresses, instructions and lines");
	     walk_next(&w);) {
		if (w.i == 0)
			function->name = jsonfile_text(&p->r->file, w.value);
		else if (w.i == 1)
			function->binary = list_index(p, w.value, LIST_BINARIES);
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
savefile_profile_read_counts(struct profiles *p, const json_t *json, void *to)
{
	struct counts_of_site *counts = to;

	for (struct walk w =
	         reader_open(p->r, json, 1, 1 + FIELD_COUNT, "executions and counts");
	     walk_next(&w);)
		*(w.i ? &counts->spent[w.i - 1] : &counts->executions) =
		    reader_integer(p->r, w.value);
}

static const struct {
	void (*read)(struct profiles *p, const json_t *json, void *to);
	size_t size; /* of an element */
} lists[LIST_COUNT] = {
    [LIST_BINARIES] = {read_binary, sizeof(struct profile_binary)},
    [LIST_FILES] = {savefile_profile_read_file, sizeof(char *)},
    [LIST_KINDS] = {read_kind, sizeof(enum profile_kind)},
    [LIST_INSTRUCTIONS] = {read_instruction, sizeof(struct profile_instruction)},
    [LIST_LINES] = {savefile_profile_read_line, sizeof(struct profile_line)},
    [LIST_FUNCTIONS] = {read_function, sizeof(struct profile_function)},
    [LIST_COUNTS] = {savefile_profile_read_counts, sizeof(struct counts_of_site)},
};

/* Reads the lists in turn: elements refer only to lists before theirs. */
static void
read_lists(struct profiles *p, const json_t *json)
{
	struct jsonfile *file = &p->r->file;

	for (enum profile_list i = 0; i < LIST_COUNT; i++) {
		const json_t *list = json_object_get(json, list_names[i]);
		size_t place = jsonfile_enter(file, list_names[i]);

		if (!list)
			jsonfile_wrong(file, "is missing");
		p->n[i] = json_array_size(list);
		p->of[i] = jsonfile_new(file, p->n[i] * lists[i].size);
		for (struct walk w = walk_open(file, list, '['); walk_next(&w);)
			lists[i].read(p, w.value, (char *)p->of[i] + w.i * lists[i].size);
		text_cut(&file->place, place);
	}
	p->own_binaries = jsonfile_new(file, p->n[LIST_BINARIES] * sizeof *p->own_binaries);
	p->own_files = jsonfile_new(file, p->n[LIST_FILES] * sizeof *p->own_files);
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
own_binary(struct profiles *p, size_t binary)
{
	const struct profile_binary *binaries = p->of[LIST_BINARIES];
	struct profile *profile = p->profile;

	if (!p->own_binaries[binary]) {
		*ARRAY_ADD(profile->binaries, profile->binary_count) = (struct profile_binary){
		    memory_copy(binaries[binary].path), memory_copy(binaries[binary].build_id)};
		p->own_binaries[binary] = profile->binary_count;
	}
	return p->own_binaries[binary] - 1;
}

static size_t
own_file(struct profiles *p, size_t file)
{
	struct profile *profile = p->profile;

	if (!p->own_files[file]) {
		words_add(&profile->files, ((char **)p->of[LIST_FILES])[file]);
		p->own_files[file] = profile->files.n;
	}
	return p->own_files[file] - 1;
}

static void
copy_function(
    struct profiles *p, const struct profile_function *from, struct profile_function *function)
{
	size_t n = from->site_count;

	*function = *from;
	function->name = memory_copy(from->name);
	function->binary = own_binary(p, from->binary);
	function->sites = memory_array(n + 1, sizeof *function->sites);
	for (size_t i = 0; i < n; i++) {
		struct profile_site *site = &function->sites[i];

		*site = from->sites[i];
		site->text = memory_copy(site->text);
		if (site->line)
			site->file = own_file(p, site->file);
	}
}

static void
read_sites(struct profiles *p, const json_t *json, struct profile_function *function)
{
	const struct counts_of_site *all = p->of[LIST_COUNTS];

	for (struct walk w = open_sites(p, json, function); walk_next(&w);) {
		const struct counts_of_site *counts = &all[list_index(p, w.value, LIST_COUNTS)];
		struct profile_site *site = &function->sites[w.i];

		site->executions = count_in(p, counts->executions);
		for (enum field f = 0; f < FIELD_COUNT; f++) {
			site->spent[f] = count_in(p, counts->spent[f]);
			p->spent[f] += (uint64_t)counts->spent[f];
		}
	}
}

/* Reads pairs of a callee and how often it was called. */
static void
read_calls(struct profiles *p, const json_t *json, struct profile_function *function)
{
	size_t n = json_array_size(json);

	if (n % 2)
		jsonfile_wrong(&p->r->file, "must have a number of calls for each callee");
	function->callee_count = n / 2;
	function->callees = memory_array(n / 2 + 1, sizeof *function->callees);
	for (struct walk w = walk_open(&p->r->file, json, '['); walk_next(&w);) {
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
	const struct profile_function *functions = p->of[LIST_FUNCTIONS];

	for (struct walk w =
	         reader_open(p->r, json, 4, 4, "function, calls, counts and callees");
	     walk_next(&w);) {
		if (w.i == 0)
			copy_function(
			    p, &functions[list_index(p, w.value, LIST_FUNCTIONS)], function);
		else if (w.i == 1)
			function->calls = count_in(p, reader_integer(p->r, w.value));
		else if (w.i == 2)
			read_sites(p, w.value, function);
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
			    field_rows[f].name, (int64_t)p->spent[f], spent);
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
			    results_spent(cell, false, f), field_rows[f].name,
			    results_spent(&saved, false, f));
}

/* Gives the cell its profile at once, so that an error leaks nothing. */
static void
read_profile(struct profiles *p, const json_t *json, struct cell *cell)
{
	struct walk w = walk_open(&p->r->file, json, '[');
	struct profile *profile;

	profile = p->profile = cell->profile = memory_new(sizeof *profile);
	profile->function_count = json_array_size(json);
	profile->functions =
	    memory_array(profile->function_count + 1, sizeof *profile->functions);
	memset(p->own_binaries, 0, p->n[LIST_BINARIES] * sizeof *p->own_binaries);
	memset(p->own_files, 0, p->n[LIST_FILES] * sizeof *p->own_files);
	memset(p->spent, 0, sizeof p->spent);
	p->size = 0;
	while (walk_next(&w))
		read_own_function(p, w.value, &profile->functions[w.i]);
	savefile_profile_check_sums(p, cell, p->r->results->tests.v[p->r->test].once);
	take_profile(p, cell);
}

static void
savefile_profile_read_cell(struct savefile_reader *r, const json_t *json)
{
	struct cell *cell = r->cell;

	if (cell->profile || cell->unprofiled)
		jsonfile_wrong(&r->file, "is given twice");
	if (json_is_string(json))
		cell->unprofiled = memory_copy(reader_name(r, json));
	else
		read_profile(r->profiles, json, cell);
}

/* A list whose elements are written once, however often they occur: elsewhere in the file their
   indexes stand for them. */
struct pool {
	json_t *indexes; /* by element */
	struct text elements;
	size_t n;
};

struct profile_writer {
	struct pool pools[LIST_COUNT];
	const struct profile *profile; /* of the current cell */
};

/* Returns the index of the element, which is added if it is new, and freed. */
static size_t
pool(struct pool *pool, struct text *element)
{
	const json_t *known;
	size_t index = pool->n;

	if (!pool->indexes)
		pool->indexes = json_object();
	known = json_object_get(pool->indexes, element->s);
	if (known) {
		index = (size_t)json_integer_value(known);
	} else {
		json_object_set_new_nocheck(
		    pool->indexes, element->s, json_integer((json_int_t)index));
		pool->n++;
		jsontext_comma(&pool->elements);
		text_add(&pool->elements, element->s);
	}
	text_free(element);
	return index;
}

static size_t
pool_string(struct pool *strings, const char *s)
{
	struct text t = TEXT_EMPTY;

	jsontext_string(&t, s);
	return pool(strings, &t);
}

static size_t
pool_binary(struct profile_writer *w, const struct profile_binary *binary)
{
	struct text t = TEXT_EMPTY;

	text_add_char(&t, '[');
	jsontext_string(&t, binary->path);
	text_add_char(&t, ',');
	jsontext_string(&t, binary->build_id);
	text_add_char(&t, ']');
	return pool(&w->pools[LIST_BINARIES], &t);
}

static size_t
pool_instruction(struct profile_writer *w, const struct profile_site *site)
{
	struct text t = TEXT_EMPTY;

	text_add_char(&t, '[');
	if (site->text)
		jsontext_string(&t, site->text);
	else
		text_add(&t, "null");
	text_addf(
	    &t, ",%zu", pool_string(&w->pools[LIST_KINDS], profile_kind_name(site->kind)));
	if (site->frame || site->target)
		text_addf(&t, ",%d", site->frame);
	if (site->target)
		text_addf(&t, ",%" PRId64, (int64_t)(site->target - site->address));
	text_add_char(&t, ']');
	return pool(&w->pools[LIST_INSTRUCTIONS], &t);
}

/* Returns 0 for an unknown line. */
static size_t
pool_line(struct profile_writer *w, const struct profile_site *site)
{
	struct text t = TEXT_EMPTY;

	if (!site->line)
		return 0;
	text_addf(&t, "[%zu,%u]",
	    pool_string(&w->pools[LIST_FILES], w->profile->files.v[site->file]), site->line);
	return 1 + pool(&w->pools[LIST_LINES], &t);
}

static size_t
pool_counts(struct profile_writer *w, const struct profile_site *site)
{
	struct text t = TEXT_EMPTY;
	enum field end = FIELD_COUNT;

	while (end && !site->spent[end - 1])
		end--;
	text_addf(&t, "[%" PRId64, site->executions);
	for (enum field f = 0; f < end; f++)
		text_addf(&t, ",%" PRId64, site->spent[f]);
	text_add_char(&t, ']');
	return pool(&w->pools[LIST_COUNTS], &t);
}

/* Adds the three lists of the function's instructions. */
static void
savefile_profile_add_sites(
    struct profile_writer *w, struct text *t, const struct profile_function *function)
{
	FREED_BY(text_free) struct text instructions = TEXT_EMPTY, lines = TEXT_EMPTY;
	size_t last_line = 0;
	uint64_t last = 0;

	for (size_t i = 0; i < function->site_count; i++) {
		const struct profile_site *site = &function->sites[i];
		const char *comma = i ? "," : "";
		size_t line = pool_line(w, site);

		text_addf(t, "%s%" PRId64, comma, (int64_t)(site->address - last));
		text_addf(&instructions, "%s%zu", comma, pool_instruction(w, site));
		text_addf(&lines, "%s%" PRId64, comma, (int64_t)line - (int64_t)last_line);
		last = site->address;
		last_line = line;
	}
	text_addf(
	    t, "],[%s],[%s]", instructions.n ? instructions.s : "", lines.n ? lines.s : "");
}

static size_t
pool_function(struct profile_writer *w, const struct profile_function *function)
{
	struct text t = TEXT_EMPTY;

	text_add_char(&t, '[');
	jsontext_string(&t, function->name);
	text_addf(&t, ",%zu,", pool_binary(w, &w->profile->binaries[function->binary]));
	jsontext_string(&t, profile_owner_name(function->owner));
	text_add(&t, ",[");
	savefile_profile_add_sites(w, &t, function);
	text_add_char(&t, ']');
	return pool(&w->pools[LIST_FUNCTIONS], &t);
}

static void
savefile_profile_add_function(
    struct profile_writer *w, struct text *t, const struct profile_function *function)
{
	text_addf(t, "[%zu,%" PRId64 ",[", pool_function(w, function), function->calls);
	for (size_t i = 0; i < function->site_count; i++)
		text_addf(t, "%s%zu", i ? "," : "", pool_counts(w, &function->sites[i]));
	text_add(t, "],[");
	for (size_t i = 0; i < function->callee_count; i++)
		text_addf(t, "%s%zu,%" PRId64, i ? "," : "", function->callees[i].callee,
		    function->callees[i].calls);
	text_add(t, "]]");
}

static bool
savefile_profile_has(const struct cell *cell)
{
	return cell->profile || cell->unprofiled;
}

static bool
savefile_profile_add_cell(struct text *t, const struct member_of *of)
{
	const struct profile *profile = of->cell->profile;
	struct profile_writer *w = of->profiles;

	if (!savefile_profile_has(of->cell))
		return false;
	if (!profile) {
		jsontext_string(t, of->cell->unprofiled);
		return true;
	}
	w->profile = profile;
	text_add_char(t, '[');
	for (size_t i = 0; i < profile->function_count; i++) {
		jsontext_comma(t);
		savefile_profile_add_function(w, t, &profile->functions[i]);
	}
	text_add_char(t, ']');
	return true;
}

/* The profiles of a test. */
static const struct member profile_row = {.add = savefile_profile_add_cell,
    .read = savefile_profile_read_cell,
    .each = MEMBER_LABELS};

static const struct member cells_member = {
    "cells", .inner = &profile_row, .needed = true, .each = MEMBER_TESTS};

static void
add_lists(struct profile_writer *w, struct text *t, struct replace *out)
{
	for (enum profile_list i = 0; i < LIST_COUNT; i++) {
		jsontext_key(t, list_names[i]);
		replace_flush(out);
		text_add_char(t, '[');
		text_add_n(t, w->pools[i].elements.s, w->pools[i].elements.n);
		text_add_char(t, ']');
		json_decref(w->pools[i].indexes);
		text_free(&w->pools[i].elements);
	}
}

static bool
savefile_profile_has_any(const struct results *results)
{
	for (size_t i = 0; i < results->tests.n * results->puts.n; i++)
		if (savefile_profile_has(&results->cells[i]))
			return true;
	return false;
}

bool
savefile_profile_add(struct text *t, const struct member_of *of)
{
	struct profile_writer w = {.profile = NULL};
	struct member_of own = *of;

	if (!of->saves_profiles || !savefile_profile_has_any(of->results))
		return false;
	own.profiles = &w;
	text_add_char(t, '{');
	members_add_open(t, &own, NULL, &cells_member, 1);
	add_lists(&w, t, of->out);
	text_add_char(t, '}');
	return true;
}

void
savefile_profile_read(struct savefile_reader *r, const json_t *json)
{
	struct profiles p = {.r = r};

	reader_object(r, json);
	read_lists(&p, json);
	r->profiles = &p;
	members_read(r, json, NULL, &cells_member, 1);
	r->profiles = NULL;
}
