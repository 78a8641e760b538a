#include <math.h>

#include "compare/machines.h"
#include "report/durations.h"
#include "report/explain/explain_print.h"
#include "model/chance.h"
#include "report/format_print.h"
#include "report/history/history_print.h"
#include "util/array.h"
#include "util/jsontext.h"

/* Adds a member with a list of strings, which is freed. */
static void
format_json_add_list(struct text *t, const char *key, struct words *list)
{
	jsontext_key(t, key);
	jsontext_words(t, list);
	words_free(list);
}

static void
format_json_add_counts(struct text *t, const struct page *page, size_t test, size_t put)
{
	char least[FIELD_NAME_MOST + 8], most[FIELD_NAME_MOST + 8];

	EACH_FIELD(page, f) {
		format_member(t, page_field(page, f), calc_value(page->results, test, put, f));
		snprintf(least, sizeof least, "%s_least", page_field(page, f));
		snprintf(most, sizeof most, "%s_most", page_field(page, f));
		format_range(t, page, test, put, f, least, most);
	}
}

/* Adds how long one operation takes, if it was timed. */
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
	struct words notes = WORDS_EMPTY;

	if (!duration.known)
		return;
	text_addf(t, ",\"time\":{\"samples\":%zu", duration.samples);
	for (size_t i = 0; i < COUNTOF(members); i++)
		format_member(
		    t, members[i].key, (struct value){!isnan(members[i].v), members[i].v});
	text_addf(t, ",\"overlap\":%s", overlaps[durations_relation(page, test, put)]);
	for (enum duration_note note = 0; note < DURATION_NOTES; note++)
		if (duration.notes & 1u << note)
			words_add(&notes, duration_note_rows[note].name);
	format_json_add_list(t, "notes", &notes);
	text_add_char(t, '}');
}

static void
add_varied(struct text *t, const struct page *page, size_t test, size_t put)
{
	struct variation varied = calc_variation(page->results, test, put);
	struct words reads = WORDS_EMPTY;

	text_add(t, ",\"varying\":[");
	format_number(t, varied.least);
	text_add_char(t, ',');
	format_number(t, varied.most);
	text_add_char(t, ']');
	chance_words(&reads, results_cell(page->results, test, put)->chance);
	if (reads.n)
		format_json_add_list(t, "reads", &reads);
}

/* Names the puts that this one is not comparable with, if any. */
static void
add_other_text(struct text *t, const struct page *page, size_t test, size_t put)
{
	struct comparison comparison = *page->comparison;
	struct words labels = WORDS_EMPTY;

	EACH_PUT(page, norm) {
		comparison.norm = norm;
		if (comparison_other_text(&comparison, test, put))
			words_add(&labels, page_label(page, norm));
	}
	if (labels.n)
		format_json_add_list(t, "other_text", &labels);
}

static void
format_json_add_cell(struct text *t, const struct page *page, size_t test, size_t put)
{
	const struct cell *cell = results_cell(page->results, test, put);
	struct words verdicts = WORDS_EMPTY;

	text_add_char(t, '{');
	jsontext_member(t, "test", page->results->tests.v[test].name);
	jsontext_member(t, "label", page_label(page, put));
	text_addf(t, ",\"ops\":%lu", results_ops(page->results, test, put));
	if (cell->failure) {
		jsontext_member(t, "stage", cell->failure->stage);
		jsontext_member(t, "why", cell->failure->why);
	} else {
		format_json_add_counts(t, page, test, put);
		text_addf(
		    t, ",\"comparable\":%s", page_missing(page, test, put) ? "false" : "true");
		add_other_text(t, page, test, put);
		add_duration(t, page, test, put);
	}
	EACH_VERDICT(v, cell->verdicts)
		words_add(&verdicts, verdict_rows[v].name);
	format_json_add_list(t, "verdicts", &verdicts);
	if (cell->measured_again)
		add_varied(t, page, test, put);
	if (page->selection && cell->unprofiled)
		jsontext_member(t, "unexplained", cell->unprofiled);
	text_addf(t, ",\"marked\":%s}", page_verdicts(page, test, put) ? "true" : "false");
}

