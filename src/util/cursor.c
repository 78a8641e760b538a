#include <stdlib.h>

#include "util/cursor.h"
#include "util/encoding.h"
#include "util/memory.h"

static void
drop_value(struct cursor *c)
{
	json_decref(c->parsed);
	c->parsed = NULL;
}

static void
release(void *held)
{
	struct cursor *c = held;

	drop_value(c);
	keyset_free(&c->seen);
}

void
cursor_open(struct cursor *c, struct jsonfile *doc, struct span span, char bracket)
{
	if (doc->text.s[span.at] != bracket)
		jsonfile_wrong(doc, "is not an %s", bracket == '{' ? "object" : "array");
	*c = (struct cursor){
	    .doc = doc, .at = span.at + 1, .place = doc->place.n, .bracket = bracket};
	guard_open(&c->guard, release, c);
}

static char
skip_to(struct cursor *c)
{
	c->at = jsonfile_skip_blanks(c->doc, c->at);
	return c->doc->text.s[c->at];
}

/* Returns a copy of a string that means what it shows, which most do; otherwise NULL. */
static char *
copy_plain(const struct jsonfile *doc, struct span string)
{
	const char *s = doc->text.s + string.at + 1;
	size_t n = string.end - string.at - 2, i;

	for (i = 0; i < n; i++)
		if ((unsigned char)s[i] < ' ' || (unsigned char)s[i] > 0x7f || s[i] == '\\')
			return NULL;
	return memory_copy_n(s, n);
}

static char *
parse_key(const struct jsonfile *doc, struct span span)
{
	char *key = copy_plain(doc, span);
	json_t *json;

	if (key)
		return key;
	json = jsonfile_parse(doc, span);
	key = encoding_from_json(json_string_value(json), doc->foreign);
	json_decref(json);
	return key;
}

static void
take_key(struct cursor *c)
{
	struct span span;
	char *key;

	if (skip_to(c) != '"')
		jsonfile_damaged(c->doc, c->at, "a key in quotes is missing here");
	span = jsonfile_skip(c->doc, c->at);
	key = parse_key(c->doc, span);
	jsonfile_enter(c->doc, key);
	if (!keyset_add(&c->seen, key)) {
		free(key);
		jsonfile_wrong(c->doc, "is given twice");
	}
	c->key = key;
	c->at = span.end;
	if (skip_to(c) != ':')
		jsonfile_damaged(c->doc, c->at, "a ':' is missing here");
	c->at++;
}

static bool
at_end(struct cursor *c)
{
	char end = c->bracket == '{' ? '}' : ']', next = skip_to(c);

	if (next == end)
		return true;
	if (!c->count++)
		return false;
	if (next != ',')
		jsonfile_damaged(c->doc, c->at, "a ',' or a '%c' is missing here", end);
	c->at++;
	return false;
}

bool
cursor_next(struct cursor *c)
{
	drop_value(c);
	text_cut(&c->doc->place, c->place);
	if (at_end(c)) {
		guard_close(&c->guard);
		keyset_free(&c->seen);
		return false;
	}
	if (c->bracket == '{') {
		take_key(c);
	} else {
		c->i = c->count - 1;
		jsonfile_enter_element(c->doc, c->i);
	}
	skip_to(c);
	c->value = jsonfile_skip(c->doc, c->at);
	c->at = c->value.end;
	return true;
}

const json_t *
cursor_parse(struct cursor *c)
{
	c->parsed = jsonfile_parse(c->doc, c->value);
	return c->parsed;
}
