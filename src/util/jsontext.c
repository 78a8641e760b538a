#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "util/jsontext.h"
#include "util/memory.h"

#define BYTES_FOLLOW "\xef\xbf\xbd" /* U+FFFD */

static bool
is_utf8(const char *s)
{
	json_t *json = json_string(s);

	json_decref(json);
	return json != NULL;
}

/* Adds each byte as the character of that number. */
static void
jsontext_widen(struct text *t, const char *s)
{
	for (; *s; s++) {
		unsigned char c = (unsigned char)*s;

		if (c >= 0x80)
			text_add_char(t, (char)(0xc0 | c >> 6));
		text_add_char(t, c < 0x80 ? *s : (char)(0x80 | (c & 0x3f)));
	}
}

/* Returns each character as the byte of that number, or NULL if one is above U+00FF. */
static char *
narrow(const char *s)
{
	FREED_BY(text_free) struct text t = TEXT_EMPTY;

	for (; *s; s++) {
		unsigned char c = (unsigned char)*s;

		if (c > 0xc3)
			return NULL;
		if (c >= 0x80)
			c = (unsigned char)(c << 6 | ((unsigned char)*++s & 0x3f));
		text_add_char(&t, (char)c);
	}
	return text_take(&t);
}

/* Replaces s, valid UTF-8, by the UTF-8 string that was encoded once more, if one was. */
static char *
undo(char *s)
{
	char *bytes = narrow(s);

	if (!bytes || !is_utf8(bytes)) {
		free(bytes);
		return s;
	}
	free(s);
	return bytes;
}

char *
jsontext_decode(const char *s, bool foreign)
{
	char *copy, *bytes;

	if (text_is_ascii(s))
		return NULL;
	copy = memory_copy(s);
	if (foreign)
		copy = undo(undo(copy));
	if (!text_begins(copy, BYTES_FOLLOW))
		return copy;
	bytes = narrow(copy + strlen(BYTES_FOLLOW));
	if (!bytes)
		return copy;
	free(copy);
	return bytes;
}

static int
add_bytes(const char *s, size_t n, void *text)
{
	text_add_n(text, s, n);
	return 0;
}

void
jsontext_string(struct text *t, const char *s)
{
	json_t *json = text_begins(s, BYTES_FOLLOW) ? NULL : json_string(s);
	FREED_BY(text_free) struct text encoded = TEXT_EMPTY;

	if (!json) {
		text_add(&encoded, BYTES_FOLLOW);
		jsontext_widen(&encoded, s);
		json = json_string(encoded.s);
	}
	json_dump_callback(json, add_bytes, t, JSON_ENCODE_ANY | JSON_ENSURE_ASCII);
	json_decref(json);
}

void
jsontext_comma(struct text *t)
{
	if (t->n && t->s[t->n - 1] != '{' && t->s[t->n - 1] != '[')
		text_add_char(t, ',');
}

void
jsontext_key(struct text *t, const char *key)
{
	jsontext_comma(t);
	jsontext_string(t, key);
	text_add_char(t, ':');
}

void
jsontext_member(struct text *t, const char *key, const char *value)
{
	jsontext_key(t, key);
	jsontext_string(t, value);
}

void
jsontext_numbers(struct text *t, const uint64_t *numbers, size_t n)
{
	text_add_char(t, '[');
	for (size_t i = 0; i < n; i++) {
		jsontext_comma(t);
		text_add_number(t, numbers[i]);
	}
	text_add_char(t, ']');
}

void
jsontext_words(struct text *t, const struct words *words)
{
	text_add_char(t, '[');
	for (size_t i = 0; i < words->n; i++) {
		jsontext_comma(t);
		jsontext_string(t, words->v[i]);
	}
	text_add_char(t, ']');
}
