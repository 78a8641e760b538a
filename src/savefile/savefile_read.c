#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "savefile/savefile.h"
#include "savefile/savefile_cell.h"
#include "savefile/savefile_profile.h"
#include "savefile/savefile_puts.h"
#include "savefile/savefile_test.h"
#include "util/array.h"
#include "util/file.h"
#include "util/memory.h"
#include "util/message.h"

static void
read_version(struct savefile_reader *r, const json_t *json)
{
	double version = json_number_value(json);

	if (!json_is_number(json))
		jsonfile_wrong(&r->file, "is not a number");
	if (version >= 2)
		jsonfile_wrong(
		    &r->file, "%g is too new; this cgbench reads version 1", version);
	if (version < 1)
		jsonfile_wrong(
		    &r->file, "%g is unknown; this cgbench reads version 1", version);
}

static void
read_loops(struct savefile_reader *r, const json_t *json)
{
	unsigned long *loops = r->results->loops;
	struct walk w;

	if (json_array_size(json) != LENGTH_COUNT)
		jsonfile_wrong(&r->file, "is not an array of two numbers");
	walk_open(&w, &r->file, json, '[');
	while (walk_next(&w))
		loops[w.i] = reader_number(r, w.value, LONG_MAX);
	if (!loops[LENGTH_SHORT] || loops[LENGTH_SHORT] >= loops[LENGTH_LONG])
		jsonfile_wrong(&r->file, "%lu and %lu are not two increasing numbers above 0",
		    loops[LENGTH_SHORT], loops[LENGTH_LONG]);
}

static void
read_order(struct savefile_reader *r, const json_t *json)
{
	struct tests *tests = &r->results->tests;
	struct walk w;

	walk_open(&w, &r->file, json, '[');
	while (walk_next(&w)) {
		const char *name = reader_name(r, w.value);

		if (tests_find(tests, name))
			jsonfile_wrong(&r->file, "test '%s' is listed twice", name);
		tests_add(tests, name);
	}
	if (!tests->n && r->file.foreign) {
		text_cut(&r->file.place, 0);
		jsonfile_wrong(&r->file, "the file contains no results");
	}
}

/* Reads an object with a member for each test, and all of them if each is needed. */
static void
read_for_tests(struct savefile_reader *r, const json_t *json, bool each,
    void (*read)(struct savefile_reader *r, const json_t *json))
{
	const struct tests *tests = &r->results->tests;
	bool *seen = jsonfile_new(&r->file, tests->n);
	struct walk w;
	size_t i;

	walk_open(&w, &r->file, json, '{');
	while (walk_next(&w)) {
		r->test = reader_test(r, w.key);
		if (seen[r->test])
			jsonfile_wrong(&r->file, "is given twice");
		seen[r->test] = true;
		read(r, w.value);
	}
	for (i = 0; each && i < tests->n; i++)
		if (!seen[i])
			jsonfile_wrong(&r->file, "test '%s', listed in 'order', is missing",
			    tests->v[i].name);
}

static void
read_test(struct savefile_reader *r, const json_t *json)
{
	savefile_test_read_parts(r, json);
	if (!test_code(&r->results->tests.v[r->test]))
		jsonfile_wrong(&r->file, "the test has no code");
}

static void
read_tests(struct savefile_reader *r, const json_t *json)
{
	read_for_tests(r, json, true, read_test);
	results_make_cells(r->results);
}

static void
read_row(struct savefile_reader *r, const json_t *json)
{
	struct cell *cell;
	struct walk w;

	walk_open(&w, &r->file, json, '{');
	while ((cell = reader_next_label(r, &w)))
		savefile_cell_read(r, w.value, cell);
}

static void
read_rows(struct savefile_reader *r, const json_t *json)
{
	read_for_tests(r, json, true, read_row);
}

static void
read_language(struct savefile_reader *r, const json_t *json)
{
	r->results->tests.language = jsonfile_string(&r->file, json);
}

/* Which part of a run the file has. */
static void
read_shard(struct savefile_reader *r, const json_t *json)
{
	struct shard *shard = &r->results->shard;
	size_t place, n = r->results->tests.n;

	shard->number = (unsigned)reader_member_number(r, json, "number", SHARDS_MOST);
	shard->count = (unsigned)reader_member_number(r, json, "count", SHARDS_MOST);
	shard->tests = reader_member_number(r, json, "tests", UINT32_MAX);
	place = jsonfile_enter(&r->file, "selection");
	shard->selection =
	    strtoull(reader_hash(r, json_object_get(json, "selection"), 16), NULL, 16);
	text_cut(&r->file.place, place);
	if (!shard->number || shard->number > shard->count)
		jsonfile_wrong(
		    &r->file, "there is no shard %u of %u", shard->number, shard->count);
	if (shard_size(shard) != n)
		jsonfile_wrong(&r->file,
		    "shard %u of %u of %zu tests has %zu tests, the file %zu", shard->number,
		    shard->count, shard->tests, shard_size(shard), n);
}

static void
read_origins(struct savefile_reader *r, const json_t *json)
{
	read_for_tests(r, json, false, savefile_test_read_own);
}

enum { TEST, LABEL, STAGE, WHY, COMMAND, OUTPUT, STRINGS };

