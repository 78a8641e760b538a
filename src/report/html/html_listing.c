#include <stdlib.h>

#include "report/explain/explain_columns.h"
#include "report/explain/explain_listing.h"
#include "report/format_print.h"
#include "report/html/html.h"
#include "report/html/html_jumps.h"
#include "report/html/html_listing.h"
#include "util/memory.h"

/* A row on one side: an instruction, the source line above it, or the head of a block. */
struct entry {
	const struct explanation_block *block; /* NULL: an empty row */
	const struct explanation_step *step;   /* NULL: the head */
	char *source;                          /* of the step, instead of it; owned */
	char mark;                             /* how the step differs from the other side's */
};

struct side {
	const struct explanation_block **blocks; /* by address */
	size_t block_count, next;
	struct entry *entries;
	size_t n, room;
};

struct listing {
	struct html_explain *html;
	const struct explain_page *page;
	size_t function;
	struct side sides[EXPLANATION_SIDES];
	size_t side_count;
};

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

static void
sort_blocks(
    struct side *side, size_t k, const struct explanation_block *const *blocks, size_t n)
{
	size_t i;

	side->blocks = memory_new((n + 1) * sizeof *side->blocks);
	for (i = 0; i < n; i++)
		if (blocks[i]->sides[k].here)
			side->blocks[side->block_count++] = blocks[i];
	qsort(side->blocks, side->block_count, sizeof *side->blocks,
	    k == EXPLANATION_NORM ? by_norm : by_put);
}

static void
add_entry(struct side *side, struct entry entry)
{
	if (side->n == side->room) {
		side->room = 2 * side->room + 64;
		side->entries = memory_resize(side->entries, side->room, sizeof *side->entries);
	}
	side->entries[side->n++] = entry;
}

/* Fills the shorter side up. */
static void
level(struct listing *listing)
{
	struct side *norm = &listing->sides[EXPLANATION_NORM];
	struct side *put = &listing->sides[EXPLANATION_PUT];

	while (norm->n < put->n)
		add_entry(norm, (struct entry){0});
	while (listing->side_count > 1 && put->n < norm->n)
		add_entry(put, (struct entry){0});
}

static bool
is_pair(const struct explanation_block *block)
{
	return block->sides[EXPLANATION_NORM].here && block->sides[EXPLANATION_PUT].here;
}

/* Adds the source lines of a line's steps, where these begin. */
static void
add_sources(struct listing *listing, const struct explanation_block *block, size_t i,
    const struct profile_step **last)
{
	size_t k;

	for (k = 0; k < listing->side_count; k++) {
		const struct explanation_step *step = &block->lines[i].sides[k];
		char *source = explain_listing_source(listing->page, k, step, &last[k]);

		if (source)
			add_entry(&listing->sides[k], (struct entry){block, step, source, ' '});
	}
}

static void
add_steps(struct listing *listing, const struct explanation_block *block, size_t i)
{
	const struct explanation_line *line = &block->lines[i];
	char mark = listing->side_count > 1 ? explain_listing_mark(line) : ' ';
	size_t k;

	for (k = 0; k < listing->side_count; k++)
		if (line->sides[k].of)
			add_entry(&listing->sides[k],
			    (struct entry){block, &line->sides[k], NULL, mark});
}

/* Adds a block on all sides that it is on. What corresponds to each other is beside each other.
 */
static void
add_block(struct listing *listing, const struct explanation_block *block)
{
	const struct profile_step *last[EXPLANATION_SIDES] = {NULL};
	bool pair = is_pair(block);
	size_t i, k;

	if (pair)
		level(listing);
	for (k = 0; k < listing->side_count; k++)
		if (block->sides[k].here)
			add_entry(
			    &listing->sides[k], (struct entry){.block = block, .mark = ' '});
	for (i = 0; i < block->n; i++) {
		add_sources(listing, block, i, last);
		if (pair)
			level(listing);
		add_steps(listing, block, i);
		if (pair)
			level(listing);
	}
}

