#include <stdlib.h>
#include <string.h>

#include "change.h"
#include "display.h"
#include "memory.h"
#include "page.h"

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

	for (f = 0; f < FIELD_COUNT; f++)
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
	return cell->verdicts & ~test_expected(&page->results->tests.v[test]);
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
page_cell(const struct page *page, size_t test, size_t put, enum field f, char *buffer)
{
	const struct table *table = &page->table;
	bool average = page_is_average(page, test);
	const struct value *value =
	    average ? &table->averages[put * FIELD_COUNT + f] : calc_at(table, test, put, f);

	if (!average && !table->tried[test * table->puts + put])
		return "";
	if (!average && table->other[test * table->puts + put])
		return PAGE_OTHER;
	if (!value->known)
		return !average && table->failed[test * table->puts + put] ? "FAIL" : "-";
	if (page->view->raw)
		snprintf(buffer, PAGE_CELL_SIZE, "%.1f", value->v);
	else
		snprintf(buffer, PAGE_CELL_SIZE, "%.2f", value->v * 100);
	return strcmp(buffer, "-0.0") ? buffer : "0.0";
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

static size_t
widest_cell(const struct page *page, size_t put, enum field f)
{
	char buffer[PAGE_CELL_SIZE];
	size_t width = 0, n, i;

	for (i = 0; i < page->test_count; i++) {
		n = strlen(page_cell(page, page->tests[i], put, f, buffer));
		if (n > width)
			width = n;
	}
	return width;
}

size_t
page_widest_title(const struct page *page)
{
	size_t width = 0, n, i;
	char *title;

	for (i = 0; i < page->test_count; i++) {
		title = page_title(page, page->tests[i]);
		n = display_width(title);
		if (n > width)
			width = n;
		free(title);
	}
	return width;
}

size_t
page_widest_field(const struct page *page)
{
	size_t width = 0, n, i;

	for (i = 0; i < page->field_count; i++) {
		n = strlen(field_name(page->fields[i]));
		if (n > width)
			width = n;
	}
	return width;
}

static struct column
new_column(const char *title)
{
	struct column column = {display_line(title), 0};

	column.width = display_width(column.title);
	return column;
}

static void
widen(struct column *column, size_t width)
{
	if (width > column->width)
		column->width = width;
}

struct column *
page_put_columns(const struct page *page)
{
	size_t n = page->results->puts.n, put, i;
	struct column *columns = memory_resize(NULL, n, sizeof *columns);

	for (put = 0; put < n; put++) {
		columns[put] = new_column(page->results->puts.v[put].label);
		for (i = 0; i < page->field_count; i++)
			widen(&columns[put], widest_cell(page, put, page->fields[i]));
	}
	return columns;
}

struct column *
page_field_columns(const struct page *page, size_t put)
{
	struct column *columns = memory_resize(NULL, page->field_count, sizeof *columns);
	size_t i;

	for (i = 0; i < page->field_count; i++) {
		columns[i] = new_column(field_name(page->fields[i]));
		widen(&columns[i], widest_cell(page, put, page->fields[i]));
	}
	return columns;
}

void
page_free_columns(struct column *columns, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		free(columns[i].title);
	free(columns);
}

void
page_make(struct page *page, const struct results *results, const struct view *view, FILE *out)
{
	*page = (struct page){.out = out, .results = results, .view = view};
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
