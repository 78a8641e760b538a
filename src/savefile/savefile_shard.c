#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "savefile/savefile_shard.h"
#include "savefile/savefile_value.h"

void
savefile_shard_add(struct text *t, const struct shard *shard)
{
	if (shard->count)
		text_addf(t,
		    ",\"shard\":{\"number\":%u,\"count\":%u,\"tests\":%zu,"
		    "\"selection\":\"%016" PRIx64 "\"}",
		    shard->number, shard->count, shard->tests, shard->selection);
}

static uint64_t
read_count(struct jsonfile *doc, const json_t *json, const char *key, uint64_t most)
{
	size_t place = jsonfile_enter(doc, key);
	uint64_t n = savefile_value_number(doc, json_object_get(json, key), most);

	text_cut(&doc->place, place);
	return n;
}

static uint64_t
read_hash(struct jsonfile *doc, const json_t *json, const char *key)
{
	size_t place = jsonfile_enter(doc, key);
	const char *hash = json_string_value(json_object_get(json, key));

	if (!hash || strlen(hash) != 16 || hash[strspn(hash, "0123456789abcdef")])
		jsonfile_wrong(doc, "is not a hash of 16 hexadecimal digits");
	text_cut(&doc->place, place);
	return strtoull(hash, NULL, 16);
}

void
savefile_shard_read(struct jsonfile *doc, const json_t *json, struct results *results)
{
	struct shard *shard = &results->shard;

	shard->number = (unsigned)read_count(doc, json, "number", SHARDS_MOST);
	shard->count = (unsigned)read_count(doc, json, "count", SHARDS_MOST);
	shard->tests = read_count(doc, json, "tests", UINT32_MAX);
	shard->selection = read_hash(doc, json, "selection");
	if (!shard->number || shard->number > shard->count)
		jsonfile_wrong(doc, "there is no shard %u of %u", shard->number, shard->count);
	if (shard_size(shard) != results->tests.n)
		jsonfile_wrong(doc, "shard %u of %u of %zu tests has %zu tests, the file %zu",
		    shard->number, shard->count, shard->tests, shard_size(shard),
		    results->tests.n);
}
