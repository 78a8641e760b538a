#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "util/encoding.h"
#include "util/memory.h"
#include "util/text.h"

#define BYTES_FOLLOW "\xef\xbf\xbd" /* U+FFFD */

static bool
is_utf8(const char *s)
{
	json_t *json = json_string(s);

	json_decref(json);
	return json != NULL;
}

bool
encoding_is_ascii(const char *s)
{
	while (*s && (unsigned char)*s < 0x80)
		s++;
	return !*s;
}

/* Adds each byte as the character of that number. */
static void
widen(struct text *t, const char *s)
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
	struct text t = TEXT_EMPTY;

	for (; *s; s++) {
		unsigned char c = (unsigned char)*s;

		if (c > 0xc3) {
			text_free(&t);
			return NULL;
		}
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
encoding_to_json(const char *s)
{
	struct text t = TEXT_EMPTY;

	if (is_utf8(s) && !text_begins(s, BYTES_FOLLOW))
		return memory_copy(s);
	text_add(&t, BYTES_FOLLOW);
	widen(&t, s);
	return text_take(&t);
}

char *
encoding_from_json(const char *s, bool foreign)
{
	char *copy = memory_copy(s), *bytes;

	if (encoding_is_ascii(s))
		return copy;
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
