#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/duration.h"
#include "compare/quantile.h"
#include "model/times.h"
#include "util/array.h"
#include "util/memory.h"

/* The values of n samples from first on, sorted; the caller frees. */
static double *
sorted_values(const struct times *times, size_t first, size_t n, unsigned long ops)
{
	double *values = memory_array(n, sizeof *values);

	for (size_t i = 0; i < n; i++)
		values[i] = times_operation(times, first + i, ops);
	quantile_sort(values, n);
	return values;
}

static struct duration
sum_up(const struct times *times, size_t first, size_t n, unsigned long ops)
{
	OWNED double *sorted = sorted_values(times, first, n, ops);
	struct duration duration = {.samples = n};
	size_t low, high;

	if (quantile_ranks(n, &low, &high))
		duration = (struct duration){
		    .known = true,
		    .samples = n,
		    .median = quantile_median(sorted, n),
		    .least = sorted[low - 1],
		    .most = sorted[high - 1],
		    .p90 = quantile_percentile(sorted, n, 90),
		    .p99 = quantile_percentile(sorted, n, 99),
		};
	return duration;
}

static bool
halves_disagree(const struct times *times, unsigned long ops)
{
	size_t half = times->n / 2;
	struct duration first = sum_up(times, 0, half, ops);
	struct duration second = sum_up(times, half, times->n - half, ops);

	return first.known && second.known && !duration_overlaps(&first, &second);
}

/* A tenth of the samples at either end may have been interrupted. */
static bool
speed_changes(const struct times *times)
{
	double *fixed = memory_array(times->n, sizeof *fixed), fast, slow;

	for (size_t i = 0; i < times->n; i++)
		fixed[i] = (double)times_fixed(times, i);
	quantile_sort(fixed, times->n);
	fast = quantile_percentile(fixed, times->n, 10);
	slow = quantile_percentile(fixed, times->n, 90);
	free(fixed);
	return slow > 1.05 * fast;
}

static double
median_iteration(const struct times *times, enum variant variant)
{
	double *iterations = memory_array(times->n, sizeof *iterations), median;

	for (size_t i = 0; i < times->n; i++)
		iterations[i] = times_iteration(times, i, variant);
	quantile_sort(iterations, times->n);
	median = quantile_median(iterations, times->n);
	free(iterations);
	return median;
}

static bool
is_coarse(const struct times *times)
{
	double took =
	    median_iteration(times, VARIANT_ACTIVE) * (double)times->iterations[VARIANT_ACTIVE];

	return (double)times->tick > took / 100;
}

/* A processor executes several instructions at once: what costs less than the loop itself may
   take the time that the loop leaves. A command has no loop, or one of its own. */
static bool
duration_is_hidden(const struct times *times, const struct duration *duration,
    const struct test *test, unsigned long ops)
{
	double empty = median_iteration(times, VARIANT_EMPTY);

	return empty > 0 && !test_part(test, PART_EMPTY) &&
	       duration->median * (double)ops < empty;
}

static unsigned
duration_find_notes(const struct times *times, const struct duration *duration,
    const struct test *test, unsigned long ops)
{
	bool wide = duration->most - duration->least > 0.05 * fabs(duration->median);

	return (unsigned)wide << DURATION_WIDE |
	       (unsigned)halves_disagree(times, ops) << DURATION_HALVES |
	       (unsigned)speed_changes(times) << DURATION_SPEED |
	       (unsigned)is_coarse(times) << DURATION_COARSE |
	       (unsigned)duration_is_hidden(times, duration, test, ops) << DURATION_HIDDEN;
}

/* An operation that takes next to no time may seem to take less than none, by an error that may
   as well have been as large the other way. */
static void
bound(struct duration *duration)
{
	bool nothing = !duration->least && !duration->most;

	if (duration->least > 0 || nothing)
		return;
	duration->most = fmax(duration->most, -duration->least);
	duration->least = 0;
	duration->median = NAN;
	if (duration->p90 < 0)
		duration->p90 = 0;
	if (duration->p99 < 0)
		duration->p99 = 0;
}

struct duration
duration_of(const struct results *results, size_t test, size_t put)
{
	const struct times *times = results_cell(results, test, put)->times;
	unsigned long ops = results_ops(results, test, put);
	struct duration duration = {0};

	if (!times || !times->n)
		return duration;
	duration = sum_up(times, 0, times->n, ops);
	if (!duration.known)
		return duration;
	duration.notes =
	    duration_find_notes(times, &duration, results_test(results, test, put), ops);
	bound(&duration);
	return duration;
}

bool
duration_overlaps(const struct duration *a, const struct duration *b)
{
	return a->least <= b->most && b->least <= a->most;
}

/* "NAME=VALUE" of a NAME=, or NULL. */
static const char *
host_setting(const struct put *put, const char *name)
{
	size_t i = words_find_variable(&put->host, name);

	return i < put->host.n ? put->host.v[i] : NULL;
}

static bool
is_several(const char *setting)
{
	return setting && !strcmp(strchr(setting, '=') + 1, PUT_SEVERAL_HOSTS);
}

/* In rearranged results, the puts are tests, which do not take turns. */
enum duration_relation
duration_relation(const struct results *results, size_t first, size_t second)
{
	/* The load and the processor's number may well differ. */
	static const char *const traits[] = {"processor=", "governor=", "smt=", "clock="};
	const struct put *a = &results->puts.v[first], *b = &results->puts.v[second];
	bool together = !results->of && text_same(a->file, b->file) &&
	                a->provenance.date == b->provenance.date;

	for (size_t i = 0; i < COUNTOF(traits); i++) {
		const char *setting = host_setting(a, traits[i]);

		if (!text_same(setting, host_setting(b, traits[i])) ||
		    (is_several(setting) && !together))
			return DURATION_OTHER_HOST;
	}
	return together ? DURATION_TOGETHER : DURATION_OTHER_TIME;
}

const struct duration_note_row duration_note_rows[DURATION_NOTES] = {
    {"wide", "the interval is wider than 5 % of the median; a longer --time helps"},
    {"halves", "the first and the second half of the samples disagree"},
    {"speed", "the processor changed its speed by more than 5 %"},
    {"coarse", "the clock's step is more than 1 % of a sample"},
    {"hidden", "it takes less than the empty loop: do more in one iteration"},
};
