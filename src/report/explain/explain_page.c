#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/amount.h"
#include "report/explain/explain_page.h"
#include "report/page.h"
#include "util/display.h"
#include "util/file.h"
#include "util/memory.h"
#include "util/text.h"

/* By base name, file and line. */
static int
compare(const char *file, uint64_t line, const struct explanation_row *row)
{
	int order = strcmp(file_base(file), file_base(row->name));

	if (!order)
		order = strcmp(file, row->name);
	return order ? order : (line > row->line) - (line < row->line);
}

static int
compare_rows(const void *a, const void *b)
{
	const struct explanation_row *const *x = a, *const *y = b;

	return compare((*x)->name, (*x)->line, *y);
}

static void
sort_places(struct explain_page *page)
{
	const struct explanation_part *part = &page->explanation->by_line;
	size_t i;

	page->places = memory_new(part->n * sizeof *page->places);
	page->place_count = 0;
	for (i = 0; i < part->n; i++)
		if (part->rows[i].line)
			page->places[page->place_count++] = &part->rows[i];
	qsort(page->places, page->place_count, sizeof *page->places, compare_rows);
}

/* How many rows are before a line of a file, which may be after all of them. */
static size_t
rows_before(const struct explain_page *page, const char *file, uint64_t line)
{
	size_t low = 0, high = page->place_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (compare(file, line, page->places[middle]) > 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

const struct explanation_row *
explain_page_line_row(const struct explain_page *page, const char *file, unsigned line)
{
	size_t i = rows_before(page, file, line);

	return i < page->place_count && !compare(file, line, page->places[i]) ? page->places[i]
	                                                                      : NULL;
}

static bool
is_namesake(const struct explanation_row *row, const char *file)
{
	return strcmp(row->name, file) != 0 && !strcmp(file_base(row->name), file_base(file));
}

/* Whether there are lines of another file with the same base name. */
static bool
has_namesake(const struct explain_page *page, const char *file)
{
	size_t before = rows_before(page, file, 0);
	size_t after = rows_before(page, file, (uint64_t)UINT_MAX + 1);

	return (before && is_namesake(page->places[before - 1], file)) ||
	       (after < page->place_count && is_namesake(page->places[after], file));
}

void
explain_page_open(struct explain_page *page, const struct comparison *comparison,
    const struct selected *selected)
{
	bool alone = selected->norm == SELECTED_ALONE;
	size_t side;

	page->comparison = comparison;
	page->test = selected->test;
	page->puts[EXPLANATION_NORM] = alone ? selected->put : selected->norm;
	page->puts[EXPLANATION_PUT] = selected->put;
	page->explanation = selection_explain(selected, comparison);
	sort_places(page);
	page->lines = memory_new(EXPLANATION_SIDES * sizeof *page->lines);
	for (side = 0; side < EXPLANATION_SIDES; side++) {
		const struct put *put = &comparison->results->puts.v[page->puts[side]];

		page->labels[side] = display_line(put->label);
		page->lines[side] = (struct source_lines){
		    .test = results_test(comparison->results, page->test, page->puts[side])};
		page->saved[side] = put->file != NULL;
	}
}

void
explain_page_close(struct explain_page *page)
{
	size_t side;

	for (side = 0; side < EXPLANATION_SIDES; side++) {
		free(page->labels[side]);
		source_lines_free(&page->lines[side]);
	}
	free(page->lines);
	free(page->places);
	explanation_free(page->explanation);
}

double
explain_page_value(
    const struct explain_page *page, const struct explanation_side *side, enum field f)
{
	double v;

	return explanation_value(page->explanation, side, f, &v) ? v : 0;
}

double
explain_page_cost(const struct explain_page *page, const struct explanation_side *side)
{
	return explain_page_value(page, side, page->explanation->by);
}

bool
explain_page_shows_loop(const struct explain_page *page, const struct explanation_row *row)
{
	return page->all || (page->left && row->owner == PROFILE_SNIPPET);
}

void
explain_page_add(struct explanation_side *sum, const struct explanation_side *side)
{
	enum field f;

	if (side->iterations)
		sum->iterations = side->iterations;
	sum->calls += side->calls;
	for (f = 0; f < FIELD_COUNT; f++)
		sum->spent[f] += side->spent[f];
	sum->spill += side->spill;
	sum->unknown_spill |= side->unknown_spill;
}

const char *
explain_page_field(const struct explain_page *page, enum field f)
{
	return fields_name(page->explanation->fields, f);
}

char *
explain_page_position(const struct explain_page *page, const char *file, unsigned line)
{
	const char *name = has_namesake(page, file) ? file : file_base(file);
	char *position = line ? text_print("%s:%u", name, line) : text_print("%s", file);
	char *shown = display_line(position);

	free(position);
	return shown;
}

bool
explain_page_has_own(const struct explain_page *page)
{
	const struct explanation_part *part = &page->explanation->by_function;
	size_t i;

	for (i = 0; i < part->n; i++)
		if (part->rows[i].owner == PROFILE_SNIPPET ||
		    part->rows[i].owner == PROFILE_PROGRAM)
			return true;
	return false;
}

/* The end of what the bracket at s opens: where the one that closes it is, or the end of the
   name. An arrow closes nothing. */
static const char *
closing(const char *s)
{
	size_t depth = 0;
	char before = 0;

	for (; *s; before = *s++) {
		depth += *s == '<' || *s == '(';
		depth -= (*s == '>' && before != '-') || *s == ')';
		if (!depth)
			break;
	}
	return s;
}

/* How long the name of an operator is that begins at s; its brackets belong to it. 0: there is
   none. */
static size_t
operator_length(const char *s)
{
	size_t n = strlen("operator");

	if (!text_begins(s, "operator"))
		return 0;
	if (text_begins(s + n, "()") || text_begins(s + n, "->"))
		return n + 2;
	return n + strspn(s + n, "<>=");
}

/* Adds the n bytes of a name without what is between its brackets: "f<...>(...)". The type that
   a name of Rust begins with, "<T as Trait>::f", is kept, but for its own brackets. */
static void
add_short(struct text *t, const char *name, size_t n)
{
	size_t i = 0, length;

	if (n && *name == '<') {
		length = (size_t)(closing(name) - name);
		length = length < n ? length : n - 1;
		text_add_char(t, '<');
		add_short(t, name + 1, length - (length > 0));
		i = length;
	}
	for (; i < n; i++) {
		const char *s = name + i;

		length = operator_length(s);
		if (!length && text_begins(s, "(anonymous namespace)"))
			length = (size_t)(closing(s) - s) + 1;
		if (length) {
			text_add_n(t, s, length);
			i += length - 1;
		} else if (*s == '<' || *s == '(') {
			const char *end = closing(s);

			text_addf(
			    t, end > s + 1 ? "%c...%c" : "%c%c", *s, *s == '<' ? '>' : ')');
			i += (size_t)(end - s) - !*end;
		} else {
			text_add_char(t, *s);
		}
	}
}

/* Cuts off which clone of a function it is, unless it is the part of it that is seldom used. */
static void
cut_clone(char *name)
{
	char *clone = strstr(name, " [clone .");

	if (clone && !strstr(clone, "[clone .cold"))
		*clone = 0;
}

/* The last parts of a name that fit behind "...", or its beginning. The caller frees. */
static char *
cut_name(const char *name, size_t width)
{
	const char *s = name;

	if (display_width(name) <= width)
		return memory_copy(name);
	while ((s = strstr(s + 1, "::")))
		if (strlen("...") + display_width(s) <= width)
			return text_print("...%s", s);
	return display_cut(name, width);
}

char *
explain_page_function(const char *name, size_t width)
{
	char *shown = display_line(name), *cut;
	struct text t = TEXT_EMPTY;

	if (display_width(shown) <= width)
		return shown;
	add_short(&t, shown, strlen(shown));
	free(shown);
	shown = text_take(&t);
	if (display_width(shown) > width)
		cut_clone(shown);
	cut = cut_name(shown, width);
	free(shown);
	return cut;
}

/* Whether another function of the program has the name. */
static bool
has_double(const struct explain_page *page, const struct explanation_row *row)
{
	const struct explanation_part *part = &page->explanation->by_function;
	size_t i;

	for (i = 0; i < part->n; i++)
		if (&part->rows[i] != row && part->rows[i].owner == row->owner &&
		    !strcmp(part->rows[i].name, row->name))
			return true;
	return false;
}

char *
explain_page_place(const struct explain_page *page, const struct explanation_row *row)
{
	bool shown = row->owner == PROFILE_LIBRARY ||
	             (row->owner == PROFILE_PROGRAM && has_double(page, row));

	return shown && row->note ? display_line(row->note) : NULL;
}

void
explain_page_line(const struct explain_page *page, const char *line)
{
	char *cut = display_cut(line, page->terminal.width);
	size_t n = strlen(cut);

	while (n && cut[n - 1] == ' ')
		n--;
	fprintf(page->out, "%.*s\n", (int)n, cut);
	free(cut);
}

void
explain_page_say(const struct explain_page *page, const char *sentence)
{
	char *shown = display_line(sentence), *word, *rest = NULL;
	struct text line = TEXT_EMPTY;

	for (word = strtok_r(shown, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
		if (line.n &&
		    display_width(line.s) + 1 + display_width(word) > page->terminal.width) {
			explain_page_line(page, line.s);
			text_cut(&line, 0);
		}
		text_addf(&line, "%s%s", line.n ? " " : "", word);
	}
	explain_page_line(page, line.n ? line.s : "");
	text_free(&line);
	free(shown);
}

const char *
explain_page_label(const struct explain_page *page, size_t side)
{
	return page->comparison->results->puts.v[page->puts[side]].label;
}

/* Adds "LABEL VALUE". */
static void
add_side(struct words *words, const struct explain_page *page, size_t side, enum field f)
{
	const struct results *results = page->comparison->results;
	struct value value =
	    calc_shown(f, calc_value(results, page->test, page->puts[side], f));
	char buffer[AMOUNT_SIZE];

	words_take(words, text_print("%s %s", explain_page_label(page, side),
	                      value.known ? amount_show(value.v, false, buffer) : "-"));
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

struct words
explain_page_values(const struct explain_page *page, enum field f, enum color *color)
{
	struct change change =
	    comparison_of(page->comparison, page->test, page->puts[EXPLANATION_PUT], f);
	struct words words = WORDS_EMPTY;

	add_side(&words, page, EXPLANATION_NORM, f);
	*color = COLOR_NONE;
	if (page->explanation->sides > 1) {
		add_side(&words, page, EXPLANATION_PUT, f);
		add_change(&words, &change);
		*color = page_color_change(change.kind, change.percent);
	}
	return words;
}

char *
explain_page_verdict(const struct explain_page *page, enum verdict verdict)
{
	struct text t = TEXT_EMPTY;
	size_t side;

	for (side = 0; side < page->explanation->sides; side++) {
		const struct cell *cell =
		    results_cell(page->comparison->results, page->test, page->puts[side]);

		if (cell->verdicts & 1u << verdict)
			text_addf(&t, "%s%s", t.n ? " and " : "", page->labels[side]);
	}
	if (t.n)
		text_addf(&t,
		    ": %s: %s. Below is the loop with what is left in it; instructions of the "
		    "loop itself are marked 'loop' and cost nothing.",
		    verdict_name(verdict), verdict_meaning(verdict));
	return t.n ? text_take(&t) : NULL;
}

static bool
sums(const struct explain_page *page, const struct explanation_part *part, size_t side,
    enum field f)
{
	double want, sum = 0, v;
	size_t i;

	if (!explanation_value(page->explanation, &page->explanation->sums[side], f, &want))
		return false;
	for (i = 0; i < part->n; i++) {
		if (!explanation_value(page->explanation, &part->rows[i].sides[side], f, &v))
			return false;
		sum += v;
	}
	return fabs(sum - want) <= 1e-9 * (fabs(want) + 1);
}

/* Returns true if the rows of all parts sum to the value of the field, as they do unless it is
   derived by a formula such as a quotient. */
static bool
parts_sum(const struct explain_page *page, enum field f)
{
	size_t side;

	for (side = 0; side < page->explanation->sides; side++)
		if (!sums(page, &page->explanation->by_function, side, f) ||
		    !sums(page, &page->explanation->by_kind, side, f) ||
		    !sums(page, &page->explanation->by_line, side, f))
			return false;
	return true;
}

field_set
explain_page_fields(const struct explain_page *page, field_set wanted)
{
	field_set fields = 0;
	enum field f;

	for (f = 0; f < FIELD_NONE; f++)
		if (wanted & FIELD_BIT(f))
			fields |= f < FIELD_COUNT || parts_sum(page, f)
			              ? FIELD_BIT(f)
			              : fields_needs(page->explanation->fields, FIELD_BIT(f)) &
			                    FIELD_ALL;
	return fields ? fields : FIELD_BIT(FIELD_IR);
}
