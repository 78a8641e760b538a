#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/amount.h"
#include "report/explain/explain_listing.h"
#include "util/array.h"
#include "util/display.h"

/* Blocks of code as text in columns, those of two puts side by side if the page is wide enough.
   Starts from {page, most}. */
struct columns {
	const struct explain_page *page;
	size_t most; /* instructions of a block that are printed; 0: all */
	struct widths {
		size_t count, label, text, note; /* their widths */
	} sides[EXPLANATION_SIDES];
	bool beside; /* side by side: */
	size_t left; /* the width of the first side */
};

/* " | " separates two sides. */
enum { GAP = 3 };
/* A side of at least that width may cut instructions. */
enum { LEAST = 58 };

static size_t
wider(size_t width, const char *text)
{
	size_t own = display_width(text);

	return width < own ? own : width;
}

static size_t
fixed_width(const struct widths *columns)
{
	return columns->count + 2 + (columns->label ? columns->label + 1 : 0) +
	       (columns->note ? 2 + columns->note : 0);
}

static size_t
explain_code_width_of(const struct widths *columns)
{
	return fixed_width(columns) + columns->text;
}

/* Takes what is too much for that width from the texts of instructions. */
static void
explain_code_cut(struct widths *columns, size_t width)
{
	size_t fixed = fixed_width(columns), least = 12;

	if (fixed + columns->text > width)
		columns->text = width > fixed + least ? width - fixed : least;
}

static int
blanks(size_t width, const char *s)
{
	return (int)(width - display_width(s));
}

/* Makes room for a block. */
static void
columns_fit(struct columns *columns, const struct explanation_block *block)
{
	FREED_BY(explain_listing_free)
	struct explain_listing listing = {.page = columns->page, .most = columns->most};

	explain_listing_add(&listing, block);
	for (size_t side = 0; side < EXPLANATION_SIDES; side++)
		ARRAY_EACH(
		    const struct explain_entry, entry, listing.sides[side], listing.n[side]) {
			struct widths *widths = &columns->sides[side];

			if (entry->kind == EXPLAIN_SITE)
				*widths = (struct widths){wider(widths->count, entry->count),
				    wider(widths->label, entry->label),
				    wider(widths->text, entry->text),
				    wider(widths->note, entry->note)};
		}
}

/* Must be called after all blocks are known, and before the first is printed. */
static void
explain_code_arrange(struct columns *columns)
{
	struct widths *norm = &columns->sides[EXPLANATION_NORM];
	struct widths *put = &columns->sides[EXPLANATION_PUT];
	size_t width = columns->page->width, least = explain_code_width_of(put);
	size_t half = width > GAP ? (width - GAP) / 2 : 0;
	bool fits = explain_code_width_of(norm) + GAP + least <= width;

	columns->beside = columns->page->pair && (fits || half >= LEAST);
	if (!columns->beside) {
		explain_code_cut(norm, width);
		explain_code_cut(put, width);
		return;
	}
	columns->left = half;
	if (least > half && explain_code_width_of(norm) < half)
		columns->left = fits ? width - GAP - least : explain_code_width_of(norm);
	else if (explain_code_width_of(norm) > half && fits)
		columns->left = explain_code_width_of(norm);
	explain_code_cut(norm, columns->left);
	explain_code_cut(put, width - GAP - columns->left);
}

/* The line of an entry; the caller frees. */
static char *
explain_code_show(const struct columns *columns, const struct explain_entry *entry, size_t side)
{
	const struct widths *widths = &columns->sides[side];
	OWNED char *text = NULL;

	if (entry->kind != EXPLAIN_SITE)
		return memory_copy(entry->text ? entry->text : "");
	text = display_cut(entry->text, widths->text);
	return text_print("%*s%s  %*s%s%s%s%*s  %s", blanks(widths->count, entry->count), "",
	    entry->count, blanks(widths->label, entry->label), "", entry->label,
	    widths->label ? " " : "", text, blanks(widths->text, text), "", entry->note);
}

/* Prints a line without blanks at its end, and cut where the page ends. */
static void
explain_code_print_line(const struct columns *columns, const char *line)
{
	OWNED char *cut = display_cut(line, columns->page->width);
	size_t n = strlen(cut);

	while (n && cut[n - 1] == ' ')
		n--;
	fprintf(columns->page->doc->out, "%.*s\n", (int)n, cut);
}

/* Prints a row of both sides; what is on both is printed once. pair: they correspond to each
   other. */
