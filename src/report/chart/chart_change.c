#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "report/chart/chart_change.h"
#include "report/chart/svg.h"

const char *
chart_change_color(enum change_kind kind)
{
	return kind == CHANGE_BETTER ? "#1a7f37" : kind == CHANGE_WORSE ? "#c0392b" : "#777";
}

static double
logarithm(double percent)
{
	return log1p(percent / 100);
}

static bool
has_place(double percent)
{
	return !isinf(percent) && percent > -100;
}

void
chart_change_reach(struct chart_change *axis, const struct change *change)
{
	double at;

	if (!has_place(change->percent)) {
		axis->open = true;
		return;
	}
	at = logarithm(change->percent);
	axis->less = fmax(axis->less, -at);
	axis->more = fmax(axis->more, at);
}

void
chart_change_fit(struct chart_change *axis)
{
	double whole = fmax(axis->less, axis->more), room = axis->open ? 0.15 : 0.03;

	if (whole <= 0)
		whole = logarithm(1);
	axis->left = fmax(axis->less, whole / 5) + whole * room;
	axis->right = fmax(axis->more, whole / 5) + whole * room;
}

double
chart_change_at(const struct chart_change *axis, double percent)
{
	double at;

	if (isinf(percent))
		return percent > 0 ? 2 : -1;
	if (percent <= -100)
		return -1;
	at = (logarithm(percent) + axis->left) / (axis->left + axis->right);
	return at < 0 ? -1 : at > 1 ? 2 : at;
}

/* Round changes, the largest first. */
static const double rounds[] = {99999900, 9999900, 999900, 99900, 9900, 900, 300, 100, 50, 20,
    10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.001, 0.0001, -0.0001, -0.001, -0.01, -0.02,
    -0.05, -0.1, -0.2, -0.5, -1, -2, -5, -10, -20, -50, -75, -90, -99, -99.9, -99.99, -99.999};
enum { ROUNDS = sizeof rounds / sizeof *rounds };

static int
compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static bool
is_free(
    const struct chart_change *axis, double apart, const double *ticks, size_t n, double round)
{
	double at = chart_change_at(axis, round), tolerance = 1e-9;
	size_t i;

	if (logarithm(round) < -axis->less - tolerance ||
	    logarithm(round) > axis->more + tolerance)
		return false;
	for (i = 0; i < n; i++)
		if (fabs(at - chart_change_at(axis, ticks[i])) < apart)
			return false;
	return true;
}

/* The outermost come first, so that the ends of the axis are named. */
size_t
chart_change_ticks(const struct chart_change *axis, double apart, double *ticks)
{
	size_t n = 1, i;

	ticks[0] = 0;
	for (i = 0; i < ROUNDS && n + 1 < CHART_TICKS; i++) {
		double left = rounds[ROUNDS - 1 - i], right = rounds[i];

		if (right > 0 && is_free(axis, apart, ticks, n, right))
			ticks[n++] = right;
		if (left < 0 && is_free(axis, apart, ticks, n, left))
			ticks[n++] = left;
	}
	qsort(ticks, n, sizeof *ticks, compare);
	return n;
}

const char *
chart_change_label(double percent, char *buffer)
{
	if (percent >= 900)
		snprintf(buffer, CHANGE_SIZE, "%.15g x", 1 + percent / 100);
	else
		snprintf(buffer, CHANGE_SIZE, percent ? "%+.15g %%" : "0", percent);
	return buffer;
}

void
chart_change_bar(struct text *t, const struct chart_change *axis, const struct change *change,
    double x, double y, double width, double height)
{
	double at = chart_change_at(axis, change->percent), end = fmin(1, fmax(0, at));
	double from = x + chart_change_at(axis, 0) * width, to = x + end * width;
	double side = change->percent < 0 ? -1 : 1, tip = end == at ? 0 : height / 2;

	if (fabs(to - from) < 1)
		to = from + side;
	text_addf(t, "<path d=\"M%g %gH%g", svg_at(from), svg_at(y), svg_at(to - side * tip));
	if (tip)
		text_addf(t, "l%g %gl%g %g", svg_at(side * tip), svg_at(height / 2),
		    svg_at(-side * tip), svg_at(height / 2));
	else
		text_addf(t, "v%g", svg_at(height));
	text_addf(t, "H%gz\" fill=\"%s\"/>", svg_at(from), chart_change_color(change->kind));
}
