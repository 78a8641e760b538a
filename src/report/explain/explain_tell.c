#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "report/amount.h"
#include "report/explain/explain_page.h"
#include "report/explain/explain_print.h"
#include "util/array.h"
#include "util/file.h"

/* Nothing fits into less than the least. */
enum { DEFAULT_WIDTH = 80, LEAST_WIDTH = 20 };

/* Text is not below the name of the test. */
static void
explain_tell_test(const struct explain_page *page)
{
	doc_begin(page->doc, DOC_VALUES);
	if (page->doc->kind == DOC_TEXT)
		doc_cell(page->doc, COLOR_NONE, "%s",
		    page->comparison->results->tests.v[page->test].name);
}

static void
explain_tell_count(const struct explain_page *page, enum field f, size_t side)
{
	struct value value = calc_shown(
	    f, calc_value(page->comparison->results, page->test, page->puts[side], f));
	char buffer[AMOUNT_SIZE];

	doc_cell(page->doc, COLOR_NONE, "`%s` %s", page->labels[side],
	    value.known ? amount_show(value.v, false, buffer) : "-");
}

/* "NAME  FIELD  NORM VALUE  PUT VALUE  DIFFERENCE (PERCENT)" */
static void
tell_values(const struct explain_page *page, enum field f)
{
	struct change change =
	    comparison_of(page->comparison, page->test, page->puts[EXPLANATION_PUT], f);
	char buffer[AMOUNT_SIZE], percent[CHANGE_SIZE];

	explain_tell_test(page);
	doc_cell(page->doc, COLOR_NONE, "%s", explain_page_field(page, f));
	explain_tell_count(page, f, EXPLANATION_NORM);
	if (!page->pair)
		return;
	explain_tell_count(page, f, EXPLANATION_PUT);
	doc_cell(page->doc, page_color_change(change.kind, change.percent), "%s",
	    amount_show(change.difference, true, buffer));
	if (!isinf(change.percent))
		doc_add(page->doc, " (%s)", change_show(&change, percent));
}

/* Returns true for a command or interpreter whose costs have several source files, or libraries
   in their place. */
static bool
is_whole_program(const struct explanation *explanation)
{
	const struct explanation_group *functions = &explanation->by_function;

	ARRAY_EACH(const struct explanation_row, row, functions->rows, functions->n)
		if (row->owner == PROFILE_SNIPPET || row->owner == PROFILE_PROGRAM)
			return false;
	return explanation->by_file.n > 1;
}

/* first: of the fields that are shown, whose lines are linked with their code. */
static void
tell_field(const struct explain_page *page, enum field f, bool hidden, bool first)
{
	const struct explanation *explanation = page->explanation;
	const struct put *puts = page->comparison->results->puts.v;

	doc_end(page->doc);
	doc_markup(
	    page->doc, "<div class=\"field\" data-field=\"%s\"", explain_page_field(page, f));
	doc_markup(page->doc, hidden ? " hidden>\n" : ">\n");
	tell_values(page, f);
	explain_page_tell_group(page, f, &explanation->by_function, "function", false);
	if (is_whole_program(explanation))
		explain_page_tell_group(page, f, &explanation->by_file, "file", false);
	explain_page_tell_group(page, f, &explanation->by_kind, "kind", false);
	if (page->doc->kind == DOC_HTML || page->files.n)
		explain_page_tell_group(page, f, &explanation->by_line, "line", first);
	if (first && page->files.n > 1 &&
	    !text_same(puts[page->puts[0]].file, puts[page->puts[1]].file))
		doc_block(page->doc, DOC_SENTENCES,
		    "Lines are paired by their numbers, even if a source changed between the runs.");
	doc_end(page->doc);
	doc_markup(page->doc, "</div>\n");
}

/* Returns true if the rows of all groups sum to the value of the field, as they do unless it is
   derived by a formula such as a quotient. */
static bool
groups_sum(const struct explain_page *page, enum field f)
{
	const struct explanation *of = page->explanation;
	const struct explanation_group *groups[] = {
	    &of->by_function, &of->by_kind, &of->by_line};

	for (size_t i = 0; i < COUNTOF(groups) * of->sides; i++) {
		const struct explanation_group *group = groups[i / of->sides];
		size_t side = i % of->sides;
		double want, sum = 0, v;

		if (!explanation_value(of, &of->sums[side], f, &want))
			return false;
		ARRAY_EACH(const struct explanation_row, row, group->rows, group->n) {
			if (!explanation_value(of, &row->sides[side], f, &v))
				return false;
			sum += v;
		}
		if (!(fabs(sum - want) <= 1e-9 * (fabs(want) + 1)))
			return false;
	}
	return true;
}

/* Returns the fields wanted, each if its groups sum to it, or else the counted ones that it is
   made of; or Ir if there are none. */
