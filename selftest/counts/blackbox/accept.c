/* Only C has this. */

#ifndef __TINYC__
static void
gnu_types(void)
{
	__extension__ typedef __int128 int128;
	__attribute__((__vector_size__(16))) int lanes = {1, 2, 3, 4};
	int128 big = (int128)1 << 100;
	double _Complex z = 2.0;
	int n = 3, vla[n];

	vla[0] = 11;
	CHECK(BLACK_BOX(big) >> 100 == 1);
	CHECK(BLACK_BOX(z) == 2.0);
	CHECK(BLACK_BOX(lanes)[2] == 3);
	CHECK(BLACK_BOX(vla)[0] == 11);
	DO_NOT_OPTIMIZE(big);
	DO_NOT_OPTIMIZE(z);
	DO_NOT_OPTIMIZE(lanes);
	DO_NOT_OPTIMIZE(vla);
	CHECK(big >> 100 == 1 && z == 2.0 && lanes[3] == 4 && vla[0] == 11);
}
#endif

typedef struct {
	int a[100];
} big;

static big
make(int i)
{
	big b = {{0, 1, 2, i}};
	return b;
}

/* A large value is boxed as a value if it is no object, or perhaps none. */
static void
large(void)
{
	big b = make(3), c = make(4), several[2] = {make(5), make(6)};
	big *p = &b;
	void *v = &c;
	int n = 0;

	CHECK(BLACK_BOX(b).a[3] == 3 && BLACK_BOX(*p).a[3] == 3 && BLACK_BOX(*(big *)v).a[3] == 4);
	CHECK(BLACK_BOX(several[n++]).a[3] == 5 && n == 1 && BLACK_BOX(several)[1].a[3] == 6);
	CHECK(BLACK_BOX(make(7)).a[3] == 7 && BLACK_BOX(((big *)v)->a[3]) == 4);
	CHECK(BLACK_BOX((big){{0, 0, 0, 8}}).a[3] == 8);
	CHECK(BLACK_BOX(n ? b : c).a[3] == 3 && BLACK_BOX(n = 2, c).a[3] == 4 && n == 2);
	CHECK(BLACK_BOX(b = c).a[3] == 4 && BLACK_BOX(*p = make(9)).a[3] == 9 && b.a[3] == 9);
	CHECK(BLACK_BOX(BLACK_BOX(c)).a[3] == 4 && BLACK_BOX(*&*p).a[3] == 9);
}

int
main(void)
{
	void *nothing = NULL;

	accept_common();
	large();
	CHECK(BLACK_BOX((point){3, 4}).x == 3);
	CHECK(!BLACK_BOX(nothing));
	DO_NOT_OPTIMIZE((point){1, 2});
#ifndef __TINYC__
	gnu_types();
#endif
	return failed;
}
