#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "savefile/savefile_cell.h"
#include "savefile/savefile_extension.h"
#include "savefile/savefile_profile.h"
#include "savefile/savefile_provenance.h"
#include "savefile/savefile_shard.h"
#include "savefile/savefile_times.h"
#include "savefile/savefile_value.h"
#include "util/cursor.h"
#include "util/file.h"
#include "util/memory.h"
#include "util/walk.h"

/* Opens a list that has an element for every put. */
static void
open_puts(struct walk *w, struct document *doc, const json_t *list, size_t n)
{
	if (json_array_size(list) != n)
		document_wrong(doc, "must have one element for each put in 'perls'");
	walk_open(w, doc, list, '[');
}

/* Replaces the arguments that were split from one string. */
static void
read_args(struct document *doc, const json_t *list, struct puts *puts)
{
	struct walk w;

	open_puts(&w, doc, list, puts->n);
	while (walk_next(&w)) {
		words_free(&puts->v[w.i].args);
		savefile_value_words(doc, w.value, &puts->v[w.i].args);
	}
}

static bool
is_hex(const char *s, size_t n)
{
	return strlen(s) == n && strspn(s, "0123456789abcdef") == n;
}

static void
read_fingerprint(struct document *doc, const json_t *json, struct fingerprint *fingerprint)
{
	enum trait t;

	if (!json_is_object(json))
		document_wrong(doc, "is not an object");
	for (t = 0; t < TRAIT_COUNT; t++) {
		const json_t *value = json_object_get(json, trait_name(t));
		size_t place = document_enter(doc, trait_name(t));

		if (!value)
			document_wrong(doc, "is missing");
		fingerprint->of[t] = document_string(doc, value);
		if (t == TRAIT_SHA256 && *fingerprint->of[t] && !is_hex(fingerprint->of[t], 64))
			document_wrong(doc, "is not a hash of 64 hexadecimal digits");
		text_cut(&doc->place, place);
	}
}

/* null: the put was merged from a file without fingerprints. */
static void
read_fingerprints(struct document *doc, const json_t *list, struct puts *puts)
{
	struct walk w;

	open_puts(&w, doc, list, puts->n);
	while (walk_next(&w)) {
		if (json_is_null(w.value))
			continue;
		puts->v[w.i].fingerprint = memory_new(sizeof(struct fingerprint));
		read_fingerprint(doc, w.value, puts->v[w.i].fingerprint);
	}
}

static void
read_provenances(struct document *doc, const json_t *list, struct puts *puts)
{
	struct walk w;

	open_puts(&w, doc, list, puts->n);
	while (walk_next(&w))
		savefile_provenance_read(doc, w.value, &puts->v[w.i].provenance);
}

static void
read_hosts(struct document *doc, const json_t *list, struct puts *puts)
{
	struct walk w;

	open_puts(&w, doc, list, puts->n);
	while (walk_next(&w))
		savefile_times_read_host(doc, w.value, &puts->v[w.i].host);
}

/* Readers of the members of one test; row: the test's. */
typedef void read_member(
    struct document *doc, const json_t *json, struct results *results, size_t row);

static void
read_file(struct document *doc, const json_t *json, struct results *results, size_t row)
{
	struct test *test = &results->tests.v[row];

	test->file = document_string(doc, json);
	if (test->dir && access(test->file, F_OK))
		return;
	free(test->dir);
	test->dir = file_home(test->file);
}

/* A benchfile that was named relative to the directory may be another copy, such as another
   checkout: its directory is that of the copy that is here, or else the one of then. */
static void
read_dir(struct document *doc, const json_t *json, struct results *results, size_t row)
{
	struct test *test = &results->tests.v[row];

	if (test->file && !access(test->file, F_OK))
		return;
	free(test->dir);
	test->dir = NULL;
	test->dir = document_string(doc, json);
}

static void
read_line(struct document *doc, const json_t *json, struct results *results, size_t row)
{
	results->tests.v[row].line = (unsigned)savefile_value_number(doc, json, UINT_MAX);
}

