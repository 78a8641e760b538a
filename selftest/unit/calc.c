#include "compare/table.h"
#include "sample.h"
#include "tap.h"

static const unsigned long loops[LENGTH_COUNT] = {10, 20};

static bool
is_value(struct value value, double v)
{
	double gap = value.v - v;

	return value.known && gap < 1e-9 && gap > -1e-9;
}

static double
count_of(uint64_t es, uint64_t el, uint64_t as, uint64_t al)
{
	struct cell cell = {.measured = true};

	cell.counts[VARIANT_EMPTY][LENGTH_SHORT].of[FIELD_IR] = es;
	cell.counts[VARIANT_EMPTY][LENGTH_LONG].of[FIELD_IR] = el;
	cell.counts[VARIANT_ACTIVE][LENGTH_SHORT].of[FIELD_IR] = as;
	cell.counts[VARIANT_ACTIVE][LENGTH_LONG].of[FIELD_IR] = al;
	return calc_count(&cell, loops, FIELD_IR).v;
}

static void
test_count(void)
{
	static const unsigned long same[LENGTH_COUNT] = {10, 10};
	struct cell cell = {.measured = true};

	ok(count_of(100, 150, 200, 280) == 3, "what is common to both variants cancels");
	ok(count_of(100, 150, 200, 249) == -0.1, "a count may be negative");
	ok(count_of(0, UINT64_MAX, 1, 10) == 1, "differences wrap around");
	ok(count_of(UINT64_MAX - 9, 10, 0, 120) == 10, "a total may wrap around");
	ok(count_of(0, 0, 0, 9000000000000010) == 900000000000001, "a count beyond 32 bits is exact");
	ok(count_of(UINT64_C(1) << 63, UINT64_C(1) << 63, UINT64_C(1) << 63, (UINT64_C(1) << 63) + 30) == 3,
	    "totals beyond what a double holds are exact");
	ok(!calc_count(&cell, same, FIELD_IR).known, "equal loop counts say nothing");
	cell.measured = false;
	ok(!calc_count(&cell, loops, FIELD_IR).known, "no counts, no count");
}

static void
test_zero(void)
{
	struct fields *fields = fields_new();

	fields_define(fields, "part=Dr/Ir");
	fields_resolve(fields);
	ok(calc_is_zero(fields, FIELD_IR, 0.009) && calc_is_zero(fields, FIELD_IR, -7) &&
	        !calc_is_zero(fields, FIELD_IR, 0.01),
	    "a count of less than a hundredth");
	ok(calc_is_zero(fields, FIELD_CEST, -0.009) && !calc_is_zero(fields, FIELD_CEST, 0.01) &&
	        !calc_is_zero(fields, FIELD_CEST, -0.01),
	    "a derived field may be negative");
	ok(calc_is_zero(fields, FIELD_FIRST_OWN, 1e-7) && !calc_is_zero(fields, FIELD_FIRST_OWN, 1e-6),
	    "a quotient may be small");
	fields_free(fields);
}

/* Code that crosses a line matters only to who looks at what accesses memory. */
static void
test_verdicts(void)
{
	FREED_BY(results_free) struct results results = sample_make(1, 1);

	results.cells->verdicts = 1u << VERDICT_SPLIT | 1u << VERDICT_FENV;
	ok(results_verdicts(&results, 0, 0, FIELD_BIT(FIELD_IR)) == 1u << VERDICT_FENV, "a verdict on other fields");
	ok(results_verdicts(&results, 0, 0, FIELD_BIT(FIELD_IR) | FIELD_BIT(FIELD_DR)) ==
	        (1u << VERDICT_SPLIT | 1u << VERDICT_FENV),
	    "on one of these");
}

static struct comparison
compare(const struct results *results, size_t norm)
{
	struct comparison comparison;
	struct view view = {.fields = FIELD_ALL, .norm = results->puts.v[norm].label};

	comparison_make(&comparison, results, &view);
	return comparison;
}

/* The ratio of the Ir of one test, on the norm and on another put; want: 0 where it is indeterminate. */
static void
ratio_is(long norm, long other, double want, const char *name)
{
	FREED_BY(results_free) struct results results = sample_make(1, 2);
	FREED_BY(comparison_free) struct comparison comparison;
	struct value value;

	sample_count(results_cell(&results, 0, 0), FIELD_IR, norm);
	sample_count(results_cell(&results, 0, 1), FIELD_IR, other);
	comparison = compare(&results, 0);
	value = table_value(&(struct table){&comparison, false}, 0, 1, FIELD_IR);
	ok(want != 0 ? is_value(value, want) : !value.known, "%s", name);
}

static void
test_ratio(void)
{
	ratio_is(200, 100, 2, "half as many are 200 %");
	ratio_is(100, 200, 0.5, "twice as many are 50 %");
	ratio_is(0, 0, 1, "0 to 0 are 100 %");
	ratio_is(-3, 0, 1, "below 0 is 0");
	ratio_is(0, 100, 0, "0 to something is indeterminate");
	ratio_is(100, 0, 0, "something to 0 is indeterminate");
	ratio_is(100, -100, 0, "something to less than 0 is indeterminate");
}

