#include <stdlib.h>
#include <string.h>

#include "measure/again/hoist.h"
#include "measure/again/remeasure.h"
#include "util/memory.h"
#include "util/message.h"
#include "util/text.h"

/* The line number that the first statement has for the compiler: one that few benchfiles have,
   as large as strict C89 allows. The test's own lines give no errors, since it compiled before.
 */
enum { FIRST_LINE = 30000 };

/* The number of the statement that a line of the output objects to, or count. A warning is not
   an objection. */
static size_t
objected(const char *line, size_t count)
{
	const char *s = strstr(line, "warning") ? "" : line;
	unsigned long number = count;

	while ((s = strchr(s, ':'))) {
		unsigned long n = strtoul(++s, NULL, 10);

		if (n >= FIRST_LINE && n - FIRST_LINE < count)
			number = n - FIRST_LINE;
	}
	return number;
}

bool
hoist_drop(struct words *names, const char *output)
{
	OWNED bool *bad = memory_array(names->n + 1, sizeof *bad);
	struct words kept = WORDS_EMPTY;
	size_t i;

	while (*output) {
		size_t n = strcspn(output, "\n");
		OWNED char *line = memory_copy_n(output, n);

		bad[objected(line, names->n)] = true;
		output += n + (output[n] == '\n');
	}
	for (i = 0; i < names->n; i++)
		if (!bad[i])
			words_add(&kept, names->v[i]);
	i = names->n - kept.n;
	words_free(names);
	*names = kept;
	return i > 0;
}

/* The statements that hide the names, one on each line, and what memory holds. An object that
   is hidden once is hidden by a copy, if the language can: if its own address were given away,
   the compiler would have to assume that each iteration changes it, and could not move the
   code. */
static char *
statements(const struct language *language, const struct words *names, bool each_iteration)
{
	const char *hide =
	    each_iteration || !*language->renew ? language->opaque : language->renew;
	struct text t = TEXT_EMPTY;

	for (size_t i = 0; i < names->n; i++) {
		OWNED char *statement = text_replace(hide, "{name}", names->v[i]);

		text_addf(&t, "%s\n", statement);
	}
	text_addf(&t, "%s\n", language->settle);
	return text_take(&t);
}

void
hoist_hide(struct test *test, const struct target *target, const struct words *names,
    bool each_iteration)
{
	enum part_kind kind = each_iteration ? PART_PRE : PART_SETUP;
	const char *text = part_text(target_part(target, test, kind));
	OWNED char *own = text_print("%s.%s", part_name(kind), target->language->name);
	OWNED char *added = statements(target->language, names, each_iteration);
	char *hidden = each_iteration ? text_print("%s%s", added, text)
	                              : text_print("%s\n%s", text, added);

	test_set(test, own, hidden, each_iteration ? FIRST_LINE : 0);
}

/* The search in the tests of one language. */
struct hoist {
	struct results *results;
	struct targets *targets;
	const struct config *config;
	bool all;                    /* of the tests, not only those that have the verdict */
	const struct target *target; /* the first with the language */
	struct words *names;         /* for each test, the names to be hidden */
	bool *due;                   /* for each test, whether it is measured next */
	/* Tests x puts: what a cell costs with all objects hidden in each iteration, or 0. */
	int64_t *hidden;
	size_t *unknown;
};

static const char how[] =
    "with parameters, memory and the objects of setup hidden from the compiler";

static int64_t
spent(const struct cell *cell)
{
	return cell->measured ? results_spent(cell, false, FIELD_IR) : 0;
}

/* Returns true if it is more by over one share in so many: other registers and another order of
   instructions make a smaller difference. */
static bool
is_more(int64_t now, int64_t before, int64_t shares)
{
	return shares * now > (shares + 1) * before;
}

static int64_t *
hidden_cost(struct hoist *h, size_t row, size_t put)
{
	return &h->hidden[row * h->results->puts.n + put];
}

/* Goes to the next cell of the language that had counts before. */
static bool
next_candidate(const struct hoist *h, const struct remeasure *rerun, struct remeasured *cell)
{
	while (remeasure_next(rerun, cell))
		if (h->targets->v[cell->put].language == h->target->language &&
		    cell->before->measured)
			return true;
	return false;
}

static enum measure_end
measure_due(struct hoist *h, bool each_iteration, struct remeasure *rerun)
{
	remeasure_begin(rerun, h->results, 0, h->targets, h->config);
	for (size_t i = 0; i < h->results->tests.n; i++)
		if (h->due[i])
			hoist_hide(
			    remeasure_add(rerun, i), h->target, &h->names[i], each_iteration);
	memset(h->due, 0, h->results->tests.n * sizeof *h->due);
	return remeasure_measure(rerun);
}

