#ifndef CHANGE_H
#define CHANGE_H

#include "compare/calc.h"
#include "compare/view.h"
#include "util/terminal.h"

/* What became of a test on a put, compared with the norm, in the one field that decides. */

enum change {
	CHANGE_BETTER, /* it costs less */
	CHANGE_WORSE,
	CHANGE_SAME,      /* or their ranges overlap */
	CHANGE_NEW,       /* the norm does not have it */
	CHANGE_GONE,      /* the norm alone has it */
	CHANGE_FAILED,    /* on either */
	CHANGE_OTHER,     /* not comparable, as another text was measured */
	CHANGE_VALUELESS, /* one of them has no such value, as of 1/0 */
	CHANGE_COUNT,
	CHANGE_NONE = CHANGE_COUNT /* neither has it, or such a value */
};

/* "better", ..., "not comparable". */
const char *change_name(enum change change);
/* The field that decides: the first that is shown. */
enum field change_field(const struct view *view);
/* What is in the way of comparing a test on two puts, whatever the field: CHANGE_NEW,
   CHANGE_GONE, CHANGE_FAILED, CHANGE_OTHER or CHANGE_NONE; CHANGE_SAME: nothing. */
enum change change_obstacle(
    const struct results *results, size_t test, size_t norm, size_t put);
/* *percent: by how much the count is more than the norm's, INFINITY where that is 0; 0 where
   they are not compared. */
enum change change_of(const struct results *results, const struct view *view, size_t test,
    size_t put, double *percent);
/* The same in another field. */
enum change change_in(const struct results *results, const struct view *view, size_t test,
    size_t put, enum field f, double *percent);
/* More than CHANGE_MUCH percent up or down is bold. */
#define CHANGE_MUCH 1
enum color change_color(enum change change, double percent);
/* Whether a test is not the same on that put, or on any of them (REPORT_NONE). */
bool change_any(
    const struct results *results, const struct view *view, size_t test, size_t put);
/* The tests by the size of their change on a put, or of the largest on any (REPORT_NONE),
   descending, ties in file order; those without a size come behind all that have one, and those
   that are the same last. order has results->tests.n entries. */
void change_sort(
    const struct results *results, const struct view *view, size_t put, size_t *order);
/* "+12.50 %", or "-" of INFINITY, in the CHANGE_SIZE bytes of buffer. */
#define CHANGE_SIZE 32
const char *change_percent(double percent, char *buffer);

#endif
