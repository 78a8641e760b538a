#include <math.h>
#include <stdlib.h>

#include "report/durations.h"
#include "util/array.h"
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
add_row(struct doc *doc, const struct page *page, size_t test, size_t put, bool named)
{
	struct duration duration = duration_of(page->results, test, put);
	int decimals = durations_decimals(&duration);
	char *numbers[] = {durations_number(duration.median, decimals),
	    durations_number(duration.least, decimals),
	    durations_number(duration.most, decimals), durations_number(duration.p90, decimals),
	    durations_number(duration.p99, decimals)};
	size_t i;

	doc_row(doc);
	doc_cell(doc, COLOR_NONE, "`%s`", named ? page->results->tests.v[test].name : "");
	doc_cell(doc, COLOR_NONE, "`%s`", page_label(page, put));
	doc_cell(doc, COLOR_NONE, "%s", numbers[0]);
	doc_cell(doc, COLOR_NONE, "%s", durations_mark(page, test, put));
	doc_cell(doc, COLOR_NONE, "%s to %s", numbers[1], numbers[2]);
	doc_cell(doc, COLOR_NONE, "%s", numbers[3]);
	doc_cell(doc, COLOR_NONE, "%s", numbers[4]);
	for (i = 0; i < COUNTOF(numbers); i++)
		free(numbers[i]);
}

static void
add_test(struct doc *doc, const struct page *page, size_t test)
{
	bool named = true;
	size_t put;

	for (put = 0; put < page->results->puts.n; put++)
		if (is_shown(page, test, put)) {
			add_row(doc, page, test, put, named);
			named = false;
		}
}

/* The cells with that note, below what it means. Returns whether there are any. */
static bool
add_note(struct doc *doc, const struct page *page, enum duration_note note, bool first)
{
	bool said = false;
	size_t i, put;

	for (i = 0; i < page->test_count; i++)
		for (put = 0; put < page->results->puts.n; put++) {
			size_t test = page->tests[i];

			if (!is_shown(page, test, put) ||
			    !(duration_of(page->results, test, put).notes & 1u << note))
				continue;
			if (!said)
				(first ? doc_paragraph : doc_line)(
				    doc, "%s: %s", duration_name(note), duration_meaning(note));
			said = true;
			doc_item(doc, "`%s` on `%s`", page->results->tests.v[test].name,
			    page_label(page, put));
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
add_marks(struct doc *doc, const struct page *page)
{
	enum duration_relation relation;
	enum duration_note note;
	bool overlap = false, said = false;
	size_t i, put;

	for (i = 0; i < page->test_count; i++)
		for (put = 0; put < page->results->puts.n; put++)
			overlap |= is_shown(page, page->tests[i], put) &&
			           *durations_mark(page, page->tests[i], put);
	if (overlap)
		doc_paragraph(doc,
		    DURATIONS_OVERLAP " the interval overlaps that of `%s`: the difference may "
		                      "be chance",
		    page_label(page, page->comparison->norm));
	for (relation = DURATION_OTHER_TIME; relation <= DURATION_OTHER_HOST; relation++) {
		char *line = durations_related(page, relation);

		if (line)
			doc_paragraph(doc, "`%s`", line);
		free(line);
	}
	for (note = 0; note < DURATION_NOTES; note++)
		said |= add_note(doc, page, note, !said);
}

void
durations_add(struct doc *doc, const struct page *page)
{
	size_t put, i;

	for (put = 0; put < page->results->puts.n && !is_timed(page, put); put++)
		;
	if (put == page->results->puts.n)
		return;
	doc_paragraph(doc, "Time of one operation, in nanoseconds");
	doc_table(doc, NULL, "");
	doc_column(doc, DOC_WORDS, 0, "test");
	doc_column(doc, DOC_WORDS, 1, "put");
	doc_column(doc, DOC_NUMBER, 1, "median");
	doc_column(doc, DOC_BESIDE, 1, "mark");
	doc_column(doc, DOC_NUMBER, 1, "99 %% interval");
	doc_column(doc, DOC_NUMBER, 1, "p90");
	doc_column(doc, DOC_NUMBER, 1, "p99");
	for (i = 0; i < page->test_count; i++)
		add_test(doc, page, page->tests[i]);
	add_marks(doc, page);
}
