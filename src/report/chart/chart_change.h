#ifndef CHART_CHANGE_H
#define CHART_CHANGE_H

#include "compare/comparison.h"
#include "util/text.h"

/* An axis of changes, in percent of the norm. What multiplies a value by 2 is as far from the
   middle as what divides it by 2, so that +100 % and -50 % look alike. */
struct chart_change {
	double less, more;  /* how far changes go to each side: logarithms of factors */
	double left, right; /* how far the axis does */
	bool open;          /* there is a change to or from 0, which goes beyond the ends */
};

/* The colour of better and worse; both are legible on white and on black. */
const char *chart_change_color(enum change_kind kind);

/* Extends the axis to a change whose values are compared. */
void chart_change_reach(struct chart_change *axis, const struct change *change);
/* Gives either side some room, and is called before the following ones. */
void chart_change_fit(struct chart_change *axis);
/* Where a change of that many percent is: 0 to 1, and -1 or 2 if it is beyond the ends. */
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

#endif
