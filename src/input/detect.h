#ifndef DETECT_H
#define DETECT_H

#include "input/language.h"

/* The executables in $PATH that languages claim. */

/* --action=languages: prints each language and the executables that it claims. */
void detect_print(const struct languages *languages);
/* Adds the executables that any language claims, sorted. */
void detect_add(struct words *found, const struct languages *languages);

#endif
