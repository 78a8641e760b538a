#include <math.h>
#include <stdio.h>

#include "report/amount.h"

struct amount_scale
amount_scale_of(const struct results *results, size_t test, size_t put)
{
	const struct test *of = results_test(results, test, put);
	unsigned long turns = results->loops[LENGTH_LONG] - results->loops[LENGTH_SHORT];

	return (struct amount_scale){of->once ? 1 : (double)turns, (double)of->ops};
}

double
amount_of(const struct amount_scale *scale, int64_t total)
{
	return (double)total / scale->turns / scale->ops;
}

static bool
is_whole(double value)
{
	return fabs(value - round(value)) < 1e-9;
}

char *
amount_show_value(double value, bool signs, char *buffer)
{
	int decimals = fabs(value) >= 9.995 || is_whole(value) ? 1 : 2;

	while (value != 0 && fabs(value) < 0.5 * pow(10, -decimals) && decimals < 9)
		decimals++;
	/* No number is shown as -0. */
	snprintf(buffer, AMOUNT_SIZE, signs && value != 0 ? "%+.*f" : "%.*f", decimals,
	    value == 0 ? 0 : value);
	return buffer;
}

char *
amount_show(const struct amount_scale *scale, int64_t total, bool signs, char *buffer)
{
	return amount_show_value(amount_of(scale, total), signs, buffer);
}
