#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "putargs.h"
#include "text.h"

/* The length of what all the names begin with (or end with), for the puts without a label. */
static size_t
common(const struct puts *puts, bool at_end)
{
	const char *first = NULL;
	size_t n = 0, i, k;

	for (i = 0; i < puts->n; i++) {
		const char *exe = puts->v[i].exe;
		size_t length = strlen(exe);

		if (puts->v[i].label)
			continue;
		if (!first) {
			first = exe;
			n = length;
			continue;
		}
		for (k = 0; k < n && k < length; k++)
			if (at_end ? exe[length - 1 - k] != first[strlen(first) - 1 - k]
				   : exe[k] != first[k])
				break;
		n = k;
	}
	return n;
}

static bool
is_version(char c)
{
	return (c >= '0' && c <= '9') || c == '.';
}

static char *
middle(const char *exe, size_t prefix, size_t suffix)
{
	size_t n = strlen(exe);

	/* A version is not torn apart where the names begin to differ inside it. */
	while (prefix && is_version(exe[prefix - 1]))
		prefix--;
	while (suffix && is_version(exe[n - suffix]))
		suffix--;
	if (prefix + suffix >= n)
		return memory_copy("");
	return memory_copy_n(exe + prefix, n - prefix - suffix);
}

static void
name_all(struct puts *puts, char **labels)
{
	size_t prefix = common(puts, false), suffix = common(puts, true), i, alone = 0;
	const char *first = NULL;

	for (i = 0; i < puts->n; i++) {
		if (puts->v[i].label)
			continue;
		labels[i] = middle(puts->v[i].exe, prefix, suffix);
		alone++;
		if (!first)
			first = labels[i];
	}
	if (alone == 1 && !*first)
		for (i = 0; i < puts->n; i++)
			if (labels[i]) {
				free(labels[i]);
				labels[i] = memory_copy("0");
			}
}

/* A label that is all digits would be taken for the number of a put. */
static void
mark_digits(struct puts *puts, char **labels)
{
	size_t i;

	for (i = 0; i < puts->n && !labels[i]; i++)
		;
	if (i == puts->n || !*labels[i] || labels[i][strspn(labels[i], "0123456789")])
		return;
	for (; i < puts->n; i++)
		if (labels[i]) {
			char *marked = text_print("p%s", labels[i]);

			free(labels[i]);
			labels[i] = marked;
		}
}

static bool
is_unique(char **labels, size_t n, size_t i)
{
	size_t k;

	for (k = 0; k < n; k++)
		if (k != i && labels[k] && !strcmp(labels[k], labels[i]))
			return false;
	return true;
}

void
putargs_autolabel(struct puts *puts)
{
	char **labels = memory_new((puts->n + 1) * sizeof *labels);
	size_t i, k, number;

	name_all(puts, labels);
	mark_digits(puts, labels);
	for (i = 0; i < puts->n; i++) {
		if (!labels[i])
			continue;
		if (is_unique(labels, puts->n, i)) {
			puts->v[i].label = memory_copy(labels[i]);
			continue;
		}
		for (k = number = 0; k < i; k++)
			number += labels[k] && !strcmp(labels[k], labels[i]);
		puts->v[i].label = text_print("%s-%zu", labels[i], number);
	}
	for (i = 0; i < puts->n; i++)
		free(labels[i]);
	free(labels);
}