static void
explain_code_print_row(
    const struct columns *columns, const struct explain_listing *listing, size_t row, bool pair)
{
	const struct explain_entry *entry = &listing->sides[EXPLANATION_NORM][row];
	OWNED char *norm = explain_code_show(columns, entry, EXPLANATION_NORM);
	OWNED char *put =
	    explain_code_show(columns, &listing->sides[EXPLANATION_PUT][row], EXPLANATION_PUT);
	bool head = !pair || entry->kind == EXPLAIN_HEAD;
	OWNED char *shown = display_cut(norm, columns->left);
	OWNED char *line = text_print("%s%*s %c %s", shown, blanks(columns->left, shown), "",
	    head ? '|' : explain_listing_mark(listing, row), put);
	bool once = pair && entry->kind == EXPLAIN_SOURCE && !strcmp(norm, put);

	explain_code_print_line(columns, once ? norm : line);
}

/* Prints the norm's side of a block and the put's side of the same or another one. NULL: none.
   An empty line comes first. */
static void
columns_print(const struct columns *columns, const struct explanation_block *norm,
    const struct explanation_block *put)
{
	FREED_BY(explain_listing_free)
	struct explain_listing listing = {
	    columns->page, columns->most, !columns->beside, {NULL}, {0}};
	bool pair = norm == put && norm->sides[EXPLANATION_NORM].here &&
	            norm->sides[EXPLANATION_PUT].here;

	if (norm)
		explain_listing_add(&listing, norm);
	if (put && put != norm)
		explain_listing_add(&listing, put);
	fputc('\n', columns->page->doc->out);
	if (columns->beside) {
		explain_listing_level(&listing);
		for (size_t i = 0; i < listing.n[EXPLANATION_NORM]; i++)
			explain_code_print_row(columns, &listing, i, pair);
	} else {
		for (size_t side = 0; side < EXPLANATION_SIDES; side++)
			ARRAY_EACH(const struct explain_entry, entry, listing.sides[side],
			    listing.n[side]) {
				OWNED char *line = explain_code_show(columns, entry, side);

				if (entry->kind != EXPLAIN_NOTHING)
					explain_code_print_line(columns, line);
			}
	}
}

/* Text shows, by default, the blocks that make up this share of the cost, in at most this many
   lines, but always one. */
static const double enough = 0.95;
enum { LINES = 60 };

enum block_fate { SHOWN, EQUAL, OTHER };

struct chosen {
	const struct explanation_block *block;
	size_t row; /* of the function in by_function */
	double cost;
	enum block_fate fate;
	bool loop; /* the loop around the snippet is shown with the code */
	bool printed;
};

/* Sums of blocks that are not shown, and how many they are. */
struct folded {
	size_t n;
	struct explanation_side sides[EXPLANATION_SIDES];
};

struct explain_code {
	const struct explain_page *page;
	struct doc *doc;
	struct chosen *chosen; /* all blocks, by function, and in each by cost */
	size_t n;
	struct columns columns; /* of text */
	struct folded hidden;   /* what text neither shows nor says to be equal */
};

/* Returns true if the loop around the snippet is shown with the code of the row's function. */
static bool
shows_loop(const struct explain_page *page, const struct explanation_row *row)
{
	return page->all || (page->left && row->owner == PROFILE_SNIPPET);
}

/* Returns true if the function of that row is the same on both sides, and its code is not
   shown. */
static bool
is_equal(const struct explain_page *page, size_t function)
{
	const struct explanation *explanation = page->explanation;

	return !shows_loop(page, &explanation->by_function.rows[function]) &&
	       explanation->functions[function].equal;
}

/* Returns true if there is code that the test brought, not only an interpreter's, or all is
   shown. */
static bool
has_code(const struct explain_page *page)
{
	const struct explanation_group *group = &page->explanation->by_function;

	if (page->all)
		return true;
	for (size_t i = 0; i < group->n; i++)
		if (group->rows[i].owner == PROFILE_SNIPPET ||
		    group->rows[i].owner == PROFILE_PROGRAM)
			return true;
	return false;
}

static const struct explanation_row *
explain_code_row_of(const struct explain_code *code, size_t row)
{
	return &code->page->explanation->by_function.rows[row];
}

static double
cost_on(const struct explain_code *code, const struct explanation_block *block, size_t side)
{
	return fabs(explain_page_cost(code->page, &block->sides[side]));
}

static void
explain_code_add_blocks(struct explain_code *code, size_t row)
{
	const struct explanation_function *function = &code->page->explanation->functions[row];
	bool loop = shows_loop(code->page, explain_code_row_of(code, row));

	ARRAY_EACH(const struct explanation_block, block, function->blocks, function->n) {
		double cost = fmax(cost_on(code, block, EXPLANATION_NORM),
		    cost_on(code, block, EXPLANATION_PUT));

		*ARRAY_ADD(code->chosen, code->n) = (struct chosen){block, row, cost,
		    loop                                     ? SHOWN
		    : cost > 0 && block->equal               ? EQUAL
		    : cost > 0 && !is_equal(code->page, row) ? SHOWN
		                                             : OTHER,
		    loop, false};
	}
}

