#include <string.h>

#include "model/verdict.h"

#define ROW(id, name, meaning) {name, meaning},
static const struct {
	const char *name, *meaning;
} verdicts[VERDICT_COUNT] = {VERDICT_ROWS(ROW)};

const char *
verdict_name(enum verdict v)
{
	return verdicts[v].name;
}

const char *
verdict_meaning(enum verdict v)
{
	return verdicts[v].meaning;
}

static verdict_set
find(const char *name, size_t n)
{
	enum verdict v;

	for (v = 0; v < VERDICT_COUNT; v++)
		if (text_equals(name, n, verdicts[v].name))
			return 1u << v;
	return 0;
}

verdict_set
verdict_list(const char *list, const char **unknown)
{
	static const char between[] = " \t\n,";
	const char *wrong = NULL;
	verdict_set all = 0;

	for (list += strspn(list, between); *list; list += strspn(list, between)) {
		size_t n = strcspn(list, between);
		verdict_set one = find(list, n);

		if (!one && !wrong)
			wrong = list;
		all |= one;
		list += n;
	}
	if (unknown)
		*unknown = wrong ? wrong : "";
	return all;
}

void
verdict_add(struct text *t, verdict_set set, const char *between)
{
	enum verdict v;
	size_t n = 0;

	for (v = 0; v < VERDICT_COUNT; v++)
		if (set & 1u << v)
			text_addf(t, "%s%s", n++ ? between : "", verdicts[v].name);
}

char *
verdict_names(verdict_set set)
{
	struct text t = TEXT_EMPTY;

	verdict_add(&t, set, ", ");
	return text_take(&t);
}
