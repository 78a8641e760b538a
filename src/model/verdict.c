#include <string.h>

#include "model/verdict.h"
#include "util/words.h"

#define ROW(id, name, meaning, cure) {name, meaning, cure},
const struct verdict_row verdict_rows[VERDICT_COUNT] = {VERDICT_ROWS(ROW)};

char *
verdict_cure(enum verdict v, const char *box)
{
	const char *cure = verdict_rows[v].cure;

	if (!box || !strstr(cure, "BLACK_BOX"))
		return memory_copy(cure);
	if (*box && !strchr(box, ' '))
		return text_replace(cure, "BLACK_BOX", box);
	return text_print("calculate with %s", *box ? box : "variables of setup");
}

static const char *
verdict_name_of(unsigned v)
{
	return v < VERDICT_COUNT ? verdict_rows[v].name : NULL;
}

verdict_set
verdict_list(const char *list, const char **unknown)
{
	const char *ignored;

	return words_bits(list, verdict_name_of, unknown ? unknown : &ignored);
}

void
verdict_add(struct text *t, verdict_set set, const char *between)
{
	size_t n = 0;

	EACH_VERDICT(v, set)
		text_addf(t, "%s%s", n++ ? between : "", verdict_rows[v].name);
}

char *
verdict_names(verdict_set set)
{
	struct text t = TEXT_EMPTY;

	verdict_add(&t, set, ", ");
	return text_take(&t);
}
