#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "code/demangled.h"
#include "code/dlang.h"
#include "util/memory.h"

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
	demangler *demangle = strncmp(symbol, "_Z", 2) ? NULL : find_demangle();
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
