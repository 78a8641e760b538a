#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "input/annotated/tokens.h"
#include "measure/again/opaque.h"
#include "util/memory.h"
#include "util/text.h"

/* The line number that the first statement has for the compiler: one that few benchfiles have,
   as large as strict C89 allows. The test's own lines give no errors, since it compiled before.
 */
enum { FIRST_LINE = 30000 };

/* Returns true if the name may be declared there. It is not if it is a type before a name, a
   member, or a function, unless it follows a type, as an object of C++ does. */
static bool
may_be_object(const struct token *token, bool first)
{
	const struct token *before = first ? token : token - 1, *next = token + 1;

	if (!first && token_is_one(before, ". ->"))
		return false;
	if (next->kind == TOKEN_WORD || token_is(next, "::") || *token_end(token) == '<')
		return false;
	return !token_is(next, "(") ||
	       (!first && (before->kind == TOKEN_WORD || token_is(before, "*") ||
	                      token_is_one(before, "> &")));
}

void
opaque_names(struct words *names, const struct test *test, const struct target *target)
{
	struct tokens tokens;

	tokens_read(&tokens, NULL, part_text(target_part(target, test, PART_SETUP)));
	for (size_t i = 0; i < tokens.n; i++) {
		const struct token *token = &tokens.v[i];
		char *name;

		if (token->kind != TOKEN_WORD || isdigit((unsigned char)*token->s) ||
		    !may_be_object(token, !i))
			continue;
		name = token_copy(token);
		words_intern(names, name);
		free(name);
	}
	tokens_free(&tokens);
	if (names->n)
		test_add_params(names, test);
}

/* The number of the statement that a line of the output objects to, or count. A warning is not
   an objection. */
static size_t
objected(const char *line, size_t count)
{
	const char *s = strstr(line, "warning") ? "" : line;
	unsigned long number = count;

	while ((s = strchr(s, ':'))) {
		unsigned long n = strtoul(++s, NULL, 10);

		if (n >= FIRST_LINE && n - FIRST_LINE < count)
			number = n - FIRST_LINE;
	}
	return number;
}

bool
opaque_drop(struct words *names, const char *output)
{
	bool *bad = memory_new((names->n + 1) * sizeof *bad);
	struct words kept = WORDS_EMPTY;
	size_t i;

	while (*output) {
		size_t n = strcspn(output, "\n");
		char *line = memory_copy_n(output, n);

		bad[objected(line, names->n)] = true;
		free(line);
		output += n + (output[n] == '\n');
	}
	for (i = 0; i < names->n; i++)
		if (!bad[i])
			words_add(&kept, names->v[i]);
	i = names->n - kept.n;
	words_free(names);
	*names = kept;
	free(bad);
	return i > 0;
}

/* The statements that hide the names, one on each line. */
static char *
statements(const char *statement, const struct words *names)
{
	struct text t = TEXT_EMPTY;

	for (size_t i = 0; i < names->n; i++) {
		char *one = text_replace(statement, "{name}", names->v[i]);

		text_addf(&t, "%s\n", one);
		free(one);
	}
	return text_take(&t);
}

void
opaque_hide(struct test *test, const struct target *target, const struct words *names,
    enum opaque_place place)
{
	const struct language *language = target->language;
	enum part_kind kind = place == OPAQUE_ONCE ? PART_SETUP : PART_PRE;
	const char *text = part_text(target_part(target, test, kind));
	char *own = text_print("%s.%s", part_name(kind), language->name);
	char *added =
	    statements(place == OPAQUE_AFTER_PRE ? language->renew : language->opaque, names);
	char *hidden = place == OPAQUE_EACH ? text_print("%s%s", added, text)
	                                    : text_print("%s\n%s", text, added);
	unsigned before = 0;

	for (const char *s = text; place == OPAQUE_AFTER_PRE && s;
	     s = strchr(s, '\n'), s += !!s)
		before++;
	test_set(test, own, hidden, place == OPAQUE_ONCE ? 0 : FIRST_LINE - before);
	free(own);
	free(added);
}
