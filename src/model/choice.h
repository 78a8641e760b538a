#ifndef CHOICE_H
#define CHOICE_H

#include <stdbool.h>

#include "util/pattern.h"
#include "util/words.h"

/* Tests chosen by name: "a,b", or "/regex/", which is unanchored. */
struct choice {
	struct words names;      /* in the order given; none: */
	struct pattern *pattern; /* what the names match */
};

/* Ends the program with STATUS_USAGE where spec is no regex though it begins with '/'. option:
   who asks, for the message. */
void choice_read(struct choice *choice, const char *spec, const char *option);
bool choice_has(const struct choice *choice, const char *name);
void choice_free(struct choice *choice);

#endif
