#include <stdlib.h>

#include "model/filter.h"
#include "util/message.h"

static struct pattern *
read_regex(const char *regex, const char *option)
{
	struct pattern *pattern;
	OWNED char *inner = NULL, *error = NULL;

	if (!pattern_slashes(regex, &inner))
		message_die(STATUS_USAGE, "%s: '%s' does not end in '/', as in --tests=/len/",
		    option, regex);
	pattern = pattern_new(inner, &error);
	if (!pattern)
		message_die(STATUS_USAGE, "%s: %s", option, error);
	return pattern;
}

void
filter_parse(struct filter *filter, const char *spec, const char *option)
{
	*filter = (struct filter){0};
	if (*spec == '/') {
		filter->pattern = read_regex(spec, option);
		return;
	}
	words_cut(&filter->names, spec, ',');
}

bool
filter_matches(const struct filter *filter, const char *name)
{
	return filter->pattern ? pattern_match(filter->pattern, name)
	                       : words_find(&filter->names, name) < filter->names.n;
}

void
filter_free(struct filter *filter)
{
	words_free(&filter->names);
	pattern_free(filter->pattern);
	*filter = (struct filter){0};
}
