/* A set of strings. */

#include <stdlib.h>

#include "tap.h"
#include "util/keyset.h"
#include "util/memory.h"
#include "util/text.h"

enum { MANY = 5000 };

int
main(void)
{
	struct keyset set = {0};
	size_t taken = 0, refused = 0;
	char *key = memory_copy("a"), *again = memory_copy("a");
	int i;

	ok(keyset_add(&set, key), "a key is added");
	ok(!keyset_add(&set, again), "but not twice");
	free(again);
	ok(keyset_add(&set, memory_copy("")), "the empty one is another");
	for (i = 0; i < MANY; i++)
		taken += keyset_add(&set, text_print("key%d", i));
	for (i = 0; i < MANY; i++) {
		char *same = text_print("key%d", i);

		refused += !keyset_add(&set, same);
		free(same);
	}
	ok(taken == MANY && refused == MANY, "many are added, each once");
	ok(set.n == MANY + 2 && !strcmp(key, "a"), "and stay where they are");
	keyset_free(&set);
	ok(keyset_add(&set, memory_copy("a")), "a set can be used again");
	keyset_free(&set);
	return tap_done();
}
