#pragma once

#include <stdbool.h>

#include "compare/change.h"
#include "util/text.h"

/* An axis of numbers with ticks at round ones. */
struct chart_scale {
	double span;        /* from tick to tick */
	double first, last; /* ticks, as multiples of span */
	double factor;      /* of the numbers at the ticks: 1, 1e3 ... */
	const char *suffix; /* of that factor: "", "k" ... */
	int decimals;
};

/* The axis for values in that range, which must be finite; about that many ticks. It begins at
   0 unless that would hide how values differ. */
struct chart_scale chart_scale_of(double least, double most, int ticks);
/* The axis with exactly that many spans between ticks. */
struct chart_scale chart_scale_with(double least, double most, int spans);
/* Returns true if 0 is not on the axis. */
bool chart_scale_lacks_zero(const struct chart_scale *scale);
/* Returns the place of a value on the axis: 0 to 1. */
double chart_scale_at(const struct chart_scale *scale, double v);
/* The number at a tick, in the CHART_SCALE_LABEL bytes of buffer. */
#define CHART_SCALE_LABEL 64
const char *chart_scale_label(const struct chart_scale *scale, double tick, char *buffer);

/* An axis of changes, in percent of the norm. What multiplies a value by 2 is as far from the
   middle as what divides it by 2, so that +100 % and -50 % look alike. */
struct chart_change {
	double less, more;  /* how far changes go to each side: logarithms of factors */
	double left, right; /* how far the axis does */
	bool open;          /* there is a change to or from 0, which goes beyond the ends */
};

/* Extends the axis to a change whose values are compared. */
void chart_change_reach(struct chart_change *axis, const struct change *change);
/* Gives either side some room, and is called before the following ones. */
void chart_change_fit(struct chart_change *axis);
/* Returns the place of a change of that many percent: 0 to 1, and -1 or 2 if it is beyond the
   ends. */
double chart_change_at(const struct chart_change *axis, double percent);
/* The round changes that are on the axis, at least that far apart, from the left; the
   CHART_TICKS of ticks have room. Returns how many. */
#define CHART_TICKS 32
size_t chart_change_ticks(const struct chart_change *axis, double apart, double *ticks);
/* A round change: "+5 %", "-0.1 %", "16 x"; in the CHANGE_SIZE bytes of buffer. */
const char *chart_change_label(double percent, char *buffer);
/* Draws a bar from the middle of the axis, which has that place and size. A change to or from 0
   is an arrow out of it. */
void chart_change_bar(struct text *t, const struct chart_change *axis,
    const struct change *change, double x, double y, double width, double height);
