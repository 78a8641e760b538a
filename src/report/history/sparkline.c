#include <math.h>

#include "report/history/sparkline.h"

enum { LEVELS = 8 };

/* The values from a run up to the next break. */
struct segment {
	size_t end;
	double least, most;
};

static struct segment
segment_of(const struct history *history, size_t test, size_t label, size_t k, size_t run)
{
	struct segment segment = {run, INFINITY, -INFINITY};

	for (; segment.end < history->run_count; segment.end++) {
		struct value value = history_value(history, test, label, segment.end, k);

		if (segment.end > run &&
		    history_point(history, test, label, segment.end)->broken)
			break;
		if (!value.known)
			continue;
		segment.least = fmin(segment.least, value.v);
		segment.most = fmax(segment.most, value.v);
	}
	return segment;
}

static int
level_of(const struct segment *segment, double v)
{
	double part = (v - segment->least) / (segment->most - segment->least);

	if (v <= segment->least)
		return 0;
	if (v >= segment->most)
		return LEVELS - 1;
	return 1 + (int)fmin(part * (LEVELS - 2), LEVELS - 3);
}

/* U+2581 is a bar of one eighth. */
static void
add_level(struct text *t, int level, bool utf8)
{
	if (utf8)
		text_addf(t, "\xe2\x96%c", 0x81 + level);
	else
		text_addf(t, "%d", 1 + level);
}

void
sparkline_add(struct text *t, const struct history *history, size_t test, size_t label,
    size_t k, size_t first, bool utf8)
{
	struct segment segment = {first, 0, 0};
	size_t run;

	for (run = first; run < history->run_count; run++) {
		const struct history_point *point = history_point(history, test, label, run);
		struct value value = history_value(history, test, label, run, k);

		if (run == segment.end)
			segment = segment_of(history, test, label, k, run);
		if (point->broken)
			text_add_char(t, SPARKLINE_BREAK);
		if (value.known)
			add_level(t, level_of(&segment, value.v), utf8);
		else
			text_add_char(
			    t, point->state == HISTORY_FAILED ? SPARKLINE_FAILED : ' ');
	}
}

size_t
sparkline_width(const struct history *history, size_t test, size_t label, size_t first)
{
	size_t n = history->run_count - first, run;

	for (run = first; run < history->run_count; run++)
		n += history_point(history, test, label, run)->broken != 0;
	return n;
}
