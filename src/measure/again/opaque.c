#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "measure/again/opaque.h"
#include "util/memory.h"
#include "util/text.h"

/* The line number that the first statement has for the compiler: one that few benchfiles have,
   as large as strict C89 allows. The test's own lines give no errors, since it compiled before.
 */
enum { FIRST_LINE = 30000 };

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
	OWNED bool *bad = memory_array(names->n + 1, sizeof *bad);
	struct words kept = WORDS_EMPTY;
	size_t i;

	while (*output) {
		size_t n = strcspn(output, "\n");
		OWNED char *line = memory_copy_n(output, n);

		bad[objected(line, names->n)] = true;
		output += n + (output[n] == '\n');
	}
	for (i = 0; i < names->n; i++)
		if (!bad[i])
			words_add(&kept, names->v[i]);
	i = names->n - kept.n;
	words_free(names);
	*names = kept;
	return i > 0;
}

/* The statements that hide the names, one on each line, and what memory holds. An object that
   is hidden once is hidden by a copy, if the language can: if its own address were given away,
   the compiler would have to assume that each iteration changes it, and could not move the
   code. */
static char *
statements(const struct language *language, const struct words *names, bool each_iteration)
{
	const char *hide =
	    each_iteration || !*language->renew ? language->opaque : language->renew;
	struct text t = TEXT_EMPTY;

	for (size_t i = 0; i < names->n; i++) {
		OWNED char *statement = text_replace(hide, "{name}", names->v[i]);

		text_addf(&t, "%s\n", statement);
	}
	text_addf(&t, "%s\n", language->settle);
	return text_take(&t);
}

void
opaque_hide(struct test *test, const struct target *target, const struct words *names,
    bool each_iteration)
{
	enum part_kind kind = each_iteration ? PART_PRE : PART_SETUP;
	const char *text = part_text(target_part(target, test, kind));
	OWNED char *own = text_print("%s.%s", part_name(kind), target->language->name);
	OWNED char *added = statements(target->language, names, each_iteration);
	char *hidden = each_iteration ? text_print("%s%s", added, text)
	                              : text_print("%s\n%s", text, added);

	test_set(test, own, hidden, each_iteration ? FIRST_LINE : 0);
}