/* The lines of the test's parts. A desc without a line was not written by the user. */
static void
read_lines(struct document *doc, const json_t *json, struct results *results, size_t row)
{
	struct test *test = &results->tests.v[row];
	struct walk w;

	walk_open(&w, doc, json, '{');
	if (!json_object_get(json, "desc"))
		test_remove_desc(test);
	while (walk_next(&w)) {
		struct part *part = test_find(test, w.key);

		if (!part)
			document_wrong(doc, "is not a part of the test");
		part->line = (unsigned)savefile_value_number(doc, w.value, UINT_MAX);
	}
}

/* null: the put has no code, or what it measured is unknown. */
static void
read_texts(struct document *doc, const json_t *list, struct results *results, size_t row)
{
	struct walk w;

	open_puts(&w, doc, list, results->puts.n);
	while (walk_next(&w)) {
		const char *hash = json_string_value(w.value);

		if (!json_is_null(w.value) && (!hash || !is_hex(hash, 16)))
			document_wrong(doc, "is not a hash of 16 hexadecimal digits");
		results_cell(results, row, w.i)->text_hash =
		    hash ? strtoull(hash, NULL, 16) : 0;
	}
}

/* null: unknown. */
static void
read_sizes(struct document *doc, const json_t *list, struct results *results, size_t row)
{
	struct walk w;

	open_puts(&w, doc, list, results->puts.n);
	while (walk_next(&w)) {
		struct cell *cell = results_cell(results, row, w.i);

		cell->sized = !json_is_null(w.value);
		if (cell->sized)
			cell->size = savefile_value_number(doc, w.value, UINT_MAX);
	}
}

/* null: unknown. */
static void
read_profiled(
    struct document *doc, const json_t *list, struct results *results, size_t row, enum field f)
{
	struct walk w;

	open_puts(&w, doc, list, results->puts.n);
	while (walk_next(&w)) {
		struct cell *cell = results_cell(results, row, w.i);

		if (json_is_null(w.value))
			continue;
		cell->totals[f - FIELD_PROFILED] = savefile_value_integer(doc, w.value);
		cell->profiled |= FIELD_BIT(f);
	}
}

static void
read_calls(struct document *doc, const json_t *list, struct results *results, size_t row)
{
	read_profiled(doc, list, results, row, FIELD_CALLS);
}

static void
read_allocs(struct document *doc, const json_t *list, struct results *results, size_t row)
{
	read_profiled(doc, list, results, row, FIELD_ALLOCS);
}

static void
read_spill(struct document *doc, const json_t *list, struct results *results, size_t row)
{
	read_profiled(doc, list, results, row, FIELD_SPILL);
}

/* Skips verdicts that a later version may add. */
static void
read_verdicts(struct document *doc, const json_t *json, struct results *results, size_t row)
{
	struct walk w;

	walk_open(&w, doc, json, '{');
	while (walk_next(&w)) {
		struct cell *cell = savefile_cell_find(doc, results, row, w.key);
		struct walk names;

		walk_open(&names, doc, w.value, '[');
		while (walk_next(&names)) {
			char *name = document_string(doc, names.value);

			cell->verdicts |= verdict_list(name, NULL);
			free(name);
		}
	}
}

static void
read_again(struct document *doc, const json_t *json, struct results *results, size_t row)
{
	struct walk w;

	walk_open(&w, doc, json, '{');
	while (walk_next(&w)) {
		struct cell *cell = savefile_cell_find(doc, results, row, w.key);

		cell->measured_again = true;
		cell->spent_again = savefile_value_number(doc, w.value, INT64_MAX);
	}
}

