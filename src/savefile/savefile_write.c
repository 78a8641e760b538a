#include <inttypes.h>

#include "savefile/savefile.h"
#include "savefile/savefile_cell.h"
#include "savefile/savefile_profile.h"
#include "savefile/savefile_puts.h"
#include "savefile/savefile_test.h"
#include "util/array.h"
#include "util/jsontext.h"
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

static void
write_head(struct replace *r, const struct results *results)
{
	struct text *t = &r->pending;
	size_t i;

	text_addf(t,
	    "{\"version\":1,\"loop_counts\":[%lu,%lu],\"perls\":", results->loops[LENGTH_SHORT],
	    results->loops[LENGTH_LONG]);
	savefile_puts_add(t, &results->puts);
	text_add(t, ",\"order\":[");
	for (i = 0; i < results->tests.n; i++) {
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
	size_t i;

	jsontext_key(&r->pending, 1, key);
	text_add_char(&r->pending, '{');
	for (i = 0; i < results->tests.n; i++) {
		jsontext_key(&r->pending, i, results->tests.v[i].name);
		add(&r->pending, results, i);
		replace_flush(r);
	}
	text_add_char(&r->pending, '}');
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
	for (i = 0; i < COUNTOF(members); i++)
		jsontext_member(t, i, members[i][0], members[i][1]);
	text_add_char(t, '}');
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

/* The member "cgbench". */
static void
write_extension(struct replace *r, const struct results *results, bool profiles)
{
	struct text *t = &r->pending;
	const struct shard *shard = &results->shard;

	text_add(t, ",\"cgbench\":{\"version\":\"" VERSION "\"");
	if (results->tests.language)
		jsontext_member(t, 1, "language", results->tests.language);
	if (shard->count)
		text_addf(t,
		    ",\"shard\":{\"number\":%u,\"count\":%u,\"tests\":%zu,"
		    "\"selection\":\"%016" PRIx64 "\"}",
		    shard->number, shard->count, shard->tests, shard->selection);
	savefile_puts_add_own(t, &results->puts);
	add_derived(t, results->fields);
	write_for_tests(r, results, "tests", savefile_test_add_own);
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
	write_for_tests(&r, results, "tests", savefile_test_add_parts);
	write_for_tests(&r, results, "results", add_row);
	write_extension(&r, results, profiles);
	text_add(&r.pending, "}\n");
	replace_commit(&r);
}

void
savefile_cleanup(void)
{
	replace_cleanup();
}
