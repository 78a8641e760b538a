#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "util/encoding.h"
#include "util/jsontext.h"

static int
add_bytes(const char *s, size_t n, void *text)
{
	text_add_n(text, s, n);
	return 0;
}

/* What the letter after the backslash is, for characters that need one; 0: none. */
static char
escape_of(char c)
{
	static const char letters[256] = {['"'] = '"',
	    ['\\'] = '\\',
	    ['\b'] = 'b',
	    ['\f'] = 'f',
	    ['\n'] = 'n',
	    ['\r'] = 'r',
	    ['\t'] = 't'};

	return letters[(unsigned char)c];
}

/* Adds a string of ASCII as jansson does, which needs ten times as long. Returns false, and
   adds nothing, if it has other characters, or control characters without a letter. */
static bool
add_ascii(struct text *t, const char *s)
{
	size_t n = strlen(s), i, added = 0;
	char *to;

	text_reserve(t, 2 * n + 2);
	to = t->s + t->n;
	to[added++] = '"';
	for (i = 0; i < n; i++) {
		char letter = escape_of(s[i]);

		if (!letter && (s[i] < ' ' || s[i] > 0x7e))
			return false;
		if (letter)
			to[added++] = '\\';
		to[added++] = letter ? letter : s[i];
	}
	to[added++] = '"';
	text_added(t, added);
	return true;
}

void
jsontext_string(struct text *t, const char *s)
{
	char *encoded;
	json_t *json;

	if (add_ascii(t, s))
		return;
	encoded = encoding_to_json(s);
	json = json_string(encoded);

	json_dump_callback(json, add_bytes, t, JSON_ENCODE_ANY | JSON_ENSURE_ASCII);
	json_decref(json);
	free(encoded);
}

void
jsontext_comma(struct text *t, size_t i)
{
	if (i)
		text_add_char(t, ',');
}

void
jsontext_key(struct text *t, size_t i, const char *key)
{
	jsontext_comma(t, i);
	jsontext_string(t, key);
	text_add_char(t, ':');
}

void
jsontext_member(struct text *t, size_t i, const char *key, const char *value)
{
	jsontext_key(t, i, key);
	jsontext_string(t, value);
}

void
jsontext_words(struct text *t, const struct words *words)
{
	size_t i;

	text_add_char(t, '[');
	for (i = 0; i < words->n; i++) {
		jsontext_comma(t, i);
		jsontext_string(t, words->v[i]);
	}
	text_add_char(t, ']');
}
