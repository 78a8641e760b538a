#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "util/jsonfile.h"
#include "util/encoding.h"
#include "util/file.h"
#include "util/memory.h"
#include "util/message.h"

/* Keeps a message on one line. */
static void
blank_controls(char *s)
{
	for (; *s; s++)
		if ((unsigned char)*s < ' ' || *s == 0x7f)
			*s = ' ';
}

void
jsonfile_damaged(const struct jsonfile *doc, size_t at, const char *format, ...)
{
	size_t i, line = 1, start = 0;
	char what[512];
	va_list list;

	for (i = 0; i < at; i++) {
		if (doc->text.s[i] != '\n')
			continue;
		line++;
		start = i + 1;
	}
	va_start(list, format);
	vsnprintf(what, sizeof what, format, list);
	va_end(list);
	blank_controls(what);
	message_die(STATUS_FAILURE, "%s:%zu:%zu: damaged JSON: %s", doc->path, line,
	    at - start + 1, what);
}

void
jsonfile_wrong(const struct jsonfile *doc, const char *format, ...)
{
	char what[512];
	va_list list;

	va_start(list, format);
	vsnprintf(what, sizeof what, format, list);
	va_end(list);
	blank_controls(what);
	if (doc->place.n)
		message_die(STATUS_FAILURE, "%s: %s: %s", doc->path, doc->place.s, what);
	message_die(STATUS_FAILURE, "%s: %s", doc->path, what);
}

size_t
jsonfile_skip_blanks(const struct jsonfile *doc, size_t at)
{
	while (at < doc->text.n && doc->text.s[at] && strchr(" \t\r\n", doc->text.s[at]))
		at++;
	return at;
}

__attribute__((noreturn)) static void
ends_early(const struct jsonfile *doc)
{
	jsonfile_damaged(doc, doc->text.n, "the file ends early; was it cut off?");
}

/* at: the opening quote. Returns the offset after the closing one. The text ends with a NUL;
   one before that is no concern of the quotes. */
static size_t
skip_string(const struct jsonfile *doc, size_t at)
{
	static const bool stops[256] = {['"'] = true, ['\\'] = true, ['\0'] = true};
	const char *s = doc->text.s;

	for (at++; at < doc->text.n; at++) {
		while (!stops[(unsigned char)s[at]])
			at++;
		if (s[at] == '"')
			return at + 1;
		if (s[at] == '\\')
			at++;
	}
	ends_early(doc);
}

static bool
opens(char c)
{
	return c == '{' || c == '[';
}

static bool
closes(char c)
{
	return c == '}' || c == ']';
}

static size_t
skip_brackets(const struct jsonfile *doc, size_t at)
{
	const char *s = doc->text.s;
	size_t depth = 0;

	while (at < doc->text.n) {
		char c = s[at];

		at = c == '"' ? skip_string(doc, at) : at + 1;
		if (opens(c))
			depth++;
		else if (closes(c) && !--depth)
			return at;
	}
	ends_early(doc);
}

/* A number or a word such as true. */
static size_t
skip_word(const struct jsonfile *doc, size_t at)
{
	size_t end = at;

	while (end < doc->text.n && doc->text.s[end] &&
	       !strchr(" \t\r\n,:{}[]\"", doc->text.s[end]))
		end++;
	if (end == at)
		jsonfile_damaged(doc, at, "a value is missing here");
	return end;
}

static int
compare_starts(const void *a, const void *b)
{
	const struct span *x = a, *y = b;

	return x->at < y->at ? -1 : x->at > y->at;
}

static struct span
skip_noted(const struct jsonfile *doc, struct span span)
{
	const struct span *noted =
	    doc->outer_count
	        ? bsearch(&span, doc->outer, doc->outer_count, sizeof span, compare_starts)
	        : NULL;

	if (noted)
		return *noted;
	span.end = skip_brackets(doc, span.at);
	return span;
}

