/* The lines below a table about what other layouts move. */

#include "model/fields.h"
#include "report/ranges.h"
#include "sample.h"
#include "tap.h"

#define IR_COND_M (1u << FIELD_IR | 1u << FIELD_COND_M)

static const struct memory_layout everything = {2512, 1584, 1136, 0, 0};

/* In another layout the cell counts that; f is the field of its count. */
static void
add_jitter(struct cell *cell, struct memory_layout layout, enum field f, long tenths)
{
	sample_count(results_add_jitter(cell, layout), f, tenths);
}

static void
print_view_is(const struct results *results, struct view view, const char *want, const char *name)
{
	FREED_BY(comparison_free) struct comparison comparison;
	FREED_BY(page_free) struct page page;
	FREED_BY(doc_free) struct doc doc;
	OWNED char *got = NULL;
	size_t n;
	FILE *out = open_memstream(&got, &n);

	comparison_make(&comparison, results, &view);
	page_make(&page, &comparison, &view, NULL, false, out);
	doc = page_doc(&page);
	ranges_add(&doc, &page);
	doc_end(&doc);
	fclose(out);
	is(got, want, name);
}

static void
print_is(const struct results *results, const char *compact, const char *want, const char *name)
{
	print_view_is(results, (struct view){.fields = IR_COND_M, .compact = compact}, want, name);
}

static bool
is_range(struct range range, double least, double most)
{
	return range.known && range.least == least && range.most == most;
}

static void
test_range(void)
{
	FREED_BY(results_free) struct results results = sample_make(1, 1);
	struct cell *cell = results.cells;

	ok(!calc_range(&results, 0, 0, FIELD_IR).known, "unknown of what was not measured");
	sample_count(cell, FIELD_IR, 100);
	ok(!calc_range(&results, 0, 0, FIELD_IR).known, "nor of what was in one layout alone");
	results_add_jitter(cell, everything);
	ok(!calc_range(&results, 0, 0, FIELD_IR).known, "or failed in the other");
	add_jitter(cell, everything, FIELD_IR, 100);
	ok(is_range(calc_range(&results, 0, 0, FIELD_IR), 10, 10), "not moved");
	add_jitter(cell, everything, FIELD_IR, 95);
	ok(is_range(calc_range(&results, 0, 0, FIELD_IR), 9.5, 10), "less");
	add_jitter(cell, everything, FIELD_IR, 200);
	ok(is_range(calc_range(&results, 0, 0, FIELD_IR), 9.5, 20), "less and more");
	ok(calc_range(&results, 0, 0, FIELD_IR).usual == 10, "and the usual one");
	test_set(results.tests.v, "ops", memory_copy("4"), 0);
	ok(is_range(calc_range(&results, 0, 0, FIELD_IR), 2.375, 5), "of one operation");
	test_set(results.tests.v, "once", memory_copy("yes"), 0);
	ok(is_range(calc_range(&results, 0, 0, FIELD_IR), 12250, 12250), "of one run");
}

static void
test_noise(void)
{
	FREED_BY(results_free) struct results results = sample_make(1, 1);

	results.loops[LENGTH_LONG] = 110;
	sample_count(results.cells, FIELD_IR, -9);
	add_jitter(results.cells, everything, FIELD_IR, 0);
	ok(is_range(calc_range(&results, 0, 0, FIELD_IR), 0, 0), "a little less than 0 is 0, as in a table");
}

/* t1 moves on all puts, t0 and t2 nowhere. */
static struct results
sample_moved(void)
{
	struct results results = sample_make(3, 3);

	for (size_t test = 0; test < 3; test++)
		for (size_t put = 0; put < 3; put++)
			for (size_t i = 0; i < 3; i++) {
				struct cell *cell = results_cell(&results, test, put);
				long count = put == 2 ? 150 : 100;

				if (test == 1)
					count += (long)(i * (3 - put));
				if (i)
					add_jitter(cell, everything, FIELD_COND_M, count);
				else
					sample_count(cell, FIELD_COND_M, count);
			}
	return results;
}

/* Takes a cell back to what was never tried. */
static void
forget(struct cell *cell)
{
	free(cell->jitter);
	*cell = (struct cell){0};
}

#define HEAD "\nJitter: what moved in 2 other layouts of stack, heap and code (least to most)\n\n"
#define OVERLAPS "~ overlaps with p0: the difference may come from the layout\n"

