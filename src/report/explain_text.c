#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "explain/selected.h"
#include "report/amount.h"
#include "report/explain_page.h"
#include "report/explain_text.h"
#include "report/page.h"
#include "util/display.h"
#include "util/memory.h"
#include "util/text.h"

/* Nothing fits into less than the least. */
enum { DEFAULT_WIDTH = 80, LEAST_WIDTH = 20 };

/* A test on the norm and a put, or on one put alone: then both are the same. */
struct pair {
	const struct comparison *comparison;
	size_t test;
	size_t puts[EXPLANATION_SIDES];
};

static bool
is_alone(const struct pair *pair)
{
	return pair->puts[EXPLANATION_NORM] == pair->puts[EXPLANATION_PUT];
}

static size_t
sides_of(const struct pair *pair)
{
	return is_alone(pair) ? 1 : EXPLANATION_SIDES;
}

static const struct cell *
cell_of(const struct pair *pair, size_t side)
{
	return results_cell(pair->comparison->results, pair->test, pair->puts[side]);
}

static const char *
label_of(const struct pair *pair, size_t side)
{
	return pair->comparison->results->puts.v[pair->puts[side]].label;
}

/* Adds "LABEL VALUE". */
static void
add_side(struct words *words, const struct pair *pair, size_t side, enum field f)
{
	struct value value = calc_shown(
	    f, calc_value(pair->comparison->results, pair->test, pair->puts[side], f));
	char buffer[AMOUNT_SIZE];

	words_take(words, text_print("%s %s", label_of(pair, side),
	                      value.known ? amount_show(value.v, false, buffer) : "-"));
}

/* Prints the words in lines of the page's width, two blanks apart; the last one coloured. */
static void
print_words(const struct explain_page *page, const struct words *words, enum color color)
{
	size_t used = 0, i;

	fputc('\n', page->out);
	for (i = 0; i < words->n; i++) {
		char *shown = display_line(words->v[i]);
		size_t width = display_width(shown);
		bool last = i + 1 == words->n, colored = last && page->terminal.colors && color;
		char *cut;

		if (i && used + 2 + width > page->terminal.width) {
			fputc('\n', page->out);
			used = 0;
		}
		cut = display_cut(shown, i ? page->terminal.width - 2 : page->terminal.width);
		fprintf(page->out, "%s%s%s%s", i ? "  " : "",
		    colored ? terminal_color(color) : "", cut, colored ? TERMINAL_PLAIN : "");
		used += 2 * (i > 0) + width;
		free(cut);
		free(shown);
	}
	fputc('\n', page->out);
}

/* Adds "-98.0 (-55.68 %)". */
static void
add_change(struct words *words, const struct change *change)
{
	char buffer[AMOUNT_SIZE], percent[CHANGE_SIZE];
	const char *difference = amount_show(change->difference, true, buffer);

	if (isinf(change->percent))
		words_add(words, difference);
	else
		words_take(
		    words, text_print("%s (%s)", difference, change_show(change, percent)));
}

/* "NAME  FIELD  NORM VALUE  PUT VALUE  DIFFERENCE (PERCENT)" */
static void
print_field(const struct explain_page *page, const struct pair *pair, enum field f)
{
	const struct results *results = pair->comparison->results;
	struct change change =
	    comparison_of(pair->comparison, pair->test, pair->puts[EXPLANATION_PUT], f);
	struct words words = WORDS_EMPTY;
	enum color color = COLOR_NONE;

	words_add(&words, results->tests.v[pair->test].name);
	words_add(&words, explain_page_field(page, f));
	add_side(&words, pair, EXPLANATION_NORM, f);
	if (!is_alone(pair)) {
		add_side(&words, pair, EXPLANATION_PUT, f);
		add_change(&words, &change);
		color = page_color_change(change.kind, change.percent);
	}
	print_words(page, &words, color);
	words_free(&words);
}

/* Says on which puts the test has a verdict that leaves nothing, or next to nothing, of its
   code. Returns true if it has. */
static bool
print_verdict(const struct explain_page *page, const struct pair *pair, enum verdict verdict)
{
	struct text t = TEXT_EMPTY;
	size_t side;

	for (side = 0; side < sides_of(pair); side++)
		if (cell_of(pair, side)->verdicts & 1u << verdict)
			text_addf(&t, "%s%s", t.n ? " and " : "", page->labels[side]);
	if (!t.n)
		return false;
	text_addf(&t,
	    ": %s: %s. Below is the loop with what is left in it; instructions of the loop "
	    "itself are marked 'loop' and cost nothing.",
	    verdict_name(verdict), verdict_meaning(verdict));
	fputc('\n', page->out);
	explain_page_say(page, t.s);
	text_free(&t);
	return true;
}

