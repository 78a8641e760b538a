#include <stdlib.h>
#include <string.h>

#include "savefile/savefile_puts.h"
#include "util/array.h"
#include "util/jsontext.h"
#include "util/memory.h"

/* Adds an object of variables. */
static void
add_settings(struct text *t, const struct words *settings)
{
	text_add_char(t, '{');
	for (size_t i = 0; i < settings->n; i++) {
		size_t n = strcspn(settings->v[i], "=");
		OWNED char *name = memory_copy_n(settings->v[i], n);

		jsontext_member(t, name, settings->v[i] + n + 1);
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

bool
savefile_puts_add(struct text *t, const struct member_of *of)
{
	text_add_char(t, '[');
	ARRAY_EACH(const struct put, put, of->results->puts.v, of->results->puts.n) {
		jsontext_comma(t);
		text_add_char(t, '[');
		jsontext_string(t, put->exe);
		text_add_char(t, ',');
		jsontext_string(t, put->label);
		text_add_char(t, ',');
		add_settings(t, &put->env);
		text_add_char(t, ',');
		savefile_puts_add_line(t, &put->args);
		text_add_char(t, ']');
	}
	text_add_char(t, ']');
	return true;
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
	for (struct walk w = walk_open(&r->file, json, '{'); walk_next(&w);) {
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
		jsonfile_wrong(&r->file, "has a quote that is left open");
}

static void
read_put(struct savefile_reader *r, const json_t *json)
{
	struct puts *puts = &r->results->puts;
	struct put *put = puts_add(puts);

	for (struct walk w =
	         reader_open(r, json, 2, 4, "executable, label, environment, arguments");
	     walk_next(&w);) {
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
savefile_puts_read(struct savefile_reader *r, const json_t *json)
{
	if (!json_array_size(json))
		jsonfile_wrong(&r->file, "is not an array, or is empty");
	for (struct walk w = walk_open(&r->file, json, '['); walk_next(&w);)
		read_put(r, w.value);
}

/* Returns the put of the current element. */
static struct put *
savefile_puts_put_of(const struct savefile_reader *r)
{
	return &r->results->puts.v[r->put];
}

static bool
add_fingerprint(struct text *t, const struct member_of *of)
{
	const struct fingerprint *fingerprint = of->put->fingerprint;

	if (!fingerprint)
		return false;
	text_add_char(t, '{');
	for (enum trait trait = 0; trait < TRAIT_COUNT; trait++)
		jsontext_member(t, trait_name(trait), fingerprint->of[trait]);
	text_add_char(t, '}');
	return true;
}

/* An element is null if the put was merged from a file without fingerprints. */
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

static void
read_commit(struct savefile_reader *r, const json_t *json)
{
	const char *s = json_string_value(json);
	size_t n = s ? strlen(s) : 0;

	if ((n != 40 && n != 64) || s[strspn(s, "0123456789abcdef")])
		jsonfile_wrong(&r->file, "is not a hash of 40 or 64 hexadecimal digits");
	savefile_puts_put_of(r)->provenance.commit = memory_copy(s);
}

/* All but the date belong to the commit. */
static const struct member provenance_members[] = {
    {MEMBER("date", MEMBER_DATE, struct provenance, date)},
    {MEMBER("commit", MEMBER_TEXT, struct provenance, commit), .read = read_commit},
    {MEMBER("committed", MEMBER_DATE, struct provenance, committed)},
    {MEMBER("subject", MEMBER_TEXT, struct provenance, subject)},
    {MEMBER("clean", MEMBER_BOOL, struct provenance, clean)},
};

void
savefile_puts_add_provenance(struct text *t, const struct provenance *provenance)
{
	members_add_open(t, &(struct member_of){0}, provenance, provenance_members,
	    provenance->commit ? COUNTOF(provenance_members) : 1);
}

static bool
add_measured(struct text *t, const struct member_of *of)
{
	text_add_char(t, '{');
	savefile_puts_add_provenance(t, &of->put->provenance);
	text_add_char(t, '}');
	return of->put->provenance.date;
}

static void
read_measured(struct savefile_reader *r, const json_t *json)
{
	struct provenance *provenance = &savefile_puts_put_of(r)->provenance;

	reader_object(r, json);
	members_read(r, json, provenance, provenance_members, COUNTOF(provenance_members));
	if (!provenance->date)
		jsonfile_wrong(&r->file, "has no date");
	if (provenance->subject && !provenance->commit)
		jsonfile_wrong(&r->file, "has a subject without a commit");
	if (provenance->commit && !provenance->subject)
		jsonfile_wrong(&r->file, "has a commit without a subject");
}

static bool
add_host(struct text *t, const struct member_of *of)
{
	add_settings(t, &of->put->host);
	return of->put->host.n;
}

static void
read_host(struct savefile_reader *r, const json_t *json)
{
	for (struct walk w = walk_open(&r->file, json, '{'); walk_next(&w);) {
		const char *value = json_string_value(w.value);

		if (!value)
			jsonfile_wrong(&r->file, "is not a string");
		words_take(&savefile_puts_put_of(r)->host, text_print("%s=%s", w.key, value));
	}
}

const struct member savefile_puts_members[SAVEFILE_PUTS_MEMBERS] = {
    {MEMBER("args", MEMBER_WORDS, struct put, args), .each = MEMBER_ALL, .always = true},
    {"fingerprints", .add = add_fingerprint, .read = read_fingerprint, .each = MEMBER_PUTS,
        .always = true},
    {"measured", .add = add_measured, .read = read_measured, .each = MEMBER_PUTS,
        .always = true},
    {"hosts", .add = add_host, .read = read_host, .each = MEMBER_PUTS},
};