static void
test_moved(void)
{
	FREED_BY(results_free) struct results results = sample_moved();

	print_is(&results, NULL,
	    HEAD "                           p0                    p1                  p2\n"
	         "          ------------------- --------------------- -------------------\n"
	         "t1 COND_m 10.0 (10.0 to 10.6) 10.0 (10.0 to 10.4) ~ 15.0 (15.0 to 15.2)\n"
	         "\n" OVERLAPS "Not moved: Ir\n",
	    "what moved, and where the ranges of two puts overlap");
	print_is(&results, "p2",
	    HEAD "                           p2\n"
	         "          -------------------\n"
	         "t1 COND_m 15.0 (15.0 to 15.2)\n"
	         "\nNot moved: Ir\n",
	    "of the put that is shown");
	print_view_is(&results, (struct view){.fields = IR_COND_M, .width = 60},
	    HEAD "                           p0                    p1\n"
	         "          ------------------- ---------------------\n"
	         "t1 COND_m 10.0 (10.0 to 10.6) 10.0 (10.0 to 10.4) ~\n"
	         "\n"
	         "                           p0                  p2\n"
	         "          ------------------- -------------------\n"
	         "t1 COND_m 10.0 (10.0 to 10.6) 15.0 (15.0 to 15.2)\n"
	         "\n" OVERLAPS "Not moved: Ir\n",
	    "in blocks, beside what others are compared with");
}

static void
test_without_range(void)
{
	FREED_BY(results_free) struct results results = sample_moved();

	forget(results_cell(&results, 1, 1));
	sample_count(results_cell(&results, 1, 1), FIELD_COND_M, 100);
	forget(results_cell(&results, 1, 2));
	results_cell(&results, 1, 2)->failure = failure_new("link", "no", "cc", "");
	print_is(&results, NULL,
	    HEAD "                           p0     p1   p2\n"
	         "          ------------------- ------ ----\n"
	         "t1 COND_m 10.0 (10.0 to 10.6) 10.0 ? FAIL\n"
	         "\n? measured in one layout only\nNot moved: Ir\n",
	    "puts without a range");
	forget(results_cell(&results, 1, 1));
	results_cell(&results, 1, 2)->measured = true;
	results_cell(&results, 1, 0)->text_hash = 1;
	results_cell(&results, 1, 2)->text_hash = 2;
	print_is(&results, NULL,
	    HEAD "                           p0 p1 p2\n"
	         "          ------------------- -- --\n"
	         "t1 COND_m 10.0 (10.0 to 10.6)     *\n"
	         "\nNot moved: Ir\n",
	    "and without a count");
}

static void
test_without_value(void)
{
	FREED_BY(results_free) struct results results = sample_moved();
	struct fields *fields = fields_new();

	fields_define(fields, "q=1/COND_m");
	fields_resolve(fields);
	results.fields = fields;
	sample_count(results_cell(&results, 1, 1), FIELD_COND_M, 0);
	print_view_is(&results, (struct view){.fields = 1u << FIELD_FIRST_OWN},
	    HEAD "                        p0 p1                      p2\n"
	         "     --------------------- -- -----------------------\n"
	         "t1 q 0.1000 (0.09 to 0.10)  - 0.0667 (0.066 to 0.067)\n"
	         "\n",
	    "a quotient that is indeterminate, though measured in several layouts");
	fields_free(fields);
}

/* One that is interpreted, one that fails elsewhere, one in which a single turn of many
   differs. */
static void
test_special(void)
{
	FREED_BY(results_free) struct results results = sample_make(2, 2);
	static const struct memory_layout interpreted = {2512, 1584, 0, 11, 1};

	results.loops[LENGTH_LONG] = 2010;
	for (size_t test = 0; test < 2; test++) {
		sample_count(results_cell(&results, test, 0), FIELD_IR, 2000);
		sample_count(results_cell(&results, test, 1), FIELD_IR, 2000);
		add_jitter(results_cell(&results, test, 0), everything, FIELD_IR, 2000);
		add_jitter(results_cell(&results, test, 1), interpreted, FIELD_IR, 2000 + (long)test);
	}
	results_add_jitter(results_cell(&results, 0, 0), everything);
	print_is(&results, NULL,
	    "\nJitter: what moved in 1 to 2 other layouts of stack, heap, code, variables and seeds (least to most)\n\n"
	    "       p0                       p1\n"
	    "      --- ------------------------\n"
	    "t1 Ir 1.0 1.0 (1.0000 to 1.0005) ~\n"
	    "\n" OVERLAPS "Not moved: COND_m\nOn p0 only stack, heap and code moved\n"
	    "On p1 only stack, heap, variables and seeds moved\n"
	    "Fails in another layout: t0 on p0\n",
	    "all decimals that it takes, and what is to be known");
	results.tests.n = 1;
	print_is(&results, "p1", "\nJitter: nothing moved in 1 other layout of stack, heap, variables and seeds\n",
	    "nothing moved");
	results.tests.n = 2;
}

static void
test_nothing(void)
{
	FREED_BY(results_free) struct results results = sample_make(2, 1);

	sample_count(results_cell(&results, 0, 0), FIELD_IR, 100);
	print_is(&results, NULL, "", "nothing where there is one layout");
}

int
main(void)
{
	test_range();
	test_noise();
	test_moved();
	test_without_range();
	test_without_value();
	test_special();
	test_nothing();
	return tap_done();
}
