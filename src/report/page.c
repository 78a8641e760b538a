#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/page.h"
#include "util/display.h"
#include "util/memory.h"
#include "util/text.h"

void
page_make(struct page *page, const struct comparison *comparison, const struct view *view,
    const struct rulings *rulings, bool raw, FILE *out)
{
	size_t n = comparison->test_count;

	*page = (struct page){
	    .out = out,
	    .comparison = comparison,
	    .results = comparison->results,
	    .view = view,
	    .rulings = rulings,
	    .terminal = terminal_of(out, view->colors, view->width),
	    .table = {comparison, raw || view->raw},
	    .only = comparison_put(comparison, view->compact),
	};
	page->tests = memory_array(n + 1, sizeof *page->tests);
	page->test_count = table_list(comparison, view, page->table.raw, page->tests);
	/* A single test has no average. */
	if (view->average || n != 1)
		page->tests[page->test_count++] = PAGE_AVERAGE;
	EACH_FIELD(page, f)
		page->fields[page->field_count++] = f;
}

void
page_free(struct page *page)
{
	free(page->tests);
}

struct doc
page_doc(const struct page *page)
{
	return (struct doc){
	    .kind = DOC_TEXT, .out = page->out, .terminal = page->terminal, .begun = true};
}

bool
page_has_tests(const struct page *page)
{
	return page->test_count && page->tests[0] != PAGE_AVERAGE;
}

const char *
page_field(const struct page *page, enum field f)
{
	return fields_name(page->results->fields, f);
}

const char *
page_meaning(const struct page *page, enum field f)
{
	return f < FIELD_COUNT ? field_unit(f) : fields_meaning(page->results->fields, f);
}

const char *
page_label(const struct page *page, size_t put)
{
	return page->results->puts.v[put].label;
}

bool
page_shows(const struct page *page, size_t put)
{
	return page->only == COMPARISON_ALL || page->only == put;
}

bool
page_compares(const struct page *page, size_t put)
{
	return put != page->comparison->norm && page_shows(page, put);
}

bool
page_hides(const struct page *page, size_t test)
{
	return table_hides(page->comparison, page->view, test);
}

/* The average's own verdicts are those of tests that it covers and the page does not list. */
static verdict_set
hidden_verdicts(const struct page *page, size_t put)
{
	const struct comparison *comparison = page->comparison;
	verdict_set verdicts = 0;

	for (size_t i = 0; i < comparison->test_count; i++)
		if (page_hides(page, comparison->tests[i]))
			verdicts |= results_unexpected(
			    page->results, comparison->tests[i], put, page->view->fields);
	return verdicts;
}

verdict_set
page_verdicts(const struct page *page, size_t test, size_t put)
{
	if (!page_shows(page, put))
		return 0;
	return test == PAGE_AVERAGE
	           ? hidden_verdicts(page, put)
	           : results_unexpected(page->results, test, put, page->view->fields);
}

verdict_set
page_verdicts_on_any(const struct page *page, size_t test)
{
	verdict_set verdicts = 0;

	EACH_PUT(page, put)
		verdicts |= page_verdicts(page, test, put);
	return verdicts;
}

char *
page_title(const struct page *page, size_t test)
{
	bool average = test == PAGE_AVERAGE;
	OWNED char *name =
	    display_line(average ? "AVERAGE" : page->results->tests.v[test].name);

	return text_print(page_verdicts_on_any(page, test) ? "%s " PAGE_MARK : "%s", name);
}

char *
page_desc(const struct page *page, size_t test)
{
	const char *desc = test_desc(&page->results->tests.v[test]);
	size_t n = strlen(desc);

	while (n && desc[n - 1] == '\n')
		n--;
	return memory_copy_n(desc, n);
}

const char *
page_missing(const struct page *page, size_t test, size_t put)
{
	const struct cell *cell = results_cell(page->results, test, put);

	if (!cell->measured)
		return cell->failure ? "FAIL" : "";
	return comparison_other_text(page->comparison, test, put) ? PAGE_OTHER : NULL;
}

