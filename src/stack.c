#include "file.h"
#include "stack.h"
#include "text.h"

/* The kernel's vector in bytes, whose last entry ends it. valgrind makes a program's as long.
 */
static size_t
vector_size(void)
{
	struct text vector = TEXT_EMPTY;
	size_t n = file_read("/proc/self/auxv", &vector) ? vector.n : 0;

	text_free(&vector);
	return n;
}

char *
stack_setting(const struct layout *layout)
{
	/* Linux 6.18 has 22 entries of 16 bytes. */
	enum { ROOM = 32 * 16 };
	size_t vector = vector_size(), n = layout->stack;
	struct text t = TEXT_EMPTY;

	if (vector < ROOM)
		n += ROOM - vector;
	text_add(&t, "CGBENCH_STACK=");
	while (n--)
		text_add_char(&t, 'x');
	return text_take(&t);
}
