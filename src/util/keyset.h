#ifndef KEYSET_H
#define KEYSET_H

#include <stdbool.h>
#include <stddef.h>

/* A set of strings, which it owns. Start from {0}. */
struct keyset {
	char **slots; /* NULL: free */
	size_t n, room;
};

/* Takes the key, which stays where it is. Returns false if the set has such a key: then it is
   still the caller's. */
bool keyset_add(struct keyset *set, char *key);
void keyset_free(struct keyset *set);

#endif
