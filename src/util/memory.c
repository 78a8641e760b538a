#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

static void *
checked(void *p)
{
	if (!p) {
		fputs("cgbench: out of memory\n", stderr);
		abort();
	}
	return p;
}

void *
memory_new(size_t n)
{
	return checked(calloc(1, n ? n : 1));
}

void *
memory_resize(void *p, size_t n, size_t size)
{
	return checked(reallocarray(p, n ? n : 1, size));
}

void *
memory_grow(void *p, size_t n, size_t size)
{
	bool full = !(n & (n - 1));

	return full ? memory_resize(p, n ? 2 * n : 1, size) : p;
}

void
memory_free(void *of)
{
	void *p;

	memcpy(&p, of, sizeof p);
	free(p);
}

char *
memory_copy(const char *s)
{
	return s ? memory_copy_n(s, strlen(s)) : NULL;
}

char *
memory_copy_n(const char *s, size_t n)
{
	char *copy = memory_new(n + 1);

	if (n)
		memcpy(copy, s, n);
	return copy;
}
