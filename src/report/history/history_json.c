#include "report/format_print.h"
#include "report/history/history_print.h"
#include "savefile/savefile_puts.h"
#include "util/jsontext.h"

/* The page that is written, and to which text. */
struct history_writer {
	const struct page *page;
	const struct history *history;
	struct text *t;
};

static void
history_json_add_run(struct text *t, const struct history_run *run)
{
	text_add(t, "{\"name\":");
	jsontext_string(t, run->name);
	jsontext_member(t, "file", run->file);
	if (run->wrong)
		jsontext_member(t, "wrong", run->wrong);
	savefile_puts_add_provenance(t, &run->provenance);
	text_add_char(t, '}');
}

/* Adds an entry for each run whose value differs from the one before. */
static void
history_json_add_values(struct history_writer *w, size_t test, size_t label, size_t k)
{
	struct value before = {0};

	text_add_char(w->t, '[');
	for (size_t run = 0; run < w->history->run_count; run++) {
		struct value value = history_value(w->history, test, label, run, k);

		if (run && value.known == before.known && value.v == before.v)
			continue;
		text_addf(w->t, "%s[%zu,", run ? "," : "", run);
		format_value(w->t, value);
		text_add_char(w->t, ']');
		before = value;
	}
	text_add_char(w->t, ']');
}

/* Adds the runs that failed, or whose values mean less than they seem, if there are any. */
static void
add_runs_of(struct history_writer *w, size_t test, size_t label, const char *key, bool failed)
{
	size_t n = 0;

	for (size_t run = 0; run < w->history->run_count; run++) {
		const struct history_point *point = history_point(w->history, test, label, run);

		if (!(failed ? point->state == HISTORY_FAILED : point->verdicts != 0))
			continue;
		if (!n++)
			text_addf(w->t, ",\"%s\":[", key);
		text_addf(w->t, "%s%zu", n > 1 ? "," : "", run);
	}
	text_add(w->t, n ? "]" : "");
}

/* Adds pairs of a run and the index of why it cannot be compared with the one before. */
static void
history_json_add_breaks(struct history_writer *w, size_t test, size_t label)
{
	size_t n = 0;

	text_add(w->t, ",\"breaks\":[");
	for (size_t run = 0; run < w->history->run_count; run++) {
		size_t broken = history_point(w->history, test, label, run)->broken;

		if (broken)
			text_addf(w->t, "%s[%zu,%zu]", n++ ? "," : "", run, broken - 1);
	}
	text_add_char(w->t, ']');
}

/* Adds the runs of the steps, whose values are in "values". */
static void
history_json_add_steps(struct history_writer *w, size_t test, size_t label, size_t k)
{
	OWNED struct history_step *steps = NULL;
	size_t n = history_steps(w->history, test, label, k, &steps);

	text_add_char(w->t, '[');
	for (size_t i = 0; i < n; i++)
		text_addf(w->t, "%s%zu", i ? "," : "", steps[i].run);
	text_add_char(w->t, ']');
}

static void
history_json_add_fields(struct history_writer *w, size_t test, size_t label, const char *key,
    void (*add)(struct history_writer *w, size_t test, size_t label, size_t k))
{
	jsontext_key(w->t, key);
	text_add_char(w->t, '{');
	for (size_t k = 0; k < w->history->field_count; k++) {
		jsontext_key(w->t, page_field(w->page, w->history->shown[k]));
		add(w, test, label, k);
	}
	text_add_char(w->t, '}');
}

static void
history_json_add_label(struct history_writer *w, size_t test, size_t label)
{
	text_add(w->t, "{\"label\":");
	jsontext_string(w->t, w->history->labels.v[label]);
	history_json_add_fields(w, test, label, "values", history_json_add_values);
	add_runs_of(w, test, label, "failed", true);
	history_json_add_breaks(w, test, label);
	history_json_add_fields(w, test, label, "steps", history_json_add_steps);
	add_runs_of(w, test, label, "marked", false);
	text_add_char(w->t, '}');
}

/* Adds the series of a test, by label. */
static void
history_json_add_series(struct history_writer *w, size_t test)
{
	text_add(w->t, "{\"test\":");
	jsontext_string(w->t, w->history->tests.v[test]);
	text_add(w->t, ",\"of\":[");
	for (size_t label = 0; label < w->history->labels.n; label++) {
		if (!history_has(w->history, test, label))
			continue;
		jsontext_comma(w->t);
		history_json_add_label(w, test, label);
	}
	text_add(w->t, "]}");
}

void
history_json(struct text *t, const struct page *page)
{
	struct history_writer w = {page, page->history, t};

	text_add(t, ",\n\"history\":{\"fields\":[");
	for (size_t i = 0; i < w.history->field_count; i++) {
		jsontext_comma(t);
		jsontext_string(t, page_field(page, w.history->shown[i]));
	}
	text_add(t, "],\"runs\":[");
	for (size_t i = 0; i < w.history->run_count; i++) {
		text_add(t, i ? ",\n" : "\n");
		history_json_add_run(t, &w.history->runs[i]);
	}
	text_add(t, "\n]");
	/* Series refer by index to why runs cannot be compared. */
	text_add(t, ",\"breaks\":");
	jsontext_words(t, &w.history->breaks);
	text_add(t, ",\"series\":[");
	for (size_t test = 0; test < w.history->tests.n; test++) {
		text_add(t, test ? ",\n" : "\n");
		history_json_add_series(&w, test);
	}
	text_add(t, "\n]}");
}
