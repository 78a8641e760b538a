#include <stdlib.h>

#include "measure/build/object_store.h"
#include "util/file.h"
#include "util/array.h"

struct stored_object {
	const struct target *target;
	struct words argv;
	struct text bytes;
};

const struct text *
object_store_find(
    const struct object_store *store, const struct target *target, const struct words *argv)
{
	size_t i;

	for (i = 0; i < store->n; i++)
		if (store->v[i].target == target && words_equal(&store->v[i].argv, argv))
			return &store->v[i].bytes;
	return NULL;
}

void
object_store_add(struct object_store *store, const struct target *target,
    const struct words *argv, const char *path)
{
	struct stored_object object = {.target = target};

	if (!file_read(path, &object.bytes)) {
		text_free(&object.bytes);
		return;
	}
	words_add_all(&object.argv, argv);
	*ARRAY_ADD(store->v, store->n) = object;
}

void
object_store_free(struct object_store *store)
{
	size_t i;

	for (i = 0; i < store->n; i++) {
		words_free(&store->v[i].argv);
		text_free(&store->v[i].bytes);
	}
	free(store->v);
	*store = (struct object_store){0};
}
