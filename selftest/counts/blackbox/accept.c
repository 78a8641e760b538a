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

int
main(void)
{
	void *nothing = NULL;

	accept_common();
	CHECK(BLACK_BOX((point){3, 4}).x == 3);
	CHECK(!BLACK_BOX(nothing));
	DO_NOT_OPTIMIZE((point){1, 2});
#ifndef __TINYC__
	gnu_types();
#endif
	return failed;
}
