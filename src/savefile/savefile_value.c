#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "savefile/savefile_value.h"
#include "util/encoding.h"
#include "util/walk.h"

static const char no_number[] = "is not a whole number of 0 or more";

static const char *
parse_digits(const char *s, uint64_t *number)
{
	if (!*s || s[strspn(s, "0123456789")])
		return no_number;
	errno = 0;
	*number = strtoull(s, NULL, 10);
	return errno ? "is too large" : NULL;
}

const char *
savefile_value_parse(const json_t *json, uint64_t *number)
{
	if (!json)
		return "is missing";
	if (json_is_string(json))
		return parse_digits(json_string_value(json), number);
	if (!json_is_integer(json) || json_integer_value(json) < 0)
		return no_number;
	*number = (uint64_t)json_integer_value(json);
	return NULL;
}

uint64_t
savefile_value_number(const struct jsonfile *doc, const json_t *json, uint64_t max)
{
	uint64_t number = 0;
	const char *wrong = savefile_value_parse(json, &number);

	if (!wrong && number > max)
		wrong = "is too large";
	if (wrong)
		jsonfile_wrong(doc, "%s", wrong);
	return number;
}

int64_t
savefile_value_integer(const struct jsonfile *doc, const json_t *json)
{
	if (!json_is_integer(json))
		jsonfile_wrong(doc, "is not a whole number");
	return json_integer_value(json);
}

size_t
savefile_value_index(
    const struct jsonfile *doc, const json_t *json, size_t n, const char *elements)
{
	int64_t index = savefile_value_integer(doc, json);

	if (index < 0 || (uint64_t)index >= n)
		jsonfile_wrong(
		    doc, "%" PRId64 " is not the index of one of %zu %s", index, n, elements);
	return (size_t)index;
}

char *
savefile_value_text(const struct jsonfile *doc, const json_t *json)
{
	if (json_is_string(json))
		return encoding_from_json(json_string_value(json), doc->foreign);
	if (!json_is_number(json))
		jsonfile_wrong(doc, "is neither a string nor a number");
	return json_dumps(json, JSON_ENCODE_ANY | JSON_REAL_PRECISION(15));
}

char *
savefile_value_name(const struct jsonfile *doc, const json_t *json)
{
	char *name = jsonfile_string(doc, json), *s;
	const char *wrong = *name ? NULL : "is empty";

	for (s = name; *s; s++)
		if ((unsigned char)*s < ' ' || *s == 0x7f)
			wrong = "contains a control character";
	if (!wrong)
		return name;
	free(name);
	jsonfile_wrong(doc, "%s", wrong);
}

void
savefile_value_words(struct jsonfile *doc, const json_t *json, struct words *words)
{
	struct walk w;

	walk_open(&w, doc, json, '[');
	while (walk_next(&w))
		words_take(words, jsonfile_string(doc, w.value));
}

void
savefile_value_open_puts(struct walk *w, struct jsonfile *doc, const json_t *list, size_t n)
{
	if (json_array_size(list) != n)
		jsonfile_wrong(doc, "must have one element for each put in 'perls'");
	walk_open(w, doc, list, '[');
}

bool
savefile_value_is_hex(const char *s, size_t n)
{
	return strlen(s) == n && strspn(s, "0123456789abcdef") == n;
}
