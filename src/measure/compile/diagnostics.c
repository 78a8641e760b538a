#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "measure/compile/diagnostics.h"
#include "util/memory.h"
#include "util/text.h"

static bool
contains(const char *line, const char *word)
{
	return strstr(line, word) != NULL;
}

/* What a compiler sums up at its end is no warning:
       warning: 2 warnings emitted
   nor is what clang says of a put's arguments, which are meant for both compiling and linking:
       clang: warning: -Wl,-O1: 'linker' input unused [-Wunused-command-line-argument] */
static bool
is_warning(const char *line)
{
	return (contains(line, "warning: ") || contains(line, "Warning: ")) &&
	       !contains(line, "warning emitted") && !contains(line, "warnings emitted") &&
	       !contains(line, "[-Wunused-command-line-argument]");
}

/* Returns true if the line begins with FILE:LINE. */
static bool
has_position(const char *line)
{
	const char *colon = strchr(line, ':');

	return colon && colon > line && isdigit((unsigned char)colon[1]);
}

/* Returns true if the line begins with a line of the source; to a linker that is
       test.c:(.text+0x2b): warning: the use of `tmpnam' is dangerous
   whoever wrote it. */
static bool
diagnostics_is_in(const char *line, const char *source)
{
	size_t n = source ? strlen(source) : 0;

	return source && !strncmp(line, source, n) && has_position(line + n - (n > 0));
}

size_t
diagnostics_warnings(const char *said, const char *source)
{
	bool generated = false, inlined = false;
	size_t warnings = 0;

	while (*said) {
		size_t n = strcspn(said, "\n");
		OWNED char *line = memory_copy_n(said, n);

		if (is_warning(line)) {
			generated = diagnostics_is_in(line, source) && !inlined;
			warnings += !generated;
			inlined = false;
		} else if (contains(line, "In function") || contains(line, "inlined from")) {
			/* It belongs to the next message:
			       my.bench: In function 'cgbenchtest':
			       In function 'strcpy',
			           inlined from 'cgbenchtest' at my.bench:12:3: */
			inlined = contains(line, "inlined from");
		} else if (generated && has_position(line) &&
		           !diagnostics_is_in(line, source)) {
			/* A note on the line of the benchfile that it is about. */
			warnings++;
			generated = false;
		}
		said += n + (said[n] == '\n');
	}
	return warnings;
}

bool
diagnostics_blame(const char *said, const char *place)
{
	const char *error = strstr(said, "error: ");

	while (error && error > said && error[-1] != '\n')
		error--;
	return error && text_begins(error, place);
}
