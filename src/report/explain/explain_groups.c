#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/amount.h"
#include "report/explain/explain_page.h"
#include "report/format_print.h"
#include "util/display.h"
#include "util/array.h"
#include "util/text.h"

/* The number of rows by default; everything less important is one row. */
enum { ROWS = 12 };

/* A row has one of these fates. Rows of the same cost on both sides are summed up, and so are
   others that matter least. */
enum row_fate { SHOWN, OTHER, SAME, FREE, FATES };

/* A group of rows as a table of a field. */
struct group_table {
	const struct explain_page *page;
	enum field field;
	const struct explanation_group *group;
	const char *row;        /* what a row is */
	bool linked;            /* lines are linked with their code */
	struct order_key *keys; /* of the rows, in order */
	enum row_fate *fates;   /* of the rows, as the group has them */
};

static enum color
color_of(const struct group_table *table, double difference)
{
	bool higher = fields_higher(table->page->explanation->fields, table->field);

	if (!table->page->pair || !difference)
		return COLOR_NONE;
	return (difference > 0) == higher ? COLOR_BETTER : COLOR_WORSE;
}

/* "45.9" */
static void
tell_share(const struct group_table *table, double value)
{
	const struct explanation_side *sum = &table->page->explanation->sums[EXPLANATION_NORM];
	double whole = explain_page_value(table->page, sum, table->field);
	OWNED char *share = whole ? text_print("%.1f", 100 * value / whole) : memory_copy("-");

	doc_cell(table->page->doc, COLOR_NONE, "%s", share);
}

/* A number; HTML has it exactly as an attribute of its cell where the text is rounded. */
static double
explain_groups_tell_value(const struct group_table *table, const struct explanation_side *side)
{
	double value = explain_page_value(table->page, side, table->field);
	struct text *attributes = &table->page->doc->attributes;
	char buffer[AMOUNT_SIZE];

	if (strtod(amount_show(value, false, buffer), NULL) != value) {
		text_add(attributes, " data-value=");
		format_number(attributes, value);
	}
	doc_cell(table->page->doc, COLOR_NONE, "%s", buffer);
	return value;
}

/* The cells of a row besides its name. rest: what else is known; NULL: nothing. */
static void
tell_cells(
    const struct group_table *table, const struct explanation_side *sides, const char *rest)
{
	double norm = explain_groups_tell_value(table, &sides[EXPLANATION_NORM]);
	struct doc *doc = table->page->doc;
	char buffer[AMOUNT_SIZE];

	if (table->page->pair) {
		double change =
		    explain_groups_tell_value(table, &sides[EXPLANATION_PUT]) - norm;

		doc_cell(doc, color_of(table, change), "%s", amount_show(change, true, buffer));
	} else {
		tell_share(table, norm);
	}
	doc_cell(doc, COLOR_NONE, "`%s`", rest ? rest : "");
}

static double
calls_of(const struct explanation_side *side)
{
	return side->here ? (double)side->calls / (double)side->iterations : 0;
}

/* "1.0 call", "1.0 to 14.0 calls" */
static void
explain_groups_add_calls(struct text *t, const struct explanation_side *sides)
{
	double norm = calls_of(&sides[EXPLANATION_NORM]);
	double put = calls_of(&sides[EXPLANATION_PUT]);
	char from[AMOUNT_SIZE], to[AMOUNT_SIZE];
	bool moved = norm != put && sides[EXPLANATION_NORM].here && sides[EXPLANATION_PUT].here;

	if (!norm && !put)
		return;
	if (!sides[EXPLANATION_NORM].here)
		norm = put;
	amount_show(norm, false, from);
	amount_show(put, false, to);
	text_addf(t, "%s%s%s%s call%s", t->n ? ", " : "", from, moved ? " to " : "",
	    moved ? to : "", !moved && norm == 1 ? "" : "s");
}

static char *
rest_of_function(const struct group_table *table, const struct explanation_row *row)
{
	const struct explanation_side *sides = row->sides;
	OWNED char *place = explain_page_place(table->page, row);
	struct text t = TEXT_EMPTY;

	if (table->page->pair && sides[EXPLANATION_NORM].here != sides[EXPLANATION_PUT].here)
		text_addf(&t, "only on %s", table->page->labels[sides[EXPLANATION_PUT].here]);
	explain_groups_add_calls(&t, sides);
	if (place)
		text_addf(&t, "%s%s", t.n ? ", " : "", place);
	return text_take(&t);
}

