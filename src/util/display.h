#ifndef DISPLAY_H
#define DISPLAY_H

#include <stddef.h>

/* Somebody else's text made fit for a terminal and for columns: a character that does not print
   is shown by its code, such as \x1b, \u202e or \U0010ffff, and so is each byte that is no
   UTF-8. The caller frees what is returned. */

/* Newlines and tabs stand. */
char *display_text(const char *s);
/* Newlines and tabs become blanks. */
char *display_line(const char *s);
/* How many columns of a terminal a line takes that display_line has made. */
size_t display_width(const char *line);
/* The line, or what of it and "..." takes so many columns at most; nothing, where that is too
   little for both. */
char *display_cut(const char *line, size_t width);

#endif
