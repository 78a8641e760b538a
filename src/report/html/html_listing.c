#include <stdlib.h>

#include "report/explain/explain_listing.h"
#include "report/format_print.h"
#include "report/html/html.h"
#include "report/html/html_listing.h"
#include "util/memory.h"

/* The height of a row, in pixels. */
enum { ROW = 26 };
/* Further arrows share the last lane. */
enum { LANES_MOST = 12 };
/* In pixels: a lane, and the arrow's point beside the listing. */
enum { LANE = 7, POINT = 9 };

/* An arrow beside a listing, from a jump to where it goes. */
struct jump {
	size_t from, to; /* rows */
	size_t lane;     /* how far from the listing */
};

/* A listing on its way to the page. */
struct writer {
	struct html_explanation *html;
	const struct explain_page *page;
	struct explain_listing listing;
};

static size_t
start_of(const struct jump *jump)
{
	return jump->from < jump->to ? jump->from : jump->to;
}

static size_t
end_of(const struct jump *jump)
{
	return jump->from < jump->to ? jump->to : jump->from;
}

/* Short ones first, so that these are next to the listing. */
static int
by_length(const void *a, const void *b)
{
	const struct jump *x = a, *y = b;
	size_t own = end_of(x) - start_of(x), other = end_of(y) - start_of(y);

	if (own != other)
		return own < other ? -1 : 1;
	return (x->from > y->from) - (x->from < y->from);
}

/* Whether one of the jumps in the lane has a row in common with this one. Those with the same
   target join. */
static bool
is_taken(const struct jump *jumps, const struct jump *jump, size_t lane)
{
	const struct jump *other;

	for (other = jumps; other < jump; other++)
		if (other->lane == lane && other->to != jump->to &&
		    start_of(other) <= end_of(jump) && start_of(jump) <= end_of(other))
			return true;
	return false;
}

/* Returns how many lanes there are. */
static size_t
choose_lanes(struct jump *jumps, size_t n)
{
	size_t lanes = 0, i;

	qsort(jumps, n, sizeof *jumps, by_length);
	for (i = 0; i < n; i++) {
		size_t lane = 0;

		while (lane < LANES_MOST && is_taken(jumps, &jumps[i], lane))
			lane++;
		jumps[i].lane = lane;
		if (lane >= lanes)
			lanes = lane + 1;
	}
	return lanes;
}

static void
add_jump(struct text *t, const struct jump *jump, size_t width)
{
	size_t from = jump->from * ROW + ROW / 2 + 2;
	size_t to = jump->to * ROW + ROW / 2 - 2;
	size_t x = width - POINT - jump->lane * LANE - 2;

	text_addf(t,
	    "<path data-from=%zu data-to=%zu d=\"M%zu %zuH%zuV%zuH%zum-4-3 4 3-4 3\"/>",
	    jump->from, jump->to, width, from, x, to, width);
}

/* Adds the arrows of n jumps of a listing with that many rows, as SVG with presentation
   attributes. Sets their lanes. */
static void
add_arrows(struct text *t, struct jump *jumps, size_t n, size_t rows)
{
	size_t width = POINT + choose_lanes(jumps, n) * LANE, i;

	if (!n)
		return;
	text_addf(t,
	    "<svg aria-hidden=true width=%zu height=%zu fill=none stroke=currentColor>", width,
	    rows * ROW);
	for (i = 0; i < n; i++)
		add_jump(t, &jumps[i], width);
	text_add(t, "</svg>");
}

static uint64_t
address_of(const struct explanation_block *block, size_t side)
{
	size_t i;

	for (i = 0; i < block->n; i++)
		if (block->lines[i].sides[side].of)
			return block->lines[i].sides[side].of->address;
	return 0;
}

static int
compare(const struct explanation_block *a, const struct explanation_block *b, size_t side)
{
	uint64_t x = address_of(a, side), y = address_of(b, side);

	return (x > y) - (x < y);
}

static int
by_norm(const void *a, const void *b)
{
	return compare(*(const struct explanation_block *const *)a,
	    *(const struct explanation_block *const *)b, EXPLANATION_NORM);
}

