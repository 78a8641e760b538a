#include <stdlib.h>

#include "input/language.h"
#include "measure/locate.h"
#include "measure/build/source.h"
#include "util/memory.h"
#include "util/text.h"

/* The line of the benchfile that a position means, or 0. If the source has line directives, it
   is the same number, provided that the source has that line from the benchfile. */
static unsigned
origin_of(const struct language *language, const struct origins *origins, unsigned long line)
{
	size_t i;

	if (!*language->line)
		return line && line <= origins->n ? origins->v[line - 1] : 0;
	for (i = 0; i < origins->n; i++)
		if (line && origins->v[i] == line)
			return origins->v[i];
	return 0;
}

static char *
replaced(const struct language *language, const struct origins *origins, const char *file,
    const char *said)
{
	struct text t = TEXT_EMPTY;
	size_t done = 0, start = 0, end;
	const char *group;

	for (; pattern_find(language->position, said, &start, &end, &group);
	     start = end + (end == start)) {
		unsigned origin = origin_of(language, origins, strtoul(group, NULL, 10));

		if (!origin)
			continue;
		text_add_n(&t, said + done, start - done);
		text_addf(&t, "%s:%u", file, origin);
		done = end;
	}
	text_add(&t, said + done);
	return text_take(&t);
}

char *
locate(const struct target *target, const struct test *test, const char *symbol, bool active,
    unsigned long count, const char *said)
{
	const struct language *language = target->language;
	struct origins origins = {0};
	char *source, *located;

	if (!language->position)
		return memory_copy(said);
	source = language_is_compiled(language)
	             ? source_of_test(target, test, symbol, "", &origins)
	             : source_of_script(target, test, active, count, &origins);
	located = replaced(language, &origins, test_file(test), said);
	free(source);
	free(origins.v);
	return located;
}
