#include <sha256.h>
#include <string.h>

#include "model/shard.h"

static void
add(SHA2_CTX *sha, const char *s)
{
	SHA256Update(sha, (const uint8_t *)s, strlen(s) + 1);
}

uint64_t
shard_selection(const struct tests *tests)
{
	uint8_t digest[SHA256_DIGEST_LENGTH];
	uint64_t number = 0;
	SHA2_CTX sha;
	size_t i, k;

	SHA256Init(&sha);
	add(&sha, tests->language ? tests->language : "");
	for (i = 0; i < tests->n; i++) {
		const struct test *test = &tests->v[i];

		add(&sha, test->name);
		for (k = 0; k < test->part_count; k++) {
			add(&sha, test->parts[k].key);
			add(&sha, test->parts[k].text);
		}
		add(&sha, "");
	}
	SHA256Final(digest, &sha);
	for (i = 0; i < sizeof number; i++)
		number = number << 8 | digest[i];
	return number;
}

bool
shard_has(const struct shard *shard, size_t i)
{
	return i % shard->count == shard->number - 1;
}

size_t
shard_size(const struct shard *shard)
{
	return (shard->tests + shard->count - shard->number) / shard->count;
}
