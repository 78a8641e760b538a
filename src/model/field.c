#include <stdlib.h>
#include <string.h>

#include "model/field.h"
#include "util/memory.h"
#include "util/spelling.h"
#include "util/text.h"

static char names[FIELD_NONE][FIELD_NAME_MOST + 1] = {"Ir", "Dr", "Dw", "COND", "IND", "COND_m",
    "IND_m", "Ir_m1", "Dr_m1", "Dw_m1", "Ir_mm", "Dr_mm", "Dw_mm", "size", "EstimatedCycles",
    "CEst"};
static enum field count = FIELD_FIRST_OWN;

enum field
field_count(void)
{
	return count;
}

const char *
field_name(enum field f)
{
	return names[f];
}

enum field
field_find(const char *name, size_t n)
{
	enum field f;

	for (f = 0; f < count; f++)
		if (strlen(names[f]) == n && !memcmp(names[f], name, n))
			return f;
	return FIELD_NONE;
}

enum field
field_add(const char *name, size_t n)
{
	if (count == FIELD_NONE)
		return FIELD_NONE;
	memcpy(names[count], name, n);
	return count++;
}

char *
field_unknown(const char *name, size_t n)
{
	const char *all[FIELD_NONE + 1] = {NULL}, *near;
	struct text t = TEXT_EMPTY;
	char *copy = memory_copy_n(name, n);
	enum field f;

	for (f = 0; f < count; f++)
		all[f] = names[f];
	near = spelling_guess(copy, all);
	text_addf(&t, "unknown field '%s'%s%s%s; the fields are", copy,
	    near ? ", perhaps '" : "", near ? near : "", near ? "'" : "");
	for (f = 0; f < count; f++)
		text_addf(&t, " %s", names[f]);
	free(copy);
	return text_take(&t);
}

const char *
field_suffix(enum field f)
{
	const char *dash = f < FIELD_COUNT ? strchr(names[f], '_') : NULL;

	return dash ? dash + 1 : "";
}
