#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "savefile/savefile.h"
#include "savefile/savefile_cell.h"
#include "savefile/savefile_extension.h"
#include "savefile/savefile_peek.h"
#include "savefile/savefile_scan.h"
#include "savefile/savefile_value.h"
#include "util/cursor.h"
#include "util/memory.h"
#include "util/message.h"
#include "util/walk.h"

/* The members of the file, in the order in which they are read; the file may order them freely.
 */
enum member { VERSION_, LOOP_COUNTS, PERLS, ORDER, TESTS, RESULTS, EXTENSION, MEMBER_COUNT };
static const char *const members[MEMBER_COUNT] = {
    "version", "loop_counts", "perls", "order", "tests", "results", "cgbench"};

struct reader {
	struct jsonfile doc;
	struct span spans[MEMBER_COUNT]; /* end 0: missing */
	struct results *results;
	json_t *json; /* the current member, if it was parsed as a whole */
	bool *seen;   /* by test: the current member has it */
	struct savefile_scan scan;
	struct guard guard;
};

static void
reader_free(void *held)
{
	struct reader *r = held;

	json_decref(r->json);
	free(r->seen);
	savefile_scan_free(&r->scan);
	jsonfile_free(&r->doc);
}

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
	bool is_report = false;
	struct cursor c;

	cursor_open(&c, &r->doc, span, '{');
	while (cursor_next(&c)) {
		enum member m = find_member(c.key);

		is_report |= !strcmp(c.key, "cells");
		if (m < MEMBER_COUNT)
			r->spans[m] = c.value;
		else
			cursor_parse(&c);
	}
	if (is_report && !r->spans[RESULTS].end)
		jsonfile_wrong(&r->doc,
		    "was written by --format=json; --read needs a file written by --write");
}

/* Makes a member the current place, until leave(). */
static void
enter(struct reader *r, enum member m)
{
	jsonfile_enter(&r->doc, members[m]);
	if (!r->spans[m].end)
		jsonfile_wrong(&r->doc, "is missing");
}

static const json_t *
enter_and_parse(struct reader *r, enum member m)
{
	enter(r, m);
	r->json = jsonfile_parse(&r->doc, r->spans[m]);
	return r->json;
}

static void
leave(struct reader *r)
{
	json_decref(r->json);
	r->json = NULL;
	text_cut(&r->doc.place, 0);
}

static void
read_version(struct reader *r)
{
	const json_t *json = enter_and_parse(r, VERSION_);
	double version = json_number_value(json);

	if (!json_is_number(json))
		jsonfile_wrong(&r->doc, "is not a number");
	if (version >= 2)
		jsonfile_wrong(&r->doc, "%g is too new; this cgbench reads version 1", version);
	if (version < 1)
		jsonfile_wrong(&r->doc, "%g is unknown; this cgbench reads version 1", version);
	leave(r);
}

static void
read_loops(struct reader *r)
{
	const json_t *json = enter_and_parse(r, LOOP_COUNTS);
	unsigned long *loops = r->results->loops;
	struct walk w;

	if (json_array_size(json) != LENGTH_COUNT)
		jsonfile_wrong(&r->doc, "is not an array of two numbers");
	walk_open(&w, &r->doc, json, '[');
	while (walk_next(&w))
		loops[w.i] = savefile_value_number(&r->doc, w.value, LONG_MAX);
	if (!loops[LENGTH_SHORT] || loops[LENGTH_SHORT] >= loops[LENGTH_LONG])
		jsonfile_wrong(&r->doc, "%lu and %lu are not two increasing numbers above 0",
		    loops[LENGTH_SHORT], loops[LENGTH_LONG]);
	leave(r);
}

static int
compare_variables(const void *a, const void *b)
{
	const char *s = *(char *const *)a, *t = *(char *const *)b;

	while (*s == *t && *s != '=') {
		s++;
		t++;
	}
	return (*s == '=' ? 0 : (unsigned char)*s) - (*t == '=' ? 0 : (unsigned char)*t);
}

