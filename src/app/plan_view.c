#include "app/plan_view.h"
#include "app/choose.h"
#include "input/benchfile.h"
#include "measure/compile/link_flags.h"
#include "process/pager.h"
#include "report/format.h"
#include "util/message.h"
#include "util/output.h"
#include "util/replace.h"

static void
check_comparison(const struct options *o, size_t n, const char *noun)
{
	const char *option = o->summary   ? "--summary"
	                     : o->changed ? "--changed"
	                     : o->gates.n ? "--fail-above"
	                                  : "--sort=change";

	if (n < 2 && (o->summary || o->changed || o->sort_change || o->gates.n))
		message_die(STATUS_USAGE, "%s compares %ss: it needs at least two; 1 given%s",
		    option, noun,
		    o->gates.n ? "; --baseline=FILE compares with a saved run" : "");
}

/* All derived fields follow the fields of --fields, unless it names some of them. */
static field_set
shown_fields(const struct options *o)
{
	field_set own = fields_own(o->fields);

	return o->shown & own ? o->shown : (o->shown ? o->shown : FIELD_ALL) | own;
}

static void
plan_view_add_places(struct words *places, const struct words *paths)
{
	for (size_t i = 0; i < paths->n; i++)
		words_take(places, replace_target(paths->v[i]));
}

/* The files that are read: a page must not replace a saved run. */
static struct words
files_read(const struct options *o)
{
	struct words places = WORDS_EMPTY, benchfiles = WORDS_EMPTY;

	benchfiles_find(&benchfiles, &o->benchfiles);
	plan_view_add_places(&places, &benchfiles);
	words_free(&benchfiles);
	plan_view_add_places(&places, &o->reads);
	plan_view_add_places(&places, &o->history_files);
	if (o->baseline)
		words_take(&places, replace_target(o->baseline));
	return places;
}

/* Whether an option says what to display. Most of these are bench.pl's, and ask for its
   tables. */
static bool
chooses_display(const struct options *o)
{
	return o->tables || o->raw || o->shown || o->norm || o->compact || o->average ||
	       o->sort_put || o->sort_change || o->changed || o->by_verdict || o->summary ||
	       o->history || fields_own(o->fields);
}

struct view
plan_view_make(const struct puts *columns, bool rearranged, const struct options *o)
{
	const char *noun = rearranged ? "column" : "put";
	FREED_BY(words_free) struct words read = files_read(o);
	struct view view = {
	    .history = o->history,
	    .every = o->every_field,
	    .rearranged = rearranged,
	    .fields = shown_fields(o),
	    .sort_field = o->sort_field,
	    .sort_change = o->sort_change,
	    .by_verdict = o->by_verdict,
	    .verdicts = o->verdicts,
	    .raw = o->raw || columns->n == 1,
	    .average = o->average,
	    .brief = !rearranged && !chooses_display(o),
	    .summary = o->summary,
	    .changed = o->changed,
	    .explain = o->explain,
	    .least = o->least,
	    .colors = o->colors,
	    .width = o->width,
	};

	check_comparison(o, columns->n, noun);
	if (o->norm)
		view.norm = choose_put(columns, o->norm, "--norm", noun);
	if (o->compact)
		view.compact = choose_put(columns, o->compact, "--compact", noun);
	if (o->sort_put)
		view.sort_put = choose_put(columns, o->sort_put, "--sort", noun);
	format_check_all(&o->formats, &read, o->write, o->fields, columns, &view);
	return view;
}

void
plan_view_show(const struct comparison *comparison, const struct rulings *rulings,
    const struct selection *selection, const struct history *history, const struct view *view,
    bool silent, const struct options *o)
{
	FREED_BY(words_free) struct words prebuilt = WORDS_EMPTY;
	struct view shown = *view;

	link_flags_prebuilt(
	    &prebuilt, comparison->results, comparison->tests, comparison->test_count);
	shown.prebuilt = &prebuilt;
	pager_begin(!o->no_pager);
	format_results(&o->formats, comparison, rulings, o->explain ? selection : NULL, history,
	    &shown, silent);
	pager_end();
}

void
plan_view_say(struct words lines)
{
	output_flush();
	for (size_t i = 0; i < lines.n; i++)
		message_warn("%s", lines.v[i]);
	words_free(&lines);
}
