#pragma once

#include "code/image.h"
#include "model/profile.h"
#include "util/text.h"

/* Returns the name of a symbol as its source has it, without a version: "operator new(unsigned
   long)" for "_Znwm@@GLIBCXX_3.4", and D's names. C++'s need its library, libstdc++; without it
   they remain as they are. The caller frees. */
char *naming_demangle(const char *symbol);

/* Returns the name that a symbol of D has in its source, without types: "core.atomic.cas" for
   "_D4core6atomic__T3casTmZ...". What is within a template's function or type is left out. NULL
   if the symbol is not one of D. The caller frees. */
char *naming_of_dlang(const char *symbol);

/* The names that instructions are written with in place of addresses; see listing.h. */

struct naming {
	const struct image *image;
	struct naming_entry *entries; /* where functions of the profile begin, by address */
	size_t entry_count;
	/* The profile's function at hand: */
	const struct profile_function *function;
	uint64_t *nameless; /* addresses of its data without a name, which are .LC0, .LC1 */
	size_t nameless_count;
};

/* For a binary of the profile, by index. Borrows both. The caller calls naming_free. */
void naming_find(struct naming *naming, const struct profile *profile, size_t index,
    const struct image *image);
/* The sites of that function follow. */
void naming_begin(struct naming *naming, const struct profile_function *function);
/* Returns true if a jump stays in its function. Code without a symbol does if it has a site. */
bool naming_is_inside(const struct naming *naming, uint64_t from, uint64_t to);
/* Adds the name of the function at an address, "memcpy" or "memcpy+16", or the address. */
void naming_add_function(const struct naming *naming, uint64_t address, struct text *t);
/* Adds the name of data: "counts+8", "stdout@GOTPCREL", ".LC0". */
void naming_add_place(struct naming *naming, uint64_t place, struct text *t);
void naming_free(struct naming *naming);
