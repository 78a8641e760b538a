#include "model/shard.h"

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
