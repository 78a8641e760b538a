#pragma once

#include <stdbool.h>

#include "util/ini.h"
#include "util/words.h"

/* The placeholders in the texts of a language file: {name} in commands, @name@ in programs. */

/* A word that is just "{args}" becomes all of its words; within a longer word they are joined
   by blanks. */
struct placeholder {
	const char *name; /* "args" */
	const struct words *words;
};

/* Adds the words of template to out, filled in from list, which ends with a NULL name. A
   placeholder that list does not hold stays as it is. */
void placeholder_fill(
    struct words *out, const struct words *template, const struct placeholder *list);
/* Ends the program with STATUS_USAGE and one line FILE:LINE:COL if a placeholder of a language
   is unknown, is where it may not be, or is missing although measuring needs it. */
void placeholder_check(const struct ini *ini);
/* Returns true if a program or an iteration has a placeholder for that key, or asks for it by
   @if@. */
bool placeholder_occurs(const char *program, const char *key);
