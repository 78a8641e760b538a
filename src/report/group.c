#include <stdlib.h>
#include <string.h>

#include "report/group.h"
#include "util/text.h"

enum { NAMED = 10 };

size_t
group_take(char **texts, const struct tests *tests, bool all, char **names)
{
	struct text t = TEXT_EMPTY;
	size_t first, n = 0, i;
	char *text;

	for (first = 0; first < tests->n && !texts[first]; first++)
		;
	if (first == tests->n)
		return first;
	text = texts[first];
	for (i = first; i < tests->n; i++) {
		if (!texts[i] || strcmp(texts[i], text) != 0)
			continue;
		if (n++ < NAMED || all)
			text_addf(&t, "%s%s", n > 1 ? ", " : "", tests->v[i].name);
		if (i > first)
			free(texts[i]);
		texts[i] = NULL;
	}
	if (n > NAMED && !all)
		text_addf(&t, " and %zu more", n - NAMED);
	free(text);
	*names = text_take(&t);
	return first;
}
