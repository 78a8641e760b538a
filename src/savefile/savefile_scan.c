#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "savefile/savefile_scan.h"
#include "util/encoding.h"
#include "util/jsontext.h"
#include "util/memory.h"

/* Keys of nothing else are the same in every encoding. */
#define PLAIN_KEY "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.+-:/ "

void
savefile_scan_open(struct savefile_scan *scan, const struct puts *puts)
{
	size_t i;

	for (i = 0; i < puts->n; i++) {
		struct text key = TEXT_EMPTY;

		/* Other labels may be encoded in several ways, and have no key. */
		if (encoding_is_ascii(puts->v[i].label))
			jsontext_key(&key, 0, puts->v[i].label);
		words_take(&scan->keys, text_take(&key));
	}
}

/* What follows the piece, if s is not NULL and begins with it; otherwise NULL. */
static const char *
skip(const char *s, const char *piece)
{
	while (s && *piece)
		if (*s++ != *piece++)
			return NULL;
	return s;
}

/* At most 19 digits, which cannot overflow. */
static const char *
scan_number(const char *s, uint64_t *number)
{
	const char *start = s;
	uint64_t n = 0;

	for (; *s >= '0' && *s <= '9'; s++)
		n = n * 10 + (uint64_t)(*s - '0');
	*number = n;
	return s > start && s - start < 20 ? s : NULL;
}

/* {"Ir":"123","Dr":"45",...} */
static const char *
scan_counts(const char *s, struct counts *counts)
{
	enum field f;

	for (f = 0; s && f < FIELD_COUNT; f++) {
		s = skip(s, f ? ",\"" : "{\"");
		s = s ? skip(s, field_name(f)) : NULL;
		s = s ? skip(s, "\":\"") : NULL;
		s = s ? scan_number(s, &counts->of[f]) : NULL;
		s = s ? skip(s, "\"") : NULL;
	}
	return s ? skip(s, "}") : NULL;
}

/* [[empty short,empty long],[active short,active long]] */
static const char *
scan_cell(const char *s, struct cell *cell)
{
	enum variant v;
	enum length l;

	for (v = 0; v < VARIANT_COUNT; v++)
		for (l = 0; s && l < LENGTH_COUNT; l++) {
			s = skip(s, l ? "," : v ? "],[" : "[[");
			s = s ? scan_counts(s, &cell->counts[v][l]) : NULL;
		}
	return s ? skip(s, "]]") : NULL;
}

const char *
savefile_scan_row(const struct savefile_scan *scan, const char *s, struct cell *cells)
{
	size_t i, n = 0;

	s = skip(s, "{");
	for (i = 0; s && i < scan->keys.n; i++) {
		const char *key = scan->keys.v[i], *value = n ? skip(s, ",") : s;

		value = value && *key ? skip(value, key) : NULL;
		if (!value)
			continue;
		s = scan_cell(value, &cells[i]);
		cells[i].measured = s != NULL;
		n++;
	}
	return s ? skip(s, "}") : NULL;
}

/* The character that a backslash and c stand for; 0: none, or one that is not so simple. */
static char
unescaped(char c)
{
	static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
	const char *letter = c ? strchr(letters, c) : NULL;

	return letter ? meanings[letter - letters] : '\0';
}

static bool
is_plain(char c)
{
	return c >= ' ' && c <= '~' && c != '"' && c != '\\';
}

/* Adds the string that begins at s, if that is not NULL. */
static const char *
scan_string(const char *s, struct text *t)
{
	s = skip(s, "\"");
	while (s && *s != '"') {
		const char *start = s;

		while (is_plain(*s))
			s++;
		text_add_n(t, start, (size_t)(s - start));
		if (*s == '\\' && unescaped(s[1])) {
			text_add_char(t, unescaped(s[1]));
			s += 2;
		} else if (*s != '"') {
			return NULL;
		}
	}
	return s ? s + 1 : NULL;
}

/* "key":"text"; both texts are emptied first. */
static const char *
scan_part(const char *s, struct test *test, struct text *key, struct text *text)
{
	text_cut(key, 0);
	text_cut(text, 0);
	s = scan_string(s, key);
	s = skip(s, ":");
	s = scan_string(s, text);
	text_add_n(key, "", 0);
	if (!s || test_find(test, key->s))
		return NULL;
	test_set(test, key->s, memory_copy_n(text->s, text->n), 0);
	return s;
}

