#ifndef DOCUMENT_H
#define DOCUMENT_H

#include <stdbool.h>
#include <stddef.h>

#include <jansson.h>

#include "util/text.h"

/* The text of a JSON file of many megabytes, of which only a piece at a time is made into a
   tree. What is wrong with it is said in one line and ends the program with STATUS_FAILURE. */
struct document {
	const char *path; /* as the user named it */
	struct text text;
	struct text place; /* of the value in hand: results."str::len".gcc-12[0][1] */
	bool foreign;      /* for encoding_from_json */
};

/* The bytes of one value. */
struct span {
	size_t at, end;
};

/* Reads the file and returns the span of its one value. Keeps path. */
struct span document_load(struct document *doc, const char *path);
void document_free(struct document *doc);

/* The span of the value that begins at that offset. Only its brackets and quotes are looked at;
   the rest is document_parse's. */
struct span document_skip(const struct document *doc, size_t at);
/* The offset of the first byte from there on that is no blank. */
size_t document_skip_blanks(const struct document *doc, size_t at);
/* The tree of a value; the caller drops its reference. */
json_t *document_parse(const struct document *doc, struct span span);

/* Adds a member or an element to the place, and returns its length before, for text_cut. */
size_t document_enter(struct document *doc, const char *key);
size_t document_enter_element(struct document *doc, size_t i);
/* A new string: json's, or what is wrong with it. */
char *document_string(const struct document *doc, const json_t *json);

/* "FILE:LINE:COL: ..." */
__attribute__((noreturn, format(printf, 3, 4))) void document_damaged(
    const struct document *doc, size_t at, const char *format, ...);
/* "FILE: PLACE: ..." */
__attribute__((noreturn, format(printf, 2, 3))) void document_wrong(
    const struct document *doc, const char *format, ...);

#endif
