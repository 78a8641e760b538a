#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "savefile/savefile.h"
#include "savefile/savefile_cell.h"
#include "savefile/savefile_own.h"
#include "savefile/savefile_puts.h"
#include "savefile/savefile_value.h"
#include "util/cursor.h"
#include "util/encoding.h"
#include "util/memory.h"

/* In the order in which they are read; a file has them in any. */
enum member { VERSION_, LOOP_COUNTS, PERLS, ORDER, TESTS, RESULTS, OWN, MEMBER_COUNT };
static const char *const members[MEMBER_COUNT] = {
    "version", "loop_counts", "perls", "order", "tests", "results", "cgbench"};

struct reader {
	struct document doc;
	struct span spans[MEMBER_COUNT]; /* end 0: missing */
	struct results *results;
};

static enum member
find_member(const char *key)
{
	enum member m;

	for (m = 0; m < MEMBER_COUNT; m++)
		if (!strcmp(members[m], key))
			break;
	return m;
}

static void
find_members(struct reader *r, struct span span)
{
	struct cursor c;

	cursor_open(&c, &r->doc, span, '{');
	while (cursor_next(&c)) {
		enum member m = find_member(c.key);

		if (m < MEMBER_COUNT)
			r->spans[m] = c.value;
		else
			json_decref(document_parse(&r->doc, c.value));
	}
}

/* Makes a member the place; the caller leaves it again. */
static void
enter(struct reader *r, enum member m)
{
	document_enter(&r->doc, members[m]);
	if (!r->spans[m].end)
		document_wrong(&r->doc, "is missing");
}

static json_t *
enter_and_parse(struct reader *r, enum member m)
{
	enter(r, m);
	return document_parse(&r->doc, r->spans[m]);
}

static void
leave(struct reader *r)
{
	text_cut(&r->doc.place, 0);
}

static void
read_version(struct reader *r)
{
	json_t *json = enter_and_parse(r, VERSION_);
	double version = json_number_value(json);

	if (!json_is_number(json))
		document_wrong(&r->doc, "is no number");
	if (version >= 2)
		document_wrong(&r->doc, "%g is too new; this cgbench reads version 1", version);
	if (version < 1)
		document_wrong(&r->doc, "%g is unknown; this cgbench reads version 1", version);
	json_decref(json);
	leave(r);
}

static void
read_loops(struct reader *r)
{
	json_t *json = enter_and_parse(r, LOOP_COUNTS);
	unsigned long *loops = r->results->loops;
	size_t i;

	if (json_array_size(json) != LENGTH_COUNT)
		document_wrong(&r->doc, "is no array of two numbers");
	for (i = 0; i < LENGTH_COUNT; i++) {
		size_t place = document_enter_element(&r->doc, i);

		loops[i] = savefile_value_number(&r->doc, json_array_get(json, i), LONG_MAX);
		text_cut(&r->doc.place, place);
	}
	if (!loops[LENGTH_SHORT] || loops[LENGTH_SHORT] >= loops[LENGTH_LONG])
		document_wrong(&r->doc, "%lu and %lu are not two increasing numbers above 0",
		    loops[LENGTH_SHORT], loops[LENGTH_LONG]);
	json_decref(json);
	leave(r);
}

static void
read_puts(struct reader *r)
{
	json_t *json = enter_and_parse(r, PERLS);

	savefile_puts_read(&r->doc, json, &r->results->puts);
	json_decref(json);
	leave(r);
}

static void
read_order(struct reader *r)
{
	json_t *json = enter_and_parse(r, ORDER);
	size_t i;

	if (!json_is_array(json))
		document_wrong(&r->doc, "is no array");
	for (i = 0; i < json_array_size(json); i++) {
		size_t place = document_enter_element(&r->doc, i);
		char *name = savefile_value_name(&r->doc, json_array_get(json, i));

		if (tests_find(&r->results->tests, name))
			document_wrong(&r->doc, "test '%s' comes twice", name);
		tests_add(&r->results->tests, name);
		free(name);
		text_cut(&r->doc.place, place);
	}
	json_decref(json);
	leave(r);
}

