#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/amount.h"
#include "report/explain/explain_table.h"
#include "report/explain/explain_print.h"
#include "util/display.h"
#include "util/grid.h"
#include "util/text.h"

/* Nothing fits into less than the least. */
enum { DEFAULT_WIDTH = 80, LEAST_WIDTH = 20 };

static size_t
decimals_of(const char *number)
{
	const char *point = strchr(number, '.');

	return point ? strlen(point) : 0;
}

/* How many columns the numbers of a column need after their integers. */
static size_t
decimals_in(const struct explain_rows *rows, size_t column)
{
	size_t most = 0, i;

	for (i = 0; i < rows->n; i++)
		if (decimals_of(rows->v[i].numbers[column]) > most)
			most = decimals_of(rows->v[i].numbers[column]);
	return most;
}

/* Adds a number, padded so that the points of its column are below each other. */
static void
add_number(struct grid *grid, const char *number, size_t decimals)
{
	char *padded = text_print("%s%*s", number, (int)(decimals - decimals_of(number)), "");

	grid_add(grid, padded);
	free(padded);
}

static void
print_rows(struct grid *grid, const struct explain_rows *rows, size_t columns)
{
	size_t decimals[EXPLAIN_TABLE_NUMBERS], i, k;

	for (k = 0; k < columns; k++)
		decimals[k] = decimals_in(rows, k);
	for (i = 0; i < rows->n; i++) {
		const struct explain_row *row = &rows->v[i];

		grid_row(grid);
		grid_add(grid, row->name);
		for (k = 0; k < columns; k++)
			add_number(grid, row->numbers[k], decimals[k]);
		grid_color(grid, row->color);
		grid_add(grid, row->rest ? row->rest : "");
	}
}

static void
print_part(const struct explain_page *page, enum field f, const char *title,
    const struct explanation_part *part)
{
	struct explain_table table = explain_table_make(page, f, part);
	struct grid grid = {.terminal = page->terminal};
	size_t columns = explain_table_columns(&table), k;

	grid_title(&grid, title);
	for (k = 0; k < columns; k++) {
		char *head = explain_table_head(&table, k);

		grid_group(&grid, head);
		free(head);
	}
	grid_rest(&grid, 2);
	if (table.shown.n) {
		print_rows(&grid, &table.shown, columns);
		fputc('\n', page->out);
		grid_print(&grid, 0, grid.rows, page->out);
	}
	grid_free(&grid);
	explain_table_free(&table);
}

static bool
has_lines(const struct explanation_part *part)
{
	size_t i;

	for (i = 0; i < part->n; i++)
		if (part->rows[i].line)
			return true;
	return false;
}

/* The tables of a field: by function, by kind and by line. */
static void
print_parts(const struct explain_page *page, enum field f)
{
	const struct explanation *explanation = page->explanation;

	print_part(page, f, "by function", &explanation->by_function);
	print_part(page, f, "by kind", &explanation->by_kind);
	if (has_lines(&explanation->by_line))
		print_part(page, f, "by line", &explanation->by_line);
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

static const char *
test_name(const struct explain_page *page)
{
	return page->comparison->results->tests.v[page->test].name;
}

/* "NAME  FIELD  NORM VALUE  PUT VALUE  DIFFERENCE (PERCENT)" */
static void
print_field(const struct explain_page *page, enum field f)
{
	enum color color;
	struct words values = explain_page_values(page, f, &color), words = WORDS_EMPTY;
	size_t i;

	words_add(&words, test_name(page));
	words_add(&words, explain_page_field(page, f));
	for (i = 0; i < values.n; i++)
		words_add(&words, values.v[i]);
	print_words(page, &words, color);
	words_free(&words);
	words_free(&values);
}

static bool
print_verdict(const struct explain_page *page, enum verdict verdict)
{
	char *sentence = explain_page_verdict(page, verdict);

	if (!sentence)
		return false;
	fputc('\n', page->out);
	explain_page_say(page, sentence);
	free(sentence);
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
print_same(const struct explain_page *page, field_set fields)
{
	const char *norm = explain_page_label(page, EXPLANATION_NORM);
	struct words words = WORDS_EMPTY;
	char buffer[AMOUNT_SIZE];
	enum field f;

	words_add(&words, test_name(page));
	if (page->explanation->sides == 1)
		words_add(&words, norm);
	else
		words_take(&words, text_print("costs the same on %s and %s:", norm,
		                       explain_page_label(page, EXPLANATION_PUT)));
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

static void
print_fields(const struct explain_page *page, field_set wanted)
{
	field_set fields = explain_page_fields(page, wanted), same = 0;
	enum field f;

	for (f = 0; f < FIELD_NONE; f++) {
		if (!(fields & FIELD_BIT(f)))
			continue;
		if (!page->all && is_same_everywhere(page, f)) {
			same |= FIELD_BIT(f);
			continue;
		}
		print_field(page, f);
		print_parts(page, f);
	}
	if (same)
		print_same(page, same);
}

static void
print(struct explain_page *page, field_set fields)
{
	print_fields(page, fields);
	page->left = print_verdict(page, VERDICT_EMPTY);
	page->left |= print_verdict(page, VERDICT_FOLDED);
	explain_code_print(page);
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
	for (i = 0; i < selection->n; i++) {
		explain_page_open(&page, comparison, &selection->v[i]);
		print(&page, selection->v[i].fields);
		explain_page_close(&page);
	}
}
