/* The compiler must keep, and may not know, the values here. C and C++. */

#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
	int x, y;
} point;

int global;

int
branch(void)
{
	if (BLACK_BOX(1))
		return 1;
	return 0;
}
int
product(void)
{
	return BLACK_BOX(6) * BLACK_BOX(7);
}
double
quotient(void)
{
	return BLACK_BOX(1.0) / BLACK_BOX(3.0);
}
float
single(void)
{
	return BLACK_BOX(1.0f) / BLACK_BOX(3.0f);
}
int
member(void)
{
	point p = {6, 7};
	p = BLACK_BOX(p);
	return p.x * p.y;
}
unsigned long
length(void)
{
	return strlen(BLACK_BOX("abc"));
}
int
contents(void)
{
	char s[4] = "abc";
	return BLACK_BOX(&s[0])[1];
}
void
dead(int x)
{
	BLACK_BOX(x / 7);
}
void
loop(void)
{
	int i;
	for (i = 0; i < 1000; i++)
		BLACK_BOX(i);
}
void
turns(int x)
{
	int i;
	for (i = 0; i < 2; i++)
		BLACK_BOX(x / 7);
}
int
both(int x)
{
	return BLACK_BOX(x) == BLACK_BOX(x);
}

void
kept(int x)
{
	int y = x / 7;
	DO_NOT_OPTIMIZE(y);
}
int
changed(void)
{
	int y = 6;
	DO_NOT_OPTIMIZE(y);
	return y * y;
}
void
reached(void)
{
	int a[4], *p = a;
	a[1] = 12345;
	DO_NOT_OPTIMIZE(p);
}
void
stored(void)
{
	int a[40];
	a[1] = 12345;
	DO_NOT_OPTIMIZE(a);
}
void
twice(void)
{
	global = 12345;
	CLOBBER_MEMORY();
	global = 12345;
}
int
again(void)
{
	int x = global;
	CLOBBER_MEMORY();
	return x - global;
}

#ifdef __cplusplus
/* Stores are kept before their memory is freed. */
#define FREED(name, store) \
	void freed_##name(int n) \
	{ \
		int *a = new int[n](), *p = a + 2; \
		point *s = new point; \
		store; \
		delete[] a; \
		delete s; \
		(void)p; \
	}
#define ASSIGNMENT a[3] = 0x3039
FREED(element, BLACK_BOX(a[1] = 0x3039))
FREED(pointer, BLACK_BOX(*p++ = 0x3039))
FREED(member, BLACK_BOX(s->y = 0x3039))
FREED(sum, BLACK_BOX(a[1] += 0x3039))
FREED(bits, BLACK_BOX(a[1] |= 0x3039))
FREED(macro, BLACK_BOX(ASSIGNMENT))
FREED(kept, DO_NOT_OPTIMIZE(a[1] = 0x3039))
int
freed_none(int n)
{
	int local;
	BLACK_BOX(local = n);
	BLACK_BOX(local += 3);
	return local;
}
}
#endif