static char *
text_on(const struct explain_page *page, const struct explanation_row *row, size_t side)
{
	if (!row->sides[side].here)
		return NULL;
	return source_lines_copy(
	    &page->lines[side], row->name, row->line, !page->saved[side], false);
}

/* The text of a source line, unless it is another one on the other side. If a saved norm had a
   text there that was not saved, it is what the line is now. */
static char *
rest_of_line(const struct explain_page *page, const struct explanation_row *row)
{
	OWNED char *norm = text_on(page, row, EXPLANATION_NORM),
	           *put = text_on(page, row, EXPLANATION_PUT);
	const char *text = norm ? norm : put;
	bool both = row->sides[EXPLANATION_NORM].here && row->sides[EXPLANATION_PUT].here;
	bool differs = both && (!norm || !put || strcmp(norm, put) != 0);

	if (both && !norm && put && page->saved[EXPLANATION_NORM] &&
	    strcmp(row->name, test_file(page->lines->test)) != 0)
		return text_print("now: %s", put);
	return differs ? NULL : memory_copy(text);
}

/* Begins a row. The name of a line leads to its first instruction. */
static void
explain_groups_tell_name(
    const struct group_table *table, const struct explanation_row *row, const char *name)
{
	size_t i = (size_t)(row - table->group->rows), page = table->page->index;
	bool linked = table->linked && row->line;
	struct doc *doc = table->page->doc;

	text_addf(&doc->attributes, " data-row=%zu", i);
	if (linked)
		text_addf(&doc->attributes, " id=explain-%zu-line-%zu", page, i);
	doc_row(doc);
	linked = linked && table->page->linked[i];
	doc_cell(doc, COLOR_NONE, "%s", "");
	if (linked)
		doc_markup(doc, "<a href=\"#explain-%zu-code-%zu\">", page, i);
	doc_add(doc, "`%s`", name);
	doc_markup(doc, linked ? "</a>" : "");
}

static void
tell_row(const struct group_table *table, const struct explanation_row *row)
{
	const struct explain_page *page = table->page;
	size_t most = page->width * 2 / 5;
	OWNED char *name = NULL, *shown = NULL, *rest = NULL;

	if (table->group == &page->explanation->by_line) {
		shown = explain_page_position(page, row->name, row->line);
		rest = row->line   ? rest_of_line(page, row)
		       : row->note ? text_print("near %s", row->note)
		                   : NULL;
	} else if (table->group == &page->explanation->by_function) {
		shown = explain_page_function(row->name, most);
		rest = rest_of_function(table, row);
	} else {
		shown = display_line(row->name);
		rest = memory_copy(row->note);
	}
	name = display_cut(shown, most);
	explain_groups_tell_name(table, row, name);
	tell_cells(table, row->sides, rest);
}

static bool
explain_groups_is_first(const struct group_table *table, const struct explanation_row *row)
{
	return table->page->pair && table->group == &table->page->explanation->by_function &&
	       row->sides[EXPLANATION_NORM].here != row->sides[EXPLANATION_PUT].here;
}

static size_t
explain_groups_count(const struct group_table *table, enum row_fate fate)
{
	size_t n = 0;

	for (size_t i = 0; i < table->group->n; i++)
		n += table->fates[i] == fate;
	return n;
}

/* Rows of one cost become one, unless there is only one of them, and so do those with the
   least weights, which are the last ones. */
static void
explain_groups_fold(struct group_table *table)
{
	bool one = explain_groups_count(table, SAME) == 1;
	size_t shown = explain_groups_count(table, SHOWN) + one, kept = 0;

	for (size_t i = 0; i < table->group->n; i++) {
		enum row_fate *fate = &table->fates[table->keys[i].index];

		if (*fate == SAME && one)
			*fate = SHOWN;
		if (*fate == SHOWN && shown > ROWS && kept++ >= ROWS - 1)
			*fate = OTHER;
	}
}

/* Puts the rows into the order of the field: by the size of their difference or, of one put
   alone, of their cost, with functions of one side only first. */
