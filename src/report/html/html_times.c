#include <math.h>
#include <stdlib.h>

#include "model/times.h"
#include "report/durations.h"
#include "report/html/html.h"
#include "report/html/html_sections.h"

enum { WIDTH = 128, HEIGHT = 16 };

/* The scale of all distributions of a test, from the fastest sample to the slowest p99, or to
   the slowest sample where that is unknown. */
struct scale {
	double least, most;
};

static struct scale
find_scale(const struct page *page, size_t test)
{
	struct scale scale = {INFINITY, -INFINITY};
	size_t put, i;

	for (put = 0; put < page->results->puts.n; put++) {
		struct duration duration = duration_of(page->results, test, put);
		const struct times *times = results_cell(page->results, test, put)->times;
		unsigned long ops = results_test(page->results, test, put)->ops;

		if (!page_shows(page, put) || !duration.known)
			continue;
		for (i = 0; i < times->n; i++) {
			double v = times_operation(times, i, ops);

			scale.least = fmin(scale.least, v);
			scale.most = fmax(scale.most, fmin(v, duration.p99));
		}
	}
	return scale;
}

/* A line for each sample, faint, so that many make a dark place, and the median in colour. A
   sample beyond the scale is at its end. */
static void
add_distribution(struct text *t, const struct times *times, unsigned long ops, double median,
    struct scale scale)
{
	double unit = scale.most > scale.least ? (WIDTH - 2) / (scale.most - scale.least) : 0;
	size_t i;

	text_addf(t,
	    "<svg class=samples width=\"%d\" height=\"%d\" aria-hidden=\"true\"><path d=\"",
	    WIDTH, HEIGHT);
	for (i = 0; i < times->n; i++) {
		double v = fmin(times_operation(times, i, ops), scale.most);

		text_addf(t, "M%.1f 3V%d", 1 + (v - scale.least) * unit, HEIGHT - 3);
	}
	text_addf(t,
	    "\" stroke=\"#767676\" stroke-opacity=\"0.6\"/>"
	    "<path d=\"M%.1f 0V%d\" stroke=\"#c0392b\" stroke-width=\"2\"/></svg>",
	    1 + (fmin(median, scale.most) - scale.least) * unit, HEIGHT);
}

/* A paragraph for a put whose median means less than it seems. */
static void
add_notes(struct doc *doc, const struct page *page, size_t test, size_t put)
{
	struct duration duration = duration_of(page->results, test, put);
	enum duration_note note;
	size_t n = 0;

	if (!duration.notes)
		return;
	doc_add(doc, "<p class=\"note\">`%s`", page_label(page, put));
	for (note = 0; note < DURATION_NOTES; note++)
		if (duration.notes & 1u << note)
			doc_add(doc, n++ ? "; %s" : ": %s", duration_meaning(note));
	doc_add(doc, ".</p>\n");
}

static void
add_row(struct doc *doc, const struct page *page, size_t test, size_t put, struct scale scale)
{
	struct duration duration = duration_of(page->results, test, put);
	int decimals = durations_decimals(&duration);
	const char *mark = durations_mark(page, test, put);
	char *p90 = durations_number(duration.p90, decimals);
	char *p99 = durations_number(duration.p99, decimals);

	doc_add(doc, "<tr><th scope=row>`%s`", page_label(page, put));
	text_addf(&doc->t, "<td>%.*f%s%s<td>%.*f to %.*f<td>", decimals, duration.median,
	    *mark ? " " : "", mark, decimals, duration.least, decimals, duration.most);
	add_distribution(&doc->t, results_cell(page->results, test, put)->times,
	    results_test(page->results, test, put)->ops, duration.median, scale);
	doc_add(doc, "<td>%s<td>%s<td>%zu\n", p90, p99, duration.samples);
	free(p90);
	free(p99);
}

static void
add_related(struct doc *doc, const struct page *page)
{
	enum duration_relation relation;

	for (relation = DURATION_OTHER_TIME; relation <= DURATION_OTHER_HOST; relation++) {
		char *line = durations_related(page, relation);

		if (line)
			doc_add(doc, "<p class=\"note\">%s.</p>\n", line);
		free(line);
	}
}

void
html_times(struct doc *doc, const struct page *page, size_t test)
{
	struct scale scale = find_scale(page, test);
	bool overlap = false;
	size_t put;

	if (isinf(scale.least))
		return;
	html_table(&doc->t, " class=\"times\"", "Time of one operation, in nanoseconds");
	doc_add(doc,
	    "<thead><tr><th scope=col>put<th scope=col>median<th scope=col>99 %% interval"
	    "<th scope=col>distribution<th scope=col>p90<th scope=col>p99"
	    "<th scope=col>samples<tbody>\n");
	for (put = 0; put < page->results->puts.n; put++) {
		if (!page_shows(page, put) || !duration_of(page->results, test, put).known)
			continue;
		add_row(doc, page, test, put, scale);
		overlap |= *durations_mark(page, test, put);
	}
	html_table_end(&doc->t);
	for (put = 0; put < page->results->puts.n; put++)
		if (page_shows(page, put))
			add_notes(doc, page, test, put);
	add_related(doc, page);
	if (overlap)
		doc_add(doc,
		    "<p class=\"note\">" DURATIONS_OVERLAP " the interval overlaps that of "
		    "`%s`: the difference may be chance.</p>\n",
		    page_label(page, page->comparison->norm));
}
