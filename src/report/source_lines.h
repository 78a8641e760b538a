#pragma once

#include <stdbool.h>

#include "model/test.h"

/* The text of source lines. That of a benchfile is what was measured, whatever the file has
   become; other files are read, each once. */

struct source_file;

struct source_lines {
	const struct test *test; /* borrowed */
	struct source_file *files;
	size_t file_count;
};

/* The text of a line, fit for display and without blanks at its ends, or NULL if it is unknown.
   compiled: in this run, so that the file still has the line. indented: with the blanks that it
   begins with. The caller frees. */
char *source_lines_copy(
    struct source_lines *lines, const char *file, unsigned line, bool compiled, bool indented);
void source_lines_free(struct source_lines *lines);
