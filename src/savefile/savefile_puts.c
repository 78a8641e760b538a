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
	text_add_char(t, '{');
	for (size_t i = 0; i < settings->n; i++) {
		size_t n = strcspn(settings->v[i], "=");
		OWNED char *name = memory_copy_n(settings->v[i], n);

		jsontext_member(t, i, name, settings->v[i] + n + 1);
	}
	text_add_char(t, '}');
}

/* For bench.pl the arguments are one string, which it appends to the name of the perl. */
static void
savefile_puts_add_line(struct text *t, const struct words *args)
{
	FREED_BY(text_free) struct text line = TEXT_EMPTY;

	if (args->n)
		text_add_char(&line, ' ');
	words_quote(args, &line);
	jsontext_string(t, line.n ? line.s : "");
}

static bool
savefile_puts_add_put(struct text *t, const struct member_of *of)
{
	const struct put *put = of->put;

	text_add_char(t, '[');
	jsontext_string(t, put->exe);
	text_add_char(t, ',');
	jsontext_string(t, put->label);
	text_add_char(t, ',');
	add_settings(t, &put->env);
	text_add_char(t, ',');
	savefile_puts_add_line(t, &put->args);
	text_add_char(t, ']');
	return true;
}

static bool
savefile_puts_add_args(struct text *t, const struct member_of *of)
{
	jsontext_words(t, &of->put->args);
	return true;
}

static bool
add_fingerprint(struct text *t, const struct member_of *of)
{
	const struct fingerprint *fingerprint = of->put->fingerprint;

	if (!fingerprint)
		return false;
	text_add_char(t, '{');
	for (enum trait trait = 0; trait < TRAIT_COUNT; trait++)
		jsontext_member(t, trait, trait_name(trait), fingerprint->of[trait]);
	text_add_char(t, '}');
	return true;
}

static void
savefile_puts_add_date(struct text *t, size_t i, const char *key, int64_t date)
{
	OWNED char *s = date_text(date);

	jsontext_member(t, i, key, s);
}

void
savefile_puts_add_provenance(struct text *t, const struct provenance *provenance, size_t before)
{
	if (provenance->date)
		savefile_puts_add_date(t, before, "date", provenance->date);
	if (!provenance->commit)
		return;
	jsontext_member(t, 1, "commit", provenance->commit);
	if (provenance->committed)
		savefile_puts_add_date(t, 1, "committed", provenance->committed);
	if (provenance->subject)
		jsontext_member(t, 1, "subject", provenance->subject);
	jsontext_key(t, 1, "clean");
	text_add(t, provenance->clean ? "true" : "false");
}

static bool
savefile_puts_add_put_provenance(struct text *t, const struct member_of *of)
{
	text_add_char(t, '{');
	savefile_puts_add_provenance(t, &of->put->provenance, 0);
	text_add_char(t, '}');
	return of->put->provenance.date;
}

static bool
savefile_puts_add_host(struct text *t, const struct member_of *of)
{
	if (of->put->host.n)
		add_settings(t, &of->put->host);
	return of->put->host.n;
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
savefile_puts_read_line(struct savefile_reader *r, const json_t *json, struct words *args)
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
	struct walk w;

	reader_open(r, &w, json, 2, 4, "executable, label, environment, arguments");
	while (walk_next(&w)) {
		if (w.i == 0)
			put->exe = memory_copy(reader_name(r, w.value));
		else if (w.i == 1)
			put->label = memory_copy(reader_name(r, w.value));
		else if (w.i == 2)
			read_env(r, w.value, &put->env);
		else
			savefile_puts_read_line(r, w.value, &put->args);
		if (w.i == 1 && puts_find(puts, put->label) != put)
			jsonfile_wrong(&r->file, "label '%s' is used twice", put->label);
	}
}

void
savefile_puts_add(struct text *t, const struct results *results)
{
	static const struct member puts = {.add = savefile_puts_add_put, .each = MEMBER_ALL};

	member_add(t, &(struct member_of){.results = results}, &puts);
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

/* The put of the current element. */
static struct put *
savefile_puts_put_of(const struct savefile_reader *r)
{
	return &r->results->puts.v[r->put];
}

/* Replaces the arguments that were split from one string. */
static void
read_args(struct savefile_reader *r, const json_t *json)
{
	words_free(&savefile_puts_put_of(r)->args);
	reader_words(r, json, &savefile_puts_put_of(r)->args);
}

/* null: the put was merged from a file without fingerprints. */
static void
read_fingerprint(struct savefile_reader *r, const json_t *json)
{
	struct fingerprint *fingerprint = memory_new(sizeof *fingerprint);

	savefile_puts_put_of(r)->fingerprint = fingerprint;
	reader_object(r, json);
	for (enum trait t = 0; t < TRAIT_COUNT; t++) {
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
read_provenance(struct savefile_reader *r, const json_t *json)
{
	struct provenance *provenance = &savefile_puts_put_of(r)->provenance;
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

static void
read_host(struct savefile_reader *r, const json_t *json)
{
	struct walk w;

	walk_open(&w, &r->file, json, '{');
	while (walk_next(&w)) {
		const char *value = json_string_value(w.value);

		if (!value)
			jsonfile_wrong(&r->file, "is not a string");
		words_take(&savefile_puts_put_of(r)->host, text_print("%s=%s", w.key, value));
	}
}

const struct member savefile_puts_members[SAVEFILE_PUTS_MEMBERS] = {
    {"args", .add = savefile_puts_add_args, .read = read_args, .each = MEMBER_ALL,
        .always = true},
    {"fingerprints", .add = add_fingerprint, .read = read_fingerprint, .each = MEMBER_PUTS,
        .always = true},
    {"measured", .add = savefile_puts_add_put_provenance, .read = read_provenance,
        .each = MEMBER_PUTS, .always = true},
    {"hosts", .add = savefile_puts_add_host, .read = read_host, .each = MEMBER_PUTS},
};
