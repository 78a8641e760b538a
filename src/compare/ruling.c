#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/change.h"
#include "compare/comparable.h"
#include "compare/ruling.h"
#include "util/display.h"
#include "util/memory.h"
#include "util/message.h"
#include "util/output.h"
#include "util/text.h"

/* What becomes of a test behind a gate. */
enum outcome {
	HELD,
	BROKEN,
	ADDED,
	NOT_CONCERNED,
	/* and why it is unjudged: */
	FAILED,
	MISSING,
	OTHER,
	EMPTIED,
	UNKNOWN,
	OUTCOMES
};

static const char *const reasons[OUTCOMES] = {
    [FAILED] = "failed, here or on the norm",
    [MISSING] = "missing, though the norm has counts",
    [OTHER] = "not comparable, as the norm measured another text",
    [EMPTIED] = "measures nothing here, which the norm did (empty or folded)",
    [UNKNOWN] = "has no number",
};

/* Names that are told, where there are more. */
enum { MOST_NAMES = 10 };

/* One gate on one put. */
struct trial {
	struct rulings *rulings;
	const struct results *results;
	const struct view *view;
	const struct gate *gate;
	size_t put;
	size_t of[OUTCOMES];
	struct text names[OUTCOMES];
};

/* Nothing is left there of the work that the norm did. */
static bool
is_emptied(const struct trial *t, size_t test)
{
	verdict_set empty = 1u << VERDICT_EMPTY | 1u << VERDICT_FOLDED;
	verdict_set norm = results_cell(t->results, test, t->view->norm)->verdicts;
	verdict_set now = results_cell(t->results, test, t->put)->verdicts;

	return now & empty & ~norm & ~t->results->tests.v[test].expected;
}

static enum outcome
compare(const struct trial *t, size_t test, struct ruling *ruling)
{
	const struct results *results = t->results;
	enum field f = t->gate->field;
	size_t norm = t->view->norm;
	struct value a = calc_operation(results, test, norm, f);
	struct value b = calc_operation(results, test, t->put, f);

	if (is_emptied(t, test))
		return EMPTIED;
	if (!a.known || !b.known || !isfinite(a.v) || !isfinite(b.v))
		return UNKNOWN;
	ruling->norm = a.v;
	ruling->count = b.v;
	if (calc_overlap(results, test, norm, t->put, f))
		return HELD;
	return gate_breaks(t->gate, a.v, b.v) ? BROKEN : HELD;
}

static enum outcome
try(const struct trial *t, size_t test, struct ruling *ruling)
{
	if (!gate_concerns(t->gate, t->results->tests.v[test].name))
		return NOT_CONCERNED;
	switch (change_obstacle(t->results, test, t->view->norm, t->put)) {
	case CHANGE_NONE:
		return NOT_CONCERNED;
	case CHANGE_NEW:
		return ADDED;
	case CHANGE_GONE:
		return MISSING;
	case CHANGE_FAILED:
		return FAILED;
	case CHANGE_OTHER:
		return OTHER;
	default:
		return compare(t, test, ruling);
	}
}

static void
add(struct trial *t, const struct ruling *ruling)
{
	struct rulings *rulings = t->rulings;

	rulings->v = memory_resize(rulings->v, rulings->n + 1, sizeof *rulings->v);
	rulings->v[rulings->n] = *ruling;
	rulings->v[rulings->n].gate = t->gate;
	rulings->v[rulings->n++].label = t->results->puts.v[t->put].label;
}

/* Takes ownership of why. */
static void
add_unjudged(struct trial *t, char *why)
{
	add(t, &(struct ruling){.why = why});
	t->rulings->unjudged++;
}

static void
add_outcome(struct trial *t, size_t test, enum outcome outcome, const struct ruling *ruling)
{
	const char *name = t->results->tests.v[test].name;
	struct ruling broken = *ruling;

	if (outcome == BROKEN) {
		broken.test = memory_copy(name);
		add(t, &broken);
	}
	if (t->of[outcome]++ < MOST_NAMES)
		text_addf(&t->names[outcome], "%s%s", t->of[outcome] > 1 ? ", " : "", name);
}

