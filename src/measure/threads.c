#include <stdlib.h>
#include <string.h>

#include "measure/threads.h"
#include "util/text.h"

/* A variant's share of the number, in one of the runs. */
struct share {
	int64_t spent;
	unsigned run;
};

void
threads_add(struct threads *threads, const struct cell *cell)
{
	memcpy(threads->of[threads->n++], cell->counts, sizeof cell->counts);
}

static int
by_spent(const void *a, const void *b)
{
	int64_t x = ((const struct share *)a)->spent, y = ((const struct share *)b)->spent;

	return (x > y) - (x < y);
}

static void
find_shares(
    const struct threads *threads, enum variant v, bool once, struct share shares[THREADS_RUNS])
{
	unsigned i;

	for (i = 0; i < THREADS_RUNS; i++) {
		const struct counts *counts = threads->of[i][v];
		uint64_t less = once ? 0 : counts[LENGTH_SHORT].of[FIELD_IR];

		shares[i].spent =
		    (int64_t)(counts[once ? LENGTH_SHORT : LENGTH_LONG].of[FIELD_IR] - less);
		shares[i].run = i;
	}
	qsort(shares, THREADS_RUNS, sizeof *shares, by_spent);
}

static char *
list(const struct threads *threads, const struct cell *cell, bool once,
    const unsigned long *loops)
{
	double iterations = once ? 1 : (double)(loops[LENGTH_LONG] - loops[LENGTH_SHORT]);
	struct text t = TEXT_EMPTY;
	struct cell one = *cell;
	unsigned i;

	text_addf(&t, "counts of its threads differ between runs: Ir ");
	for (i = 0; i < THREADS_RUNS; i++) {
		memcpy(one.counts, threads->of[i], sizeof one.counts);
		text_addf(&t, "%s%.1f", i ? ", " : "",
		    (double)results_spent(&one, once, FIELD_IR) / iterations);
	}
	return text_take(&t);
}

char *
threads_settle(
    const struct threads *threads, struct cell *cell, bool once, const unsigned long *loops)
{
	struct share shares[THREADS_RUNS];
	int64_t spread = 0;
	enum variant v;

	for (v = 0; v < VARIANT_COUNT; v++) {
		find_shares(threads, v, once, shares);
		spread += shares[THREADS_RUNS - 1].spent - shares[0].spent;
		memcpy(cell->counts[v], threads->of[shares[THREADS_RUNS / 2].run][v],
		    sizeof cell->counts[v]);
	}
	if (10 * spread <= llabs(results_spent(cell, once, FIELD_IR)))
		return NULL;
	return list(threads, cell, once, loops);
}