static void
read_env(struct jsonfile *doc, const json_t *json, struct words *env)
{
	struct walk w;

	walk_open(&w, doc, json, '{');
	while (walk_next(&w)) {
		char *text = savefile_value_text(doc, w.value);

		words_take(env, text_print("%s=%s", w.key, text));
		free(text);
		if (!*w.key || strchr(w.key, '='))
			jsonfile_wrong(doc, "is not the name of a variable");
	}
	if (env->n)
		qsort(env->v, env->n, sizeof *env->v, compare_variables);
}

/* bench.pl writes the arguments as one string; a list is accepted too. */
static void
read_args(struct jsonfile *doc, const json_t *json, struct words *args)
{
	bool closed;
	char *s;

	if (json_is_array(json)) {
		savefile_value_words(doc, json, args);
		return;
	}
	s = jsonfile_string(doc, json);
	closed = words_split(args, s);
	free(s);
	if (!closed)
		jsonfile_wrong(doc, "has an unclosed quote");
}

/* [exe, label, {env}, args]; the oldest files end after the label. */
static void
read_put(struct jsonfile *doc, const json_t *json, struct puts *puts)
{
	size_t n = json_array_size(json);
	struct put *put = puts_add(puts);
	struct walk w;

	if (n < 2 || n > 4)
		jsonfile_wrong(
		    doc, "is not an array of executable, label, environment, arguments");
	walk_open(&w, doc, json, '[');
	while (walk_next(&w)) {
		if (w.i == 0)
			put->exe = savefile_value_name(doc, w.value);
		else if (w.i == 1)
			put->label = savefile_value_name(doc, w.value);
		else if (w.i == 2)
			read_env(doc, w.value, &put->env);
		else
			read_args(doc, w.value, &put->args);
		if (w.i == 1 && puts_find(puts, put->label) != put)
			jsonfile_wrong(doc, "label '%s' is used twice", put->label);
	}
}

static void
read_puts(struct reader *r)
{
	const json_t *json = enter_and_parse(r, PERLS);
	struct walk w;

	if (!json_array_size(json))
		jsonfile_wrong(&r->doc, "is not an array, or is empty");
	walk_open(&w, &r->doc, json, '[');
	while (walk_next(&w))
		read_put(&r->doc, w.value, &r->results->puts);
	leave(r);
}

static void
read_order(struct reader *r)
{
	const json_t *json = enter_and_parse(r, ORDER);
	struct walk w;

	walk_open(&w, &r->doc, json, '[');
	while (walk_next(&w)) {
		char *name = savefile_value_name(&r->doc, w.value);
		const struct test *listed = tests_find(&r->results->tests, name);

		if (!listed)
			tests_add(&r->results->tests, name);
		free(name);
		if (listed)
			jsonfile_wrong(&r->doc, "test '%s' is listed twice", listed->name);
	}
	leave(r);
}

static void
parse_parts(struct reader *r, const json_t *json, struct test *test)
{
	struct walk w;

	walk_open(&w, &r->doc, json, '{');
	while (walk_next(&w))
		if (!json_is_null(w.value))
			test_set(test, w.key, savefile_value_text(&r->doc, w.value), 0);
}

static void
read_test(struct reader *r, struct cursor *c, size_t test)
{
	struct test *parts = &r->results->tests.v[test];
	const char *s = r->doc.text.s;

	if (savefile_scan_parts(s + c->value.at, parts) != s + c->value.end)
		parse_parts(r, cursor_parse(c), parts);
	if (!test_code(parts))
		jsonfile_wrong(&r->doc, "the test has no code");
}

