#include <stdlib.h>
#include <string.h>

#include "util/keyset.h"
#include "util/memory.h"
#include "util/text.h"

/* The slot of that key, or the free one where it belongs. The room is a power of two. */
static char **
find_slot(const struct keyset *set, const char *key)
{
	size_t i = text_hash(key);

	for (;; i++) {
		char **slot = &set->slots[i & (set->room - 1)];

		if (!*slot || !strcmp(*slot, key))
			return slot;
	}
}

/* At most half of the slots are taken. */
static void
make_room(struct keyset *set)
{
	struct keyset old = *set;
	size_t i;

	if (2 * (set->n + 1) <= set->room)
		return;
	set->room = old.room ? 2 * old.room : 16;
	set->slots = memory_new(set->room * sizeof *set->slots);
	for (i = 0; i < old.room; i++)
		if (old.slots[i])
			*find_slot(set, old.slots[i]) = old.slots[i];
	free(old.slots);
}

bool
keyset_add(struct keyset *set, char *key)
{
	char **slot;

	make_room(set);
	slot = find_slot(set, key);
	if (*slot)
		return false;
	*slot = key;
	set->n++;
	return true;
}

void
keyset_free(struct keyset *set)
{
	size_t i;

	for (i = 0; i < set->room; i++)
		free(set->slots[i]);
	free(set->slots);
	*set = (struct keyset){0};
}
