#include <math.h>
#include <stdlib.h>

#include "compare/machines.h"
#include "compare/variation.h"
#include "report/durations.h"
#include "report/explain/explain_print.h"
#include "report/format_print.h"
#include "report/history/history_print.h"
#include "util/jsontext.h"

static void
add_verdicts(struct text *t, verdict_set verdicts)
{
	enum verdict v;
	size_t n = 0;

	text_add_char(t, '[');
	for (v = 0; v < VERDICT_COUNT; v++) {
		if (!(verdicts & 1u << v))
			continue;
		jsontext_comma(t, n++);
		jsontext_string(t, verdict_name(v));
	}
	text_add_char(t, ']');
}

static void
add_counts(struct text *t, const struct page *page, size_t test, size_t put)
{
	char least[FIELD_NAME_MOST + 8], most[FIELD_NAME_MOST + 8];
	size_t i;

	for (i = 0; i < page->field_count; i++) {
		enum field f = page->fields[i];
		struct value value = calc_value(page->results, test, put, f);

		jsontext_key(t, 1, page_field(page, f));
		if (value.known)
			format_number(t, value.v);
		else
			text_add(t, "null");
		snprintf(least, sizeof least, "%s_least", page_field(page, f));
		snprintf(most, sizeof most, "%s_most", page_field(page, f));
		format_range(t, page, test, put, f, least, most);
	}
}

static void
add_duration_notes(struct text *t, const struct duration *duration)
{
	enum duration_note note;
	size_t n = 0;

	text_add(t, ",\"notes\":[");
	for (note = 0; note < DURATION_NOTES; note++) {
		if (!(duration->notes & 1u << note))
			continue;
		jsontext_comma(t, n++);
		jsontext_string(t, duration_name(note));
	}
	text_add_char(t, ']');
}

/* How long one operation takes, if it was timed. */
static void
add_duration(struct text *t, const struct page *page, size_t test, size_t put)
{
	static const char *const overlaps[] = {[DURATIONS_UNCOMPARED] = "null",
	    [DURATIONS_APART] = "false",
	    [DURATIONS_OVERLAPPING] = "true"};
	struct duration duration = duration_of(page->results, test, put);
	const struct {
		const char *key;
		double v;
	} members[] = {{"median", duration.median}, {"least", duration.least},
	    {"most", duration.most}, {"p90", duration.p90}, {"p99", duration.p99}};
	size_t i;

	if (!duration.known)
		return;
	text_addf(t, ",\"time\":{\"samples\":%zu", duration.samples);
	for (i = 0; i < sizeof members / sizeof *members; i++) {
		jsontext_key(t, 1, members[i].key);
		if (isnan(members[i].v))
			text_add(t, "null");
		else
			format_number(t, members[i].v);
	}
	text_addf(t, ",\"overlap\":%s", overlaps[durations_relation(page, test, put)]);
	add_duration_notes(t, &duration);
	text_add_char(t, '}');
}

static void
add_varied(struct text *t, const struct page *page, size_t test, size_t put)
{
	struct variation varied = variation_of(page->results, test, put);

	text_add(t, ",\"varying\":[");
	format_number(t, varied.least);
	text_add_char(t, ',');
	format_number(t, varied.most);
	text_add_char(t, ']');
}

/* Names the puts that this one is not comparable with, if any. */
static void
add_other_text(struct text *t, const struct page *page, size_t test, size_t put)
{
	struct comparison comparison = *page->comparison;
	size_t n = 0;

	for (comparison.norm = 0; comparison.norm < page->results->puts.n; comparison.norm++) {
		if (!page_shows(page, comparison.norm) ||
		    !comparison_other_text(&comparison, test, put))
			continue;
		text_add(t, n++ ? "," : ",\"other_text\":[");
		jsontext_string(t, page->results->puts.v[comparison.norm].label);
	}
	text_add(t, n ? "]" : "");
}

static void
add_cell(struct text *t, const struct page *page, size_t test, size_t put)
{
	const struct cell *cell = results_cell(page->results, test, put);
	const struct test *of = &page->results->tests.v[test];

	text_add(t, "{\"test\":");
	jsontext_string(t, of->name);
	jsontext_member(t, 1, "label", page->results->puts.v[put].label);
	text_addf(t, ",\"ops\":%lu", of->ops);
	if (cell->failure) {
		jsontext_member(t, 1, "stage", cell->failure->stage);
		jsontext_member(t, 1, "why", cell->failure->why);
	} else {
		add_counts(t, page, test, put);
		text_addf(t, ",\"comparable\":%s",
		    format_compares(page, test, put) ? "true" : "false");
		add_other_text(t, page, test, put);
		add_duration(t, page, test, put);
	}
	text_add(t, ",\"verdicts\":");
	add_verdicts(t, cell->verdicts);
	if (cell->measured_again)
		add_varied(t, page, test, put);
	if (page->selection && cell->unprofiled)
		jsontext_member(t, 1, "unexplained", cell->unprofiled);
	text_addf(t, ",\"marked\":%s}", page_verdicts(page, test, put) ? "true" : "false");
}

