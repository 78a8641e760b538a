#include <stdlib.h>
#include <string.h>

#include "code/assembly.h"
#include "explain/blocks.h"
#include "explain/canonical.h"
#include "util/memory.h"
#include "util/text.h"

/* An instruction of x86-64 is not longer. */
enum { LONGEST = 15 };

/* FNV-1a, with or without the names of registers. */
static uint64_t
hash_of(const char *s, size_t n, bool registers)
{
	const char *end = s + n;
	uint64_t hash = 14695981039346656037u;

	while (s < end) {
		hash = (hash ^ (unsigned char)*s) * 1099511628211u;
		s += *s == '%' && !registers
		         ? 1 + strspn(s + 1, "abcdefghijklmnopqrstuvwxyz0123456789")
		         : 1;
	}
	return hash;
}

static uint64_t
hash_line(const struct profile *profile, const struct profile_site *site)
{
	const char *file;
	uint64_t hash;

	if (!site->line)
		return 0;
	file = profile->files.v[site->file];
	hash = hash_of(file, strlen(file), true) + site->line;
	return hash ? hash : 1;
}

static int
by_address(const void *a, const void *b)
{
	const struct blocks_site *x = a, *y = b;

	return (x->of->address > y->of->address) - (x->of->address < y->of->address);
}

/* Returns the site that one jumps to, or NULL. */
static struct blocks_site *
target_of(const struct blocks *blocks, const struct profile_site *site)
{
	const struct profile_site target = {.address = site->target};
	const struct blocks_site key = {.of = &target};

	if (!site->target)
		return NULL;
	return bsearch(
	    &key, blocks->sites, blocks->site_count, sizeof *blocks->sites, by_address);
}

static void
set_labels(struct blocks *blocks)
{
	struct blocks_site *target;
	unsigned last = 0;

	for (size_t i = 0; i < blocks->site_count; i++)
		if ((target = target_of(blocks, blocks->sites[i].of)))
			target->label = 1;
	for (size_t i = 0; i < blocks->site_count; i++)
		if (blocks->sites[i].label)
			blocks->sites[i].label = ++last;
	for (size_t i = 0; i < blocks->site_count; i++)
		if ((target = target_of(blocks, blocks->sites[i].of)))
			blocks->sites[i].target = target->label;
}

/* A jump to an address without a name goes to somewhere in its function. */
static void
set_texts(struct blocks_site *site)
{
	const char *text = site->of->text;
	OWNED char *canonical = NULL;
	size_t n;

	if (!text)
		return;
	n = assembly_before_operand(text);
	if (site->target || (site->of->target && text_begins(text + n, "0x"))) {
		canonical = memory_copy_n(text, n);
		site->text = site->target ? text_print("%s.%u", canonical, site->target)
		                          : text_print("%s.out", canonical);
	} else {
		canonical = canonical_text(text);
		site->text = memory_copy(text);
	}
	site->hash = hash_of(canonical, strlen(canonical), true);
	site->shape = hash_of(canonical, strlen(canonical), false);
	site->mnemonic = hash_of(text, assembly_mnemonic(text), true);
}

static bool
is_end(const struct profile_site *site)
{
	const char *text = site->text ? site->text : "";

	return site->kind == PROFILE_BRANCH || site->kind == PROFILE_JUMP ||
	       (site->kind == PROFILE_CALL &&
	           (text_begins(text, "ret") || text_begins(text, "bnd ret")));
}

static bool
begins_block(const struct blocks_site *site, const struct blocks_site *before)
{
	const struct profile_site *of = site->of, *last = before->of;

	return site->label || is_end(last) || of->executions != last->executions ||
	       of->spent[FIELD_IR] != last->spent[FIELD_IR] ||
	       of->address - last->address > LONGEST;
}

static void
blocks_split(struct blocks *blocks)
{
	struct blocks_one *block = NULL;

	blocks->v = memory_array(blocks->site_count, sizeof *blocks->v);
	for (size_t i = 0; i < blocks->site_count; i++) {
		const struct blocks_site *site = &blocks->sites[i];

		if (!block || begins_block(site, site - 1)) {
			block = &blocks->v[blocks->n++];
			*block = (struct blocks_one){.first = i,
			    .executions =
			        site->loop ? site->of->executions : site->of->spent[FIELD_IR]};
		}
		block->n++;
	}
}

struct blocks
blocks_make(
    const struct profile *profile, const struct profile_function *function, int64_t iterations)
{
	struct blocks blocks = {NULL, 0, NULL, 0};

	blocks.site_count = function->site_count;
	blocks.sites = memory_array(function->site_count, sizeof *blocks.sites);
	for (size_t i = 0; i < function->site_count; i++) {
		const struct profile_site *site = &function->sites[i];

		blocks.sites[i] = (struct blocks_site){.of = site,
		    .iterations = iterations,
		    .loop = site->executions && !site->spent[FIELD_IR],
		    .line = hash_line(profile, site)};
	}
	set_labels(&blocks);
	for (size_t i = 0; i < function->site_count; i++)
		set_texts(&blocks.sites[i]);
	blocks_split(&blocks);
	return blocks;
}

bool
blocks_same_site(const struct blocks_site *a, const struct blocks_site *b, field_set compared)
{
	const struct profile_site *x = a->of, *y = b->of;

	for (enum field f = 0; f < FIELD_COUNT; f++)
		if ((f == FIELD_IR || compared & FIELD_BIT(f)) &&
		    (__int128)x->spent[f] * b->iterations !=
		        (__int128)y->spent[f] * a->iterations)
			return false;
	return a->hash && a->hash == b->hash;
}

bool
blocks_same(const struct blocks *a, const struct blocks *b, field_set compared)
{
	if (a->site_count != b->site_count)
		return false;
	for (size_t i = 0; i < a->site_count; i++)
		if (!blocks_same_site(&a->sites[i], &b->sites[i], compared) ||
		    a->sites[i].target != b->sites[i].target)
			return false;
	return true;
}

void
blocks_free(struct blocks *blocks)
{
	for (size_t i = 0; i < blocks->site_count; i++)
		free(blocks->sites[i].text);
	free(blocks->sites);
	free(blocks->v);
}
