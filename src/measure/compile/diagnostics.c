#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "measure/compile/diagnostics.h"
#include "measure/compile/tokens.h"
#include "util/array.h"
#include "util/memory.h"
#include "util/text.h"

/* A compiler's sum at its end is no warning:
       warning: 2 warnings emitted
   nor is a message of clang about a put's arguments, which are meant for compiling and linking:
       clang: warning: -Wl,-O1: 'linker' input unused [-Wunused-command-line-argument] */
static bool
is_warning(const char *line)
{
	return (strstr(line, "warning: ") || strstr(line, "Warning: ")) &&
	       !strstr(line, "warning emitted") && !strstr(line, "warnings emitted") &&
	       !strstr(line, "[-Wunused-command-line-argument]");
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
		} else if (strstr(line, "In function") || strstr(line, "inlined from")) {
			/* It belongs to the next message:
			       my.bench: In function 'cgbenchtest':
			       In function 'strcpy',
			           inlined from 'cgbenchtest' at my.bench:12:3: */
			inlined = strstr(line, "inlined from") != NULL;
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

/* Returns true if the first error in what a compiler said begins with that place, such as
   "test.c:". */
static bool
blames(const char *said, const char *place)
{
	const char *error = strstr(said, "error: ");

	while (error && error > said && error[-1] != '\n')
		error--;
	return error && text_begins(error, place);
}

/* Returns true for "()", "[]" and "{}". */
static bool
are_partners(const struct token *open, const struct token *close)
{
	static const char opening[] = "([{", closing[] = ")]}";

	return strchr(opening, *open->s) - opening == strchr(closing, *close->s) - closing;
}

/* The first bracket without a partner, or NULL. In lines under a condition that is not known
   there may be one bracket twice, which only the compiler knows. */
static const struct token *
find_odd(const struct tokens *tokens)
{
	OWNED const struct token **open = memory_array(tokens->n + 1, sizeof *open);
	size_t n = 0;

	ARRAY_EACH(const struct token, token, tokens->v, tokens->n) {
		if (token->kind == TOKEN_ELSE)
			return NULL;
		if (token_is_one(token, "( [ {"))
			open[n++] = token;
		else if (!token_is_one(token, ") ] }"))
			continue;
		else if (n && are_partners(open[n - 1], token))
			n--;
		else if (n && !token_is(open[n - 1], "{"))
			break;
		else
			return token;
	}
	return n ? open[n - 1] : NULL;
}

/* Returns the message about one text, or NULL. */
static char *
odd_in(const struct test *test, const struct part *part, const char *source, const char *said)
{
	FREED_BY(tokens_free) struct tokens tokens = {0};
	OWNED char *last = NULL;
	bool preamble = part->kind == PART_PREAMBLE;
	const char *file = test_part_file(test, part);
	const struct token *odd;

	tokens_read(&tokens, part->text);
	odd = find_odd(&tokens);
	last = text_print("%s:%u:", file, part->line + tokens.v[tokens.n].line - 1);
	if (!odd || (!blames(said, source) && !(preamble && blames(said, last))))
		return NULL;
	return text_print(token_is_one(odd, "( [ {")
	                      ? "%s:%u: error: the '%c' in '%s' is never closed\n\n"
	                      : "%s:%u: error: a '%c' in '%s' closes nothing\n\n",
	    file, part->line + odd->line - 1, *odd->s, part_written(part));
}

char *
diagnostics_odd(
    const struct target *target, const struct test *test, const char *source, const char *said)
{
	const struct language *language = target->language;
	OWNED char *generated = text_print("%s:", source);
	char *odd = NULL;

	/* The parts of an annotated source have no brackets of the user's. */
	if (!language_is_c(language) || test_part(test, PART_ANNOTATED))
		return memory_copy("");
	ARRAY_EACH(const struct part, part, test->parts, test->part_count)
		if (!odd && part->kind >= PART_SETUP && part->kind <= PART_PREAMBLE &&
		    test_sees(test, part, language->name, target->plain))
			odd = odd_in(test, part, generated, said);
	return odd ? odd : memory_copy("");
}
