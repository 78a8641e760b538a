#include <math.h>
#include <stdlib.h>

#include "compare/largest.h"
#include "report/amount.h"
#include "report/history/history_words.h"
#include "report/html/html.h"
#include "report/html/html_cells.h"
#include "report/html/html_sections.h"
#include "util/memory.h"

enum { MOST = 10 };
/* Of a bar. */
enum { WIDTH = 120, HEIGHT = 12 };

/* Returns true if there is a factor between the values of a change: neither is negative. */
static bool
has_factor(const struct change *change)
{
	return change->kind < CHANGE_SAME && change->from.v >= 0 && change->to.v >= 0;
}

/* How many times as much the larger value is, as a logarithm; INFINITY if one is 0. */
static double
factor_of(const struct change *change)
{
	return fabs(log(change->to.v / change->from.v));
}

static double
larger_factor(double most, const struct change *change)
{
	return has_factor(change) && !isinf(factor_of(change)) ? fmax(most, factor_of(change))
	                                                       : most;
}

/* Ends the row with a bar from the middle, to the right for more, of which the largest factor
   takes half the width. The cell beside it says the same in words. */
static void
add_bar(struct doc *doc, const struct change *change, double largest)
{
	double half = WIDTH / 2.0, factor, length;

	doc_add(doc, "<td>");
	if (has_factor(change)) {
		factor = factor_of(change);
		length = isinf(factor) ? half : fmax(1, half * factor / largest);
		text_addf(&doc->t,
		    "<svg width=\"%d\" height=\"%d\" aria-hidden=\"true\">"
		    "<rect class=%s x=\"%.1f\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>"
		    "<path d=\"M%.1f 0V%d\" stroke=\"#767676\"/></svg>",
		    WIDTH, HEIGHT, change_name(change->kind),
		    change->difference < 0 ? half - length : half, length, HEIGHT,
		    change->kind == CHANGE_BETTER ? "#1a7f37" : "#c0392b", half, HEIGHT);
	}
}

/* What became of a series from its first measured point after its last break to its last. */
struct course {
	size_t test, label, first, last;
	struct change change;
	double size; /* per cent, by which series are sorted */
};

struct courses {
	struct course *v; /* that changed, descending, last those without a size */
	size_t n;
};

static int
compare(const void *a, const void *b)
{
	const struct course *x = a, *y = b;

	if (x->size != y->size)
		return x->size > y->size ? -1 : 1;
	if (x->test != y->test)
		return x->test < y->test ? -1 : 1;
	return (x->label > y->label) - (x->label < y->label);
}

static void
add_course(struct courses *courses, const struct history *history, size_t test, size_t label)
{
	struct course course = {.test = test, .label = label};

	if (!history_has(history, test, label))
		return;
	course.change = history_course(history, test, label, 0, &course.first, &course.last);
	course.size = history_size(history, test, label, 0);
	if (change_is_listed(&course.change) || course.size > 0)
		courses->v[courses->n++] = course;
}

static struct courses
make_courses(const struct history *history)
{
	size_t tests = history->tests.n, labels = history->labels.n, test, label;
	struct courses courses = {.v = memory_new((tests * labels + 1) * sizeof *courses.v)};

	for (test = 0; test < tests; test++)
		for (label = 0; label < labels; label++)
			add_course(&courses, history, test, label);
	qsort(courses.v, courses.n, sizeof *courses.v, compare);
	return courses;
}

static void
add_largest_step(struct doc *doc, const struct history *history, const struct course *course)
{
	struct history_step *steps;
	size_t n = history_steps(history, course->test, course->label, 0, &steps);
	const struct history_step *largest = history_largest(steps, n);
	char buffer[CHANGE_SIZE];

	doc_add(doc, "<td class=name>");
	if (largest) {
		doc_add(doc, "%s at ", change_show(&largest->change, buffer));
		html_cells_run(doc, history, largest->run);
	}
	free(steps);
}

/* The first and the last value, and how they differ. */
static void
add_values(struct doc *doc, const struct history *history, const struct change *change)
{
	char from[CALC_SHOWN] = "", to[CALC_SHOWN] = "", difference[CALC_SHOWN];

	if (change->kind <= CHANGE_SAME)
		history_words_both(history, 0, change->from, change->to, from, to);
	doc_add(doc, "<td>%s<td>%s<td>%s",
	    change->kind > CHANGE_SAME && change->from.known
	        ? history_words_value(history, 0, change->from, from)
	        : from,
	    to,
	    change->kind >= CHANGE_SAME ? ""
	                                : history_words_step(history, 0, change, difference));
}

static void
add_series(
    struct doc *doc, const struct history *history, const struct course *course, double largest)
{
	const struct change *change = &course->change;

	doc_add(doc, "<tr><th scope=row>[%s]%s<td class=name>`%s`<td class=name>",
	    history->tests.v[course->test],
	    html_cells_mark_series(
	        history, course->test, course->label, course->first, course->last),
	    history->labels.v[course->label]);
	if (change->from.known)
		html_cells_run(doc, history, course->first);
	add_values(doc, history, change);
	if (change->kind > CHANGE_SAME)
		doc_add(doc, "<td>%s", change_name(change->kind));
	else
		html_cells_change(doc, change, "");
	add_bar(doc, change, largest);
	add_largest_step(doc, history, course);
	doc_add(doc, "\n");
}

