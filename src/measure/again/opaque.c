#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "measure/again/opaque.h"
#include "util/memory.h"
#include "util/text.h"

/* The line that the compiler is told for the first statement: one that few benchfiles have, as
   large as strict C89 allows. The test's own lines give no errors, since it compiled before. */
enum { FIRST_LINE = 30000 };

static bool
is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static size_t
word_length(const char *s)
{
	size_t n = 0;

	while (is_word(s[n]))
		n++;
	return n;
}

/* The length of the string, character, comment or number at s, which hold no names; or 0. */
static size_t
skipped(const char *s)
{
	const char *end;
	size_t n = 1;

	if (!strncmp(s, "//", 2))
		return strcspn(s, "\n");
	if (!strncmp(s, "/*", 2)) {
		end = strstr(s + 2, "*/");
		return end ? (size_t)(end + 2 - s) : strlen(s);
	}
	if (isdigit((unsigned char)*s))
		return word_length(s);
	if (*s != '"' && *s != '\'')
		return 0;
	while (s[n] && s[n] != *s)
		n += s[n] == '\\' && s[n + 1] ? 2 : 1;
	return n + (s[n] != '\0');
}

/* Returns true if a name between before and after may be declared. It is not if it is a type
   before a name, a member, or a function, unless it follows a type, as an object of C++ does.
 */
static bool
may_be_object(char before, const char *after)
{
	const char *next = after + strspn(after, " \t\n");

	if (before == '.' || is_word(*next) || *after == '<' || !strncmp(after, "::", 2))
		return false;
	return *next != '(' || is_word(before) || strchr(">*&", before);
}

static void
add_once(struct words *names, const char *name, size_t n)
{
	char *copy = memory_copy_n(name, n);
	size_t i;

	for (i = 0; i < names->n && strcmp(names->v[i], copy); i++)
		;
	if (i == names->n)
		words_add(names, copy);
	free(copy);
}

void
opaque_names(struct words *names, const struct test *test, const struct target *target)
{
	const char *s = part_text(target_part(target, test, PART_SETUP));
	char before = ';';
	size_t n, i;

	for (; *s; s += n) {
		n = skipped(s);
		if (n)
			continue;
		if (!strncmp(s, "->", 2)) {
			n = 2;
			before = '.';
			continue;
		}
		n = word_length(s);
		if (n && may_be_object(before, s + n))
			add_once(names, s, n);
		n += !n;
		if (!isspace((unsigned char)*s))
			before = s[n - 1];
	}
	for (i = 0; names->n && i < test->part_count; i++) {
		const struct part *part = &test->parts[i];

		if (part->kind == PART_PARAM)
			add_once(names, part_suffix(part), strlen(part_suffix(part)));
	}
}

/* The number of the statement that a line of the output objects to, or count. A warning is not
   an objection. */
static size_t
objected(const char *line, size_t length, size_t count)
{
	char *copy = memory_copy_n(line, length), *s;
	unsigned long number = count;

	for (s = copy; !strstr(copy, "warning") && (s = strchr(s, ':')); s++) {
		unsigned long n = strtoul(s + 1, NULL, 10);

		if (n >= FIRST_LINE && n - FIRST_LINE < count)
			number = n - FIRST_LINE;
	}
	free(copy);
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

		bad[objected(output, n, names->n)] = true;
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
statements(const struct language *language, const struct words *names)
{
	static const char place[] = "{name}";
	const char *at = strstr(language->opaque, place);
	struct text t = TEXT_EMPTY;
	size_t i;

	for (i = 0; at && i < names->n; i++)
		text_addf(&t, "%.*s%s%s\n", (int)(at - language->opaque), language->opaque,
		    names->v[i], at + sizeof place - 1);
	return text_take(&t);
}

void
opaque_hide(struct test *test, const struct target *target, const struct words *names,
    bool each_iteration)
{
	enum part_kind kind = each_iteration ? PART_PRE : PART_SETUP;
	const char *text = part_text(target_part(target, test, kind));
	char *own = text_print("%s.%s", part_name(kind), target->language->name);
	char *added = statements(target->language, names);
	char *hidden = each_iteration ? text_print("%s%s", added, text)
	                              : text_print("%s\n%s", text, added);

	test_set(test, own, hidden, each_iteration ? FIRST_LINE : 0);
	free(own);
	free(added);
}
