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

static bool
savefile_add_loops(struct text *t, const struct member_of *of)
{
	jsontext_numbers(t, of->results->loops, LENGTH_COUNT);
	return true;
}

static void
savefile_read_loops(struct savefile_reader *r, const json_t *json)
{
	unsigned long *loops = r->results->loops;

	for (struct walk w = reader_open(r, json, LENGTH_COUNT, LENGTH_COUNT, "two numbers");
	     walk_next(&w);)
		loops[w.i] = reader_number(r, w.value, LONG_MAX);
	if (!loops[LENGTH_SHORT] || loops[LENGTH_SHORT] >= loops[LENGTH_LONG])
		jsonfile_wrong(&r->file, "%lu and %lu are not two increasing numbers above 0",
		    loops[LENGTH_SHORT], loops[LENGTH_LONG]);
}

static bool
savefile_add_order(struct text *t, const struct member_of *of)
{
	FREED_BY(words_free) struct words names = WORDS_EMPTY;

	for (size_t i = 0; i < of->results->tests.n; i++)
		words_add(&names, of->results->tests.v[i].name);
	jsontext_words(t, &names);
	return true;
}

static void
read_order(struct savefile_reader *r, const json_t *json)
{
	struct tests *tests = &r->results->tests;

	for (struct walk w = walk_open(&r->file, json, '['); walk_next(&w);) {
		const char *name = reader_name(r, w.value);

		if (tests_find(tests, name))
			jsonfile_wrong(&r->file, "test '%s' is listed twice", name);
		tests_add(tests, name);
	}
	if (!tests->n && r->file.foreign) {
		text_cut(&r->file.place, 0);
		jsonfile_wrong(&r->file, "the file contains no results");
	}
	results_make_cells(r->results);
}

static void
savefile_read_test(struct savefile_reader *r, const json_t *json)
{
	savefile_cells_read_parts(r, json);
	if (!test_code(&r->results->tests.v[r->test]))
		jsonfile_wrong(&r->file, "the test has no code");
}

/* The member of "results" for a test. */
static const struct member row = {.add = savefile_cells_add_counts,
    .read = savefile_cells_read_counts,
    .each = MEMBER_LABELS};

static const struct member shard_members[] = {
    {MEMBER("number", MEMBER_NUMBER, struct shard, number), .most = SHARDS_MOST,
        .needed = true},
    {MEMBER("count", MEMBER_NUMBER, struct shard, count), .most = SHARDS_MOST, .needed = true},
    {MEMBER("tests", MEMBER_NUMBER, struct shard, tests), .most = UINT32_MAX, .needed = true},
    {MEMBER("selection", MEMBER_HASH, struct shard, selection), .needed = true},
};

static bool
savefile_add_shard(struct text *t, const struct member_of *of)
{
	const struct shard *shard = &of->results->shard;

	members_add(t, of, shard, shard_members, COUNTOF(shard_members));
	return shard->count;
}

/* Reads which part of a run the file has. */
static void
savefile_read_shard_file(struct savefile_reader *r, const json_t *json)
{
	struct shard *shard = &r->results->shard;
	size_t n = r->results->tests.n;

	members_read(r, json, shard, shard_members, COUNTOF(shard_members));
	if (!shard->number || shard->number > shard->count)
		jsonfile_wrong(
		    &r->file, "there is no shard %u of %u", shard->number, shard->count);
	if (shard_size(shard) != n)
		jsonfile_wrong(&r->file,
		    "shard %u of %u of %zu tests has %zu tests, the file %zu", shard->number,
		    shard->count, shard->tests, shard_size(shard), n);
}

static const struct member failure_members[] = {
    {MEMBER("stage", MEMBER_TEXT, struct failure, stage), .needed = true},
    {MEMBER("why", MEMBER_TEXT, struct failure, why), .needed = true},
    {MEMBER("command", MEMBER_TEXT, struct failure, command), .needed = true},
    {MEMBER("output", MEMBER_TEXT, struct failure, output), .needed = true},
};

static bool
add_failures(struct text *t, const struct member_of *of)
{
	const struct results *results = of->results;
	size_t n = results->tests.n * results->puts.n, columns = results->puts.n;

	text_add_char(t, '[');
	for (size_t i = 0; i < n; i++) {
		if (!results->cells[i].failure)
			continue;
		jsontext_comma(t);
		text_add_char(t, '{');
		replace_flush(of->out);
		jsontext_member(t, "test", results->tests.v[i / columns].name);
		jsontext_member(t, "label", results->puts.v[i % columns].label);
		members_add_open(t, of, results->cells[i].failure, failure_members,
		    COUNTOF(failure_members));
		text_add_char(t, '}');
	}
	text_add_char(t, ']');
	return true;
}

static void
read_failure(struct savefile_reader *r, const json_t *json)
{
	const char *test = reader_member_text(r, json, "test");
	const char *label = reader_member_text(r, json, "label");
	struct cell *cell;

	r->test = reader_test(r, test);
	cell = results_cell(r->results, r->test, reader_put(r, label));
	if (cell->measured || cell->failure)
		jsonfile_wrong(&r->file, "the file has another result for this test and label");
	cell->failure = memory_new(sizeof *cell->failure);
	members_read(r, json, cell->failure, failure_members, COUNTOF(failure_members));
}

