#include <string.h>

#include "model/verdict.h"
#include "util/words.h"

#define ROW(id, name, meaning, cure) {name, meaning, cure},
static const struct {
	const char *name, *meaning, *cure;
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

char *
verdict_cure(enum verdict v, const char *language)
{
	static const struct {
		const char *languages, *box;
	} boxes[] = {
	    {"c c++ d", "BLACK_BOX"},
	    {"rust pascal", "black_box"},
	    {"ada", "Black_Box"},
	    {"go", "blackBox"},
	};
	const char *cure = verdicts[v].cure;

	for (size_t i = 0; i < sizeof boxes / sizeof *boxes; i++)
		if (text_is_one_of(language, strlen(language), boxes[i].languages))
			return text_replace(cure, "BLACK_BOX", boxes[i].box);
	if (!*language || !strstr(cure, "BLACK_BOX"))
		return memory_copy(cure);
	return text_print("calculate with %s",
	    !strcmp(language, "fortran") ? "volatile variables" : "variables of setup");
}

static const char *
verdict_name_of(unsigned v)
{
	return v < VERDICT_COUNT ? verdicts[v].name : NULL;
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
		text_addf(t, "%s%s", n++ ? between : "", verdicts[v].name);
}

char *
verdict_names(verdict_set set)
{
	struct text t = TEXT_EMPTY;

	verdict_add(&t, set, ", ");
	return text_take(&t);
}
