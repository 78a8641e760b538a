#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "savefile/savefile.h"
#include "savefile/savefile_cell.h"
#include "savefile/savefile_profile.h"
#include "savefile/savefile_provenance.h"
#include "savefile/savefile_shard.h"
#include "savefile/savefile_times.h"
#include "util/jsontext.h"
#include "util/memory.h"
#include "util/replace.h"

static void
add_row(struct text *t, const struct results *results, size_t test)
{
	size_t i, members = 0;

	text_add_char(t, '{');
	for (i = 0; i < results->puts.n; i++) {
		const struct cell *cell = results_cell(results, test, i);

		if (!cell->measured)
			continue;
		jsontext_key(t, members++, results->puts.v[i].label);
		savefile_cell_add(t, cell);
	}
	text_add_char(t, '}');
}

/* bench.pl requires a desc in every test. */
static void
add_parts(struct text *t, const struct test *test)
{
	size_t i;

	text_add_char(t, '{');
	for (i = 0; i < test->part_count; i++) {
		jsontext_key(t, i, test->parts[i].key);
		jsontext_string(t, test->parts[i].text);
	}
	if (!test_part(test, PART_DESC)) {
		jsontext_key(t, i, "desc");
		jsontext_string(t, test_desc(test));
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

		jsontext_key(t, i, name);
		jsontext_string(t, env->v[i] + strlen(name) + 1);
		free(name);
	}
	text_add_char(t, '}');
}

/* For bench.pl the arguments are one string, which it appends to the name of the perl. */
static void
add_args(struct text *t, const struct words *args)
{
	struct text line = TEXT_EMPTY;

	if (args->n)
		text_add_char(&line, ' ');
	words_quote(args, &line);
	jsontext_string(t, line.n ? line.s : "");
	text_free(&line);
}

static void
add_put(struct text *t, const struct put *put)
{
	text_add_char(t, '[');
	jsontext_string(t, put->exe);
	text_add_char(t, ',');
	jsontext_string(t, put->label);
	text_add_char(t, ',');
	add_env(t, &put->env);
	text_add_char(t, ',');
	add_args(t, &put->args);
	text_add_char(t, ']');
}

static void
write_head(struct replace *r, const struct results *results)
{
	struct text *t = &r->pending;
	size_t i;

	text_addf(t, "{\"version\":1,\"loop_counts\":[%lu,%lu],\"perls\":[",
	    results->loops[LENGTH_SHORT], results->loops[LENGTH_LONG]);
	for (i = 0; i < results->puts.n; i++) {
		jsontext_comma(t, i);
		add_put(t, &results->puts.v[i]);
	}
	text_add(t, "],\"order\":[");
	for (i = 0; i < results->tests.n; i++) {
		jsontext_comma(t, i);
		jsontext_string(t, results->tests.v[i].name);
	}
	text_add_char(t, ']');
}

static void
write_tests(struct replace *r, const struct tests *tests)
{
	size_t i;

	text_add(&r->pending, ",\"tests\":{");
	for (i = 0; i < tests->n; i++) {
		jsontext_key(&r->pending, i, tests->v[i].name);
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
		jsontext_key(&r->pending, i, results->tests.v[i].name);
		add_row(&r->pending, results, i);
		replace_flush(r);
	}
	text_add_char(&r->pending, '}');
}

static void
add_words(struct text *t, const struct words *words)
{
	size_t i;

	text_add_char(t, '[');
	for (i = 0; i < words->n; i++) {
		jsontext_comma(t, i);
		jsontext_string(t, words->v[i]);
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
		jsontext_key(t, i, members[i][0]);
		jsontext_string(t, members[i][1]);
	}
	text_add_char(t, '}');
}

/* A hash of what each put measured of the test. */
static void
add_texts(struct text *t, const struct results *results, size_t test)
{
	size_t i;

	text_add_char(t, '[');
	for (i = 0; i < results->puts.n; i++) {
		uint64_t text = results_cell(results, test, i)->text_hash;

		jsontext_comma(t, i);
		text_addf(t, text ? "\"%016" PRIx64 "\"" : "null", text);
	}
	text_add_char(t, ']');
}

/* The size of the code of the test on each put, if any is known. */
static void
add_sizes(struct text *t, const struct results *results, size_t test)
{
	size_t puts = results->puts.n, sized = 0, i;

	for (i = 0; i < puts; i++)
		sized += results_cell(results, test, i)->sized;
	for (i = 0; sized && i < puts; i++) {
		const struct cell *cell = results_cell(results, test, i);

		text_add(t, i ? "," : ",\"sizes\":[");
		if (cell->sized)
			text_addf(t, "%" PRIu64, cell->size);
		else
			text_add(t, "null");
	}
	text_add(t, sized ? "]" : "");
}

/* What the profiles of the test's cells told of the fields that need one, on each put. */
static void
add_profiled(struct text *t, const struct results *results, size_t test)
{
	size_t puts = results->puts.n, i;
	enum field f;

	for (f = FIELD_PROFILED; f < FIELD_DERIVED; f++) {
		bool known = false;

		for (i = 0; i < puts; i++)
			known |= (results_cell(results, test, i)->profiled & FIELD_BIT(f)) != 0;
		for (i = 0; known && i < puts; i++) {
			const struct cell *cell = results_cell(results, test, i);

			if (i)
				text_add_char(t, ',');
			else
				text_addf(t, ",\"%s\":[", field_name(f));
			if (cell->profiled & FIELD_BIT(f))
				text_addf(t, "%" PRId64, cell->totals[f - FIELD_PROFILED]);
			else
				text_add(t, "null");
		}
		text_add(t, known ? "]" : "");
	}
}

