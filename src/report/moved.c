#include "report/moved.h"
#include "util/text.h"

void
moved_add(struct moved *moved, const struct cell *cell)
{
	size_t n = cell->jitter_count, i;

	if (!n)
		return;
	if (!moved->most || n < moved->least)
		moved->least = n;
	if (n > moved->most)
		moved->most = n;
	for (i = 0; i < n; i++) {
		moved->stack |= cell->jitter[i].layout.stack > 0;
		moved->heap |= cell->jitter[i].layout.heap > 0;
		moved->code |= cell->jitter[i].layout.code > 0;
	}
}

bool
moved_fails(const struct cell *cell)
{
	size_t i;

	for (i = 0; i < cell->jitter_count; i++)
		if (!cell->jitter[i].measured)
			return true;
	return false;
}

const char *
moved_parts(const struct moved *moved)
{
	if (moved->code)
		return "stack, heap and code";
	return moved->heap ? "stack and heap" : "stack";
}

char *
moved_text(const struct moved *moved)
{
	const char *parts = moved_parts(moved);

	if (moved->least < moved->most)
		return text_print(
		    "%zu to %zu other layouts of %s", moved->least, moved->most, parts);
	return text_print(
	    "%zu other layout%s of %s", moved->most, moved->most > 1 ? "s" : "", parts);
}
