#include <stdlib.h>
#include <string.h>

#include "input/param_option.h"
#include "model/param.h"
#include "util/memory.h"
#include "util/message.h"

char *
param_option_name(const char *param)
{
	return memory_copy_n(param, strcspn(param, "="));
}

/* Splits "V,..." at the commas. */
static struct words
split_values(const char *s)
{
	struct words values = WORDS_EMPTY;
	size_t n;

	for (;; s += n + 1) {
		n = strcspn(s, ",");
		words_take(&values, memory_copy_n(s, n));
		if (!s[n])
			return values;
	}
}

void
param_option_add(struct words *params, const char *s)
{
	char *name = param_option_name(s), *place = text_print("--param=%s", name);
	const char *values = s + strlen(name);
	struct words split;

	if (!param_is_name(name) || !*values)
		message_die(STATUS_USAGE,
		    "--param: '%s' is not of the form NAME=VALUE,..., as in --param=n=16,256",
		    s);
	split = split_values(values + 1);
	if (words_find(&split, "") < split.n)
		message_die(STATUS_USAGE, "%s: a value is missing in '%s'", place, s);
	param_check_values(place, &split);
	if (words_find_variable(params, s) < params->n)
		message_die(
		    STATUS_USAGE, "%s is given twice: give all its values at once", place);
	words_add(params, s);
	words_free(&split);
	free(place);
	free(name);
}

char *
param_option_values(const struct words *params, const char *name)
{
	char *setting = text_print("%s=", name), *values, *comma;
	size_t found = words_find_variable(params, setting);

	values = found < params->n ? memory_copy(params->v[found] + strlen(setting)) : NULL;
	free(setting);
	while (values && (comma = strchr(values, ',')))
		*comma = ' ';
	return values;
}