/* The larger of the shares that a block has of what may be shown of each side. */
static double
share_of(const struct explain_code *code, const struct explanation_block *block,
    const double sums[EXPLANATION_SIDES])
{
	double share = 0;

	for (size_t side = 0; side < EXPLANATION_SIDES; side++)
		if (sums[side] > 0)
			share = fmax(share, cost_on(code, block, side) / sums[side]);
	return share;
}

/* Chooses the blocks that text shows, and measures them. What costs little beside one side may
   be most of the other. */
static void
explain_code_choose(struct explain_code *code)
{
	OWNED struct order_key *keys = memory_array(code->n + 1, sizeof *keys);
	double sums[EXPLANATION_SIDES] = {0}, total = 0, shown = 0;
	size_t lines = 0, n = 0;

	for (size_t i = 0; i < code->n; i++)
		if (code->chosen[i].fate == SHOWN) {
			keys[n++].index = i;
			for (size_t side = 0; side < EXPLANATION_SIDES; side++)
				sums[side] += cost_on(code, code->chosen[i].block, side);
		}
	for (size_t i = 0; i < n; i++)
		total += keys[i].of[0] =
		    share_of(code, code->chosen[keys[i].index].block, sums);
	order_sort(keys, n);
	for (size_t i = 0; i < n; i++) {
		struct chosen *one = &code->chosen[keys[i].index];

		if (i && !one->loop &&
		    (shown >= enough * total || lines + one->block->n > LINES)) {
			one->fate = OTHER;
			continue;
		}
		shown += keys[i].of[0];
		lines += one->block->n;
		columns_fit(&code->columns, one->block);
	}
	explain_code_arrange(&code->columns);
}

static void
explain_code_fold(struct folded *folded, const struct explanation_side sides[EXPLANATION_SIDES])
{
	folded->n++;
	for (size_t side = 0; side < EXPLANATION_SIDES; side++)
		explain_page_add(&folded->sides[side], &sides[side]);
}

/* "30.0 Ir" */
static void
explain_code_tell_value(const struct explain_code *code, const struct explanation_side *side)
{
	char buffer[AMOUNT_SIZE];

	doc_add(code->doc, "%s %s",
	    amount_show(explain_page_cost(code->page, side), false, buffer),
	    explain_page_field(code->page, code->page->explanation->by));
}

/* Adds the name of a function and, if where, where it is. */
static void
explain_code_tell_name(
    const struct explain_code *code, const struct explanation_row *row, bool where)
{
	OWNED char *name = explain_page_function(row->name, code->page->width / 2);
	OWNED char *place = where ? explain_page_place(code->page, row) : NULL;

	doc_add(code->doc, "`%s`", name);
	if (place)
		doc_add(code->doc, " in `%s`", place);
}

/* Returns true if the block is still to be printed, and only that side has it. */
static bool
is_left(const struct chosen *one, size_t side)
{
	return one->fate == SHOWN && !one->printed && one->block->sides[side].here &&
	       !one->block->sides[!side].here;
}

/* Prints a block as text. Next to one that only one put has, it prints the most expensive one
   that only the other put has. */
static void
tell_next(struct explain_code *code, size_t i, size_t end)
{
	const struct explanation_block *blocks[EXPLANATION_SIDES];
	struct chosen *one = &code->chosen[i];

	blocks[EXPLANATION_NORM] = blocks[EXPLANATION_PUT] = one->block;
	for (size_t side = 0; code->columns.beside && side < EXPLANATION_SIDES; side++) {
		size_t k = i + 1;

		if (!is_left(one, side))
			continue;
		while (k < end && !is_left(&code->chosen[k], !side))
			k++;
		blocks[!side] = k < end ? code->chosen[k].block : NULL;
		if (k < end)
			code->chosen[k].printed = true;
	}
	doc_end(code->doc);
	columns_print(&code->columns, blocks[EXPLANATION_NORM], blocks[EXPLANATION_PUT]);
}

/* The blocks from first to before end that have the fate, all in one listing of HTML. */
static void
tell_blocks(struct explain_code *code, enum block_fate fate, size_t first, size_t end)
{
	OWNED const struct explanation_block **blocks =
	    memory_array(end - first, sizeof *blocks);
	size_t n = 0;

	for (size_t i = first; i < end; i++) {
		struct chosen *one = &code->chosen[i];

		if (one->fate == fate && code->doc->kind != DOC_TEXT)
			blocks[n++] = one->block;
		else if (one->fate == fate && !one->printed)
			tell_next(code, i, end);
	}
	doc_end(code->doc);
	if (n)
		html_listing(code->page, blocks, n);
}

