#pragma once

#include "model/results.h"

/* Columns of tables may be others than the puts: "tests", or the name of a parameter for a
   column for each of its values. Results are rearranged so that their puts stand for the
   columns and their tests for the rows; everything that compares puts then compares columns.
       tests   a row for each put
       n       a row for each test without that parameter, on each put */

/* The columns, as puts that have nothing but a label: "e1", "n=16". The caller frees. */
struct puts columns_of(const struct tests *tests, const char *by);
/* Rearranges results, from which it borrows. Tests without the parameter are left out. Free it
   with columns_free. */
void columns_arrange(struct results *arranged, const struct results *results, const char *by);
void columns_free(struct results *arranged);

/* Returns true if the test is in a column. */
bool columns_show(const struct test *test, const char *by);
/* Adds the names of all parameters that the tests have. */
void columns_add_params(struct words *names, const struct tests *tests);
