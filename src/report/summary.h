#pragma once

#include "report/page.h"

/* A comparison in one line for each put except the norm. */

struct summary {
	size_t of[CHANGE_COUNT]; /* tests */
	struct value mean;       /* geometric mean of the counts, in percent above the norm's */
};

struct summary summary_make(const struct comparison *comparison, size_t put);
/* Adds "NAME against NORM: 1 better, 2 worse, 3 same; geometric mean of Ir +1.00 %" to what is
   open. A kind without a test is omitted, but for these three. If no test has a value on
   either put, it says so instead. */
void summary_add(struct doc *doc, const struct comparison *comparison, size_t put);
/* Returns this text, fit for display. The caller frees. */
char *summary_line(const struct comparison *comparison, size_t put);
/* Adds counts, and how they changed from the norm. A single test has a row for each field that
   differs between puts. Several have a table for each field chosen, or else for the one that
   decides, with a row for each test, and below it a line for each put. If tests or commands are
   compared, each has a row. The page has a test. */
void summary_counts(struct doc *doc, const struct page *page);
/* Adds a table of the put alone: a row for each test, a column for each field. */
void summary_add_alone(struct doc *doc, const struct page *page, size_t put);
/* Sets *tests to all tests, those that changed on the put, or on any, first: the largest change
   first. The caller frees. Returns how many changed. */
size_t summary_sort(const struct page *page, size_t put, size_t **tests);
/* Adds a table of these tests: the count on the norm, and the count on each put from the first
   to the last with its change, unless the view is raw. If there is one put, with profiles, the
   first ones say why they changed. More rows may be added. */
void summary_add_tests(struct doc *doc, const struct page *page, const size_t *tests, size_t n,
    size_t first, size_t last);
/* Begins a row with the name of a test and its verdicts. */
void summary_add_title(struct doc *doc, const struct page *page, size_t test);
/* Prints a line for each put. */
void summary_lines(const struct page *page);
/* Prints the line of each put, and below it the tests that changed, largest change first. */
void summary_print(const struct page *page);