static field_set
summable_fields(const struct explain_page *page, field_set wanted)
{
	field_set fields = 0;

	for (enum field f = 0; f < FIELD_NONE; f++)
		if (wanted & FIELD_BIT(f))
			fields |= f < FIELD_COUNT || groups_sum(page, f)
			              ? FIELD_BIT(f)
			              : fields_needs(page->explanation->fields, FIELD_BIT(f)) &
			                    FIELD_ALL;
	return fields ? fields : FIELD_BIT(FIELD_IR);
}

bool
explain_page_same(
    const struct explain_page *page, enum field f, const struct explanation_group *group)
{
	double difference;

	ARRAY_EACH(const struct explanation_row, row, group->rows, group->n)
		if (!explanation_difference(page->explanation, row->sides, f, &difference) ||
		    fabs(difference) > 1e-9)
			return false;
	return true;
}

static bool
is_same_everywhere(const struct explain_page *page, enum field f)
{
	const struct explanation *of = page->explanation;

	return explain_page_same(page, f, &of->by_function) &&
	       explain_page_same(page, f, &of->by_kind) &&
	       explain_page_same(page, f, &of->by_line);
}

/* The fields of the set with their values, in one line. */
static void
tell_same(const struct explain_page *page, field_set fields)
{
	const char *norm = page->labels[EXPLANATION_NORM];
	const struct explanation_side *sum = &page->explanation->sums[EXPLANATION_NORM];
	char buffer[AMOUNT_SIZE];

	explain_tell_test(page);
	if (page->pair)
		doc_cell(page->doc, COLOR_NONE, "costs the same on `%s` and `%s`:", norm,
		    page->labels[EXPLANATION_PUT]);
	else
		doc_cell(page->doc, COLOR_NONE, "`%s`", norm);
	for (enum field f = 0; f < FIELD_NONE; f++)
		if (fields & FIELD_BIT(f))
			doc_cell(page->doc, COLOR_NONE, "%s %s", explain_page_field(page, f),
			    amount_show(explain_page_value(page, sum, f), false, buffer));
}

/* more: fields that the script of HTML shows on demand, where they differ. Text leaves out what
   is the same. */
static void
tell_fields(const struct explain_page *page, field_set wanted, field_set more)
{
	field_set fields = summable_fields(page, wanted), same = 0;
	bool brief = !page->all && page->doc->kind == DOC_TEXT, first = true;

	for (enum field f = 0; f < FIELD_NONE; f++) {
		bool hidden = !(fields & FIELD_BIT(f));

		if (!((fields | more) & FIELD_BIT(f)) ||
		    (hidden && is_same_everywhere(page, f)))
			continue;
		if (brief && is_same_everywhere(page, f)) {
			same |= FIELD_BIT(f);
			continue;
		}
		tell_field(page, f, hidden, first && !hidden);
		first = first && hidden;
	}
	if (same)
		tell_same(page, same);
}

/* Says on which puts the test has a verdict that leaves nothing, or next to nothing, of its
   code. Returns true if there are any. */
static bool
tell_verdict(const struct explain_page *page, enum verdict verdict)
{
	const struct results *results = page->comparison->results;
	OWNED char *cure = put_cure(&results->puts.v[*page->puts], verdict);
	bool any = false;

	for (size_t side = 0; side < page->explanation->sides; side++) {
		const struct cell *cell = results_cell(results, page->test, page->puts[side]);

		if (!(cell->verdicts & 1u << verdict))
			continue;
		if (any)
			doc_add(page->doc, " and ");
		else
			doc_begin(page->doc, DOC_SENTENCES);
		doc_add(page->doc, "`%s`", page->labels[side]);
		any = true;
	}
	if (any)
		doc_add(page->doc,
		    ": %s: %s: %s. Below is the loop with what is left in it; instructions of the "
		    "loop itself are marked 'loop' and cost nothing.",
		    verdict_rows[verdict].name, verdict_rows[verdict].meaning, cure);
	return any;
}

/* Says which programs a command executed, if it started several processes. */
static void
tell_processes(const struct explain_page *page)
{
	for (size_t side = 0; side < page->explanation->sides; side++) {
		const struct results *results = page->comparison->results;
		const struct cell *cell = results_cell(results, page->test, page->puts[side]);
		bool once = results->tests.v[page->test].once;
		const struct processes *processes = results_processes(cell, once);
		FREED_BY(text_free) struct text programs = TEXT_EMPTY;

		if (processes->n < 2)
			continue;
		processes_show(processes, &programs);
		doc_begin(page->doc, DOC_SENTENCES);
		doc_add(page->doc, "`%s`: %s", page->labels[side], programs.s);
	}
}

/* Counted fields that are not wanted can be shown on demand, and so can derived ones if the
   groups sum to them. */
static field_set
fields_on_demand(const struct explain_page *page, field_set derived)
{
	const field_set *lacks = page->explanation->lacks;
	field_set counted = FIELD_ALL & ~(lacks[EXPLANATION_NORM] | lacks[EXPLANATION_PUT]);

	derived &= ~(FIELD_BIT(FIELD_DERIVED) - 1);
	return counted | (summable_fields(page, derived) & derived);
}

