#pragma once

#include <stdbool.h>

/* Leaves out of a text in C what nobody who reads it on its own needs. */

/* The compilers that the text is for, of which none is tcc. */
struct trim {
	char *machine; /* "x86_64"; NULL: not known, and nothing is left out */
	bool warned;   /* they are told to warn: all macros and pragmas remain */
	bool reals;    /* "brief" boxes real numbers, too */
};

/* The text without the branches of #if that are not compiled. The caller frees. */
char *trim_branches(const char *s, const struct trim *trim);
/* The paragraphs of a prelude that define what a source needs, itself or for others. The
   caller frees. */
char *trim_unused(const char *prelude, const char *source);