/* Names the fields shown for which that is true, if any. */
static void
add_fields_that(struct text *t, const struct page *page, const char *key,
    bool (*is)(const struct fields *fields, enum field f))
{
	struct words names = WORDS_EMPTY;

	EACH_FIELD(page, f)
		if (is(page->results->fields, f))
			words_add(&names, page_field(page, f));
	if (names.n)
		format_json_add_list(t, key, &names);
}

static bool
is_derived(const struct fields *fields, enum field f)
{
	(void)fields;
	return f >= FIELD_DERIVED;
}

/* Names the machine that each column ran on, if QEMU ran any. */
static void
add_machines(struct text *t, const struct page *page)
{
	size_t n = 0;

	EACH_PUT(page, put) {
		OWNED char *machine = machines_of_put(&page->results->puts.v[put]);

		if (*machine && machines_any(page->results)) {
			text_add(t, n++ ? "" : ",\"machines\":{");
			jsontext_member(t, page_label(page, put), machine);
		}
	}
	text_add(t, n ? "}" : "");
}

/* Names the fields that cells have, and the columns and rows of their table. */
static void
format_json_add_names(struct text *t, const struct page *page)
{
	struct words labels = WORDS_EMPTY, tests = WORDS_EMPTY;

	text_add(t, ",\"fields\":{");
	EACH_FIELD(page, f)
		jsontext_member(t, page_field(page, f), page_meaning(page, f));
	text_add_char(t, '}');
	EACH_PUT(page, put)
		words_add(&labels, page_label(page, put));
	format_json_add_list(t, "labels", &labels);
	add_machines(t, page);
	EACH_TEST(page, test)
		words_add(&tests, page->results->tests.v[test].name);
	format_json_add_list(t, "tests", &tests);
}

static void
add_ruling(struct text *t, const struct rulings *rulings, size_t i)
{
	const struct ruling *ruling = &rulings->v[i];

	text_add(t, i ? ",\n{" : "\n{");
	jsontext_member(t, "gate", ruling->gate->spec);
	jsontext_member(t, "label", ruling->label);
	if (ruling->why) {
		jsontext_member(t, "unjudged", ruling->why);
	} else {
		jsontext_member(t, "test", ruling->test);
		jsontext_member(t, "field", fields_name(rulings->fields, ruling->gate->field));
		format_member(
		    t, ruling->gate->budgeted ? "budget" : "norm", ruling->change.from);
		format_member(t, "count", ruling->change.to);
	}
	text_add_char(t, '}');
}

void
format_json(struct text *t, const struct page *page)
{
	size_t cells = 0;

	text_add(t, "{\"version\":1,\"cgbench\":\"" VERSION "\"");
	jsontext_member(t, "norm", page_label(page, page->comparison->norm));
	add_fields_that(t, page, "higher_is_better", fields_higher);
	add_fields_that(t, page, "derived", is_derived);
	add_fields_that(t, page, "quotients", fields_divides);
	text_add(t, page->rulings ? ",\"gates\":[" : "");
	for (size_t i = 0; page->rulings && i < page->rulings->n; i++)
		add_ruling(t, page->rulings, i);
	text_add(t, page->rulings ? "\n],\"cells\":[" : ",\"cells\":[");
	EACH_TEST(page, test)
		EACH_PUT(page, put) {
			if (!format_tries(page, test, put))
				continue;
			text_add(t, cells++ ? ",\n" : "\n");
			format_json_add_cell(t, page, test, put);
		}
	text_add(t, "\n]");
	format_json_add_names(t, page);
	if (page->selection)
		explain_json(t, page);
	if (page->history)
		history_json(t, page);
	text_add(t, "}\n");
}
