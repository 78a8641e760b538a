#include <stdbool.h>
#include <stdlib.h>

#include "report/html/html_jumps.h"

/* Further arrows share the last lane. */
enum { LANES_MOST = 12 };
/* In pixels: a lane, and the arrow's point beside the listing. */
enum { LANE = 7, POINT = 9 };

static size_t
start_of(const struct html_jump *jump)
{
	return jump->from < jump->to ? jump->from : jump->to;
}

static size_t
end_of(const struct html_jump *jump)
{
	return jump->from < jump->to ? jump->to : jump->from;
}

/* Short ones first, so that these are next to the listing. */
static int
by_length(const void *a, const void *b)
{
	const struct html_jump *x = a, *y = b;
	size_t own = end_of(x) - start_of(x), other = end_of(y) - start_of(y);

	if (own != other)
		return own < other ? -1 : 1;
	return (x->from > y->from) - (x->from < y->from);
}

/* Whether one of the jumps in the lane has a row in common with this one. Those with the same
   target join. */
static bool
is_taken(const struct html_jump *jumps, const struct html_jump *jump, size_t lane)
{
	const struct html_jump *other;

	for (other = jumps; other < jump; other++)
		if (other->lane == lane && other->to != jump->to &&
		    start_of(other) <= end_of(jump) && start_of(jump) <= end_of(other))
			return true;
	return false;
}

/* Returns how many lanes there are. */
static size_t
choose_lanes(struct html_jump *jumps, size_t n)
{
	size_t lanes = 0, i;

	qsort(jumps, n, sizeof *jumps, by_length);
	for (i = 0; i < n; i++) {
		size_t lane = 0;

		while (lane < LANES_MOST && is_taken(jumps, &jumps[i], lane))
			lane++;
		jumps[i].lane = lane;
		if (lane >= lanes)
			lanes = lane + 1;
	}
	return lanes;
}

static void
add_jump(struct text *t, const struct html_jump *jump, size_t width)
{
	size_t from = jump->from * HTML_JUMPS_ROW + HTML_JUMPS_ROW / 2 + 2;
	size_t to = jump->to * HTML_JUMPS_ROW + HTML_JUMPS_ROW / 2 - 2;
	size_t x = width - POINT - jump->lane * LANE - 2;

	text_addf(t,
	    "<path data-from=%zu data-to=%zu d=\"M%zu %zuH%zuV%zuH%zum-4-3 4 3-4 3\"/>",
	    jump->from, jump->to, width, from, x, to, width);
}

void
html_jumps(struct text *t, struct html_jump *jumps, size_t n, size_t rows)
{
	size_t width = POINT + choose_lanes(jumps, n) * LANE, i;

	if (!n)
		return;
	text_addf(t,
	    "<svg aria-hidden=true width=%zu height=%zu fill=none stroke=currentColor>", width,
	    rows * HTML_JUMPS_ROW);
	for (i = 0; i < n; i++)
		add_jump(t, &jumps[i], width);
	text_add(t, "</svg>");
}
