#include <math.h>
#include <stdlib.h>

#include "compare/comparable.h"
#include "compare/ruling.h"
#include "util/array.h"
#include "util/display.h"
#include "util/memory.h"
#include "util/message.h"
#include "util/text.h"

/* The judgement of a gate on a test. */
enum outcome {
	WITHIN, /* the limit */
	ABOVE,
	NEW,    /* not on the norm */
	EXEMPT, /* the gate does not apply, or neither put has the test */
	/* and why it is unjudged: */
	FAILED,
	MISSING,
	UNTRIED,
	OTHER,
	UNTOLD,
	PARTIAL,
	UNREAL,
	STEPPED,
	UNCOUNTED,
	UNKNOWN,
	OUTCOMES
};

/* NORM stands for the norm's label, as tables have it. */
static const char *const reasons[OUTCOMES] = {
    [FAILED] = "failed, here or on NORM",
    [MISSING] = "missing, though NORM has counts",
    [UNTRIED] = "named by the gate, but not measured, here or on NORM",
    [OTHER] = "not comparable: the text differs from that on NORM",
    [UNTOLD] = "not comparable: the text is unknown, here or on NORM",
    [PARTIAL] =
        "measures nothing or only a part (empty, folded, hoisted, shared, unstored or processes), unlike on NORM",
    [UNREAL] =
        "valgrind's own (vdso, fenv, signal, syscall, heap, split or machine), unlike on NORM",
    [STEPPED] = "counted in single steps (stepped), here or on NORM",
    [UNCOUNTED] = "not counted by QEMU or in single steps, here or on NORM",
    [UNKNOWN] = "has no value",
};

#define PARTIAL_VERDICTS \
	(1u << VERDICT_EMPTY | 1u << VERDICT_FOLDED | 1u << VERDICT_HOISTED | \
	    1u << VERDICT_SHARED | 1u << VERDICT_UNSTORED | 1u << VERDICT_PROCESSES)

/* At most this many tests are named for one reason. */
enum { MOST_NAMES = 10 };

/* One gate on one put. */
struct trial {
	struct rulings *rulings;
	const struct comparison *comparison;
	const struct gate *gate;
	size_t put;
	size_t of[OUTCOMES]; /* how many tests */
	struct text names[OUTCOMES];
};

static bool
applies(const struct trial *t, size_t test)
{
	const struct results *results = t->comparison->results;

	return !results_lacks(results, test, t->put) &&
	       gate_applies(t->gate, results_test(results, test, t->put)->name);
}

/* The unexpected verdicts on a cell that the other one does not have. */
static verdict_set
unshared(const struct results *results, size_t test, size_t put, size_t other, enum field f)
{
	return results_unexpected(results, test, put, FIELD_BIT(f)) &
	       ~results_cell(results, test, other)->verdicts;
}

static enum outcome
try_value(const struct trial *t, size_t test, const struct change *change)
{
	const struct results *results = t->comparison->results;
	size_t norm = t->comparison->norm;
	enum field f = t->gate->field;
	/* Marks of one of both make its count the smaller or the larger one. */
	verdict_set verdicts =
	    unshared(results, test, t->put, norm, f) | unshared(results, test, norm, t->put, f);

	if (verdicts & PARTIAL_VERDICTS)
		return PARTIAL;
	if (verdicts & VERDICT_OF_VALGRIND)
		return UNREAL;
	if (verdicts & 1u << VERDICT_STEPPED)
		return STEPPED;
	if (!change->from.known || !change->to.known || !isfinite(change->from.v) ||
	    !isfinite(change->to.v))
		return calc_is_uncounted(results, test, t->put, f) ||
		               calc_is_uncounted(results, test, norm, f)
		           ? UNCOUNTED
		           : UNKNOWN;
	return !change->overlap && gate_exceeded(t->gate, change->from.v, change->to.v,
	                               fields_higher(results->fields, f))
	           ? ABOVE
	           : WITHIN;
}

static enum outcome
ruling_try(const struct trial *t, size_t test, const struct change *change)
{
	if (!applies(t, test))
		return EXEMPT;
	switch (change->kind) {
	case CHANGE_UNTRIED:
		return t->gate->tests.names.n ? UNTRIED : EXEMPT;
	case CHANGE_NEW:
		return NEW;
	case CHANGE_MISSING:
		return MISSING;
	case CHANGE_FAILED:
		return FAILED;
	case CHANGE_OTHER_TEXT:
		return OTHER;
	default:
		return comparison_has_texts(t->comparison, test, t->put)
		           ? try_value(t, test, change)
		           : UNTOLD;
	}
}

