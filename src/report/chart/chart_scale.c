#include <math.h>
#include <stdio.h>

#include "compare/quantile.h"
#include "report/chart/chart_scale.h"
#include "report/chart/svg.h"
#include "util/array.h"

/* Returns the least of 1, 2 and 5 times a power of ten that is not below v. */
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

/* Extends the range to 0 if all values are the same, or if they differ by at least half of what
   they are. */
static void
reach_zero(double *least, double *most)
{
	/* A difference below the precision of the values counts as 0. */
	bool flat = *most - *least <= 1e-12 * fmax(fabs(*least), fabs(*most));

	if (*least > 0 && (flat || *least <= *most / 2))
		*least = 0;
	if (*most < 0 && (flat || *most >= *least / 2))
		*most = 0;
	if (*least == 0 && *most == 0)
		*most = 1;
}

static void
choose_factor(struct chart_scale *scale)
{
	static const struct {
		double factor, least; /* of numbers with that factor */
		const char *suffix;
	} factors[] = {
	    {1e12, 1e12, "T"}, {1e9, 1e9, "G"}, {1e6, 1e6, "M"}, {1e3, 1e4, "k"}, {1, 0, ""}};
	double most = fmax(fabs(scale->first), fabs(scale->last)) * scale->span, span;
	size_t i = 0;

	while (factors[i].factor > 1 &&
	       (scale->span < factors[i].factor * 0.099 || most < factors[i].least))
		i++;
	scale->factor = factors[i].factor;
	scale->suffix = factors[i].suffix;
	span = scale->span / scale->factor;
	scale->decimals = span >= 0.99 ? 0 : (int)ceil(-log10(span) - 1e-9);
}

/* Chooses the ends of the axis for a span. */
static void
enclose(struct chart_scale *scale, double least, double most)
{
	scale->first = floor(least / scale->span + 1e-6);
	scale->last = ceil(most / scale->span - 1e-6);
}

struct chart_scale
chart_scale_of(double least, double most, int ticks)
{
	struct chart_scale scale = {0};

	reach_zero(&least, &most);
	scale.span = round_up((most - least) / ticks);
	enclose(&scale, least, most);
	choose_factor(&scale);
	return scale;
}

struct chart_scale
chart_scale_with(double least, double most, int spans)
{
	struct chart_scale scale = chart_scale_of(least, most, spans);

	reach_zero(&least, &most);
	while (scale.last - scale.first > spans) {
		scale.span = round_up(scale.span * 1.5);
		enclose(&scale, least, most);
	}
	while (scale.last - scale.first < spans) {
		if (scale.last > 0)
			scale.last++;
		else
			scale.first--;
	}
	choose_factor(&scale);
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
	return (v / scale->span - scale->first) / (scale->last - scale->first);
}

const char *
chart_scale_label(const struct chart_scale *scale, double tick, char *buffer)
{
	double v = tick * scale->span / scale->factor;

	if (tick == 0 && scale->factor > 1)
		return "0";
	if (fabs(v) < 1e15)
		snprintf(buffer, CHART_SCALE_LABEL, "%.*f%s", scale->decimals, v + 0.0,
		    scale->suffix);
	else
		snprintf(buffer, CHART_SCALE_LABEL, "%.15g", v * scale->factor);
	return buffer;
}

static double
logarithm(double percent)
{
	return log1p(percent / 100);
}

void
chart_change_reach(struct chart_change *axis, const struct change *change)
{
	double at;

	if (isinf(change->percent) || change->percent <= -100) {
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
enum { ROUNDS = COUNTOF(rounds) };

static bool
is_free(
    const struct chart_change *axis, double apart, const double *ticks, size_t n, double round)
{
	double at = chart_change_at(axis, round), tolerance = 1e-9;

	if (logarithm(round) < -axis->less - tolerance ||
	    logarithm(round) > axis->more + tolerance)
		return false;
	for (size_t i = 0; i < n; i++)
		if (fabs(at - chart_change_at(axis, ticks[i])) < apart)
			return false;
	return true;
}

/* The outermost come first, so that the ends of the axis are named. */
size_t
chart_change_ticks(const struct chart_change *axis, double apart, double *ticks)
{
	size_t n = 1;

	ticks[0] = 0;
	for (size_t i = 0; i < ROUNDS && n + 1 < CHART_TICKS; i++) {
		double left = rounds[ROUNDS - 1 - i], right = rounds[i];

		if (right > 0 && is_free(axis, apart, ticks, n, right))
			ticks[n++] = right;
		if (left < 0 && is_free(axis, apart, ticks, n, left))
			ticks[n++] = left;
	}
	quantile_sort(ticks, n);
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
	/* Legible on white and on black. */
	static const char *const colors[] = {
	    [CHANGE_BETTER] = "#1a7f37", [CHANGE_WORSE] = "#c0392b", [CHANGE_SAME] = "#777"};

	if (fabs(to - from) < 1)
		to = from + side;
	text_addf(t, "<path d=\"M%g %gH%g", svg_at(from), svg_at(y), svg_at(to - side * tip));
	if (tip)
		text_addf(t, "l%g %gl%g %g", svg_at(side * tip), svg_at(height / 2),
		    svg_at(-side * tip), svg_at(height / 2));
	else
		text_addf(t, "v%g", svg_at(height));
	text_addf(t, "H%gz\" fill=\"%s\"/>", svg_at(from), colors[change->kind]);
}
