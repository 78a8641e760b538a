#pragma once

#include <stddef.h>

/* Makes foreign text safe for a terminal and for columns: characters that cannot be printed are
   shown as codes such as \x1b, \u202e or \U0010ffff, and so are bytes that are not UTF-8. In
   GitHub's runner, so is the first sign of what it would take as a command. The caller frees
   what is returned. */

/* Keeps newlines and tabs. */
char *display_text(const char *s);
/* Replaces newlines and tabs by blanks. */
char *display_line(const char *s);
/* The width in terminal columns of a line that display_line returned. */
size_t display_width(const char *line);
/* The line, or if it is wider its beginning and "..." in at most width columns. Empty if there
   is no room for both. */
char *display_cut(const char *line, size_t width);