/* Adds the blocks that only the put has, up to the partner of the norm's. NULL: all. */
static void
add_between(struct listing *listing, const struct explanation_block *partner)
{
	struct side *put = &listing->sides[EXPLANATION_PUT];

	for (; put->next < put->block_count; put->next++) {
		const struct explanation_block *block = put->blocks[put->next];

		if (partner && compare(block, partner, EXPLANATION_PUT) >= 0)
			break;
		if (!is_pair(block))
			add_block(listing, block);
	}
}

static void
add_blocks(struct listing *listing)
{
	const struct side *norm = &listing->sides[EXPLANATION_NORM];
	size_t i;

	for (i = 0; i < norm->block_count; i++) {
		if (is_pair(norm->blocks[i]))
			add_between(listing, norm->blocks[i]);
		add_block(listing, norm->blocks[i]);
	}
	add_between(listing, NULL);
	level(listing);
}

/* The row of the instruction at an address, or the number of rows. */
static size_t
row_at(const struct side *side, uint64_t address)
{
	size_t i;

	for (i = 0; i < side->n; i++)
		if (side->entries[i].step && !side->entries[i].source &&
		    side->entries[i].step->of->address == address)
			return i;
	return side->n;
}

static void
add_jumps(struct text *t, const struct side *side)
{
	struct html_jump *jumps = memory_new((side->n + 1) * sizeof *jumps);
	size_t n = 0, i;

	for (i = 0; i < side->n; i++) {
		const struct entry *entry = &side->entries[i];
		size_t to = side->n;

		if (entry->step && !entry->source && entry->step->of->target)
			to = row_at(side, entry->step->of->target);
		if (to < side->n)
			jumps[n++] = (struct html_jump){i, to, 0};
	}
	html_jumps(t, jumps, n, side->n);
	free(jumps);
}

/* The row of the step's source line; NULL: none. */
static const struct explanation_row *
line_of(const struct listing *listing, size_t k, const struct explanation_step *step)
{
	const struct profile *profile = listing->page->explanation->profiles[k];

	if (!step->of->line)
		return NULL;
	return explain_places_find(
	    &listing->page->places, profile->files[step->of->file], step->of->line);
}

/* Adds "data-line" to a tag. first: the tag may be the first of the line, which links lead to.
 */
static void
add_line_number(struct listing *listing, const struct explanation_row *line, bool first)
{
	struct html_explain *html = listing->html;
	size_t i;

	if (!line)
		return;
	i = (size_t)(line - listing->page->explanation->by_line.rows);
	text_addf(html->t, " data-line=%zu", i);
	if (first && !html->lines_seen[i]) {
		html->lines_seen[i] = true;
		text_addf(html->t, " id=explain-%zu-code-%zu", html->index, i);
	}
}

static void
add_source(struct listing *listing, size_t k, const struct entry *entry)
{
	const struct explanation_row *line = line_of(listing, k, entry->step);
	struct text *t = listing->html->t;

	text_add(t, "<td colspan=3 nowrap");
	add_line_number(listing, line, false);
	text_add_char(t, '>');
	if (line)
		text_addf(t, "<a href=\"#explain-%zu-line-%zu\">", listing->html->index,
		    (size_t)(line - listing->page->explanation->by_line.rows));
	html_name(t, entry->source);
	text_add(t, line ? "</a>" : "");
}

static void
add_step(struct listing *listing, size_t k, const struct entry *entry)
{
	struct explain_cells cells = explain_columns_cells(listing->page, entry->step);
	struct text *t = listing->html->t;

	text_addf(t, "<td>%s<td nowrap", cells.count);
	add_line_number(listing, line_of(listing, k, entry->step), true);
	text_addf(t, "><code>%s%s", cells.label, *cells.label ? " " : "");
	html_sentence(t, cells.text);
	text_add(t, "</code><td nowrap>");
	html_text(t, cells.note);
	explain_columns_free(&cells);
}