static int
by_put(const void *a, const void *b)
{
	return compare(*(const struct explanation_block *const *)a,
	    *(const struct explanation_block *const *)b, EXPLANATION_PUT);
}

/* The blocks of a side, by address. Returns how many; the caller frees *sorted. */
static size_t
sort_blocks(const struct explanation_block ***sorted, size_t side,
    const struct explanation_block *const *blocks, size_t n)
{
	size_t count = 0, i;

	*sorted = memory_new((n + 1) * sizeof **sorted);
	for (i = 0; i < n; i++)
		if (blocks[i]->sides[side].here)
			(*sorted)[count++] = blocks[i];
	qsort(*sorted, count, sizeof **sorted, side == EXPLANATION_NORM ? by_norm : by_put);
	return count;
}

static bool
is_pair(const struct explanation_block *block)
{
	return block->sides[EXPLANATION_NORM].here && block->sides[EXPLANATION_PUT].here;
}

/* Adds the blocks in the order of the norm's addresses, and before a pair what only the put has
   before it. */
static void
add_blocks(
    struct explain_listing *listing, const struct explanation_block *const *blocks, size_t n)
{
	const struct explanation_block **norm, **put;
	size_t norms = sort_blocks(&norm, EXPLANATION_NORM, blocks, n);
	size_t puts = sort_blocks(&put, EXPLANATION_PUT, blocks, n), next = 0, i;

	for (i = 0; i <= norms; i++) {
		const struct explanation_block *block = i < norms ? norm[i] : NULL;

		for (; (!block || is_pair(block)) && next < puts; next++) {
			if (block && compare(put[next], block, EXPLANATION_PUT) >= 0)
				break;
			if (!is_pair(put[next]))
				explain_listing_add(listing, put[next]);
		}
		if (block)
			explain_listing_add(listing, block);
	}
	explain_listing_level(listing);
	free(norm);
	free(put);
}

/* The row of the instruction at an address, or the number of rows. */
static size_t
row_at(const struct explain_listing *listing, size_t side, uint64_t address)
{
	const struct explain_entry *entries = listing->sides[side];
	size_t i;

	for (i = 0; i < listing->n[side]; i++)
		if (entries[i].kind == EXPLAIN_STEP && entries[i].step->of->address == address)
			break;
	return i;
}

static void
add_jumps(struct text *t, const struct explain_listing *listing, size_t side)
{
	size_t rows = listing->n[side], n = 0, i;
	struct jump *jumps = memory_new((rows + 1) * sizeof *jumps);

	for (i = 0; i < rows; i++) {
		const struct explain_entry *entry = &listing->sides[side][i];
		size_t to = rows;

		if (entry->kind == EXPLAIN_STEP && entry->step->of->target)
			to = row_at(listing, side, entry->step->of->target);
		if (to < rows)
			jumps[n++] = (struct jump){i, to, 0};
	}
	add_arrows(t, jumps, n, rows);
	free(jumps);
}

/* The row of the step's source line; NULL: none. */
static const struct explanation_row *
line_of(const struct writer *table, size_t k, const struct explanation_step *step)
{
	const struct profile *profile = table->page->explanation->profiles[k];

	if (!step->of->line)
		return NULL;
	return explain_page_line_row(
	    table->page, profile->files[step->of->file], step->of->line);
}

/* Adds "data-line" to a tag. first: the tag may be the first of the line, which links lead to.
 */
static void
add_line_number(struct writer *table, const struct explanation_row *line, bool first)
{
	struct html_explanation *html = table->html;
	size_t i;

	if (!line)
		return;
	i = (size_t)(line - table->page->explanation->by_line.rows);
	text_addf(html->t, " data-line=%zu", i);
	if (first && !html->lines_seen[i]) {
		html->lines_seen[i] = true;
		text_addf(html->t, " id=explain-%zu-code-%zu", html->index, i);
	}
}

