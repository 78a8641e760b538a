#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/format.h"
#include "report/format_print.h"
#include "report/history/history_print.h"
#include "util/memory.h"
#include "util/message.h"
#include "util/replace.h"
#include "util/text.h"

struct format {
	const char *name;
	void (*add)(struct text *t, const struct page *page); /* NULL: it is text */
	/* Adds a history; NULL: the format has no place for one. */
	void (*history)(struct text *t, const struct page *page);
	bool explains; /* has room for explanations */
	bool one_put;  /* has no labels, and so only room for one put */
	/* Its reader takes less of every field, or of the deciding one, as better. */
	enum { NONE, EVERY, DECIDING } smaller;
};

static const struct format formats[] = {
    {"text", NULL, NULL, true, false, NONE},
    {"json", format_json, format_json, true, false, NONE},
    {"csv", format_csv, history_csv, false, false, NONE},
    {"markdown", format_markdown, history_markdown, true, false, NONE},
    {"html", format_html, format_html, true, false, NONE},
    {"svg", format_svg, format_svg, false, false, NONE},
    {"github-action-benchmark", format_github, NULL, false, false, EVERY},
    {"bencher", format_bencher, NULL, false, true, NONE},
    {"google-benchmark", format_google, NULL, false, true, DECIDING},
};
enum { FORMATS = sizeof formats / sizeof *formats };

static const struct format *const text = &formats[0];

/* The label replaces it in the name of a file. */
static const char label_place[] = "{label}";

/* Finds the format of an order, or NULL. */
static const struct format *
format_of(const char *order)
{
	for (size_t i = 0; i < FORMATS; i++)
		if (text_equals(order, strcspn(order, ":"), formats[i].name))
			return &formats[i];
	return NULL;
}

const char *
format_name(size_t i)
{
	return i < FORMATS ? formats[i].name : NULL;
}

/* Returns NULL for what goes to standard output. */
static const char *
format_file_of(const char *order)
{
	const char *colon = strchr(order, ':');

	return colon ? colon + 1 : NULL;
}

static _Noreturn void
unknown(const char *name)
{
	struct words names = WORDS_EMPTY;
	const char *near;

	for (size_t i = 0; i < FORMATS; i++)
		words_add(&names, formats[i].name);
	near = words_guess(name, (const char *const *)names.v);
	message_die(STATUS_USAGE, "--format: unknown format '%s'%s%s%s; the formats are %s",
	    name, near ? ", perhaps '" : "", near ? near : "", near ? "'" : "",
	    words_join(&names, ", "));
}

bool
format_is_ordered(const struct words *orders, const char *name)
{
	for (size_t i = 0; i < orders->n; i++)
		if (!strcmp(format_of(orders->v[i])->name, name))
			return true;
	return false;
}

void
format_check(const char *order)
{
	size_t n = strcspn(order, ":");

	if (!format_of(order))
		unknown(memory_copy_n(order, n));
	if (order[n] && !order[n + 1])
		message_die(STATUS_USAGE,
		    "--format=%s: missing file after ':', as in --format=%.*s:FILE", order,
		    (int)n, order);
}

/* Fills the label in the name of the file; the caller frees. */
static char *
path_of(const char *file, const char *label)
{
	const char *place = strstr(file, label_place);
	OWNED char *name = NULL;

	if (!place)
		return memory_copy(file);
	name = memory_copy(label);
	for (char *s = name; *s; s++)
		if (*s == '/')
			*s = '_';
	return text_print(
	    "%.*s%s%s", (int)(place - file), file, name, place + strlen(label_place));
}

static bool
is_shown(const struct view *view, const struct put *put)
{
	return !view->compact || !strcmp(view->compact, put->label);
}

/* Checks that a format without labels gets a file for each put. */
static void
format_check_label(const char *order, const struct puts *puts, const struct view *view)
{
	const char *file = format_file_of(order);

	if (puts->n == 1 || view->compact || (file && strstr(file, label_place)))
		return;
	message_die(STATUS_USAGE,
	    "--format=%s has no labels: write a file for each column, as in --format=%s:%s.json, "
	    "or choose one with --compact=PUT",
	    order, format_of(order)->name, label_place);
}