static void
add_courses(struct doc *doc, const struct page *page, const struct courses *courses)
{
	const struct history *history = page->history;
	size_t n = courses->n < MOST ? courses->n : MOST, i;
	double largest = 0;

	html_table(&doc->t, "", page_field(page, history->shown[0]));
	doc_add(doc,
	    "<thead><tr><th scope=col>test<th scope=col class=name>label"
	    "<th scope=col class=name>since<th scope=col>first<th scope=col>last"
	    "<th scope=col>difference<th scope=col>change<th scope=col>factor: less | more"
	    "<th scope=col class=name>largest step\n<tbody>\n");
	for (i = 0; i < n; i++)
		largest = larger_factor(largest, &courses->v[i].change);
	for (i = 0; i < n; i++)
		add_series(doc, history, &courses->v[i], largest);
	html_table_end(&doc->t);
	if (courses->n > n)
		doc_add(doc,
		    "<p>%zu more series changed; the <a href=\"#details\">sections of the "
		    "tests</a> have all.</p>\n",
		    courses->n - n);
}

static void
add_history(struct doc *doc, const struct page *page)
{
	struct courses courses = make_courses(page->history);

	doc_add(doc, "<h2>What changed most over time</h2>\n");
	if (courses.n)
		add_courses(doc, page, &courses);
	else
		doc_add(doc, "<p>%s</p>\n",
		    page->history->run_count > 1 ? "No series has a step."
		                                 : "One run has no changes yet.");
	free(courses.v);
}

/* Returns true if the changes are those of several puts. */
static bool
has_puts(const struct page *page)
{
	size_t put, n = 0;

	for (put = 0; put < page->results->puts.n; put++)
		n += page_compares(page, put);
	return n > 1;
}

static void
add_change(
    struct doc *doc, const struct page *page, const struct largest_change *of, double largest)
{
	enum field f = page->comparison->field;
	size_t norm = page->comparison->norm;
	char from[PAGE_CELL_SIZE], to[PAGE_CELL_SIZE], amount[AMOUNT_SIZE];

	doc_add(doc, "<tr><th scope=row>[%s]%s", page->results->tests.v[of->test].name,
	    html_cells_mark(
	        page_verdicts(page, of->test, of->put) || page_verdicts(page, of->test, norm)));
	if (has_puts(page))
		doc_add(doc, "<td class=name>`%s`", page_label(page, of->put));
	doc_add(doc, "<td>%s<td>%s<td>%s", page_count(page, of->test, norm, f, from),
	    page_count(page, of->test, of->put, f, to),
	    of->change.kind <= CHANGE_SAME ? amount_show(of->change.difference, true, amount)
	                                   : "");
	html_cells_change(doc, &of->change, "");
	add_bar(doc, &of->change, largest);
	doc_add(doc, "\n");
}

/* first: the put of the first row. With one put, of every row. */
static void
add_head(struct doc *doc, const struct page *page, size_t first)
{
	const char *norm = page_label(page, page->comparison->norm);

	if (has_puts(page))
		doc_add(doc,
		    "<thead><tr><th scope=col>test<th scope=col class=name>put"
		    "<th scope=col>`%s`<th scope=col>on put",
		    norm);
	else
		doc_add(doc,
		    "<thead><tr><th scope=col>test<th scope=col>`%s`<th scope=col>`%s`", norm,
		    page_label(page, first));
	doc_add(doc, "<th scope=col>difference<th scope=col>change"
	             "<th scope=col>factor: less | more\n<tbody>\n");
}

static void
add_changes(struct doc *doc, const struct page *page, const struct largest *largest)
{
	size_t n = largest->n < MOST ? largest->n : MOST, i;
	double factor = 0;

	html_table(&doc->t, "", page_field(page, page->comparison->field));
	add_head(doc, page, largest->v[0].put);
	for (i = 0; i < n; i++)
		factor = larger_factor(factor, &largest->v[i].change);
	for (i = 0; i < n; i++)
		add_change(doc, page, &largest->v[i], factor);
	html_table_end(&doc->t);
	if (largest->n > n)
		doc_add(doc,
		    "<p>%zu more changed; <a href=\"#tests\">the table below</a> has all.</p>\n",
		    largest->n - n);
}

/* "What differs most in RUN", if newer runs could not be read or lack what is chosen. */
static void
add_heading(struct doc *doc, const struct history *history)
{
	if (!history)
		doc_add(doc, "<h2>What changed most</h2>\n");
	else if (history->compared + 1 == history->run_count)
		doc_add(doc, "<h2>What differs most in the newest run</h2>\n");
	else
		doc_add(doc, "<h2>What differs most in `%s`</h2>\n",
		    history->runs[history->compared].name);
}

void
html_changes(struct doc *doc, const struct page *page)
{
	struct largest largest;

	if (page->history)
		add_history(doc, page);
	largest_make(&largest, page->comparison, page->only);
	if (largest.n) {
		add_heading(doc, page->history);
		add_changes(doc, page, &largest);
	}
	largest_free(&largest);
}
