#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "savefile/savefile_cell.h"
#include "savefile/savefile_test.h"
#include "util/array.h"
#include "util/file.h"
#include "util/jsontext.h"
#include "util/memory.h"

void
savefile_test_add_parts(struct text *t, const struct results *results, size_t row)
{
	const struct test *test = &results->tests.v[row];
	size_t i;

	text_add_char(t, '{');
	for (i = 0; i < test->part_count; i++)
		jsontext_member(t, i, test->parts[i].key, test->parts[i].text);
	if (!test_part(test, PART_DESC))
		jsontext_member(t, i, "desc", test_desc(test));
	text_add_char(t, '}');
}

/* Each add_... of a cell returns false, and adds nothing, if the cell has no such value. */

static bool
add_text(struct text *t, const struct cell *cell, enum field f)
{
	(void)f;
	if (cell->text_hash)
		text_addf(t, "\"%016" PRIx64 "\"", cell->text_hash);
	return cell->text_hash;
}

static bool
add_size(struct text *t, const struct cell *cell, enum field f)
{
	(void)f;
	if (cell->sized)
		text_add_number(t, cell->size);
	return cell->sized;
}

/* The value of a field that comes from the profile of the cell. */
static bool
add_profiled(struct text *t, const struct cell *cell, enum field f)
{
	bool known = cell->profiled & FIELD_BIT(f);

	if (known)
		text_addf(t, "%" PRId64, cell->totals[f - FIELD_PROFILED]);
	return known;
}

/* Adds a list with an element for each put. Returns how many of them are known. */
static size_t
add_list(struct text *t, const struct results *results, size_t test, const char *key,
    bool (*add)(struct text *t, const struct cell *cell, enum field f), enum field f)
{
	size_t known = 0, i;

	jsontext_key(t, 1, key);
	text_add_char(t, '[');
	for (i = 0; i < results->puts.n; i++) {
		jsontext_comma(t, i);
		if (add(t, results_cell(results, test, i), f))
			known++;
		else
			text_add(t, "null");
	}
	text_add_char(t, ']');
	return known;
}

static void
add_lists(struct text *t, const struct results *results, size_t test)
{
	size_t start;
	enum field f;

	add_list(t, results, test, "texts", add_text, FIELD_NONE);
	start = t->n;
	if (!add_list(t, results, test, "sizes", add_size, FIELD_NONE))
		text_cut(t, start);
	for (f = FIELD_PROFILED; f < FIELD_DERIVED; f++) {
		start = t->n;
		if (!add_list(t, results, test, field_name(f), add_profiled, f))
			text_cut(t, start);
	}
}

static bool
add_verdicts(struct text *t, const struct cell *cell)
{
	size_t names = 0;
	enum verdict v;

	if (!cell->verdicts)
		return false;
	text_add_char(t, '[');
	for (v = 0; v < VERDICT_COUNT; v++) {
		if (!(cell->verdicts & 1u << v))
			continue;
		jsontext_comma(t, names++);
		jsontext_string(t, verdict_name(v));
	}
	text_add_char(t, ']');
	return true;
}

/* What the code of a varying cell cost when it was measured again. */
static bool
add_again(struct text *t, const struct cell *cell)
{
	if (cell->measured_again)
		text_addf(t, "\"%" PRIu64 "\"", cell->spent_again);
	return cell->measured_again;
}

/* What the cell counts in other layouts. */
static bool
add_jitter(struct text *t, const struct cell *cell)
{
	size_t i;

	for (i = 0; i < cell->jitter_count; i++) {
		const struct cell *other = &cell->jitter[i];

		text_addf(t,
		    "%s{\"stack\":%u,\"heap\":%u,\"code\":%u,\"counts\":", i ? "," : "[",
		    other->layout.stack, other->layout.heap, other->layout.code);
		if (other->measured)
			savefile_cell_add(t, other);
		else
			text_add(t, "null");
		text_add_char(t, '}');
	}
	text_add(t, i ? "]" : "");
	return i;
}

static bool
add_times(struct text *t, const struct cell *cell)
{
	if (cell->times)
		savefile_cell_add_times(t, cell->times);
	return cell->times;
}

