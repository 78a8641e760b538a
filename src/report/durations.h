#ifndef DURATIONS_H
#define DURATIONS_H

#include "compare/duration.h"
#include "report/page.h"

/* In place of a comparison: the intervals of a put and of the norm overlap. */
#define DURATIONS_OVERLAP "~"

/* The table of times, and what a reader must know about them; nothing if none were taken. */
void durations_print(const struct page *page);
/* Whether the times of a cell are known and overlap with those of the norm, which they are
   compared with. */
bool durations_overlap(const struct page *page, size_t test, size_t put);
/* A line about the puts whose times have that relation to those of the norm, or NULL if there
   are none. The caller frees. */
char *durations_related(const struct page *page, enum duration_relation relation);
/* The decimals with which an interval is shown: its limits differ, or three digits are. */
int durations_decimals(const struct duration *duration);

#endif
