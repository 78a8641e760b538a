#include <stdlib.h>

#include "report/amount.h"
#include "report/explain/explain_listing.h"
#include "util/array.h"
#include "util/display.h"
#include "util/text.h"

static char *
show(const struct explanation_step *step, enum field f, char *buffer)
{
	return amount_show(
	    (double)step->of->spent[f] / (double)step->iterations, false, buffer);
}

/* How many instructions it is counted as, or "loop" if the loop executes it anyway. The caller
   frees, here and below. */
static char *
count_of(const struct explanation_step *step)
{
	char buffer[AMOUNT_SIZE];

	return memory_copy(step->loop ? "loop" : show(step, FIELD_IR, buffer));
}

static char *
label_of(const struct explanation_step *step)
{
	return step->label ? text_print(".%u:", step->label) : memory_copy("");
}

static char *
text_of(const struct explanation_step *step)
{
	if (step->text)
		return display_line(step->text);
	return text_print("(unknown, at 0x%llx)", (unsigned long long)step->of->address);
}

/* Returns true if the step misses in the cache, or mispredicts, where it has this event. */
static bool
has_misses(const struct explanation_step *step, enum field event)
{
	const char *name = field_name(event);
	enum field f;

	for (f = 0; f < FIELD_COUNT; f++)
		if (f != event && step->of->spent[f] && text_begins(field_name(f), name))
			return true;
	return false;
}

/* "Dr, COND_m 0.50": what it costs besides instructions. An event that happens each time has no
   number, and none at all where its misses are. */
static char *
note_of(const struct explain_page *page, const struct explanation_step *step)
{
	const int64_t *spent = step->of->spent;
	struct text t = TEXT_EMPTY;
	char buffer[AMOUNT_SIZE];
	enum field f;

	for (f = FIELD_IR + 1; f < FIELD_COUNT; f++) {
		bool each = spent[f] == spent[FIELD_IR];

		if (!spent[f] || (each && has_misses(step, f)))
			continue;
		text_addf(&t, "%s%s", t.n ? ", " : "", explain_page_field(page, f));
		if (!each || *field_suffix(f))
			text_addf(&t, " %s", show(step, f, buffer));
	}
	return text_take(&t);
}

struct explain_cells
explain_cells_make(const struct explain_page *page, const struct explanation_step *step)
{
	return (struct explain_cells){
	    count_of(step), label_of(step), text_of(step), note_of(page, step)};
}

void
explain_cells_free(struct explain_cells *cells)
{
	free(cells->count);
	free(cells->label);
	free(cells->text);
	free(cells->note);
}

/* "14.0 x  98.0 Ir", or of one put "14.0 x  98.0 Ir (55.7 %)": how often a block is executed,
   and what it costs. The caller frees, here and below. */
static char *
cost_of(const struct explain_page *page, const struct explanation_block *block, size_t side)
{
	const struct explanation *explanation = page->explanation;
	const struct explanation_side *own = &block->sides[side];
	double value = explain_page_value(page, own, explanation->by);
	double whole = explain_page_value(page, &explanation->sums[side], explanation->by);
	char executions[AMOUNT_SIZE], shown[AMOUNT_SIZE];
	struct text t = TEXT_EMPTY;

	amount_show(
	    (double)block->executions[side] / (double)own->iterations, false, executions);
	text_addf(&t, "%s x  %s %s", executions, amount_show(value, false, shown),
	    explain_page_field(page, explanation->by));
	if (explanation->sides == 1 && whole)
		text_addf(&t, " (%.1f %%)", 100 * value / whole);
	return text_take(&t);
}

/* "# FILE:LINE  TEXT": the source line of a step, or NULL if it is that of the step before, or
   tells nothing, as one of a library without its text. last: the step before of that side;
   begins as NULL. */
static char *
source_of(const struct explain_page *page, size_t side, const struct explanation_step *step,
    const struct profile_step **last)
{
	const struct profile_step *of = step->of;
	char *text, *position, *line = NULL;
	const char *file;

	if (!of || !of->line ||
	    (*last && (*last)->file == of->file && (*last)->line == of->line))
		return NULL;
	*last = of;
	file = page->explanation->profiles[side]->files[of->file];
	position = explain_page_position(page, file, of->line);
	text = source_lines_copy(&page->lines[side], file, of->line, !page->saved[side]);
	if (text || explain_page_line_row(page, file, of->line))
		line = text_print("# %s%s%s", position, text ? "  " : "", text ? text : "");
	free(position);
	free(text);
	return line;
}

