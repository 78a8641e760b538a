#include <stdlib.h>
#include <string.h>

#include "model/choice.h"
#include "util/memory.h"
#include "util/message.h"

static struct pattern *
read_regex(const char *regex, const char *option)
{
	struct pattern *pattern;
	char *inner, *error;

	if (!pattern_slashes(regex, &inner))
		message_die(STATUS_USAGE, "%s: '%s' has no '/' at its end, as in --tests=/len/",
		    option, regex);
	pattern = pattern_new(inner, &error);
	free(inner);
	if (!pattern)
		message_die(STATUS_USAGE, "%s: %s", option, error);
	return pattern;
}

void
choice_read(struct choice *choice, const char *spec, const char *option)
{
	size_t n;

	*choice = (struct choice){0};
	if (*spec == '/') {
		choice->pattern = read_regex(spec, option);
		return;
	}
	for (;; spec += n + 1) {
		n = strcspn(spec, ",");
		words_take(&choice->names, memory_copy_n(spec, n));
		if (!spec[n])
			return;
	}
}

bool
choice_has(const struct choice *choice, const char *name)
{
	size_t i;

	if (choice->pattern)
		return pattern_match(choice->pattern, name);
	for (i = 0; i < choice->names.n; i++)
		if (!strcmp(choice->names.v[i], name))
			return true;
	return false;
}

void
choice_free(struct choice *choice)
{
	words_free(&choice->names);
	pattern_free(choice->pattern);
	*choice = (struct choice){0};
}
