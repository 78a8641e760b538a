#pragma once

#include "compare/duration.h"
#include "report/page.h"

/* The table of times, and what a reader must know about them; nothing if none were taken. The
   page for HTML has one test. */
void durations_add(struct doc *doc, const struct page *page);
/* Tells whether the interval of a cell overlaps that of the norm. */
enum durations_relation {
	DURATIONS_UNCOMPARED, /* it is the norm's, or either is unknown, or of another host or
	                         text */
	DURATIONS_APART,
	DURATIONS_OVERLAPPING
};
enum durations_relation durations_relation(const struct page *page, size_t test, size_t put);
