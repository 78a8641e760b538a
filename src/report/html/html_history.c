#include <math.h>
#include <stdlib.h>

#include "report/history/history_words.h"
#include "report/html/html.h"
#include "report/html/html_cells.h"
#include "report/html/html_sections.h"
#include "report/html/html_steps.h"
#include "util/memory.h"

enum { MOST = 10 };

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

static void
make_courses(struct courses *courses, const struct history *history)
{
	size_t tests = history->tests.n, labels = history->labels.n, test, label;

	*courses = (struct courses){.v = memory_new((tests * labels + 1) * sizeof *courses->v)};
	for (test = 0; test < tests; test++)
		for (label = 0; label < labels; label++)
			add_course(courses, history, test, label);
	qsort(courses->v, courses->n, sizeof *courses->v, compare);
}

static void
add_largest(struct text *t, const struct history *history, const struct course *course)
{
	struct history_step *steps;
	size_t n = history_steps(history, course->test, course->label, 0, &steps);
	const struct history_step *largest = history_largest(steps, n);
	char buffer[CHANGE_SIZE];

	text_add(t, "<td class=name>");
	if (largest) {
		text_addf(t, "%s at ", change_show(&largest->change, buffer));
		html_steps_run(t, history, largest->run);
	}
	free(steps);
}

static void
add_change(
    struct text *t, const struct history *history, const struct change *change, double largest)
{
	char from[CALC_SHOWN], to[CALC_SHOWN], difference[CALC_SHOWN];

	if (change->kind > CHANGE_SAME) {
		text_addf(t, "<td>%s<td><td><td>%s<td>",
		    change->from.known ? history_words_value(history, 0, change->from, from)
		                       : "",
		    change_name(change->kind));
		return;
	}
	history_words_both(history, 0, change->from, change->to, from, to);
	text_addf(t, "<td>%s<td>%s<td>%s", from, to,
	    change->kind == CHANGE_SAME ? ""
	                                : history_words_step(history, 0, change, difference));
	html_cells_begin_change(t, change->kind);
	html_cells_change(t, change);
	text_add(t, "<td>");
	if (html_bar_fits(change))
		html_bar(t, change, largest);
}

static void
add_row(
    struct text *t, const struct history *history, const struct course *course, double largest)
{
	text_add(t, "<tr><th scope=row>");
	html_test_link(t, history->tests.v[course->test]);
	html_steps_mark(t, history, course->test, course->label, course->first, course->last);
	text_add(t, "<td class=name>");
	html_name(t, history->labels.v[course->label]);
	text_add(t, "<td class=name>");
	if (course->change.from.known)
		html_steps_run(t, history, course->first);
	add_change(t, history, &course->change, largest);
	add_largest(t, history, course);
	text_add_char(t, '\n');
}

static double
largest_factor(const struct courses *courses, size_t n)
{
	double most = 0;
	size_t i;

	for (i = 0; i < n; i++) {
		const struct change *change = &courses->v[i].change;

		if (html_bar_fits(change) && !isinf(html_bar_factor(change)))
			most = fmax(most, html_bar_factor(change));
	}
	return most;
}

static void
add_table(struct text *t, const struct page *page, const struct courses *courses)
{
	const struct history *history = page->history;
	size_t n = courses->n < MOST ? courses->n : MOST, i;
	double largest = largest_factor(courses, n);

	html_table(t, "", page_field(page, history->shown[0]));
	text_add(t,
	    "<thead><tr><th scope=col>test<th scope=col class=name>label"
	    "<th scope=col class=name>since<th scope=col>first<th scope=col>last"
	    "<th scope=col>difference<th scope=col>change<th scope=col>factor: less | more"
	    "<th scope=col class=name>largest step\n<tbody>\n");
	for (i = 0; i < n; i++)
		add_row(t, history, &courses->v[i], largest);
	html_table_end(t);
	if (courses->n > n)
		text_addf(t,
		    "<p>%zu more series changed; the <a href=\"#details\">sections of the "
		    "tests</a> have all.</p>\n",
		    courses->n - n);
}

void
html_history(struct text *t, const struct page *page)
{
	struct courses courses;

	if (!page->history)
		return;
	make_courses(&courses, page->history);
	text_add(t, "<h2>What changed most over time</h2>\n");
	if (courses.n)
		add_table(t, page, &courses);
	else
		text_addf(t, "<p>%s</p>\n",
		    page->history->run_count > 1 ? "No series has a step."
		                                 : "One run has no changes yet.");
	free(courses.v);
}
