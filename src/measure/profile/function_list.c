#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "measure/profile/function_list.h"
#include "util/memory.h"
#include "util/text.h"

/* The slot after this one, or the first one. */
static size_t
next_slot(const struct function_list *list, size_t slot)
{
	return (slot + 1) & (list->slot_count - 1);
}

static size_t
first_slot(const struct function_list *list, size_t object, const char *name)
{
	return (text_hash(name) + object) & (list->slot_count - 1);
}

static bool
is_function(const struct function_list *list, size_t i, const struct function_key *key)
{
	const struct profile_function *function = &list->profile->functions[i];

	return function->object == key->object && !strcmp(function->name, key->name) &&
	       (list->begins[i] == key->begin || !list->begins[i] || !key->begin);
}

size_t
function_list_find(struct function_list *list, const struct function_key *key)
{
	size_t slot = list->slots ? first_slot(list, key->object, key->name) : 0;

	for (; list->slots && list->slots[slot]; slot = next_slot(list, slot)) {
		size_t i = list->slots[slot] - 1;

		if (!is_function(list, i, key))
			continue;
		if (!list->begins[i])
			list->begins[i] = key->begin;
		return i;
	}
	return list->profile->function_count;
}

/* Enters a function in a table that has room. */
static void
function_list_enter(struct function_list *list, size_t i)
{
	const struct profile_function *function = &list->profile->functions[i];
	size_t slot = first_slot(list, function->object, function->name);

	while (list->slots[slot])
		slot = next_slot(list, slot);
	list->slots[slot] = i + 1;
}

/* Makes room for as many functions again. */
static void
grow(struct function_list *list)
{
	struct profile *profile = list->profile;
	size_t room = profile->function_count ? 2 * profile->function_count : 64;

	profile->functions =
	    memory_resize(profile->functions, room, sizeof *profile->functions);
	list->begins = memory_resize(list->begins, room, sizeof *list->begins);
	free(list->slots);
	list->slot_count = 2 * room;
	list->slots = memory_array(list->slot_count, sizeof *list->slots);
	for (size_t i = 0; i < profile->function_count; i++)
		function_list_enter(list, i);
}

size_t
function_list_add(
    struct function_list *list, const struct function_key *key, enum profile_owner owner)
{
	struct profile *profile = list->profile;
	size_t i = profile->function_count;

	if (2 * i == list->slot_count)
		grow(list);
	profile->functions[i] = (struct profile_function){
	    .name = (char *)key->name, .object = key->object, .owner = owner};
	list->begins[i] = key->begin;
	function_list_enter(list, profile->function_count++);
	return i;
}

void
function_list_free(struct function_list *list)
{
	free(list->begins);
	free(list->slots);
}
