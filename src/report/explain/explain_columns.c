#include <stdlib.h>
#include <string.h>

#include "report/amount.h"
#include "report/explain/explain_columns.h"
#include "util/display.h"
#include "util/memory.h"
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
		if (f != event && step->of->spent[f] &&
		    !strncmp(field_name(f), name, strlen(name)))
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
explain_columns_cells(const struct explain_page *page, const struct explanation_step *step)
{
	return (struct explain_cells){
	    count_of(step), label_of(step), text_of(step), note_of(page, step)};
}

void
explain_columns_free(struct explain_cells *cells)
{
	free(cells->count);
	free(cells->label);
	free(cells->text);
	free(cells->note);
}

static void
widen(size_t *width, const char *text)
{
	size_t own = display_width(text);

	if (*width < own)
		*width = own;
}

void
explain_columns_fit(struct explain_columns *columns, const struct explain_page *page,
    const struct explanation_step *step)
{
	struct explain_cells cells = explain_columns_cells(page, step);

	widen(&columns->count, cells.count);
	widen(&columns->label, cells.label);
	widen(&columns->text, cells.text);
	widen(&columns->note, cells.note);
	explain_columns_free(&cells);
}

static size_t
fixed_width(const struct explain_columns *columns)
{
	return columns->count + 2 + (columns->label ? columns->label + 1 : 0) +
	       (columns->note ? 2 + columns->note : 0);
}

size_t
explain_columns_width(const struct explain_columns *columns)
{
	return fixed_width(columns) + columns->text;
}

void
explain_columns_cut(struct explain_columns *columns, size_t width)
{
	size_t fixed = fixed_width(columns), least = 12;

	if (fixed + columns->text > width)
		columns->text = width > fixed + least ? width - fixed : least;
}

static void
add(struct text *t, const char *s, size_t width, bool right)
{
	int blanks = (int)(width - display_width(s));

	text_addf(t, "%*s%s%*s", right ? blanks : 0, "", s, right ? 0 : blanks, "");
}

char *
explain_columns_line(const struct explain_columns *columns, const struct explain_page *page,
    const struct explanation_step *step)
{
	struct explain_cells cells = explain_columns_cells(page, step);
	char *cut = display_cut(cells.text, columns->text);
	struct text t = TEXT_EMPTY;

	add(&t, cells.count, columns->count, true);
	text_add(&t, "  ");
	if (columns->label) {
		add(&t, cells.label, columns->label, true);
		text_add(&t, " ");
	}
	add(&t, cut, columns->text, false);
	text_addf(&t, "  %s", cells.note);
	free(cut);
	explain_columns_free(&cells);
	return text_take(&t);
}
