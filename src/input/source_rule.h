#pragma once

#include "util/ini.h"
#include "util/words.h"

/* A rule says how the puts of a language compile the user's source files: "source.NAME",
   "compile.NAME" and "link.NAME" in a language file. */

struct source_rule {
	char *name;              /* of the language that the files are written in */
	struct words extensions; /* of the files, with their dots */
	struct words compile;    /* the command that makes an object of one file */
	struct words link;       /* added to the command that links the object; may be empty */
};

struct source_rules {
	struct source_rule *v;
	size_t n;
};

/* Returns true if a key of a language file belongs to a rule of sources. */
bool source_rule_is_key(const char *key);
/* Reads the rules of a language file. Ends the program with STATUS_USAGE and one line at a rule
   that is not complete or not clear. */
void source_rules_read(struct source_rules *rules, const struct ini *ini);
/* The rule for a file, by its extension, or NULL. */
const struct source_rule *source_rules_find(const struct source_rules *rules, const char *file);
void source_rules_free(struct source_rules *rules);