const char *
savefile_scan_parts(const char *s, struct test *test)
{
	struct text key = TEXT_EMPTY, text = TEXT_EMPTY;
	size_t n = 0;

	s = skip(s, "{");
	while (s && *s != '}') {
		s = n++ ? skip(s, ",") : s;
		s = s ? scan_part(s, test, &key, &text) : NULL;
	}
	text_free(&key);
	text_free(&text);
	return s ? s + 1 : NULL;
}

/* A number of JSON, not above most. */
static const char *
scan_integer(const char *s, uint64_t most, uint64_t *number)
{
	const char *end = s ? scan_number(s, number) : NULL;

	return end && *number <= most && (*s != '0' || end == s + 1) ? end : NULL;
}

/* "key":"text", and a comma; or nothing. */
static const char *
scan_place(const char *s, const char *key, struct text *t)
{
	const char *value = skip(s, key);

	if (!value)
		return s;
	text_add_n(t, "", 0);
	return skip(scan_string(value, t), ",");
}

/* The part from *k on that the key is of, if it is written as it is. */
static const char *
scan_part_key(const char *s, const struct test *test, size_t *k)
{
	for (; *k < test->part_count; ++*k) {
		const char *key = test->parts[*k].key, *end = skip(skip(s, "\""), key);

		end = skip(end, "\":");
		if (end && !key[strspn(key, PLAIN_KEY)])
			return end;
	}
	return NULL;
}

/* {"code":12,...}, in the order of the test's parts. */
static const char *
scan_lines(const char *s, struct test *test, bool *has_desc)
{
	size_t n = 0, k;

	s = skip(s, "{");
	for (k = 0; s && *s != '}'; k++) {
		uint64_t line = 0;

		s = n++ ? skip(s, ",") : s;
		s = s ? scan_part_key(s, test, &k) : NULL;
		s = scan_integer(s, UINT_MAX, &line);
		if (!s)
			return NULL;
		test->parts[k].line = (unsigned)line;
		*has_desc |= !strcmp(test->parts[k].key, "desc");
	}
	return s ? s + 1 : NULL;
}

/* null or "0123456789abcdef" */
static const char *
scan_text_hash(const char *s, struct cell *cell)
{
	enum { DIGITS = 16 };
	const char *digits = skip(s, "\"");

	if (!digits) {
		cell->text_hash = 0;
		return skip(s, "null");
	}
	if (strspn(digits, "0123456789abcdef") != DIGITS)
		return NULL;
	cell->text_hash = strtoull(digits, NULL, 16);
	return skip(digits + DIGITS, "\"");
}

/* null or 123 */
static const char *
scan_size(const char *s, struct cell *cell)
{
	const char *unknown = skip(s, "null");

	cell->sized = !unknown;
	return unknown ? unknown : scan_integer(s, UINT_MAX, &cell->size);
}

/* [value,...], one for each cell of the row. */
static const char *
scan_cells(const char *s, struct results *results, size_t row,
    const char *(*scan)(const char *s, struct cell *cell))
{
	size_t i;

	s = skip(s, "[");
	for (i = 0; s && i < results->puts.n; i++) {
		s = i ? skip(s, ",") : s;
		s = s ? scan(s, results_cell(results, row, i)) : NULL;
	}
	return skip(s, "]");
}

const char *
savefile_scan_origin(
    const char *s, struct results *results, size_t row, struct text *file, struct text *dir)
{
	struct test *test = &results->tests.v[row];
	bool has_desc = false;
	const char *sizes;
	uint64_t line = 0;

	s = scan_place(skip(s, "{"), "\"file\":", file);
	s = scan_place(s, "\"dir\":", dir);
	s = scan_integer(skip(s, "\"line\":"), UINT_MAX, &line);
	s = skip(s, ",\"lines\":");
	s = s ? scan_lines(s, test, &has_desc) : NULL;
	s = scan_cells(skip(s, ",\"texts\":"), results, row, scan_text_hash);
	sizes = skip(s, ",\"sizes\":");
	s = skip(sizes ? scan_cells(sizes, results, row, scan_size) : s, "}");
	if (!s)
		return NULL;
	test->line = (unsigned)line;
	if (!has_desc)
		test_remove_desc(test);
	return s;
}

void
savefile_scan_free(struct savefile_scan *scan)
{
	words_free(&scan->keys);
}
