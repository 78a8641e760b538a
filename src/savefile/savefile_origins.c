#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "savefile/savefile_cell.h"
#include "savefile/savefile_origins.h"
#include "savefile/savefile_scan.h"
#include "savefile/savefile_times.h"
#include "savefile/savefile_value.h"
#include "util/cursor.h"
#include "util/file.h"
#include "util/memory.h"
#include "util/walk.h"

/* The benchfile of the test that was read last, which is that of nearly all others. */
static struct {
	char *file; /* NULL: none yet */
	char *home; /* of file_home */
	bool there;
} last;

static void
last_forget(void)
{
	free(last.file);
	free(last.home);
	last.file = last.home = NULL;
}

static void
last_find(const char *file)
{
	if (last.file && !strcmp(last.file, file))
		return;
	last_forget();
	last.file = memory_copy(file);
	last.home = file_home(file);
	last.there = !access(file, F_OK);
}

/* Both take the string. */
static void
set_file(struct test *test, char *file)
{
	last_find(file);
	free(test->file);
	free(test->dir);
	test->file = file;
	test->dir = memory_copy(last.home);
}

/* A benchfile that was named relative to the directory may be another copy, such as another
   checkout: its directory is that of the copy that is here, or else the one of then. */
static void
set_dir(struct test *test, char *dir)
{
	if (test->file)
		last_find(test->file);
	if (test->file && last.there) {
		free(dir);
		return;
	}
	free(test->dir);
	test->dir = dir;
}

/* Readers of the members of one test; row: the test's. */
typedef void read_member(
    struct jsonfile *doc, const json_t *json, struct results *results, size_t row);

static void
read_file(struct jsonfile *doc, const json_t *json, struct results *results, size_t row)
{
	set_file(&results->tests.v[row], jsonfile_string(doc, json));
}

static void
read_dir(struct jsonfile *doc, const json_t *json, struct results *results, size_t row)
{
	set_dir(&results->tests.v[row], jsonfile_string(doc, json));
}

static void
read_line(struct jsonfile *doc, const json_t *json, struct results *results, size_t row)
{
	results->tests.v[row].line = (unsigned)savefile_value_number(doc, json, UINT_MAX);
}

/* The lines of the test's parts. A desc without a line was not written by the user. */
static void
read_lines(struct jsonfile *doc, const json_t *json, struct results *results, size_t row)
{
	struct test *test = &results->tests.v[row];
	struct walk w;

	walk_open(&w, doc, json, '{');
	if (!json_object_get(json, "desc"))
		test_remove_desc(test);
	while (walk_next(&w)) {
		struct part *part = test_find(test, w.key);

		if (!part)
			jsonfile_wrong(doc, "is not a part of the test");
		part->line = (unsigned)savefile_value_number(doc, w.value, UINT_MAX);
	}
}

/* null: the put has no code, or what it measured is unknown. */
static void
read_texts(struct jsonfile *doc, const json_t *list, struct results *results, size_t row)
{
	struct walk w;

	savefile_value_open_puts(&w, doc, list, results->puts.n);
	while (walk_next(&w)) {
		const char *hash = json_string_value(w.value);

		if (!json_is_null(w.value) && (!hash || !savefile_value_is_hex(hash, 16)))
			jsonfile_wrong(doc, "is not a hash of 16 hexadecimal digits");
		results_cell(results, row, w.i)->text_hash =
		    hash ? strtoull(hash, NULL, 16) : 0;
	}
}

/* null: unknown. */
static void
read_sizes(struct jsonfile *doc, const json_t *list, struct results *results, size_t row)
{
	struct walk w;

	savefile_value_open_puts(&w, doc, list, results->puts.n);
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
    struct jsonfile *doc, const json_t *list, struct results *results, size_t row, enum field f)
{
	struct walk w;

	savefile_value_open_puts(&w, doc, list, results->puts.n);
	while (walk_next(&w)) {
		struct cell *cell = results_cell(results, row, w.i);

		if (json_is_null(w.value))
			continue;
		cell->totals[f - FIELD_PROFILED] = savefile_value_integer(doc, w.value);
		cell->profiled |= FIELD_BIT(f);
	}
}

static void
read_calls(struct jsonfile *doc, const json_t *list, struct results *results, size_t row)
{
	read_profiled(doc, list, results, row, FIELD_CALLS);
}

static void
read_allocs(struct jsonfile *doc, const json_t *list, struct results *results, size_t row)
{
	read_profiled(doc, list, results, row, FIELD_ALLOCS);
}

static void
read_spill(struct jsonfile *doc, const json_t *list, struct results *results, size_t row)
{
	read_profiled(doc, list, results, row, FIELD_SPILL);
}

/* Skips verdicts that a later version may add. */
static void
read_verdicts(struct jsonfile *doc, const json_t *json, struct results *results, size_t row)
{
	struct walk w;

	walk_open(&w, doc, json, '{');
	while (walk_next(&w)) {
		struct cell *cell = savefile_cell_find(doc, results, row, w.key);
		struct walk names;

		walk_open(&names, doc, w.value, '[');
		while (walk_next(&names)) {
			char *name = jsonfile_string(doc, names.value);

			cell->verdicts |= verdict_list(name, NULL);
			free(name);
		}
	}
}

static void
read_again(struct jsonfile *doc, const json_t *json, struct results *results, size_t row)
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
read_origin(struct jsonfile *doc, const json_t *json, struct results *results, size_t row)
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
		jsonfile_wrong(doc, "is not an object");
	for (i = 0; i < sizeof members / sizeof *members; i++) {
		const json_t *value = json_object_get(json, members[i].key);
		size_t place = jsonfile_enter(doc, members[i].key);

		if (value)
			members[i].read(doc, value, results, row);
		else if (members[i].needed)
			jsonfile_wrong(doc, "is missing");
		text_cut(&doc->place, place);
	}
}

/* Reads it if it has the form in which --write writes it. */
static bool
scan_origin(const struct cursor *c, struct results *results, size_t row)
{
	struct text file = TEXT_EMPTY, dir = TEXT_EMPTY;
	const char *s = c->doc->text.s;
	bool done = savefile_scan_origin(s + c->value.at, results, row, &file, &dir) ==
	            s + c->value.end;

	if (done && file.s)
		set_file(&results->tests.v[row], text_take(&file));
	if (done && dir.s)
		set_dir(&results->tests.v[row], text_take(&dir));
	text_free(&file);
	text_free(&dir);
	return done;
}

void
savefile_origins_read(struct jsonfile *doc, struct span span, struct results *results)
{
	struct cursor c;

	last_forget();
	cursor_open(&c, doc, span, '{');
	while (cursor_next(&c)) {
		size_t row = savefile_cell_test(doc, results, c.key);

		if (!scan_origin(&c, results, row))
			read_origin(doc, cursor_parse(&c), results, row);
	}
	last_forget();
}
