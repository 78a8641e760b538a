#include <math.h>
#include <stdio.h>

#include "model/times.h"
#include "report/durations.h"

/* This mark says that the intervals of a put and of the norm overlap. */
#define OVERLAP "~"

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

/* Returns OVERLAP if the intervals overlap, otherwise "". */
static const char *
durations_mark(const struct page *page, size_t test, size_t put)
{
	return durations_relation(page, test, put) == DURATIONS_OVERLAPPING ? OVERLAP : "";
}

enum { WIDTH = 128, HEIGHT = 16 };

/* Adds a line for each sample, faint, so that many make a dark place, and the median in colour.
   All distributions of a test are from the fastest sample to the slowest p99, or to the slowest
   sample where that is unknown. A sample beyond is at the end. */
static void
add_samples(struct text *t, const struct page *page, size_t test, size_t put)
{
	const struct times *times = results_cell(page->results, test, put)->times;
	unsigned long ops = results_ops(page->results, test, put);
	struct duration own = duration_of(page->results, test, put);
	double least = INFINITY, most = -INFINITY, factor;

	EACH_PUT(page, other) {
		struct duration duration = duration_of(page->results, test, other);
		const struct times *of = results_cell(page->results, test, other)->times;

		for (size_t i = 0; duration.known && i < of->n; i++) {
			double v =
			    times_operation(of, i, results_ops(page->results, test, other));

			least = fmin(least, v);
			most = fmax(most, fmin(v, duration.p99));
		}
	}
	factor = most > least ? (WIDTH - 2) / (most - least) : 0;
	text_addf(t,
	    "<svg class=samples width=\"%d\" height=\"%d\" aria-hidden=\"true\"><path d=\"",
	    WIDTH, HEIGHT);
	for (size_t i = 0; i < times->n; i++)
		text_addf(t, "M%.1f 3V%d",
		    1 + (fmin(times_operation(times, i, ops), most) - least) * factor,
		    HEIGHT - 3);
	text_addf(t,
	    "\" stroke=\"#767676\" stroke-opacity=\"0.6\"/>"
	    "<path d=\"M%.1f 0V%d\" stroke=\"#c0392b\" stroke-width=\"2\"/></svg>",
	    1 + (fmin(isnan(own.median) ? own.least : own.median, most) - least) * factor,
	    HEIGHT);
}

/* The rows of HTML are all of one test, and show how its samples are distributed. */
static void
durations_add_row(struct doc *doc, const struct page *page, size_t test, size_t put, bool named)
{
	enum { MEDIAN, LEAST, MOST, P90, P99, NUMBERS };
	struct duration duration = duration_of(page->results, test, put);
	const double values[NUMBERS] = {
	    duration.median, duration.least, duration.most, duration.p90, duration.p99};
	char numbers[NUMBERS][CALC_SHOWN];
	double size = isnan(duration.median) ? duration.most : duration.median;
	/* The limits of the interval differ, or three digits are shown. */
	int decimals = size < 10 ? 3 : size < 100 ? 2 : size < 1000 ? 1 : 0;

	for (size_t i = 0; i < NUMBERS; i++)
		snprintf(numbers[i], sizeof numbers[i], isnan(values[i]) ? "-" : "%.*f",
		    decimals, values[i]);
	doc_row(doc);
	if (doc->kind != DOC_HTML)
		doc_cell(
		    doc, COLOR_NONE, "`%s`", named ? page->results->tests.v[test].name : "");
	doc_cell(doc, COLOR_NONE, "`%s`", page_label(page, put));
	if (isnan(duration.median))
		doc_cell(doc, COLOR_NONE, "below %s", numbers[MOST]);
	else
		doc_cell(doc, COLOR_NONE, "%s", numbers[MEDIAN]);
	doc_cell(doc, COLOR_NONE, "%s", durations_mark(page, test, put));
	doc_cell(doc, COLOR_NONE, "%s to %s", numbers[LEAST], numbers[MOST]);
	doc_cell(doc, COLOR_NONE, "%s", numbers[P90]);
	doc_cell(doc, COLOR_NONE, "%s", numbers[P99]);
	if (doc->kind == DOC_HTML) {
		doc_cell(doc, COLOR_NONE, "%zu", duration.samples);
		doc_cell(doc, COLOR_NONE, "%s", "");
		add_samples(&doc->t, page, test, put);
	}
}