static void
read_failures(struct savefile_reader *r, const json_t *json)
{
	for (struct walk w = walk_open(&r->file, json, '['); walk_next(&w);)
		read_failure(r, w.value);
}

static bool
add_derived(struct text *t, const struct member_of *of)
{
	const struct fields *fields = of->results->fields;
	field_set own = fields ? fields_own(fields) : 0;
	FREED_BY(words_free) struct words definitions = WORDS_EMPTY;

	for (enum field f = FIELD_FIRST_OWN; f < FIELD_NONE; f++)
		if (own & FIELD_BIT(f))
			words_add(&definitions, fields_definition(fields, f));
	jsontext_words(t, &definitions);
	return own;
}

static const struct member before_puts[] = {
    {"version", .constant = "\"" VERSION "\""},
    {MEMBER("language", MEMBER_TEXT, struct results, tests.language)},
    {"shard", .add = savefile_add_shard, .read = savefile_read_shard_file},
};
static const struct member after_puts[] = {
    {"derived", .add = add_derived},
    {"tests", .add = savefile_cells_add_own, .read = savefile_cells_read_own,
        .each = MEMBER_TESTS},
    {"failures", .add = add_failures, .read = read_failures},
    {"profiles", .add = savefile_profile_add, .read = savefile_profile_read},
};

/* Adds cgbench's extension of bench.pl's format. */
static bool
savefile_add_extension(struct text *t, const struct member_of *of)
{
	text_add_char(t, '{');
	members_add_open(t, of, of->results, before_puts, COUNTOF(before_puts));
	members_add_open(t, of, NULL, savefile_puts_members, SAVEFILE_PUTS_MEMBERS);
	members_add_open(t, of, NULL, after_puts, COUNTOF(after_puts));
	text_add_char(t, '}');
	return true;
}

static void
read_extension(struct savefile_reader *r, const json_t *json)
{
	reader_object(r, json);
	members_read(r, json, r->results, before_puts, COUNTOF(before_puts));
	members_read(r, json, NULL, savefile_puts_members, SAVEFILE_PUTS_MEMBERS);
	members_read(r, json, NULL, after_puts, COUNTOF(after_puts));
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

/* The state of reading a file. */
struct savefile_reading {
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

static const struct member run_members[] = {
    {"version", .constant = "1", .read = savefile_read_version, .needed = true},
    {"loop_counts", .add = savefile_add_loops, .read = savefile_read_loops, .needed = true},
    {"perls", .add = savefile_puts_add, .read = savefile_puts_read, .needed = true},
    {"order", .add = savefile_add_order, .read = read_order, .needed = true},
    {"tests", .add = savefile_cells_add_parts, .read = savefile_read_test, .needed = true,
        .each = MEMBER_TESTS},
    {"results", .inner = &row, .needed = true, .each = MEMBER_TESTS},
    {"cgbench", .add = savefile_add_extension, .read = read_extension},
};

static void
savefile_read_run(void *data)
{
	struct savefile_reading *reading = data;
	struct savefile_reader *r = &reading->reader;
	const struct shard *shard = &r->results->shard;
	const json_t *json;

	jsonfile_open(&r->file, reading->path);
	json = r->file.json;
	r->file.foreign = !json_object_get(json, "cgbench");
	reader_object(r, json);
	refuse_other(r);
	members_read(r, json, NULL, run_members, COUNTOF(run_members));
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
	struct savefile_reading reading = {
	    .reader = {.results = results}, .path = path, .shards = shards};

	savefile_read_run(&reading);
	jsonfile_free(&reading.reader.file);
}

/* Returns what is wrong with the file; the caller frees. */
static char *
try_reading(struct savefile_reading *reading, void (*read)(void *reading))
{
	char *wrong = message_try(read, reading);

	jsonfile_free(&reading->reader.file);
	return wrong;
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
	struct savefile_reading reading = {.reader = {.results = results}, .path = path};
	const struct fields *fields = results->fields;
	char *wrong = try_reading(&reading, savefile_read_run);

	if (wrong) {
		results_free(results);
		results->fields = fields;
	}
	return wrong;
}

/* Returns true if the file may have the key. Most files need not be read as JSON for it. */
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
	struct savefile_reading *reading = data;
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
	struct savefile_reading reading = {.path = path, .definitions = definitions};

	return has_key(path, "\"derived\"") ? try_reading(&reading, savefile_read_derived_file)
	                                    : NULL;
}

void
savefile_write(const struct results *results, const char *path, bool profiles)
{
	struct replace r;
	const struct member_of of = {.results = results, .saves_profiles = profiles, .out = &r};

	replace_open(&r, path);
	members_add(&r.pending, &of, NULL, run_members, COUNTOF(run_members));
	text_add_char(&r.pending, '\n');
	replace_commit(&r);
}
