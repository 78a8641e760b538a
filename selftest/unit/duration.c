/* Durations and their notes, of samples that were made up. */

#include <math.h>

#include "compare/duration.h"
#include "model/times.h"
#include "tap.h"

enum { SAMPLES = 40, TURNS = 1000 };

/* A cell that was timed: an empty turn takes 1 ns, an active one as much more as a wave says. */
static struct made {
	struct test test;
	struct put put;
	struct times times;
	struct cell cell;
	struct results results;
} made;

/* An active turn takes base in so many samples, step more in the next ones, and so on; it
   begins anew after so many steps. */
struct wave {
	double base, step;
	size_t samples, steps;
};
static const struct wave steady = {10, 0.1, 1, 5}, wild = {10, 1, 1, 7}, rising = {0, 1, 1, 10 * SAMPLES},
                         drifting = {10, 0.3, SAMPLES / 2, 2}, tiny = {-0.1, 0.1, 1, 2}, below = {-0.5, 0.1, 1, 7},
                         around = {-0.2, 0.1, 1, 7};
/* The median is 10 + half a step. */
static const struct wave narrow = {10, 0.51, 1, 2}, wide = {10, 0.52, 1, 2};
/* An empty turn takes as much. */
static const struct wave same = {1, 0, 1, 1};

static void
make(size_t n, const struct wave *wave)
{
	free(made.times.v);
	made = (struct made){.test.ops = 1, .put.label = ""};
	made.times = (struct times){.iterations = {TURNS, TURNS}, .tick = 1};
	for (size_t i = 0; i < n; i++) {
		double more = (double)(i / wave->samples % wave->steps) * wave->step;
		double active = (1 + wave->base + more) * TURNS;

		*times_add(&made.times) =
		    (struct time_sample){{{500, 500 + TURNS}, {700, 700 + (uint64_t)(active + 0.5)}}, {100, 101}};
	}
	made.cell = (struct cell){.measured = true, .times = &made.times};
	made.results =
	    (struct results){.tests = {.v = &made.test, .n = 1}, .puts = {&made.put, 1}, .cells = &made.cell};
}

static unsigned
notes_of(void)
{
	return duration_of(&made.results, 0, 0).notes;
}

static void
test_values(void)
{
	struct duration duration;

	make(SAMPLES, &steady);
	duration = duration_of(&made.results, 0, 0);
	ok(duration.known && duration.samples == SAMPLES, "40 samples are known");
	ok(fabs(duration.median - 10.2) < 1e-9, "their median");
	/* The ranks of 40 values are 12 and 29, and each of 5 values is there 8 times. */
	ok(fabs(duration.least - 10.1) < 1e-9 && fabs(duration.most - 10.3) < 1e-9, "the interval: %g to %g",
	    duration.least, duration.most);
	ok(fabs(duration.p90 - 10.4) < 1e-9 && isnan(duration.p99), "percentiles");
	ok(!duration.notes, "and nothing is noted");
	make(SAMPLES, &below);
	duration = duration_of(&made.results, 0, 0);
	ok(isnan(duration.median) && duration.least == 0 && fabs(duration.most - 0.4) < 1e-9 &&
	        fabs(duration.p90 - 0.1) < 1e-9,
	    "less than nothing: below what it is off by: %g", duration.most);
	make(SAMPLES, &around);
	duration = duration_of(&made.results, 0, 0);
	ok(isnan(duration.median) && duration.least == 0 && fabs(duration.most - 0.2) < 1e-9,
	    "about nothing: below the most: %g", duration.most);
	make(SAMPLES, &steady);
	made.test.ops = 4;
	ok(fabs(duration_of(&made.results, 0, 0).median - 2.55) < 1e-9, "of one operation");
	made.test.ops = 20;
	ok(!duration_of(&made.results, 0, 0).notes, "an operation may take less than the loop, if a turn does not");
	made.times.n = 7;
	ok(!duration_of(&made.results, 0, 0).known, "7 samples are too few");
	made.cell.times = NULL;
	ok(!duration_of(&made.results, 0, 0).known, "none are none");
	make(10 * SAMPLES, &rising);
	duration = duration_of(&made.results, 0, 0);
	/* These are the values of ranks 174 and 227, 360 and 396, of 400. */
	ok(fabs(duration.least - 173) < 1e-9 && fabs(duration.most - 226) < 1e-9,
	    "the interval of values that all differ: %g to %g", duration.least, duration.most);
	ok(fabs(duration.p90 - 359) < 1e-9 && fabs(duration.p99 - 395) < 1e-9, "their percentiles");
}

