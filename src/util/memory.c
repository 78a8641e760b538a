#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

static void (*end)(void);
static void *reserve;

void
memory_begin(void (*out)(void))
{
	end = out;
	reserve = memory_new(1 << 20);
}

void *
memory_check(void *p)
{
	if (!p) {
		free(reserve);
		reserve = NULL;
		if (end)
			end();
		abort();
	}
	return p;
}

void
memory_check_errno(void)
{
	memory_check(errno == ENOMEM ? NULL : &errno);
}

void *
memory_new(size_t n)
{
	return memory_array(1, n);
}

void *
memory_array(size_t n, size_t size)
{
	bool any = n && size;

	return memory_check(calloc(any ? n : 1, any ? size : 1));
}

void *
memory_resize(void *p, size_t n, size_t size)
{
	return memory_check(reallocarray(p, n ? n : 1, size));
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
