#ifndef PATTERN_H
#define PATTERN_H

#include <stdbool.h>
#include <stddef.h>

/* A regular expression in Perl's syntax (PCRE2), UTF-8. */
struct pattern;

/* Compiles s. Returns NULL and sets *error, a sentence that the caller frees, where s is no
   pattern. */
struct pattern *pattern_new(const char *s, char **error);
bool pattern_match(const struct pattern *pattern, const char *s);
/* Where in s, from *start on, it matches next: *start to *end; *group is what stands in the
   parentheses that took part. Returns false where it does not. */
bool pattern_find(const struct pattern *pattern, const char *s, size_t *start, size_t *end,
    const char **group);
void pattern_free(struct pattern *pattern);
/* Whether s has the form /.../; a copy of what stands between is left in *inner. */
bool pattern_slashes(const char *s, char **inner);

#endif