/* Adds a ruling, which it completes. */
static void
ruling_add(struct trial *t, struct ruling ruling)
{
	ruling.gate = t->gate;
	ruling.label = t->comparison->results->puts.v[t->put].label;
	*ARRAY_ADD(t->rulings->v, t->rulings->n) = ruling;
	t->rulings->unjudged += ruling.why != NULL;
}

static void
add_outcome(struct trial *t, size_t test, enum outcome outcome, const struct change *change)
{
	const char *name = t->comparison->results->tests.v[test].name;

	if (outcome == ABOVE)
		ruling_add(t, (struct ruling){.test = name, .change = *change});
	if (t->of[outcome]++ < MOST_NAMES)
		text_addf(&t->names[outcome], "%s%s", t->of[outcome] > 1 ? ", " : "", name);
}

static void
add_reasons(struct trial *t)
{
	for (enum outcome o = FAILED; o < OUTCOMES; o++) {
		size_t n = t->of[o];
		OWNED char *reason = NULL;

		if (n > MOST_NAMES)
			text_addf(&t->names[o], " and %zu more", n - MOST_NAMES);
		if (!n)
			continue;
		reason = text_replace(reasons[o], "NORM", t->rulings->norm);
		ruling_add(
		    t, (struct ruling){.why = text_print("%s: %s", reason, t->names[o].s)});
	}
}

static void
try_put(struct trial *t, bool same)
{
	const struct comparison *comparison = t->comparison;
	const struct results *results = comparison->results;
	char *why = comparable_difference(
	    &results->puts.v[comparison->norm], &results->puts.v[t->put], same);
	size_t before = t->rulings->unjudged;

	for (size_t test = 0; test < results->tests.n && !why; test++) {
		struct change change = comparison_of(comparison, test, t->put, t->gate->field);

		add_outcome(t, test, ruling_try(t, test, &change), &change);
	}
	if (why)
		ruling_add(t, (struct ruling){.why = why});
	add_reasons(t);
	if (!t->of[WITHIN] && !t->of[ABOVE] && t->rulings->unjudged == before)
		ruling_add(t,
		    (struct ruling){.why = memory_copy(t->of[NEW] ? "all its tests are new"
		                                                  : "nothing was measured")});
	t->rulings->judged += t->of[WITHIN] + t->of[ABOVE];
	t->rulings->above += t->of[ABOVE];
	t->rulings->added += t->of[NEW];
}

/* Columns that are not puts have different tests. */
static bool
applies_to_column(const struct trial *t)
{
	const struct results *results = t->comparison->results;

	for (size_t test = 0; results->of && test < results->tests.n; test++)
		if (applies(t, test))
			return true;
	return !results->of;
}

static void
try_gate(struct rulings *rulings, const struct comparison *comparison, const struct gate *gate,
    bool same)
{
	const struct results *results = comparison->results;
	struct trial t = {rulings, comparison, gate, 0, {0}, {TEXT_EMPTY}};
	size_t tried = 0;

	for (; t.put < results->puts.n; t.put++) {
		if (t.put == comparison->norm || !applies_to_column(&t))
			continue;
		try_put(&t, same);
		tried++;
		for (enum outcome o = 0; o < OUTCOMES; o++) {
			t.of[o] = 0;
			text_free(&t.names[o]);
		}
	}
	t.put = comparison->norm;
	if (results->of && !tried)
		ruling_add(&t,
		    (struct ruling){.why = memory_copy("its tests are in no other column")});
}

void
rulings_make(struct rulings *rulings, const struct comparison *comparison,
    const struct gates *gates, bool same)
{
	const struct results *results = comparison->results;

	*rulings =
	    (struct rulings){.norm = gates->n ? results->puts.v[comparison->norm].label : NULL,
	        .fields = results->fields};
	for (size_t i = 0; i < gates->n; i++)
		try_gate(rulings, comparison, &gates->v[i], same);
}

/* Says why a budget cannot be judged; NULL: it can. The caller frees. */
static char *
unjudged(const struct results *results, size_t test, size_t put, const struct gate *gate,
    struct value count)
{
	enum field f = gate->field;
	OWNED char *partial = verdict_names(
	    PARTIAL_VERDICTS & results_unexpected(results, test, put, FIELD_BIT(f)));
	const char *why = results_cell(results, test, put)->failure ? "failed"
	                  : *partial                                ? partial
	                  : calc_is_uncounted(results, test, put, f)
	                      ? "not counted by QEMU or in single steps"
	                  : !count.known || !isfinite(count.v) ? "has no value"
	                                                       : NULL;

	return why ? text_print("%s%s: %s of %s", why == partial ? "marked " : "", why,
	                 fields_name(results->fields, f), gate->budgeted->name)
	           : NULL;
}