static void
add_reasons(struct trial *t)
{
	enum outcome o;

	for (o = FAILED; o < OUTCOMES; o++) {
		size_t n = t->of[o];

		if (n > MOST_NAMES)
			text_addf(&t->names[o], " and %zu more", n - MOST_NAMES);
		if (n)
			add_unjudged(t, text_print("%s: %s", reasons[o], t->names[o].s));
	}
}

static void
try_put(struct trial *t, bool same)
{
	const struct put *puts = t->results->puts.v;
	char *why = comparable_difference(&puts[t->view->norm], &puts[t->put], same);
	size_t before = t->rulings->unjudged, test;

	for (test = 0; test < t->results->tests.n && !why; test++) {
		struct ruling ruling = {0};
		enum outcome outcome = try(t, test, &ruling);

		add_outcome(t, test, outcome, &ruling);
	}
	if (why)
		add_unjudged(t, why);
	add_reasons(t);
	if (!t->of[HELD] && !t->of[BROKEN] && t->rulings->unjudged == before)
		add_unjudged(t, memory_copy(t->of[ADDED] ? "all its tests are new"
		                                         : "nothing was measured"));
	t->rulings->judged += t->of[HELD] + t->of[BROKEN];
	t->rulings->broken += t->of[BROKEN];
	t->rulings->added += t->of[ADDED];
}

void
rulings_make(struct rulings *rulings, const struct results *results, const struct gates *gates,
    const struct view *view, bool same)
{
	size_t gate, put;
	enum outcome o;

	*rulings = (struct rulings){.norm = results->puts.v[view->norm].label};
	for (gate = 0; gate < gates->n; gate++)
		for (put = 0; put < results->puts.n; put++) {
			struct trial t = {.rulings = rulings,
			    .results = results,
			    .view = view,
			    .gate = &gates->v[gate],
			    .put = put};

			if (put != view->norm)
				try_put(&t, same);
			for (o = 0; o < OUTCOMES; o++)
				text_free(&t.names[o]);
		}
}

int
rulings_status(const struct rulings *rulings)
{
	return rulings->unjudged ? STATUS_FAILURE : rulings->broken ? STATUS_NO : STATUS_OK;
}

char *
ruling_text(const struct ruling *ruling, const char *norm)
{
	double more = ruling->count - ruling->norm;
	char from[CALC_SHOWN], to[CALC_SHOWN], percent[CHANGE_SIZE];
	struct text t = TEXT_EMPTY;
	int decimals;

	if (ruling->why)
		return text_print("unjudged on %s: %s", ruling->label, ruling->why);
	decimals = calc_show_both(
	    ruling->norm, ruling->count, calc_decimals(ruling->gate->field), from, to);
	text_addf(&t, "%s on %s: %s is %s, on %s %s: %+.*f", ruling->test, ruling->label,
	    field_name(ruling->gate->field), to, norm, from, decimals, more);
	if (ruling->norm != 0)
		text_addf(
		    &t, " (%s)", change_percent(more * 100 / fabs(ruling->norm), percent));
	return text_take(&t);
}

char *
rulings_summary(const struct rulings *rulings)
{
	struct text t = TEXT_EMPTY;

	text_addf(&t, "%zu count%s judged, %zu above the limit", rulings->judged,
	    rulings->judged == 1 ? "" : "s", rulings->broken);
	if (rulings->added)
		text_addf(&t, ", %zu new", rulings->added);
	if (rulings->unjudged)
		text_add(&t, "; not all could be judged");
	return text_take(&t);
}

/* Takes ownership of text. */
static void
say(const char *head, const char *spec, char *text)
{
	char *shown = display_line(text);

	message_warn("%s%s: %s", head, spec, shown);
	free(shown);
	free(text);
}

void
rulings_say(const struct rulings *rulings)
{
	size_t i;

	output_flush();
	for (i = 0; i < rulings->n; i++)
		say("gate ", rulings->v[i].gate->spec,
		    ruling_text(&rulings->v[i], rulings->norm));
	say("gates", "", rulings_summary(rulings));
}

void
rulings_free(struct rulings *rulings)
{
	size_t i;

	for (i = 0; i < rulings->n; i++) {
		free(rulings->v[i].test);
		free(rulings->v[i].why);
	}
	free(rulings->v);
	*rulings = (struct rulings){0};
}
