/* Definitions of derived fields, one a line. */

#include "fuzz.h"
#include "model/fields.h"
#include "util/words.h"

static struct fields *fields;

static bool
get(void *context, enum field f, double *v)
{
	if (f >= FIELD_DERIVED)
		return fields_value(fields, f, get, context, v);
	*v = f * 1e9;
	return true;
}

static void
work(void *data)
{
	const struct words *lines = data;
	double v;

	for (size_t i = 0; i < lines->n; i++)
		if (!fields_defined(fields, lines->v[i]))
			fields_define(fields, lines->v[i]);
	fields_resolve(fields);
	fields_needs(fields, fields_own(fields));
	for (enum field f = FIELD_DERIVED; fields_names(fields)[f]; f++) {
		fields_value(fields, f, get, NULL, &v);
		fields_meaning(fields, f);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	FREED_BY(words_free) struct words lines = WORDS_EMPTY;
	OWNED char *s = memory_copy_n((const char *)data, n);

	words_cut(&lines, s, '\n');
	fields = fields_new();
	free(fuzz_try(work, &lines));
	fields_free(fields);
	return 0;
}
