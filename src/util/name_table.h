#pragma once

#include <stddef.h>

/* A hash table of the names in an array, to which elements are only added. Starts as {0}. */
struct name_table {
	size_t known;  /* how many of the elements are in it */
	size_t *slots; /* position + 1; 0: free */
	size_t slot_count;
};

/* Returns the name of element i of an array. */
typedef const char *name_table_name(const void *array, size_t i);

/* Adds the elements up to the n-th. If several have a name, the first one is found. */
void name_table_learn(
    struct name_table *table, const void *array, name_table_name *of, size_t n);
/* Returns the position of the element with that name + 1; 0: there is none. */
size_t name_table_find(
    const struct name_table *table, const void *array, name_table_name *of, const char *name);
void name_table_free(struct name_table *table);