/* files: where earlier orders write; the places of this order are added. */
static void
check_files(const char *order, const struct words *read, const struct puts *puts,
    const struct view *view, struct words *files)
{
	bool one_put = format_of(order)->one_put;

	for (size_t put = 0; put < (one_put ? puts->n : 1); put++) {
		OWNED char *path = NULL;
		char *place;

		if (one_put && !is_shown(view, &puts->v[put]))
			continue;
		path = one_put ? path_of(format_file_of(order), puts->v[put].label)
		               : memory_copy(format_file_of(order));
		place = replace_target(path);
		for (size_t i = 0; i < files->n; i++)
			if (!strcmp(files->v[i], place))
				message_die(STATUS_USAGE,
				    "--format=%s: '%s' would be written twice", order, path);
		if (words_find(read, place) < read->n)
			message_die(STATUS_USAGE,
			    "--format=%s: '%s' is read and would be overwritten; name another "
			    "file",
			    order, path);
		replace_check(path);
		words_take(files, place);
	}
}

/* Checks that a comparison makes one chart. */
static void
check_pair(const char *order, const struct puts *puts, const struct view *view)
{
	const char *norm = view->norm ? view->norm : puts->n ? puts->v[0].label : NULL;

	if (puts->n < 2)
		message_die(STATUS_USAGE,
		    "--format=%s: a chart shows how tests changed from one column to another, or "
		    "with --history one test over time; there is only one column",
		    order);
	if (puts->n > 2 && !view->compact)
		message_die(STATUS_USAGE,
		    "--format=%s: a chart shows one column beside the one it is compared with: choose one with "
		    "--compact=PUT",
		    order);
	if (view->compact && !strcmp(view->compact, norm))
		message_die(STATUS_USAGE,
		    "--format=%s: --compact=%s is what others are compared with: choose "
		    "another column",
		    order, view->compact);
}

static void
check_history(const char *order)
{
	struct words names = WORDS_EMPTY;

	if (format_of(order)->history)
		return;
	for (size_t i = 0; i < FORMATS; i++)
		if (formats[i].history || &formats[i] == text)
			words_add(&names, formats[i].name);
	message_die(STATUS_USAGE, "--format=%s cannot show a history; use one of %s", order,
	    words_join(&names, ", "));
}

/* Standard output shows one thing; a file beside it has all tests. Only tables and bars
   have columns. */
static void
check_view(const char *order, const struct view *view)
{
	if (view->history)
		check_history(order);
	if (view->rearranged && format_of(order)->add != format_markdown &&
	    format_of(order)->add != format_svg)
		message_die(STATUS_USAGE,
		    "--format=%s: --columns applies to text, markdown and svg", order);
	if (!format_file_of(order) && view->explain && !format_of(order)->explains)
		message_die(STATUS_USAGE,
		    "--format=%s: --explain applies to text, json, markdown and html; to have both, "
		    "name a file, as in --format=%s:FILE",
		    order, order);
	if (!format_file_of(order) && (view->summary || view->average))
		message_die(STATUS_USAGE,
		    "--format=%s: %s applies to text; to have both, name a file, as in "
		    "--format=%s:FILE",
		    order, view->summary ? "--summary" : "--average", order);
}

/* Refuses a field that is better if higher where a reader takes less as better. */
static void
check_direction(const char *order, const struct fields *fields, const struct view *view)
{
	const struct format *format = format_of(order);
	field_set first = view->fields & -view->fields;
	field_set read = format->smaller == EVERY      ? view->fields
	                 : format->smaller == DECIDING ? first
	                                               : 0;

	for (enum field f = 0; f < FIELD_NONE; f++)
		if (read & FIELD_BIT(f) && fields_higher(fields, f))
			message_die(STATUS_USAGE,
			    "--format=%s: its reader assumes that lower is better, but higher "
			    "%s is better; choose other fields with --fields",
			    order, fields_name(fields, f));
}

