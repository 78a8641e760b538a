#include <stdlib.h>

#include "code/assembly.h"
#include "report/amount.h"
#include "report/explain/explain_listing.h"
#include "util/array.h"
#include "util/display.h"
#include "util/text.h"

static char *
explain_listing_show(const struct blocks_site *site, enum field f, char *buffer)
{
	return amount_show(
	    (double)site->of->spent[f] / (double)site->iterations, false, buffer);
}

/* The text of an instruction, which the caller frees. */
static char *
instruction_of(const struct explain_page *page, size_t side, const struct blocks_site *site)
{
	OWNED char *intel = page->intel[side] && site->text ? assembly_intel(site->text) : NULL;

	if (site->text)
		return display_line(intel ? intel : site->text);
	return text_print("(unknown, at 0x%llx)", (unsigned long long)site->of->address);
}

/* Returns true if the site misses in the cache, or mispredicts, where it has this event. */
static bool
has_misses(const struct blocks_site *site, enum field event)
{
	const char *name = field_rows[event].name;

	for (enum field f = 0; f < FIELD_COUNT; f++)
		if (f != event && site->of->spent[f] && text_begins(field_rows[f].name, name))
			return true;
	return false;
}

/* "Dr, COND_m 0.50": what it costs besides instructions. An event that happens each time has no
   number, and none at all where its misses are. */
static char *
explain_listing_note_of(const struct explain_page *page, const struct blocks_site *site)
{
	const int64_t *spent = site->of->spent;
	struct text t = TEXT_EMPTY;
	char buffer[AMOUNT_SIZE];

	for (enum field f = FIELD_IR + 1; f < FIELD_COUNT; f++) {
		bool each = spent[f] == spent[FIELD_IR];

		if (!spent[f] || (each && has_misses(site, f)))
			continue;
		text_addf(&t, "%s%s", t.n ? ", " : "", explain_page_field(page, f));
		if (!each || *field_suffix(f))
			text_addf(&t, " %s", explain_listing_show(site, f, buffer));
	}
	return text_take(&t);
}

/* "gcc-12: 14.0 x  98.0 Ir", or of one put "14.0 x  98.0 Ir (55.7 %)": how often a block is
   executed, and what it costs. both: the side stands for both. NULL: it does not have the
   block. The caller frees, here and below. */
static char *
explain_listing_head_of(const struct explain_page *page, const struct explanation_block *block,
    size_t side, bool both)
{
	const struct explanation *explanation = page->explanation;
	const struct explanation_side *own = &block->sides[side];
	double value = explain_page_cost(page, own);
	double whole = explain_page_cost(page, &explanation->sums[side]);
	char executions[AMOUNT_SIZE], shown[AMOUNT_SIZE];
	struct text t = TEXT_EMPTY;

	if (!own->here)
		return NULL;
	if (page->pair)
		text_addf(&t, "%s: ", both ? "both" : page->labels[side]);
	amount_show(
	    (double)block->executions[side] / (double)own->iterations, false, executions);
	text_addf(&t, "%s x  %s %s", executions, amount_show(value, false, shown),
	    explain_page_field(page, explanation->by));
	if (!page->pair && whole)
		text_addf(&t, " (%.1f %%)", 100 * value / whole);
	return text_take(&t);
}

/* "# FILE:LINE  TEXT": the source line of a site, or NULL if it is that of the site before, or
   tells nothing, as one of a library without its text. last: the site before of that side;
   begins as NULL. */
static char *
source_of(const struct explain_page *page, size_t side, const struct profile_site *site,
    const struct profile_site **last)
{
	OWNED char *text = NULL, *position = NULL;
	const char *file;

	if (!site->line ||
	    (*last && (*last)->file == site->file && (*last)->line == site->line))
		return NULL;
	*last = site;
	file = page->explanation->profiles[side]->files.v[site->file];
	position = explain_page_position(page, file, site->line);
	text =
	    source_lines_copy(&page->lines[side], file, site->line, !page->saved[side], false);
	if (!text && !explain_page_line_row(page, file, site->line))
		return NULL;
	return text_print("# %s%s%s", position, text ? "  " : "", text ? text : "");
}

/* Returns the cost of the instructions from the first one on, or NULL if there are none. The
   caller frees. */
