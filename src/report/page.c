#include <stdlib.h>
#include <string.h>

#include "compare/change.h"
#include "report/page.h"
#include "util/display.h"
#include "util/memory.h"

static void
sort_tests(const struct page *page)
{
	const struct view *view = page->view;
	size_t i;

	if (view->sort_change)
		change_sort(page->results, view, REPORT_NONE, page->tests);
	else if (view->sort_put != REPORT_NONE)
		calc_sort(&page->table, view->sort_put, view->sort_field, page->tests);
	else
		for (i = 0; i < page->table.tests; i++)
			page->tests[i] = i;
}

static void
choose_tests(struct page *page)
{
	const struct view *view = page->view;
	size_t all = page->table.tests, i;

	page->tests = memory_resize(NULL, all + 1, sizeof *page->tests);
	sort_tests(page);
	for (i = 0; i < all && !view->average; i++)
		if (!view->changed ||
		    change_any(page->results, view, page->tests[i], REPORT_NONE))
			page->tests[page->test_count++] = page->tests[i];
	if (view->average || all != 1)
		page->tests[page->test_count++] = all;
}

static void
choose_fields(struct page *page)
{
	enum field f;

	for (f = 0; f < field_count(); f++)
		if (page->view->fields & 1u << f)
			page->fields[page->field_count++] = f;
}

bool
page_is_average(const struct page *page, size_t test)
{
	return test == page->table.tests;
}

verdict_set
page_verdicts(const struct page *page, size_t test, size_t put)
{
	const struct cell *cell;
	size_t compact = page->view->compact;

	if (page_is_average(page, test) || (compact != REPORT_NONE && compact != put))
		return 0;
	cell = results_cell(page->results, test, put);
	if (!cell->verdicts)
		return 0;
	return cell->verdicts & ~page->results->tests.v[test].expected;
}

char *
page_title(const struct page *page, size_t test)
{
	char *name = display_line(
	    page_is_average(page, test) ? "AVERAGE" : page->results->tests.v[test].name);
	verdict_set verdicts = 0;
	char *marked;
	size_t put;

	for (put = 0; put < page->table.puts; put++)
		verdicts |= page_verdicts(page, test, put);
	if (!verdicts)
		return name;
	marked = text_print("%s " PAGE_MARK, name);
	free(name);
	return marked;
}

const char *
page_missing(const struct results *results, size_t test, size_t put, size_t reference)
{
	const struct cell *cell = results_cell(results, test, put);

	if (!cell->measured)
		return cell->failure ? "FAIL" : "";
	return calc_is_other(results, test, reference, put) ? PAGE_OTHER : NULL;
}

const char *
page_cell(const struct page *page, size_t test, size_t put, enum field f, char *buffer)
{
	const struct table *table = &page->table;
	bool average = page_is_average(page, test);
	const struct value *value =
	    average ? calc_average(table, put, f) : calc_at(table, test, put, f);
	const char *missing =
	    average ? NULL : page_missing(page->results, test, put, table->reference);

	if (missing)
		return missing;
	if (!value->known)
		return "-";
	if (page->view->raw)
		snprintf(buffer, PAGE_CELL_SIZE, "%.*f", calc_decimals(f), value->v);
	else
		snprintf(buffer, PAGE_CELL_SIZE, "%.2f", value->v * 100);
	return buffer[strspn(buffer, "-0.")] ? buffer : buffer + strspn(buffer, "-");
}

enum color
page_color_alone(const struct results *results, size_t test, size_t put)
{
	return results_cell(results, test, put)->failure ? COLOR_FAILED : COLOR_NONE;
}

/* Averages of counts may be of different tests, and are not compared. */
static enum color
color_of_average(const struct page *page, size_t put, enum field f)
{
	const struct value *value = calc_average(&page->table, put, f);

	if (page->view->raw || !value->known)
		return COLOR_NONE;
	return change_color(
	    value->v > 1 ? CHANGE_BETTER : CHANGE_WORSE, (1 / value->v - 1) * 100);
}

static enum color
color_of_cell(const struct page *page, size_t test, size_t put, enum field f)
{
	double percent;
	enum change change = change_in(page->results, page->view, test, put, f, &percent);

	return change == CHANGE_FAILED ? COLOR_NONE : change_color(change, percent);
}

/* What reads like that of the norm, or tells no direction, has none. */
enum color
page_color(const struct page *page, size_t test, size_t put, enum field f)
{
	char own[PAGE_CELL_SIZE], norm[PAGE_CELL_SIZE];
	const char *text = page_cell(page, test, put, f, own);
	bool average = page_is_average(page, test);

	if (!average && page_color_alone(page->results, test, put))
		return COLOR_FAILED;
	if (!strcmp(text, "-") ||
	    !strcmp(text, page_cell(page, test, page->view->norm, f, norm)))
		return COLOR_NONE;
	return average ? color_of_average(page, put, f) : color_of_cell(page, test, put, f);
}

bool
page_has_other(const struct page *page)
{
	const struct table *table = &page->table;
	size_t i, compact = page->view->compact;

	for (i = 0; i < table->tests * table->puts; i++)
		if (table->other[i] && (compact == REPORT_NONE || i % table->puts == compact))
			return true;
	return false;
}

void
page_make(struct page *page, const struct results *results, const struct view *view, FILE *out)
{
	*page = (struct page){.out = out,
	    .results = results,
	    .view = view,
	    .terminal = terminal_of(out, view->colors, view->width)};
	calc_table(&page->table, results, view->raw ? CALC_RAW : view->norm);
	choose_tests(page);
	choose_fields(page);
}

void
page_free(struct page *page)
{
	free(page->tests);
	calc_free(&page->table);
}
