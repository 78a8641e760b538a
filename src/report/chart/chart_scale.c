#include <math.h>
#include <stdio.h>

#include "report/chart/chart_scale.h"

/* The least of 1, 2 and 5 times a power of ten that is not below v. */
static double
round_up(double v)
{
	double power = pow(10, floor(log10(v))), digit = v / power;

	return (digit <= 1 + 1e-9      ? 1
	           : digit <= 2 + 1e-9 ? 2
	           : digit <= 5 + 1e-9 ? 5
	                               : 10) *
	       power;
}

/* A difference below the precision of the values is none. */
static bool
is_flat(double least, double most)
{
	return most - least <= 1e-12 * fmax(fabs(least), fabs(most));
}

/* Extends the range to 0 if all values are the same, or if they differ by at least half of what
   they are. */
static void
reach_zero(double *least, double *most)
{
	bool flat = is_flat(*least, *most);

	if (*least > 0 && (flat || *least <= *most / 2))
		*least = 0;
	if (*most < 0 && (flat || *most >= *least / 2))
		*most = 0;
	if (*least == 0 && *most == 0)
		*most = 1;
}

static void
choose_unit(struct chart_scale *scale)
{
	static const struct {
		double unit, least; /* of numbers in that unit */
		const char *suffix;
	} units[] = {
	    {1e12, 1e12, "T"}, {1e9, 1e9, "G"}, {1e6, 1e6, "M"}, {1e3, 1e4, "k"}, {1, 0, ""}};
	double most = fmax(fabs(scale->first), fabs(scale->last)) * scale->step, step;
	size_t i = 0;

	while (
	    units[i].unit > 1 && (scale->step < units[i].unit * 0.099 || most < units[i].least))
		i++;
	scale->unit = units[i].unit;
	scale->suffix = units[i].suffix;
	step = scale->step / scale->unit;
	scale->decimals = step >= 0.99 ? 0 : (int)ceil(-log10(step) - 1e-9);
}

/* Chooses the ends of the axis for a step. */
static void
enclose(struct chart_scale *scale, double least, double most)
{
	scale->first = floor(least / scale->step + 1e-6);
	scale->last = ceil(most / scale->step - 1e-6);
}

struct chart_scale
chart_scale_of(double least, double most, int ticks)
{
	struct chart_scale scale = {0};

	reach_zero(&least, &most);
	scale.step = round_up((most - least) / ticks);
	enclose(&scale, least, most);
	choose_unit(&scale);
	return scale;
}

struct chart_scale
chart_scale_with(double least, double most, int steps)
{
	struct chart_scale scale = chart_scale_of(least, most, steps);

	reach_zero(&least, &most);
	while (scale.last - scale.first > steps) {
		scale.step = round_up(scale.step * 1.5);
		enclose(&scale, least, most);
	}
	while (scale.last - scale.first < steps) {
		if (scale.last > 0)
			scale.last++;
		else
			scale.first--;
	}
	choose_unit(&scale);
	return scale;
}

bool
chart_scale_lacks_zero(const struct chart_scale *scale)
{
	return scale->first > 0 || scale->last < 0;
}

double
chart_scale_at(const struct chart_scale *scale, double v)
{
	return (v / scale->step - scale->first) / (scale->last - scale->first);
}

const char *
chart_scale_label(const struct chart_scale *scale, double tick, char *buffer)
{
	double v = tick * scale->step / scale->unit;

	if (tick == 0 && scale->unit > 1)
		return "0";
	if (fabs(v) < 1e15)
		snprintf(buffer, CHART_SCALE_LABEL, "%.*f%s", scale->decimals, v + 0.0,
		    scale->suffix);
	else
		snprintf(buffer, CHART_SCALE_LABEL, "%.15g", v * scale->unit);
	return buffer;
}
