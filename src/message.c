#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"

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

	va_start(list, format);
	say(format, list);
	va_end(list);
	exit(status);
}