/* Names the fields shown for which that is true, if any. */
static void
add_fields_that(struct text *t, const struct page *page, const char *key,
    bool (*is)(const struct fields *fields, enum field f))
{
	size_t n = 0, i;

	for (i = 0; i < page->field_count; i++) {
		if (!is(page->results->fields, page->fields[i]))
			continue;
		if (!n++) {
			jsontext_key(t, 1, key);
			text_add_char(t, '[');
		} else {
			text_add_char(t, ',');
		}
		jsontext_string(t, page_field(page, page->fields[i]));
	}
	text_add(t, n ? "]" : "");
}

static bool
is_derived(const struct fields *fields, enum field f)
{
	(void)fields;
	return f >= FIELD_DERIVED;
}

static void
add_fields(struct text *t, const struct page *page)
{
	size_t i;

	text_add(t, ",\"fields\":{");
	for (i = 0; i < page->field_count; i++)
		jsontext_member(t, i, page_field(page, page->fields[i]),
		    page_meaning(page, page->fields[i]));
	text_add_char(t, '}');
}

/* Which machine each column ran on, if QEMU ran any. */
static void
add_machines(struct text *t, const struct page *page)
{
	const struct puts *puts = &page->results->puts;
	size_t n = 0, i;

	for (i = 0; i < puts->n && machines_any(page->results); i++) {
		char *machine = machines_of_put(&puts->v[i]);

		if (*machine && page_shows(page, i)) {
			text_add(t, n++ ? "," : ",\"machines\":{");
			jsontext_string(t, puts->v[i].label);
			text_add_char(t, ':');
			jsontext_string(t, machine);
		}
		free(machine);
	}
	text_add(t, n ? "}" : "");
}

/* What the cells have values of, and the columns and rows of the table that they are in. */
static void
add_names(struct text *t, const struct page *page)
{
	size_t n = 0, i;

	add_fields(t, page);
	text_add(t, ",\"labels\":[");
	for (i = 0; i < page->results->puts.n; i++) {
		if (!page_shows(page, i))
			continue;
		jsontext_comma(t, n++);
		jsontext_string(t, page->results->puts.v[i].label);
	}
	text_add_char(t, ']');
	add_machines(t, page);
	text_add(t, ",\"tests\":[");
	for (i = 0; i < page->test_count; i++) {
		if (page->tests[i] == PAGE_AVERAGE)
			continue;
		jsontext_comma(t, i);
		jsontext_string(t, page->results->tests.v[page->tests[i]].name);
	}
	text_add_char(t, ']');
}

static void
add_ruling(struct text *t, const struct rulings *rulings, size_t i)
{
	const struct ruling *ruling = &rulings->v[i];

	text_add(t, "{\"gate\":");
	jsontext_string(t, ruling->gate->spec);
	jsontext_member(t, 1, "label", ruling->label);
	if (ruling->why) {
		jsontext_member(t, 1, "unjudged", ruling->why);
	} else {
		jsontext_member(t, 1, "test", ruling->test);
		jsontext_member(
		    t, 1, "field", fields_name(rulings->fields, ruling->gate->field));
		jsontext_key(t, 1, "norm");
		format_number(t, ruling->change.from.v);
		jsontext_key(t, 1, "count");
		format_number(t, ruling->change.to.v);
	}
	text_add_char(t, '}');
}

static void
add_rulings(struct text *t, const struct rulings *rulings)
{
	size_t i;

	text_add(t, ",\"gates\":[");
	for (i = 0; i < rulings->n; i++) {
		text_add(t, i ? ",\n" : "\n");
		add_ruling(t, rulings, i);
	}
	text_add(t, "\n]");
}

void
format_json(const struct page *page)
{
	struct text t = TEXT_EMPTY;
	size_t cells = 0, i, put;

	text_add(&t, "{\"version\":1,\"cgbench\":\"" VERSION "\",\"norm\":");
	jsontext_string(&t, page->results->puts.v[page->comparison->norm].label);
	add_fields_that(&t, page, "higher_is_better", fields_higher);
	add_fields_that(&t, page, "derived", is_derived);
	add_fields_that(&t, page, "quotients", fields_divides);
	if (page->rulings)
		add_rulings(&t, page->rulings);
	text_add(&t, ",\"cells\":[");
	for (i = 0; i < page->test_count; i++)
		for (put = 0; put < page->results->puts.n; put++) {
			if (!format_shows(page, page->tests[i], put))
				continue;
			text_add(&t, cells++ ? ",\n" : "\n");
			add_cell(&t, page, page->tests[i], put);
			format_flush(page, &t);
		}
	text_add(&t, "\n]");
	add_names(&t, page);
	format_flush(page, &t);
	if (page->selection)
		explain_json(page);
	if (page->history)
		history_json(page);
	text_add(&t, "}\n");
	format_flush(page, &t);
	text_free(&t);
}
