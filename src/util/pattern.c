#include <stdlib.h>
#include <string.h>
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "util/memory.h"
#include "util/message.h"
#include "util/pattern.h"
#include "util/text.h"

struct pattern {
	pcre2_code *compiled;
	pcre2_match_data *data;
	char *source;
};

static void
pattern_check(int error)
{
	if (error == PCRE2_ERROR_HEAP_FAILED || error == PCRE2_ERROR_NOMEMORY)
		memory_check(NULL);
}

struct pattern *
pattern_new(const char *s, char **error)
{
	struct pattern *pattern;
	unsigned char why[256];
	PCRE2_SIZE at;
	int number;
	pcre2_code *compiled = pcre2_compile((PCRE2_SPTR)s, PCRE2_ZERO_TERMINATED,
	    PCRE2_UTF | PCRE2_MATCH_INVALID_UTF, &number, &at, NULL);

	if (!compiled) {
		pattern_check(number);
		pcre2_get_error_message(number, why, sizeof why);
		*error = text_print("%s (at character %zu of '%s')", (char *)why, at + 1, s);
		return NULL;
	}
	pattern = memory_new(sizeof *pattern);
	pattern->compiled = compiled;
	pattern->source = memory_copy(s);
	pattern->data = memory_check(pcre2_match_data_create_from_pattern(compiled, NULL));
	return pattern;
}

bool
pattern_match(const struct pattern *pattern, const char *s)
{
	int found =
	    pcre2_match(pattern->compiled, (PCRE2_SPTR)s, strlen(s), 0, 0, pattern->data, NULL);
	unsigned char why[256];

	pattern_check(found);
	if (found >= 0 || found == PCRE2_ERROR_NOMATCH)
		return found >= 0;
	pcre2_get_error_message(found, why, sizeof why);
	message_die(STATUS_USAGE,
	    "the regular expression /%s/ cannot be matched with '%s': %s; simplify it",
	    pattern->source, s, (char *)why);
}

bool
pattern_find(const struct pattern *pattern, const char *s, size_t *start, size_t *end,
    const char **group)
{
	int groups = pcre2_match(
	    pattern->compiled, (PCRE2_SPTR)s, strlen(s), *start, 0, pattern->data, NULL);
	const PCRE2_SIZE *at = pcre2_get_ovector_pointer(pattern->data);

	pattern_check(groups);
	if (groups < 0)
		return false;
	*start = at[0];
	*end = at[1];
	*group = s + at[2 * (groups - 1)];
	return true;
}

void
pattern_free(struct pattern *pattern)
{
	if (!pattern)
		return;
	pcre2_match_data_free(pattern->data);
	pcre2_code_free(pattern->compiled);
	free(pattern->source);
	free(pattern);
}

bool
pattern_slashes(const char *s, char **inner)
{
	size_t n = strlen(s);

	if (n < 2 || s[0] != '/' || s[n - 1] != '/')
		return false;
	*inner = memory_copy_n(s + 1, n - 2);
	return true;
}