static void
read_row(struct reader *r, struct cursor *c, size_t test)
{
	const char *s = r->doc.text.s;
	struct walk w;

	if (savefile_scan_row(&r->scan, s + c->value.at, results_cell(r->results, test, 0)) ==
	    s + c->value.end)
		return;
	walk_open(&w, &r->doc, cursor_parse(c), '{');
	while (walk_next(&w))
		savefile_cell_read(
		    &r->doc, w.value, savefile_cell_find(&r->doc, r->results, test, w.key));
}

/* Reads a member that is an object with a member for each test. */
static void
read_for_tests(struct reader *r, enum member m,
    void (*read)(struct reader *, struct cursor *, size_t test))
{
	const struct tests *tests = &r->results->tests;
	struct cursor c;
	size_t i;

	enter(r, m);
	r->seen = memory_new(tests->n);
	cursor_open(&c, &r->doc, r->spans[m], '{');
	while (cursor_next(&c)) {
		size_t test = savefile_cell_test(&r->doc, r->results, c.key);

		r->seen[test] = true;
		read(r, &c, test);
	}
	for (i = 0; i < tests->n; i++)
		if (!r->seen[i])
			jsonfile_wrong(&r->doc, "test '%s', listed in 'order', is missing",
			    tests->v[i].name);
	free(r->seen);
	r->seen = NULL;
	leave(r);
}

static void
read_extension(struct reader *r)
{
	jsonfile_enter(&r->doc, members[EXTENSION]);
	savefile_extension_read(&r->doc, r->spans[EXTENSION], r->results);
	leave(r);
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

static void
open_file(struct reader *r, const char *path)
{
	guard_open(&r->guard, reader_free, r);
	find_members(r, jsonfile_load(&r->doc, path));
}

static void
close_file(struct reader *r)
{
	guard_close(&r->guard);
	reader_free(r);
}

void
savefile_read_derived(const char *path, struct words *definitions)
{
	struct reader r = {.results = NULL};

	if (!savefile_peek(path, "derived"))
		return;
	open_file(&r, path);
	jsonfile_enter(&r.doc, members[EXTENSION]);
	if (r.spans[EXTENSION].end)
		savefile_extension_derived(&r.doc, r.spans[EXTENSION], definitions);
	close_file(&r);
}

/* shards: whether the file may be a shard, and so without a test. */
static void
read_run(struct results *results, const char *path, bool shards)
{
	struct reader r = {.results = results};

	open_file(&r, path);
	r.doc.foreign = !r.spans[EXTENSION].end;
	read_version(&r);
	read_loops(&r);
	read_puts(&r);
	read_order(&r);
	if (!results->tests.n && r.doc.foreign)
		jsonfile_wrong(&r.doc, "the file contains no results");
	read_for_tests(&r, TESTS, read_test);
	results_make_cells(results);
	savefile_scan_open(&r.scan, &results->puts);
	read_for_tests(&r, RESULTS, read_row);
	if (r.spans[EXTENSION].end)
		read_extension(&r);
	if (!results->tests.n && !results->shard.count)
		jsonfile_wrong(&r.doc, "the file contains no results");
	if (results->shard.count && !shards)
		jsonfile_wrong(&r.doc,
		    "is shard %u of %u of a run: join the shards first, with --read=FILE for "
		    "each and --write=FILE",
		    results->shard.number, results->shard.count);
	add_texts(results);
	note_file(&results->puts, path);
	close_file(&r);
}

void
savefile_read(struct results *results, const char *path)
{
	read_run(results, path, false);
}

void
savefile_read_shard(struct results *results, const char *path)
{
	read_run(results, path, true);
}

struct trial {
	struct results *results;
	const char *path;
};

static void
try_to_read(void *data)
{
	const struct trial *trial = data;

	savefile_read(trial->results, trial->path);
}

char *
savefile_try(struct results *results, const char *path)
{
	struct trial trial = {results, path};
	const struct fields *fields = results->fields;
	char *wrong = message_try(try_to_read, &trial);

	if (wrong) {
		results_free(results);
		results->fields = fields;
	}
	return wrong;
}
