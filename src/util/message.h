#ifndef MESSAGE_H
#define MESSAGE_H

/* What cgbench says on stderr, every line led by "cgbench: ", and the exit statuses. What is
   said is made fit for display. */

enum status {
	STATUS_OK = 0,
	STATUS_NO = 1,        /* out of range, or a check that failed */
	STATUS_SKIP = 125,    /* with --bisect: the put could not build or run the test */
	STATUS_FAILURE = 128, /* could not measure, read or write */
	STATUS_USAGE = 129,
};

/* One line, without its newline; output that follows a message is given to message_block. */
__attribute__((format(printf, 1, 2))) void message_warn(const char *format, ...);
/* A line that is fit for display already, and may have colours. */
void message_shown(const char *line);
/* Lines of somebody else's output, or of a list, each indented by four blanks. */
void message_block(const char *output);
/* Shows a line at the end of stderr, which is a terminal, until the next one or the next
   message; NULL: none. more: what follows where there is room. */
void message_status(const char *line, const char *more);
/* Says the line and leaves through exit(status). */
__attribute__((noreturn, format(printf, 2, 3))) void message_die(
    enum status status, const char *format, ...);

#endif
