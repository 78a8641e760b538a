#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "savefile/savefile_reader.h"

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
reader_parse(const json_t *json, uint64_t *number)
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
reader_number(const struct savefile_reader *r, const json_t *json, uint64_t max)
{
	uint64_t number = 0;
	const char *wrong = reader_parse(json, &number);

	if (!wrong && number > max)
		wrong = "is too large";
	if (wrong)
		jsonfile_wrong(&r->file, "%s", wrong);
	return number;
}

int64_t
reader_integer(const struct savefile_reader *r, const json_t *json)
{
	if (!json_is_integer(json))
		jsonfile_wrong(&r->file, "is not a whole number");
	return json_integer_value(json);
}

size_t
reader_index(
    const struct savefile_reader *r, const json_t *json, size_t n, const char *elements)
{
	int64_t index = reader_integer(r, json);

	if (index < 0 || (uint64_t)index >= n)
		jsonfile_wrong(&r->file, "%" PRId64 " is not the index of one of %zu %s", index,
		    n, elements);
	return (size_t)index;
}

const char *
reader_hash(const struct savefile_reader *r, const json_t *json, size_t digits)
{
	const char *s = json_string_value(json);

	if (!s || strlen(s) != digits || strspn(s, "0123456789abcdef") != digits)
		jsonfile_wrong(&r->file, "is not a hash of %zu hexadecimal digits", digits);
	return s;
}

char *
reader_text(struct savefile_reader *r, const json_t *json)
{
	if (json_is_string(json))
		return jsonfile_string(&r->file, json);
	if (!json_is_number(json))
		jsonfile_wrong(&r->file, "is neither a string nor a number");
	return json_dumps(json, JSON_ENCODE_ANY | JSON_REAL_PRECISION(15));
}

const char *
reader_member_text(struct savefile_reader *r, const json_t *json, const char *key)
{
	size_t place = jsonfile_enter(&r->file, key);
	const char *s = jsonfile_text(&r->file, json_object_get(json, key));

	text_cut(&r->file.place, place);
	return s;
}

char *
reader_name(struct savefile_reader *r, const json_t *json)
{
	char *name = jsonfile_text(&r->file, json);

	if (!*name)
		jsonfile_wrong(&r->file, "is empty");
	for (char *s = name; *s; s++)
		if ((unsigned char)*s < ' ' || *s == 0x7f)
			jsonfile_wrong(&r->file, "contains a control character");
	return name;
}

void
reader_object(const struct savefile_reader *r, const json_t *json)
{
	if (!json_is_object(json))
		jsonfile_wrong(&r->file, "is not an object");
}

struct walk
reader_open(struct savefile_reader *r, const json_t *json, size_t least, size_t most,
    const char *elements)
{
	size_t n = json_array_size(json);

	if (n < least || n > most)
		jsonfile_wrong(&r->file, "is not an array of %s", elements);
	return walk_open(&r->file, json, '[');
}

void
reader_words(struct savefile_reader *r, const json_t *json, struct words *words)
{
	for (struct walk w = walk_open(&r->file, json, '['); walk_next(&w);)
		words_take(words, jsonfile_string(&r->file, w.value));
}

size_t
reader_test(const struct savefile_reader *r, const char *name)
{
	const struct test *test = tests_find(&r->results->tests, name);

	if (!test)
		jsonfile_wrong(&r->file, "test '%s' is not listed in 'order'", name);
	return (size_t)(test - r->results->tests.v);
}

size_t
reader_put(const struct savefile_reader *r, const char *label)
{
	const struct put *put = puts_find(&r->results->puts, label);

	if (!put)
		jsonfile_wrong(&r->file, "no put has the label '%s'", label);
	return (size_t)(put - r->results->puts.v);
}
