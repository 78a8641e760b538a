#ifndef JSONFILE_H
#define JSONFILE_H

#include <stdbool.h>
#include <stddef.h>

#include <jansson.h>

#include "util/text.h"

/* The bytes of one value. */
struct span {
	size_t at, end;
};

/* The text of a JSON file of many megabytes, which is parsed one piece at a time. An error ends
   the program with STATUS_FAILURE and one line that says what is wrong and where. */
struct jsonfile {
	const char *path; /* as the user named it; borrowed */
	struct text text;
	struct text place; /* of the current value: results."str::len".gcc-12[0][1] */
	bool foreign;      /* for encoding_from_json */
	/* private: the objects and arrays within the outermost value, and those within these,
	   in order: jsonfile_load has skipped them, and jsonfile_skip need not do it again */
	struct span *outer;
	size_t outer_count;
};

/* Reads the file and returns the span of its one value. */
struct span jsonfile_load(struct jsonfile *doc, const char *path);
void jsonfile_free(struct jsonfile *doc);

/* The span of the value that begins at that offset. Checks only brackets and quotes; the rest
   is left to jsonfile_parse. */
struct span jsonfile_skip(const struct jsonfile *doc, size_t at);
/* The offset of the first byte from at on that is not a blank. */
size_t jsonfile_skip_blanks(const struct jsonfile *doc, size_t at);
/* Parses a value; the caller drops the reference. */
json_t *jsonfile_parse(const struct jsonfile *doc, struct span span);

/* Add a member or an element to the place. Both return its former length, to leave it again
   with text_cut. */
size_t jsonfile_enter(struct jsonfile *doc, const char *key);
size_t jsonfile_enter_element(struct jsonfile *doc, size_t i);
/* Returns the text of a JSON string, which the caller frees; any other value ends the program.
 */
char *jsonfile_string(const struct jsonfile *doc, const json_t *json);

/* Ends the program: "FILE:LINE:COL: damaged JSON: ...", for the byte at that offset. */
__attribute__((noreturn, format(printf, 3, 4))) void jsonfile_damaged(
    const struct jsonfile *doc, size_t at, const char *format, ...);
/* Ends the program: "FILE: PLACE: ...". */
__attribute__((noreturn, format(printf, 2, 3))) void jsonfile_wrong(
    const struct jsonfile *doc, const char *format, ...);

#endif
