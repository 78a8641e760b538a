#include <math.h>

#include "report/html/html_bar.h"

enum { WIDTH = 120, HEIGHT = 12 };

bool
html_bar_fits(const struct change *change)
{
	return change->kind < CHANGE_SAME && change->from.v >= 0 && change->to.v >= 0;
}

double
html_bar_factor(const struct change *change)
{
	return fabs(log(change->to.v / change->from.v));
}

void
html_bar(struct text *t, const struct change *change, double largest)
{
	double half = WIDTH / 2.0, factor = html_bar_factor(change);
	double length = isinf(factor) ? half : fmax(1, half * factor / largest);

	text_addf(t,
	    "<svg width=\"%d\" height=\"%d\" aria-hidden=\"true\">"
	    "<rect class=%s x=\"%.1f\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>"
	    "<path d=\"M%.1f 0V%d\" stroke=\"#767676\"/></svg>",
	    WIDTH, HEIGHT, change_name(change->kind),
	    change->difference < 0 ? half - length : half, length, HEIGHT,
	    change->kind == CHANGE_BETTER ? "#1a7f37" : "#c0392b", half, HEIGHT);
}
