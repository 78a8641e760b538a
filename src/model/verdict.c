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

verdict_set
verdict_list(const char *list, const char **unknown)
{
	static const char between[] = " \t\n,";
	const char *wrong = NULL;
	verdict_set all = 0;
	enum verdict v;

	for (list += strspn(list, between); *list; list += strspn(list, between)) {
		size_t n = strcspn(list, between);

		for (v = 0; v < VERDICT_COUNT && !text_equals(list, n, verdicts[v].name); v++)
			;
		if (v == VERDICT_COUNT && !wrong)
			wrong = list;
		all |= v < VERDICT_COUNT ? 1u << v : 0;
		list += n;
	}
	if (unknown)
		*unknown = wrong ? wrong : "";
	return all;
}

void
verdict_add(struct text *t, verdict_set set, const char *between)
{
	size_t n = 0;

	EACH_VERDICT(v, set)
		text_addf(t, "%s%s", n++ ? between : "", verdicts[v].name);
}

char *
verdict_names(verdict_set set)
{
	struct text t = TEXT_EMPTY;

	verdict_add(&t, set, ", ");
	return text_take(&t);
}