static void
try_budget(
    struct rulings *rulings, const struct results *results, size_t put, const struct gate *gate)
{
	static const struct gate exact = {.limit = 0};
	size_t test = (size_t)(gate->budgeted - results->tests.v);
	const struct cell *cell = results_cell(results, test, put);
	struct value count = calc_value(results, test, put, gate->field),
	             most = {true, gate->limit};
	struct ruling ruling = {
	    gate, results->puts.v[put].label, .why = unjudged(results, test, put, gate, count)};
	bool above;

	if (!cell->measured && !cell->failure)
		return;
	above = !ruling.why && gate_exceeded(&exact, most.v, count.v,
	                           fields_higher(results->fields, gate->field));
	if (above) {
		ruling.test = gate->budgeted->name;
		ruling.change =
		    (struct change){.from = most, .to = count, .kind = CHANGE_WORSE};
		ruling.change.difference = count.v - most.v;
		ruling.change.percent =
		    change_percent_of(results->fields, gate->field, most.v, count.v);
	}
	if (above || ruling.why)
		*ARRAY_ADD(rulings->v, rulings->n) = ruling;
	rulings->above += above;
	rulings->unjudged += ruling.why != NULL;
	rulings->judged += !ruling.why;
}

void
rulings_add_budgets(struct rulings *rulings, const struct results *results, size_t first)
{
	gates_add_budgets(&rulings->budgets, &results->tests, results->fields);
	ARRAY_EACH(const struct gate, gate, rulings->budgets.v, rulings->budgets.n)
		for (size_t put = first; put < results->puts.n; put++)
			try_budget(rulings, results, put, gate);
}

int
rulings_status(const struct rulings *rulings)
{
	return rulings->unjudged ? STATUS_FAILURE : rulings->above ? STATUS_NO : STATUS_OK;
}

char *
ruling_text(const struct rulings *rulings, size_t i)
{
	const struct ruling *ruling = &rulings->v[i];
	const struct fields *fields = rulings->fields;
	enum field f = ruling->gate->field;
	const struct change *change = &ruling->change;
	char from[CALC_SHOWN], to[CALC_SHOWN], percent[CHANGE_SIZE];
	struct text t = TEXT_EMPTY;
	bool budget = ruling->gate->budgeted;
	int decimals;

	if (ruling->why)
		return text_print("unjudged on %s: %s", ruling->label, ruling->why);
	decimals =
	    calc_show_both(change->from.v, change->to.v, calc_decimals(fields, f), from, to);
	text_addf(&t, "%s on %s: %s is %s, %s %s %s: %+.*f", ruling->test, ruling->label,
	    fields_name(fields, f), to, budget ? "its" : "on",
	    budget ? "budget" : rulings->norm, from, decimals, change->difference);
	/* A percentage of a value near 0, which is noise, means nothing. */
	if (isfinite(change->percent) && change->percent != 0)
		text_addf(&t, " (%s)", change_show(change, percent));
	return text_take(&t);
}

/* Returns true if a count is below a limit, because a higher one would be better. */
static bool
is_any_below(const struct rulings *rulings)
{
	for (size_t i = 0; i < rulings->n; i++)
		if (rulings->v[i].test &&
		    fields_higher(rulings->fields, rulings->v[i].gate->field))
			return true;
	return false;
}

char *
rulings_summary(const struct rulings *rulings)
{
	struct text t = TEXT_EMPTY;

	text_addf(&t, "%zu count%s judged, %zu %s the limit", rulings->judged,
	    rulings->judged == 1 ? "" : "s", rulings->above,
	    is_any_below(rulings) ? "beyond" : "above");
	if (rulings->added)
		text_addf(&t, ", %zu new", rulings->added);
	if (rulings->unjudged)
		text_add(&t, "; not all could be judged");
	return text_take(&t);
}

struct words
rulings_lines(const struct rulings *rulings)
{
	struct words lines = WORDS_EMPTY;

	for (size_t i = 0; i <= rulings->n; i++) {
		bool last = i == rulings->n;
		OWNED char *text = last ? rulings_summary(rulings) : ruling_text(rulings, i);
		OWNED char *shown = display_line(text);

		words_take(
		    &lines, last ? text_print("gates: %s", shown)
		                 : text_print("gate %s: %s", rulings->v[i].gate->spec, shown));
	}
	return lines;
}

void
rulings_free(struct rulings *rulings)
{
	for (size_t i = 0; i < rulings->n; i++)
		free(rulings->v[i].why);
	free(rulings->v);
	gates_free(&rulings->budgets);
	*rulings = (struct rulings){0};
}
