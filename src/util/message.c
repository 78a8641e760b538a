#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/display.h"
#include "util/memory.h"
#include "util/message.h"
#include "util/terminal.h"
#include "util/text.h"

static bool status_is_shown;

/* The innermost message_try that runs. */
static struct attempt {
	jmp_buf start;
	char *line;
	struct attempt *outer;
} * attempt;

/* A line that the terminal broke in two could not be removed again, and is not shown. */
void
message_status(const char *line, const char *more)
{
	size_t width = line ? display_width(line) : 0, room = terminal_width(STDERR_FILENO);
	OWNED char *shown = NULL;

	if (status_is_shown)
		fputs("\r\033[K", stderr);
	if (!room)
		room = 80;
	status_is_shown = line && width < room;
	if (!status_is_shown)
		return;
	fputs(line, stderr);
	shown = display_line(more);
	if (width + display_width(shown) < room)
		fputs(shown, stderr);
}

void
message_shown(const char *line)
{
	message_status(NULL, NULL);
	fprintf(stderr, "cgbench: %s\n", line);
}

/* Takes ownership of the line. */
static void
message_say(char *line)
{
	OWNED char *shown = display_line(line);

	message_shown(shown);
	free(line);
}

void
message_warn(const char *format, ...)
{
	va_list list;

	va_start(list, format);
	message_say(text_print_list(format, list));
	va_end(list);
}

void
message_block(const char *output)
{
	char *shown = display_text(output), *s = shown;

	while (*s) {
		int n = (int)strcspn(s, "\n");

		fprintf(stderr, "    %.*s\n", n, s);
		s += n + (s[n] == '\n');
	}
	free(shown);
}

void
message_die(enum status status, const char *format, ...)
{
	va_list list;
	char *line;

	va_start(list, format);
	line = text_print_list(format, list);
	va_end(list);
	if (attempt) {
		attempt->line = line;
		longjmp(attempt->start, 1);
	}
	message_say(line);
	exit(status);
}

void
message_at(const char *file, unsigned line, const char *format, ...)
{
	va_list list;
	char *what;

	va_start(list, format);
	what = text_print_list(format, list);
	va_end(list);
	message_die(STATUS_USAGE, "%s:%u:1: %s", file, line, what);
}

char *
message_try(void (*work)(void *data), void *data)
{
	/* Not a local variable: longjmp may restore those. */
	struct attempt *here = memory_new(sizeof *here);
	char *line;

	here->outer = attempt;
	attempt = here;
	if (!setjmp(here->start))
		work(data);
	attempt = here->outer;
	line = here->line;
	free(here);
	return line;
}
