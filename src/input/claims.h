#ifndef CLAIMS_H
#define CLAIMS_H

#include "input/language.h"

/* --action=languages: prints each language and which executables in $PATH it claims. */
void claims_print(const struct languages *languages);
/* Adds the executables in $PATH that any of them claims, sorted. */
void claims_add(struct words *claimed, const struct languages *languages);

#endif
