#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* A stream shows so much. */
struct terminal {
	size_t width; /* of a line, in columns; 0: no limit */
	bool colors;
	bool shown; /* to a reader: it is a terminal */
};

enum colors { COLORS_AUTO, COLORS_ALWAYS, COLORS_NEVER };

/* Everything that a colour says is also said in text. */
enum color {
	COLOR_NONE,
	COLOR_BETTER,
	COLOR_MUCH_BETTER,
	COLOR_WORSE,
	COLOR_MUCH_WORSE,
	COLOR_FAILED,
};

/* COLORS_AUTO: colours if out is a terminal, unless NO_COLOR is set (https://no-color.org) or
   TERM is dumb or not set. A stream without a descriptor never has colours. width: used if it
   is not 0; otherwise a terminal's is taken from $COLUMNS or from the terminal itself. */
struct terminal terminal_of(FILE *out, enum colors colors, size_t width);
/* The size of the terminal open on a descriptor; 0: not a terminal, or unknown. */
size_t terminal_width(int fd);
size_t terminal_height(int fd);
/* Returns true if a terminal is open on the descriptor, and TERM is neither dumb nor empty. */
bool terminal_is_able(int fd);
/* Returns true if the character set of the user's locale is UTF-8. */
bool terminal_utf8(void);

/* The sequence that switches to a colour, "" for none; TERMINAL_PLAIN switches back. */
const char *terminal_color(enum color color);
#define TERMINAL_PLAIN "\033[m"

/* Holds back in memory what is written to standard output from now on. The caller flushes
   stdout before, and before terminal_release. Returns false if it cannot. */
bool terminal_hold(void);
/* Ends that. Returns the descriptor of a file with it, at its start; the caller closes. */
int terminal_release(void);
