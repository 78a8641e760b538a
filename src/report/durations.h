#ifndef DURATIONS_H
#define DURATIONS_H

#include "compare/duration.h"
#include "report/page.h"

/* In place of a comparison: the intervals of a put and of the norm overlap. */
#define DURATIONS_OVERLAP "~"

/* The table of times, and what a reader must know about them; nothing if none were taken. */
void durations_add(struct doc *doc, const struct page *page);
/* How the interval of a cell lies to that of the norm. */
enum durations_relation {
	DURATIONS_UNCOMPARED, /* it is the norm's, or either is unknown, or of another host or
	                         text */
	DURATIONS_APART,
	DURATIONS_OVERLAPPING
};
enum durations_relation durations_relation(const struct page *page, size_t test, size_t put);
/* DURATIONS_OVERLAP if they overlap, otherwise ""; static. */
const char *durations_mark(const struct page *page, size_t test, size_t put);
/* A number of nanoseconds, or "-" for NAN; the caller frees. */
char *durations_number(double v, int decimals);
/* A line about the puts whose times have that relation to those of the norm, or NULL if there
   are none. The caller frees. */
char *durations_related(const struct page *page, enum duration_relation relation);
/* The decimals with which an interval is shown: its limits differ, or three digits are. */
int durations_decimals(const struct duration *duration);

#endif
