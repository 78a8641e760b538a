/* Numbers with decimals, compared with what printf makes of them. */

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "tap.h"
#include "util/decimal.h"

enum { ROOM = 400 };

static bool
is_printed_alike(double v, int n)
{
	char own[ROOM], want[ROOM];

	snprintf(want, sizeof want, "%.*f", n, v);
	if (!strcmp(decimal_print(own, sizeof own, v, n), want))
		return true;
	printf("# %a with %d decimals: %s instead of %s\n", v, n, own, want);
	return false;
}

/* With each number of decimals, also next to v and with the other sign. */
static size_t
count_wrong(double v)
{
	size_t wrong = 0;
	int n;

	for (n = 0; n <= 6; n++) {
		wrong += !is_printed_alike(v, n) + !is_printed_alike(-v, n);
		wrong += !is_printed_alike(nextafter(v, INFINITY), n);
		wrong += !is_printed_alike(nextafter(v, -INFINITY), n);
	}
	return wrong;
}

static void
test_halves(void)
{
	size_t wrong = 0;
	int i;

	for (i = 0; i < 4000; i++)
		wrong += count_wrong(i / 16.0) + count_wrong(i / 1000.0) +
		         count_wrong(i / 20000.0) + count_wrong(i * 1e6 + 0.125);
	ok(!wrong, "halves and numbers next to them: %zu differ", wrong);
}

static void
test_any(void)
{
	uint64_t state = 1;
	size_t wrong = 0;
	int i;

	for (i = 0; i < 4000; i++) {
		state = state * 6364136223846793005u + 1442695040888963407u;
		wrong += count_wrong(ldexp((double)(state >> 11), (int)(state % 90) - 80));
	}
	ok(!wrong, "numbers of any size: %zu differ", wrong);
}

int
main(void)
{
	static const double special[] = {0, 1e11, 99999999999.99995, 1e15, 4503599627370496.5,
	    DBL_MAX, DBL_MIN, 5e-324, 0.99995, 0.099999, 9.995, INFINITY};
	size_t wrong = 0, i;
	char small[4];

	for (i = 0; i < sizeof special / sizeof *special; i++)
		wrong += count_wrong(special[i]);
	ok(!wrong, "the smallest and the largest: %zu differ", wrong);
	ok(is_printed_alike(NAN, 2), "what is no number");
	is(decimal_print(small, sizeof small, 12.25, 1), "12.", "no more than there is room");
	test_halves();
	test_any();
	return tap_done();
}
