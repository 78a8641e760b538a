#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "encoding.h"
#include "memory.h"
#include "replace.h"
#include "savefile.h"

static int
add_bytes(const char *s, size_t n, void *text)
{
	text_add_n(text, s, n);
	return 0;
}

static void
add_string(struct text *t, const char *s)
{
	char *encoded = encoding_to_json(s);
	json_t *json = json_string(encoded);

	json_dump_callback(json, add_bytes, t, JSON_ENCODE_ANY | JSON_ENSURE_ASCII);
	json_decref(json);
	free(encoded);
}

/* A comma before all but the first member; i counts them. */
static void
add_comma(struct text *t, size_t i)
{
	if (i)
		text_add_char(t, ',');
}

static void
add_key(struct text *t, size_t i, const char *key)
{
	add_comma(t, i);
	add_string(t, key);
	text_add_char(t, ':');
}

/* By hand: there are a million of them. */
static void
add_count(struct text *t, enum field f, uint64_t count)
{
	char s[32], *at = s + sizeof s;

	*--at = '"';
	do
		*--at = (char)('0' + count % 10);
	while (count /= 10);
	text_add(t, f ? ",\"" : "{\"");
	text_add(t, field_name(f));
	text_add(t, "\":\"");
	text_add_n(t, at, (size_t)(s + sizeof s - at));
}

static void
add_counts(struct text *t, const struct counts *counts)
{
	enum field f;

	for (f = 0; f < FIELD_COUNT; f++)
		add_count(t, f, counts->of[f]);
	text_add_char(t, '}');
}

/* [[empty short, empty long], [active short, active long]] */
static void
add_cell(struct text *t, const struct cell *cell)
{
	enum variant v;

	for (v = 0; v < VARIANT_COUNT; v++) {
		text_add(t, v ? ",[" : "[[");
		add_counts(t, &cell->counts[v][LENGTH_SHORT]);
		text_add_char(t, ',');
		add_counts(t, &cell->counts[v][LENGTH_LONG]);
		text_add_char(t, ']');
	}
	text_add_char(t, ']');
}

static void
add_row(struct text *t, const struct results *results, size_t test)
{
	size_t i, members = 0;

	text_add_char(t, '{');
	for (i = 0; i < results->puts.n; i++) {
		const struct cell *cell = results_cell(results, test, i);

		if (!cell->measured)
			continue;
		add_key(t, members++, results->puts.v[i].label);
		add_cell(t, cell);
	}
	text_add_char(t, '}');
}

/* bench.pl wants a desc in every test. */
static void
add_parts(struct text *t, const struct test *test)
{
	size_t i;

	text_add_char(t, '{');
	for (i = 0; i < test->part_count; i++) {
		add_key(t, i, test->parts[i].key);
		add_string(t, test->parts[i].text);
	}
	if (!test_part(test, "desc")) {
		add_key(t, i, "desc");
		add_string(t, test_desc(test));
	}
	text_add_char(t, '}');
}

static void
add_env(struct text *t, const struct words *env)
{
	size_t i;

	text_add_char(t, '{');
	for (i = 0; i < env->n; i++) {
		char *name = memory_copy_n(env->v[i], strcspn(env->v[i], "="));

		add_key(t, i, name);
		add_string(t, env->v[i] + strlen(name) + 1);
		free(name);
	}
	text_add_char(t, '}');
}

/* bench.pl's arguments are one string to paste behind the name of the perl. */
static void
add_args(struct text *t, const struct words *args)
{
	struct text line = TEXT_EMPTY;

	if (args->n)
		text_add_char(&line, ' ');
	words_quote(args, &line);
	add_string(t, line.n ? line.s : "");
	text_free(&line);
}

static void
add_put(struct text *t, const struct put *put)
{
	text_add_char(t, '[');
	add_string(t, put->exe);
	text_add_char(t, ',');
	add_string(t, put->label);
	text_add_char(t, ',');
	add_env(t, &put->env);
	text_add_char(t, ',');
	add_args(t, &put->args);
	text_add_char(t, ']');
}

static void
add_words(struct text *t, const struct words *words)
{
	size_t i;

	text_add_char(t, '[');
	for (i = 0; i < words->n; i++) {
		add_comma(t, i);
		add_string(t, words->v[i]);
	}
	text_add_char(t, ']');
}

static void
add_failure(struct text *t, const struct results *results, size_t test, size_t put)
{
	const struct failure *failure = results_cell(results, test, put)->failure;
	const char *members[][2] = {{"test", results->tests.v[test].name},
	    {"label", results->puts.v[put].label}, {"stage", failure->stage},
	    {"why", failure->why}, {"command", failure->command}, {"output", failure->output}};
	size_t i;

	text_add_char(t, '{');
	for (i = 0; i < sizeof members / sizeof *members; i++) {
		add_key(t, i, members[i][0]);
		add_string(t, members[i][1]);
	}
	text_add_char(t, '}');
}

