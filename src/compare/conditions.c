#include <stdlib.h>
#include <string.h>

#include "compare/comparable.h"
#include "compare/conditions.h"
#include "util/memory.h"
#include "util/text.h"

static bool
has_same_loops(const struct condition *condition, const unsigned long *loops)
{
	return !memcmp(condition->loops, loops, sizeof condition->loops);
}

/* Of one program, what is comparable is so with the same others. */
static bool
is_same(const struct condition *condition, const struct put *put, const unsigned long *loops)
{
	const struct put *other = &condition->put;
	char *change;

	if (strcmp(other->exe, put->exe) != 0 || !has_same_loops(condition, loops) ||
	    !other->fingerprint != !put->fingerprint)
		return false;
	change = comparable_change(other, put);
	free(change);
	return !change;
}

static struct fingerprint *
copy_fingerprint(const struct fingerprint *fingerprint)
{
	struct fingerprint *copy;
	enum trait trait;

	if (!fingerprint)
		return NULL;
	copy = memory_new(sizeof *copy);
	for (trait = 0; trait < TRAIT_COUNT; trait++)
		copy->of[trait] = memory_copy(fingerprint->of[trait]);
	return copy;
}

size_t
conditions_of(struct conditions *conditions, const struct put *put, const unsigned long *loops)
{
	struct condition *condition;
	size_t i;

	for (i = 0; i < conditions->n; i++)
		if (is_same(&conditions->v[i], put, loops))
			return i;
	conditions->v = memory_resize(conditions->v, conditions->n + 1, sizeof *conditions->v);
	condition = &conditions->v[conditions->n++];
	*condition = (struct condition){.put.exe = memory_copy(put->exe),
	    .put.fingerprint = copy_fingerprint(put->fingerprint)};
	memcpy(condition->loops, loops, sizeof condition->loops);
	return i;
}

char *
conditions_change(const struct conditions *conditions, size_t a, size_t b, bool once)
{
	const struct condition *from = &conditions->v[a], *to = &conditions->v[b];
	char *change = comparable_change(&from->put, &to->put), *both;

	if (once || has_same_loops(from, to->loops))
		return change;
	both = text_print("%s%sthe loops ('%lu,%lu', '%lu,%lu')", change ? change : "",
	    change ? ", " : "", from->loops[LENGTH_SHORT], from->loops[LENGTH_LONG],
	    to->loops[LENGTH_SHORT], to->loops[LENGTH_LONG]);
	free(change);
	return both;
}

void
conditions_free(struct conditions *conditions)
{
	size_t i;

	for (i = 0; i < conditions->n; i++) {
		free(conditions->v[i].put.exe);
		fingerprint_free(conditions->v[i].put.fingerprint);
	}
	free(conditions->v);
	*conditions = (struct conditions){0};
}
