#include <string.h>

#include "model/field.h"
#include "util/memory.h"
#include "util/text.h"
#include "util/words.h"

#define ROW(id, name, event, noun, meaning) {name, event, noun, meaning},
const struct field_row field_rows[FIELD_FIRST_OWN] = {FIELD_ROWS(ROW)};

const char *
field_suffix(enum field f)
{
	const char *dash = f < FIELD_COUNT ? strchr(field_rows[f].name, '_') : NULL;

	return dash ? dash + 1 : "";
}

enum field
field_find(const char *const *names, const char *name, size_t n)
{
	for (enum field f = 0; names[f]; f++)
		if (text_equals(name, n, names[f]))
			return f;
	return FIELD_NONE;
}

char *
field_unknown(const char *const *names, const char *name, size_t n)
{
	struct text t = TEXT_EMPTY;
	OWNED char *copy = memory_copy_n(name, n);
	const char *near = words_guess(copy, names);

	text_addf(&t, "unknown field '%s'%s%s%s; the fields are", copy,
	    near ? ", perhaps '" : "", near ? near : "", near ? "'" : "");
	for (; *names; names++)
		text_addf(&t, " %s", *names);
	return text_take(&t);
}
