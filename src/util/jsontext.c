#include <stdlib.h>

#include <jansson.h>

#include "util/encoding.h"
#include "util/jsontext.h"

static int
add_bytes(const char *s, size_t n, void *text)
{
	text_add_n(text, s, n);
	return 0;
}

void
jsontext_string(struct text *t, const char *s)
{
	char *encoded = encoding_to_json(s);
	json_t *json = json_string(encoded);

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
