#include <stdlib.h>
#include <string.h>

#include "savefile/savefile.h"
#include "savefile/savefile_cell.h"
#include "savefile/savefile_write_own.h"
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

/* bench.pl wants a desc in every test. */
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

/* bench.pl's arguments are one string to paste behind the name of the perl. */
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
	savefile_write_own(&r, results);
	text_add(&r.pending, "}\n");
	replace_commit(&r);
}

void
savefile_cleanup(void)
{
	replace_cleanup();
}
