#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "model/field.h"
#include "model/verdict.h"
#include "util/terminal.h"
#include "util/words.h"

/* What the user wants to see of the results. Puts are named by label, because the results have
   their final columns only once everything is measured and merged. Borrows the labels. */
struct view {
	field_set fields;
	const char *norm;     /* the put that others are compared with; NULL: the first */
	const char *compact;  /* the only put to show; NULL: all of them */
	const char *sort_put; /* tests are sorted by sort_field on this put; NULL: file order */
	enum field sort_field;
	/* Code of the user's that all puts linked to a test; NULL: none is known. */
	const struct words *prebuilt;
	bool history;         /* the results are the newest run of a history */
	bool rearranged;      /* the columns are not the puts */
	bool sort_change;     /* tests are sorted by change instead, the largest first */
	bool by_verdict;      /* only tests with one of these verdicts on any put: */
	verdict_set verdicts; /* 0: only tests without a verdict */
	bool raw;             /* counts instead of ratios */
	bool average;         /* only the AVERAGE entry */
	bool summary;         /* the summary and what changed, instead of a table */
	bool changed;         /* only tests that changed */
	bool explain;         /* also where the counts come from */
	double least;         /* percent: a smaller or equal change counts as none */
	enum colors colors;   /* of text */
	size_t width;         /* of its lines; 0: the terminal's, if it is one */
};
