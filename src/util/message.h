#pragma once

/* Messages on stderr, each line with the prefix "cgbench: ", and the exit statuses. Texts are
   made safe for display. */

enum status {
	STATUS_OK = 0,
	STATUS_NO = 1,        /* a gate or a check failed */
	STATUS_SKIP = 125,    /* with --bisect: the put could not build or run the test */
	STATUS_FAILURE = 128, /* could not measure, read or write */
	STATUS_USAGE = 129,
};

/* Prints one line; format has no newline. */
__attribute__((format(printf, 1, 2))) void message_warn(const char *format, ...);
/* Prints a line that is safe for display already, and may have colours. */
void message_shown(const char *line);
/* Prints the lines of a program's output, or of a list, indented by four blanks. */
void message_block(const char *output);
/* Shows a line on stderr, which must be a terminal, until the next status or message; NULL
   removes it. more is appended if there is room. */
void message_status(const char *line, const char *more);
/* Prints one line and calls exit(status). Within message_try it ends only the work. */
__attribute__((noreturn, format(printf, 2, 3))) void message_die(
    enum status status, const char *format, ...);
/* Ends the program likewise with STATUS_USAGE, for what is wrong in a line of a file:
   "FILE:LINE:1: ...". */
__attribute__((noreturn, format(printf, 3, 4))) void message_at(
    const char *file, unsigned line, const char *format, ...);
/* Calls work(data). Returns NULL, or the line of the message_die that ended it, as it was
   given, not made safe for display; the caller frees. What the work allocated then is the
   caller's to free. */
char *message_try(void (*work)(void *data), void *data);