/* "gcc-12: 14.0 x  98.0 Ir". The script rewrites it for other fields. */
static void
add_head(struct listing *listing, size_t k, const struct explanation_block *block)
{
	const struct explain_page *page = listing->page;
	char *cost = explain_listing_cost(page, block, k);
	struct text *t = listing->html->t;

	text_addf(t,
	    "<th scope=colgroup colspan=3 nowrap data-block=\"%zu %zu\" data-side=%zu data-value=\"",
	    listing->function,
	    (size_t)(block - page->explanation->functions[listing->function].blocks), k);
	format_number(t, explain_page_value(page, &block->sides[k], page->explanation->by));
	text_add(t, "\">");
	if (listing->side_count > 1) {
		html_name(t, page->labels[k]);
		text_add(t, ": ");
	}
	html_text(t, cost);
	free(cost);
}

static void
add_cells(struct listing *listing, size_t k, size_t i)
{
	const struct entry *entry = &listing->sides[k].entries[i];
	struct text *t = listing->html->t;

	if (!i) {
		text_addf(t, "<td rowspan=%zu class=jumps valign=top>", listing->sides[k].n);
		add_jumps(t, &listing->sides[k]);
	}
	if (!entry->block)
		text_add(t, "<td colspan=3>");
	else if (!entry->step)
		add_head(listing, k, entry->block);
	else if (entry->source)
		add_source(listing, k, entry);
	else
		add_step(listing, k, entry);
}

/* What is between the sides: '<', '>', '|' or nothing. */
static char
mark_of(const struct listing *listing, size_t i)
{
	char norm = listing->sides[EXPLANATION_NORM].entries[i].mark;
	char put = listing->sides[EXPLANATION_PUT].entries[i].mark;

	if (norm == '<' && put == '>')
		return '|';
	return norm && norm != ' ' ? norm : put ? put : ' ';
}

static void
add_rows(struct listing *listing)
{
	struct text *t = listing->html->t;
	size_t i;

	for (i = 0; i < listing->sides[EXPLANATION_NORM].n; i++) {
		text_addf(t, "<tr height=%d>", HTML_JUMPS_ROW);
		add_cells(listing, EXPLANATION_NORM, i);
		if (listing->side_count > 1) {
			char mark[] = {mark_of(listing, i), 0};

			text_add(t, "<td>");
			html_text(t, *mark == ' ' ? "" : mark);
			add_cells(listing, EXPLANATION_PUT, i);
		}
		text_add_char(t, '\n');
	}
}

static void
add_columns(struct listing *listing)
{
	struct text *t = listing->html->t;
	size_t k;

	text_add(t, "<thead><tr>");
	for (k = 0; k < listing->side_count; k++) {
		text_add(t, k ? "<th scope=col>differs" : "");
		text_add(t, "<th scope=col>jumps<th scope=col>Ir<th scope=col>");
		html_name(t, listing->page->labels[k]);
		text_add(t, "<th scope=col>events");
	}
	text_add(t, "<tbody>\n");
}

static void
free_side(struct side *side)
{
	size_t i;

	for (i = 0; i < side->n; i++)
		free(side->entries[i].source);
	free(side->entries);
	free(side->blocks);
}

void
html_listing(struct html_explain *html, size_t function,
    const struct explanation_block *const *blocks, size_t n)
{
	struct listing listing = {.html = html,
	    .page = html->page,
	    .function = function,
	    .side_count = html->page->explanation->sides};
	size_t k;

	for (k = 0; k < listing.side_count; k++)
		sort_blocks(&listing.sides[k], k, blocks, n);
	add_blocks(&listing);
	text_add(html->t, "<div class=scroll><table class=\"listing\" border=\"1\" "
	                  "cellspacing=\"0\" cellpadding=\"2\">\n"
	                  "<caption>Blocks by address</caption>\n");
	add_columns(&listing);
	add_rows(&listing);
	html_table_end(html->t);
	for (k = 0; k < listing.side_count; k++)
		free_side(&listing.sides[k]);
}