/* What each put measured of the test, as 16 hexadecimal digits. */
static void
add_texts(struct text *t, const struct results *results, size_t test)
{
	size_t i;

	text_add_char(t, '[');
	for (i = 0; i < results->puts.n; i++) {
		uint64_t text = results_cell(results, test, i)->text;

		add_comma(t, i);
		text_addf(t, text ? "\"%016" PRIx64 "\"" : "null", text);
	}
	text_add_char(t, ']');
}

/* Where the test and each part of it stood; desc is not named if add_parts made it up. */
static void
add_origin(struct text *t, const struct results *results, size_t row)
{
	const struct test *test = &results->tests.v[row];
	size_t i;

	text_add_char(t, '{');
	if (test->file) {
		add_key(t, 0, "file");
		add_string(t, test->file);
		text_add_char(t, ',');
	}
	text_addf(t, "\"line\":%u,\"lines\":{", test->line);
	for (i = 0; i < test->part_count; i++) {
		add_key(t, i, test->parts[i].key);
		text_addf(t, "%u", test->parts[i].line);
	}
	text_add(t, "},\"texts\":");
	add_texts(t, results, row);
	text_add_char(t, '}');
}

static void
add_fingerprint(struct text *t, const struct fingerprint *fingerprint)
{
	enum trait trait;

	if (!fingerprint) {
		text_add(t, "null");
		return;
	}
	text_add_char(t, '{');
	for (trait = 0; trait < TRAIT_COUNT; trait++) {
		add_key(t, trait, trait_name(trait));
		add_string(t, fingerprint->of[trait]);
	}
	text_add_char(t, '}');
}

static void
write_head(struct replace *r, const struct results *results)
{
	struct text *t = &r->pending;
	size_t i;

	text_addf(t, "{\"version\":1,\"loop_counts\":[%lu,%lu],\"perls\":[",
	    results->loops[LENGTH_SHORT], results->loops[LENGTH_LONG]);
	for (i = 0; i < results->puts.n; i++) {
		add_comma(t, i);
		add_put(t, &results->puts.v[i]);
	}
	text_add(t, "],\"order\":[");
	for (i = 0; i < results->tests.n; i++) {
		add_comma(t, i);
		add_string(t, results->tests.v[i].name);
	}
	text_add_char(t, ']');
}

static void
write_tests(struct replace *r, const struct tests *tests)
{
	size_t i;

	text_add(&r->pending, ",\"tests\":{");
	for (i = 0; i < tests->n; i++) {
		add_key(&r->pending, i, tests->v[i].name);
		add_parts(&r->pending, &tests->v[i]);
		replace_flush(r);
	}
	text_add_char(&r->pending, '}');
}

static void
write_rows(struct replace *r, const struct results *results)
{
	size_t i;

	text_add(&r->pending, ",\"results\":{");
	for (i = 0; i < results->tests.n; i++) {
		add_key(&r->pending, i, results->tests.v[i].name);
		add_row(&r->pending, results, i);
		replace_flush(r);
	}
	text_add_char(&r->pending, '}');
}

static void
write_origins(struct replace *r, const struct results *results)
{
	size_t i;

	text_add(&r->pending, ",\"tests\":{");
	for (i = 0; i < results->tests.n; i++) {
		add_key(&r->pending, i, results->tests.v[i].name);
		add_origin(&r->pending, results, i);
		replace_flush(r);
	}
	text_add_char(&r->pending, '}');
}

static void
write_failures(struct replace *r, const struct results *results)
{
	size_t i, n = results->tests.n * results->puts.n, members = 0;

	text_add(&r->pending, ",\"failures\":[");
	for (i = 0; i < n; i++) {
		if (!results->cells[i].failure)
			continue;
		add_comma(&r->pending, members++);
		add_failure(&r->pending, results, i / results->puts.n, i % results->puts.n);
		replace_flush(r);
	}
	text_add_char(&r->pending, ']');
}

static void
write_own(struct replace *r, const struct results *results)
{
	struct text *t = &r->pending;
	size_t i;

	text_add(t, ",\"cgbench\":{\"version\":\"" VERSION "\"");
	if (results->tests.language) {
		text_add(t, ",\"language\":");
		add_string(t, results->tests.language);
	}
	text_add(t, ",\"args\":[");
	for (i = 0; i < results->puts.n; i++) {
		add_comma(t, i);
		add_words(t, &results->puts.v[i].args);
	}
	text_add(t, "],\"fingerprints\":[");
	for (i = 0; i < results->puts.n; i++) {
		add_comma(t, i);
		add_fingerprint(t, results->puts.v[i].fingerprint);
	}
	text_add_char(t, ']');
	write_origins(r, results);
	write_failures(r, results);
	text_add_char(t, '}');
}

void
savefile_check(const char *path)
{
	replace_check(path);
}

void
savefile_write(const struct results *results, const char *path)
{
	struct replace r;

	replace_open(&r, path);
	write_head(&r, results);
	write_tests(&r, &results->tests);
	write_rows(&r, results);
	write_own(&r, results);
	text_add(&r.pending, "}\n");
	replace_commit(&r);
}

void
savefile_cleanup(void)
{
	replace_cleanup();
}
