#include <inttypes.h>
#include <limits.h>

#include "savefile/savefile_member.h"
#include "util/array.h"
#include "util/date.h"
#include "util/jsontext.h"

static uint64_t
number_at(const void *value, const struct member *member)
{
	return member->size == sizeof(unsigned) ? *(const unsigned *)value
	                                        : *(const uint64_t *)value;
}

/* Returns false if there is no value. */
static bool
member_add_value(struct text *t, const void *value, const struct member *member)
{
	const char *const *s = value;
	const int64_t *integer = value;
	const struct words *words = value;

	switch (member->type) {
	case MEMBER_TEXT:
		if (*s)
			jsontext_string(t, *s);
		return *s;
	case MEMBER_NUMBER:
		text_add_number(t, number_at(value, member));
		return member->needed || number_at(value, member);
	case MEMBER_INTEGER:
		text_addf(t, "%" PRId64, *integer);
		return *integer;
	case MEMBER_HASH:
		text_addf(t, "\"%016" PRIx64 "\"", *(const uint64_t *)value);
		return member->needed || *integer;
	case MEMBER_DATE:
		if (*integer) {
			text_add_char(t, '"');
			date_add(t, *integer);
			text_add_char(t, '"');
		}
		return *integer;
	case MEMBER_BOOL:
		text_add(t, *(const bool *)value ? "true" : "false");
		return true;
	case MEMBER_WORDS:
		jsontext_words(t, words);
		return true;
	case MEMBER_CUSTOM:
	default:
		return false;
	}
}

static int64_t
member_read_date(const struct savefile_reader *r, const json_t *json)
{
	const char *s = json_string_value(json);
	int64_t date;

	if (!s || !date_parse(s, &date))
		jsonfile_wrong(&r->file, "is not a date such as 2026-11-23T03:00:00Z");
	return date;
}

static bool
member_read_bool(const struct savefile_reader *r, const json_t *json)
{
	if (!json_is_boolean(json))
		jsonfile_wrong(&r->file, "is not true or false");
	return json_is_true(json);
}

static void
member_read_number(
    struct savefile_reader *r, const json_t *json, void *value, const struct member *member)
{
	bool small = member->size == sizeof(unsigned);
	uint64_t most = member->most ? member->most : small ? UINT_MAX : READER_MOST;
	uint64_t number = reader_number(r, json, most);

	if (small)
		*(unsigned *)value = (unsigned)number;
	else
		*(uint64_t *)value = number;
}

static void
member_read_value(
    struct savefile_reader *r, const json_t *json, void *value, const struct member *member)
{
	/* There is no cell before the first results. */
	if (!value)
		return;
	switch (member->type) {
	case MEMBER_TEXT:
		*(char **)value = jsonfile_string(&r->file, json);
		break;
	case MEMBER_NUMBER:
		member_read_number(r, json, value, member);
		break;
	case MEMBER_INTEGER:
		*(int64_t *)value = reader_integer(r, json);
		break;
	case MEMBER_HASH:
		*(uint64_t *)value = strtoull(reader_hash(r, json, 16), NULL, 16);
		break;
	case MEMBER_DATE:
		*(int64_t *)value = member_read_date(r, json);
		break;
	case MEMBER_BOOL:
		*(bool *)value = member_read_bool(r, json);
		break;
	case MEMBER_WORDS:
		words_free(value);
		reader_words(r, json, value);
		break;
	case MEMBER_CUSTOM:
	default:
		break;
	}
}

static bool
member_add_one(
    struct text *t, const struct member_of *of, const void *base, const struct member *member)
{
	if (member->constant) {
		text_add(t, member->constant);
		return true;
	}
	if (member->inner)
		return member_add(t, of, NULL, member->inner);
	if (member->add)
		return member->add(t, of);
	return base && member_add_value(t, (const char *)base + member->offset, member);
}

/* Returns true if any put has a value. */
static bool
member_add_puts(struct text *t, struct member_of of, const struct member *member)
{
	const struct results *results = of.results;
	bool labels = member->each == MEMBER_LABELS, any = false;
	bool put_only = member->each == MEMBER_ALL;

	text_add_char(t, labels ? '{' : '[');
	for (size_t i = 0; i < results->puts.n; i++) {
		size_t start = t->n;

		of.put = &results->puts.v[i];
		if (of.test)
			of.cell =
			    results_cell(results, (size_t)(of.test - results->tests.v), i);
		if (labels)
			jsontext_key(t, of.put->label);
		else
			jsontext_comma(t);
		if (member_add_one(t, &of, put_only ? (const void *)of.put : of.cell, member)) {
			any = true;
			continue;
		}
		text_cut(t, start);
		if (labels)
			continue;
		jsontext_comma(t);
		text_add(t, "null");
	}
	text_add_char(t, labels ? '}' : ']');
	return any;
}

