#include <stdlib.h>
#include <string.h>

#include "report/amount.h"
#include "report/explain/explain_page.h"
#include "util/array.h"

/* The number of lines that are shown before and behind one with a cost. */
enum { AROUND = 3 };

static int
compare_places(const void *a, const void *b)
{
	const struct explanation_row *x = *(const struct explanation_row *const *)a,
	                             *y = *(const struct explanation_row *const *)b;
	int order = strcmp(x->name, y->name);

	return order ? order : (x->line > y->line) - (x->line < y->line);
}

/* Adds the amounts of a row, or blanks. */
static void
add_amounts(const struct explain_page *page, const struct explanation_row *row)
{
	char buffer[AMOUNT_SIZE];
	double v = 0;

	for (size_t side = 0; side < page->explanation->sides; side++) {
		if (row)
			v = explain_page_value(page, &row->sides[side], page->explanation->by);
		doc_cell(page->doc, COLOR_NONE, "%s", row ? amount_show(v, false, buffer) : "");
	}
	if (!page->pair)
		return;
	if (row &&
	    !explanation_difference(page->explanation, row->sides, page->explanation->by, &v))
		v = 0;
	doc_cell(page->doc, COLOR_NONE, "%s", row ? amount_show(v, true, buffer) : "");
}

/* Adds a line with what it costs. row: NULL, it costs nothing. */
static void
annotate_line(const struct explain_page *page, const char *file, unsigned line,
    const struct explanation_row *row)
{
	OWNED char *text = NULL, *number = text_print("%u", line);

	for (size_t side = 0; side < EXPLANATION_SIDES && !text; side++)
		text =
		    source_lines_copy(&page->lines[side], file, line, !page->saved[side], true);
	if (!text && !row)
		return;
	doc_row(page->doc);
	doc_cell(page->doc, COLOR_NONE, "%s", number);
	add_amounts(page, row);
	doc_cell(page->doc, COLOR_NONE, "`%s`", text ? text : "");
}

/* rows: of the n lines of a file that have a cost, in order. */
static void
annotate_file(const struct explain_page *page, const struct explanation_row **rows, size_t n)
{
	OWNED char *name = explain_page_position(page, rows[0]->name, 0);
	size_t next = 1;

	doc_table(page->doc, NULL, name);
	doc_column(page->doc, DOC_TITLE, 0, "`%s`", name);
	for (size_t side = 0; side < page->explanation->sides; side++)
		doc_column(page->doc, DOC_AMOUNT, 1, "`%s`", page->labels[side]);
	if (page->pair)
		doc_column(page->doc, DOC_AMOUNT, 1, "%s", "diff");
	doc_column(page->doc, DOC_REST, 2, "%s", "");
	for (size_t i = 0; i < n; i++) {
		size_t line = rows[i]->line,
		       begin = line > next + AROUND + 1 ? line - AROUND : next,
		       end = i + 1 < n && rows[i + 1]->line <= line + AROUND
		                 ? rows[i + 1]->line - 1
		                 : line + AROUND;

		if (begin > next) {
			doc_row(page->doc);
			doc_cell(page->doc, COLOR_NONE, "%s", "...");
		}
		for (next = begin; next <= end; next++)
			annotate_line(
			    page, rows[i]->name, (unsigned)next, next == line ? rows[i] : NULL);
	}
}

void
explain_page_annotate(const struct explain_page *page)
{
	const struct explanation_group *files = &page->explanation->by_file,
	                               *lines = &page->explanation->by_line;
	OWNED const struct explanation_row **rows = memory_array(lines->n + 1, sizeof *rows);

	for (size_t i = 0; i < lines->n; i++)
		rows[i] = &lines->rows[i];
	qsort(rows, lines->n, sizeof *rows, compare_places);
	ARRAY_EACH(const struct explanation_row, file, files->rows, files->n) {
		size_t begin = 0, end;

		while (begin < lines->n &&
		       (!rows[begin]->line || strcmp(rows[begin]->name, file->name) != 0))
			begin++;
		for (end = begin; end < lines->n && !strcmp(rows[end]->name, file->name);)
			end++;
		if (end > begin)
			annotate_file(page, rows + begin, end - begin);
	}
}
