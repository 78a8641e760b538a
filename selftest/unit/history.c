/* Histories of random runs, compared with what a plain reading of the rules says of each: which
   points there are, what breaks a series, which steps it has. */

#include "history/history.h"
#include "history/recorder.h"
#include "dice.h"
#include "saved.h"

enum { RUNS = 9, TESTS = 3, LABELS = 2, ROUNDS = 400, WHY = 64 };

/* A test on a label, in one run. */
struct made {
	enum history_state state;
	unsigned hash; /* 0: unknown */
	long spent;    /* in all turns */
	bool once;
};

struct made_run {
	bool has[LABELS]; /* the label */
	bool known;       /* it has fingerprints */
	bool path[LABELS];
	char libc[LABELS], version[LABELS], valgrind;
	unsigned long loops[LENGTH_COUNT];
	struct made cells[TESTS][LABELS];
};

static const char *const tests[] = {"one", "two", "three"};
static const char *const labels[] = {"a", "b"};
static struct made_run made[RUNS];
static size_t run_count, order[RUNS];

static bool
rarely(void)
{
	return !dice(6);
}

static void
make_run(struct made_run *run)
{
	*run = (struct made_run){.known = dice(10) > 0, .loops = {10, 20}};
	run->valgrind = rarely() ? 'w' : 'v';
	if (rarely())
		run->loops[LENGTH_LONG] = 30;
	for (size_t label = 0; label < LABELS; label++) {
		run->has[label] = !rarely();
		run->path[label] = label && dice(2);
		run->libc[label] = rarely() ? 'm' : 'l';
		run->version[label] = rarely() ? '2' : '1';
		for (size_t test = 0; test < TESTS; test++)
			run->cells[test][label] = (struct made){
			    .state = !run->has[label] || rarely() ? HISTORY_ABSENT
			             : rarely()                   ? HISTORY_FAILED
			                                          : HISTORY_MEASURED,
			    .hash = rarely() ? dice(3) : 1,
			    .spent = (long)dice(3) * 200 - 200,
			    .once = test == 2,
			};
	}
}

static void
add_put(struct results *r, const struct made_run *run, size_t label)
{
	char version[] = {run->version[label], '\0'}, libc[] = {run->libc[label], '\0'};
	char valgrind[] = {run->valgrind, '\0'};
	struct put *put;

	saved_add_put(r, run->path[label] ? "./cc" : "cc", labels[label], "", "");
	put = &r->puts.v[r->puts.n - 1];
	if (!run->known)
		return;
	saved_add_fingerprint(put);
	saved_set_trait(put, TRAIT_VERSION, version);
	saved_set_trait(put, TRAIT_LIBC, libc);
	saved_set_trait(put, TRAIT_VALGRIND, valgrind);
}

static void
fill_cell(struct cell *cell, const struct made *from)
{
	if (from->state == HISTORY_FAILED) {
		cell->failure = memory_new(sizeof *cell->failure);
		cell->failure->stage = memory_copy("compile");
		cell->failure->why = memory_copy("no");
	}
	if (from->state != HISTORY_MEASURED)
		return;
	cell->measured = true;
	cell->text_hash = from->hash;
	cell->counts[VARIANT_ACTIVE][LENGTH_LONG].of[FIELD_IR] = (uint64_t)(from->spent + 500);
	cell->counts[VARIANT_ACTIVE][LENGTH_SHORT].of[FIELD_IR] = (uint64_t)(from->once ? from->spent + 500 : 500);
}

static void
record(struct recorder *recorder, const struct made_run *run, const char *file)
{
	FREED_BY(results_free) struct results r = {.loops = {run->loops[0], run->loops[1]}};
	size_t put = 0;

	for (size_t test = 0; test < TESTS; test++)
		tests_add(&r.tests, tests[test])->ops = 1;
	for (size_t test = 0; test < TESTS; test++)
		r.tests.v[test].once = run->cells[test][0].once;
	for (size_t label = 0; label < LABELS; label++)
		if (run->has[label])
			add_put(&r, run, label);
	results_make_cells(&r);
	for (size_t label = 0; label < LABELS; label++) {
		for (size_t test = 0; test < TESTS && run->has[label]; test++)
			fill_cell(results_cell(&r, test, put), &run->cells[test][label]);
		put += run->has[label];
	}
	recorder_add(recorder, &r, file);
}

/* The i-th run in the order that was asked for. */
static const struct made_run *
at(size_t i)
{
	return &made[order[i]];
}

static const struct made *
cell_at(size_t i, size_t test, size_t label)
{
	return &at(i)->cells[test][label];
}

static bool
measured(size_t i, size_t test, size_t label)
{
	return cell_at(i, test, label)->state == HISTORY_MEASURED;
}

/* Returns true if two points can be compared; writes why not to the WHY bytes of why. */
static bool
are_comparable(size_t i, size_t k, size_t test, size_t label, char *why)
{
	const struct made_run *a = at(i), *b = at(k);
	const struct made *x = cell_at(i, test, label), *y = cell_at(k, test, label);
	bool known = a->known && b->known, tool = !a->path[label] && !b->path[label];

	snprintf(why, WHY, "%s%s%s%s%s", known && a->valgrind != b->valgrind ? "valgrind " : "",
	    known && a->libc[label] != b->libc[label] ? "library " : "",
	    known && tool && a->version[label] != b->version[label] ? "program " : "",
	    a->loops[1] != b->loops[1] && !x->once ? "loops " : "",
	    x->hash && y->hash && x->hash != y->hash ? "text " : "");
	return !*why;
}