static void
read_origin(struct document *doc, const json_t *json, struct results *results, size_t row)
{
	static const struct {
		const char *key;
		read_member *read;
		bool needed;
	} members[] = {
	    {"file", read_file, false},
	    {"dir", read_dir, false},
	    {"line", read_line, true},
	    {"lines", read_lines, true},
	    {"texts", read_texts, false},
	    {"sizes", read_sizes, false},
	    {"calls", read_calls, false},
	    {"allocs", read_allocs, false},
	    {"spill", read_spill, false},
	    {"verdicts", read_verdicts, false},
	    {"again", read_again, false},
	    {"jitter", savefile_cell_read_jitter, false},
	    {"times", savefile_times_read, false},
	};
	size_t i;

	if (!json_is_object(json))
		document_wrong(doc, "is not an object");
	for (i = 0; i < sizeof members / sizeof *members; i++) {
		const json_t *value = json_object_get(json, members[i].key);
		size_t place = document_enter(doc, members[i].key);

		if (value)
			members[i].read(doc, value, results, row);
		else if (members[i].needed)
			document_wrong(doc, "is missing");
		text_cut(&doc->place, place);
	}
}

static void
read_origins(struct document *doc, struct span span, struct results *results)
{
	struct cursor c;

	cursor_open(&c, doc, span, '{');
	while (cursor_next(&c)) {
		size_t row = savefile_cell_test(doc, results, c.key);

		read_origin(doc, cursor_parse(&c), results, row);
	}
}

static char *
read_string(struct document *doc, const json_t *json, const char *key)
{
	size_t place = document_enter(doc, key);
	char *s = document_string(doc, json_object_get(json, key));

	text_cut(&doc->place, place);
	return s;
}

static void
release_words(void *held)
{
	words_free(held);
}

static struct cell *
find_failed(struct document *doc, const json_t *json, const struct results *results)
{
	struct words names = WORDS_EMPTY;
	struct guard guard;
	struct cell *cell;

	guard_open(&guard, release_words, &names);
	words_take(&names, read_string(doc, json, "test"));
	words_take(&names, read_string(doc, json, "label"));
	cell = savefile_cell_find(
	    doc, results, savefile_cell_test(doc, results, names.v[0]), names.v[1]);
	guard_close(&guard);
	words_free(&names);
	return cell;
}

static void
read_failure(struct document *doc, const json_t *json, const struct results *results)
{
	struct cell *cell = find_failed(doc, json, results);
	struct failure *failure;

	if (cell->measured || cell->failure)
		document_wrong(doc, "the file has another result for this test and label");
	failure = cell->failure = memory_new(sizeof *failure);
	failure->stage = read_string(doc, json, "stage");
	failure->why = read_string(doc, json, "why");
	failure->command = read_string(doc, json, "command");
	failure->output = read_string(doc, json, "output");
}

static void
read_failures(struct document *doc, struct span span, const struct results *results)
{
	struct cursor c;

	cursor_open(&c, doc, span, '[');
	while (cursor_next(&c))
		read_failure(doc, cursor_parse(&c), results);
}

void
savefile_extension_read(struct document *doc, struct span span, struct results *results)
{
	struct cursor c;

	cursor_open(&c, doc, span, '{');
	while (cursor_next(&c)) {
		const json_t *json = NULL;

		/* These may be large, and are parsed piece by piece. */
		if (!strcmp(c.key, "tests"))
			read_origins(doc, c.value, results);
		else if (!strcmp(c.key, "failures"))
			read_failures(doc, c.value, results);
		else if (!strcmp(c.key, "profiles"))
			savefile_profile_read(doc, c.value, results);
		else
			json = cursor_parse(&c);
		if (!strcmp(c.key, "language"))
			results->tests.language = document_string(doc, json);
		else if (!strcmp(c.key, "args"))
			read_args(doc, json, &results->puts);
		else if (!strcmp(c.key, "shard"))
			savefile_shard_read(doc, json, results);
		else if (!strcmp(c.key, "fingerprints"))
			read_fingerprints(doc, json, &results->puts);
		else if (!strcmp(c.key, "measured"))
			read_provenances(doc, json, &results->puts);
		else if (!strcmp(c.key, "hosts"))
			read_hosts(doc, json, &results->puts);
	}
}

void
savefile_extension_derived(struct document *doc, struct span span, struct words *definitions)
{
	struct cursor c;

	cursor_open(&c, doc, span, '{');
	while (cursor_next(&c)) {
		if (!strcmp(c.key, "derived"))
			savefile_value_words(doc, cursor_parse(&c), definitions);
	}
}