/* Returns true if every row of the part costs the same on both sides, or nothing on one. */
static bool
is_same(const struct explain_page *page, const struct explanation_part *part, enum field f)
{
	double difference;
	size_t i;

	for (i = 0; i < part->n; i++)
		if (!explanation_difference(
		        page->explanation, part->rows[i].sides, f, &difference) ||
		    fabs(difference) > 1e-9)
			return false;
	return true;
}

static bool
is_same_everywhere(const struct explain_page *page, enum field f)
{
	const struct explanation *explanation = page->explanation;

	return is_same(page, &explanation->by_function, f) &&
	       is_same(page, &explanation->by_kind, f) &&
	       is_same(page, &explanation->by_line, f);
}

/* Prints the fields of the set with their values, in one line. */
static void
print_same(const struct explain_page *page, const struct pair *pair, field_set fields)
{
	struct words words = WORDS_EMPTY;
	char buffer[AMOUNT_SIZE];
	enum field f;

	words_add(&words, pair->comparison->results->tests.v[pair->test].name);
	if (is_alone(pair))
		words_take(&words, text_print("%s", label_of(pair, EXPLANATION_NORM)));
	else
		words_take(&words,
		    text_print("costs the same on %s and %s:", label_of(pair, EXPLANATION_NORM),
		        label_of(pair, EXPLANATION_PUT)));
	for (f = 0; f < FIELD_NONE; f++)
		if (fields & FIELD_BIT(f))
			words_take(&words,
			    text_print("%s %s", explain_page_field(page, f),
			        amount_show(explain_page_value(page,
			                        &page->explanation->sums[EXPLANATION_NORM], f),
			            false, buffer)));
	print_words(page, &words, COLOR_NONE);
	words_free(&words);
}

/* The fields wanted, each if its parts sum to it, or else the counted ones that it is made of;
   or Ir if there are none. */
static field_set
fields_of(const struct explain_page *page, field_set wanted)
{
	field_set fields = 0;
	enum field f;

	for (f = 0; f < FIELD_NONE; f++)
		if (wanted & FIELD_BIT(f))
			fields |= f < FIELD_COUNT || explain_parts_sum(page, f)
			              ? FIELD_BIT(f)
			              : fields_needs(page->explanation->fields, FIELD_BIT(f)) &
			                    FIELD_ALL;
	return fields ? fields : FIELD_BIT(FIELD_IR);
}

static void
print_fields(const struct explain_page *page, const struct pair *pair, field_set wanted)
{
	field_set fields = fields_of(page, wanted), same = 0;
	enum field f;

	for (f = 0; f < FIELD_NONE; f++) {
		if (!(fields & FIELD_BIT(f)))
			continue;
		if (!page->all && is_same_everywhere(page, f)) {
			same |= FIELD_BIT(f);
			continue;
		}
		print_field(page, pair, f);
		explain_parts_print(page, f);
	}
	if (same)
		print_same(page, pair, same);
}

static void
print(struct explain_page *page, const struct pair *pair, field_set fields)
{
	print_fields(page, pair, fields);
	page->left = print_verdict(page, pair, VERDICT_EMPTY);
	page->left |= print_verdict(page, pair, VERDICT_FOLDED);
	explain_code_print(page);
}

/* common: of all selected. */
static void
print_selected(const struct explain_page *common, const struct comparison *comparison,
    const struct selected *selected)
{
	bool alone = selected->norm == SELECTED_ALONE;
	struct pair pair = {comparison, selected->test,
	    {alone ? selected->put : selected->norm, selected->put}};
	struct explanation *explanation = selected_explain(selected, comparison);
	struct source_lines lines[EXPLANATION_SIDES] = {{0}};
	struct explain_places places = explain_places_of(explanation);
	struct explain_page page = *common;
	size_t side;

	page.explanation = explanation;
	page.lines = lines;
	page.places = &places;
	for (side = 0; side < EXPLANATION_SIDES; side++) {
		page.labels[side] = display_line(label_of(&pair, side));
		lines[side].test =
		    results_test(comparison->results, pair.test, pair.puts[side]);
		page.saved[side] = comparison->results->puts.v[pair.puts[side]].file != NULL;
	}
	print(&page, &pair, selected->fields);
	for (side = 0; side < EXPLANATION_SIDES; side++) {
		free(page.labels[side]);
		source_lines_free(&lines[side]);
	}
	explain_places_free(&places);
	explanation_free(explanation);
}

void
explain_text(const struct comparison *comparison, const struct selection *selection,
    const struct view *view, FILE *out)
{
	struct explain_page page = {
	    .out = out,
	    .terminal = terminal_of(out, view->colors, view->width),
	    .all = selection->all,
	};
	size_t i;

	if (!page.terminal.width)
		page.terminal.width = DEFAULT_WIDTH;
	if (page.terminal.width < LEAST_WIDTH)
		page.terminal.width = LEAST_WIDTH;
	for (i = 0; i < selection->n; i++)
		print_selected(&page, comparison, &selection->v[i]);
}
