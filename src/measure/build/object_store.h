#ifndef OBJECT_STORE_H
#define OBJECT_STORE_H

#include "input/target.h"
#include "util/text.h"

/* The objects of users' sources that were compiled before, so that measuring the same tests
   again, as --check and --jitter do, compiles none of them again. */
struct object_store {
	struct stored_object *v;
	size_t n;
};

/* The bytes of the object that the target made with that command, or NULL. argv: the command,
   but with no object. */
const struct text *object_store_find(
    const struct object_store *store, const struct target *target, const struct words *argv);
/* Adds the file, unless it cannot be read. The target is borrowed. */
void object_store_add(struct object_store *store, const struct target *target,
    const struct words *argv, const char *path);
void object_store_free(struct object_store *store);

#endif
