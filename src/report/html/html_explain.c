#include <limits.h>
#include <stdlib.h>

#include "report/amount.h"
#include "report/explain/explain_table.h"
#include "report/format_print.h"
#include "report/html/html.h"
#include "report/html/html_listing.h"
#include "report/html/html_sections.h"
#include "util/memory.h"

/* Adds a number, and exactly as an attribute of its cell where the text is rounded: the end of
   a start tag, and the text. */
static void
add_number(struct text *t, double value, const char *shown)
{
	if (strtod(shown, NULL) != value) {
		text_add(t, " data-value=");
		format_number(t, value);
	}
	text_addf(t, ">%s", shown);
}

/* Whether the code is added. */
static bool
has_code(const struct explain_page *page)
{
	return page->all || explain_page_has_own(page);
}

/* A part on its way to the page. */
struct html_part {
	struct html_explanation *html;
	const struct explain_table *table;
	bool first;
};

static void
add_column(struct text *t, const char *head)
{
	text_add(t, "<th scope=col>");
	html_name(t, head);
}

/* row: what a row is. */
static void
add_columns(const struct html_part *part, const char *row)
{
	struct text *t = part->html->t;
	size_t columns = explain_table_columns(part->table), k;

	text_add(t, "<thead><tr>");
	add_column(t, row);
	for (k = 0; k < columns; k++) {
		char *head = explain_table_head(part->table, k);

		add_column(t, head);
		free(head);
	}
	text_add(t, "<td><tbody>\n");
}

static const char *
class_of(enum color color)
{
	return color == COLOR_BETTER  ? " class=better"
	       : color == COLOR_WORSE ? " class=worse"
	                              : "";
}

/* The name of a line leads to its first instruction. */
static void
add_name(const struct html_part *part, const struct explain_row *row, size_t i)
{
	const struct html_explanation *html = part->html;
	bool linked = part->first && row->of && row->of->line && has_code(html->page);

	text_add(html->t, "<th scope=row>");
	if (linked)
		text_addf(html->t, "<a href=\"#explain-%zu-code-%zu\">", html->index, i);
	html_name(html->t, row->name);
	text_add(html->t, linked ? "</a>" : "");
}

static void
add_row(const struct html_part *part, const struct explain_row *row)
{
	struct text *t = part->html->t;
	size_t i = row->of ? (size_t)(row->of - part->table->part->rows) : 0, k;
	size_t columns = explain_table_columns(part->table);

	text_add(t, "<tr");
	if (row->of)
		text_addf(t, " data-row=%zu", i);
	else
		text_add(t, " class=sum");
	if (part->first && row->of && row->of->line)
		text_addf(t, " id=explain-%zu-line-%zu", part->html->index, i);
	text_add_char(t, '>');
	add_name(part, row, i);
	for (k = 0; k < columns; k++) {
		text_add(t, "<td");
		if (k < part->html->page->explanation->sides)
			add_number(t, row->values[k], row->numbers[k]);
		else
			text_addf(t, "%s>%s", class_of(row->color), row->numbers[k]);
	}
	text_add(t, "<td>");
	if (row->rest)
		html_name(t, row->rest);
	text_add_char(t, '\n');
}

static void
add_rows(const struct html_part *part, const struct explain_rows *rows, const char *row)
{
	size_t i;

	add_columns(part, row);
	for (i = 0; i < rows->n; i++)
		add_row(part, &rows->v[i]);
	html_table_end(part->html->t);
}

/* A table that opens on demand. */
static void
add_folded(const struct html_part *part, const char *row, const char *caption)
{
	const struct explain_rows *folded = &part->table->folded;
	struct text *t = part->html->t;

	if (!folded->n)
		return;
	text_addf(t, "<details><summary>all other rows: %zu</summary>\n", folded->n);
	html_table(t, "", caption);
	add_rows(part, folded, row);
	text_add(t, "</details>\n");
}

