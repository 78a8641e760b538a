#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/amount.h"
#include "report/explain_page.h"
#include "util/display.h"
#include "util/memory.h"
#include "util/text.h"

/* By default, the blocks with so much of the cost of all that are to be shown, in at most so
   many lines; but always one. */
static const double enough = 0.95;
enum { LINES = 60 };

/* Halves of at least that width may cut instructions. */
enum { LEAST_HALF = 58 };

/* A block that is shown, or not. */
struct chosen {
	const struct explanation_function *function;
	const struct explanation_block *block;
	size_t row; /* of the function in by_function */
	double weight;
	bool shown;
};

/* The columns of a side. */
struct columns {
	size_t count, label, text, note;
};

struct code {
	const struct explain_page *page;
	struct chosen *chosen; /* by function, and in each by cost */
	size_t n;
	struct columns columns[EXPLANATION_SIDES];
	bool beside; /* both sides are side by side: */
	size_t left; /* columns of the first one */
};

static bool
is_pair(const struct code *code)
{
	return code->page->explanation->sides > 1;
}

static const struct explanation_row *
row_of(const struct code *code, size_t row)
{
	return &code->page->explanation->by_function.rows[row];
}

static double
value_of(const struct code *code, const struct explanation_side *side)
{
	return explain_page_value(code->page, side, code->page->explanation->by);
}

static double
weight_of(const struct code *code, const struct explanation_block *block)
{
	return fmax(fabs(value_of(code, &block->sides[EXPLANATION_NORM])),
	    fabs(value_of(code, &block->sides[EXPLANATION_PUT])));
}

/* Whether the loop around the snippet is shown, too. */
static bool
shows_loop(const struct code *code, size_t row)
{
	return code->page->all ||
	       (code->page->left && row_of(code, row)->owner == PROFILE_SNIPPET);
}

static bool
is_candidate(const struct code *code, size_t row, const struct explanation_block *block)
{
	if (shows_loop(code, row))
		return true;
	return !block->equal && weight_of(code, block) > 0;
}

static void
add_blocks(struct code *code, size_t row)
{
	const struct explanation_function *function = &code->page->explanation->functions[row];
	size_t i;

	for (i = 0; i < function->n; i++) {
		const struct explanation_block *block = &function->blocks[i];

		if (!is_candidate(code, row, block))
			continue;
		code->chosen = memory_resize(code->chosen, code->n + 1, sizeof *code->chosen);
		code->chosen[code->n++] =
		    (struct chosen){function, block, row, weight_of(code, block), false};
	}
}

static int
by_weight(const void *a, const void *b)
{
	const struct chosen *const *x = a, *const *y = b;

	if ((*x)->weight != (*y)->weight)
		return (*x)->weight > (*y)->weight ? -1 : 1;
	return (*x > *y) - (*x < *y);
}

/* Chooses the blocks that are shown. */
static void
choose(struct code *code)
{
	struct chosen **order = memory_new(code->n * sizeof *order);
	double total = 0, shown = 0;
	size_t lines = 0, i;

	for (i = 0; i < code->n; i++) {
		order[i] = &code->chosen[i];
		total += code->chosen[i].weight;
	}
	qsort(order, code->n, sizeof *order, by_weight);
	for (i = 0; i < code->n; i++) {
		struct chosen *one = order[i];

		if (!shows_loop(code, one->row) && i &&
		    (shown >= enough * total || lines + one->block->n > LINES))
			continue;
		one->shown = true;
		shown += one->weight;
		lines += one->block->n;
	}
	free(order);
}

static double
per_turn(int64_t turns, int64_t total)
{
	return (double)total / (double)turns;
}

/* How many instructions it is counted as, or "loop" if the loop executes it anyway. The caller
   frees. */
static char *
count_of(const struct explanation_step *step)
{
	char buffer[AMOUNT_SIZE];

	if (step->loop)
		return memory_copy("loop");
	return memory_copy(
	    amount_show(per_turn(step->turns, step->of->spent[FIELD_IR]), false, buffer));
}

static char *
label_of(const struct explanation_step *step)
{
	return step->label ? text_print(".%u:", step->label) : memory_copy("");
}

static char *
text_of(const struct explanation_step *step)
{
	return step->text
	           ? display_line(step->text)
	           : text_print("(unknown, at 0x%llx)", (unsigned long long)step->of->address);
}

/* "Dr, Dr_m1 0.5": what it costs besides instructions. An event that happens each time has no
   number. The caller frees. */
