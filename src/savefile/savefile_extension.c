#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "savefile/savefile_cell.h"
#include "savefile/savefile_extension.h"
#include "savefile/savefile_origins.h"
#include "savefile/savefile_profile.h"
#include "savefile/savefile_provenance.h"
#include "savefile/savefile_shard.h"
#include "savefile/savefile_times.h"
#include "savefile/savefile_value.h"
#include "util/cursor.h"
#include "util/file.h"
#include "util/memory.h"
#include "util/walk.h"

/* Replaces the arguments that were split from one string. */
static void
read_args(struct jsonfile *doc, const json_t *list, struct puts *puts)
{
	struct walk w;

	savefile_value_open_puts(&w, doc, list, puts->n);
	while (walk_next(&w)) {
		words_free(&puts->v[w.i].args);
		savefile_value_words(doc, w.value, &puts->v[w.i].args);
	}
}

static void
read_fingerprint(struct jsonfile *doc, const json_t *json, struct fingerprint *fingerprint)
{
	enum trait t;

	if (!json_is_object(json))
		jsonfile_wrong(doc, "is not an object");
	for (t = 0; t < TRAIT_COUNT; t++) {
		const json_t *value = json_object_get(json, trait_name(t));
		size_t place = jsonfile_enter(doc, trait_name(t));

		if (!value)
			jsonfile_wrong(doc, "is missing");
		fingerprint->of[t] = jsonfile_string(doc, value);
		if (t == TRAIT_SHA256 && *fingerprint->of[t] &&
		    !savefile_value_is_hex(fingerprint->of[t], 64))
			jsonfile_wrong(doc, "is not a hash of 64 hexadecimal digits");
		text_cut(&doc->place, place);
	}
}

/* null: the put was merged from a file without fingerprints. */
static void
read_fingerprints(struct jsonfile *doc, const json_t *list, struct puts *puts)
{
	struct walk w;

	savefile_value_open_puts(&w, doc, list, puts->n);
	while (walk_next(&w)) {
		if (json_is_null(w.value))
			continue;
		puts->v[w.i].fingerprint = memory_new(sizeof(struct fingerprint));
		read_fingerprint(doc, w.value, puts->v[w.i].fingerprint);
	}
}

static void
read_provenances(struct jsonfile *doc, const json_t *list, struct puts *puts)
{
	struct walk w;

	savefile_value_open_puts(&w, doc, list, puts->n);
	while (walk_next(&w))
		savefile_provenance_read(doc, w.value, &puts->v[w.i].provenance);
}

static void
read_hosts(struct jsonfile *doc, const json_t *list, struct puts *puts)
{
	struct walk w;

	savefile_value_open_puts(&w, doc, list, puts->n);
	while (walk_next(&w))
		savefile_times_read_host(doc, w.value, &puts->v[w.i].host);
}

static char *
read_string(struct jsonfile *doc, const json_t *json, const char *key)
{
	size_t place = jsonfile_enter(doc, key);
	char *s = jsonfile_string(doc, json_object_get(json, key));

	text_cut(&doc->place, place);
	return s;
}

static void
release_words(void *held)
{
	words_free(held);
}

static struct cell *
find_failed(struct jsonfile *doc, const json_t *json, const struct results *results)
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
read_failure(struct jsonfile *doc, const json_t *json, const struct results *results)
{
	struct cell *cell = find_failed(doc, json, results);
	struct failure *failure;

	if (cell->measured || cell->failure)
		jsonfile_wrong(doc, "the file has another result for this test and label");
	failure = cell->failure = memory_new(sizeof *failure);
	failure->stage = read_string(doc, json, "stage");
	failure->why = read_string(doc, json, "why");
	failure->command = read_string(doc, json, "command");
	failure->output = read_string(doc, json, "output");
}

static void
read_failures(struct jsonfile *doc, struct span span, const struct results *results)
{
	struct cursor c;

	cursor_open(&c, doc, span, '[');
	while (cursor_next(&c))
		read_failure(doc, cursor_parse(&c), results);
}

void
savefile_extension_read(struct jsonfile *doc, struct span span, struct results *results)
{
	struct cursor c;

	cursor_open(&c, doc, span, '{');
	while (cursor_next(&c)) {
		const json_t *json = NULL;

		/* These may be large, and are parsed piece by piece. */
		if (!strcmp(c.key, "tests"))
			savefile_origins_read(doc, c.value, results);
		else if (!strcmp(c.key, "failures"))
			read_failures(doc, c.value, results);
		else if (!strcmp(c.key, "profiles"))
			savefile_profile_read(doc, c.value, results);
		else
			json = cursor_parse(&c);
		if (!strcmp(c.key, "language"))
			results->tests.language = jsonfile_string(doc, json);
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
savefile_extension_derived(struct jsonfile *doc, struct span span, struct words *definitions)
{
	struct cursor c;

	cursor_open(&c, doc, span, '{');
	while (cursor_next(&c)) {
		if (!strcmp(c.key, "derived"))
			savefile_value_words(doc, cursor_parse(&c), definitions);
	}
}
