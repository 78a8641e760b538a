#pragma once

#include <stdbool.h>

/* Leaves out of a text in C what nobody who reads it on its own needs. */

/* What is known of the compilers that it is for: 1: so are all, 0: none is, -1: unknown. */
struct trim {
	char *machine; /* "x86_64"; "" if unknown */
	int clang, tcc, clang_22;
	int reals;   /* "brief" boxes real numbers, too */
	bool warned; /* they may be told to warn: those for gcc's warnings remain */
};

/* The text without the branches of #if that are not compiled. The caller frees. */
char *trim_branches(const char *s, const struct trim *trim);
/* Those definitions of a prelude that a source needs, itself or for others. The caller frees.
 */
char *trim_unused(const char *prelude, const char *source);