/* Lists the cells with the note below its meaning. *said: there are notes above. */
static void
add_note(struct doc *doc, const struct page *page, enum duration_note note, bool *said)
{
	bool first = true;

	EACH_TEST(page, test)
		EACH_PUT(page, put) {
			const char *name = page->results->tests.v[test].name;

			if (!(duration_of(page->results, test, put).notes & 1u << note))
				continue;
			if (first)
				doc_block(doc, *said ? DOC_LINE : DOC_PARAGRAPH, "%s: %s",
				    duration_note_rows[note].name,
				    duration_note_rows[note].meaning);
			*said = true;
			first = false;
			doc_item(doc, "`%s` on `%s`",
			    page->view->by_tests ? page_label(page, put) : name,
			    page->view->by_tests ? name : page_label(page, put));
		}
}

static bool
is_timed(const struct page *page, size_t put)
{
	EACH_TEST(page, test)
		if (page_shows(page, put) && duration_of(page->results, test, put).known)
			return true;
	return false;
}

/* Adds a line about the puts whose times have that relation to those of the norm. */
static void
add_related(struct doc *doc, const struct page *page, enum duration_relation relation)
{
	size_t norm = page->comparison->norm, n = 0;

	EACH_COMPARED(page, put) {
		if (!is_timed(page, put) || !is_timed(page, norm) ||
		    relation_of(page, put) != relation)
			continue;
		if (!n++)
			doc_paragraph(doc,
			    relation == DURATION_OTHER_HOST
			        ? "Timed on another host than `%s`, and not compared: "
			        : "Timed before or after `%s`, when the host may have been "
			          "slower or faster: ",
			    page_label(page, norm));
		doc_add(doc, n > 1 ? ", `%s`" : "`%s`", page_label(page, put));
	}
}

static void
durations_add_marks(struct doc *doc, const struct page *page)
{
	bool overlap = false, said = false;

	EACH_TEST(page, test)
		EACH_PUT(page, put)
			overlap |= *durations_mark(page, test, put);
	if (overlap)
		doc_paragraph(doc,
		    OVERLAP " the interval overlaps that of `%s`: the difference may be chance",
		    page_label(page, page->comparison->norm));
	add_related(doc, page, DURATION_OTHER_TIME);
	add_related(doc, page, DURATION_OTHER_HOST);
	for (enum duration_note note = 0; note < DURATION_NOTES; note++)
		add_note(doc, page, note, &said);
}

static void
durations_add_table(struct doc *doc, const struct page *page)
{
	static const char title[] = "Time of one operation, in nanoseconds";

	if (doc->kind != DOC_HTML)
		doc_paragraph(doc, "%s", title);
	doc_table(doc, " class=times", title);
	if (doc->kind != DOC_HTML)
		doc_column(doc, DOC_WORDS, 0, "test");
	doc_column(doc, DOC_WORDS, 1, "program");
	doc_column(doc, DOC_NUMBER, 1, "median");
	doc_column(doc, DOC_BESIDE, 1, "mark");
	doc_column(doc, DOC_NUMBER, 1, "99 %% interval");
	doc_column(doc, DOC_NUMBER, 1, "p90");
	doc_column(doc, DOC_NUMBER, 1, "p99");
	if (doc->kind == DOC_HTML) {
		doc_column(doc, DOC_NUMBER, 1, "samples");
		doc_column(doc, DOC_PICTURE, 1, "distribution");
	}
	EACH_TEST(page, test) {
		bool named = true;

		EACH_PUT(page, put)
			if (duration_of(page->results, test, put).known) {
				durations_add_row(doc, page, test, put, named);
				named = false;
			}
	}
}

void
durations_add(struct doc *doc, const struct page *page)
{
	EACH_PUT(page, put)
		if (is_timed(page, put)) {
			durations_add_table(doc, page);
			durations_add_marks(doc, page);
			return;
		}
}
