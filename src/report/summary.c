#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/explain/explain_print.h"
#include "report/format_print.h"
#include "report/notes.h"
#include "report/summary.h"
#include "util/display.h"
#include "util/memory.h"

/* A table says what makes most of the change for WHYS tests. Below more than FEW, a
   line says what else there is. */
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
	doc_add(doc, "%zu %s", summary->of[kind], change_names[kind]);
	text_add(&doc->t, color ? TERMINAL_PLAIN : "");
}

void
summary_add(struct doc *doc, const struct comparison *comparison, size_t put)
{
	const struct put *puts = comparison->results->puts.v;
	const char *field = fields_name(comparison->results->fields, comparison->field);
	struct summary summary = summary_make(comparison, put);
	char buffer[CHANGE_SIZE];
	size_t n = 0;

	doc_add(doc, "`%s` against `%s`:", puts[put].label, puts[comparison->norm].label);
	for (enum change_kind kind = 0; kind < CHANGE_COUNT; kind++)
		n += summary.of[kind];
	if (!n && comparison->test_count)
		doc_add(doc, " nothing to compare: no test has a value of %s on either", field);
	else
		for (enum change_kind kind = 0; kind < CHANGE_COUNT; kind++)
			if (kind <= CHANGE_SAME || summary.of[kind])
				summary_add_number(doc, &summary, kind);
	if (summary.mean.known)
		doc_add(doc, "; geometric mean of %s %s", field,
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

/* Begins a table whose first column says what a number is, as in "Ir (less is better; -O2)".
   name: of the field, or "". */
static void
summary_begin(struct doc *doc, const struct page *page, const char *name)
{
	const char *level = page->view->level ? page->view->level : "";
	const char *better = page->view->raw ? ""
	                     : fields_higher(page->results->fields, page->comparison->field)
	                         ? "more is better"
	                         : "less is better";
	bool any = *level || *better;

	doc_table(doc, NULL, "");
	doc_column(doc, DOC_TITLE, 0, "%s%s%s%s%s%s%s", name, any && *name ? " " : "",
	    any ? "(" : "", better, *level && *better ? "; " : "", level, any ? ")" : "");
}

/* Adds a column for counts, and one for their changes if they are shown. */
static void
summary_add_head(struct doc *doc, const struct page *page, const char *name)
{
	doc_column(doc, DOC_NUMBER, 1, "`%s`", name);
	if (!page->view->raw)
		doc_column(doc, DOC_CHANGE, 1, "change");
}

/* Begins a table with a column for the norm and for each put from the first to the last. */
static void
summary_begin_tests(
    struct doc *doc, const struct page *page, const char *name, size_t first, size_t last)
{
	summary_begin(doc, page, name);
	doc_column(doc, DOC_NUMBER, 1, "`%s`", page_label(page, page->comparison->norm));
	for (size_t put = first; put <= last; put++)
		if (page_compares(page, put))
			summary_add_head(doc, page, page_label(page, put));
	doc->grid.kept = 1;
}

/* Adds the count on a put, and unless only counts are shown, its change. */
static void
summary_add_change(
    struct doc *doc, const struct page *page, size_t test, size_t put, enum field f)
{
	struct change change = comparison_of(page->comparison, test, put, f);
	char buffer[CHANGE_SIZE];

	add_count(doc, page, test, put, f);
	if (page->view->raw)
		return;
	doc_cell(doc, page_color_change(change.kind, change.percent), "%s",
	    put == page->comparison->norm ? ""
	    : change.kind <= CHANGE_SAME  ? change_show(&change, buffer)
	    : change_is_listed(&change)   ? change_names[change.kind]
	                                  : "");
}

/* Adds the cells of a row behind its name. */
static void
summary_add_counts(struct doc *doc, const struct page *page, size_t test, enum field f,
    size_t first, size_t last)
{
	add_count(doc, page, test, page->comparison->norm, f);
	for (size_t put = first; put <= last; put++)
		if (page_compares(page, put))
			summary_add_change(doc, page, test, put, f);
}

void
summary_add_tests(struct doc *doc, const struct page *page, const size_t *tests, size_t n,
    size_t first, size_t last)
{
	char *whys[WHYS] = {NULL};
	bool any = false, alone = first == last && page_compares(page, first);

	for (size_t i = 0; alone && i < n && i < WHYS; i++) {
		whys[i] = explain_why(page->comparison, tests[i], first);
		any |= whys[i] != NULL;
	}
	summary_begin_tests(doc, page, page_field(page, page->comparison->field), first, last);
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

void
summary_add_alone(struct doc *doc, const struct page *page, size_t put)
{
	const char *level = page->view->level;

	doc_table(doc, NULL, "");
	doc_column(doc, DOC_TITLE, 0, "`%s`%s%s%s", page_label(page, put), level ? " (" : "",
	    level ? level : "", level ? ")" : "");
	EACH_FIELD(page, f)
		doc_column(doc, DOC_NUMBER, 1, "%s", page_field(page, f));
	EACH_TEST(page, test) {
		summary_add_title(doc, page, test);
		EACH_FIELD(page, f)
			add_count(doc, page, test, put, f);
	}
}

static bool
summary_field_differs(const struct page *page, size_t test, enum field f)
{
	EACH_COMPARED(page, put) {
		struct change change = comparison_of(page->comparison, test, put, f);

		if (change_is_listed(&change) && change.kind < CHANGE_FAILED)
			return true;
	}
	return false;
}

static void
summary_add_desc(struct doc *doc, const struct page *page, size_t test)
{
	OWNED char *title = page_title(page, test), *desc = page_desc(page, test),
	           *shown = NULL;
	size_t n = strcspn(desc, "\n");
	bool more = desc[n];

	desc[n] = '\0';
	shown = display_text(desc);
	doc_paragraph(doc, "%s: %s%s", title, shown, more ? " ..." : "");
}

/* Adds the only test, with a row for each field. */
static void
summary_add_fields(struct doc *doc, const struct page *page, size_t test)
{
	size_t last = page->results->puts.n - 1;

	summary_add_desc(doc, page, test);
	summary_begin_tests(doc, page, "", 0, last);
	doc_column(doc, DOC_REST, 2, "meaning");
	EACH_FIELD(page, f) {
		doc_row(doc);
		doc_cell(doc, COLOR_NONE, "%s", page_field(page, f));
		summary_add_counts(doc, page, test, f, 0, last);
		doc_cell(doc, COLOR_NONE, "%s", page_meaning(page, f));
	}
}

/* Adds a line for each put, below what was printed. */
static void
summary_add_all(struct doc *doc, const struct page *page)
{
	enum doc_block block = DOC_PARAGRAPH;

	EACH_COMPARED(page, put) {
		doc_begin(doc, block);
		summary_add(doc, page->comparison, put);
		block = DOC_LINE;
	}
}

/* Adds a row for each test, and below them how many are better and worse. */
static void
summary_add_rows(struct doc *doc, const struct page *page)
{
	/* The last test is AVERAGE, because there are several. */
	summary_add_tests(
	    doc, page, page->tests, page->test_count - 1, 0, page->results->puts.n - 1);
	if (!page->view->raw)
		summary_add_all(doc, page);
}

static void
summary_add_line(struct doc *doc, const struct page *page, size_t put)
{
	verdict_set verdicts = 0;

	EACH_TEST(page, test)
		verdicts |= page_verdicts(page, test, put);
	doc_row(doc);
	doc_cell(doc, COLOR_NONE, "`%s`", page_label(page, put));
	doc_add(doc, verdicts ? " " PAGE_MARK : "");
	EACH_TEST(page, test)
		summary_add_change(doc, page, test, put, page->comparison->field);
}

/* Says how much less the put needs that needs the least. A number that is marked is no reason
   to prefer it. */
static void
summary_add_least(struct doc *doc, const struct page *page, size_t test)
{
	enum doc_block block = DOC_PARAGRAPH;
	enum field f = page->comparison->field;
	size_t least = page->comparison->norm;
	double fewest = calc_value(page->results, test, least, f).v;

	if (page_verdicts_on_any(page, test) || f >= FIELD_COUNT)
		return;
	EACH_COMPARED(page, put) {
		double v = calc_value(page->results, test, put, f).v;

		if (!page_missing(page, test, put) && v < fewest) {
			least = put;
			fewest = v;
		}
	}
	EACH_PUT(page, put) {
		double times = calc_value(page->results, test, put, f).v / fewest;
		char shown[CALC_SHOWN], one[CALC_SHOWN];

		if (page_missing(page, test, put) || !(times > 1) || !isfinite(times))
			continue;
		calc_show_both(times, 1, 2, shown, one);
		doc_block(doc, block, "`%s` needs %s times fewer %s than `%s`",
		    page_label(page, least), shown, field_rows[f].noun, page_label(page, put));
		block = DOC_LINE;
	}
}

/* Adds a line for each put. Few that have one test in common also have a sentence. */
static void
summary_add_lines(struct doc *doc, const struct page *page)
{
	summary_begin(doc, page, page_field(page, page->comparison->field));
	EACH_TEST(page, test)
		summary_add_head(doc, page, page->results->tests.v[test].name);
	summary_add_line(doc, page, page->comparison->norm);
	EACH_COMPARED(page, put)
		summary_add_line(doc, page, put);
	if (page->comparison->test_count == 1 && page->results->puts.n <= WHYS &&
	    !page->view->raw)
		summary_add_least(doc, page, page->tests[0]);
}

/* Adds a table of one field, which decides in it what is better, and is the only one to mark.
 */
static void
summary_add_field(struct doc *doc, const struct page *page, enum field f, bool lines)
{
	struct view view = *page->view;
	struct comparison comparison = *page->comparison;
	struct page one = *page;

	view.fields = FIELD_BIT(f);
	comparison.field = f;
	one.view = &view;
	one.comparison = one.table.comparison = &comparison;
	(lines ? summary_add_lines : summary_add_rows)(doc, &one);
	doc_end(doc);
}

/* Says what the fields are. */
static void
summary_add_key(struct doc *doc, const struct page *page)
{
	const char *before = "";

	doc_begin(doc, DOC_SENTENCES);
	EACH_FIELD(page, f) {
		doc_add(doc, "%s%s: %s", before, page_field(page, f), page_meaning(page, f));
		before = "; ";
	}
}

/* Returns the fields that the page shows as text: all that were chosen, or else the one that
   decides, the user's own, and those in which a test differs that is the only one. */
static field_set
summary_fields(const struct page *page, bool one)
{
	field_set fields = FIELD_BIT(page->comparison->field) |
	                   (page->view->fields & fields_own(page->results->fields));

	EACH_FIELD(page, f)
		if (page->view->chosen ||
		    (one && summary_field_differs(page, page->tests[0], f)))
			fields |= FIELD_BIT(f);
	return fields;
}

static void
summary_add_tables(struct doc *doc, const struct page *page, bool one, bool lines)
{
	bool alone = page->results->puts.n == 1 && !one;

	if (one && page->only == COMPARISON_ALL) {
		summary_add_fields(doc, page, page->tests[0]);
		return;
	}
	if (alone || page->only != COMPARISON_ALL)
		summary_add_alone(doc, page, format_put(page));
	else
		EACH_FIELD(page, f)
			summary_add_field(doc, page, f, lines);
	summary_add_key(doc, page);
}

void
summary_counts(struct doc *doc, const struct page *page)
{
	struct view view = *page->view;
	struct page shown = *page;
	size_t n = page->comparison->test_count, puts = page->results->puts.n;
	bool lines = view.by_tests ||
	             (n == 1 && puts > 1 && page->results->tests.v[page->tests[0]].once);

	view.fields = summary_fields(page, n == 1 && !lines);
	shown.view = &view;
	summary_add_tables(doc, &shown, n == 1 && !lines, lines);
	notes_add(doc, &shown);
	if (n > FEW && !page->view->chosen)
		doc_block(doc, DOC_SENTENCES,
		    "More: --explain says why, --fields=Ir,Dr,Dw adds fields, --format=html:FILE makes a "
		    "page.");
	else if (n > 1 && puts > 1 && !lines &&
	         !strcmp(test_file(&page->results->tests.v[page->tests[0]]), "-e"))
		doc_block(doc, DOC_SENTENCES,
		    "More: --columns=tests compares the tests with each other.");
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
summary_lines(const struct page *page)
{
	FREED_BY(doc_free) struct doc doc = make_doc(page);

	summary_add_all(&doc, page);
	doc_end(&doc);
}
