#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A shard of a run: of its tests, in order, the number-th and every count-th after it. */
struct shard {
	unsigned number;    /* from 1 */
	unsigned count;     /* 0: not a shard */
	size_t tests;       /* of the whole run */
	uint64_t selection; /* fingerprint_of_tests of these */
};

/* How many shards a run may have. */
enum { SHARDS_MOST = 100000 };

/* Whether the i-th test of the run is in the shard. */
bool shard_has(const struct shard *shard, size_t i);
/* How many tests of the run are in it. */
size_t shard_size(const struct shard *shard);