/* Sums up the blocks that have the fate. HTML shows them on demand. */
static void
explain_code_tell_folded(
    struct explain_code *code, enum block_fate fate, size_t first, size_t end)
{
	struct folded folded = {0};

	for (size_t i = first; i < end; i++)
		if (code->chosen[i].fate == fate)
			explain_code_fold(&folded, code->chosen[i].block->sides);
	if (!folded.n)
		return;
	if (fate == EQUAL)
		doc_block(code->doc, DOC_SUMMARY, "%zu block%s the same on both: ", folded.n,
		    folded.n > 1 ? "s are" : " is");
	else
		doc_block(code->doc, DOC_SUMMARY, "%zu other block%s: ", folded.n,
		    folded.n > 1 ? "s" : "");
	explain_code_tell_value(code, &folded.sides[EXPLANATION_NORM]);
	if (code->doc->kind != DOC_TEXT)
		tell_blocks(code, fate, first, end);
	doc_details_end(code->doc);
}

/* Text leaves out a function without a block to show. */
static void
tell_function(struct explain_code *code, size_t row, size_t first, size_t end)
{
	bool text = code->doc->kind == DOC_TEXT, shown = !text;

	for (size_t i = first; i < end; i++)
		shown |= code->chosen[i].fate == SHOWN;
	for (size_t i = first; text && i < end; i++)
		if (code->chosen[i].cost > 0 && (!shown || code->chosen[i].fate == OTHER))
			explain_code_fold(&code->hidden, code->chosen[i].block->sides);
	if (!shown || first == end)
		return;
	doc_block(code->doc, text ? DOC_HEADING : DOC_SUMMARY, "code of ");
	explain_code_tell_name(code, explain_code_row_of(code, row), true);
	tell_blocks(code, SHOWN, first, end);
	explain_code_tell_folded(code, EQUAL, first, end);
	if (!text)
		explain_code_tell_folded(code, OTHER, first, end);
	doc_details_end(code->doc);
}

/* The functions whose code is the same on both sides. */
static void
tell_equal_functions(const struct explain_code *code)
{
	struct folded folded = {0};

	for (size_t i = 0; i < code->page->explanation->by_function.n; i++) {
		const struct explanation_row *row = explain_code_row_of(code, i);

		if (!is_equal(code->page, i) ||
		    !explain_page_cost(code->page, &row->sides[EXPLANATION_NORM]))
			continue;
		if (!folded.n)
			doc_begin(code->doc, DOC_SENTENCES);
		explain_code_fold(&folded, row->sides);
		if (folded.n > 3)
			continue;
		doc_add(code->doc, "%s", folded.n > 1 ? ", " : "");
		explain_code_tell_name(code, row, row->owner == PROFILE_PROGRAM);
	}
	if (!folded.n)
		return;
	if (folded.n > 3)
		doc_add(code->doc, " and %zu more", folded.n - 3);
	doc_add(code->doc, ": the same code on both, ");
	explain_code_tell_value(code, &folded.sides[EXPLANATION_NORM]);
}

static void
tell_hidden(const struct explain_code *code)
{
	const struct folded *hidden = &code->hidden;

	if (!hidden->n)
		return;
	doc_block(code->doc, DOC_SENTENCES, "Not shown: %zu block%s with ", hidden->n,
	    hidden->n > 1 ? "s" : "");
	for (size_t side = 0; side < code->page->explanation->sides; side++) {
		doc_add(code->doc, "%s", side ? ", " : "");
		explain_code_tell_value(code, &hidden->sides[side]);
		if (code->page->pair)
			doc_add(code->doc, " on `%s`", code->page->labels[side]);
	}
	doc_add(code->doc, "; --explain=all shows all");
}

void
explain_page_tell_code(const struct explain_page *page)
{
	struct explain_code code = {.page = page,
	    .doc = page->doc,
	    .columns = {page, page->all ? 0 : LINES, {{0}}, false, 0}};

	if (!has_code(page)) {
		doc_block(page->doc, DOC_SENTENCES,
		    "Not shown: the code of the interpreter or command; "
		    "--explain=all shows it");
		return;
	}
	for (size_t i = 0; i < page->explanation->by_function.n; i++)
		explain_code_add_blocks(&code, i);
	if (page->doc->kind == DOC_TEXT)
		explain_code_choose(&code);
	for (size_t first = 0, end; first < code.n; first = end) {
		size_t row = code.chosen[first].row;

		for (end = first; end < code.n && code.chosen[end].row == row;)
			end++;
		if (!is_equal(page, row))
			tell_function(&code, row, first, end);
	}
	tell_equal_functions(&code);
	tell_hidden(&code);
	free(code.chosen);
}
