#ifndef INI_H
#define INI_H

#include <stddef.h>

/* The syntax that benchfiles and languages share: [sections] of keys, whose text stands behind
   the "=" or in the indented block below. See cgbench-benchfile(5). */

struct ini_key {
	char *name;
	char *text;         /* no leading or trailing blank lines, common indentation removed */
	unsigned line;      /* of the key */
	unsigned text_line; /* of the first line of its text */
	unsigned column;    /* that its text begins in, on each of its lines */
};

struct ini_section {
	char *name; /* NULL: the keys above the first [section] */
	unsigned line;
	struct ini_key *keys;
	size_t n;
};

struct ini {
	char *file; /* as it is to be named in messages */
	struct ini_section *v;
	size_t n; /* at least 1: v[0] has no name */
};

/* Each ends the program with STATUS_USAGE and one line FILE:LINE:COL on a syntax error, and
   ini_read on a file that cannot be read. */
void ini_read(struct ini *ini, const char *path);
void ini_parse(struct ini *ini, const char *file, const char *s, size_t n);
/* Refuses, likewise, a key of the section that is not among known (ended by NULL); where says
   what the section is: "a test". */
void ini_check_keys(const struct ini *ini, const struct ini_section *section,
    const char *const *known, const char *where);
/* The key of that name in a section, or NULL. */
const struct ini_key *ini_find(const struct ini_section *section, const char *name);
void ini_free(struct ini *ini);

#endif
