#include <stdlib.h>

#include "language.h"
#include "locate.h"
#include "memory.h"
#include "source.h"
#include "text.h"

static char *
replaced(const struct pattern *position, const struct origins *origins, const char *file,
    const char *said)
{
	struct text t = TEXT_EMPTY;
	size_t done = 0, start = 0, end;
	const char *group;

	for (; pattern_find(position, said, &start, &end, &group);
	     start = end + (end == start)) {
		unsigned long line = strtoul(group, NULL, 10);
		unsigned origin = line && line <= origins->n ? origins->v[line - 1] : 0;

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
	located =
	    replaced(language->position, &origins, test->file ? test->file : "benchfile", said);
	free(source);
	free(origins.v);
	return located;
}
