#include "seen.h"

/* A hash table with linear probing; 0 is a free place. Neighbours in memory are neighbours
   there, because a forked process gets a copy of each page that it changes. What comes when it
   is half full is not remembered. */
enum { SIZE = 1 << 20 };

static uint64_t table[SIZE];
static size_t used;

/* Not 0. */
static uint64_t
fingerprint(uint64_t address, const void *code, size_t n)
{
	const unsigned char *s = code;
	uint64_t hash = address * 0x9e3779b97f4a7c15u;
	size_t i;

	for (i = 0; i < n; i++)
		hash = (hash ^ s[i]) * 0x100000001b3u;
	return hash | 1;
}

/* Where it is or may be put. */
static uint64_t *
place(uint64_t address, uint64_t hash)
{
	size_t i = (size_t)(address / 2) & (SIZE - 1);

	while (table[i] && table[i] != hash)
		i = (i + 1) & (SIZE - 1);
	return &table[i];
}

void
seen_add(uint64_t address, const void *code, size_t n)
{
	uint64_t hash = fingerprint(address, code, n), *at = place(address, hash);

	if (*at || used == SIZE / 2)
		return;
	*at = hash;
	used++;
}

bool
seen_has(uint64_t address, const void *code, size_t n)
{
	return *place(address, fingerprint(address, code, n));
}
