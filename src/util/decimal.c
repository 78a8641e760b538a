#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "util/decimal.h"

/* Up to these, a scaled value has exact halves, and its digits fit in the room that is made. */
enum { DECIMALS_MOST = 4, DIGITS = 20 };
static const double value_most = 1e11;

/* The whole number next to v times scale, both positive: of two, the even one. */
static uint64_t
round_scaled(double v, double scale)
{
	double product = v * scale, lost = fma(v, scale, -product);
	double whole = floor(product), part = product - whole;
	uint64_t n = (uint64_t)whole;

	if (part != 0.5)
		return n + (part > 0.5);
	return n + (lost > 0 || (!(lost < 0) && n % 2));
}

char *
decimal_print(char *buffer, size_t room, double v, int n)
{
	static const double scales[DECIMALS_MOST + 1] = {1, 10, 100, 1000, 10000};
	char digits[DIGITS], *at = digits + sizeof digits;
	uint64_t number;
	int i;

	if (FLT_EVAL_METHOD || n < 1 || n > DECIMALS_MOST || !(fabs(v) < value_most) ||
	    room < DIGITS) {
		snprintf(buffer, room, "%.*f", n, v);
		return buffer;
	}
	number = round_scaled(fabs(v), scales[n]);
	*--at = '\0';
	for (i = 0; number || i <= n + 1; i++) {
		if (i == n)
			*--at = '.';
		else {
			*--at = (char)('0' + number % 10);
			number /= 10;
		}
	}
	if (signbit(v))
		*--at = '-';
	memcpy(buffer, at, (size_t)(digits + sizeof digits - at));
	return buffer;
}
