#pragma once

#include "compare/change.h"
#include "util/terminal.h"

/* A view is what the user wants to see of the results. Puts are named by label, because the
   results have their final columns only once everything is measured and merged. Borrows the
   labels. */
struct view {
	field_set fields;
	const char *norm;     /* the put that others are compared with; NULL: the first */
	const char *compact;  /* the only put to show; NULL: all of them */
	const char *sort_put; /* tests are sorted by sort_field on this put; NULL: file order */
	enum field sort_field;
	/* Code of the user's that all puts linked to a test; NULL: none is known. */
	const struct words *prebuilt;
	/* The level that compilers optimise at if the user names none; NULL: there is none. */
	const char *level;
	bool history;     /* the results are the newest run of a history */
	bool every;       /* of which no fields were chosen: a page has all, text the first */
	bool rearranged;  /* the columns are not the puts */
	bool by_tests;    /* but the tests, each of which has a line in text */
	bool sort_change; /* tests are sorted by change instead, the largest first */
	bool by_verdict;  /* only tests with one of these verdicts on any put: */
	verdict_set verdicts; /* 0: only tests without a verdict */
	bool chosen;          /* the fields were named, so that all of them are shown */
	bool raw;             /* counts alone, without their changes or ratios */
	bool tables;          /* bench.pl's layout, in which more is better */
	bool average;         /* with tables: only the AVERAGE entry */
	bool summary;         /* the summary and what changed, instead of a table */
	bool lines;           /* the lines of the summary alone: files have the rest */
	bool changed;         /* only tests that changed */
	bool explain;         /* also where the counts come from */
	double least;         /* percent: a smaller or equal change counts as none */
	enum colors colors;   /* of text */
	size_t width;         /* of its lines; 0: the terminal's, if it is one */
};

/* The one comparison of all puts with the norm. Tables, summaries, formats and gates read it,
   so that they agree. */

struct comparison {
	const struct results *results; /* borrowed, never changed */
	size_t *tests;                 /* those that the view chooses, in file order */
	size_t test_count;
	size_t norm;      /* the put that others are compared with */
	enum field field; /* decides whether a test changed: the first that is shown */
	double least;     /* percent: a smaller or equal change counts as none */
};

/* In place of the number of a put: any put, or all of them. */
#define COMPARISON_ALL ((size_t)-1)

/* Borrows results. */
void comparison_make(
    struct comparison *comparison, const struct results *results, const struct view *view);
void comparison_free(struct comparison *comparison);
/* The number of the put with that label, which must exist; COMPARISON_ALL for NULL. */
size_t comparison_put(const struct comparison *comparison, const char *label);

/* The change of a test on a put in a field. The norm is compared with itself. */
struct change comparison_of(
    const struct comparison *comparison, size_t test, size_t put, enum field f);
/* Returns true if the put measured another text under the name of the test than the norm did,
   so that their values are not comparable in any field. */
bool comparison_other_text(const struct comparison *comparison, size_t test, size_t put);
/* Returns false if it is unknown which text the put or the norm measured. In other columns than
   puts, texts differ by design. */
bool comparison_has_texts(const struct comparison *comparison, size_t test, size_t put);
/* The change of a test in the field that decides. */
struct change comparison_decisive(const struct comparison *comparison, size_t test, size_t put);
/* Returns true if the change of a test on that put, or on any put, should be listed. */
bool comparison_is_listed(const struct comparison *comparison, size_t test, size_t put);
/* Sorts the chosen tests by the size of their change on a put, or of their largest on any put:
   descending, ties in file order. Next come the tests whose change has no size, last those that
   are the same. order has comparison->test_count entries. */
void comparison_sort(const struct comparison *comparison, size_t put, size_t *order);
