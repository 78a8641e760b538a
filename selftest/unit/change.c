#include <math.h>

#include "report/format_print.h"
#include "sample.h"
#include "tap.h"

static struct view
view_of(field_set fields, double least)
{
	return (struct view){.fields = fields, .least = least, .raw = true};
}

/* Returns the kind of change of a test on p1, compared with p0. */
static enum change_kind
change_of(const struct results *results, const struct view *view, size_t test, double *percent)
{
	struct comparison comparison;
	struct change change;

	comparison_make(&comparison, results, view);
	change = comparison_decisive(&comparison, test, 1);
	comparison_free(&comparison);
	*percent = change.percent;
	return change.kind;
}

/* Returns the kind of change of a test that cost that many tenths of an instruction, and costs so many now. */
static enum change_kind
change_from(long before, long now, double least, double *percent)
{
	FREED_BY(results_free) struct results results = sample_make(1, 2);
	struct view view = view_of(FIELD_ALL, least);

	sample_count(results_cell(&results, 0, 0), FIELD_IR, before);
	sample_count(results_cell(&results, 0, 1), FIELD_IR, now);
	return change_of(&results, &view, 0, percent);
}

static void
test_counts(void)
{
	double percent;

	ok(change_from(100, 100, 0, &percent) == CHANGE_SAME && percent == 0, "the same");
	ok(change_from(1000000, 999999, 0, &percent) == CHANGE_BETTER && percent < 0, "the least of changes");
	ok(change_from(100, 125, 0, &percent) == CHANGE_WORSE && percent == 25, "worse");
	ok(change_from(0, 1, 0, &percent) == CHANGE_WORSE && isinf(percent), "from nothing");
	ok(change_from(1, 0, 0, &percent) == CHANGE_BETTER && percent == -100, "to nothing");
	ok(change_from(0, 0, 0, &percent) == CHANGE_SAME, "nothing twice");
	ok(change_from(0, -1, 0, &percent) == CHANGE_SAME, "less than nothing is nothing");
	ok(change_from(1000, 1010, 1, &percent) == CHANGE_SAME && percent > 0.9, "no more than what is let pass");
	ok(change_from(1030, 1020, 100.0 / 103, &percent) == CHANGE_SAME, "whatever the last digit");
	ok(change_from(1000, 1011, 1, &percent) == CHANGE_WORSE, "more than that");
	ok(change_from(1000, 989, 1, &percent) == CHANGE_BETTER, "likewise");
}

static void
add_jitter(struct cell *cell, long tenths)
{
	sample_count(results_add_jitter(cell, (struct memory_layout){0}), FIELD_IR, tenths);
}

static void
test_ranges(void)
{
	FREED_BY(results_free) struct results results = sample_make(1, 2);
	struct view view = view_of(1u << FIELD_IR, 0);
	struct cell *before = results_cell(&results, 0, 0), *now = results_cell(&results, 0, 1);
	struct comparison comparison;
	struct page page;
	FREED_BY(text_free) struct text t = TEXT_EMPTY;

	sample_count(before, FIELD_IR, 100);
	sample_count(now, FIELD_IR, 120);
	add_jitter(before, 110);
	add_jitter(now, 130);
	add_jitter(now, 110);
	view.compact = "p1";
	comparison_make(&comparison, &results, &view);
	page_make(&page, &comparison, &view, NULL, false, stdout);
	format_bencher(&t, &page);
	format_json(&t, &page);
	page_free(&page);
	comparison_free(&comparison);
	ok(strstr(t.s, "{\"value\":12,\"lower_value\":11,\"upper_value\":13}") != NULL, "bencher has the range");
	ok(strstr(t.s, "\"Ir\":12,\"Ir_least\":11,\"Ir_most\":13,") != NULL, "and json, too");
}

/* In columns that are no puts, a cell may be of no test. */
static void
test_columns(void)
{
	FREED_BY(results_free) struct results results = sample_make(1, 2);
	struct view view = view_of(1u << FIELD_IR, 0);
	const struct test *of[2] = {NULL};
	double percent;

	sample_count(results_cell(&results, 0, 0), FIELD_IR, 10);
	sample_count(results_cell(&results, 0, 1), FIELD_IR, 10);
	for (size_t i = 0; i < 2; i++) {
		of[0] = of[1] = &results.tests.v[0];
		results.of = of;
		ok(change_of(&results, &view, 0, &percent) == CHANGE_SAME, "both have the test");
		of[i] = NULL;
		ok(change_of(&results, &view, 0, &percent) == CHANGE_UNTRIED, "one has none");
	}
	results.of = NULL;
}

static void
percent_is(double percent, const char *want)
{
	char buffer[CHANGE_SIZE];

	is(change_percent(percent, buffer), want, want);
}

static void
test_show(void)
{
	const struct change up = {.from = {true, 1}, .percent = 6200};
	const struct change through_zero = {.from = {true, -1}, .percent = 6200};
	char buffer[CHANGE_SIZE];

	is(change_show(&up, buffer), "63 x", "a large change is a factor");
	is(change_show(&through_zero, buffer), "+6200.00 %", "unless the sign changes");
}

/* A change of half a percent is listed, but none of the norm itself. */
static void
test_listed(void)
{
	FREED_BY(results_free) struct results results = sample_make(2, 2);
	struct view view = view_of(FIELD_ALL, 0);
	FREED_BY(comparison_free) struct comparison comparison;

	for (enum change_kind kind = 0; kind <= CHANGE_COUNT; kind++)
		ok(change_is_listed(&(struct change){.kind = kind}) == (kind != CHANGE_SAME && kind != CHANGE_COUNT),
		    "change %d", kind);
	for (size_t i = 0; i < 4; i++)
		sample_count(&results.cells[i], FIELD_IR, i == 1 ? 201 : 200);
	comparison_make(&comparison, &results, &view);
	ok(comparison_is_listed(&comparison, 0, 1) && comparison_is_listed(&comparison, 0, COMPARISON_ALL),
	    "half a percent");
	ok(!comparison_is_listed(&comparison, 0, 0), "not of the norm");
	ok(!comparison_is_listed(&comparison, 1, 1) && !comparison_is_listed(&comparison, 1, COMPARISON_ALL),
	    "nor what is the same");
}

int
main(void)
{
	test_counts();
	test_ranges();
	test_columns();
	percent_is(12.345, "+12.35 %");
	percent_is(-0.5, "-0.50 %");
	percent_is(0, "+0.00 %");
	percent_is(-1e-12, "+0.00 %");
	percent_is(0.0012, "+0.001 %");
	percent_is(INFINITY, "-");
	percent_is(900, "+900.00 %");
	percent_is(953, "10.5 x");
	percent_is(6200, "63 x");
	percent_is(9850, "99.5 x");
	percent_is(9951, "101 x");
	percent_is(12312.3, "124 x");
	percent_is(99999900, "1000000 x");
	test_show();
	test_listed();
	return tap_done();
}
