#pragma once

#include <stdbool.h>
#include <stddef.h>

/* A regular expression in Perl's syntax (PCRE2), UTF-8. */
struct pattern;

/* Compiles s. Returns NULL and sets *error, a sentence that the caller frees, if s is not a
   valid pattern. */
struct pattern *pattern_new(const char *s, char **error);
/* Returns true if s contains a match. Ends the program with STATUS_USAGE, and names the
   pattern, if PCRE2 gives up because the search would take too long. */
bool pattern_match(const struct pattern *pattern, const char *s);
/* Searches s from offset *start. Sets *start and *end to the match, and *group to the text that
   the last matching parentheses captured. Returns false if there is no match. */
bool pattern_find(const struct pattern *pattern, const char *s, size_t *start, size_t *end,
    const char **group);
void pattern_free(struct pattern *pattern);
/* If s is /TEXT/, returns true and sets *inner to a copy of TEXT; the caller frees. */
bool pattern_slashes(const char *s, char **inner);
