#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "model/field.h"
#include "model/fields.h"
#include "model/failure.h"
#include "model/memory_layout.h"
#include "model/processes.h"
#include "model/profile.h"
#include "model/put.h"
#include "model/shared.h"
#include "model/test.h"
#include "model/times.h"
#include "model/verdict.h"

/* Measuring produces the results, and reporting reads them; nothing else passes between them.
 */

/* A test on a put. A cell is measured, failed, or (both unset) was never tried. */
struct cell {
	struct failure *failure;
	char *warned; /* what compiler and linker said that built it; owned, NULL: no warning */
	size_t warnings;    /* how many these are */
	uint64_t text_hash; /* fingerprint_of_test of the code measured; 0: unknown */
	unsigned long ops;  /* of that code, if it is not the row's; 0: those of its test */
	struct counts counts[VARIANT_COUNT][LENGTH_COUNT]; /* totals of four processes */
	/* The processes of which these are sums, if there are several; owned. */
	struct processes processes[VARIANT_COUNT][LENGTH_COUNT];
	field_set lacks;      /* counted fields that its engine does not count; they are 0 */
	verdict_set verdicts; /* found, expected or not */
	bool measured;
	bool sized;          /* the size of its code is known: */
	bool measured_again; /* with VERDICT_VARYING */
	bool special;        /* machine_use.special, under valgrind; not saved */
	uint64_t size;       /* bytes of machine code */
	unsigned costly;     /* a set of enum loop_costly; 0: unknown; not saved */
	unsigned chance; /* what of it the test read that is not pinned: a set of enum chance */
	/* The cost of the code in Ir when it was measured again, over as many iterations, or 0
	   if that was negative. */
	uint64_t spent_again;
	/* The Ir of the loop's own that the counts leave out, in the unit of results_spent;
	   negative: of what only the loop without code executes. */
	int64_t corrected;
	struct memory_layout layout; /* that it was measured in */
	struct cell *jitter;         /* the same cell in jitter_count other layouts; owned */
	size_t jitter_count;
	struct shared *shared;   /* the objects of its parts; owned, NULL: it shares none */
	struct times *times;     /* what a clock showed; owned, NULL: nothing was timed */
	struct profile *profile; /* where the counts come from; owned, NULL: unknown */
	char *unprofiled;        /* why not, in one line; owned, NULL: none was requested */
	/* The values of the fields that profiles give, in the unit of results_spent. Kept even
	   if the profile was not saved. */
	field_set profiled; /* which of them are known */
	int64_t totals[FIELD_PROFILED_COUNT];
};

/* A shard of a run: of its tests, in order, the number-th and every count-th after it. */
struct shard {
	unsigned number;    /* from 1 */
	unsigned count;     /* 0: not a shard */
	size_t tests;       /* of the whole run */
	uint64_t selection; /* fingerprint_of_tests of these */
};

/* The most shards that a run may have. */
enum { SHARDS_MOST = 100000 };

struct results {
	const struct fields *fields;       /* that can be calculated; borrowed */
	unsigned long loops[LENGTH_COUNT]; /* the loop counts, bench.pl's 10 and 20 */
	/* count 0: the whole run. After joining, one of the shards if some are missing. */
	struct shard shard;
	struct tests tests; /* in file order */
	struct puts puts;   /* in column order */
	struct cell *cells; /* tests.n rows of puts.n */
	/* Rearranged results: the test of each cell, borrowed, or NULL where there is none.
	   NULL: the test of a cell is that of its row. */
	const struct test **of;
};

/* Adds the cells for all tests and puts, none tried. */
void results_make_cells(struct results *results);
struct cell *results_cell(const struct results *results, size_t test, size_t put);
/* The test of a cell. */
const struct test *results_test(const struct results *results, size_t test, size_t put);
/* The operations in one execution of what a cell measured, by which its counts are divided. */
unsigned long results_ops(const struct results *results, size_t test, size_t put);
/* Returns true if rearranged results have no test there. */
bool results_lacks(const struct results *results, size_t test, size_t put);
/* Adds the same cell in another layout and returns it; valid until the next one is added. */
struct cell *results_add_jitter(struct cell *cell, struct memory_layout layout);
/* Returns true if the test has counts on any put. */
bool results_has_counts(const struct results *results, size_t test);
/* The verdicts on a cell that concern one of these fields. */
verdict_set results_verdicts(
    const struct results *results, size_t test, size_t put, field_set fields);
/* The verdicts that its test does not expect: its count means less than it seems. */
verdict_set results_unexpected(
    const struct results *results, size_t test, size_t put, field_set fields);
/* Frees what the cell owns but keeps its text_hash, and moves the other one there. */
void results_replace(struct cell *cell, struct cell *by);
/* Gives the cell its profile, and the values of fields that follow from it. */
void results_take_profile(struct cell *cell, struct profile *profile);
/* The cost of the code in a counted field, or in one that its profile gives, over all
   iterations that the long loop has more than the short one; once: in the one run of a test
   that is measured once. The cell must have been measured. */
int64_t results_spent(const struct cell *cell, bool once, enum field f);
/* Returns true if they spent the same of each field. */
bool results_same_counts(const struct cell *before, const struct cell *now, bool once);
/* The processes of a command whose counts results_spent adds, with the code. */
const struct processes *results_processes(const struct cell *cell, bool once);
/* Moves the columns of more, which has the same tests in the same order and the same loop
   counts, to the end. */
void results_append(struct results *results, struct results *more);
/* Keeps only the tests for which keep[i] is true, in order. */
void results_keep_tests(struct results *results, const bool *keep);
/* Keeps only the puts for which keep[i] is true, in order. */
void results_choose_puts(struct results *results, const bool *keep);
/* Keeps only n puts, possibly 0, beginning with the first given. */
void results_keep_puts(struct results *results, size_t first, size_t n);
void results_free(struct results *results);
/* Adds n warnings of compilers, at least one, to those of a cell, which are not saved. said:
   the lines with them. */
void cell_warn(struct cell *cell, size_t n, const char *said);
/* The number of the run's tests that are in the shard. */
size_t shard_size(const struct shard *shard);
