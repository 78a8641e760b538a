#pragma once

#include "model/profile.h"

/* The functions of a profile that is being made, perhaps thousands, to be found by name. */

/* Which function it is. */
struct function_key {
	size_t object;
	const char *name;
	uint64_t begin; /* tells static functions of one name apart; 0: unknown */
};

/* Start from {profile}. */
struct function_list {
	struct profile *profile; /* borrowed */
	uint64_t *begins;        /* of each function; 0: unknown */
	size_t *slots;           /* hash table: index + 1, 0: free */
	size_t slot_count;
};

/* The index of a function, or profile->function_count if it is not there. Where it begins is
   noted if it was unknown. */
size_t function_list_find(struct function_list *list, const struct function_key *key);
/* Adds a function without steps, which takes over the name of the key. Returns its index. */
size_t function_list_add(
    struct function_list *list, const struct function_key *key, enum profile_owner owner);
/* Leaves the profile. */
void function_list_free(struct function_list *list);
