#ifndef TERMINAL_H
#define TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* What a stream can show of a table. */
struct terminal {
	size_t width; /* of a line, in columns; 0: no limit */
	bool colors;
};

enum colors { COLORS_AUTO, COLORS_ALWAYS, COLORS_NEVER };

/* What a colour says can be read without it, too. */
enum color {
	COLOR_NONE,
	COLOR_BETTER,
	COLOR_MUCH_BETTER,
	COLOR_WORSE,
	COLOR_MUCH_WORSE,
	COLOR_FAILED,
};

/* Automatic colours are for terminals, unless NO_COLOR is set (https://no-color.org) or TERM
   tells of none. A file that is no stream of the process never has any. width: instead of the
   terminal's own, as $COLUMNS has it or else the terminal itself, if it is not 0. */
struct terminal terminal_of(FILE *out, enum colors colors, size_t width);
/* How wide the terminal behind a descriptor is; 0: there is none, or it does not tell. */
size_t terminal_width(int fd);

/* What begins a colour, "" for none; TERMINAL_PLAIN ends it. */
const char *terminal_color(enum color color);
#define TERMINAL_PLAIN "\033[m"

#endif
