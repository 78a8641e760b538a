#include "lib.h"
static inline int
turns(int n)
{
	volatile int i;
	for (i = 0; i < n; i = i + 1)
		;
	return n;
}
