#ifndef PLACES_H
#define PLACES_H

#include <stdbool.h>

#include "util/ini.h"

/* The places in the texts of a language file: {name} in commands, @name@ in programs. */

/* Ends the program with STATUS_USAGE and one line FILE:LINE:COL where a place is unknown,
   cannot stand where it does, or is missing without which nothing could be measured. */
void places_check(const struct ini *ini);
/* Whether a program or a turn has a place for that key of a test. */
bool places_take(const char *program, const char *key);

#endif
