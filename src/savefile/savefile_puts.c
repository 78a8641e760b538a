#include <stdlib.h>
#include <string.h>

#include "savefile/savefile_puts.h"
#include "util/date.h"
#include "util/jsontext.h"
#include "util/memory.h"

/* An object of variables. */
static void
add_settings(struct text *t, const struct words *settings)
{
	size_t i;

	text_add_char(t, '{');
	for (i = 0; i < settings->n; i++) {
		size_t n = strcspn(settings->v[i], "=");
		char *name = memory_copy_n(settings->v[i], n);

		jsontext_member(t, i, name, settings->v[i] + n + 1);
		free(name);
	}
	text_add_char(t, '}');
}

/* For bench.pl the arguments are one string, which it appends to the name of the perl. */
static void
add_line(struct text *t, const struct words *args)
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
	add_settings(t, &put->env);
	text_add_char(t, ',');
	add_line(t, &put->args);
	text_add_char(t, ']');
}

static void
add_args(struct text *t, const struct put *put)
{
	jsontext_words(t, &put->args);
}

static void
add_fingerprint(struct text *t, const struct put *put)
{
	enum trait trait;

	if (!put->fingerprint) {
		text_add(t, "null");
		return;
	}
	text_add_char(t, '{');
	for (trait = 0; trait < TRAIT_COUNT; trait++)
		jsontext_member(t, trait, trait_name(trait), put->fingerprint->of[trait]);
	text_add_char(t, '}');
}

static void
add_date(struct text *t, size_t i, const char *key, int64_t date)
{
	char *s = date_text(date);

	jsontext_member(t, i, key, s);
	free(s);
}

static void
add_commit(struct text *t, const struct provenance *provenance)
{
	jsontext_member(t, 1, "commit", provenance->commit);
	if (provenance->committed)
		add_date(t, 1, "committed", provenance->committed);
	jsontext_member(t, 1, "subject", provenance->subject);
	jsontext_key(t, 1, "clean");
	text_add(t, provenance->clean ? "true" : "false");
}

static void
add_provenance(struct text *t, const struct put *put)
{
	if (!put->provenance.date) {
		text_add(t, "null");
		return;
	}
	text_add_char(t, '{');
	add_date(t, 0, "date", put->provenance.date);
	if (put->provenance.commit)
		add_commit(t, &put->provenance);
	text_add_char(t, '}');
}

static void
add_host(struct text *t, const struct put *put)
{
	if (put->host.n)
		add_settings(t, &put->host);
	else
		text_add(t, "null");
}

static void
add_list(
    struct text *t, const struct puts *puts, void (*add)(struct text *t, const struct put *put))
{
	size_t i;

	text_add_char(t, '[');
	for (i = 0; i < puts->n; i++) {
		jsontext_comma(t, i);
		add(t, &puts->v[i]);
	}
	text_add_char(t, ']');
}

void
savefile_puts_add(struct text *t, const struct puts *puts)
{
	add_list(t, puts, add_put);
}

