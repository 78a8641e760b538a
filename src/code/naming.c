#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "code/demangled.h"
#include "code/naming.h"
#include "code/stub.h"
#include "util/array.h"
#include "util/memory.h"

struct naming_entry {
	uint64_t address;
	const char *name;
};

/* The name that a program's sources have: without what is added to the names of a test so that
   tests can be linked together (code/isolate.h). */
static void
add_plain(struct text *t, const char *name)
{
	const char *test = strstr(name, ".cgbenchtest");
	char *own = memory_copy_n(name, test ? (size_t)(test - name) : strlen(name));
	char *plain = demangled_name(own);

	text_add(t, plain);
	free(plain);
	free(own);
}

static void
add_symbol(struct text *t, const char *name, uint64_t distance)
{
	add_plain(t, name);
	if (distance)
		text_addf(t, "+%" PRIu64, distance);
}

static int
compare_entries(const void *a, const void *b)
{
	const struct naming_entry *x = a, *y = b;

	return x->address < y->address ? -1 : x->address > y->address;
}

/* The profile's name of the function that begins at the address, or NULL. */
static const char *
entry_name(const struct naming *n, uint64_t address)
{
	struct naming_entry key = {.address = address};
	const struct naming_entry *found =
	    n->entry_count
	        ? bsearch(&key, n->entries, n->entry_count, sizeof *n->entries, compare_entries)
	        : NULL;

	return found ? found->name : NULL;
}

/* Callgrind may have the name of a function from a separate file. */
void
naming_add_function(const struct naming *n, uint64_t address, struct text *t)
{
	const struct image_symbol *s = image_symbol(n->image, address);
	uint64_t begin = s ? s->address : address, end;
	const char *name, *stub;

	if (!s)
		image_function(n->image, address, &begin, &end);
	name = entry_name(n, begin);
	stub = s || name ? NULL : stub_import(n->image, address);
	if (name)
		text_add(t, name);
	else if (s)
		add_plain(t, s->name);
	else if (stub)
		add_plain(t, stub);
	else
		text_addf(t, "0x%" PRIx64, address);
	if ((name || s) && address != begin)
		text_addf(t, "+%" PRIu64, address - begin);
}

static void
add_nameless(struct naming *n, uint64_t place, struct text *t)
{
	size_t i;

	for (i = 0; i < n->nameless_count && n->nameless[i] != place; i++)
		;
	if (i == n->nameless_count)
		*ARRAY_ADD(n->nameless, n->nameless_count) = place;
	text_addf(t, ".LC%zu", i);
}

void
naming_add_place(struct naming *n, uint64_t place, struct text *t)
{
	const char *import = image_import(n->image, place);
	const struct image_symbol *s = image_symbol(n->image, place);

	if (import) {
		add_plain(t, import);
		text_add(t, "@GOTPCREL");
	} else if (s && s->function) {
		naming_add_function(n, place, t);
	} else if (s) {
		add_symbol(t, s->name, place - s->address);
	} else {
		add_nameless(n, place, t);
	}
}

static bool
is_step(const struct profile_function *f, uint64_t address)
{
	size_t low = 0, high = f->step_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (f->steps[middle].address < address)
			low = middle + 1;
		else
			high = middle;
	}
	return low < f->step_count && f->steps[low].address == address;
}

bool
naming_is_inside(const struct naming *n, uint64_t from, uint64_t to)
{
	uint64_t begin, end;

	return (image_function(n->image, from, &begin, &end) && begin <= to && to < end) ||
	       is_step(n->function, to);
}

void
naming_find(
    struct naming *n, const struct profile *profile, size_t index, const struct image *image)
{
	uint64_t begin, end;
	size_t i;

	*n = (struct naming){.image = image};
	n->entries = memory_new(profile->function_count * sizeof *n->entries);
	for (i = 0; i < profile->function_count; i++) {
		const struct profile_function *f = &profile->functions[i];

		if (f->object == index && f->step_count &&
		    !text_ends(f->name, PROFILE_NAMELESS) &&
		    !text_ends(f->name, PROFILE_STUB) &&
		    image_function(n->image, f->steps[0].address, &begin, &end))
			n->entries[n->entry_count++] = (struct naming_entry){begin, f->name};
	}
	if (n->entry_count)
		qsort(n->entries, n->entry_count, sizeof *n->entries, compare_entries);
}

void
naming_begin(struct naming *n, const struct profile_function *function)
{
	n->function = function;
	n->nameless_count = 0;
}

void
naming_free(struct naming *n)
{
	free(n->entries);
	free(n->nameless);
}