static void
add_source(struct writer *table, size_t k, const struct explain_entry *entry)
{
	const struct explanation_row *line = line_of(table, k, entry->step);
	struct text *t = table->html->t;

	text_add(t, "<td colspan=3 nowrap");
	add_line_number(table, line, false);
	text_add_char(t, '>');
	if (line)
		text_addf(t, "<a href=\"#explain-%zu-line-%zu\">", table->html->index,
		    (size_t)(line - table->page->explanation->by_line.rows));
	html_name(t, entry->text);
	text_add(t, line ? "</a>" : "");
}

static void
add_step(struct writer *table, size_t k, const struct explain_entry *entry)
{
	struct explain_cells cells = explain_cells_make(table->page, entry->step);
	struct text *t = table->html->t;

	text_addf(t, "<td>%s<td nowrap", cells.count);
	add_line_number(table, line_of(table, k, entry->step), true);
	text_addf(t, "><code>%s%s", cells.label, *cells.label ? " " : "");
	html_sentence(t, cells.text);
	text_add(t, "</code><td nowrap>");
	html_text(t, cells.note);
	explain_cells_free(&cells);
}

/* "gcc-12: 14.0 x  98.0 Ir" */
static void
add_head(struct writer *table, size_t k, const struct explain_entry *entry)
{
	const struct explain_page *page = table->page;
	struct text *t = table->html->t;

	text_addf(t, "<th scope=colgroup colspan=3 nowrap data-side=%zu data-value=\"", k);
	format_number(t, explain_page_cost(page, &entry->block->sides[k]));
	text_add(t, "\">");
	if (page->explanation->sides > 1) {
		html_name(t, page->labels[k]);
		text_add(t, ": ");
	}
	html_text(t, entry->text);
}

static void
add_cells(struct writer *table, size_t k, size_t i)
{
	const struct explain_entry *entry = &table->listing.sides[k][i];
	struct text *t = table->html->t;

	if (!i) {
		text_addf(t, "<td rowspan=%zu class=jumps valign=top>", table->listing.n[k]);
		add_jumps(t, &table->listing, k);
	}
	if (entry->kind == EXPLAIN_HEAD)
		add_head(table, k, entry);
	else if (entry->kind == EXPLAIN_SOURCE)
		add_source(table, k, entry);
	else if (entry->kind == EXPLAIN_STEP)
		add_step(table, k, entry);
	else
		text_add(t, "<td colspan=3>");
}

static void
add_rows(struct writer *table)
{
	struct text *t = table->html->t;
	size_t i;

	for (i = 0; i < table->listing.n[EXPLANATION_NORM]; i++) {
		text_addf(t, "<tr height=%d>", ROW);
		add_cells(table, EXPLANATION_NORM, i);
		if (table->page->explanation->sides > 1) {
			char mark[] = {explain_listing_mark(&table->listing, i), 0};

			text_add(t, "<td>");
			html_text(t, *mark == ' ' ? "" : mark);
			add_cells(table, EXPLANATION_PUT, i);
		}
		text_add_char(t, '\n');
	}
}

static void
add_columns(struct writer *table)
{
	struct text *t = table->html->t;
	size_t k;

	text_add(t, "<thead><tr>");
	for (k = 0; k < table->page->explanation->sides; k++) {
		text_add(t, k ? "<th scope=col>differs" : "");
		text_add(t, "<th scope=col>jumps<th scope=col>Ir<th scope=col>");
		html_name(t, table->page->labels[k]);
		text_add(t, "<th scope=col>events");
	}
	text_add(t, "<tbody>\n");
}

void
html_listing(
    struct html_explanation *html, const struct explanation_block *const *blocks, size_t n)
{
	struct writer table = {html, html->page, {.page = html->page}};

	add_blocks(&table.listing, blocks, n);
	text_add(html->t, "<div class=scroll><table class=\"listing\" border=\"1\" "
	                  "cellspacing=\"0\" cellpadding=\"2\">\n"
	                  "<caption>Blocks by address</caption>\n");
	add_columns(&table);
	add_rows(&table);
	html_table_end(html->t);
	explain_listing_free(&table.listing);
}
