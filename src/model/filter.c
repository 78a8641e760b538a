#include <stdlib.h>
#include <string.h>

#include "model/filter.h"
#include "util/memory.h"
#include "util/message.h"

static struct pattern *
read_regex(const char *regex, const char *option)
{
	struct pattern *pattern;
	char *inner, *error;

	if (!pattern_slashes(regex, &inner))
		message_die(STATUS_USAGE, "%s: '%s' does not end in '/', as in --tests=/len/",
		    option, regex);
	pattern = pattern_new(inner, &error);
	free(inner);
	if (!pattern)
		message_die(STATUS_USAGE, "%s: %s", option, error);
	return pattern;
}

void
filter_parse(struct filter *filter, const char *spec, const char *option)
{
	size_t n;

	*filter = (struct filter){0};
	if (*spec == '/') {
		filter->pattern = read_regex(spec, option);
		return;
	}
	for (;; spec += n + 1) {
		n = strcspn(spec, ",");
		words_take(&filter->names, memory_copy_n(spec, n));
		if (!spec[n])
			return;
	}
}

bool
filter_matches(const struct filter *filter, const char *name)
{
	size_t i;

	if (filter->pattern)
		return pattern_match(filter->pattern, name);
	for (i = 0; i < filter->names.n; i++)
		if (!strcmp(filter->names.v[i], name))
			return true;
	return false;
}

void
filter_free(struct filter *filter)
{
	words_free(&filter->names);
	pattern_free(filter->pattern);
	*filter = (struct filter){0};
}