struct span
jsonfile_skip(const struct jsonfile *doc, size_t at)
{
	struct span span = {at, at};

	if (at == doc->text.n)
		ends_early(doc);
	if (doc->text.s[at] == '"')
		span.end = skip_string(doc, at);
	else if (opens(doc->text.s[at]))
		span = skip_noted(doc, span);
	else
		span.end = skip_word(doc, at);
	return span;
}

static void
add_outer(struct jsonfile *doc, struct span span)
{
	/* Room for a power of two. */
	if (!(doc->outer_count & (doc->outer_count - 1)))
		doc->outer = memory_resize(
		    doc->outer, doc->outer_count ? 2 * doc->outer_count : 1, sizeof span);
	doc->outer[doc->outer_count++] = span;
}

/* Skips the value of the whole file. */
static struct span
skip_all(struct jsonfile *doc, size_t start)
{
	const char *s = doc->text.s;
	size_t depth = 0, middle = 0, at = start, end;

	if (!opens(s[start]))
		return jsonfile_skip(doc, start);
	for (; at < doc->text.n; at = end) {
		char c = s[at];

		end = at + 1;
		if (c == '"')
			end = skip_string(doc, at);
		if (opens(c) && depth == 2)
			end = skip_brackets(doc, at);
		if (opens(c) && depth == 1)
			middle = doc->outer_count;
		if (opens(c) && depth)
			add_outer(doc, (struct span){at, end});
		if (opens(c) && depth < 2)
			depth++;
		else if (closes(c) && !--depth)
			return (struct span){start, end};
		if (closes(c))
			doc->outer[middle].end = end;
	}
	ends_early(doc);
}

struct span
jsonfile_load(struct jsonfile *doc, const char *path)
{
	struct span span;
	size_t rest;

	*doc = (struct jsonfile){.path = path, .text = TEXT_EMPTY, .place = TEXT_EMPTY};
	if (!file_read(path, &doc->text))
		message_die(STATUS_FAILURE, "%s: cannot read: %s", path, strerror(errno));
	if (!doc->text.n)
		message_die(STATUS_FAILURE, "%s: the file is empty", path);
	span = skip_all(doc, jsonfile_skip_blanks(doc, 0));
	rest = jsonfile_skip_blanks(doc, span.end);
	if (rest < doc->text.n)
		jsonfile_damaged(doc, rest, "more text follows its end");
	return span;
}

void
jsonfile_free(struct jsonfile *doc)
{
	text_free(&doc->text);
	text_free(&doc->place);
	free(doc->outer);
}

json_t *
jsonfile_parse(const struct jsonfile *doc, struct span span)
{
	json_error_t error;
	json_t *json = json_loadb(doc->text.s + span.at, span.end - span.at,
	    JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, &error);

	if (!json)
		jsonfile_damaged(doc, span.at + (size_t)error.position, "%s",
		    json_error_code(&error) == json_error_null_character
		        ? "a string holds \\u0000"
		        : error.text);
	return json;
}

static bool
is_plain_char(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_' || c == '-' || c == '+';
}

/* Names that can be told from the rest of the place without quotes. */
static bool
is_plain(const char *key)
{
	const char *s = key;

	while (is_plain_char(*s))
		s++;
	return *key && !*s;
}

size_t
jsonfile_enter(struct jsonfile *doc, const char *key)
{
	size_t before = doc->place.n;
	const char *quote;

	if (before)
		text_add_char(&doc->place, '.');
	quote = is_plain(key) ? "" : "\"";
	text_add(&doc->place, quote);
	text_add(&doc->place, key);
	text_add(&doc->place, quote);
	blank_controls(doc->place.s + before);
	return before;
}

size_t
jsonfile_enter_element(struct jsonfile *doc, size_t i)
{
	size_t before = doc->place.n;

	text_add_char(&doc->place, '[');
	text_add_number(&doc->place, i);
	text_add_char(&doc->place, ']');
	return before;
}

char *
jsonfile_string(const struct jsonfile *doc, const json_t *json)
{
	if (!json_is_string(json))
		jsonfile_wrong(doc, "is not a string");
	return encoding_from_json(json_string_value(json), doc->foreign);
}
