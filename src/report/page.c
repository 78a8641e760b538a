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
	    .table = {comparison, raw || table_is_raw(view)},
	    .only = comparison_put(comparison, view->compact),
	};
	page->terminal.shown &= !raw;
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

const char *
page_field(const struct page *page, enum field f)
{
	return fields_name(page->results->fields, f);
}

const char *
page_meaning(const struct page *page, enum field f)
{
	return f < FIELD_COUNT ? field_rows[f].noun : fields_meaning(page->results->fields, f);
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

verdict_set
page_verdicts(const struct page *page, size_t test, size_t put)
{
	const struct comparison *comparison = page->comparison;
	field_set fields = page->view->fields;
	verdict_set verdicts = 0;

	if (!page_shows(page, put))
		return 0;
	if (test != PAGE_AVERAGE)
		return results_unexpected(page->results, test, put, fields);
	for (size_t i = 0; i < comparison->test_count; i++)
		if (page_hides(page, comparison->tests[i]))
			verdicts |= results_unexpected(
			    page->results, comparison->tests[i], put, fields);
	return verdicts;
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

/* A whole run has whole counts. */
static bool
page_is_whole(const struct page *page, size_t test, size_t put, enum field f)
{
	return page->table.raw && test != PAGE_AVERAGE && f < FIELD_DERIVED &&
	       results_test(page->results, test, put)->once &&
	       results_ops(page->results, test, put) == 1;
}

/* Puts commas between thousands: "2,171,524". */
static void
add_commas(char *number)
{
	for (size_t n = strlen(number); n > 3; n -= 3) {
		char *rest = number + n - 3;

		memmove(rest + 1, rest, strlen(rest) + 1);
		*rest = ',';
	}
}

/* No number is shown as -0. */
static const char *
print_value(const struct page *page, struct value value, enum field f, bool whole, char *buffer)
{
	if (!value.known)
		return "-";
	if (!page->table.raw)
		snprintf(buffer, PAGE_CELL_SIZE, "%.2f", value.v * 100);
	else
		snprintf(buffer, PAGE_CELL_SIZE, "%.*f",
		    whole ? 0 : calc_decimals(page->results->fields, f), value.v);
	if (whole && page->terminal.shown && value.v > 0)
		add_commas(buffer);
	return buffer[strspn(buffer, "-0.")] ? buffer : buffer + strspn(buffer, "-");
}

const char *
page_cell(const struct page *page, size_t test, size_t put, enum field f, char *buffer)
{
	const struct table *table = &page->table;
	const char *missing = test == PAGE_AVERAGE ? NULL : page_missing(page, test, put);

	if (missing)
		return missing;
	return print_value(page,
	    test == PAGE_AVERAGE ? table_average(table, put, f)
	                         : table_value(table, test, put, f),
	    f, page_is_whole(page, test, put, f), buffer);
}

const char *
page_count(const struct page *page, size_t test, size_t put, enum field f, char *buffer)
{
	struct page counts = *page;

	counts.table = (struct table){page->comparison, true};
	return page_cell(&counts, test, put, f, buffer);
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

/* A cell that reads like the norm's has no colour, nor has one without a direction. */
enum color
page_color(const struct page *page, size_t test, size_t put, enum field f)
{
	char own[PAGE_CELL_SIZE], norm[PAGE_CELL_SIZE];
	const char *text = page_cell(page, test, put, f, own);
	bool average = test == PAGE_AVERAGE;
	struct change change;
	double ratio, percent;

	if (!average && page_color_alone(page, test, put))
		return COLOR_FAILED;
	if (!strcmp(text, "-") ||
	    !strcmp(text, page_cell(page, test, page->comparison->norm, f, norm)))
		return COLOR_NONE;
	if (!average) {
		change = comparison_of(page->comparison, test, put, f);
		return change.kind == CHANGE_FAILED
		           ? COLOR_NONE
		           : page_color_change(change.kind, change.percent);
	}
	/* Averages of counts may be over different tests, and are not compared. */
	if (page->table.raw)
		return COLOR_NONE;
	ratio = table_average(&page->table, put, f).v;
	percent = fields_higher(page->results->fields, f) ? ratio - 1 : 1 / ratio - 1;
	return page_color_change(ratio > 1 ? CHANGE_BETTER : CHANGE_WORSE, percent * 100);
}
