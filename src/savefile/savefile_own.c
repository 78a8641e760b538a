#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "savefile/savefile_cell.h"
#include "savefile/savefile_jitter.h"
#include "savefile/savefile_own.h"
#include "savefile/savefile_value.h"
#include "util/cursor.h"
#include "util/memory.h"

/* Replaces what was made of the words pasted together. */
static void
read_args(struct document *doc, const json_t *list, struct puts *puts)
{
	size_t i;

	if (json_array_size(list) != puts->n)
		document_wrong(doc, "has not one list for each of the perls");
	for (i = 0; i < puts->n; i++) {
		size_t place = document_enter_element(doc, i);

		words_free(&puts->v[i].args);
		savefile_value_words(doc, json_array_get(list, i), &puts->v[i].args);
		text_cut(&doc->place, place);
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
		document_wrong(doc, "is no object");
	for (t = 0; t < TRAIT_COUNT; t++) {
		const json_t *value = json_object_get(json, trait_name(t));
		size_t place = document_enter(doc, trait_name(t));

		if (!value)
			document_wrong(doc, "is missing");
		fingerprint->of[t] = document_string(doc, value);
		if (t == TRAIT_SHA256 && *fingerprint->of[t] && !is_hex(fingerprint->of[t], 64))
			document_wrong(doc, "is no hash of 64 hexadecimal digits");
		text_cut(&doc->place, place);
	}
}

/* null: of a put that was read from a file without. */
static void
read_fingerprints(struct document *doc, const json_t *list, struct puts *puts)
{
	size_t i;

	if (json_array_size(list) != puts->n)
		document_wrong(doc, "has not one element for each of the perls");
	for (i = 0; i < puts->n; i++) {
		const json_t *json = json_array_get(list, i);
		size_t place = document_enter_element(doc, i);

		if (!json_is_null(json)) {
			puts->v[i].fingerprint = memory_new(sizeof(struct fingerprint));
			read_fingerprint(doc, json, puts->v[i].fingerprint);
		}
		text_cut(&doc->place, place);
	}
}

/* A desc without a line was not the user's. */
static void
read_lines(struct document *doc, json_t *lines, struct test *test)
{
	const char *key;
	json_t *line;

	if (!json_is_object(lines))
		document_wrong(doc, "is no object");
	if (!json_object_get(lines, "desc"))
		test_remove_desc(test);
	json_object_foreach(lines, key, line)
	{
		size_t place = document_enter(doc, key);
		struct part *part = test_find(test, key);

		if (!part)
			document_wrong(doc, "is no part of the test");
		part->line = (unsigned)savefile_value_number(doc, line, UINT_MAX);
		text_cut(&doc->place, place);
	}
}

/* Reads what a file has of one cell. */
typedef void read_one(struct document *doc, const json_t *json, struct cell *cell);

/* null: the put has no code, or it is not known what it measured. */
static void
read_text(struct document *doc, const json_t *json, struct cell *cell)
{
	const char *hash = json_string_value(json);

	if (!json_is_null(json) && (!hash || !is_hex(hash, 16)))
		document_wrong(doc, "is no hash of 16 hexadecimal digits");
	cell->text = hash ? strtoull(hash, NULL, 16) : 0;
}

/* null: it is not known. */
static void
read_size(struct document *doc, const json_t *json, struct cell *cell)
{
	cell->sized = !json_is_null(json);
	if (cell->sized)
		cell->size = savefile_value_number(doc, json, UINT_MAX);
}

static void
read_row(
    struct document *doc, const json_t *list, struct cell *row, size_t n, read_one *read_cell)
{
	size_t i;

	if (json_array_size(list) != n)
		document_wrong(doc, "has not one element for each of the perls");
	for (i = 0; i < n; i++) {
		size_t place = document_enter_element(doc, i);

		read_cell(doc, json_array_get(list, i), &row[i]);
		text_cut(&doc->place, place);
	}
}

/* What a later version may add to verdicts is passed over. */
static void
read_verdicts(struct document *doc, json_t *json, const struct results *results, size_t row)
{
	const char *key;
	json_t *list;

	if (!json_is_object(json))
		document_wrong(doc, "is no object");
	json_object_foreach(json, key, list)
	{
		size_t place = doc->place.n, i;
		struct cell *cell = savefile_cell_labelled(doc, results, row, key);
		struct words names = WORDS_EMPTY;

		savefile_value_words(doc, list, &names);
		for (i = 0; i < names.n; i++)
			cell->verdicts |= verdict_list(names.v[i], NULL);
		words_free(&names);
		text_cut(&doc->place, place);
	}
}

static void
read_origin(struct document *doc, json_t *json, struct results *results, size_t row)
{
	json_t *file = json_object_get(json, "file"), *lines = json_object_get(json, "lines"),
	       *texts = json_object_get(json, "texts"), *sizes = json_object_get(json, "sizes"),
	       *verdicts = json_object_get(json, "verdicts"),
	       *jitter = json_object_get(json, "jitter");
	struct test *test = &results->tests.v[row];
	size_t place;

	if (!json_is_object(json))
		document_wrong(doc, "is no object");
	place = document_enter(doc, "file");
	if (file)
		test->file = document_string(doc, file);
	text_cut(&doc->place, place);
	document_enter(doc, "line");
	test->line =
	    (unsigned)savefile_value_number(doc, json_object_get(json, "line"), UINT_MAX);
	text_cut(&doc->place, place);
	document_enter(doc, "lines");
	read_lines(doc, lines, test);
	text_cut(&doc->place, place);
	document_enter(doc, "texts");
	if (texts)
		read_row(doc, texts, results_cell(results, row, 0), results->puts.n, read_text);
	text_cut(&doc->place, place);
	document_enter(doc, "sizes");
	if (sizes)
		read_row(doc, sizes, results_cell(results, row, 0), results->puts.n, read_size);
	text_cut(&doc->place, place);
	document_enter(doc, "verdicts");
	if (verdicts)
		read_verdicts(doc, verdicts, results, row);
	text_cut(&doc->place, place);
	document_enter(doc, "jitter");
	if (jitter)
		savefile_jitter_read(doc, jitter, results, row);
	text_cut(&doc->place, place);
}

static size_t
need_test(const struct document *doc, const struct results *results, const char *name)
{
	const struct test *test = tests_find(&results->tests, name);

	if (!test)
		document_wrong(doc, "there is no test '%s'", name);
	return (size_t)(test - results->tests.v);
}

static void
read_origins(struct document *doc, struct span span, struct results *results)
{
	struct cursor c;

	cursor_open(&c, doc, span, '{');
	while (cursor_next(&c)) {
		size_t row = need_test(doc, results, c.key);
		json_t *json = document_parse(doc, c.value);

		read_origin(doc, json, results, row);
		json_decref(json);
	}
}

static char *
member(struct document *doc, const json_t *json, const char *key)
{
	size_t place = document_enter(doc, key);
	char *s = document_string(doc, json_object_get(json, key));

	text_cut(&doc->place, place);
	return s;
}

static struct cell *
need_cell(struct document *doc, const json_t *json, const struct results *results)
{
	char *name = member(doc, json, "test"), *label = member(doc, json, "label");
	const struct put *put = puts_find(&results->puts, label);
	size_t test = need_test(doc, results, name);

	if (!put)
		document_wrong(doc, "there is no label '%s'", label);
	free(name);
	free(label);
	return results_cell(results, test, (size_t)(put - results->puts.v));
}

static void
read_failure(struct document *doc, const json_t *json, const struct results *results)
{
	struct cell *cell = need_cell(doc, json, results);
	struct failure *failure = memory_new(sizeof *failure);

	if (cell->measured || cell->failure)
		document_wrong(doc, "the file holds another result of this test and label");
	failure->stage = member(doc, json, "stage");
	failure->why = member(doc, json, "why");
	failure->command = member(doc, json, "command");
	failure->output = member(doc, json, "output");
	cell->failure = failure;
}

static void
read_failures(struct document *doc, struct span span, const struct results *results)
{
	struct cursor c;

	cursor_open(&c, doc, span, '[');
	while (cursor_next(&c)) {
		json_t *json = document_parse(doc, c.value);

		read_failure(doc, json, results);
		json_decref(json);
	}
}

void
savefile_own_read(struct document *doc, struct span span, struct results *results)
{
	struct cursor c;

	cursor_open(&c, doc, span, '{');
	while (cursor_next(&c)) {
		json_t *json = NULL;

		if (!strcmp(c.key, "tests"))
			read_origins(doc, c.value, results);
		else if (!strcmp(c.key, "failures"))
			read_failures(doc, c.value, results);
		else
			json = document_parse(doc, c.value);
		if (!strcmp(c.key, "language"))
			results->tests.language = document_string(doc, json);
		else if (!strcmp(c.key, "args"))
			read_args(doc, json, &results->puts);
		else if (!strcmp(c.key, "fingerprints"))
			read_fingerprints(doc, json, &results->puts);
		json_decref(json);
	}
}
