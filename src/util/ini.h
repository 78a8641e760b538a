#pragma once

#include <stddef.h>

/* The syntax that benchfiles and languages share: [sections] of keys, each with its text after
   the "=" or in an indented block below. See cgbench-benchfile(5). */

struct ini_key {
	char *name;
	char *text;         /* no leading or trailing blank lines, common indentation removed */
	unsigned line;      /* of the key, from 1 */
	unsigned text_line; /* of the first line of its text */
	char *indent;       /* blanks that are as wide as what was before each line of it */
};

struct ini_section {
	char *name; /* NULL: the section before the first [NAME] */
	unsigned line;
	struct ini_key *keys;
	size_t n;
};

struct ini {
	char *file; /* its name in messages */
	struct ini_section *v;
	size_t n; /* at least 1: v[0] has no name */
};

/* Both end the program with STATUS_USAGE and a message FILE:LINE:COL: ... on a syntax error;
   ini_read does so if the file cannot be read. */
void ini_read(struct ini *ini, const char *path);
void ini_parse(struct ini *ini, const char *file, const char *s, size_t n);
/* Refuses in the same way a key that is not in known (ended by NULL); where says what the
   section is: "a test". */
void ini_check_keys(const struct ini *ini, const struct ini_section *section,
    const char *const *known, const char *where);
/* The section's key of that name, or NULL. */
const struct ini_key *ini_find(const struct ini_section *section, const char *name);
void ini_free(struct ini *ini);
