#include <math.h>
#include <stdio.h>

#include "report/amount.h"

enum { MOST_DECIMALS = 9 };

char *
amount_show(double value, bool sign, char *buffer)
{
	bool whole = fabs(value - round(value)) < 1e-9;
	int decimals = fabs(value) >= 9.995 || whole ? 1 : 2;

	if (whole)
		value = round(value) + 0.0;
	while (value != 0 && decimals < MOST_DECIMALS && fabs(value) < 0.5 * pow(10, -decimals))
		decimals++;
	snprintf(buffer, AMOUNT_SIZE, sign && value != 0 ? "%+.*f" : "%.*f", decimals, value);
	return buffer;
}
