#include <errno.h>
#include <stdarg.h>
#include <string.h>

#include "util/document.h"
#include "util/encoding.h"
#include "util/file.h"
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
document_damaged(const struct document *doc, size_t at, const char *format, ...)
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
document_wrong(const struct document *doc, const char *format, ...)
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

struct span
document_load(struct document *doc, const char *path)
{
	struct span span;
	size_t rest;

	*doc = (struct document){.path = path, .text = TEXT_EMPTY, .place = TEXT_EMPTY};
	if (!file_read(path, &doc->text))
		message_die(STATUS_FAILURE, "%s: cannot read: %s", path, strerror(errno));
	if (!doc->text.n)
		message_die(STATUS_FAILURE, "%s: the file is empty", path);
	span = document_skip(doc, document_skip_blanks(doc, 0));
	rest = document_skip_blanks(doc, span.end);
	if (rest < doc->text.n)
		document_damaged(doc, rest, "more text follows its end");
	return span;
}

void
document_free(struct document *doc)
{
	text_free(&doc->text);
	text_free(&doc->place);
}

size_t
document_skip_blanks(const struct document *doc, size_t at)
{
	while (at < doc->text.n && doc->text.s[at] && strchr(" \t\r\n", doc->text.s[at]))
		at++;
	return at;
}

__attribute__((noreturn)) static void
ends_early(const struct document *doc)
{
	document_damaged(doc, doc->text.n, "the file ends early; was it cut off?");
}

/* at: the opening quote. Returns the offset after the closing one. */
static size_t
skip_string(const struct document *doc, size_t at)
{
	const char *s = doc->text.s;

	for (at++; at < doc->text.n && s[at] != '"'; at++)
		if (s[at] == '\\')
			at++;
	if (at >= doc->text.n)
		ends_early(doc);
	return at + 1;
}

static size_t
skip_brackets(const struct document *doc, size_t at)
{
	const char *s = doc->text.s;
	size_t depth = 0;

	while (at < doc->text.n) {
		char c = s[at];

		at = c == '"' ? skip_string(doc, at) : at + 1;
		if (c == '{' || c == '[')
			depth++;
		else if ((c == '}' || c == ']') && !--depth)
			return at;
	}
	ends_early(doc);
}

/* A number or a word such as true. */
static size_t
skip_word(const struct document *doc, size_t at)
{
	size_t end = at;

	while (end < doc->text.n && doc->text.s[end] &&
	       !strchr(" \t\r\n,:{}[]\"", doc->text.s[end]))
		end++;
	if (end == at)
		document_damaged(doc, at, "a value is missing here");
	return end;
}

struct span
document_skip(const struct document *doc, size_t at)
{
	struct span span = {at, at};

	if (at == doc->text.n)
		ends_early(doc);
	if (doc->text.s[at] == '"')
		span.end = skip_string(doc, at);
	else if (doc->text.s[at] == '{' || doc->text.s[at] == '[')
		span.end = skip_brackets(doc, at);
	else
		span.end = skip_word(doc, at);
	return span;
}

json_t *
document_parse(const struct document *doc, struct span span)
{
	json_error_t error;
	json_t *json = json_loadb(doc->text.s + span.at, span.end - span.at,
	    JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, &error);

	if (!json)
		document_damaged(doc, span.at + (size_t)error.position, "%s",
		    json_error_code(&error) == json_error_null_character
		        ? "a string holds \\u0000"
		        : error.text);
	return json;
}

/* Names that can be told from the rest of the place without quotes. */
static bool
is_plain(const char *key)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	                            "0123456789_-+";

	return *key && !key[strspn(key, plain)];
}

size_t
document_enter(struct document *doc, const char *key)
{
	size_t before = doc->place.n;

	if (before)
		text_add_char(&doc->place, '.');
	text_addf(&doc->place, is_plain(key) ? "%s" : "\"%s\"", key);
	blank_controls(doc->place.s + before);
	return before;
}

size_t
document_enter_element(struct document *doc, size_t i)
{
	size_t before = doc->place.n;

	text_addf(&doc->place, "[%zu]", i);
	return before;
}

char *
document_string(const struct document *doc, const json_t *json)
{
	if (!json_is_string(json))
		document_wrong(doc, "is not a string");
	return encoding_from_json(json_string_value(json), doc->foreign);
}
