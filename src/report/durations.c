#include <math.h>
#include <stdlib.h>

#include "report/durations.h"
#include "util/display.h"
#include "util/grid.h"
#include "util/memory.h"
#include "util/text.h"

static bool
is_shown(const struct page *page, size_t test, size_t put)
{
	return test != PAGE_AVERAGE && page_shows(page, put) &&
	       duration_of(page->results, test, put).known;
}

static enum duration_relation
relation_of(const struct page *page, size_t put)
{
	return duration_relation(page->results, put, page->comparison->norm);
}

/* Counts of other texts are not compared with the norm's, nor are their times. */
enum durations_relation
durations_relation(const struct page *page, size_t test, size_t put)
{
	size_t norm = page->comparison->norm;
	struct duration own = duration_of(page->results, test, put);
	struct duration reference = duration_of(page->results, test, norm);

	if (put == norm || !own.known || !reference.known ||
	    relation_of(page, put) == DURATION_OTHER_HOST || page_missing(page, test, put) ||
	    page_missing(page, test, norm))
		return DURATIONS_UNCOMPARED;
	return duration_overlaps(&own, &reference) ? DURATIONS_OVERLAPPING : DURATIONS_APART;
}

const char *
durations_mark(const struct page *page, size_t test, size_t put)
{
	return durations_relation(page, test, put) == DURATIONS_OVERLAPPING ? DURATIONS_OVERLAP
	                                                                    : "";
}

int
durations_decimals(const struct duration *duration)
{
	double size = fabs(duration->median);

	return size < 10 ? 3 : size < 100 ? 2 : size < 1000 ? 1 : 0;
}

char *
durations_number(double v, int decimals)
{
	return isnan(v) ? memory_copy("-") : text_print("%.*f", decimals, v);
}

static void
add_number(struct grid *grid, double v, int decimals)
{
	char *s = durations_number(v, decimals);

	grid_add(grid, s);
	free(s);
}

static void
add_row(struct grid *grid, const struct page *page, size_t test, size_t put, bool named)
{
	struct duration duration = duration_of(page->results, test, put);
	int decimals = durations_decimals(&duration);
	char *interval =
	    text_print("%.*f to %.*f", decimals, duration.least, decimals, duration.most);

	grid_row(grid);
	grid_add(grid, named ? page->results->tests.v[test].name : "");
	grid_add(grid, page->results->puts.v[put].label);
	add_number(grid, duration.median, decimals);
	grid_add(grid, durations_mark(page, test, put));
	grid_add(grid, interval);
	add_number(grid, duration.p90, decimals);
	add_number(grid, duration.p99, decimals);
	free(interval);
}

static void
add_test(struct grid *grid, const struct page *page, size_t test)
{
	bool named = true;
	size_t put;

	for (put = 0; put < page->results->puts.n; put++)
		if (is_shown(page, test, put)) {
			add_row(grid, page, test, put, named);
			named = false;
		}
}

/* The cells with that note, below what it means. Returns whether there are any. */
static bool
print_note(const struct page *page, enum duration_note note, bool first)
{
	bool said = false;
	size_t i, put;

	for (i = 0; i < page->test_count; i++)
		for (put = 0; put < page->results->puts.n; put++) {
			size_t test = page->tests[i];
			char *line, *shown;

			if (!is_shown(page, test, put) ||
			    !(duration_of(page->results, test, put).notes & 1u << note))
				continue;
			if (!said)
				fprintf(page->out, "%s%s: %s\n", first ? "\n" : "",
				    duration_name(note), duration_meaning(note));
			said = true;
			line = text_print("%s on %s", page->results->tests.v[test].name,
			    page->results->puts.v[put].label);
			shown = display_line(line);
			fprintf(page->out, "    %s\n", shown);
			free(shown);
			free(line);
		}
	return said;
}

static bool
is_timed(const struct page *page, size_t put)
{
	size_t i;

	for (i = 0; i < page->test_count; i++)
		if (is_shown(page, page->tests[i], put))
			return true;
	return false;
}

char *
durations_related(const struct page *page, enum duration_relation relation)
{
	size_t norm = page->comparison->norm, put;
	struct text labels = TEXT_EMPTY;
	char *line = NULL;

	for (put = 0; put < page->results->puts.n; put++)
		if (put != norm && is_timed(page, put) && is_timed(page, norm) &&
		    relation_of(page, put) == relation)
			text_addf(&labels, "%s%s", labels.n ? ", " : "",
			    page->results->puts.v[put].label);
	if (labels.n)
		line = text_print(relation == DURATION_OTHER_HOST
		                      ? "Timed on another host than %s, and not compared: %s"
		                      : "Not timed together with %s, so the host may have been "
		                        "slower or faster: %s",
		    page->results->puts.v[norm].label, labels.s);
	text_free(&labels);
	return line;
}

static void
print_related(const struct page *page)
{
	enum duration_relation relation;

	for (relation = DURATION_OTHER_TIME; relation <= DURATION_OTHER_HOST; relation++) {
		char *line = durations_related(page, relation);
		char *shown = line ? display_line(line) : NULL;

		if (shown)
			fprintf(page->out, "\n%s\n", shown);
		free(shown);
		free(line);
	}
}

static void
print_marks(const struct page *page)
{
	char *label = display_line(page->results->puts.v[page->comparison->norm].label);
	enum duration_note note;
	bool overlap = false, said = false;
	size_t i, put;

	for (i = 0; i < page->test_count; i++)
		for (put = 0; put < page->results->puts.n; put++)
			overlap |= is_shown(page, page->tests[i], put) &&
			           *durations_mark(page, page->tests[i], put);
	if (overlap)
		fprintf(page->out,
		    "\n" DURATIONS_OVERLAP " the interval overlaps that of %s: the difference "
		    "may be chance\n",
		    label);
	print_related(page);
	for (note = 0; note < DURATION_NOTES; note++)
		said |= print_note(page, note, !said);
	free(label);
}

void
durations_print(const struct page *page)
{
	struct grid grid = {.terminal = page->terminal};
	size_t i;

	grid_margin(&grid, 0, GRID_LEFT);
	grid_margin(&grid, 1, GRID_LEFT);
	grid_group(&grid, "median");
	grid_beside(&grid);
	grid_group(&grid, "99 % interval");
	grid_group(&grid, "p90");
	grid_group(&grid, "p99");
	for (i = 0; i < page->test_count; i++)
		if (page->tests[i] != PAGE_AVERAGE)
			add_test(&grid, page, page->tests[i]);
	if (grid.rows) {
		fputs("\nTime of one operation, in nanoseconds\n\n", page->out);
		grid_print(&grid, 0, grid.rows, page->out);
		print_marks(page);
	}
	grid_free(&grid);
}
