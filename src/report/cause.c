#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "report/cause.h"

/* Returns true if the line of n bytes is an error, and no warning that speaks of one:
       my.bench:2:22: error: 'x' undeclared
       my.bench:2 Error: Identifier not found "x"
       error[E0425]: cannot find value `x` in this scope */
static bool
is_error(const char *s, size_t n)
{
	static const char error[] = "error", warning[] = "warning";

	for (size_t i = 0; i + sizeof error <= n; i++) {
		if (i && (isalnum((unsigned char)s[i - 1]) || strchr("_-'", s[i - 1])))
			continue;
		if (!strncasecmp(s + i, warning, sizeof warning - 1))
			return false;
		if (!strncasecmp(s + i, error, sizeof error - 1) &&
		    strchr(":[", s[i + sizeof error - 1]))
			return true;
	}
	return false;
}

/* Returns true if the line names a line of a file, but not of the generated one, in which
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

/* Returns true if the line is nothing but a place. Fortran's error follows it:
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

/* The first error of a compiler: the length of the lines above it, which may be its place, and
   the length of its line, 0 if there is none. */
struct error {
	size_t above, n;
	size_t place; /* where the line above that is nothing but its place begins, or above */
	size_t use;   /* where the note begins that says where the user wrote the macro that it
	                 is in; 0: it is in none, or in the user's own text */
};

/* Returns where the note begins that names the user's macro, if the error is in another one:
       test.c:251:9: error: expected ';' before '__extension__'
         251 |         __extension__({ __auto_type v = (__VA_ARGS__); v; })
       test.c:271:24: note: in expansion of macro 'CGBENCH_BOX'
       my.bench:4:8: note: in expansion of macro 'BLACK_BOX' */
static size_t
find_use(const char *output, size_t at)
{
	size_t n = line_length(output + at);

	if (has_place(output + at, n))
		return 0;
	while (output[at += n]) {
		n = line_length(output + at);
		if (is_error(output + at, n) || memmem(output + at, n, "warning:", 8))
			return 0;
		if (memmem(output + at, n, "note: in expansion of macro", 27) &&
		    has_place(output + at, n))
			return at;
	}
	return 0;
}

static struct error
find_error(const char *output)
{
	enum { NEAR = 5 };
	size_t since = NEAR, place = 0, n;

	for (size_t at = 0; output[at]; at += n, since++) {
		n = line_length(output + at);
		if (is_place(output + at, n)) {
			since = 0;
			place = at;
		}
		if (is_error(output + at, n))
			return (struct error){
			    at, n, since < NEAR ? place : at, find_use(output, at)};
	}
	return (struct error){0};
}

size_t
cause_length(const struct failure *failure)
{
	struct error error = find_error(failure->output);
	const char *line = failure->output + error.above;
	size_t next;

	if (strcmp(failure->stage, STAGE_COMPILE) != 0 || !error.n)
		return 0;
	if (error.place < error.above || has_place(line, error.n))
		return error.above + error.n;
	/* Rust names the place in the next line. */
	next = line_length(line + error.n);
	return has_place(line + error.n, next) ? error.above + error.n + next : 0;
}

/* Finds the line of an interpreter's output that says what is wrong: the last that names an
   error, as in "NameError: name 'f' is not defined" or "(NoMethodError)", or else the first. */
static struct error
find_complaint(const char *output)
{
	struct error found = {.n = line_length(output)};
	size_t n;

	for (size_t at = 0; output[at]; at += n) {
		n = line_length(output + at);
		if (is_error(output + at, n) || memmem(output + at, n, "Error:", 6) ||
		    memmem(output + at, n, "Error)", 6))
			found = (struct error){at, n, at, 0};
	}
	return found;
}

/* Returns the length of the lines that belong to an error, such as the source with a caret: up
   to an empty one or the next message. */
static size_t
excerpt_length(const char *s)
{
	size_t end = 0, n;

	while ((n = line_length(s + end)) > 1 && !is_error(s + end, n) &&
	       !memmem(s + end, n, "note:", 5) && !memmem(s + end, n, "warning:", 8) &&
	       !memmem(s + end, n, " generated.", 11))
		end += n;
	return end;
}

char *
cause_take(const struct failure *failure, const char *output, bool all, struct text *rest)
{
	bool compiler = !strcmp(failure->stage, STAGE_COMPILE);
	struct error error = {0};
	const char *line, *place;
	size_t n;

	/* A linker's errors are the reasons of "collect2: error: ld returned 1 exit status". */
	if (text_begins(failure->why, "exited with status") &&
	    strcmp(failure->stage, "link") != 0)
		error = compiler ? find_error(output) : find_complaint(output);
	line = output + error.above;
	place = output + (error.use ? error.use : error.place);
	n = line_length(place);
	if (all || !error.n)
		text_add(rest, output);
	else if (!compiler)
		text_addf(rest, "%.*s%s", (int)error.above, output, line + error.n);
	else if (place < line)
		text_add_n(rest, place + n, (size_t)(line - place) - n);
	else
		text_add_n(rest, place + n, excerpt_length(place + n));
	if (!error.n)
		return NULL;
	if (error.use)
		return text_print("%.*s%.*s", (int)(strstr(place, ": ") - place), place,
		    (int)strcspn(strstr(line, ": "), "\n"), strstr(line, ": "));
	return text_print("%.*s%s%.*s", place < line ? (int)n - 1 : 0, place,
	    place < line ? " " : "", (int)strcspn(line, "\n"), line);
}