/* fields: of the page. */
static void
explain_tell_one(struct explain_page *page, const struct comparison *comparison,
    const struct selection *selection, const struct selected *selected, field_set fields)
{
	struct doc *doc = page->doc, code = {.kind = DOC_HTML};

	/* The tables of HTML are linked with the code that is listed below them. */
	explain_page_open(page, comparison, selection, selected);
	doc_markup(doc,
	    "<section class=\"explanation\" id=\"explain-%zu\">\n<h4>Where the counts of `%s`",
	    page->index, page->labels[EXPLANATION_NORM]);
	if (page->pair)
		doc_markup(doc, " and `%s`", page->labels[EXPLANATION_PUT]);
	doc_markup(doc, " come from</h4>\n");
	tell_processes(page);
	if (doc->kind == DOC_TEXT)
		tell_fields(page, selected->fields, 0);
	page->doc = doc->kind == DOC_TEXT ? doc : &code;
	page->left = tell_verdict(page, VERDICT_EMPTY);
	page->left |= tell_verdict(page, VERDICT_FOLDED);
	if (page->annotate && doc->kind == DOC_TEXT)
		explain_page_annotate(page);
	else
		explain_page_tell_code(page);
	page->doc = doc;
	if (doc->kind == DOC_HTML)
		tell_fields(page, selected->fields, fields_on_demand(page, fields));
	text_add(doc_end(doc), doc_end(&code)->n ? code.t.s : "");
	doc_free(&code);
	doc_markup(doc, "</section>\n");
	explain_page_close(page);
}

void
explain_text(const struct comparison *comparison, const struct selection *selection,
    const struct view *view, FILE *out)
{
	FREED_BY(doc_free)
	struct doc doc = {.kind = DOC_TEXT,
	    .out = out,
	    .terminal = terminal_of(out, view->colors, view->width),
	    .begun = true};
	struct explain_page page = {.doc = &doc};

	if (!doc.terminal.width)
		doc.terminal.width = DEFAULT_WIDTH;
	if (doc.terminal.width < LEAST_WIDTH)
		doc.terminal.width = LEAST_WIDTH;
	page.width = doc.terminal.width;
	for (size_t i = 0; i < selection->n; i++)
		explain_tell_one(&page, comparison, selection, &selection->v[i], 0);
}

void
explain_html(struct doc *doc, const struct page *of, size_t test)
{
	const struct selection *selection = of->selection;
	struct explain_page page = {.doc = doc, .width = INT_MAX};

	for (size_t i = 0; selection && i < selection->n; i++) {
		page.index = i;
		if (selection->v[i].test == test)
			explain_tell_one(&page, of->comparison, selection, &selection->v[i],
			    of->view->fields);
	}
}

/* A longer name of a function is cut. */
enum { NAME_WIDTH = 40 };

/* Finds the row with the most of the whole difference, if that is at least such a share of it.
   Returns its name, which the caller frees, with its own difference. */
static char *
name_row(const struct explanation *explanation, const struct explanation_group *group,
    double whole, double share)
{
	const struct explanation_row *most = NULL;
	OWNED char *name = NULL;
	char buffer[AMOUNT_SIZE];
	size_t lines = 0;

	ARRAY_EACH(const struct explanation_row, row, group->rows, group->n) {
		double own;

		lines += row->line && explanation_cost(explanation, row->sides) > 0;
		if (!explanation_difference(explanation, row->sides, explanation->by, &own) ||
		    own / whole < share)
			continue;
		share = own / whole;
		most = row;
	}
	if (!most || (group == &explanation->by_function && most->owner == PROFILE_SNIPPET) ||
	    (group == &explanation->by_line && (!most->line || lines < 2)))
		return NULL;
	name = most->line ? text_print("%s:%u", file_base(most->name), most->line)
	                  : explain_page_function(most->name, NAME_WIDTH);
	return text_print("%s %s", name, amount_show(share * whole, true, buffer));
}

char *
explain_why(const struct comparison *comparison, size_t test, size_t put)
{
	const struct selected selected = {
	    test, put, comparison->norm, FIELD_BIT(comparison->field)};
	const struct results *results = comparison->results;
	struct explanation *of;
	char *why = NULL;
	double whole;

	if (comparison_decisive(comparison, test, put).kind > CHANGE_SAME ||
	    !results_cell(results, test, put)->profile ||
	    !results_cell(results, test, comparison->norm)->profile)
		return NULL;
	of = selection_explain(&selected, comparison);
	if (of->by == comparison->field &&
	    explanation_difference(of, of->sums, of->by, &whole) && whole != 0) {
		why = name_row(of, &of->by_function, whole, 0.5);
		why = why ? why : name_row(of, &of->by_line, whole, 0.5);
		why = why ? why : name_row(of, &of->by_kind, whole, 0);
	}
	explanation_free(of);
	return why;
}