bool
page_has_other(const struct page *page)
{
	const struct comparison *comparison = page->comparison;

	for (size_t i = 0; i < comparison->test_count; i++)
		EACH_PUT(page, put)
			if (comparison_other_text(comparison, comparison->tests[i], put))
				return true;
	return false;
}

/* No number is shown as -0. */
static const char *
print_value(const struct table *table, struct value value, enum field f, char *buffer)
{
	if (!value.known)
		return "-";
	if (table->raw)
		snprintf(buffer, PAGE_CELL_SIZE, "%.*f",
		    calc_decimals(table->comparison->results->fields, f), value.v);
	else
		snprintf(buffer, PAGE_CELL_SIZE, "%.2f", value.v * 100);
	return buffer[strspn(buffer, "-0.")] ? buffer : buffer + strspn(buffer, "-");
}

/* A cell of that table, which need not be the page's. */
static const char *
print_cell(const struct page *page, const struct table *table, size_t test, size_t put,
    enum field f, char *buffer)
{
	const char *missing = page_missing(page, test, put);

	return missing ? missing
	               : print_value(table, table_value(table, test, put, f), f, buffer);
}

const char *
page_cell(const struct page *page, size_t test, size_t put, enum field f, char *buffer)
{
	const struct table *table = &page->table;

	if (test == PAGE_AVERAGE)
		return print_value(table, table_average(table, put, f), f, buffer);
	return print_cell(page, table, test, put, f, buffer);
}

const char *
page_count(const struct page *page, size_t test, size_t put, enum field f, char *buffer)
{
	const struct table counts = {page->comparison, true};

	return print_cell(page, &counts, test, put, f, buffer);
}

enum color
page_color_change(enum change_kind kind, double percent)
{
	bool much = fabs(percent) > PAGE_MUCH;

	switch (kind) {
	case CHANGE_BETTER:
		return much ? COLOR_MUCH_BETTER : COLOR_BETTER;
	case CHANGE_WORSE:
		return much ? COLOR_MUCH_WORSE : COLOR_WORSE;
	case CHANGE_FAILED:
		return COLOR_FAILED;
	default:
		return COLOR_NONE;
	}
}

enum color
page_color_alone(const struct page *page, size_t test, size_t put)
{
	return results_cell(page->results, test, put)->failure ? COLOR_FAILED : COLOR_NONE;
}

/* Averages of counts may be over different tests, and are not compared. */
static enum color
color_of_average(const struct page *page, size_t put, enum field f)
{
	struct value value = table_average(&page->table, put, f);
	double percent = (value.v - 1) * 100;

	if (page->table.raw || !value.known)
		return COLOR_NONE;
	if (!fields_higher(page->results->fields, f))
		percent = (1 / value.v - 1) * 100;
	return page_color_change(value.v > 1 ? CHANGE_BETTER : CHANGE_WORSE, percent);
}

static enum color
color_of_cell(const struct page *page, size_t test, size_t put, enum field f)
{
	struct change change = comparison_of(page->comparison, test, put, f);

	return change.kind == CHANGE_FAILED ? COLOR_NONE
	                                    : page_color_change(change.kind, change.percent);
}

/* A cell that reads like the norm's has no colour, nor has one without a direction. */
enum color
page_color(const struct page *page, size_t test, size_t put, enum field f)
{
	char own[PAGE_CELL_SIZE], norm[PAGE_CELL_SIZE];
	const char *text = page_cell(page, test, put, f, own);
	bool average = test == PAGE_AVERAGE;

	if (!average && page_color_alone(page, test, put))
		return COLOR_FAILED;
	if (!strcmp(text, "-") ||
	    !strcmp(text, page_cell(page, test, page->comparison->norm, f, norm)))
		return COLOR_NONE;
	return average ? color_of_average(page, put, f) : color_of_cell(page, test, put, f);
}