static void
read_failure(struct savefile_reader *r, const json_t *json)
{
	static const char *const keys[STRINGS] = {
	    "test", "label", "stage", "why", "command", "output"};
	const char *strings[STRINGS];
	struct cell *cell = NULL;
	int i;

	for (i = 0; i < STRINGS; i++) {
		size_t place;

		if (i == STAGE) {
			cell = reader_cell(r, reader_test(r, strings[TEST]), strings[LABEL]);
			if (cell->measured || cell->failure)
				jsonfile_wrong(&r->file,
				    "the file has another result for this test and label");
		}
		place = jsonfile_enter(&r->file, keys[i]);
		strings[i] = jsonfile_text(&r->file, json_object_get(json, keys[i]));
		text_cut(&r->file.place, place);
	}
	cell->failure = memory_new(sizeof *cell->failure);
	*cell->failure = (struct failure){.stage = memory_copy(strings[STAGE]),
	    .why = memory_copy(strings[WHY]),
	    .command = memory_copy(strings[COMMAND]),
	    .output = memory_copy(strings[OUTPUT])};
}

static void
read_failures(struct savefile_reader *r, const json_t *json)
{
	struct walk w;

	walk_open(&w, &r->file, json, '[');
	while (walk_next(&w))
		read_failure(r, w.value);
}

/* cgbench's extension of bench.pl's format. */
static void
read_extension(struct savefile_reader *r, const json_t *json)
{
	static const struct reader_member members[] = {
	    {"language", read_language, false},
	    {"args", savefile_puts_read_args, false},
	    {"shard", read_shard, false},
	    {"fingerprints", savefile_puts_read_fingerprints, false},
	    {"measured", savefile_puts_read_measured, false},
	    {"hosts", savefile_puts_read_hosts, false},
	    {"tests", read_origins, false},
	    {"failures", read_failures, false},
	    {"profiles", savefile_profile_read, false},
	};

	reader_members(r, json, members, COUNTOF(members));
}

/* Sets the hash of what each put without a fingerprint measured. Such a file is of one run and
   one language. */
static void
add_texts(struct results *results)
{
	const char *language = results->tests.language ? results->tests.language : "";
	size_t i, k;

	for (k = 0; k < results->puts.n; k++)
		for (i = 0; i < results->tests.n && !results->puts.v[k].fingerprint; i++) {
			struct cell *cell = results_cell(results, i, k);

			if (!cell->text_hash)
				cell->text_hash =
				    fingerprint_of_test(&results->tests.v[i], language, true);
		}
}

static void
note_file(struct puts *puts, const char *path)
{
	size_t i;

	for (i = 0; i < puts->n; i++)
		puts->v[i].file = memory_copy(path);
}

/* What is read from a file, and how. */
struct reading {
	struct savefile_reader reader;
	const char *path;
	bool shards;               /* the file may be a shard, and so without a test */
	struct words *definitions; /* for savefile_read_derived */
};

static void
read_run(void *data)
{
	static const struct reader_member members[] = {
	    {"version", read_version, true},
	    {"loop_counts", read_loops, true},
	    {"perls", savefile_puts_read, true},
	    {"order", read_order, true},
	    {"tests", read_tests, true},
	    {"results", read_rows, true},
	    {"cgbench", read_extension, false},
	};
	struct reading *reading = data;
	struct savefile_reader *r = &reading->reader;
	const struct shard *shard = &r->results->shard;
	const json_t *json;

	jsonfile_open(&r->file, reading->path);
	json = r->file.json;
	r->file.foreign = !json_object_get(json, "cgbench");
	if (json_object_get(json, "cells") && !json_object_get(json, "results"))
		jsonfile_wrong(&r->file,
		    "was written by --format=json; --read needs a file written by --write");
	reader_members(r, json, members, COUNTOF(members));
	if (!r->results->tests.n && !shard->count)
		jsonfile_wrong(&r->file, "the file contains no results");
	if (shard->count && !reading->shards)
		jsonfile_wrong(&r->file,
		    "is shard %u of %u of a run: join the shards first, with --read=FILE for "
		    "each and --write=FILE",
		    shard->number, shard->count);
	add_texts(r->results);
	note_file(&r->results->puts, reading->path);
}

void
savefile_read(struct results *results, const char *path)
{
	struct reading reading = {.reader = {.results = results}, .path = path};

	read_run(&reading);
	jsonfile_free(&reading.reader.file);
}

void
savefile_read_shard(struct results *results, const char *path)
{
	struct reading reading = {.reader = {.results = results}, .path = path, .shards = true};

	read_run(&reading);
	jsonfile_free(&reading.reader.file);
}

char *
savefile_try(struct results *results, const char *path)
{
	struct reading reading = {.reader = {.results = results}, .path = path};
	const struct fields *fields = results->fields;
	char *wrong = message_try(read_run, &reading);

	jsonfile_free(&reading.reader.file);
	if (wrong) {
		results_free(results);
		results->fields = fields;
	}
	return wrong;
}

/* Whether the file may have the key, so that most files need not be read as JSON for it. */
static bool
has_key(const char *path, const char *quoted)
{
	struct text text = TEXT_EMPTY;
	bool found = !file_read(path, &text) || memmem(text.s, text.n, quoted, strlen(quoted));

	text_free(&text);
	return found;
}

static void
read_derived(void *data)
{
	struct reading *reading = data;
	struct savefile_reader *r = &reading->reader;
	const json_t *definitions;

	jsonfile_open(&r->file, reading->path);
	definitions = json_object_get(json_object_get(r->file.json, "cgbench"), "derived");
	jsonfile_enter(&r->file, "cgbench");
	jsonfile_enter(&r->file, "derived");
	if (definitions)
		reader_words(r, definitions, reading->definitions);
}

char *
savefile_read_derived(const char *path, struct words *definitions)
{
	struct reading reading = {.path = path, .definitions = definitions};
	char *wrong;

	if (!has_key(path, "\"derived\""))
		return NULL;
	wrong = message_try(read_derived, &reading);
	jsonfile_free(&reading.reader.file);
	return wrong;
}