/* The verdicts on the test, by label, if there are any. */
static void
add_verdicts(struct text *t, const struct results *results, size_t test)
{
	size_t puts = 0, put, names;
	enum verdict v;

	for (put = 0; put < results->puts.n; put++) {
		verdict_set verdicts = results_cell(results, test, put)->verdicts;

		if (!verdicts)
			continue;
		text_add(t, puts ? "" : ",\"verdicts\":{");
		jsontext_key(t, puts++, results->puts.v[put].label);
		text_add_char(t, '[');
		for (v = names = 0; v < VERDICT_COUNT; v++) {
			if (!(verdicts & 1u << v))
				continue;
			jsontext_comma(t, names++);
			jsontext_string(t, verdict_name(v));
		}
		text_add_char(t, ']');
	}
	text_add(t, puts ? "}" : "");
}

/* What the code of varying cells cost when they were measured again, by label. */
static void
add_again(struct text *t, const struct results *results, size_t test)
{
	size_t puts = 0, put;

	for (put = 0; put < results->puts.n; put++) {
		const struct cell *cell = results_cell(results, test, put);

		if (!cell->measured_again)
			continue;
		text_add(t, puts ? "" : ",\"again\":{");
		jsontext_key(t, puts++, results->puts.v[put].label);
		text_addf(t, "\"%" PRIu64 "\"", cell->spent_again);
	}
	text_add(t, puts ? "}" : "");
}

/* Where the test and each of its parts were defined. A desc that add_parts made up has no line.
 */
static void
add_origin(struct text *t, const struct results *results, size_t row)
{
	const struct test *test = &results->tests.v[row];
	size_t i;

	text_add_char(t, '{');
	if (test->file) {
		jsontext_key(t, 0, "file");
		jsontext_string(t, test->file);
		text_add_char(t, ',');
	}
	if (test->dir) {
		jsontext_key(t, 0, "dir");
		jsontext_string(t, test->dir);
		text_add_char(t, ',');
	}
	text_addf(t, "\"line\":%u,\"lines\":{", test->line);
	for (i = 0; i < test->part_count; i++) {
		jsontext_key(t, i, test->parts[i].key);
		text_addf(t, "%u", test->parts[i].line);
	}
	text_add(t, "},\"texts\":");
	add_texts(t, results, row);
	add_sizes(t, results, row);
	add_profiled(t, results, row);
	add_verdicts(t, results, row);
	add_again(t, results, row);
	savefile_cell_add_jitter(t, results, row);
	savefile_times_add(t, results, row);
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
		jsontext_key(t, trait, trait_name(trait));
		jsontext_string(t, fingerprint->of[trait]);
	}
	text_add_char(t, '}');
}

static void
write_origins(struct replace *r, const struct results *results)
{
	size_t i;

	text_add(&r->pending, ",\"tests\":{");
	for (i = 0; i < results->tests.n; i++) {
		jsontext_key(&r->pending, i, results->tests.v[i].name);
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
		jsontext_comma(&r->pending, members++);
		add_failure(&r->pending, results, i / results->puts.n, i % results->puts.n);
		replace_flush(r);
	}
	text_add_char(&r->pending, ']');
}

static void
add_derived(struct text *t, const struct fields *fields)
{
	field_set own = fields ? fields_own(fields) : 0;
	size_t n = 0;
	enum field f;

	for (f = FIELD_FIRST_OWN; f < FIELD_NONE; f++) {
		if (!(own & FIELD_BIT(f)))
			continue;
		text_add(t, n++ ? "," : ",\"derived\":[");
		jsontext_string(t, fields_definition(fields, f));
	}
	text_add(t, n ? "]" : "");
}

/* The member "cgbench", which savefile_extension_read reads. */
static void
write_extension(struct replace *r, const struct results *results, bool profiles)
{
	struct text *t = &r->pending;
	size_t i;

	text_add(t, ",\"cgbench\":{\"version\":\"" VERSION "\"");
	if (results->tests.language) {
		text_add(t, ",\"language\":");
		jsontext_string(t, results->tests.language);
	}
	savefile_shard_add(t, &results->shard);
	text_add(t, ",\"args\":[");
	for (i = 0; i < results->puts.n; i++) {
		jsontext_comma(t, i);
		add_words(t, &results->puts.v[i].args);
	}
	text_add(t, "],\"fingerprints\":[");
	for (i = 0; i < results->puts.n; i++) {
		jsontext_comma(t, i);
		add_fingerprint(t, results->puts.v[i].fingerprint);
	}
	text_add(t, "],\"measured\":[");
	for (i = 0; i < results->puts.n; i++) {
		jsontext_comma(t, i);
		savefile_provenance_add(t, &results->puts.v[i].provenance);
	}
	text_add_char(t, ']');
	savefile_times_add_hosts(t, &results->puts);
	add_derived(t, results->fields);
	write_origins(r, results);
	write_failures(r, results);
	if (profiles)
		savefile_profile_write(r, results);
	text_add_char(t, '}');
}

void
savefile_check(const char *path)
{
	replace_check(path);
}

void
savefile_write(const struct results *results, const char *path, bool profiles)
{
	struct replace r;

	replace_open(&r, path);
	write_head(&r, results);
	write_tests(&r, &results->tests);
	write_rows(&r, results);
	write_extension(&r, results, profiles);
	text_add(&r.pending, "}\n");
	replace_commit(&r);
}

void
savefile_cleanup(void)
{
	replace_cleanup();
}
