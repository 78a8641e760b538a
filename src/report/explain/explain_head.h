#ifndef EXPLAIN_HEAD_H
#define EXPLAIN_HEAD_H

#include "report/explain/explain_page.h"

/* What is said about the counts that are explained, above the tables. */

/* The label of a side, as the user wrote it. */
const char *explain_head_label(const struct explain_page *page, size_t side);
/* "LABEL VALUE" of each side, and of two "DIFFERENCE (PERCENT)", with its colour. The caller
   frees. */
struct words explain_head_values(
    const struct explain_page *page, enum field f, enum color *color);
/* Says on which puts the test has a verdict that leaves nothing, or next to nothing, of its
   code. NULL: on none; the caller frees. */
char *explain_head_verdict(const struct explain_page *page, enum verdict verdict);
/* The fields wanted, each if its parts sum to it, or else the counted ones that it is made of;
   or Ir if there are none. */
field_set explain_head_fields(const struct explain_page *page, field_set wanted);

#endif