/* The first samples take so long for what should always take the same. */
static void
interrupt(size_t n, uint64_t fixed)
{
	for (size_t i = 0; i < n; i++)
		made.times.v[i].fixed[VARIANT_EMPTY] = made.times.v[i].fixed[VARIANT_ACTIVE] = fixed;
}

static void
test_notes(void)
{
	make(SAMPLES, &wild);
	ok(notes_of() == 1u << DURATION_WIDE, "a wide interval");
	make(SAMPLES, &narrow);
	ok(!notes_of(), "an interval of just 5 %%");
	make(SAMPLES, &wide);
	ok(notes_of() == 1u << DURATION_WIDE, "one of more");
	make(SAMPLES, &drifting);
	ok(notes_of() == 1u << DURATION_HALVES, "halves that disagree");
	made.times.n = SAMPLES / 2 + 7;
	ok(!notes_of(), "but not of a few samples");
	make(SAMPLES, &steady);
	interrupt(SAMPLES / 10, 1000);
	ok(!notes_of(), "a tenth of the samples may be interrupted");
	interrupt(SAMPLES / 8, 106);
	ok(notes_of() == 1u << DURATION_SPEED, "another speed");
	make(SAMPLES, &steady);
	made.times.tick = 112;
	ok(!notes_of(), "a step of 1 %% of a sample");
	made.times.tick = 113;
	ok(notes_of() == 1u << DURATION_COARSE, "one of more");
	make(SAMPLES, &same);
	ok(!notes_of(), "as much as the empty loop");
	make(SAMPLES, &tiny);
	ok(notes_of() == (1u << DURATION_WIDE | 1u << DURATION_HIDDEN), "less than the empty loop");
	test_set(&made.test, "empty", memory_copy(""), 0);
	ok(notes_of() == 1u << DURATION_WIDE, "which a command does not overlap");
	test_free(&made.test);
}

static void
test_overlap(void)
{
	const struct duration a = {.least = 1, .most = 2}, b = {.least = 2, .most = 3}, c = {.least = 2.1, .most = 2.2},
	                      d = {.least = 0, .most = 9};

	ok(duration_overlaps(&a, &b) && duration_overlaps(&b, &a), "a common limit");
	ok(!duration_overlaps(&a, &c) && !duration_overlaps(&c, &a), "none");
	ok(duration_overlaps(&c, &d) && duration_overlaps(&d, &c), "one in the other");
}

static void
test_relation(void)
{
	char *one[] = {"processor=A", "cpu=1", "load=0.1", "clock=tsc", NULL};
	char *two[] = {"processor=A", "cpu=2", "load=0.9", "clock=tsc", NULL};
	char *three[] = {"processor=A", "clock=hpet", NULL};
	char *joined[] = {"processor=several", "clock=tsc", NULL};
	struct put puts[] = {{.host = {.v = one, .n = 4}}, {.host = {.v = two, .n = 4}}, {.host = {.v = three, .n = 2}},
	    {.label = ""}, {.host = {.v = joined, .n = 2}}, {.host = {.v = joined, .n = 2}}};
	const struct test *of = NULL;
	struct results results = {.puts = {puts, 6}};

	ok(duration_relation(&results, 0, 1) == DURATION_TOGETHER, "load and number do not matter");
	ok(duration_relation(&results, 0, 2) == DURATION_OTHER_HOST, "another clock does");
	ok(duration_relation(&results, 0, 3) == DURATION_OTHER_HOST, "so does an unknown host");
	ok(duration_relation(&results, 4, 5) == DURATION_TOGETHER, "puts of one shard took iterations");
	puts[1].file = "b.json";
	ok(duration_relation(&results, 0, 1) == DURATION_OTHER_TIME, "a file is of another run");
	puts[0].file = "b.json";
	ok(duration_relation(&results, 0, 1) == DURATION_TOGETHER, "but not of two");
	puts[0].provenance.date = 7;
	ok(duration_relation(&results, 0, 1) == DURATION_OTHER_TIME, "unless it was merged");
	puts[0].provenance.date = 0;
	results.of = &of;
	ok(duration_relation(&results, 0, 1) == DURATION_OTHER_TIME, "tests take no iterations");
	ok(duration_relation(&results, 4, 5) == DURATION_OTHER_HOST, "and are of other hosts if there are several");
}

int
main(void)
{
	test_values();
	test_notes();
	test_overlap();
	test_relation();
	free(made.times.v);
	return tap_done();
}