static char *
note_of(const struct code *code, const struct explanation_step *step)
{
	const int64_t *spent = step->of->spent;
	struct text t = TEXT_EMPTY;
	char buffer[AMOUNT_SIZE];
	enum field f;

	for (f = FIELD_IR + 1; f < FIELD_COUNT; f++) {
		if (!spent[f])
			continue;
		text_addf(&t, "%s%s", t.n ? ", " : "", explain_page_field(code->page, f));
		if (spent[f] != spent[FIELD_IR])
			text_addf(&t, " %s",
			    amount_show(per_turn(step->turns, spent[f]), false, buffer));
	}
	return text_take(&t);
}

static void
widen(size_t *width, char *text)
{
	size_t own = display_width(text);

	if (*width < own)
		*width = own;
	free(text);
}

static void
fit_step(struct code *code, size_t side, const struct explanation_step *step)
{
	struct columns *columns = &code->columns[side];

	if (!step->of)
		return;
	widen(&columns->count, count_of(step));
	widen(&columns->label, label_of(step));
	widen(&columns->text, text_of(step));
	widen(&columns->note, note_of(code, step));
}

static size_t
fixed_width(const struct columns *columns)
{
	return columns->count + 2 + (columns->label ? columns->label + 1 : 0) +
	       (columns->note ? 2 + columns->note : 0);
}

static size_t
width_of(const struct columns *columns)
{
	return fixed_width(columns) + columns->text;
}

/* Takes what is too much from the texts of instructions. */
static void
cut_text(struct columns *columns, size_t width)
{
	size_t fixed = fixed_width(columns), least = 12;

	if (fixed + columns->text > width)
		columns->text = width > fixed + least ? width - fixed : least;
}

/* " | " */
enum { GAP = 3 };

static void
fit(struct code *code)
{
	struct columns *norm = &code->columns[EXPLANATION_NORM];
	struct columns *put = &code->columns[EXPLANATION_PUT];
	size_t width = code->page->terminal.width, half = (width - GAP) / 2, i, k;

	for (i = 0; i < code->n; i++)
		for (k = 0; code->chosen[i].shown && k < code->chosen[i].block->n; k++) {
			const struct explanation_line *line = &code->chosen[i].block->lines[k];

			fit_step(code, EXPLANATION_NORM, &line->sides[EXPLANATION_NORM]);
			fit_step(code, EXPLANATION_PUT, &line->sides[EXPLANATION_PUT]);
		}
	code->beside = is_pair(code) &&
	               (width_of(norm) + GAP + width_of(put) <= width || half >= LEAST_HALF);
	if (!code->beside) {
		cut_text(norm, width);
		cut_text(put, width);
		return;
	}
	code->left = width_of(put) < half ? half : width - GAP - width_of(put);
	if (code->left < half)
		code->left = width_of(norm) < half ? width_of(norm) : half;
	cut_text(norm, code->left);
	cut_text(put, width - GAP - code->left);
}

static void
pad(struct text *t, const char *s, size_t width, bool right)
{
	int blanks = (int)(width - display_width(s));

	text_addf(t, "%*s%s%*s", right ? blanks : 0, "", s, right ? 0 : blanks, "");
}

/* The instruction with what it costs; "" if the side has none. The caller frees. */
static char *
cell_of(const struct code *code, size_t side, const struct explanation_step *step)
{
	const struct columns *columns = &code->columns[side];
	char *count, *label, *text, *note, *cut;
	struct text t = TEXT_EMPTY;

	if (!step->of)
		return memory_copy("");
	count = count_of(step);
	label = label_of(step);
	text = text_of(step);
	note = note_of(code, step);
	cut = display_cut(text, columns->text);
	pad(&t, count, columns->count, true);
	text_add(&t, "  ");
	pad(&t, label, columns->label, true);
	text_add(&t, columns->label ? " " : "");
	pad(&t, cut, columns->text, false);
	text_addf(&t, "  %s", note);
	free(count);
	free(label);
	free(text);
	free(note);
	free(cut);
	return text_take(&t);
}

/* Prints without the blanks at the end. */
static void
print_line(const struct code *code, const char *line)
{
	char *cut = display_cut(line, code->page->terminal.width);
	size_t n = strlen(cut);

	while (n && cut[n - 1] == ' ')
		n--;
	fprintf(code->page->out, "%.*s\n", (int)n, cut);
	free(cut);
}

/* Prints two cells side by side; mark: '|', '<' or '>' as diff -y has it. */
static void
print_beside(const struct code *code, const char *norm, char mark, const char *put)
{
	struct text t = TEXT_EMPTY;
	char *cut = display_cut(norm, code->left);

	pad(&t, cut, code->left, false);
	text_addf(&t, " %c %s", mark, put);
	print_line(code, t.s);
	text_free(&t);
	free(cut);
}