static void
member_add_tests(struct text *t, struct member_of of, const struct member *member)
{
	text_add_char(t, '{');
	for (size_t i = 0; i < of.results->tests.n; i++) {
		of.test = &of.results->tests.v[i];
		jsontext_key(t, of.test->name);
		replace_flush(of.out);
		member_add_one(t, &of, NULL, member);
	}
	text_add_char(t, '}');
}

bool
member_add(
    struct text *t, const struct member_of *of, const void *base, const struct member *member)
{
	if (member->each == MEMBER_ONE)
		return member_add_one(t, of, base, member);
	if (member->each != MEMBER_TESTS)
		return member_add_puts(t, *of, member) || member->always;
	member_add_tests(t, *of, member);
	return true;
}

void
members_add_open(struct text *t, const struct member_of *of, const void *base,
    const struct member *members, size_t n)
{
	struct member_of own = *of;

	for (size_t i = 0; i < n; i++) {
		size_t start = t->n;

		if (!members[i].add && !members[i].type && !members[i].constant &&
		    !members[i].inner)
			continue;
		own.field = members[i].field;
		jsontext_key(t, members[i].key);
		if (!member_add(t, &own, base, &members[i]))
			text_cut(t, start);
	}
}

void
members_add(struct text *t, const struct member_of *of, const void *base,
    const struct member *members, size_t n)
{
	text_add_char(t, '{');
	members_add_open(t, of, base, members, n);
	text_add_char(t, '}');
}

static void
member_read_one(
    struct savefile_reader *r, const json_t *json, void *base, const struct member *member)
{
	if (member->inner)
		member_read(r, json, NULL, member->inner);
	else if (member->read)
		member->read(r, json);
	else
		member_read_value(r, json, (char *)base + member->offset, member);
}

static void
member_read_tests(struct savefile_reader *r, const json_t *json, const struct member *member)
{
	const struct tests *tests = &r->results->tests;
	bool *seen = jsonfile_new(&r->file, tests->n);

	for (struct walk w = walk_open(&r->file, json, '{'); walk_next(&w);) {
		r->test = reader_test(r, w.key);
		if (seen[r->test])
			jsonfile_wrong(&r->file, "is given twice");
		seen[r->test] = true;
		member_read_one(r, w.value, NULL, member);
	}
	for (size_t i = 0; member->needed && i < tests->n; i++)
		if (!seen[i])
			jsonfile_wrong(&r->file, "test '%s', listed in 'order', is missing",
			    tests->v[i].name);
}

static void
member_read_puts(struct savefile_reader *r, const json_t *json, const struct member *member)
{
	const struct results *results = r->results;
	bool labels = member->each == MEMBER_LABELS;

	if (!labels && json_array_size(json) != results->puts.n)
		jsonfile_wrong(&r->file, "must have one element for each put in 'perls'");
	for (struct walk w = walk_open(&r->file, json, labels ? '{' : '['); walk_next(&w);) {
		r->put = labels ? reader_put(r, w.key) : w.i;
		r->cell = results->cells ? results_cell(results, r->test, r->put) : NULL;
		if (member->each != MEMBER_PUTS || !json_is_null(w.value))
			member_read_one(r, w.value,
			    member->each == MEMBER_ALL ? (void *)&results->puts.v[r->put]
			                               : r->cell,
			    member);
	}
}

void
member_read(
    struct savefile_reader *r, const json_t *json, void *base, const struct member *member)
{
	r->field = member->field;
	if (member->each == MEMBER_ONE)
		member_read_one(r, json, base, member);
	else if (member->each == MEMBER_TESTS)
		member_read_tests(r, json, member);
	else
		member_read_puts(r, json, member);
}

void
members_read(struct savefile_reader *r, const json_t *json, void *base,
    const struct member *members, size_t n)
{
	ARRAY_EACH(const struct member, member, members, n) {
		const json_t *value = json_object_get(json, member->key);
		size_t place = jsonfile_enter(&r->file, member->key);

		if (!value && member->needed && (member->read || member->each))
			jsonfile_wrong(&r->file, "is missing");
		if ((value || member->needed) &&
		    (member->read || member->type || member->inner))
			member_read(r, value, base, member);
		text_cut(&r->file.place, place);
	}
}
