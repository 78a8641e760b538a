#pragma once

#include "input/language.h"

/* The executables in $PATH that languages claim. */

/* --action=languages: prints each language and the executables that it claims; on lines of
   their own, where those lead that only start another program. timeout: seconds to ask one. */
void detect_print(const struct languages *languages, unsigned timeout);
/* Adds the executables that any language claims, sorted. */
void detect_add(struct words *found, const struct languages *languages);