void
format_check_all(const struct words *orders, const struct words *read, const char *save,
    const struct fields *fields, const struct puts *puts, const struct view *view)
{
	const char *printed = NULL;
	FREED_BY(words_free) struct words files = WORDS_EMPTY;

	if (save)
		words_take(&files, replace_target(save));
	for (size_t i = 0; i < orders->n; i++) {
		const char *order = orders->v[i];

		if (format_of(order) != text)
			check_view(order, view);
		if (format_of(order)->one_put)
			format_check_label(order, puts, view);
		if (format_of(order)->add == format_svg && !view->history)
			check_pair(order, puts, view);
		check_direction(order, fields, view);
		if (format_file_of(order)) {
			check_files(order, read, puts, view, &files);
			continue;
		}
		if (printed)
			message_die(STATUS_USAGE,
			    "--format=%s and --format=%s both go to standard output; name a "
			    "file, as in --format=%s:FILE",
			    printed, order, order);
		printed = order;
	}
}

/* Prints the page that has what the job has. --summary, --average and --raw are about text. */
static void
format_print(const struct format *format, const struct page *job, FILE *out)
{
	struct view view = *job->view;
	FREED_BY(text_free) struct text t = TEXT_EMPTY;
	FREED_BY(page_free) struct page page = {0};

	view.summary = view.summary && format == text;
	view.average = view.average && format == text;
	view.raw = view.raw && format == text;
	page_make(&page, job->comparison, &view, job->rulings, format != text, out);
	page.selection = job->selection;
	page.history = job->history;
	if (format == text)
		(page.history ? history_text : format_text)(&page);
	else
		(page.history ? format->history : format->add)(&t, &page);
	if (t.n)
		fwrite(t.s, 1, t.n, out);
}

static void
format_write_file(const struct format *format, const struct page *job, const char *path)
{
	struct replace r;
	struct text t = TEXT_EMPTY;
	FILE *out = text_stream(&t);

	format_print(format, job, out);
	fclose(out);
	replace_open(&r, path);
	r.pending = t;
	replace_commit(&r);
}

/* Writes a file for each put that is shown. */
static void
format_write_files(const char *order, const struct page *job)
{
	const struct puts *puts = &job->comparison->results->puts;
	struct view view = *job->view;
	struct page one = {
	    .comparison = job->comparison, .view = &view, .rulings = job->rulings};

	for (size_t put = 0; put < puts->n; put++) {
		OWNED char *path = NULL;

		if (!is_shown(job->view, &puts->v[put]))
			continue;
		view.compact = puts->v[put].label;
		path = path_of(format_file_of(order), view.compact);
		format_write_file(format_of(order), &one, path);
	}
}

/* The tests of a history are known only once its files are read. */
static void
format_check_tests(const struct words *orders, const struct history *history)
{
	for (size_t i = 0; i < orders->n; i++)
		if (format_of(orders->v[i])->add == format_svg && history->tests.n != 1)
			message_die(STATUS_USAGE,
			    "--format=%s: a chart shows one test; %zu given: choose one with "
			    "--tests=TEST",
			    orders->v[i], history->tests.n);
}

void
format_results(const struct words *orders, const struct comparison *comparison,
    const struct rulings *rulings, const struct selection *selection,
    const struct history *history, const struct view *view, bool silent)
{
	const struct format *printed = silent ? NULL : text;
	const struct page job = {.comparison = comparison,
	    .rulings = rulings,
	    .selection = selection,
	    .history = history,
	    .view = view};

	if (history)
		format_check_tests(orders, history);
	for (size_t i = 0; i < orders->n; i++) {
		const char *order = orders->v[i], *file = format_file_of(order);

		if (!file)
			printed = format_of(order);
		else if (format_of(order)->one_put)
			format_write_files(order, &job);
		else
			format_write_file(format_of(order), &job, file);
	}
	if (printed)
		format_print(printed, &job, stdout);
}
