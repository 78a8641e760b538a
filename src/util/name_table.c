#include <stdlib.h>
#include <string.h>

#include "util/memory.h"
#include "util/name_table.h"
#include "util/text.h"

/* Returns the slot of that name, or the free one where it belongs. */
static size_t *
find_slot(
    const struct name_table *table, const void *array, name_table_name *of, const char *name)
{
	size_t i = text_hash(name);

	for (;; i++) {
		size_t *slot = &table->slots[i & (table->slot_count - 1)];

		if (!*slot || !strcmp(of(array, *slot - 1), name))
			return slot;
	}
}

/* At most half of the slots are taken. */
static void
name_table_make_room(struct name_table *table, size_t n)
{
	size_t count = table->slot_count ? table->slot_count : 16;

	while (count < 2 * (n + 1))
		count *= 2;
	if (count == table->slot_count)
		return;
	free(table->slots);
	*table = (struct name_table){.slot_count = count};
	table->slots = memory_array(count, sizeof *table->slots);
}

void
name_table_learn(struct name_table *table, const void *array, name_table_name *of, size_t n)
{
	name_table_make_room(table, n);
	for (; table->known < n; table->known++) {
		size_t *slot = find_slot(table, array, of, of(array, table->known));

		*slot = *slot ? *slot : table->known + 1;
	}
}

size_t
name_table_find(
    const struct name_table *table, const void *array, name_table_name *of, const char *name)
{
	return table->slot_count ? *find_slot(table, array, of, name) : 0;
}

void
name_table_free(struct name_table *table)
{
	free(table->slots);
	*table = (struct name_table){0};
}
