/* Reads what cachegrind and valgrind write. */

#include "fuzz.h"
#include "outfile/cachegrind.h"
#include "outfile/load_map.h"
#include "valgrind/caches.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	struct counts counts = {0};
	struct load_map map = {0}, copy = {0};
	FREED_BY(words_free) struct words described = WORDS_EMPTY;
	/* The parsers may not need a byte more. */
	char *s = memory_copy_n((const char *)data, n), *exact = memcpy(malloc(n + !n), data, n);

	cachegrind_parse_out(exact, n, FIELD_BIT(FIELD_IR), &counts);
	free(exact);
	load_map_read(&map, s);
	if (map.n)
		load_map_copy(&copy, &map, map.v[0].pid);
	load_map_free(&copy);
	load_map_free(&map);
	caches_add_described(&described, s);
	free(s);
	return 0;
}
