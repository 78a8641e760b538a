#include "report/format_print.h"
#include "report/history/history_print.h"
#include "util/date.h"

static void
history_csv_add_date(struct text *t, int64_t date)
{
	if (date)
		date_add(t, date);
	text_add_char(t, ',');
}

static void
history_csv_add_run(struct text *t, const struct history_run *run)
{
	const struct provenance *provenance = &run->provenance;

	format_csv_value(t, run->name);
	text_add_char(t, ',');
	format_csv_value(t, run->file);
	text_add_char(t, ',');
	history_csv_add_date(t, provenance->date);
	text_addf(t, "%s,", provenance->commit ? provenance->commit : "");
	history_csv_add_date(t, provenance->committed);
	text_addf(t, "%s,", !provenance->commit ? "" : provenance->clean ? "true" : "false");
}

/* Adds the columns after the value. */
static void
history_csv_add_point(struct text *t, const struct history *history,
    const struct history_point *point, const struct history_step *step)
{
	/* The last bits of decimal numbers do not count. */
	if (step)
		text_addf(t, "%.12g", step->change.difference);
	text_add_char(t, ',');
	format_csv_value(t, point->broken ? history->breaks.v[point->broken - 1] : "");
	text_add_char(t, ',');
	format_csv_value(
	    t, point->state == HISTORY_FAILED ? history->failures.v[point->why] : "");
	text_add_char(t, '\n');
}

/* Adds the lines of a series. A gap has none. */
static void
history_csv_add_series(
    struct text *t, const struct page *page, size_t test, size_t label, size_t k)
{
	const struct history *history = page->history;
	OWNED struct history_step *steps = NULL;
	size_t n = history_steps(history, test, label, k, &steps), next = 0;

	for (size_t run = 0; run < history->run_count; run++) {
		const struct history_point *point = history_point(history, test, label, run);
		struct value value = history_value(history, test, label, run, k);
		bool stepped = next < n && steps[next].run == run;

		if (point->state == HISTORY_ABSENT)
			continue;
		format_csv_value(t, history->tests.v[test]);
		text_add_char(t, ',');
		format_csv_value(t, history->labels.v[label]);
		text_add_char(t, ',');
		history_csv_add_run(t, &history->runs[run]);
		text_addf(t, "%s,", page_field(page, history->shown[k]));
		if (value.known)
			format_number(t, value.v);
		text_add_char(t, ',');
		history_csv_add_point(t, history, point, stepped ? &steps[next++] : NULL);
	}
}

void
history_csv(struct text *t, const struct page *page)
{
	const struct history *history = page->history;

	text_add(t, "test,label,run,file,date,commit,committed,clean,field,value,step,break,"
	            "failure\n");
	for (size_t test = 0; test < history->tests.n; test++)
		for (size_t label = 0; label < history->labels.n; label++)
			for (size_t k = 0; k < history->field_count; k++)
				history_csv_add_series(t, page, test, label, k);
}
