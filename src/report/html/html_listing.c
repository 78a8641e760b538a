#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "report/explain/explain_listing.h"
#include "report/format_print.h"
#include "report/html/html.h"
#include "util/array.h"
#include "util/memory.h"

/* The height of a row, the width of a lane, and the size of an arrow's point are in pixels.
   Further arrows share the last lane. */
enum { ROW = 26, LANE = 7, POINT = 9, LANES_MOST = 12 };

static uint64_t
address_of(const struct explanation_block *block, size_t side)
{
	for (size_t i = 0; i < block->n; i++)
		if (block->lines[i].sides[side])
			return block->lines[i].sides[side]->of->address;
	return 0;
}

/* Adds the blocks by the norm's addresses. A block that only the put has comes before the pair
   that it is before there. */
static void
html_listing_add_blocks(
    struct explain_listing *listing, const struct explanation_block *const *blocks, size_t n)
{
	OWNED struct order_key *keys = memory_array(n, sizeof *keys);
	double pair = INFINITY;

	for (size_t i = 0; i < n; i++)
		keys[i] =
		    (struct order_key){{-(double)address_of(blocks[i], EXPLANATION_PUT)}, i};
	order_sort(keys, n);
	for (size_t i = n; i-- > 0;) {
		const struct explanation_block *block = blocks[keys[i].index];
		double norm = (double)address_of(block, EXPLANATION_NORM), put = keys[i].of[0];

		if (norm && put)
			pair = norm;
		keys[i].of[0] = -(norm ? norm : pair);
		keys[i].of[1] = norm ? 0 : 1;
		keys[i].of[2] = put;
	}
	order_sort(keys, n);
	for (size_t i = 0; i < n; i++)
		explain_listing_add(listing, blocks[keys[i].index]);
	explain_listing_level(listing);
}

/* An arrow beside a listing, from a jump to where it goes. */
struct jump {
	size_t from, to;    /* rows */
	size_t top, bottom; /* the same in their order */
	size_t lane;        /* how far from the listing */
};

/* Sorts short ones first, so that these are next to the listing. */
static int
by_length(const void *a, const void *b)
{
	const struct jump *x = a, *y = b;
	size_t own = x->bottom - x->top, other = y->bottom - y->top;

	if (own != other)
		return own < other ? -1 : 1;
	return (x->from > y->from) - (x->from < y->from);
}

/* Returns true if one of the jumps before this one has a row in common with it in the lane.
   Jumps with the same target join. */
static bool
html_listing_is_taken(const struct jump *jumps, const struct jump *jump, size_t lane)
{
	for (const struct jump *other = jumps; other < jump; other++)
		if (other->lane == lane && other->to != jump->to &&
		    other->top <= jump->bottom && jump->top <= other->bottom)
			return true;
	return false;
}

/* Returns how many lanes there are. */
static size_t
choose_lanes(struct jump *jumps, size_t n)
{
	size_t lanes = 0;

	qsort(jumps, n, sizeof *jumps, by_length);
	for (size_t i = 0; i < n; i++) {
		while (jumps[i].lane < LANES_MOST &&
		       html_listing_is_taken(jumps, &jumps[i], jumps[i].lane))
			jumps[i].lane++;
		if (jumps[i].lane >= lanes)
			lanes = jumps[i].lane + 1;
	}
	return lanes;
}

/* Returns the row of the instruction at an address, or the number of rows. */
static size_t
row_at(const struct explain_listing *listing, size_t side, uint64_t address)
{
	const struct explain_entry *entries = listing->sides[side];
	size_t i;

	for (i = 0; i < listing->n[side]; i++)
		if (entries[i].kind == EXPLAIN_SITE && entries[i].site->of->address == address)
			break;
	return i;
}

/* Adds the arrows of a side as SVG with presentation attributes. */
static void
add_arrows(struct text *t, const struct explain_listing *listing, size_t side)
{
	size_t rows = listing->n[side], n = 0, width;
	OWNED struct jump *jumps = memory_array(rows + 1, sizeof *jumps);

	for (size_t i = 0; i < rows; i++) {
		const struct explain_entry *entry = &listing->sides[side][i];
		size_t to = rows;

		if (entry->kind == EXPLAIN_SITE && entry->site->of->target)
			to = row_at(listing, side, entry->site->of->target);
		if (to < rows)
			jumps[n++] = (struct jump){i, to, i < to ? i : to, i < to ? to : i, 0};
	}
	width = POINT + choose_lanes(jumps, n) * LANE;
	if (n)
		text_addf(t,
		    "<svg aria-hidden=true width=%zu height=%zu fill=none stroke=currentColor>",
		    width, rows * ROW);
	ARRAY_EACH(const struct jump, jump, jumps, n) {
		size_t from = jump->from * ROW + ROW / 2 + 2;
		size_t to = jump->to * ROW + ROW / 2 - 2;

		text_addf(t,
		    "<path data-from=%zu data-to=%zu d=\"M%zu %zuH%zuV%zuH%zum-4-3 4 3-4 3\"/>",
		    jump->from, jump->to, width, from, width - POINT - jump->lane * LANE - 2,
		    to, width);
	}
	text_add(t, n ? "</svg>" : "");
}

