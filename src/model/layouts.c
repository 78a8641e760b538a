#include "model/layouts.h"
#include "util/text.h"

void
layouts_add(struct layouts *layouts, const struct cell *cell)
{
	size_t n = cell->jitter_count, i;

	if (!n)
		return;
	if (!layouts->most || n < layouts->least)
		layouts->least = n;
	if (n > layouts->most)
		layouts->most = n;
	for (i = 0; i < n; i++) {
		layouts->stack |= cell->jitter[i].layout.stack > 0;
		layouts->heap |= cell->jitter[i].layout.heap > 0;
		layouts->code |= cell->jitter[i].layout.code > 0;
	}
}

const char *
layouts_parts(const struct layouts *layouts)
{
	if (layouts->code)
		return "stack, heap and code";
	return layouts->heap ? "stack and heap" : "stack";
}

char *
layouts_show(const struct layouts *layouts)
{
	const char *parts = layouts_parts(layouts);

	if (layouts->least < layouts->most)
		return text_print(
		    "%zu to %zu other layouts of %s", layouts->least, layouts->most, parts);
	return text_print(
	    "%zu other layout%s of %s", layouts->most, layouts->most > 1 ? "s" : "", parts);
}
