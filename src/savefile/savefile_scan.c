#include <string.h>

#include "savefile/savefile_scan.h"
#include "util/encoding.h"
#include "util/jsontext.h"

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

/* What follows the piece, if s begins with it; otherwise NULL. */
static const char *
skip(const char *s, const char *piece)
{
	while (*piece)
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

/* Adds the string that begins at s. */
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

/* "key":"text" */
static const char *
scan_part(const char *s, struct test *test)
{
	struct text key = TEXT_EMPTY, text = TEXT_EMPTY;

	s = scan_string(s, &key);
	s = s ? skip(s, ":") : NULL;
	s = s ? scan_string(s, &text) : NULL;
	text_add_n(&key, "", 0);
	if (s && !test_find(test, key.s))
		test_set(test, key.s, text_take(&text), 0);
	else
		s = NULL;
	text_free(&key);
	text_free(&text);
	return s;
}

const char *
savefile_scan_parts(const char *s, struct test *test)
{
	size_t n = 0;

	s = skip(s, "{");
	while (s && *s != '}') {
		s = n++ ? skip(s, ",") : s;
		s = s ? scan_part(s, test) : NULL;
	}
	return s ? s + 1 : NULL;
}

void
savefile_scan_free(struct savefile_scan *scan)
{
	words_free(&scan->keys);
}