/* An object with a member for each put that has such a value, if any has. */
static void
add_by_label(struct text *t, const struct results *results, size_t test, const char *key,
    bool (*add)(struct text *t, const struct cell *cell))
{
	size_t start = t->n, members = 0, i;

	jsontext_key(t, 1, key);
	text_add_char(t, '{');
	for (i = 0; i < results->puts.n; i++) {
		size_t before = t->n;

		jsontext_key(t, members, results->puts.v[i].label);
		if (add(t, results_cell(results, test, i)))
			members++;
		else
			text_cut(t, before);
	}
	text_add_char(t, '}');
	if (!members)
		text_cut(t, start);
}

/* A desc that savefile_test_add_parts made up has no line. */
void
savefile_test_add_own(struct text *t, const struct results *results, size_t row)
{
	const struct test *test = &results->tests.v[row];
	size_t members = 0, i;

	text_add_char(t, '{');
	if (test->file)
		jsontext_member(t, members++, "file", test->file);
	if (test->dir)
		jsontext_member(t, members++, "dir", test->dir);
	jsontext_key(t, members, "line");
	text_addf(t, "%u,\"lines\":{", test->line);
	for (i = 0; i < test->part_count; i++) {
		jsontext_key(t, i, test->parts[i].key);
		text_addf(t, "%u", test->parts[i].line);
	}
	text_add_char(t, '}');
	add_lists(t, results, row);
	add_by_label(t, results, row, "verdicts", add_verdicts);
	add_by_label(t, results, row, "again", add_again);
	add_by_label(t, results, row, "jitter", add_jitter);
	add_by_label(t, results, row, "times", add_times);
	text_add_char(t, '}');
}

/* The current test. */
static struct test *
test_of(const struct savefile_reader *r)
{
	return &r->results->tests.v[r->test];
}

void
savefile_test_read_parts(struct savefile_reader *r, const json_t *json)
{
	struct walk w;

	walk_open(&w, &r->file, json, '{');
	while (walk_next(&w))
		if (!json_is_null(w.value))
			test_set(test_of(r), w.key, reader_text(r, w.value), 0);
}

static void
find_home(struct savefile_reader *r, const char *benchfile)
{
	char *home;
	size_t n;

	if (r->benchfile && !strcmp(r->benchfile, benchfile))
		return;
	home = file_home(benchfile);
	n = strlen(home) + 1;
	r->benchfile = benchfile;
	r->home = memcpy(jsonfile_new(&r->file, n), home, n);
	r->is_there = !access(benchfile, F_OK);
	free(home);
}

static void
read_file(struct savefile_reader *r, const json_t *json)
{
	struct test *test = test_of(r);

	find_home(r, jsonfile_text(&r->file, json));
	free(test->file);
	free(test->dir);
	test->file = memory_copy(r->benchfile);
	test->dir = memory_copy(r->home);
}

/* A benchfile that was named relative to the directory may be another copy, such as another
   checkout: its directory is that of the copy that is here, or else the one of then. */
static void
read_dir(struct savefile_reader *r, const json_t *json)
{
	struct test *test = test_of(r);
	const char *dir = jsonfile_text(&r->file, json);

	if (test->file && r->is_there)
		return;
	free(test->dir);
	test->dir = memory_copy(dir);
}

static void
read_line(struct savefile_reader *r, const json_t *json)
{
	test_of(r)->line = (unsigned)reader_number(r, json, UINT_MAX);
}

/* The lines of the test's parts. A desc without a line was not written by the user. */
static void
read_lines(struct savefile_reader *r, const json_t *json)
{
	struct test *test = test_of(r);
	struct walk w;

	walk_open(&w, &r->file, json, '{');
	if (!json_object_get(json, "desc"))
		test_remove_desc(test);
	while (walk_next(&w)) {
		struct part *part = test_find(test, w.key);

		if (!part)
			jsonfile_wrong(&r->file, "is not a part of the test");
		part->line = (unsigned)reader_number(r, w.value, UINT_MAX);
	}
}

