#include <stdlib.h>
#include <string.h>

#include "input/annotated/tokens.h"
#include "measure/compile/brackets.h"
#include "measure/compile/diagnostics.h"
#include "util/array.h"
#include "util/memory.h"
#include "util/text.h"

/* As in "()", "[]" and "{}". */
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

/* The same of one text. */
static char *
odd_in(const struct test *test, const struct part *part, const char *source, const char *said)
{
	FREED_BY(tokens_free) struct tokens tokens = {0};
	OWNED char *last = NULL;
	bool preamble = part->kind == PART_PREAMBLE;
	const char *file = test_part_file(test, part);
	const struct token *odd;

	tokens_read(&tokens, NULL, part->text);
	odd = find_odd(&tokens);
	last = text_print("%s:%u:", file, part->line + tokens.v[tokens.n].line - 1);
	if (!odd ||
	    (!diagnostics_blame(said, source) && !(preamble && diagnostics_blame(said, last))))
		return NULL;
	return text_print(token_is_one(odd, "( [ {")
	                      ? "%s:%u: error: the '%c' in '%s' is never closed\n\n"
	                      : "%s:%u: error: a '%c' in '%s' closes nothing\n\n",
	    file, part->line + odd->line - 1, *odd->s, part_written(part));
}

char *
brackets_odd(
    const struct target *target, const struct test *test, const char *source, const char *said)
{
	const struct language *language = target->language;
	OWNED char *generated = text_print("%s:", source);
	char *odd = NULL;

	/* What is made of an annotated source has no brackets of the user's. */
	if (!language_is_c(language) || test_part(test, PART_ANNOTATED))
		return memory_copy("");
	ARRAY_EACH(const struct part, part, test->parts, test->part_count)
		if (!odd && part->kind >= PART_SETUP && part->kind <= PART_PREAMBLE &&
		    test_sees(test, part, language->name, target->plain))
			odd = odd_in(test, part, generated, said);
	return odd ? odd : memory_copy("");
}