/* What the instructions from the first one on cost; NULL: there are none. The caller frees. */
static char *
rest_of(const struct explanation_block *block, size_t first, size_t side)
{
	size_t n = 0, i;
	int64_t ir = 0, iterations = 1;
	char buffer[AMOUNT_SIZE];

	for (i = first; i < block->n; i++) {
		const struct explanation_step *step = &block->lines[i].sides[side];

		if (!step->of)
			continue;
		n++;
		ir += step->of->spent[FIELD_IR];
		iterations = step->iterations;
	}
	if (!n)
		return NULL;
	return text_print("... %zu more instructions, %s Ir", n,
	    amount_show((double)ir / (double)iterations, false, buffer));
}

static void
add(struct explain_listing *listing, size_t side, struct explain_entry entry)
{
	*ARRAY_ADD(listing->sides[side], listing->n[side]) = entry;
}

void
explain_listing_level(struct explain_listing *listing)
{
	size_t sides = listing->page->explanation->sides, side;

	for (side = 0; side < sides; side++)
		while (listing->n[side] < listing->n[!side])
			add(listing, side, (struct explain_entry){0});
}

/* Adds a row of text to the sides that have it; takes ownership of the texts. */
static void
add_texts(struct explain_listing *listing, struct explain_entry entry,
    char *const texts[EXPLANATION_SIDES], const struct explanation_line *line)
{
	size_t side;

	for (side = 0; side < EXPLANATION_SIDES; side++) {
		entry.text = texts[side];
		entry.step = line ? &line->sides[side] : NULL;
		if (entry.text)
			add(listing, side, entry);
	}
}

static char
mark_of(const struct explanation_line *line)
{
	if (!line->sides[EXPLANATION_NORM].of)
		return '>';
	if (!line->sides[EXPLANATION_PUT].of)
		return '<';
	return line->equal ? ' ' : '|';
}

/* last: see source_of. */
static void
add_line(struct explain_listing *listing, const struct explanation_block *block,
    const struct explanation_line *line, const struct profile_step *last[EXPLANATION_SIDES])
{
	bool pair = block->sides[EXPLANATION_NORM].here && block->sides[EXPLANATION_PUT].here;
	char *sources[EXPLANATION_SIDES];
	size_t side;

	for (side = 0; side < EXPLANATION_SIDES; side++)
		sources[side] = source_of(listing->page, side, &line->sides[side], &last[side]);
	add_texts(listing, (struct explain_entry){EXPLAIN_SOURCE, block, NULL, NULL, ' '},
	    sources, line);
	if (pair)
		explain_listing_level(listing);
	for (side = 0; side < EXPLANATION_SIDES; side++)
		if (line->sides[side].of)
			add(listing, side,
			    (struct explain_entry){
			        EXPLAIN_STEP, block, &line->sides[side], NULL, mark_of(line)});
	if (pair)
		explain_listing_level(listing);
}

void
explain_listing_add(struct explain_listing *listing, const struct explanation_block *block)
{
	const struct profile_step *last[EXPLANATION_SIDES] = {NULL};
	size_t n = listing->most && block->n > listing->most ? listing->most : block->n;
	char *heads[EXPLANATION_SIDES], *rests[EXPLANATION_SIDES];
	size_t side, i;

	for (side = 0; side < EXPLANATION_SIDES; side++) {
		heads[side] =
		    block->sides[side].here ? cost_of(listing->page, block, side) : NULL;
		rests[side] = rest_of(block, n, side);
	}
	if (heads[EXPLANATION_NORM] && heads[EXPLANATION_PUT])
		explain_listing_level(listing);
	add_texts(
	    listing, (struct explain_entry){EXPLAIN_HEAD, block, NULL, NULL, ' '}, heads, NULL);
	for (i = 0; i < n; i++)
		add_line(listing, block, &block->lines[i], last);
	add_texts(
	    listing, (struct explain_entry){EXPLAIN_REST, block, NULL, NULL, ' '}, rests, NULL);
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
	size_t side, i;

	for (side = 0; side < EXPLANATION_SIDES; side++) {
		for (i = 0; i < listing->n[side]; i++)
			free(listing->sides[side][i].text);
		free(listing->sides[side]);
	}
}
