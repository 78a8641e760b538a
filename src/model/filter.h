#pragma once

#include <stdbool.h>

#include "util/pattern.h"
#include "util/words.h"

/* Chooses tests by name: "a,b", or "/regex/", which is unanchored. */
struct filter {
	struct words names;      /* in the order given; unused if there is a */
	struct pattern *pattern; /* that names match, or NULL */
};

/* Ends the program with STATUS_USAGE if spec begins with '/' and is not a regex. option: for
   the message. */
void filter_parse(struct filter *filter, const char *spec, const char *option);
bool filter_matches(const struct filter *filter, const char *name);
void filter_free(struct filter *filter);
