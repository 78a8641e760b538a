#ifndef SAVEFILE_POOL_H
#define SAVEFILE_POOL_H

#include <stddef.h>

#include <jansson.h>

#include "util/replace.h"

/* A list in a saved file whose elements are written once, however often they occur: elsewhere
   in the file their indexes stand for them. Start from {0}. */
struct savefile_pool {
	json_t *indexes; /* by element */
	struct text elements;
	size_t n;
};

/* The index of an element, which is given as JSON and added if it is new. */
size_t savefile_pool_add(struct savefile_pool *pool, const char *element);
/* Writes the list as a further member of an object. */
void savefile_pool_write(const struct savefile_pool *pool, struct replace *r, const char *key);
void savefile_pool_free(struct savefile_pool *pool);

#endif