static void
rank(struct group_table *table)
{
	const struct explain_page *page = table->page;

	for (size_t i = 0; i < table->group->n; i++) {
		const struct explanation_side *sides = table->group->rows[i].sides;
		double v;

		if (!explanation_difference(page->explanation, sides, table->field, &v))
			v = 0;
		table->keys[i] = (struct order_key){{fabs(v)}, i};
		table->fates[i] =
		    !explain_page_value(page, &sides[EXPLANATION_NORM], table->field) &&
		            !explain_page_value(page, &sides[EXPLANATION_PUT], table->field)
		        ? FREE
		    : !page->all && page->pair && fabs(v) < 1e-9 ? SAME
		                                                 : SHOWN;
	}
	order_sort(table->keys, table->group->n);
	if (!table->page->all)
		explain_groups_fold(table);
	ARRAY_EACH(struct order_key, key, table->keys, table->group->n) {
		key->of[1] = key->of[0];
		key->of[0] = explain_groups_is_first(table, &table->group->rows[key->index]);
	}
	order_sort(table->keys, table->group->n);
}

static void
tell_rows(const struct group_table *table, enum row_fate fate)
{
	for (size_t i = 0; i < table->group->n; i++)
		if (table->fates[table->keys[i].index] == fate)
			tell_row(table, &table->group->rows[table->keys[i].index]);
}

/* The sum of all rows of a fate, if there are any. */
static void
tell_sum(const struct group_table *table, enum row_fate fate, const char *name)
{
	struct explanation_side sums[EXPLANATION_SIDES] = {{0}};
	struct doc *doc = table->page->doc;
	size_t n = explain_groups_count(table, fate);

	if (!n)
		return;
	for (size_t i = 0; i < table->group->n; i++)
		for (size_t side = 0; table->fates[i] == fate && side < EXPLANATION_SIDES;
		     side++)
			explain_page_add(&sums[side], &table->group->rows[i].sides[side]);
	text_add(&doc->attributes, " class=sum");
	doc_row(doc);
	doc_cell(doc, COLOR_NONE, "%zu %s", n, name);
	tell_cells(table, sums, NULL);
}

/* Begins a table. A label is cut, because it is above short numbers. */
static void
tell_heads(const struct group_table *table)
{
	const struct explain_page *page = table->page;
	OWNED char *caption = text_print("by %s", table->row);

	doc_table(page->doc, NULL, caption);
	doc_column(page->doc, DOC_TITLE, 0, "%s%s", page->doc->kind == DOC_TEXT ? "by " : "",
	    table->row);
	for (size_t side = 0; side < page->explanation->sides; side++) {
		OWNED char *label = display_cut(page->labels[side], page->width / 5);

		doc_column(page->doc, DOC_AMOUNT, 1, "`%s`", label);
	}
	doc_column(page->doc, DOC_AMOUNT, 1, "%s", page->pair ? "diff" : "%");
	doc_column(page->doc, DOC_REST, 2, "note");
}

/* HTML has the rows that are not shown in a table that opens on demand. same: these are all. */
static void
explain_groups_tell_folded(const struct group_table *table, bool same)
{
	struct doc *doc = table->page->doc;
	size_t n = table->group->n - explain_groups_count(table, SHOWN);

	if (!n || doc->kind != DOC_HTML)
		return;
	if (same)
		doc_block(doc, DOC_SUMMARY, "by %s: the same cost", table->row);
	else
		doc_block(doc, DOC_SUMMARY, "all other rows: %zu", n);
	tell_heads(table);
	for (enum row_fate fate = OTHER; fate < FATES; fate++)
		tell_rows(table, fate);
	doc_details_end(doc);
}

void
explain_page_tell_group(const struct explain_page *page, enum field f,
    const struct explanation_group *group, const char *row, bool linked)
{
	struct group_table table = {page, f, group, row, linked, NULL, NULL};
	/* Text leaves a field out in which nothing differs. */
	bool same = page->pair && !page->all && page->doc->kind == DOC_HTML &&
	            explain_page_same(page, f, group);

	if (!group->n)
		return;
	table.keys = memory_array(group->n, sizeof *table.keys);
	table.fates = memory_array(group->n, sizeof *table.fates);
	rank(&table);
	doc_end(page->doc);
	doc_markup(page->doc, "<div class=\"part\" data-part=\"%ss\">\n", row);
	for (size_t i = 0; same && i < group->n; i++)
		table.fates[i] = table.fates[i] == SHOWN ? SAME : table.fates[i];
	if (!same) {
		tell_heads(&table);
		tell_rows(&table, SHOWN);
		tell_sum(&table, OTHER, "others");
		tell_sum(&table, SAME, "of the same cost");
		doc_end(page->doc);
	}
	explain_groups_tell_folded(&table, same);
	doc_markup(page->doc, "</div>\n");
	free(table.keys);
	free(table.fates);
}
