#include "cli/plan_view.h"
#include "cli/choose.h"
#include "compare/columns.h"
#include "input/benchfile.h"
#include "report/format.h"
#include "util/message.h"
#include "util/replace.h"

static void
check_comparison(const struct options *o, size_t n, const char *noun)
{
	const char *option = o->summary   ? "--summary"
	                     : o->changed ? "--changed"
	                     : o->gates.n ? "--fail-above"
	                                  : "--sort=change";

	if (n < 2 && (o->summary || o->changed || o->sort_change || o->gates.n))
		message_die(STATUS_USAGE, "%s compares %ss: it needs at least two; 1 given",
		    option, noun);
}

/* All derived fields follow the fields of --fields, unless it names some of them. */
static field_set
shown_fields(const struct options *o)
{
	field_set own = fields_own(o->fields);

	return o->shown & own ? o->shown : (o->shown ? o->shown : FIELD_ALL) | own;
}

static _Noreturn void
unknown_columns(const struct tests *tests, const char *by)
{
	struct words params = WORDS_EMPTY;
	char *names;

	columns_add_params(&params, tests);
	names = words_join(&params, ", ");
	message_die(STATUS_USAGE,
	    "--columns: '%s' is not a parameter of the tests%s%s; use %stests or puts", by,
	    names ? ", which have " : ", which have none", names ? names : "",
	    names ? "one of them, " : "");
}

struct puts
plan_view_columns(const struct tests *tests, const char *by)
{
	struct puts columns = columns_of(tests, by);

	if (!columns.n)
		unknown_columns(tests, by);
	return columns;
}

static void
add_places(struct words *places, const struct words *paths)
{
	size_t i;

	for (i = 0; i < paths->n; i++)
		words_take(places, replace_target(paths->v[i]));
}

/* The files that are read: a page must not replace a saved run. */
static struct words
files_read(const struct options *o)
{
	struct words places = WORDS_EMPTY, benchfiles = WORDS_EMPTY;

	benchfiles_find(&benchfiles, &o->benchfiles);
	add_places(&places, &benchfiles);
	words_free(&benchfiles);
	add_places(&places, &o->reads);
	add_places(&places, &o->history_files);
	if (o->baseline)
		words_take(&places, replace_target(o->baseline));
	return places;
}

struct view
plan_view_make(const struct puts *columns, bool rearranged, const struct options *o)
{
	const char *noun = rearranged ? "column" : "put";
	struct words read = files_read(o);
	struct view view = {
	    .history = o->history,
	    .rearranged = rearranged,
	    .fields = shown_fields(o),
	    .sort_field = o->sort_field,
	    .sort_change = o->sort_change,
	    .by_verdict = o->by_verdict,
	    .verdicts = o->verdicts,
	    .raw = o->raw || columns->n == 1,
	    .average = o->average,
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
	words_free(&read);
	return view;
}

void
plan_view_note(const struct tests *tests, const char *param)
{
	struct text names = TEXT_EMPTY;
	size_t n = 0, i;

	for (i = 0; i < tests->n; i++)
		if (!columns_show(&tests->v[i], param))
			text_addf(&names, "%s%s", n++ ? ", " : "", tests->v[i].name);
	if (n)
		message_warn(
		    "--columns=%s leaves out tests without this parameter: %s", param, names.s);
	text_free(&names);
}