static void
add_part(struct html_explanation *html, enum field f, const struct explanation_part *rows,
    const char *row, const char *name, bool first)
{
	struct explain_table table = explain_table_make(html->page, f, rows);
	struct html_part part = {html, &table, first};
	struct text caption = TEXT_EMPTY;

	if (table.shown.n || table.folded.n) {
		text_addf(&caption, "by %s", row);
		text_addf(html->t, "<div class=\"part\" data-part=\"%s\">\n", name);
		html_table(html->t, "", caption.s);
		add_rows(&part, &table.shown, row);
		add_folded(&part, row, caption.s);
		text_add(html->t, "</div>\n");
	}
	text_free(&caption);
	explain_table_free(&table);
}

/* Adds the tables of a field: by function, by kind and by line. first: lines link to their
   code. */
static void
add_parts(struct html_explanation *html, enum field f, bool first)
{
	const struct explanation *explanation = html->page->explanation;

	add_part(html, f, &explanation->by_function, "function", "functions", first);
	add_part(html, f, &explanation->by_kind, "kind", "kinds", first);
	add_part(html, f, &explanation->by_line, "line", "lines", first);
}

/* What becomes of a block. */
enum fate { SHOWN, EQUAL, FREE, FATES };

struct code {
	struct html_explanation *html;
	const struct explain_page *page;
	const struct explanation_row *row;
	const struct explanation_function *function;
	const struct explanation_block **blocks; /* of one fate */
};

static enum fate
fate_of(const struct code *code, const struct explanation_block *block)
{
	if (explain_page_shows_loop(code->page, code->row))
		return SHOWN;
	if (!explain_page_cost(code->page, &block->sides[EXPLANATION_NORM]) &&
	    !explain_page_cost(code->page, &block->sides[EXPLANATION_PUT]))
		return FREE;
	return block->equal ? EQUAL : SHOWN;
}

static size_t
choose(struct code *code, enum fate fate)
{
	size_t n = 0, i;

	for (i = 0; i < code->function->n; i++)
		if (fate_of(code, &code->function->blocks[i]) == fate)
			code->blocks[n++] = &code->function->blocks[i];
	return n;
}

/* "3 blocks the same on both: 30.0 Ir" */
static void
add_summary(struct code *code, enum fate fate, size_t n)
{
	struct explanation_side sum = {0};
	struct text *t = code->html->t;
	char buffer[AMOUNT_SIZE];
	size_t i;

	for (i = 0; i < n; i++)
		explain_page_add(&sum, &code->blocks[i]->sides[EXPLANATION_NORM]);
	text_addf(t,
	    fate == EQUAL ? "<summary>%zu block%s the same on both: <span>%s "
	                  : "<summary>%zu other block%s: <span>%s ",
	    n, n == 1 ? "" : "s",
	    amount_show(explain_page_cost(code->page, &sum), false, buffer));
	html_text(t, explain_page_field(code->page, code->page->explanation->by));
	text_add(t, "</span></summary>\n");
}

static void
add_blocks(struct code *code, enum fate fate)
{
	size_t n = choose(code, fate);
	bool folded = n && fate != SHOWN;

	if (folded) {
		text_add(code->html->t, "<details class=blocks>");
		add_summary(code, fate, n);
	}
	if (n)
		html_listing(code->html, code->blocks, n);
	text_add(code->html->t, folded ? "</details>\n" : "");
}

static void
add_function(struct code *code)
{
	char *place = explain_page_place(code->page, code->row);
	struct text *t = code->html->t;
	enum fate fate;

	text_add(t, "<h5>Code of ");
	html_name(t, code->row->name);
	if (place) {
		text_add(t, " in ");
		html_name(t, place);
	}
	text_add(t, "</h5>\n");
	for (fate = 0; fate < FATES; fate++)
		add_blocks(code, fate);
	free(place);
}

/* Adds the code of all functions, or a line that says why it is left out. */
static void
add_code(struct html_explanation *html)
{
	const struct explanation *explanation = html->page->explanation;
	struct code code = {.html = html, .page = html->page};
	size_t i;

	if (!has_code(html->page)) {
		text_add(html->t, "<p>Not shown: the code of the interpreter or command; "
		                  "--explain=all shows it</p>\n");
		return;
	}
	for (i = 0; i < explanation->by_function.n; i++) {
		code.row = &explanation->by_function.rows[i];
		code.function = &explanation->functions[i];
		code.blocks = memory_new((code.function->n + 1) * sizeof *code.blocks);
		if (code.function->n)
			add_function(&code);
		free(code.blocks);
	}
}

