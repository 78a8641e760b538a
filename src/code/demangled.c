#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "code/demangled.h"
#include "util/memory.h"
#include "util/text.h"

/* Where the part of a name is that the letters behind a Q refer to: they are the distance back
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

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* "6atomic": a length and a part of the name. */
static const char *
take_part(const char *s, size_t *n)
{
	for (*n = 0; is_digit(*s) && *n < 100000; s++)
		*n = 10 * *n + (size_t)(*s - '0');
	return *n && strnlen(s, *n) == *n ? s : NULL;
}

/* The part of the name at *s, which moves behind it. Of a template, "16__T5arrayZ", it is the
   template's own. NULL if there is none. */
static const char *
next_part(const char *symbol, const char **s, size_t *n)
{
	const char *end = NULL, *part = *s;

	if (*part == 'Q')
		part = referred(symbol, *s, &end);
	part = part ? take_part(part, n) : NULL;
	if (!part)
		return NULL;
	*s = end ? end : part + *n;
	return *n > 3 && !strncmp(part, "__T", 3) ? take_part(part + 3, n) : part;
}

static bool
add_part(struct text *t, const char *symbol, const char **s)
{
	size_t n;
	const char *part = next_part(symbol, s, &n);

	if (part)
		text_addf(t, "%s%.*s", t->n ? "." : "", (int)n, part);
	return part != NULL;
}

char *
dlang_name(const char *symbol)
{
	struct text t = TEXT_EMPTY;
	const char *s = symbol + 2;

	if (!text_begins(symbol, "_D") || !is_digit(*s))
		return NULL;
	while (add_part(&t, symbol, &s))
		;
	if (t.n && (text_begins(s, "__T") || text_begins(s, "__U"))) {
		s += 3;
		add_part(&t, symbol, &s);
	}
	return t.n ? text_take(&t) : NULL;
}

typedef char *demangler(const char *name, char *room, size_t *n, int *status);

/* The function that each C++ library has for this, or NULL. */
static demangler *
find_demangle(void)
{
	static demangler *found;
	static bool searched;
	void *library, *symbol;

	if (searched)
		return found;
	searched = true;
	library = dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_LOCAL);
	symbol = library ? dlsym(library, "__cxa_demangle") : NULL;
	/* POSIX has functions in void pointers, ISO C has not. */
	memcpy(&found, &symbol, sizeof found);
	return found;
}

/* NULL if it is no name of C++. */
static char *
cxx_name(const char *symbol)
{
	demangler *demangle = text_begins(symbol, "_Z") ? find_demangle() : NULL;
	int status;

	return demangle ? demangle(symbol, NULL, NULL, &status) : NULL;
}

char *
demangled_name(const char *symbol)
{
	char *plain = memory_copy_n(symbol, strcspn(symbol, "@"));
	char *name = dlang_name(plain);

	if (!name)
		name = cxx_name(plain);
	if (!name)
		return plain;
	free(plain);
	return name;
}
