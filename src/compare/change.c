#include <math.h>
#include <stdio.h>

#include "compare/change.h"

const char *const change_names[CHANGE_COUNT] = {
    "better", "worse", "same", "new", "missing", "failed", "not comparable", "without a value"};

bool
change_is_listed(const struct change *change)
{
	return change->kind != CHANGE_SAME && change->kind < CHANGE_COUNT;
}

double
change_percent_of(const struct fields *fields, enum field f, double from, double to)
{
	if (calc_is_zero(fields, f, from))
		return calc_is_zero(fields, f, to) ? 0 : copysign(INFINITY, to);
	return calc_is_zero(fields, f, to) ? copysign(100, -from)
	                                   : (to - from) * 100 / fabs(from);
}

static const char *
print_percent(double percent, char *buffer)
{
	if (fabs(percent) < 1e-9)
		percent = 0;
	/* A change too small for two decimals is not shown as 0. */
	snprintf(buffer, CHANGE_SIZE, percent && fabs(percent) < 0.01 ? "%+.1g %%" : "%+.2f %%",
	    percent);
	return buffer;
}

/* One decimal of a factor below 100 is shown, unless it is 0. */
static const char *
print_factor(double factor, char *buffer)
{
	snprintf(buffer, CHANGE_SIZE, "%.15g x",
	    factor < 100 ? round(factor * 10) / 10 : round(factor));
	return buffer;
}

const char *
change_percent(double percent, char *buffer)
{
	double factor = 1 + percent / 100;

	if (isinf(percent))
		return "-";
	return factor > 10 ? print_factor(factor, buffer) : print_percent(percent, buffer);
}

const char *
change_show(const struct change *change, char *buffer)
{
	if (change->from.v < 0 && !isinf(change->percent))
		return print_percent(change->percent, buffer);
	return change_percent(change->percent, buffer);
}
