#include <inttypes.h>
#include <limits.h>
#include <string.h>

#include "savefile/savefile.h"
#include "savefile/savefile_profile.h"
#include "savefile/savefile_puts.h"
#include "savefile/savefile_cells.h"
#include "util/array.h"
#include "util/file.h"
#include "util/jsontext.h"
#include "util/memory.h"
#include "util/message.h"
#include "util/replace.h"

static void
savefile_read_version(struct savefile_reader *r, const json_t *json)
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
savefile_read_loops(struct savefile_reader *r, const json_t *json)
{
	unsigned long *loops = r->results->loops;
	struct walk w;

	reader_open(r, &w, json, LENGTH_COUNT, LENGTH_COUNT, "two numbers");
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

	walk_open(&w, &r->file, json, '{');
	while (walk_next(&w)) {
		r->test = reader_test(r, w.key);
		if (seen[r->test])
			jsonfile_wrong(&r->file, "is given twice");
		seen[r->test] = true;
		read(r, w.value);
	}
	for (size_t i = 0; each && i < tests->n; i++)
		if (!seen[i])
			jsonfile_wrong(&r->file, "test '%s', listed in 'order', is missing",
			    tests->v[i].name);
}

static void
savefile_read_test(struct savefile_reader *r, const json_t *json)
{
	savefile_cells_read_parts(r, json);
	if (!test_code(&r->results->tests.v[r->test]))
		jsonfile_wrong(&r->file, "the test has no code");
}

static void
read_tests(struct savefile_reader *r, const json_t *json)
{
	read_for_tests(r, json, true, savefile_read_test);
	results_make_cells(r->results);
}

/* What the puts counted in a test. */
static const struct member row = {.add = savefile_cells_add_counts,
    .read = savefile_cells_read_counts,
    .each = MEMBER_LABELS};

static void
savefile_read_row(struct savefile_reader *r, const json_t *json)
{
	member_read(r, json, &row);
}

static void
read_rows(struct savefile_reader *r, const json_t *json)
{
	read_for_tests(r, json, true, savefile_read_row);
}

static void
read_language(struct savefile_reader *r, const json_t *json)
{
	r->results->tests.language = jsonfile_string(&r->file, json);
}

/* Which part of a run the file has. */
static void
savefile_read_shard_file(struct savefile_reader *r, const json_t *json)
{
	struct shard *shard = &r->results->shard;
	size_t place, n = r->results->tests.n;

	shard->number = (unsigned)reader_member_number(r, json, "number", SHARDS_MOST);
	shard->count = (unsigned)reader_member_number(r, json, "count", SHARDS_MOST);
	shard->tests = reader_member_number(r, json, "tests", UINT32_MAX);
	place = jsonfile_enter(&r->file, "selection");
	shard->selection = reader_hash_number(r, json_object_get(json, "selection"));
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
	read_for_tests(r, json, false, savefile_cells_read_own);
}

enum { TEST, LABEL, STAGE, WHY, COMMAND, OUTPUT, STRINGS };
static const char *const failure_keys[STRINGS] = {
    "test", "label", "stage", "why", "command", "output"};

