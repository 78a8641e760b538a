#include <string.h>

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
check_comparison(const struct options *o, size_t n)
{
	const char *option = o->view.summary    ? "--summary"
	                     : o->view.changed  ? "--changed"
	                     : o->judge.gates.n ? "--fail-above"
	                                        : "--sort=change";

	if (n < 2 &&
	    (o->view.summary || o->view.changed || o->view.sort_change || o->judge.gates.n))
		message_die(STATUS_USAGE,
		    "%s compares columns: it needs at least two; 1 given%s", option,
		    o->judge.gates.n ? "; --baseline=FILE compares with a saved run, "
		                       "and 'budget' of a test with nothing"
		                     : "");
}

/* All derived fields follow the fields of --fields, unless it names some of them. */
static field_set
shown_fields(const struct options *o)
{
	field_set own = fields_own(o->fields);

	return o->view.fields & own ? o->view.fields
	                            : (o->view.fields ? o->view.fields : FIELD_ALL) | own;
}

static void
plan_view_add_places(struct words *places, const struct words *paths)
{
	for (size_t i = 0; i < paths->n; i++)
		words_take(places, replace_target(paths->v[i]));
}

/* Lists the files that are read: a page must not replace a saved run. */
static struct words
files_read(const struct options *o)
{
	struct words places = WORDS_EMPTY, benchfiles = WORDS_EMPTY;

	benchfiles_find(&benchfiles, &o->measure.benchfiles);
	plan_view_add_places(&places, &benchfiles);
	words_free(&benchfiles);
	plan_view_add_places(&places, &o->save.reads);
	plan_view_add_places(&places, &o->save.history_files);
	if (o->save.baseline)
		words_take(&places, replace_target(o->save.baseline));
	return places;
}

struct view
plan_view_make(const struct puts *columns, const char *by, const struct options *o)
{
	FREED_BY(words_free) struct words read = files_read(o);
	struct view view = o->view;

	view.history = o->save.history;
	view.rearranged = by;
	view.by_tests = by && !strcmp(by, "tests");
	view.fields = shown_fields(o);
	view.chosen = o->view.fields;
	view.raw = (view.raw && !view.summary) || columns->n == 1;
	check_comparison(o, columns->n);
	if (o->view.norm)
		view.norm = choose_put(columns, o->view.norm, "--norm");
	if (o->view.compact)
		view.compact = choose_put(columns, o->view.compact, "--compact");
	if (o->view.sort_put)
		view.sort_put = choose_put(columns, o->view.sort_put, "--sort");
	format_check_all(&o->print.formats, &read, o->save.write, o->fields, columns, &view);
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
	pager_begin(!o->print.no_pager);
	format_results(&o->print.formats, comparison, rulings,
	    o->view.explain ? selection : NULL, history, &shown, silent);
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