void
savefile_puts_add_own(struct text *t, const struct puts *puts)
{
	size_t timed = 0, i;

	text_add(t, ",\"args\":");
	add_list(t, puts, add_args);
	text_add(t, ",\"fingerprints\":");
	add_list(t, puts, add_fingerprint);
	text_add(t, ",\"measured\":");
	add_list(t, puts, add_provenance);
	for (i = 0; i < puts->n; i++)
		timed += puts->v[i].host.n;
	if (timed) {
		text_add(t, ",\"hosts\":");
		add_list(t, puts, add_host);
	}
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
read_env(struct savefile_reader *r, const json_t *json, struct words *env)
{
	struct walk w;

	walk_open(&w, &r->file, json, '{');
	while (walk_next(&w)) {
		char *text = reader_text(r, w.value);

		words_take(env, text_print("%s=%s", w.key, text));
		free(text);
		if (!*w.key || strchr(w.key, '='))
			jsonfile_wrong(&r->file, "is not the name of a variable");
	}
	if (env->n)
		qsort(env->v, env->n, sizeof *env->v, compare_variables);
}

/* bench.pl writes the arguments as one string; a list is accepted too. */
static void
read_line(struct savefile_reader *r, const json_t *json, struct words *args)
{
	if (json_is_array(json))
		reader_words(r, json, args);
	else if (!words_split(args, jsonfile_text(&r->file, json)))
		jsonfile_wrong(&r->file, "has an unclosed quote");
}

static void
read_put(struct savefile_reader *r, const json_t *json)
{
	struct puts *puts = &r->results->puts;
	struct put *put = puts_add(puts);
	size_t n = json_array_size(json);
	struct walk w;

	if (n < 2 || n > 4)
		jsonfile_wrong(
		    &r->file, "is not an array of executable, label, environment, arguments");
	walk_open(&w, &r->file, json, '[');
	while (walk_next(&w)) {
		if (w.i == 0)
			put->exe = memory_copy(reader_name(r, w.value));
		else if (w.i == 1)
			put->label = memory_copy(reader_name(r, w.value));
		else if (w.i == 2)
			read_env(r, w.value, &put->env);
		else
			read_line(r, w.value, &put->args);
		if (w.i == 1 && puts_find(puts, put->label) != put)
			jsonfile_wrong(&r->file, "label '%s' is used twice", put->label);
	}
}

void
savefile_puts_read(struct savefile_reader *r, const json_t *json)
{
	struct walk w;

	if (!json_array_size(json))
		jsonfile_wrong(&r->file, "is not an array, or is empty");
	walk_open(&w, &r->file, json, '[');
	while (walk_next(&w))
		read_put(r, w.value);
}

/* Replaces the arguments that were split from one string. */
void
savefile_puts_read_args(struct savefile_reader *r, const json_t *json)
{
	struct walk w;

	reader_open_puts(r, &w, json);
	while (walk_next(&w)) {
		struct words *args = &r->results->puts.v[w.i].args;

		words_free(args);
		reader_words(r, w.value, args);
	}
}

static void
read_fingerprint(struct savefile_reader *r, const json_t *json, struct fingerprint *fingerprint)
{
	enum trait t;

	if (!json_is_object(json))
		jsonfile_wrong(&r->file, "is not an object");
	for (t = 0; t < TRAIT_COUNT; t++) {
		const json_t *value = json_object_get(json, trait_name(t));
		size_t place = jsonfile_enter(&r->file, trait_name(t));

		if (!value)
			jsonfile_wrong(&r->file, "is missing");
		fingerprint->of[t] = jsonfile_string(&r->file, value);
		if (t == TRAIT_SHA256 && *fingerprint->of[t])
			reader_hash(r, value, 64);
		text_cut(&r->file.place, place);
	}
}

/* null: the put was merged from a file without fingerprints. */
void
savefile_puts_read_fingerprints(struct savefile_reader *r, const json_t *json)
{
	struct walk w;

	reader_open_puts(r, &w, json);
	while (walk_next(&w))
		if (!json_is_null(w.value)) {
			struct put *put = &r->results->puts.v[w.i];

			put->fingerprint = memory_new(sizeof *put->fingerprint);
			read_fingerprint(r, w.value, put->fingerprint);
		}
}

static int64_t
read_date(const struct savefile_reader *r, const json_t *json)
{
	const char *s = json_string_value(json);
	int64_t date;

	if (!s || !date_parse(s, &date))
		jsonfile_wrong(&r->file, "is not a date such as 2026-11-23T03:00:00Z");
	return date;
}

static char *
read_commit(const struct savefile_reader *r, const json_t *json)
{
	const char *s = json_string_value(json);
	size_t n = s ? strlen(s) : 0;

	if ((n != 40 && n != 64) || s[strspn(s, "0123456789abcdef")])
		jsonfile_wrong(&r->file, "is not a hash of 40 or 64 hexadecimal digits");
	return memory_copy(s);
}

static bool
read_bool(const struct savefile_reader *r, const json_t *json)
{
	if (!json_is_boolean(json))
		jsonfile_wrong(&r->file, "is not true or false");
	return json_is_true(json);
}

static void
read_provenance(struct savefile_reader *r, const json_t *json, struct provenance *provenance)
{
	struct walk w;

	walk_open(&w, &r->file, json, '{');
	while (walk_next(&w)) {
		if (!strcmp(w.key, "date"))
			provenance->date = read_date(r, w.value);
		else if (!strcmp(w.key, "commit"))
			provenance->commit = read_commit(r, w.value);
		else if (!strcmp(w.key, "committed"))
			provenance->committed = read_date(r, w.value);
		else if (!strcmp(w.key, "subject"))
			provenance->subject = jsonfile_string(&r->file, w.value);
		else if (!strcmp(w.key, "clean"))
			provenance->clean = read_bool(r, w.value);
	}
	if (!provenance->date)
		jsonfile_wrong(&r->file, "has no date");
	if (provenance->subject && !provenance->commit)
		jsonfile_wrong(&r->file, "has a subject without a commit");
	if (provenance->commit && !provenance->subject)
		jsonfile_wrong(&r->file, "has a commit without a subject");
}

void
savefile_puts_read_measured(struct savefile_reader *r, const json_t *json)
{
	struct walk w;

	reader_open_puts(r, &w, json);
	while (walk_next(&w))
		if (!json_is_null(w.value))
			read_provenance(r, w.value, &r->results->puts.v[w.i].provenance);
}

static void
read_host(struct savefile_reader *r, const json_t *json, struct words *host)
{
	struct walk w;

	walk_open(&w, &r->file, json, '{');
	while (walk_next(&w)) {
		const char *value = json_string_value(w.value);

		if (!value)
			jsonfile_wrong(&r->file, "is not a string");
		words_take(host, text_print("%s=%s", w.key, value));
	}
}

void
savefile_puts_read_hosts(struct savefile_reader *r, const json_t *json)
{
	struct walk w;

	reader_open_puts(r, &w, json);
	while (walk_next(&w))
		if (!json_is_null(w.value))
			read_host(r, w.value, &r->results->puts.v[w.i].host);
}