static void
test_raw(void)
{
	static const long tenths[] = {0, -1, -2, 12345678};
	FREED_BY(results_free) struct results results = sample_make(4, 1);
	FREED_BY(comparison_free) struct comparison comparison = compare(&results, 0);
	const struct table counts = {&comparison, true}, ratios = {&comparison, false};

	ok(!table_average(&ratios, 0, FIELD_IR).known, "nothing has no average");
	results.loops[LENGTH_LONG] = 110; /* hundredths of what sample_count means */
	for (size_t i = 0; i < 4; i++)
		sample_count(results_cell(&results, i, 0), FIELD_IR, tenths[i] * 5);
	ok(is_value(table_value(&counts, 1, 0, FIELD_IR), 0), "just below 0 is 0");
	ok(is_value(table_value(&counts, 2, 0, FIELD_IR), -0.1), "-0.1 is not");
	ok(is_value(table_value(&counts, 3, 0, FIELD_IR), 617283.9), "a count stays as it is");
}

/* t0 costs twice as much on p1, t1 half; t2 is 0 on p1 only; t3 failed on p1, t4 was never tried on p0. */
static struct results
mixed(void)
{
	struct results results = sample_make(5, 2);
	static const long tenths[] = {100, 200, 400, 200, 100, 0, 300, -1, -1, 20};

	for (size_t i = 0; i < COUNTOF(tenths); i++)
		if (tenths[i] >= 0)
			sample_count(&results.cells[i], FIELD_IR, tenths[i]);
	results_cell(&results, 3, 1)->failure = failure_new("compile", "no", "cc", "");
	return results;
}

static void
test_averages(void)
{
	FREED_BY(results_free) struct results results = mixed();
	FREED_BY(comparison_free) struct comparison comparison = compare(&results, 0);
	const struct table ratios = {&comparison, false}, counts = {&comparison, true};

	ok(is_value(table_average(&ratios, 1, FIELD_IR), 2 / 2.5),
	    "ratios average harmonically, without the indeterminate ones");
	ok(is_value(table_average(&ratios, 0, FIELD_IR), 1), "the norm's average is 100 %%");
	ok(!table_value(&ratios, 4, 1, FIELD_IR).known, "no ratio to a norm without counts");
	ok(is_value(table_average(&counts, 0, FIELD_IR), 20), "counts average over the tests that no put failed");
	ok(is_value(table_average(&counts, 1, FIELD_IR), 10.5), "zeros included");
}

static void
set_language(struct put *put, const char *language)
{
	put->fingerprint = memory_new(sizeof *put->fingerprint);
	put->fingerprint->of[TRAIT_LANGUAGE] = memory_copy(language);
}

static bool
is_other(const struct results *results, size_t norm, size_t put)
{
	FREED_BY(comparison_free) struct comparison comparison = compare(results, norm);
	const struct table ratios = {&comparison, false}, counts = {&comparison, true};
	bool other = comparison_of(&comparison, 0, put, FIELD_IR).other_text;

	if (other)
		other = !table_value(&ratios, 0, put, FIELD_IR).known &&
		        !table_value(&counts, 0, put, FIELD_IR).known && !table_average(&ratios, put, FIELD_IR).known &&
		        !table_average(&counts, put, FIELD_IR).known;
	return other;
}

static void
test_other_text(void)
{
	FREED_BY(results_free) struct results results = sample_make(1, 3);
	struct cell *cells = results.cells;

	for (size_t i = 0; i < 3; i++)
		sample_count(&cells[i], FIELD_IR, 100);
	cells[0].text_hash = 1;
	cells[1].text_hash = 2;
	ok(is_other(&results, 0, 1), "another text has no ratio, and takes no part in averages");
	ok(!is_other(&results, 0, 0) && !is_other(&results, 0, 2), "the norm and the unknown do");
	ok(is_other(&results, 1, 0) && !is_other(&results, 1, 1), "it depends on the norm");
	ok(!is_other(&results, 1, 2), "and counts, too, are compared with the norm");
	set_language(&results.puts.v[0], "c");
	ok(is_other(&results, 0, 1), "an unknown language may be the same");
	set_language(&results.puts.v[1], "perl");
	ok(!is_other(&results, 0, 1), "two languages have two texts");
	set_language(&results.puts.v[2], "c");
	cells[2].text_hash = 3;
	cells[2].measured = false;
	ok(!is_other(&results, 0, 2), "what was not measured is not marked");
}

static void
is_order(const struct results *results, size_t norm, bool raw, size_t put, const char *want, const char *name)
{
	FREED_BY(comparison_free) struct comparison comparison = compare(results, norm);
	size_t order[8];
	char got[9] = "";

	table_sort(&(struct table){&comparison, raw}, put, FIELD_IR, order);
	for (size_t i = 0; i < results->tests.n; i++)
		got[i] = (char)('0' + order[i]);
	is(got, want, name);
}

static void
test_sort(void)
{
	FREED_BY(results_free) struct results results = mixed();

	is_order(&results, 0, true, 0, "02314", "ascending, ties in file order, unknown last");
	is_order(&results, 0, true, 1, "24013", "failed last");
	is_order(&results, 0, false, 1, "01234", "by ratio, indeterminate last");
	is_order(&results, 0, false, 0, "01234", "all the same: file order");
	is_order(&results, 1, false, 0, "10234", "by ratio to another norm");
}

int
main(void)
{
	test_count();
	test_zero();
	test_verdicts();
	test_ratio();
	test_raw();
	test_averages();
	test_other_text();
	test_sort();
	return tap_done();
}
