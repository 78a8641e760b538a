#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/explain/explain_print.h"
#include "report/notes.h"
#include "report/summary.h"
#include "util/display.h"
#include "util/memory.h"
#include "util/message.h"
#include "util/output.h"

/* A table says what makes most of the change for WHYS tests. FEW tests have a brief table each.
 */
enum { WHYS = 10, FEW = 3 };

struct summary
summary_make(const struct comparison *comparison, size_t put)
{
	struct summary summary = {0};
	double total = 0;
	size_t n = 0;

	for (size_t i = 0; i < comparison->test_count; i++) {
		struct change change =
		    comparison_decisive(comparison, comparison->tests[i], put);

		if (change.kind < CHANGE_COUNT)
			summary.of[change.kind]++;
		if (change.kind > CHANGE_SAME || isinf(change.percent) ||
		    change.percent <= -100)
			continue;
		total += log1p(change.percent / 100);
		n++;
	}
	if (n)
		summary.mean = (struct value){true, expm1(total / (double)n) * 100};
	return summary;
}

/* Adds "3 worse" in its colour. */
static void
summary_add_number(struct doc *doc, const struct summary *summary, enum change_kind kind)
{
	enum color color =
	    doc->terminal.colors && summary->of[kind] ? page_color_change(kind, 0) : COLOR_NONE;

	text_add(&doc->t, kind ? ", " : " ");
	text_add(&doc->t, terminal_color(color));
	doc_add(doc, "%zu %s", summary->of[kind], change_name(kind));
	text_add(&doc->t, color ? TERMINAL_PLAIN : "");
}

/* Adds how many tests are better, worse and the same. Returns these numbers. */
static struct summary
summary_add_kinds(struct doc *doc, const struct comparison *comparison, size_t put)
{
	const struct put *puts = comparison->results->puts.v;
	struct summary summary = summary_make(comparison, put);
	size_t n = 0;

	doc_add(doc, "`%s` against `%s`:", puts[put].label, puts[comparison->norm].label);
	for (enum change_kind kind = 0; kind < CHANGE_COUNT; kind++)
		n += summary.of[kind];
	if (!n && comparison->test_count)
		doc_add(doc, " nothing to compare: no test has a value of %s on either",
		    fields_name(comparison->results->fields, comparison->field));
	else
		for (enum change_kind kind = 0; kind < CHANGE_COUNT; kind++)
			if (kind <= CHANGE_SAME || summary.of[kind])
				summary_add_number(doc, &summary, kind);
	return summary;
}

void
summary_add(struct doc *doc, const struct comparison *comparison, size_t put)
{
	struct summary summary = summary_add_kinds(doc, comparison, put);
	char buffer[CHANGE_SIZE];

	if (summary.mean.known)
		doc_add(doc, "; geometric mean of %s %s",
		    fields_name(comparison->results->fields, comparison->field),
		    change_percent(summary.mean.v, buffer));
}

char *
summary_line(const struct comparison *comparison, size_t put)
{
	struct doc doc = {.kind = DOC_TEXT};

	summary_add(&doc, comparison, put);
	return text_take(&doc.t);
}

void
summary_add_title(struct doc *doc, const struct page *page, size_t test)
{
	verdict_set verdicts = page_verdicts_on_any(page, test);

	doc_row(doc);
	doc_cell(doc, COLOR_NONE, "`%s`", page->results->tests.v[test].name);
	if (!verdicts)
		return;
	doc_add(doc, " " PAGE_MARK);
	if (doc->kind == DOC_TEXT)
		return;
	doc_add(doc, " ");
	verdict_add(&doc->t, verdicts, ", ");
}

static void
add_count(struct doc *doc, const struct page *page, size_t test, size_t put, enum field f)
{
	char buffer[PAGE_CELL_SIZE];

	doc_cell(doc, page_color_alone(page, test, put), "%s",
	    page_count(page, test, put, f, buffer));
}

/* Begins a table of tests. caption: the head of the first column of a text. */
static void
summary_begin_tests(
    struct doc *doc, const struct page *page, const char *caption, size_t first, size_t last)
{
	doc_table(doc, NULL, caption);
	doc_column(doc, *caption ? DOC_TITLE : DOC_WORDS, 0, "%s",
	    page_field(page, page->comparison->field));
	doc_column(doc, DOC_NUMBER, 1, "`%s`", page_label(page, page->comparison->norm));
	for (size_t put = first; put <= last; put++)
		if (page_compares(page, put)) {
			doc_column(doc, DOC_NUMBER, 1, "`%s`", page_label(page, put));
			doc_column(doc, DOC_CHANGE, 1, "change");
		}
	doc->grid.kept = 1;
}

/* Adds the cells of a row behind its name. */
static void
summary_add_counts(struct doc *doc, const struct page *page, size_t test, enum field f,
    size_t first, size_t last)
{
	char buffer[CHANGE_SIZE];

	add_count(doc, page, test, page->comparison->norm, f);
	for (size_t put = first; put <= last; put++) {
		struct change change = comparison_of(page->comparison, test, put, f);

		if (!page_compares(page, put))
			continue;
		add_count(doc, page, test, put, f);
		doc_cell(doc, page_color_change(change.kind, change.percent), "%s",
		    change.kind <= CHANGE_SAME  ? change_show(&change, buffer)
		    : change_is_listed(&change) ? change_name(change.kind)
		                                : "");
	}
}

static const char less_is_better[] = "(less is better)";

