/* Both languages accept this, and a value comes out as it went in. It is put before accept.c and accept.cc. */

#include <stdio.h>
#include <string.h>

#ifdef __cplusplus
#define BOOL bool
#else
#define BOOL _Bool
#endif

typedef struct {
	char c;
	long l;
	char d;
	long double e;
} padded;
typedef struct {
	int x, y;
} point;
typedef struct {
	const int a;
	const char b[200];
} constant;
typedef struct {
	float x, y;
} vector2;
typedef struct {
	char c[3];
} odd;
enum colour { RED, BLUE = 7 };
struct bits {
	int a : 3;
};

static int failed;

#define CHECK(...) \
	do { \
		if (!(__VA_ARGS__)) { \
			failed = 1; \
			printf("# line %d: %s\n", __LINE__, #__VA_ARGS__); \
		} \
	} while (0)

static int
next(int x)
{
	return x + 1;
}

static void
accept_common(void)
{
	char text[65] = "hello";
	const char *const p = text;
	const int k = 42;
	point pt = {1, 2}, pts[3] = {{0, 1}, {2, 3}, {4, 5}};
	padded pad = {'a', 5, 'b', 1.25L};
	volatile int v = 9;
	constant con = {3, "xyz"};
	vector2 vec = {0.5f, 1.5f};
	odd three = {{1, 2, 3}};
	float fl = 1.5f;
	int n = 3, i = 0;
	unsigned char uc = 200;
	BOOL t = 1;
	struct bits bt = {2};

	CHECK(strlen(BLACK_BOX(text)) == 5);
	CHECK(BLACK_BOX(strlen(BLACK_BOX(text))) == 5);
	CHECK(BLACK_BOX("abc")[1] == 'b');
	CHECK(sizeof BLACK_BOX(text) == sizeof(char *));
	CHECK(BLACK_BOX(k) == 42);
	CHECK(BLACK_BOX(p) == text);
	CHECK(BLACK_BOX(pt).y == 2);
	CHECK(BLACK_BOX(BLACK_BOX(BLACK_BOX(BLACK_BOX(k)))) == 42);
	CHECK(BLACK_BOX(pad).e == 1.25L && BLACK_BOX(pad).l == 5);
	CHECK(BLACK_BOX(v) == 9);
	CHECK(BLACK_BOX(con).a == 3 && BLACK_BOX(con).b[2] == 'z');
	CHECK(BLACK_BOX(vec).y == 1.5f);
	CHECK(BLACK_BOX(three).c[2] == 3);
	CHECK(BLACK_BOX(fl) == 1.5f);
	CHECK(BLACK_BOX(1.0) == 1.0);
	CHECK(BLACK_BOX(2.5L) == 2.5L);
	CHECK(BLACK_BOX(uc) == 200);
	CHECK(BLACK_BOX(t));
	CHECK(BLACK_BOX((short)-3) == -3);
	CHECK(BLACK_BOX((signed char)-3) == -3);
	CHECK(BLACK_BOX(0xfull) == 15);
	CHECK(BLACK_BOX(RED) == RED && BLACK_BOX((enum colour)BLUE) == 7);
	CHECK(BLACK_BOX(next)(2) == 3 && BLACK_BOX(&next)(2) == 3);
	CHECK(BLACK_BOX(bt).a == 2 && BLACK_BOX(bt.a + 0) == 2);
	CHECK(BLACK_BOX(i++, i) == 1);
	CHECK(BLACK_BOX(i++) == 1 && i == 2);
	CHECK(BLACK_BOX(pts[1]).x == 2 && BLACK_BOX(pts)[2].y == 5);
	CHECK(BLACK_BOX(n > 2 ? 'y' : 'n') == 'y');

	BLACK_BOX(k);
	if (BLACK_BOX(k))
		BLACK_BOX(next(1));
	else
		BLACK_BOX(next(2));
	for (BLACK_BOX(0); BLACK_BOX(n) > 3;)
		;
	if (k)
		DO_NOT_OPTIMIZE(n);
	else
		CLOBBER_MEMORY();
	(DO_NOT_OPTIMIZE(n), CLOBBER_MEMORY());

	DO_NOT_OPTIMIZE(text);
	DO_NOT_OPTIMIZE(p);
	DO_NOT_OPTIMIZE(k);
	DO_NOT_OPTIMIZE(pt);
	DO_NOT_OPTIMIZE(pad);
	DO_NOT_OPTIMIZE(v);
	DO_NOT_OPTIMIZE(con);
	DO_NOT_OPTIMIZE(vec);
	DO_NOT_OPTIMIZE(three);
	DO_NOT_OPTIMIZE(fl);
	DO_NOT_OPTIMIZE(uc);
	DO_NOT_OPTIMIZE(t);
	DO_NOT_OPTIMIZE("abc");
	DO_NOT_OPTIMIZE(pts[BLACK_BOX(1)]);
	CLOBBER_MEMORY();
	CHECK(!strcmp(text, "hello") && k == 42 && pt.y == 2 && pad.e == 1.25L && v == 9);
	CHECK(con.b[2] == 'z' && vec.x == 0.5f && three.c[0] == 1 && fl == 1.5f && n == 3);
	CHECK(uc == 200 && t);
}
