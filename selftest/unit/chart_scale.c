#include <math.h>

#include "report/chart/chart_scale.h"
#include "tap.h"

/* "24.0 24.5 25.0" */
static void
axis_is(double least, double most, const char *want, const char *name)
{
	struct chart_scale scale = chart_scale_of(least, most, 4);
	char label[CHART_SCALE_LABEL];
	FREED_BY(text_free) struct text t = TEXT_EMPTY;
	int spans = (int)(scale.last - scale.first);

	for (int i = 0; i <= spans; i++)
		text_addf(&t, "%s%s", t.n ? " " : "", chart_scale_label(&scale, scale.first + i, label));
	is(t.s, want, name);
}

static void
test_axes(void)
{
	axis_is(0, 0, "0.0 0.5 1.0", "an axis of zeroes");
	axis_is(24, 24, "0 10 20 30", "equal values: from 0");
	axis_is(-24, -24, "-30 -20 -10 0", "negative ones: to 0");
	axis_is(10, 24, "0 10 20 30", "values that differ by more than half: from 0");
	axis_is(24, 25, "24.0 24.5 25.0", "values that differ less: from below the least");
	axis_is(-3, 5, "-4 -2 0 2 4 6", "values of both signs");
	axis_is(7000, 7300, "7000 7100 7200 7300", "thousands are whole");
	axis_is(20000, 90000, "0 50k 100k", "longer numbers have a unit");
	axis_is(0, 2.5e6, "0 1M 2M 3M", "millions");
	axis_is(0, 1.6e6, "0 0.5M 1.0M 1.5M 2.0M", "a unit with a decimal");
	axis_is(1234567890, 1234567897, "1234567890 1234567892 1234567894 1234567896 1234567898",
	    "a small step of huge numbers");
	axis_is(3e17, 9e17, "0 500000T 1000000T", "the largest unit");
	axis_is(1e30, 3e30, "0 1e+30 2e+30 3e+30", "beyond it");
	axis_is(0.0012, 0.002, "0.0012 0.0014 0.0016 0.0018 0.0020", "small quotients");
}

static void
test_places(void)
{
	struct chart_scale scale = chart_scale_of(100, 110, 4);

	ok(chart_scale_lacks_zero(&scale), "an axis says that it does not begin at 0");
	ok(fabs(chart_scale_at(&scale, 100)) < 1e-9, "its least value");
	ok(fabs(chart_scale_at(&scale, 110) - 10.0 / ((scale.last - scale.first) * scale.span)) < 1e-9,
	    "its largest value");
	scale = chart_scale_of(0, 110, 4);
	ok(!chart_scale_lacks_zero(&scale), "or that it does");
	scale = chart_scale_of(1e15, 1e15 + 0.125, 4);
	ok(!chart_scale_lacks_zero(&scale), "a difference in the last bits is none");
}

static struct chart_change
axis_of(size_t n, const double *percents)
{
	struct chart_change axis = {0};

	for (size_t i = 0; i < n; i++) {
		const struct change change = {.kind = CHANGE_WORSE, .percent = percents[i]};

		chart_change_reach(&axis, &change);
	}
	chart_change_fit(&axis);
	return axis;
}

static void
ticks_are(const struct chart_change *axis, const char *want, const char *name)
{
	double ticks[CHART_TICKS];
	size_t n = chart_change_ticks(axis, 0.15, ticks);
	FREED_BY(text_free) struct text t = TEXT_EMPTY;
	char label[CHANGE_SIZE];

	for (size_t i = 0; i < n; i++)
		text_addf(&t, "%s%s", i ? ", " : "", chart_change_label(ticks[i], label));
	is(t.s, want, name);
}

static void
test_changes(void)
{
	struct chart_change axis = axis_of(2, (double[]){100, -50});
	double middle = chart_change_at(&axis, 0);

	ok(fabs(middle - 0.5) < 1e-9, "twice and half reach equally far");
	ok(fabs(chart_change_at(&axis, 100) - middle - (middle - chart_change_at(&axis, -50))) < 1e-9, "to both sides");
	ok(chart_change_at(&axis, INFINITY) > 1, "a change from 0 is beyond the end");
	ok(chart_change_at(&axis, -100) < 0, "one to 0 is beyond the other");
	ok(chart_change_at(&axis, -150) < 0, "and so is one below 0");
	ticks_are(&axis, "-50 %, -20 %, 0, +50 %, +100 %", "ticks of large changes");
	axis = axis_of(2, (double[]){0.3, -0.05});
	ticks_are(&axis, "0, +0.1 %, +0.2 %", "ticks of small changes");
	axis = axis_of(2, (double[]){1e8, INFINITY});
	ticks_are(&axis, "0, 100 x, 10000 x, 1000000 x", "ticks of huge changes");
	axis = axis_of(2, (double[]){INFINITY, -100});
	ok(chart_change_at(&axis, 0) > 0.4 && chart_change_at(&axis, 0) < 0.6, "an axis of nothing that has a place");
}

int
main(void)
{
	test_axes();
	test_places();
	test_changes();
	return tap_done();
}