/* The compilers know best which names are objects. Returns true if one objected to any of them:
   the test is then due again without these. */
static bool
learn_names(struct hoist *h, struct remeasure *rerun, size_t test)
{
	struct text outputs = TEXT_EMPTY;
	size_t row = rerun->rows[test];
	OWNED char *all = NULL;

	for (size_t put = 0; put < h->results->puts.n; put++) {
		const struct failure *failure =
		    results_cell(&rerun->results, test, put)->failure;

		if (failure && !strcmp(failure->stage, STAGE_COMPILE))
			text_addf(&outputs, "%s\n", failure->output);
	}
	all = text_take(&outputs);
	h->due[row] = hoist_drop(&h->names[row], all);
	if (h->due[row])
		remeasure_forget(rerun, test);
	return h->due[row];
}

/* Notes what the cells cost that were measured. */
static void
note_costs(struct hoist *h, struct remeasure *rerun)
{
	struct remeasured cell = {0};

	*h->unknown += remeasure_report(rerun, how);
	while (next_candidate(h, rerun, &cell))
		*hidden_cost(h, rerun->rows[cell.test], cell.put) = spent(cell.now);
}

/* Hides the objects in each iteration, then without the names that a compiler objects to. */
static enum measure_end
hide_in_iterations(struct hoist *h)
{
	enum measure_end end;
	bool more = true;

	do {
		FREED_BY(remeasure_free) struct remeasure rerun = {0};

		more = false;
		end = measure_due(h, true, &rerun);
		for (size_t i = 0; i < rerun.results.tests.n && !end; i++)
			more |= learn_names(h, &rerun, i);
		if (!end)
			note_costs(h, &rerun);
	} while (more);
	return end;
}

static void
judge_cells(struct hoist *h, struct remeasure *rerun)
{
	struct remeasured cell = {0};

	*h->unknown += remeasure_report(rerun, how);
	while (next_candidate(h, rerun, &cell)) {
		int64_t cost = *hidden_cost(h, rerun->rows[cell.test], cell.put);

		if (cell.now->measured && is_more(cost, spent(cell.before), 10) &&
		    is_more(cost, spent(cell.now), 10))
			cell.before->verdicts |= 1u << VERDICT_HOISTED;
	}
}

/* The code itself may be cheaper because the compiler knew the objects. So a cell is compared
   with one in which they are hidden only once. Stores that were left out come back if memory is
   hidden, too: they are not looked for. */
static enum measure_end
hide_once(struct hoist *h)
{
	FREED_BY(remeasure_free) struct remeasure rerun = {0};
	enum measure_end end;

	for (size_t i = 0; i < h->results->tests.n; i++)
		for (size_t put = 0; put < h->results->puts.n; put++) {
			struct cell *cell = results_cell(h->results, i, put);
			int64_t *cost = hidden_cost(h, i, put);

			if (*cost)
				cell->verdicts &= ~(1u << VERDICT_HOISTED);
			if (cell->verdicts & 1u << VERDICT_UNSTORED)
				*cost = 0;
			h->due[i] |= is_more(*cost, spent(cell), 10);
		}
	end = measure_due(h, false, &rerun);
	if (!end)
		judge_cells(h, &rerun);
	return end;
}

static bool
has_verdict(const struct hoist *h, size_t row, enum verdict verdict)
{
	for (size_t put = 0; put < h->results->puts.n; put++)
		if (results_cell(h->results, row, put)->verdicts & 1u << verdict)
			return true;
	return false;
}

/* Makes those tests due that have counts and something to hide, and do not expect the verdict:
   names, or, for what is hoisted, memory. */
static void
hoist_begin(struct hoist *h, enum verdict verdict)
{
	bool memory = verdict == VERDICT_HOISTED && *h->target->language->settle;

	for (size_t i = 0; i < h->results->tests.n; i++)
		h->due[i] = (memory || h->names[i].n) && results_has_counts(h->results, i) &&
		            !(h->results->tests.v[i].expected & 1u << verdict) &&
		            (h->all || has_verdict(h, i, verdict));
}

/* Finds the names to be hidden: of what setup declares, or of what "pre" may change. rows: of
   the tests, if results has others. */
static void
find_names(
    struct hoist *h, const struct results *results, const size_t *rows, enum verdict verdict)
{
	for (size_t i = 0; i < results->tests.n; i++)
		for (size_t put = 0; put < results->puts.n; put++) {
			const struct shared *shared = results_cell(results, i, put)->shared;
			const struct words *names = !shared ? NULL
			                            : verdict == VERDICT_SHARED
			                                ? &shared->held
			                                : &shared->declared;

			for (size_t k = 0; names && k < names->n; k++)
				words_intern(&h->names[rows ? rows[i] : i], names->v[k]);
		}
}

