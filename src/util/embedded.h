#pragma once

#include <stddef.h>

/* Files that are built into the program (scripts/embed): languages, help texts, samples. */
struct embedded {
	const char *name;          /* base name of the file */
	const unsigned char *data; /* followed by a NUL, not counted in n */
	size_t n;
};

/* Ends with an entry whose name is NULL. */
extern const struct embedded embedded_files[];

/* The file of that name, or NULL. */
const struct embedded *embedded_find(const char *name);
