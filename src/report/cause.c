#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "report/cause.h"

static bool
begins_word(const char *s, size_t at)
{
	return !at || !(isalnum((unsigned char)s[at - 1]) || strchr("_-'", s[at - 1]));
}

/* Whether the line of n bytes is an error, and no warning that speaks of one:
       my.bench:2:22: error: 'x' undeclared
       my.bench:2 Error: Identifier not found "x"
       error[E0425]: cannot find value `x` in this scope */
static bool
is_error(const char *s, size_t n)
{
	static const char error[] = "error", warning[] = "warning";

	for (size_t i = 0; i + sizeof error <= n; i++) {
		if (!begins_word(s, i))
			continue;
		if (!strncasecmp(s + i, warning, sizeof warning - 1))
			return false;
		if (!strncasecmp(s + i, error, sizeof error - 1) &&
		    strchr(":[", s[i + sizeof error - 1]))
			return true;
	}
	return false;
}

/* Whether the line names a line of a file, and that file is not the generated one, in which
   different errors of tests can be at one place. */
static bool
has_place(const char *s, size_t n)
{
	static const char generated[] = "test.";
	size_t file = 0;

	for (size_t i = 0; i + 1 < n; i++) {
		if (s[i] == ' ')
			file = i + 1;
		if (s[i] == ':' && i > file && isdigit((unsigned char)s[i + 1]))
			return strncmp(s + file, generated, sizeof generated - 1) != 0;
	}
	return false;
}

/* Whether it is nothing but a place. Fortran's error follows it:
       my.bench:4:16:

           4 | x = 1
             | 1
       Error: Symbol 'x' at (1) has no IMPLICIT type */
static bool
is_place(const char *s, size_t n)
{
	return n > 2 && s[n - 2] == ':' && isdigit((unsigned char)s[n - 3]) && has_place(s, n);
}

static size_t
line_length(const char *s)
{
	size_t n = strcspn(s, "\n");

	return n + (s[n] == '\n');
}

size_t
cause_length(const struct failure *failure)
{
	enum { NEAR = 5 };
	const char *s = failure->output;
	size_t since = NEAR, n, next;

	if (strcmp(failure->stage, STAGE_COMPILE) != 0)
		return 0;
	for (; *s; s += n, since++) {
		n = line_length(s);
		if (is_place(s, n))
			since = 0;
		if (!is_error(s, n))
			continue;
		/* Rust names the place in the next line. */
		next = line_length(s + n);
		if (!has_place(s, n) && since >= NEAR)
			return has_place(s + n, next) ? (size_t)(s + n + next - failure->output)
			                              : 0;
		return (size_t)(s + n - failure->output);
	}
	return 0;
}

bool
cause_has_error(const char *output)
{
	size_t n;

	for (; *output; output += n) {
		n = line_length(output);
		if (is_error(output, n))
			return true;
	}
	return false;
}
