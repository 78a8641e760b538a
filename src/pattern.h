#ifndef PATTERN_H
#define PATTERN_H

#include <stdbool.h>

/* A regular expression in Perl's syntax (PCRE2), UTF-8. */
struct pattern;

/* Compiles s. Returns NULL and sets *error, a sentence that the caller frees, where s is no
   pattern. */
struct pattern *pattern_new(const char *s, char **error);
bool pattern_match(const struct pattern *pattern, const char *s);
void pattern_free(struct pattern *pattern);
/* Whether s has the form /.../; a copy of what stands between is left in *inner. */
bool pattern_slashes(const char *s, char **inner);

#endif