/* The measured run before this one; RUNS: none. */
static size_t
before(size_t i, size_t test, size_t label)
{
	while (i--)
		if (measured(i, test, label))
			return i;
	return RUNS;
}

/* Returns whether a point cannot be compared with one of those since the last such point; writes why
   not with the first of them. A plain reading: the segment of each point is found from scratch. */
static bool
breaks(size_t i, size_t test, size_t label, char *why)
{
	size_t start = 0;

	*why = '\0';
	if (!measured(i, test, label))
		return false;
	for (size_t k = 0; k < i; k++)
		if (breaks(k, test, label, why))
			start = k;
	*why = '\0';
	for (size_t k = start; k < i; k++)
		if (measured(k, test, label) && !are_comparable(k, i, test, label, why))
			return true;
	return false;
}

static bool
names_all(const char *said, char *words)
{
	for (char *word = strtok(words, " "); word; word = strtok(NULL, " "))
		if (!strstr(said, word))
			return false;
	return true;
}

static double
value_at(size_t i, size_t test, size_t label)
{
	const struct made *cell = cell_at(i, test, label);
	double turns = (double)(at(i)->loops[1] - at(i)->loops[0]);

	return cell->once ? (double)cell->spent + 500 : (double)cell->spent / turns;
}

static bool
points_agree(const struct history *h, size_t test, size_t label, size_t t, size_t l)
{
	char why[WHY];

	for (size_t i = 0; i < run_count; i++) {
		const struct history_point *point = history_point(h, t, l, i);
		struct value value = history_value(h, t, l, i, 0);
		bool broken = breaks(i, test, label, why);

		if (point->state != cell_at(i, test, label)->state || (point->broken != 0) != broken)
			return false;
		if (broken && !names_all(h->breaks.v[point->broken - 1], why))
			return false;
		if (value.known != measured(i, test, label) || (value.known && value.v != value_at(i, test, label)))
			return false;
	}
	return true;
}

static bool
steps_agree(const struct history *h, size_t test, size_t label, size_t t, size_t l)
{
	struct history_step *steps;
	size_t n = history_steps(h, t, l, 0, &steps), found = 0;
	char why[WHY];
	bool agree = true;

	for (size_t i = 0; i < run_count; i++) {
		size_t last = before(i, test, label);

		if (!measured(i, test, label) || last == RUNS || breaks(i, test, label, why) ||
		    value_at(last, test, label) == value_at(i, test, label))
			continue;
		agree = agree && found < n && steps[found].before == last && steps[found].run == i &&
		        steps[found].change.from.v == value_at(last, test, label) &&
		        steps[found].change.to.v == value_at(i, test, label);
		found++;
	}
	free(steps);
	return agree && found == n;
}

/* From the last measured run back to the one that cannot be compared with that before it. */
static bool
ends_agree(const struct history *h, size_t test, size_t label, size_t t, size_t l)
{
	size_t first = RUNS, last = before(run_count, test, label), got_first, got_last;
	bool two = history_ends(h, t, l, &got_first, &got_last);
	char why[WHY];

	for (size_t i = last; i < RUNS; i = before(i, test, label)) {
		first = i;
		if (breaks(i, test, label, why))
			break;
	}
	if (two != (first != last))
		return false;
	return last == RUNS || (got_first == first && got_last == last);
}

static bool
series_agree(const struct history *h, size_t test, size_t label)
{
	size_t t = words_find(&h->tests, tests[test]), l = words_find(&h->labels, labels[label]);
	bool any = false;

	for (size_t i = 0; i < run_count; i++)
		any |= cell_at(i, test, label)->state != HISTORY_ABSENT;
	if (t == h->tests.n || l == h->labels.n)
		return !any;
	return history_has(h, t, l) == any && points_agree(h, test, label, t, l) && steps_agree(h, test, label, t, l) &&
	       ends_agree(h, test, label, t, l);
}

static void
shuffle(void)
{
	size_t k, was;

	for (size_t i = 0; i < run_count; i++)
		order[i] = i;
	for (size_t i = run_count; i > 1; i--) {
		k = dice(i);
		was = order[k];
		order[k] = order[i - 1];
		order[i - 1] = was;
	}
}

static bool
history_agrees(const struct fields *fields)
{
	FREED_BY(recorder_free) struct recorder recorder;
	FREED_BY(history_free) struct history h;
	bool agree = true;

	recorder_make(&recorder, fields, FIELD_BIT(FIELD_IR));
	run_count = 1 + dice(RUNS);
	for (size_t i = 0; i < run_count; i++) {
		char file[] = {(char)('0' + i), '\0'};

		make_run(&made[i]);
		record(&recorder, &made[i], file);
	}
	shuffle();
	history_make(&h, &recorder, order, run_count, &(struct words)WORDS_EMPTY, NULL);
	for (size_t i = 0; i < run_count; i++)
		agree = agree && *h.runs[i].file == (char)('0' + order[i]) &&
		        h.runs[i].unknown == (!at(i)->known && (at(i)->has[0] || at(i)->has[1]));
	for (size_t test = 0; test < TESTS; test++)
		for (size_t label = 0; label < LABELS; label++)
			agree = agree && series_agree(&h, test, label);
	return agree;
}

int
main(void)
{
	struct fields *fields = fields_new();
	size_t wrong = 0;

	fields_resolve(fields);
	for (size_t i = 0; i < ROUNDS; i++)
		wrong += !history_agrees(fields);
	ok(!wrong, "all of %d random histories have the points, breaks and steps of the rules", ROUNDS);
	fields_free(fields);
	return tap_done();
}