/* Only a run that looks at all tests has looked at what their setup declares. */
static enum measure_end
look_at_due(struct hoist *h)
{
	FREED_BY(remeasure_free) struct remeasure rerun = {0};
	enum measure_end end;

	remeasure_begin(&rerun, h->results, 0, h->targets, h->config);
	rerun.config.looks = true;
	for (size_t i = 0; i < h->results->tests.n; i++)
		if (h->due[i])
			remeasure_add(&rerun, i);
	end = remeasure_measure(&rerun);
	find_names(h, &rerun.results, rerun.rows, VERDICT_HOISTED);
	return end;
}

static enum measure_end
find_hoisted(struct hoist *h)
{
	enum measure_end end = MEASURE_DONE;

	find_names(h, h->results, NULL, VERDICT_HOISTED);
	hoist_begin(h, VERDICT_HOISTED);
	if (!h->all)
		end = look_at_due(h);
	if (!end)
		end = hide_in_iterations(h);
	return end ? end : hide_once(h);
}

/* Code does not get cheaper if objects are forgotten: the difference may be work of "pre". */
static void
judge_shared(struct hoist *h, const struct remeasure *rerun, const struct remeasured *cell)
{
	size_t row = rerun->rows[cell->test];
	OWNED char *names = NULL;

	if (!cell->now->measured || cell->now->verdicts & 1u << VERDICT_SHARED ||
	    !cell->before->shared || !is_more(spent(cell->before), spent(cell->now), 50))
		return;
	names = words_join(&cell->before->shared->held, ", ");
	cell->before->verdicts |= 1u << VERDICT_SHARED;
	message_warn("%s on %s: part of 'pre' may be counted as code: wrap the values of %s in "
	             "BLACK_BOX",
	    h->results->tests.v[row].name, h->results->puts.v[cell->put].label, names);
}

/* Sets the language of all targets that have the one, and returns what is measured then. */
static enum measure_end
hoist_measure_in(struct hoist *h, struct remeasure *rerun, const struct language *language)
{
	const struct language *usual = h->target->language;
	enum measure_end end;

	for (size_t i = 0; i < h->targets->n; i++)
		if (h->targets->v[i].language == usual)
			h->targets->v[i].language = language;
	end = remeasure_measure(rerun);
	for (size_t i = 0; i < h->targets->n; i++)
		if (h->targets->v[i].language == language)
			h->targets->v[i].language = usual;
	return end;
}

static enum measure_end
hoist_find_shared(struct hoist *h)
{
	struct language forgetting = *h->target->language;
	struct remeasured cell = {0};
	FREED_BY(remeasure_free) struct remeasure rerun = {0};
	enum measure_end end;

	find_names(h, h->results, NULL, VERDICT_SHARED);
	hoist_begin(h, VERDICT_SHARED);
	remeasure_begin(&rerun, h->results, 0, h->targets, h->config);
	for (size_t i = 0; i < h->results->tests.n; i++)
		if (h->due[i])
			remeasure_add(&rerun, i);
	forgetting.hold = forgetting.renew;
	end = hoist_measure_in(h, &rerun, &forgetting);
	if (!end) {
		*h->unknown += remeasure_report(
		    &rerun, "with the objects of pre hidden from the compiler");
		while (next_candidate(h, &rerun, &cell))
			judge_shared(h, &rerun, &cell);
	}
	return end;
}

static enum measure_end
find_in_language(struct hoist *h, enum measure_end (*find)(struct hoist *))
{
	size_t n = h->results->tests.n;
	enum measure_end end;

	h->names = memory_array(n + 1, sizeof *h->names);
	h->due = memory_array(n + 1, sizeof *h->due);
	h->hidden = memory_array(n * h->results->puts.n + 1, sizeof *h->hidden);
	end = find(h);
	for (size_t i = 0; i < n; i++)
		words_free(&h->names[i]);
	free(h->names);
	free(h->due);
	free(h->hidden);
	return end;
}

enum measure_end
hoist_find(struct results *results, struct targets *targets, const struct config *config,
    bool all, size_t *unknown)
{
	enum measure_end end = MEASURE_DONE;
	size_t k;

	*unknown = 0;
	for (size_t i = 0; i < targets->n && !end; i++) {
		const struct language *language = targets->v[i].language;
		struct hoist h = {.results = results,
		    .targets = targets,
		    .config = config,
		    .all = all,
		    .target = &targets->v[i],
		    .unknown = unknown};

		for (k = 0; k < i && targets->v[k].language != language; k++)
			;
		if (k < i)
			continue;
		if (*language->opaque)
			end = find_in_language(&h, find_hoisted);
		if (all && *language->renew && !end)
			end = find_in_language(&h, hoist_find_shared);
	}
	return end;
}