/* The source line of a step, if it is not that of the one before, or NULL; the caller frees. */
static char *
source_of(const struct code *code, size_t side, const struct explanation_step *step,
    const struct profile_step **last)
{
	const struct profile_step *of = step->of;
	const char *file;
	char *text, *position, *line;

	if (!of || !of->line ||
	    (*last && (*last)->file == of->file && (*last)->line == of->line))
		return NULL;
	*last = of;
	file = code->page->explanation->profiles[side]->files[of->file];
	position = explain_page_position(file, of->line, code->page->terminal.width / 3);
	text = source_lines_copy(code->page->lines, file, of->line);
	line = text_print("%s%s%s", position, text ? "  " : "", text ? text : "");
	free(position);
	free(text);
	return line;
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

static void
print_sources_beside(const struct code *code, char *const sources[EXPLANATION_SIDES])
{
	const char *norm = sources[EXPLANATION_NORM], *put = sources[EXPLANATION_PUT];

	if (norm && put && !strcmp(norm, put))
		print_line(code, norm);
	else if (norm || put)
		print_beside(code, norm ? norm : "", ' ', put ? put : "");
}

static void
print_block_beside(const struct code *code, const struct explanation_block *block)
{
	const struct profile_step *last[EXPLANATION_SIDES] = {NULL};
	char *sources[EXPLANATION_SIDES], *cells[EXPLANATION_SIDES];
	size_t i, side;

	for (i = 0; i < block->n; i++) {
		const struct explanation_line *line = &block->lines[i];

		for (side = 0; side < EXPLANATION_SIDES; side++) {
			sources[side] = source_of(code, side, &line->sides[side], &last[side]);
			cells[side] = cell_of(code, side, &line->sides[side]);
		}
		print_sources_beside(code, sources);
		print_beside(
		    code, cells[EXPLANATION_NORM], mark_of(line), cells[EXPLANATION_PUT]);
		for (side = 0; side < EXPLANATION_SIDES; side++) {
			free(sources[side]);
			free(cells[side]);
		}
	}
}

static void
print_block_of(const struct code *code, const struct explanation_block *block, size_t side)
{
	const struct profile_step *last = NULL;
	size_t i;

	for (i = 0; i < block->n; i++) {
		const struct explanation_step *step = &block->lines[i].sides[side];
		char *source = source_of(code, side, step, &last);
		char *cell = cell_of(code, side, step);

		if (source)
			print_line(code, source);
		if (step->of)
			print_line(code, cell);
		free(source);
		free(cell);
	}
}

/* "gcc-12: 14.0 x  98.0 Ir"; "" if the side does not have the block. The caller frees. */
static char *
head_of(const struct code *code, const struct explanation_block *block, size_t side)
{
	const struct explanation *explanation = code->page->explanation;
	char runs[AMOUNT_SIZE], value[AMOUNT_SIZE];

	if (!block->sides[side].here)
		return memory_copy("");
	amount_show(per_turn(block->sides[side].turns, block->runs[side]), false, runs);
	amount_show(value_of(code, &block->sides[side]), false, value);
	return text_print("%s%s%s x  %s %s", is_pair(code) ? code->page->labels[side] : "",
	    is_pair(code) ? ": " : "", runs, value,
	    explain_page_field(code->page, explanation->by));
}

static void
print_block(const struct code *code, const struct explanation_block *block)
{
	char *heads[EXPLANATION_SIDES];
	size_t side;

	for (side = 0; side < code->page->explanation->sides; side++)
		heads[side] = head_of(code, block, side);
	fputc('\n', code->page->out);
	if (code->beside) {
		print_beside(code, heads[EXPLANATION_NORM], '|', heads[EXPLANATION_PUT]);
		print_block_beside(code, block);
	} else {
		for (side = 0; side < code->page->explanation->sides; side++) {
			if (!block->sides[side].here)
				continue;
			print_line(code, heads[side]);
			print_block_of(code, block, side);
		}
	}
	for (side = 0; side < code->page->explanation->sides; side++)
		free(heads[side]);
}

/* Sums of blocks that are not shown, and how many they are. */
struct folded {
	size_t n;
	struct explanation_side sides[EXPLANATION_SIDES];
};

static void
fold(struct folded *folded, const struct explanation_side sides[EXPLANATION_SIDES])
{
	size_t side;

	folded->n++;
	for (side = 0; side < EXPLANATION_SIDES; side++)
		explain_page_add(&folded->sides[side], &sides[side]);
}

/* Adds "30.0 Ir" of the norm. */
static void
add_value(struct text *t, const struct code *code, const struct explanation_side *side)
{
	char buffer[AMOUNT_SIZE];

	text_addf(t, "%s %s", amount_show(value_of(code, side), false, buffer),
	    explain_page_field(code->page, code->page->explanation->by));
}

static void
print_text(const struct code *code, struct text *t)
{
	char *shown = display_line(t->s);

	print_line(code, shown);
	free(shown);
	text_free(t);
}

/* The blocks of a function that are equal on both sides. */
static void
print_equal(const struct code *code, const struct explanation_function *function)
{
	struct folded folded = {0};
	struct text t = TEXT_EMPTY;
	size_t i;

	for (i = 0; i < function->n; i++)
		if (function->blocks[i].equal && weight_of(code, &function->blocks[i]) > 0)
			fold(&folded, function->blocks[i].sides);
	if (!folded.n)
		return;
	text_addf(
	    &t, "%zu block%s the same on both: ", folded.n, folded.n > 1 ? "s are" : " is");
	add_value(&t, code, &folded.sides[EXPLANATION_NORM]);
	fputc('\n', code->page->out);
	print_text(code, &t);
}

static void
print_title(const struct code *code, const struct explanation_row *row)
{
	struct text t = TEXT_EMPTY;

	text_addf(&t, "code of %s", row->name);
	if (row->owner == PROFILE_LIBRARY && row->note)
		text_addf(&t, " in %s", row->note);
	fputc('\n', code->page->out);
	print_text(code, &t);
}

/* Prints the blocks from first on that are in the same function. Returns where they end. */
static size_t
print_function(const struct code *code, size_t first)
{
	size_t row = code->chosen[first].row, end, i, shown = 0;

	for (end = first; end < code->n && code->chosen[end].row == row; end++)
		shown += code->chosen[end].shown;
	if (!shown)
		return end;
	print_title(code, row_of(code, row));
	for (i = first; i < end; i++)
		if (code->chosen[i].shown)
			print_block(code, code->chosen[i].block);
	if (!shows_loop(code, row))
		print_equal(code, code->chosen[first].function);
	return end;
}

/* The functions whose code is the same on both sides. */
static void
print_equal_functions(const struct code *code)
{
	const struct explanation *explanation = code->page->explanation;
	struct folded folded = {0};
	struct text t = TEXT_EMPTY;
	size_t i;

	for (i = 0; i < explanation->by_function.n; i++) {
		const struct explanation_row *row = row_of(code, i);

		if (!explanation->functions[i].equal || shows_loop(code, i) ||
		    !value_of(code, &row->sides[EXPLANATION_NORM]))
			continue;
		fold(&folded, row->sides);
		if (folded.n <= 3)
			text_addf(&t, "%s%s", folded.n > 1 ? ", " : "", row->name);
	}
	if (!folded.n)
		return;
	if (folded.n > 3)
		text_addf(&t, " and %zu more", folded.n - 3);
	text_add(&t, ": the same code on both, ");
	add_value(&t, code, &folded.sides[EXPLANATION_NORM]);
	fputc('\n', code->page->out);
	print_text(code, &t);
}

static void
print_hidden(const struct code *code)
{
	struct folded folded = {0};
	struct text t = TEXT_EMPTY;
	size_t side, i;

	for (i = 0; i < code->n; i++)
		if (!code->chosen[i].shown)
			fold(&folded, code->chosen[i].block->sides);
	if (!folded.n)
		return;
	text_addf(&t, "%zu more block%s with ", folded.n, folded.n > 1 ? "s" : "");
	for (side = 0; side < code->page->explanation->sides; side++) {
		text_add(&t, side ? ", " : "");
		if (is_pair(code))
			text_addf(&t, "%s ", code->page->labels[side]);
		add_value(&t, code, &folded.sides[side]);
	}
	text_add(&t, ": --explain=all shows all");
	fputc('\n', code->page->out);
	print_text(code, &t);
}

/* Returns true if there is code that the test brought, not only an interpreter's. */
static bool
has_own(const struct code *code)
{
	const struct explanation_part *part = &code->page->explanation->by_function;
	size_t i;

	for (i = 0; i < part->n; i++)
		if (part->rows[i].owner == PROFILE_SNIPPET ||
		    part->rows[i].owner == PROFILE_PROGRAM)
			return true;
	return false;
}

void
explain_code_print(const struct explain_page *page)
{
	struct code code = {.page = page};
	size_t i;

	if (!page->all && !has_own(&code)) {
		fprintf(page->out, "\nThe code is that of an interpreter or command: "
		                   "--explain=all shows it.\n");
		return;
	}
	for (i = 0; i < page->explanation->by_function.n; i++)
		if (shows_loop(&code, i) || !page->explanation->functions[i].equal)
			add_blocks(&code, i);
	choose(&code);
	fit(&code);
	for (i = 0; i < code.n; i = print_function(&code, i))
		continue;
	print_equal_functions(&code);
	print_hidden(&code);
	free(code.chosen);
}
