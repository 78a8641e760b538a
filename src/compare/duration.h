#pragma once

#include "model/results.h"

/* A duration is the time of one operation, in nanoseconds, from the samples of a cell. */

/* Why it may mean less than it seems. */
enum duration_note {
	DURATION_WIDE,   /* the interval exceeds a twentieth of the median */
	DURATION_HALVES, /* those of the first and of the second half do not overlap */
	DURATION_SPEED,  /* a fixed loop between the samples changed its speed by a twentieth */
	DURATION_COARSE, /* the clock's tick exceeds a hundredth of what the iterations took */
	DURATION_HIDDEN, /* it is less than an iteration of the empty loop takes */
	DURATION_NOTES
};

struct duration {
	bool known;
	size_t samples;
	double median;      /* NAN: not known, but less than most */
	double least, most; /* the 99 % interval of the median, not below 0 */
	double p90, p99;    /* NAN: needs 10 samples, or 100 */
	unsigned notes;     /* a bit for each */
};

/* Unknown if nothing was timed, or too few samples were saved for an interval. */
struct duration duration_of(const struct results *results, size_t test, size_t put);
/* Returns true if the intervals overlap, so that it is unknown which takes longer. */
bool duration_overlaps(const struct duration *a, const struct duration *b);
/* Tells how far the times of two puts may be compared. */
enum duration_relation {
	DURATION_TOGETHER,   /* they took turns */
	DURATION_OTHER_TIME, /* the host may have been in another state */
	DURATION_OTHER_HOST  /* not at all */
};
enum duration_relation duration_relation(const struct results *results, size_t a, size_t b);
/* "wide", for formats, and "the interval is wider than 5 % of the median". */
extern const struct duration_note_row {
	const char *name, *meaning;
} duration_note_rows[DURATION_NOTES];
