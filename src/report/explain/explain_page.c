#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/machines.h"
#include "report/explain/explain_page.h"
#include "util/array.h"
#include "util/display.h"
#include "util/file.h"
#include "util/memory.h"
#include "util/text.h"

const struct explanation_row *
explain_page_line_row(const struct explain_page *page, const char *file, unsigned line)
{
	const struct explanation_group *group = &page->explanation->by_line;

	for (size_t i = 0; i < group->n; i++)
		if (group->rows[i].line == line && !strcmp(group->rows[i].name, file))
			return &group->rows[i];
	return NULL;
}

/* Returns true if there are lines of another file with the same base name. */
static bool
has_namesake(const struct explain_page *page, const char *file)
{
	for (size_t i = 0; i < page->files.n; i++)
		if (strcmp(page->files.v[i], file) != 0 &&
		    !strcmp(file_base(page->files.v[i]), file_base(file)))
			return true;
	return false;
}

void
explain_page_open(struct explain_page *page, const struct comparison *comparison,
    const struct selection *selection, const struct selected *selected)
{
	bool alone = selected->norm == SELECTED_ALONE;

	page->all = selection->all;
	page->annotate = selection->annotate;
	page->comparison = comparison;
	page->test = selected->test;
	page->puts[EXPLANATION_NORM] = alone ? selected->put : selected->norm;
	page->puts[EXPLANATION_PUT] = selected->put;
	page->explanation = selection_explain(selected, comparison);
	page->pair = page->explanation->sides > 1;
	ARRAY_EACH(const struct explanation_row, row, page->explanation->by_line.rows,
	    page->explanation->by_line.n)
		if (row->line)
			words_intern(&page->files, row->name);
	page->linked = memory_array(page->explanation->by_line.n + 1, sizeof *page->linked);
	page->lines = memory_array(EXPLANATION_SIDES, sizeof *page->lines);
	for (size_t side = 0; side < EXPLANATION_SIDES; side++) {
		const struct put *put = &comparison->results->puts.v[page->puts[side]];
		OWNED char *machine = machines_of_put(put);

		page->labels[side] = display_line(put->label);
		page->lines[side] = (struct source_lines){
		    .test = results_test(comparison->results, page->test, page->puts[side])};
		page->saved[side] = put->file != NULL;
		page->intel[side] = selection->intel && !strcmp(machine, "x86_64");
	}
}

void
explain_page_close(struct explain_page *page)
{
	for (size_t side = 0; side < EXPLANATION_SIDES; side++) {
		free(page->labels[side]);
		source_lines_free(&page->lines[side]);
	}
	free(page->lines);
	free(page->linked);
	words_free(&page->files);
	explanation_free(page->explanation);
}

double
explain_page_value(
    const struct explain_page *page, const struct explanation_side *side, enum field f)
{
	double v;

	return explanation_value(page->explanation, side, f, &v) ? v : 0;
}

double
explain_page_cost(const struct explain_page *page, const struct explanation_side *side)
{
	return explain_page_value(page, side, page->explanation->by);
}

void
explain_page_add(struct explanation_side *sum, const struct explanation_side *side)
{
	if (side->iterations)
		sum->iterations = side->iterations;
	sum->calls += side->calls;
	for (enum field f = 0; f < FIELD_COUNT; f++)
		sum->spent[f] += side->spent[f];
	sum->spill += side->spill;
	sum->unknown_spill |= side->unknown_spill;
}

const char *
explain_page_field(const struct explain_page *page, enum field f)
{
	return fields_name(page->explanation->fields, f);
}

char *
explain_page_position(const struct explain_page *page, const char *file, unsigned line)
{
	const char *name = has_namesake(page, file) ? file : file_base(file);
	OWNED char *position = line ? text_print("%s:%u", name, line) : text_print("%s", file);

	return display_line(position);
}

/* The end of what the bracket at s opens: where the one that closes it is, or the end of the
   name. An arrow closes nothing. */
static const char *
closing(const char *s)
{
	size_t depth = 0;
	char before = 0;

	for (; *s; before = *s++) {
		depth += *s == '<' || *s == '(';
		depth -= (*s == '>' && before != '-') || *s == ')';
		if (!depth)
			break;
	}
	return s;
}

/* The length of the name of an operator that begins at s, with its brackets; 0 if there is
   none. */
static size_t
operator_length(const char *s)
{
	size_t n = strlen("operator");

	if (!text_begins(s, "operator"))
		return 0;
	if (text_begins(s + n, "()") || text_begins(s + n, "->"))
		return n + 2;
	return n + strspn(s + n, "<>=");
}

/* Adds the n bytes of a name without what is between its brackets: "f<...>(...)". The type that
   a name of Rust begins with, "<T as Trait>::f", is kept, but for its own brackets. */
static void
add_short(struct text *t, const char *name, size_t n)
{
	size_t i = 0, length;

	if (n && *name == '<') {
		length = (size_t)(closing(name) - name);
		length = length < n ? length : n - 1;
		text_add_char(t, '<');
		add_short(t, name + 1, length - (length > 0));
		i = length;
	}
	for (; i < n; i++) {
		const char *s = name + i;

		length = operator_length(s);
		if (!length && text_begins(s, "(anonymous namespace)"))
			length = (size_t)(closing(s) - s) + 1;
		if (length) {
			text_add_n(t, s, length);
			i += length - 1;
		} else if (*s == '<' || *s == '(') {
			const char *end = closing(s);

			text_addf(
			    t, end > s + 1 ? "%c...%c" : "%c%c", *s, *s == '<' ? '>' : ')');
			i += (size_t)(end - s) - !*end;
		} else {
			text_add_char(t, *s);
		}
	}
}

/* The last parts of a name that fit behind "...", or its beginning. The caller frees. */
static char *
cut_name(const char *name, size_t width)
{
	const char *s = name;

	if (display_width(name) <= width)
		return memory_copy(name);
	while ((s = strstr(s + 1, "::")))
		if (strlen("...") + display_width(s) <= width)
			return text_print("...%s", s);
	return display_cut(name, width);
}

char *
explain_page_function(const char *name, size_t width)
{
	OWNED char *whole = display_line(name);
	FREED_BY(text_free) struct text t = TEXT_EMPTY;
	char *clone;

	if (display_width(whole) <= width)
		return memory_copy(whole);
	add_short(&t, whole, strlen(whole));
	clone = t.n && display_width(t.s) > width ? strstr(t.s, " [clone .") : NULL;
	/* The part of a function that is seldom used remains told from the others. */
	if (clone && !strstr(clone, "[clone .cold"))
		*clone = 0;
	return cut_name(t.n ? t.s : "", width);
}

/* Returns true if another function of the program has the name. */
static bool
has_double(const struct explain_page *page, const struct explanation_row *row)
{
	const struct explanation_group *group = &page->explanation->by_function;

	for (size_t i = 0; i < group->n; i++)
		if (&group->rows[i] != row && group->rows[i].owner == row->owner &&
		    !strcmp(group->rows[i].name, row->name))
			return true;
	return false;
}

char *
explain_page_place(const struct explain_page *page, const struct explanation_row *row)
{
	bool shown = row->owner == PROFILE_LIBRARY ||
	             (row->owner == PROFILE_PROGRAM && has_double(page, row));

	return shown && row->note ? display_line(row->note) : NULL;
}
