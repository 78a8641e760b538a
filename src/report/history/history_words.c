#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/history/history_words.h"
#include "util/memory.h"
#include "util/date.h"

char *
history_words_day(const struct history *history, size_t run)
{
	const struct provenance *provenance = &history->runs[run].provenance;
	int64_t date = provenance->committed ? provenance->committed : provenance->date;
	char *s = date ? date_text(date) : memory_copy("");

	s[strcspn(s, "T")] = '\0';
	return s;
}

char *
history_words_run(const struct history *history, size_t run)
{
	const struct provenance *provenance = &history->runs[run].provenance;
	bool unclean = provenance->commit && !provenance->clean;
	OWNED char *day = history_words_day(history, run);
	struct text t = TEXT_EMPTY;

	text_add(&t, history->runs[run].name);
	if (*day || unclean)
		text_addf(&t, " (%s%s%s)", day, *day && unclean ? ", " : "",
		    unclean ? "not clean" : "");
	return text_take(&t);
}

char *
history_words_title(const struct history *history)
{
	size_t n = history->run_count;
	OWNED char *first = history_words_run(history, 0), *last = NULL;

	last = history_words_run(history, n - 1);
	return n == 1 ? text_print("1 run, %s", first)
	              : text_print("%zu runs, %s to %s", n, first, last);
}

/* The name of a run is its commit, unless that has several runs. */
char *
history_words_about(const struct history *history, size_t run)
{
	const struct history_run *of = &history->runs[run];
	const struct provenance *provenance = &of->provenance;
	struct text t = TEXT_EMPTY;

	if (provenance->subject)
		text_add(&t, provenance->subject);
	if (provenance->commit && strncmp(provenance->commit, of->name, strlen(of->name)) != 0)
		text_addf(&t, "%s(commit %.7s)", t.n ? " " : "", provenance->commit);
	if (provenance->commit && !provenance->clean)
		text_addf(&t, "%s(not clean)", t.n ? " " : "");
	if (of->wrong)
		text_addf(&t, "%sno counts: %s", t.n ? "; " : "", of->wrong);
	return text_take(&t);
}

/* Returns how many series the run breaks for that reason; names the last. */
static size_t
count_broken(const struct history *history, size_t run, size_t broken, char **name)
{
	size_t n = 0;

	for (size_t test = 0; test < history->tests.n; test++)
		for (size_t label = 0; label < history->labels.n; label++) {
			if (history_point(history, test, label, run)->broken != broken)
				continue;
			if (!n++)
				*name = text_print("%s on %s", history->tests.v[test],
				    history->labels.v[label]);
		}
	return n;
}

void
history_words_breaks(const struct history *history, struct words *lines)
{
	for (size_t run = 0; run < history->run_count; run++)
		for (size_t i = 0; i < history->breaks.n; i++) {
			OWNED char *name = NULL, *title = NULL;
			size_t n = count_broken(history, run, i + 1, &name);

			if (!n)
				continue;
			title = history_words_run(history, run);
			if (n > 1) {
				free(name);
				name = text_print("%zu series", n);
			}
			words_take(
			    lines, text_print("%s: %s: %s", title, history->breaks.v[i], name));
		}
}

void
history_words_wrong(const struct history *history, struct words *lines)
{
	for (size_t run = 0; run < history->run_count; run++)
		if (history->runs[run].wrong)
			words_take(lines, text_print("%s: %s", history->runs[run].name,
			                      history->runs[run].wrong));
}

/* Returns the command of a label in the newest run before this one, as history->command. */
static size_t
command_before(const struct history *history, size_t label, size_t run)
{
	while (run--)
		if (history->command[label * history->run_count + run])
			return history->command[label * history->run_count + run];
	return 0;
}

void
history_words_commands(const struct history *history, struct words *lines)
{
	for (size_t run = 0; run < history->run_count; run++)
		for (size_t label = 0; label < history->labels.n; label++) {
			size_t now = history->command[label * history->run_count + run];
			size_t before = command_before(history, label, run);
			OWNED char *title = NULL;

			if (!now || !before || now == before)
				continue;
			title = history_words_run(history, run);
			words_take(
			    lines, text_print("%s: %s: '%s', before '%s'", title,
			               history->labels.v[label], history->commands.v[now - 1],
			               history->commands.v[before - 1]));
		}
}

/* Returns how many runs of the series have one of the verdicts. */
static size_t
count_verdicts(const struct history *history, size_t test, size_t label, verdict_set verdicts)
{
	size_t n = 0;

	for (size_t run = 0; run < history->run_count; run++)
		n += (history_point(history, test, label, run)->verdicts & verdicts) != 0;
	return n;
}

bool
history_words_marked(const struct history *history, size_t test, size_t label)
{
	return count_verdicts(history, test, label, VERDICT_ANY) > 0;
}

void
history_words_verdicts(const struct history *history, struct words *lines)
{
	size_t n;

	for (size_t test = 0; test < history->tests.n; test++)
		for (size_t label = 0; label < history->labels.n; label++)
			for (enum verdict v = 0; v < VERDICT_COUNT; v++) {
				n = count_verdicts(history, test, label, 1u << v);
				if (n)
					words_take(lines,
					    text_print("%s on %s: %s, in %zu of %zu runs",
					        history->tests.v[test],
					        history->labels.v[label], verdict_rows[v].name,
					        n, history->run_count));
			}
}

/* Shows -0 as 0. */
static void
drop_sign(char *shown)
{
	if (!shown[strspn(shown, "-0.")])
		memmove(
		    shown, shown + strspn(shown, "-"), strlen(shown + strspn(shown, "-")) + 1);
}

const char *
history_words_value(const struct history *history, size_t k, struct value value, char *buffer)
{
	enum field f = history->shown[k];

	if (!value.known) {
		snprintf(buffer, CALC_SHOWN, "-");
		return buffer;
	}
	snprintf(buffer, CALC_SHOWN, "%.*f", calc_decimals(history->fields, f),
	    calc_shown(f, value).v);
	drop_sign(buffer);
	return buffer;
}

void
history_words_both(const struct history *history, size_t k, struct value a, struct value b,
    char *shown_a, char *shown_b)
{
	if (a.v == b.v) {
		history_words_value(history, k, a, shown_a);
		history_words_value(history, k, b, shown_b);
		return;
	}
	calc_show_both(
	    a.v, b.v, calc_decimals(history->fields, history->shown[k]), shown_a, shown_b);
	drop_sign(shown_a);
	drop_sign(shown_b);
}

const char *
history_words_step(
    const struct history *history, size_t k, const struct change *change, char *buffer)
{
	char from[CALC_SHOWN], to[CALC_SHOWN];
	int decimals = calc_show_both(change->from.v, change->to.v,
	    calc_decimals(history->fields, history->shown[k]), from, to);

	snprintf(buffer, CALC_SHOWN, "%+.*f", decimals, change->difference);
	return buffer;
}