/* null: the put has no code, or what it measured is unknown. */
static void
read_texts(struct savefile_reader *r, const json_t *json)
{
	struct cell *cell;
	struct walk w;

	reader_open_puts(r, &w, json);
	while ((cell = reader_next_put(r, &w)))
		if (!json_is_null(w.value))
			cell->text_hash = strtoull(reader_hash(r, w.value, 16), NULL, 16);
}

static void
read_sizes(struct savefile_reader *r, const json_t *json)
{
	struct cell *cell;
	struct walk w;

	reader_open_puts(r, &w, json);
	while ((cell = reader_next_put(r, &w))) {
		cell->sized = !json_is_null(w.value);
		if (cell->sized)
			cell->size = reader_number(r, w.value, UINT_MAX);
	}
}

static void
read_profiled(struct savefile_reader *r, const json_t *json, enum field f)
{
	struct cell *cell;
	struct walk w;

	reader_open_puts(r, &w, json);
	while ((cell = reader_next_put(r, &w))) {
		if (json_is_null(w.value))
			continue;
		cell->totals[f - FIELD_PROFILED] = reader_integer(r, w.value);
		cell->profiled |= FIELD_BIT(f);
	}
}

static void
read_calls(struct savefile_reader *r, const json_t *json)
{
	read_profiled(r, json, FIELD_CALLS);
}

static void
read_allocs(struct savefile_reader *r, const json_t *json)
{
	read_profiled(r, json, FIELD_ALLOCS);
}

static void
read_spill(struct savefile_reader *r, const json_t *json)
{
	read_profiled(r, json, FIELD_SPILL);
}

/* Skips verdicts that a later version may add. */
static void
read_verdicts(struct savefile_reader *r, const json_t *json)
{
	struct walk w, names;
	struct cell *cell;

	walk_open(&w, &r->file, json, '{');
	while ((cell = reader_next_label(r, &w))) {
		walk_open(&names, &r->file, w.value, '[');
		while (walk_next(&names))
			cell->verdicts |=
			    verdict_list(jsonfile_text(&r->file, names.value), NULL);
	}
}

static void
read_again(struct savefile_reader *r, const json_t *json)
{
	struct cell *cell;
	struct walk w;

	walk_open(&w, &r->file, json, '{');
	while ((cell = reader_next_label(r, &w))) {
		cell->measured_again = true;
		cell->spent_again = reader_number(r, w.value, INT64_MAX);
	}
}

static unsigned
read_offset(struct savefile_reader *r, const json_t *json, const char *key)
{
	return (unsigned)reader_member_number(r, json, key, MEMORY_LAYOUT_PAGE - 1);
}

static void
read_in_layout(struct savefile_reader *r, const json_t *json, struct cell *cell)
{
	const json_t *counts = json_object_get(json, "counts");
	struct memory_layout layout = {read_offset(r, json, "stack"),
	    read_offset(r, json, "heap"), read_offset(r, json, "code")};
	struct cell *added = results_add_jitter(cell, layout);

	jsonfile_enter(&r->file, "counts");
	if (!json_is_null(counts))
		savefile_cell_read(r, counts, added);
}

static void
read_jitter(struct savefile_reader *r, const json_t *json)
{
	struct walk w, layouts;
	struct cell *cell;

	walk_open(&w, &r->file, json, '{');
	while ((cell = reader_next_label(r, &w))) {
		walk_open(&layouts, &r->file, w.value, '[');
		while (walk_next(&layouts))
			read_in_layout(r, layouts.value, cell);
	}
}

static void
read_times(struct savefile_reader *r, const json_t *json)
{
	struct cell *cell;
	struct walk w;

	walk_open(&w, &r->file, json, '{');
	while ((cell = reader_next_label(r, &w)))
		savefile_cell_read_times(r, w.value, cell);
}

void
savefile_test_read_own(struct savefile_reader *r, const json_t *json)
{
	static const struct reader_member members[] = {
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
	    {"jitter", read_jitter, false},
	    {"times", read_times, false},
	};

	reader_members(r, json, members, COUNTOF(members));
}