/* The place of the test under the cursor. */
static size_t
need_test(const struct reader *r, const char *name)
{
	const struct tests *tests = &r->results->tests;
	const struct test *test = tests_find(tests, name);

	if (!test)
		document_wrong(&r->doc, "the test is not in the list 'order'");
	return (size_t)(test - tests->v);
}

static void
need_all(struct reader *r, const bool *seen)
{
	size_t i;

	for (i = 0; i < r->results->tests.n; i++)
		if (!seen[i])
			document_wrong(&r->doc, "test '%s' of the list 'order' is missing",
			    r->results->tests.v[i].name);
}

static void
read_parts(struct document *doc, json_t *json, struct test *test)
{
	const char *key;
	json_t *value;

	if (!json_is_object(json))
		document_wrong(doc, "is no object");
	json_object_foreach(json, key, value)
	{
		size_t place = document_enter(doc, key);
		char *name = encoding_from_json(key, doc->foreign);

		if (!json_is_null(value))
			test_set(test, name, savefile_value_text(doc, value), 0);
		free(name);
		text_cut(&doc->place, place);
	}
	if (!test_code(test))
		document_wrong(doc, "the test has no code");
}

static void
read_tests(struct reader *r)
{
	bool *seen = memory_new(r->results->tests.n);
	struct cursor c;

	enter(r, TESTS);
	cursor_open(&c, &r->doc, r->spans[TESTS], '{');
	while (cursor_next(&c)) {
		size_t test = need_test(r, c.key);
		json_t *json = document_parse(&r->doc, c.value);

		seen[test] = true;
		read_parts(&r->doc, json, &r->results->tests.v[test]);
		json_decref(json);
	}
	need_all(r, seen);
	free(seen);
	leave(r);
}

static void
read_row(struct reader *r, json_t *json, size_t test)
{
	struct document *doc = &r->doc;
	const char *key;
	json_t *cell;

	if (!json_is_object(json))
		document_wrong(doc, "is no object");
	json_object_foreach(json, key, cell)
	{
		char *label = encoding_from_json(key, doc->foreign);
		const struct put *put = puts_find(&r->results->puts, label);
		size_t place = document_enter(doc, label);

		if (!put)
			document_wrong(doc, "none of the perls has this label");
		savefile_cell_read(doc, cell,
		    results_cell(r->results, test, (size_t)(put - r->results->puts.v)));
		free(label);
		text_cut(&doc->place, place);
	}
}

static void
read_rows(struct reader *r)
{
	bool *seen = memory_new(r->results->tests.n);
	struct cursor c;

	enter(r, RESULTS);
	cursor_open(&c, &r->doc, r->spans[RESULTS], '{');
	while (cursor_next(&c)) {
		size_t test = need_test(r, c.key);
		json_t *json = document_parse(&r->doc, c.value);

		seen[test] = true;
		read_row(r, json, test);
		json_decref(json);
	}
	need_all(r, seen);
	free(seen);
	leave(r);
}

static void
read_own(struct reader *r)
{
	document_enter(&r->doc, members[OWN]);
	savefile_own_read(&r->doc, r->spans[OWN], r->results);
	leave(r);
}

/* What a put without a fingerprint measured: the file is of one run and one language. */
static void
add_texts(struct results *results)
{
	const char *language = results->tests.language ? results->tests.language : "";
	size_t i, k;

	for (k = 0; k < results->puts.n; k++)
		for (i = 0; i < results->tests.n && !results->puts.v[k].fingerprint; i++) {
			struct cell *cell = results_cell(results, i, k);

			if (!cell->text)
				cell->text =
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

void
savefile_read(struct results *results, const char *path)
{
	struct reader r = {.results = results};

	find_members(&r, document_load(&r.doc, path));
	r.doc.foreign = !r.spans[OWN].end;
	read_version(&r);
	read_loops(&r);
	read_puts(&r);
	read_order(&r);
	if (!results->tests.n)
		document_wrong(&r.doc, "the file contains no results");
	read_tests(&r);
	results_make_cells(results);
	read_rows(&r);
	if (r.spans[OWN].end)
		read_own(&r);
	add_texts(results);
	note_file(&results->puts, path);
	document_free(&r.doc);
}
