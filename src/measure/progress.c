#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "measure/progress.h"
#include "util/message.h"
#include "util/text.h"

static double
progress_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Estimated from what is done so far; left out at the beginning. */
static void
add_time_left(struct text *line, const struct progress *progress, double passed)
{
	const double least = 1;
	double left;

	if (passed < least || !progress->done)
		return;
	left = passed * (double)(progress->effort - progress->done) / (double)progress->done;
	if (left < 60)
		text_addf(line, ", %.0f s left", left);
	else
		text_addf(line, ", %.0f min left", left / 60);
}

static void
progress_draw(struct progress *progress)
{
	FREED_BY(text_free) struct text line = TEXT_EMPTY;
	OWNED char *where =
	    progress->test ? text_print(": %s/%s", progress->test, progress->label) : NULL;

	progress->drawn = progress_now();
	text_addf(&line, "%zu of %zu counts", progress->finished, progress->cells);
	add_time_left(&line, progress, progress->drawn - progress->begun);
	message_status(line.s, where ? where : "");
}

void
progress_begin(struct progress *progress, size_t cells, size_t effort, bool shown)
{
	*progress = (struct progress){.shown = shown && isatty(STDERR_FILENO),
	    .cells = cells,
	    .effort = effort,
	    .begun = progress_now()};
	if (progress->shown)
		progress_draw(progress);
}

void
progress_add(struct progress *progress, size_t effort, size_t cells)
{
	/* Nobody reads faster than 20 lines a second. */
	const double least = 0.05;

	progress->done += effort;
	progress->finished += cells;
	if (progress->shown && progress_now() - progress->drawn >= least)
		progress_draw(progress);
}

void
progress_at(struct progress *progress, const char *test, const char *label)
{
	progress->test = test;
	progress->label = label;
	progress_add(progress, 0, 0);
}

void
progress_end(struct progress *progress)
{
	if (progress->shown)
		message_status(NULL, NULL);
	progress->shown = false;
}
