#include <stdlib.h>
#include <string.h>

#include "savefile/savefile_provenance.h"
#include "util/date.h"
#include "util/jsontext.h"
#include "util/memory.h"
#include "util/walk.h"

static void
add_date(struct text *t, size_t i, const char *key, int64_t date)
{
	char *s = date_text(date);

	jsontext_key(t, i, key);
	jsontext_string(t, s);
	free(s);
}

static void
add_commit(struct text *t, const struct provenance *provenance)
{
	jsontext_key(t, 1, "commit");
	jsontext_string(t, provenance->commit);
	if (provenance->committed)
		add_date(t, 1, "committed", provenance->committed);
	jsontext_key(t, 1, "subject");
	jsontext_string(t, provenance->subject);
	jsontext_key(t, 1, "clean");
	text_add(t, provenance->clean ? "true" : "false");
}

void
savefile_provenance_add(struct text *t, const struct provenance *provenance)
{
	if (!provenance->date) {
		text_add(t, "null");
		return;
	}
	text_add_char(t, '{');
	add_date(t, 0, "date", provenance->date);
	if (provenance->commit)
		add_commit(t, provenance);
	text_add_char(t, '}');
}

static int64_t
read_date(const struct jsonfile *doc, const json_t *json)
{
	const char *s = json_string_value(json);
	int64_t date;

	if (!s || !date_parse(s, &date))
		jsonfile_wrong(doc, "is not a date such as 2026-11-23T03:00:00Z");
	return date;
}

static char *
read_hash(const struct jsonfile *doc, const json_t *json)
{
	const char *s = json_string_value(json);
	size_t n = s ? strlen(s) : 0;

	if ((n != 40 && n != 64) || s[strspn(s, "0123456789abcdef")])
		jsonfile_wrong(doc, "is not a hash of 40 or 64 hexadecimal digits");
	return memory_copy(s);
}

static bool
read_bool(const struct jsonfile *doc, const json_t *json)
{
	if (!json_is_boolean(json))
		jsonfile_wrong(doc, "is not true or false");
	return json_is_true(json);
}

static void
read_member(struct jsonfile *doc, const struct walk *w, struct provenance *provenance)
{
	if (!strcmp(w->key, "date"))
		provenance->date = read_date(doc, w->value);
	else if (!strcmp(w->key, "commit"))
		provenance->commit = read_hash(doc, w->value);
	else if (!strcmp(w->key, "committed"))
		provenance->committed = read_date(doc, w->value);
	else if (!strcmp(w->key, "subject"))
		provenance->subject = jsonfile_string(doc, w->value);
	else if (!strcmp(w->key, "clean"))
		provenance->clean = read_bool(doc, w->value);
}

void
savefile_provenance_read(
    struct jsonfile *doc, const json_t *json, struct provenance *provenance)
{
	struct walk w;

	if (json_is_null(json))
		return;
	walk_open(&w, doc, json, '{');
	while (walk_next(&w))
		read_member(doc, &w, provenance);
	if (!provenance->date)
		jsonfile_wrong(doc, "has no date");
	if (provenance->subject && !provenance->commit)
		jsonfile_wrong(doc, "has a subject without a commit");
	if (provenance->commit && !provenance->subject)
		jsonfile_wrong(doc, "has a commit without a subject");
}