/* Adds "data-line" to the tag of a cell whose site has a source line, and the id of the first
   one of the line, which links lead to. Returns the position of the line; SIZE_MAX: none. */
static size_t
add_line_number(struct text *t, const struct explain_page *page, size_t side,
    const struct explain_entry *entry)
{
	const struct profile_site *of = entry->site->of;
	const struct explanation_row *line = NULL;
	size_t i;

	if (of->line)
		line = explain_page_line_row(
		    page, page->explanation->profiles[side]->files.v[of->file], of->line);
	if (!line)
		return SIZE_MAX;
	i = (size_t)(line - page->explanation->by_line.rows);
	text_addf(t, " data-line=%zu", i);
	if (entry->kind == EXPLAIN_SITE && !page->linked[i]) {
		page->linked[i] = true;
		text_addf(t, " id=explain-%zu-code-%zu", page->index, i);
	}
	return i;
}

static void
add_source(struct text *t, const struct explain_page *page, size_t side,
    const struct explain_entry *entry)
{
	size_t line;

	text_add(t, "<td colspan=3 nowrap");
	line = add_line_number(t, page, side, entry);
	text_add_char(t, '>');
	if (line != SIZE_MAX)
		text_addf(t, "<a href=\"#explain-%zu-line-%zu\">", page->index, line);
	html_name(t, entry->text);
	text_add(t, line != SIZE_MAX ? "</a>" : "");
}

static void
html_listing_add_cells(
    struct text *t, const struct explain_listing *listing, size_t side, size_t i)
{
	const struct explain_page *page = listing->page;
	const struct explain_entry *entry = &listing->sides[side][i];

	if (!i) {
		text_addf(t, "<td rowspan=%zu class=jumps valign=top>", listing->n[side]);
		add_arrows(t, listing, side);
	}
	switch (entry->kind) {
	case EXPLAIN_HEAD: /* "gcc-12: 14.0 x  98.0 Ir" */
		text_addf(
		    t, "<th scope=colgroup colspan=3 nowrap data-side=%zu data-value=\"", side);
		format_number(t, explain_page_cost(page, &entry->block->sides[side]));
		text_add(t, "\">");
		html_sentence(t, entry->text);
		return;
	case EXPLAIN_SOURCE:
		add_source(t, page, side, entry);
		return;
	case EXPLAIN_SITE:
		text_addf(t, "<td>%s<td nowrap", entry->count);
		add_line_number(t, page, side, entry);
		text_addf(t, "><code>%s%s", entry->label, *entry->label ? " " : "");
		html_sentence(t, entry->text);
		text_add(t, "</code><td nowrap>");
		html_text(t, entry->note);
		return;
	default:
		text_add(t, "<td colspan=3>");
	}
}

static void
html_listing_add_rows(struct text *t, const struct explain_listing *listing)
{
	for (size_t i = 0; i < listing->n[EXPLANATION_NORM]; i++) {
		text_addf(t, "<tr height=%d>", ROW);
		html_listing_add_cells(t, listing, EXPLANATION_NORM, i);
		if (listing->page->pair) {
			char mark[] = {explain_listing_mark(listing, i), 0};

			text_add(t, "<td>");
			html_text(t, *mark == ' ' ? "" : mark);
			html_listing_add_cells(t, listing, EXPLANATION_PUT, i);
		}
		text_add_char(t, '\n');
	}
}

void
html_listing(
    const struct explain_page *page, const struct explanation_block *const *blocks, size_t n)
{
	FREED_BY(explain_listing_free) struct explain_listing listing = {.page = page};
	struct text *t = doc_end(page->doc);

	html_listing_add_blocks(&listing, blocks, n);
	html_table(t, " class=listing cellspacing=0 cellpadding=2", "Blocks by address");
	text_add(t, "<thead><tr>");
	for (size_t side = 0; side < page->explanation->sides; side++) {
		text_add(t, side ? "<th scope=col>differs" : "");
		text_add(t, "<th scope=col>jumps<th scope=col>Ir<th scope=col>");
		html_name(t, page->labels[side]);
		text_add(t, "<th scope=col>events");
	}
	text_add(t, "<tbody>\n");
	html_listing_add_rows(t, &listing);
	text_add(t, HTML_TABLE_END);
}
