#ifndef CHART_SCALE_H
#define CHART_SCALE_H

#include <stdbool.h>

/* An axis of numbers with ticks at round ones. */
struct chart_scale {
	double step;        /* from tick to tick */
	double first, last; /* ticks, as multiples of step */
	double unit;        /* of the numbers at the ticks: 1, 1e3 ... */
	const char *suffix; /* of that unit: "", "k" ... */
	int decimals;
};

/* The axis for values in that range, which must be finite; about that many ticks. It begins at
   0 unless that would hide how values differ. */
struct chart_scale chart_scale_of(double least, double most, int ticks);
/* The same with exactly that many steps between ticks. */
struct chart_scale chart_scale_with(double least, double most, int steps);
/* Returns true if 0 is not on the axis. */
bool chart_scale_lacks_zero(const struct chart_scale *scale);
/* Where a value is on the axis: 0 to 1. */
double chart_scale_at(const struct chart_scale *scale, double v);
/* The number at a tick, in the CHART_SCALE_LABEL bytes of buffer. */
#define CHART_SCALE_LABEL 64
const char *chart_scale_label(const struct chart_scale *scale, double tick, char *buffer);

#endif
