#include <stdlib.h>

#include "report/format_print.h"
#include "report/history/history_print.h"
#include "util/jsontext.h"
#include "util/date.h"

/* What is written and where. */
struct writer {
	const struct page *page;
	const struct history *history;
	struct text t;
};

static void
add_date(struct text *t, const char *key, int64_t date)
{
	char *s;

	if (!date)
		return;
	s = date_text(date);
	jsontext_member(t, 1, key, s);
	free(s);
}

static void
add_run(struct text *t, const struct history_run *run)
{
	const struct provenance *provenance = &run->provenance;

	text_add(t, "{\"name\":");
	jsontext_string(t, run->name);
	jsontext_member(t, 1, "file", run->file);
	if (run->wrong)
		jsontext_member(t, 1, "wrong", run->wrong);
	add_date(t, "date", provenance->date);
	if (provenance->commit) {
		jsontext_member(t, 1, "commit", provenance->commit);
		add_date(t, "committed", provenance->committed);
		if (provenance->subject)
			jsontext_member(t, 1, "subject", provenance->subject);
		text_addf(t, ",\"clean\":%s", provenance->clean ? "true" : "false");
	}
	text_add_char(t, '}');
}

static void
add_fields(struct writer *w)
{
	size_t k;

	text_add(&w->t, ",\n\"history\":{\"fields\":[");
	for (k = 0; k < w->history->field_count; k++) {
		jsontext_comma(&w->t, k);
		jsontext_string(&w->t, page_field(w->page, w->history->shown[k]));
	}
	text_add_char(&w->t, ']');
}

static void
add_runs(struct writer *w)
{
	size_t run;

	text_add(&w->t, ",\"runs\":[");
	for (run = 0; run < w->history->run_count; run++) {
		text_add(&w->t, run ? ",\n" : "\n");
		add_run(&w->t, &w->history->runs[run]);
	}
	text_add(&w->t, "\n]");
}

/* Why runs cannot be compared, which the series refer to by index. */
static void
add_reasons(struct writer *w)
{
	const struct words *breaks = &w->history->breaks;
	size_t i;

	text_add(&w->t, ",\"breaks\":[");
	for (i = 0; i < breaks->n; i++) {
		jsontext_comma(&w->t, i);
		jsontext_string(&w->t, breaks->v[i]);
	}
	text_add_char(&w->t, ']');
}

/* An entry where the value differs from that of the run before. */
static void
add_values(struct writer *w, size_t test, size_t label, size_t k)
{
	struct value before = {0};
	size_t run;

	text_add_char(&w->t, '[');
	for (run = 0; run < w->history->run_count; run++) {
		struct value value = history_value(w->history, test, label, run, k);

		if (run && value.known == before.known && value.v == before.v)
			continue;
		text_addf(&w->t, "%s[%zu,", run ? "," : "", run);
		if (value.known)
			format_number(&w->t, value.v);
		else
			text_add(&w->t, "null");
		text_add_char(&w->t, ']');
		before = value;
	}
	text_add_char(&w->t, ']');
}

static void
add_all_values(struct writer *w, size_t test, size_t label)
{
	size_t k;

	text_add(&w->t, ",\"values\":{");
	for (k = 0; k < w->history->field_count; k++) {
		jsontext_key(&w->t, k, page_field(w->page, w->history->shown[k]));
		add_values(w, test, label, k);
	}
	text_add_char(&w->t, '}');
}

/* Left out if there are none. */
static void
add_failed(struct writer *w, size_t test, size_t label)
{
	size_t n = 0, run;

	for (run = 0; run < w->history->run_count; run++)
		if (history_point(w->history, test, label, run)->state == HISTORY_FAILED)
			text_addf(&w->t, "%s%zu", n++ ? "," : ",\"failed\":[", run);
	text_add(&w->t, n ? "]" : "");
}

/* Pairs of a run and the index of why it cannot be compared with the one before. */
static void
add_breaks(struct writer *w, size_t test, size_t label)
{
	size_t n = 0, run;

	text_add(&w->t, ",\"breaks\":[");
	for (run = 0; run < w->history->run_count; run++) {
		size_t broken = history_point(w->history, test, label, run)->broken;

		if (broken)
			text_addf(&w->t, "%s[%zu,%zu]", n++ ? "," : "", run, broken - 1);
	}
	text_add_char(&w->t, ']');
}

/* The runs of the steps in each field; "values" has from what to what. */
static void
add_steps(struct writer *w, size_t test, size_t label)
{
	size_t k, i;

	text_add(&w->t, ",\"steps\":{");
	for (k = 0; k < w->history->field_count; k++) {
		struct history_step *steps;
		size_t n = history_steps(w->history, test, label, k, &steps);

		jsontext_key(&w->t, k, page_field(w->page, w->history->shown[k]));
		text_add_char(&w->t, '[');
		for (i = 0; i < n; i++)
			text_addf(&w->t, "%s%zu", i ? "," : "", steps[i].run);
		text_add_char(&w->t, ']');
		free(steps);
	}
	text_add_char(&w->t, '}');
}

/* The runs whose values mean less than they seem; left out if there are none. */
static void
add_marked(struct writer *w, size_t test, size_t label)
{
	size_t n = 0, run;

	for (run = 0; run < w->history->run_count; run++)
		if (history_point(w->history, test, label, run)->verdicts)
			text_addf(&w->t, "%s%zu", n++ ? "," : ",\"marked\":[", run);
	text_add(&w->t, n ? "]" : "");
}

static void
add_label(struct writer *w, size_t test, size_t label)
{
	text_add(&w->t, "{\"label\":");
	jsontext_string(&w->t, w->history->labels.v[label]);
	add_all_values(w, test, label);
	add_failed(w, test, label);
	add_breaks(w, test, label);
	add_steps(w, test, label);
	add_marked(w, test, label);
	text_add_char(&w->t, '}');
}

/* The series of a test, by label. */
static void
add_series(struct writer *w, size_t test)
{
	size_t n = 0, label;

	text_add(&w->t, "{\"test\":");
	jsontext_string(&w->t, w->history->tests.v[test]);
	text_add(&w->t, ",\"of\":[");
	for (label = 0; label < w->history->labels.n; label++) {
		if (!history_has(w->history, test, label))
			continue;
		jsontext_comma(&w->t, n++);
		add_label(w, test, label);
	}
	text_add(&w->t, "]}");
	format_flush(w->page, &w->t);
}

void
history_json(const struct page *page)
{
	struct writer w = {page, page->history, TEXT_EMPTY};
	size_t test;

	add_fields(&w);
	add_runs(&w);
	add_reasons(&w);
	text_add(&w.t, ",\"series\":[");
	for (test = 0; test < w.history->tests.n; test++) {
		text_add(&w.t, test ? ",\n" : "\n");
		add_series(&w, test);
	}
	text_add(&w.t, "\n]}");
	format_flush(page, &w.t);
	text_free(&w.t);
}
