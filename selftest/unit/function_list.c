/* The functions of a profile, found by name. */

#include "measure/profile/function_list.h"
#include "tap.h"
#include "util/memory.h"
#include "util/text.h"

enum { FUNCTIONS = 1000 };

/* Adds a function; its index. */
static size_t
add(struct function_list *list, size_t object, const char *name, uint64_t begin)
{
	const struct function_key key = {object, memory_copy(name), begin};

	return function_list_add(list, &key, PROFILE_PROGRAM);
}

static size_t
find(struct function_list *list, size_t object, const char *name, uint64_t begin)
{
	const struct function_key key = {object, name, begin};

	return function_list_find(list, &key);
}

/* How many functions are found at their index, of which each object has half. */
static size_t
count_found(struct function_list *list)
{
	size_t n = 0;

	for (size_t i = 0; i < FUNCTIONS; i++) {
		OWNED char *name = text_print("f%zu", i / 2);

		n += find(list, i % 2, name, 0) == i;
	}
	return n;
}

int
main(void)
{
	struct profile *profile = memory_new(sizeof *profile);
	FREED_BY(function_list_free) struct function_list list = {.profile = profile};
	size_t first, second;

	ok(find(&list, 0, "f", 0) == 0, "an empty list has no function");
	for (size_t i = 0; i < FUNCTIONS; i++) {
		OWNED char *name = text_print("f%zu", i / 2);

		add(&list, i % 2, name, 0);
	}
	ok(count_found(&list) == FUNCTIONS, "each function is found");
	ok(find(&list, 2, "f1", 0) == FUNCTIONS, "but not in another object");
	first = add(&list, 0, "static", 0);
	ok(find(&list, 0, "static", 0x10) == first, "one that begins nobody knows where");
	ok(find(&list, 0, "static", 0x20) > first, "begins where it was found");
	second = add(&list, 0, "static", 0x20);
	ok(find(&list, 0, "static", 0x20) == second, "another one of that name");
	ok(find(&list, 0, "static", 0x10) == first, "is not the first one");
	ok(find(&list, 0, "static", 0) == first, "which is taken where nothing tells them apart");
	profile_free(profile);
	return tap_done();
}
