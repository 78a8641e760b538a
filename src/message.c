#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "display.h"
#include "message.h"

static bool status_is_shown;

static size_t
columns(void)
{
	struct winsize size;

	return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) || !size.ws_col ? 80 : size.ws_col;
}

/* What the terminal would break into two lines could not be taken away again. */
void
message_status(const char *line, const char *more)
{
	size_t width = line ? display_width(line) : 0, room = columns();

	if (status_is_shown)
		fputs("\r\033[K", stderr);
	status_is_shown = line && width < room;
	if (!status_is_shown)
		return;
	fputs(line, stderr);
	if (width + display_width(more) < room)
		fputs(more, stderr);
}

static void
say(const char *format, va_list list)
{
	fputs("cgbench: ", stderr);
	vfprintf(stderr, format, list);
	fputc('\n', stderr);
}

void
message_warn(const char *format, ...)
{
	va_list list;

	message_status(NULL, NULL);
	va_start(list, format);
	say(format, list);
	va_end(list);
}

void
message_block(const char *output)
{
	while (*output) {
		int n = (int)strcspn(output, "\n");

		fprintf(stderr, "    %.*s\n", n, output);
		output += n + (output[n] == '\n');
	}
}

void
message_die(enum status status, const char *format, ...)
{
	va_list list;

	message_status(NULL, NULL);
	va_start(list, format);
	say(format, list);
	va_end(list);
	exit(status);
}