void
summary_add_tests(struct doc *doc, const struct page *page, const size_t *tests, size_t n,
    size_t first, size_t last)
{
	char *whys[WHYS] = {NULL};
	bool any = false, alone = first == last && page_compares(page, first);
	OWNED char *caption =
	    text_print("%s %s", page_field(page, page->comparison->field), less_is_better);

	for (size_t i = 0; alone && i < n && i < WHYS; i++) {
		whys[i] = explain_why(page->comparison, tests[i], first);
		any |= whys[i] != NULL;
	}
	summary_begin_tests(doc, page, page->view->brief ? caption : "", first, last);
	if (any)
		doc_column(doc, DOC_REST, 2, "why");
	for (size_t i = 0; i < n; i++) {
		summary_add_title(doc, page, tests[i]);
		summary_add_counts(doc, page, tests[i], page->comparison->field, first, last);
		if (any)
			doc_cell(doc, COLOR_NONE, "`%s`", i < WHYS && whys[i] ? whys[i] : "");
	}
	for (size_t i = 0; i < WHYS; i++)
		free(whys[i]);
}

static bool
summary_brief_differs(const struct page *page, size_t test, enum field f)
{
	EACH_COMPARED(page, put) {
		struct change change = comparison_of(page->comparison, test, put, f);

		if (change_is_listed(&change) && change.kind < CHANGE_FAILED)
			return true;
	}
	return false;
}

static void
summary_brief_add_title(struct doc *doc, const struct page *page, size_t test)
{
	OWNED char *title = page_title(page, test), *desc = page_desc(page, test),
	           *shown = NULL;
	size_t n = strcspn(desc, "\n");
	bool more = desc[n];

	desc[n] = '\0';
	shown = display_text(desc);
	doc_paragraph(doc, "%s: %s%s", title, shown, more ? " ..." : "");
}

static void
summary_brief_add_one(struct doc *doc, const struct page *page, size_t test)
{
	enum field decisive = page->comparison->field;
	size_t last = page->results->puts.n - 1;

	summary_brief_add_title(doc, page, test);
	summary_begin_tests(doc, page, last ? less_is_better : "", 0, last);
	EACH_FIELD(page, f)
		if (f == decisive || summary_brief_differs(page, test, f)) {
			doc_row(doc);
			doc_cell(doc, COLOR_NONE, "%s", page_field(page, f));
			summary_add_counts(doc, page, test, f, 0, last);
		}
}

static void
summary_brief_add_mean(struct doc *doc, const struct page *page)
{
	char buffer[CHANGE_SIZE];

	doc_row(doc);
	doc_cell(doc, COLOR_NONE, "geometric mean");
	doc_cell(doc, COLOR_NONE, "%s", "");
	EACH_COMPARED(page, put) {
		struct summary summary = summary_make(page->comparison, put);

		doc_cell(doc, COLOR_NONE, "%s", "");
		doc_cell(doc, COLOR_NONE, "%s",
		    summary.mean.known ? change_percent(summary.mean.v, buffer) : "");
	}
}

void
summary_brief(struct doc *doc, const struct page *page)
{
	struct view view = *page->view;
	struct page decisive = *page;
	enum doc_block block = DOC_PARAGRAPH;
	size_t last = page->results->puts.n - 1;

	if (page->comparison->test_count <= FEW) {
		EACH_TEST(page, test)
			summary_brief_add_one(doc, page, test);
		notes_add(doc, page);
		return;
	}
	/* Marks are those of what is shown. */
	view.fields = FIELD_BIT(page->comparison->field);
	decisive.view = &view;
	/* The last test is AVERAGE, because there are several. */
	summary_add_tests(doc, &decisive, page->tests, page->test_count - 1, 0, last);
	if (last)
		summary_brief_add_mean(doc, &decisive);
	EACH_COMPARED(page, put) {
		doc_begin(doc, block);
		summary_add_kinds(doc, page->comparison, put);
		block = DOC_LINE;
	}
	notes_add(doc, &decisive);
	doc_block(doc, DOC_SENTENCES,
	    "More: --explain says why, --tables prints all fields, --format=html:FILE makes a page.");
}

size_t
summary_sort(const struct page *page, size_t put, size_t **tests)
{
	const struct comparison *comparison = page->comparison;
	size_t n = 0;

	*tests = memory_array(comparison->test_count, sizeof **tests);
	comparison_sort(comparison, put, *tests);
	while (n < comparison->test_count && comparison_is_listed(comparison, (*tests)[n], put))
		n++;
	return n;
}

/* Makes a document whose lines are not limited by the terminal. */
static struct doc
make_doc(const struct page *page)
{
	return (struct doc){
	    .kind = DOC_TEXT, .out = page->out, .terminal.colors = page->terminal.colors};
}

void
summary_print(const struct page *page)
{
	FREED_BY(doc_free) struct doc doc = make_doc(page);

	EACH_COMPARED(page, put) {
		size_t *tests, n = summary_sort(page, put, &tests);

		doc_begin(&doc, DOC_PARAGRAPH);
		summary_add(&doc, page->comparison, put);
		summary_add_tests(&doc, page, tests, n, put, put);
		free(tests);
	}
	doc_end(&doc);
}

void
summary_say(const struct comparison *comparison, const struct view *view)
{
	FREED_BY(page_free) struct page page = {0};
	FREED_BY(doc_free) struct doc doc = {0};

	output_flush();
	page_make(&page, comparison, view, NULL, true, stderr);
	doc = make_doc(&page);
	EACH_COMPARED(&page, put) {
		summary_add(&doc, comparison, put);
		message_shown(doc.t.s);
		text_cut(&doc.t, 0);
	}
}