static char *
rest_of(const struct explanation_block *block, size_t first, size_t side)
{
	size_t n = 0;
	int64_t ir = 0, iterations = 1;
	char buffer[AMOUNT_SIZE];

	for (size_t i = first; i < block->n; i++) {
		const struct blocks_site *site = block->lines[i].sides[side];

		if (!site)
			continue;
		n++;
		ir += site->of->spent[FIELD_IR];
		iterations = site->iterations;
	}
	if (!n)
		return NULL;
	return text_print("... %zu more instructions, %s Ir", n,
	    amount_show((double)ir / (double)iterations, false, buffer));
}

/* Adds a row to a side if it has a text; takes ownership of the text. */
static void
explain_listing_add_entry(
    struct explain_listing *listing, size_t side, struct explain_entry entry)
{
	if (entry.text || entry.kind == EXPLAIN_NOTHING)
		*ARRAY_ADD(listing->sides[side], listing->n[side]) = entry;
}

void
explain_listing_level(struct explain_listing *listing)
{
	size_t sides = listing->page->explanation->sides;

	for (size_t side = 0; side < sides; side++)
		while (listing->n[side] < listing->n[!side])
			explain_listing_add_entry(listing, side, (struct explain_entry){0});
}

static void
explain_listing_add_site(
    struct explain_listing *listing, size_t side, const struct explanation_line *line)
{
	const struct blocks_site *site = line->sides[side];
	char mark = !line->sides[EXPLANATION_NORM]  ? '>'
	            : !line->sides[EXPLANATION_PUT] ? '<'
	            : line->equal                   ? ' '
	                                            : '|';
	char buffer[AMOUNT_SIZE];

	explain_listing_add_entry(listing, side,
	    (struct explain_entry){.kind = EXPLAIN_SITE,
	        .site = site,
	        .text = instruction_of(listing->page, side, site),
	        .mark = mark,
	        .count = memory_copy(
	            site->loop ? "loop" : explain_listing_show(site, FIELD_IR, buffer)),
	        .label = site->label ? text_print(".%u:", site->label) : memory_copy(""),
	        .note = explain_listing_note_of(listing->page, site)});
}

void
explain_listing_add(struct explain_listing *listing, const struct explanation_block *block)
{
	bool pair = block->sides[EXPLANATION_NORM].here && block->sides[EXPLANATION_PUT].here;
	bool once = listing->once && block->equal;
	size_t n = listing->most && block->n > listing->most ? listing->most : block->n;
	size_t sides = once ? 1 : EXPLANATION_SIDES;
	const struct profile_site *last[EXPLANATION_SIDES] = {NULL};

	if (pair)
		explain_listing_level(listing);
	for (size_t side = 0; side < sides; side++)
		explain_listing_add_entry(listing, side,
		    (struct explain_entry){.kind = EXPLAIN_HEAD,
		        .block = block,
		        .text = explain_listing_head_of(listing->page, block, side, once)});
	ARRAY_EACH(const struct explanation_line, line, block->lines, n) {
		for (size_t side = 0; side < sides; side++)
			if (line->sides[side])
				explain_listing_add_entry(listing, side,
				    (struct explain_entry){.kind = EXPLAIN_SOURCE,
				        .site = line->sides[side],
				        .text = source_of(listing->page, side,
				            line->sides[side]->of, &last[side])});
		if (pair)
			explain_listing_level(listing);
		for (size_t side = 0; side < sides; side++)
			if (line->sides[side])
				explain_listing_add_site(listing, side, line);
		if (pair)
			explain_listing_level(listing);
	}
	for (size_t side = 0; side < sides; side++)
		explain_listing_add_entry(listing, side,
		    (struct explain_entry){
		        .kind = EXPLAIN_REST, .text = rest_of(block, n, side)});
}

char
explain_listing_mark(const struct explain_listing *listing, size_t row)
{
	char norm = listing->sides[EXPLANATION_NORM][row].mark;
	char put = listing->sides[EXPLANATION_PUT][row].mark;

	if (norm == '<' && put == '>')
		return '|';
	return norm && norm != ' ' ? norm : put ? put : ' ';
}

void
explain_listing_free(struct explain_listing *listing)
{
	for (size_t side = 0; side < EXPLANATION_SIDES; side++) {
		for (size_t i = 0; i < listing->n[side]; i++) {
			free(listing->sides[side][i].text);
			free(listing->sides[side][i].count);
			free(listing->sides[side][i].label);
			free(listing->sides[side][i].note);
		}
		free(listing->sides[side]);
	}
}
