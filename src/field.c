#include <string.h>

#include "field.h"

static const char *const names[FIELD_COUNT] = {"Ir", "Dr", "Dw", "COND", "IND", "COND_m",
    "IND_m", "Ir_m1", "Dr_m1", "Dw_m1", "Ir_mm", "Dr_mm", "Dw_mm"};

const char *
field_name(enum field f)
{
	return names[f];
}

enum field
field_find(const char *name, size_t n)
{
	enum field f;

	for (f = 0; f < FIELD_COUNT; f++)
		if (strlen(names[f]) == n && !memcmp(names[f], name, n))
			break;
	return f;
}

const char *
field_suffix(enum field f)
{
	const char *dash = strchr(names[f], '_');

	return dash ? dash + 1 : "";
}