/* "Ir: gcc-12 176.0, clang-14 78.0, -98.0 (-55.68 %)" */
static void
add_head(struct html_explanation *html, enum field f)
{
	enum color color;
	struct words values = explain_page_values(html->page, f, &color);
	size_t i;

	text_add(html->t, "<h5>");
	html_name(html->t, explain_page_field(html->page, f));
	for (i = 0; i < values.n; i++) {
		text_add(html->t, i ? ", " : ": ");
		html_name(html->t, values.v[i]);
	}
	text_add(html->t, "</h5>\n");
	words_free(&values);
}

/* The fields whose tables a page has: all that were counted, and those of the page that are
   derived if the parts sum to them. */
static field_set
fields_of(const struct explain_page *explained, const struct page *page)
{
	field_set derived = page->view->fields & ~(FIELD_BIT(FIELD_DERIVED) - 1);
	const field_set *lacks = explained->explanation->lacks;
	field_set counted = FIELD_ALL & ~(lacks[EXPLANATION_NORM] | lacks[EXPLANATION_PUT]);

	return counted | (explain_page_fields(explained, derived) & derived);
}

/* Adds the fields that are explained; the others are hidden until the script shows them. */
static void
add_fields(struct html_explanation *html, const struct page *page, field_set wanted)
{
	field_set shown = explain_page_fields(html->page, wanted);
	field_set fields = shown | fields_of(html->page, page);
	bool first = true;
	enum field f;

	for (f = 0; f < FIELD_NONE; f++) {
		bool hidden = !(shown & FIELD_BIT(f));

		if (!(fields & FIELD_BIT(f)))
			continue;
		text_add(html->t, "<div class=\"field\" data-field=\"");
		html_text(html->t, explain_page_field(html->page, f));
		text_add(html->t, hidden ? "\" hidden>\n" : "\">\n");
		add_head(html, f);
		add_parts(html, f, first && !hidden);
		text_add(html->t, "</div>\n");
		first = first && hidden;
	}
}

static bool
add_verdict(struct html_explanation *html, enum verdict verdict)
{
	char *sentence = explain_page_verdict(html->page, verdict);

	if (!sentence)
		return false;
	text_add(html->t, "<p>");
	html_sentence(html->t, sentence);
	text_add(html->t, "</p>\n");
	free(sentence);
	return true;
}

static void
add_title(struct html_explanation *html)
{
	text_add(html->t, "<h4>Where the counts of ");
	html_name(html->t, explain_page_label(html->page, EXPLANATION_NORM));
	if (html->page->explanation->sides > 1) {
		text_add(html->t, " and ");
		html_name(html->t, explain_page_label(html->page, EXPLANATION_PUT));
	}
	text_add(html->t, " come from</h4>\n");
}

/* Nothing is cut to a width. */
static void
add_explanation(struct text *t, const struct page *page, size_t i)
{
	const struct selected *selected = &page->selection->v[i];
	struct explain_page explained = {
	    .terminal = {.width = INT_MAX}, .all = page->selection->all};
	struct html_explanation html = {.t = t, .page = &explained, .index = i};

	explain_page_open(&explained, page->comparison, selected);
	html.lines_seen =
	    memory_new((explained.explanation->by_line.n + 1) * sizeof *html.lines_seen);
	text_addf(t,
	    "<section class=\"explanation\" id=\"explain-%zu\" data-explanation=%zu>\n", i, i);
	add_title(&html);
	add_fields(&html, page, selected->fields);
	explained.left = add_verdict(&html, VERDICT_EMPTY);
	explained.left |= add_verdict(&html, VERDICT_FOLDED);
	add_code(&html);
	text_add(t, "</section>\n");
	free(html.lines_seen);
	explain_page_close(&explained);
}

void
html_explain(struct text *t, const struct page *page, size_t test)
{
	size_t i;

	if (!page->selection)
		return;
	for (i = 0; i < page->selection->n; i++)
		if (page->selection->v[i].test == test)
			add_explanation(t, page, i);
}