static void
read_failure(struct savefile_reader *r, const json_t *json)
{
	const char *strings[STRINGS];
	struct cell *cell = NULL;

	for (int i = 0; i < STRINGS; i++) {
		size_t place;

		if (i == STAGE) {
			r->test = reader_test(r, strings[TEST]);
			cell = results_cell(r->results, r->test, reader_put(r, strings[LABEL]));
			if (cell->measured || cell->failure)
				jsonfile_wrong(&r->file,
				    "the file has another result for this test and label");
		}
		place = jsonfile_enter(&r->file, failure_keys[i]);
		strings[i] = jsonfile_text(&r->file, json_object_get(json, failure_keys[i]));
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

static bool
savefile_add_language(struct text *t, const struct member_of *of)
{
	const char *language = of->results->tests.language;

	if (language)
		jsontext_string(t, language);
	return language;
}

static bool
savefile_add_shard(struct text *t, const struct member_of *of)
{
	const struct shard *shard = &of->results->shard;

	text_addf(t,
	    "{\"number\":%u,\"count\":%u,\"tests\":%zu,\"selection\":\"%016" PRIx64 "\"}",
	    shard->number, shard->count, shard->tests, shard->selection);
	return shard->count;
}

static bool
add_derived(struct text *t, const struct member_of *of)
{
	const struct fields *fields = of->results->fields;
	field_set own = fields ? fields_own(fields) : 0;
	size_t n = 0;

	text_add_char(t, '[');
	for (enum field f = FIELD_FIRST_OWN; f < FIELD_NONE; f++) {
		if (!(own & FIELD_BIT(f)))
			continue;
		jsontext_comma(t, n++);
		jsontext_string(t, fields_definition(fields, f));
	}
	text_add_char(t, ']');
	return n;
}

static const struct member before_puts[] = {
    {"language", .add = savefile_add_language, .read = read_language},
    {"shard", .add = savefile_add_shard, .read = savefile_read_shard_file},
};
static const struct member after_puts[] = {
    {"derived", .add = add_derived},
    {"tests", .read = read_origins},
    {"failures", .read = read_failures},
    {"profiles", .read = savefile_profile_read},
};

/* cgbench's extension of bench.pl's format. */
static void
read_extension(struct savefile_reader *r, const json_t *json)
{
	reader_object(r, json);
	members_read(r, json, before_puts, COUNTOF(before_puts));
	members_read(r, json, savefile_puts_members, SAVEFILE_PUTS_MEMBERS);
	members_read(r, json, after_puts, COUNTOF(after_puts));
}

/* Sets the hash of what each put without a fingerprint measured. Such a file is of one run and
   one language. */
static void
add_texts(struct results *results)
{
	const char *language = results->tests.language ? results->tests.language : "";

	for (size_t k = 0; k < results->puts.n; k++)
		for (size_t i = 0; i < results->tests.n && !results->puts.v[k].fingerprint;
		     i++) {
			struct cell *cell = results_cell(results, i, k);

			if (!cell->text_hash)
				cell->text_hash =
				    fingerprint_of_test(&results->tests.v[i], language, true);
		}
}

static void
savefile_note_file(struct puts *puts, const char *path)
{
	for (size_t i = 0; i < puts->n; i++)
		puts->v[i].file = memory_copy(path);
}

/* What is read from a file, and how. */
struct reading {
	struct savefile_reader reader;
	const char *path;
	bool shards;               /* the file may be a shard, and so without a test */
	struct words *definitions; /* for savefile_read_derived */
};

/* Refuses what another program or another option wrote. */
static void
refuse_other(const struct savefile_reader *r)
{
	const json_t *json = r->file.json, *results = json_object_get(json, "results");
	const char *what = NULL;

	if (json_object_get(json, "benchmarks"))
		what = "is in the format of Google Benchmark";
	else if (json_is_array(results))
		what = "was written by hyperfine";
	else if (json_object_get(json, "cells") && !results)
		what = "was written by --format=json";
	else if (json_object_size(json) && !json_object_get(json, "version") && !results)
		what = "is not a run that cgbench saved";
	if (what)
		jsonfile_wrong(&r->file, "%s; --read needs a file written by --write", what);
}

static void
savefile_read_run(void *data)
{
	static const struct member members[] = {
	    {"version", .read = savefile_read_version, .needed = true},
	    {"loop_counts", .read = savefile_read_loops, .needed = true},
	    {"perls", .read = savefile_puts_read, .needed = true},
	    {"order", .read = read_order, .needed = true},
	    {"tests", .read = read_tests, .needed = true},
	    {"results", .read = read_rows, .needed = true},
	    {"cgbench", .read = read_extension},
	};
	struct reading *reading = data;
	struct savefile_reader *r = &reading->reader;
	const struct shard *shard = &r->results->shard;
	const json_t *json;

	jsonfile_open(&r->file, reading->path);
	json = r->file.json;
	r->file.foreign = !json_object_get(json, "cgbench");
	reader_object(r, json);
	refuse_other(r);
	members_read(r, json, members, COUNTOF(members));
	if (!r->results->tests.n && !shard->count)
		jsonfile_wrong(&r->file, "the file contains no results");
	if (shard->count && !reading->shards)
		jsonfile_wrong(&r->file,
		    "is shard %u of %u of a run: join the shards first, with --read=FILE for "
		    "each and --write=FILE",
		    shard->number, shard->count);
	add_texts(r->results);
	savefile_note_file(&r->results->puts, reading->path);
}

static void
read_one(struct results *results, const char *path, bool shards)
{
	struct reading reading = {
	    .reader = {.results = results}, .path = path, .shards = shards};

	savefile_read_run(&reading);
	jsonfile_free(&reading.reader.file);
}

void
savefile_read(struct results *results, const char *path)
{
	read_one(results, path, false);
}

void
savefile_read_shard(struct results *results, const char *path)
{
	read_one(results, path, true);
}

char *
savefile_try(struct results *results, const char *path)
{
	struct reading reading = {.reader = {.results = results}, .path = path};
	const struct fields *fields = results->fields;
	char *wrong = message_try(savefile_read_run, &reading);

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
	FREED_BY(text_free) struct text text = TEXT_EMPTY;

	return !file_read(path, &text) ||
	       (text.n && memmem(text.s, text.n, quoted, strlen(quoted)));
}

static void
savefile_read_derived_file(void *data)
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
	wrong = message_try(savefile_read_derived_file, &reading);
	jsonfile_free(&reading.reader.file);
	return wrong;
}

static void
savefile_add_row(struct text *t, const struct results *results, size_t test)
{
	member_add(
	    t, &(struct member_of){.results = results, .test = &results->tests.v[test]}, &row);
}

static void
write_head(struct replace *r, const struct results *results)
{
	struct text *t = &r->pending;

	text_addf(t,
	    "{\"version\":1,\"loop_counts\":[%lu,%lu],\"perls\":", results->loops[LENGTH_SHORT],
	    results->loops[LENGTH_LONG]);
	savefile_puts_add(t, results);
	text_add(t, ",\"order\":[");
	for (size_t i = 0; i < results->tests.n; i++) {
		jsontext_comma(t, i);
		jsontext_string(t, results->tests.v[i].name);
	}
	text_add_char(t, ']');
}

/* Writes an object with a member for each test, as a further member. */
static void
write_for_tests(struct replace *r, const struct results *results, const char *key,
    void (*add)(struct text *t, const struct results *results, size_t test))
{
	jsontext_key(&r->pending, 1, key);
	text_add_char(&r->pending, '{');
	for (size_t i = 0; i < results->tests.n; i++) {
		jsontext_key(&r->pending, i, results->tests.v[i].name);
		add(&r->pending, results, i);
		replace_flush(r);
	}
	text_add_char(&r->pending, '}');
}

static void
savefile_add_failure(struct text *t, const struct results *results, size_t test, size_t put)
{
	const struct failure *failure = results_cell(results, test, put)->failure;
	const char *strings[STRINGS] = {results->tests.v[test].name, results->puts.v[put].label,
	    failure->stage, failure->why, failure->command, failure->output};

	text_add_char(t, '{');
	for (int i = 0; i < STRINGS; i++)
		jsontext_member(t, (size_t)i, failure_keys[i], strings[i]);
	text_add_char(t, '}');
}

static void
write_failures(struct replace *r, const struct results *results)
{
	size_t n = results->tests.n * results->puts.n, members = 0;

	text_add(&r->pending, ",\"failures\":[");
	for (size_t i = 0; i < n; i++) {
		if (!results->cells[i].failure)
			continue;
		jsontext_comma(&r->pending, members++);
		savefile_add_failure(
		    &r->pending, results, i / results->puts.n, i % results->puts.n);
		replace_flush(r);
	}
	text_add_char(&r->pending, ']');
}

/* The member "cgbench". */
static void
write_extension(struct replace *r, const struct results *results, bool profiles)
{
	const struct member_of of = {.results = results};
	struct text *t = &r->pending;

	text_add(t, ",\"cgbench\":{\"version\":\"" VERSION "\"");
	members_add(t, &of, before_puts, COUNTOF(before_puts), 1);
	members_add(t, &of, savefile_puts_members, SAVEFILE_PUTS_MEMBERS, 1);
	members_add(t, &of, after_puts, COUNTOF(after_puts), 1);
	write_for_tests(r, results, "tests", savefile_cells_add_own);
	write_failures(r, results);
	if (profiles)
		savefile_profile_write(r, results);
	text_add_char(t, '}');
}

void
savefile_write(const struct results *results, const char *path, bool profiles)
{
	struct replace r;

	replace_open(&r, path);
	write_head(&r, results);
	write_for_tests(&r, results, "tests", savefile_cells_add_parts);
	write_for_tests(&r, results, "results", savefile_add_row);
	write_extension(&r, results, profiles);
	text_add(&r.pending, "}\n");
	replace_commit(&r);
}
