#include <ctype.h>
#include <dlfcn.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "code/naming.h"
#include "code/stub.h"
#include "util/array.h"
#include "util/order.h"

/* Returns the word of a name that the letters behind a Q refer to: they are the distance back
   from the Q, in base 26, the last digit of which is a small letter. NULL: it is damaged. */
static const char *
referred(const char *symbol, const char *q, const char **end)
{
	unsigned long distance = 0;
	const char *s;

	for (s = q + 1; *s >= 'A' && *s <= 'Z' && distance < 1000000; s++)
		distance = 26 * distance + (unsigned long)(*s - 'A');
	if (*s < 'a' || *s > 'z')
		return NULL;
	distance = 26 * distance + (unsigned long)(*s - 'a');
	*end = s + 1;
	return distance <= (unsigned long)(q - symbol) ? q - distance : NULL;
}

/* "6atomic": a length and a word of the name. */
static const char *
take_word_of(const char *s, size_t *n)
{
	for (*n = 0; isdigit((unsigned char)*s) && *n < 100000; s++)
		*n = 10 * *n + (size_t)(*s - '0');
	return *n && strnlen(s, *n) == *n ? s : NULL;
}

/* Returns the word of the name at *s, which moves behind it. For a template, "16__T5arrayZ",
   this is the template's own name. NULL if there is none. */
static const char *
naming_next_word(const char *symbol, const char **s, size_t *n)
{
	const char *end = NULL, *word = *s;

	if (*word == 'Q')
		word = referred(symbol, *s, &end);
	word = word ? take_word_of(word, n) : NULL;
	if (!word)
		return NULL;
	*s = end ? end : word + *n;
	return *n > 3 && text_begins(word, "__T") ? take_word_of(word + 3, n) : word;
}

static bool
naming_add_word(struct text *t, const char *symbol, const char **s)
{
	size_t n;
	const char *word = naming_next_word(symbol, s, &n);

	if (word)
		text_addf(t, "%s%.*s", t->n ? "." : "", (int)n, word);
	return word != NULL;
}

char *
naming_of_dlang(const char *symbol)
{
	struct text t = TEXT_EMPTY;
	const char *s = symbol + 2;

	if (!text_begins(symbol, "_D") || !isdigit((unsigned char)*s))
		return NULL;
	while (naming_add_word(&t, symbol, &s))
		;
	if (t.n && (text_begins(s, "__T") || text_begins(s, "__U"))) {
		s += 3;
		naming_add_word(&t, symbol, &s);
	}
	return t.n ? text_take(&t) : NULL;
}

/* Returns the name of a symbol of C++, by the function that each library of C++ has for this.
   NULL if the symbol is not one of C++, or there is no library. */
static char *
cxx_name(const char *symbol)
{
	static char *(*demangle)(const char *name, char *room, size_t *n, int *status);
	static bool searched;
	void *library, *found;
	int status;

	if (!text_begins(symbol, "_Z"))
		return NULL;
	if (!searched) {
		searched = true;
		library = dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_LOCAL);
		found = library ? dlsym(library, "__cxa_demangle") : NULL;
		/* POSIX has functions in void pointers, ISO C has not. */
		memcpy(&demangle, &found, sizeof demangle);
	}
	return demangle ? demangle(symbol, NULL, NULL, &status) : NULL;
}

char *
naming_demangle(const char *symbol)
{
	OWNED char *plain = memory_copy_n(symbol, strcspn(symbol, "@"));
	char *name = naming_of_dlang(plain);

	name = name ? name : cxx_name(plain);
	return name ? name : memory_copy(plain);
}

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
	OWNED char *own = memory_copy_n(name, test ? (size_t)(test - name) : strlen(name));
	OWNED char *plain = naming_demangle(own);

	text_add(t, plain);
}

/* Returns the profile's name of the function that begins at the address, or NULL. */
static const char *
entry_name(const struct naming *n, uint64_t address)
{
	struct naming_entry key = {.address = address};
	const struct naming_entry *found =
	    n->entry_count
	        ? bsearch(&key, n->entries, n->entry_count, sizeof *n->entries, order_numbers)
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
	stub = s ? NULL : stub_import(n->image, address);
	name = stub ? NULL : entry_name(n, begin);
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
		add_plain(t, s->name);
		if (place != s->address)
			text_addf(t, "+%" PRIu64, place - s->address);
	} else {
		add_nameless(n, place, t);
	}
}

bool
naming_is_inside(const struct naming *n, uint64_t from, uint64_t to)
{
	const struct profile_site key = {.address = to};
	const struct profile_function *f = n->function;
	uint64_t begin, end;

	return (image_function(n->image, from, &begin, &end) && begin <= to && to < end) ||
	       (f->site_count &&
	           bsearch(&key, f->sites, f->site_count, sizeof *f->sites, order_numbers));
}

void
naming_find(
    struct naming *n, const struct profile *profile, size_t index, const struct image *image)
{
	uint64_t begin, end;

	*n = (struct naming){.image = image};
	n->entries = memory_array(profile->function_count, sizeof *n->entries);
	ARRAY_EACH(
	    const struct profile_function, f, profile->functions, profile->function_count)
		if (f->binary == index && f->site_count &&
		    !text_ends(f->name, PROFILE_NAMELESS) &&
		    !text_ends(f->name, PROFILE_STUB) &&
		    image_function(n->image, f->sites[0].address, &begin, &end))
			n->entries[n->entry_count++] = (struct naming_entry){begin, f->name};
	if (n->entry_count)
		qsort(n->entries, n->entry_count, sizeof *n->entries, order_numbers);
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
