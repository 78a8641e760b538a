#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/amount.h"
#include "report/explain/explain_print.h"
#include "util/array.h"

/* Code side by side needs more than a terminal's usual width. */
enum { WIDTH = 100 };
/* The least that is worth showing of an explanation, and what the line that something was left
   out may need, in bytes. */
enum { LEAST = 1500, MARGIN = 200 };
/* At most this many missing files are named. */
enum { MOST_NAMES = 5 };

struct report {
	const struct comparison *comparison;
	const struct results *results;
	const struct selection *selection;
	bool folded;
};

/* The explanation of a selected count. */
struct markdown_section {
	struct doc start; /* the heading, and the counts */
	struct text why;  /* the explanation, as text for a terminal */
	struct doc source;
};

static const char *
explain_markdown_label_of(const struct report *report, size_t put)
{
	return report->results->puts.v[put].label;
}

static size_t
norm_of(const struct report *report, const struct selected *selected)
{
	return selection_norm(selected, report->comparison);
}

/* Returns true if the report is about the put. */
static bool
is_selected(const struct report *report, size_t put)
{
	ARRAY_EACH(const struct selected, selected, report->selection->v, report->selection->n)
		if (selected->put == put || norm_of(report, selected) == put)
			return true;
	return false;
}

/* The traits of a put that a report shows besides its command. */
static const struct column {
	const char *title;
	enum trait trait;
} columns[] = {{"version", TRAIT_VERSION}, {"environment", TRAIT_ENV}, {"processor", TRAIT_CPU},
    {"C library", TRAIT_LIBC}, {"valgrind", TRAIT_VALGRIND}, {"cgbench", TRAIT_CGBENCH}};
enum { COLUMNS = COUNTOF(columns) };

/* Returns true if the column is known of any put. */
static bool
explain_markdown_is_known(const struct report *report, const struct column *column)
{
	for (size_t put = 0; put < report->results->puts.n; put++)
		if (is_selected(report, put) &&
		    *put_trait(&report->results->puts.v[put], column->trait))
			return true;
	return false;
}

/* The puts, a row each: versions and flags. */
static void
tell_puts(struct doc *doc, const struct report *report)
{
	doc_table(doc, NULL, "");
	doc_column(doc, DOC_WORDS, 0, "program");
	doc_column(doc, DOC_WORDS, 1, "command");
	for (size_t i = 0; i < COLUMNS; i++)
		if (explain_markdown_is_known(report, &columns[i]))
			doc_column(doc, DOC_WORDS, 1, "%s", columns[i].title);
	for (size_t put = 0; put < report->results->puts.n; put++) {
		const struct put *of = &report->results->puts.v[put];
		OWNED char *command = put_command(of);

		if (is_selected(report, put)) {
			doc_row(doc);
			doc_cell(doc, COLOR_NONE, "`%s`", of->label);
			doc_cell(doc, COLOR_NONE, "`%s`", command);
			for (size_t i = 0; i < COLUMNS; i++)
				if (explain_markdown_is_known(report, &columns[i]))
					doc_cell(doc, COLOR_NONE, "`%s`",
					    put_trait(of, columns[i].trait));
		}
	}
}

/* The source of a test that has it as a function, or NULL. */
static const struct standalone_source *
explain_markdown_function_of(const struct report *report, size_t test)
{
	const struct standalone_sources *sources = &report->selection->sources;

	for (size_t i = 0; i < sources->n; i++)
		if (sources->v[i].test == test && sources->v[i].function)
			return &sources->v[i];
	return NULL;
}

/* Adds the assembly of each put, side by side if there is room. */
static void
tell_assembly(
    struct doc *doc, const struct report *report, const struct standalone_source *source)
{
	FREED_BY(grid_free) struct grid grid = {0};
	FREED_BY(text_free) struct text t = TEXT_EMPTY;
	FILE *out = text_stream(&t);
	size_t lines = 0;

	for (size_t i = 0; i < source->put_count; i++) {
		grid_margin(&grid, i ? 3 : 0, GRID_LEFT);
		lines = source->assembly[i].n > lines ? source->assembly[i].n : lines;
	}
	for (size_t line = 0; line <= lines; line++) {
		grid_row(&grid);
		for (size_t i = 0; i < source->put_count; i++)
			if (line <= source->assembly[i].n)
				grid_add(&grid,
				    line ? source->assembly[i].v[line - 1]
				         : explain_markdown_label_of(report, source->puts[i]));
			else
				grid_add(&grid, "");
	}
	grid_print(&grid, 0, grid.rows, out);
	fclose(out);
	doc_code(doc, "", t.s);
}

/* Returns true if none of the selected counts of the range is of the test. */
static bool
lacks(const struct selection *selection, size_t from, size_t to, size_t test)
{
	for (size_t i = from; i < to; i++)
		if (selection->v[i].test == test)
			return false;
	return true;
}

/* The code alone, or as a function, is easier to read than the source. */
static void
explain_markdown_tell_test(
    struct doc *doc, const struct report *report, const struct selected *selected)
{
	const struct standalone_source *source =
	    explain_markdown_function_of(report, selected->test);
	const char *language =
	    put_trait(&report->results->puts.v[selected->put], TRAIT_LANGUAGE);
	const struct test *test = results_test(report->results, selected->test, selected->put);
	const struct part *code = test_part_for(test, PART_CODE, language, true);

	doc_block(doc, report->folded ? DOC_SUMMARY : DOC_HEADING, "`%s` on `%s`",
	    report->results->tests.v[selected->test].name,
	    explain_markdown_label_of(report, selected->put));
	if (norm_of(report, selected) != SELECTED_ALONE)
		doc_add(doc, " against `%s`",
		    explain_markdown_label_of(report, norm_of(report, selected)));
	if (source && lacks(report->selection, 0, (size_t)(selected - report->selection->v),
	                  selected->test)) {
		doc_code(doc, language, source->function);
		tell_assembly(doc, report, source);
	} else if (code && !source) {
		/* The terminator that -e was given is not the user's. */
		OWNED char *text = memory_copy_n(
		    code->text, strlen(code->text) - (text_ends(code->text, "\n;") ? 2 : 0));

		doc_code(doc, language, text);
	}
}

/* Returns true if a field is asked for, or counts anything. */
static bool
explain_markdown_is_counted(
    const struct report *report, const struct selected *selected, enum field f)
{
	size_t norm = norm_of(report, selected);
	const size_t puts[] = {selected->put, norm == SELECTED_ALONE ? selected->put : norm};

	for (size_t i = 0; i < COUNTOF(puts) && f < FIELD_COUNT; i++) {
		struct value value = calc_value(report->results, selected->test, puts[i], f);

		if (value.known && !calc_is_zero(report->results->fields, f, value.v))
			return true;
	}
	return selected->fields & FIELD_BIT(f);
}

/* The counts, in one line. */
static void
tell_counts(struct doc *doc, const struct report *report, const struct selected *selected)
{
	size_t norm = norm_of(report, selected), puts[] = {norm, selected->put};
	bool any = false;

	doc_paragraph(doc, "Per iteration");
	for (enum field f = 0; f < FIELD_NONE; f++) {
		struct change change;
		char percent[CHANGE_SIZE];

		if (!explain_markdown_is_counted(report, selected, f))
			continue;
		change = comparison_of(report->comparison, selected->test, selected->put, f);
		doc_add(doc, any ? "; %s" : ": %s", fields_name(report->results->fields, f));
		any = true;
		for (size_t i = norm == SELECTED_ALONE; i < COUNTOF(puts); i++) {
			struct value value = calc_shown(
			    f, calc_value(report->results, selected->test, puts[i], f));
			char buffer[AMOUNT_SIZE];

			doc_add(doc, norm == SELECTED_ALONE ? " %s on `%s`" : " %s on `%s`,",
			    value.known ? amount_show(value.v, false, buffer) : "-",
			    explain_markdown_label_of(report, puts[i]));
		}
		if (norm != SELECTED_ALONE)
			doc_add(doc, " %s", change_show(&change, percent));
	}
	doc_end(doc);
}

static void
add_why(struct text *t, const struct report *report, const struct selected *selected)
{
	struct selected copy = *selected;
	struct selection one = *report->selection;
	const struct view view = {.colors = COLORS_NEVER, .width = WIDTH};
	FREED_BY(text_free) struct text why = TEXT_EMPTY;
	FILE *out = text_stream(&why);

	one.v = &copy;
	one.n = 1;
	explain_text(report->comparison, &one, &view, out);
	fclose(out);
	text_add(t, why.s + strspn(why.s, "\n"));
}

/* Warns of commands that compile the files that are here now for a put of a saved run. */
static char *
caution(const struct report *report, const struct standalone_source *source)
{
	for (size_t i = 0; i < source->put_count; i++)
		if (report->results->puts.v[source->puts[i]].file &&
		    source->n + source->missing.n > source->own)
			return text_print(
			    ", for `%s` with the files that are here now, which may "
			    "have changed since it was measured",
			    explain_markdown_label_of(report, source->puts[i]));
	return memory_copy("");
}

static void
tell_source(
    struct doc *doc, const struct report *report, const struct standalone_source *source)
{
	const struct put *put = &report->results->puts.v[source->puts[0]];
	OWNED char *now = caution(report, source);

	for (size_t i = 0; source->why && i < source->put_count; i++)
		if (i)
			doc_add(
			    doc, ", `%s`", explain_markdown_label_of(report, source->puts[i]));
		else
			doc_paragraph(doc, "No source and commands for `%s`", put->label);
	if (source->why)
		doc_add(doc, ": %s.", source->why);
	for (size_t i = 0; i < source->n; i++) {
		doc_paragraph(doc, "`%s`:", source->files[i].name);
		doc_code(doc, put_trait(put, TRAIT_LANGUAGE), source->files[i].text);
	}
	if (source->commands) {
		doc_paragraph(doc, "These commands print the Ir of one %s%s%s:",
		    results_ops(report->results, source->test, source->puts[0]) > 1
		        ? "operation"
		        : "iteration",
		    source->own > 1 ? ", which may differ from the table, because that "
		                      "of an interpreter also depends on its environment, "
		                      "its memory and the time"
		                    : "",
		    now);
		doc_code(doc, "sh", source->commands);
	}
	if (source->missing.n)
		doc_paragraph(doc, "Also needed");
	for (size_t i = 0; i < source->missing.n && i < MOST_NAMES; i++)
		doc_add(doc, i ? ", `%s`" : ": `%s`", source->missing.v[i]);
	if (source->missing.n > MOST_NAMES)
		doc_add(doc, " and %zu more files", source->missing.n - MOST_NAMES);
	doc_add(doc, source->missing.n ? "." : "");
	doc_end(doc);
}

static void
make_section(struct markdown_section *section, const struct report *report, size_t i)
{
	const struct selection *selection = report->selection;
	const struct selected *selected = &selection->v[i];
	const struct standalone_sources *sources = &selection->sources;
	bool last = lacks(selection, i + 1, selection->n, selected->test);

	section->start.kind = section->source.kind = DOC_MARKDOWN;
	explain_markdown_tell_test(&section->start, report, selected);
	tell_counts(&section->start, report, selected);
	if (!explain_markdown_function_of(report, selected->test))
		add_why(&section->why, report, selected);
	for (size_t k = 0; last && k < sources->n; k++)
		if (sources->v[k].test == selected->test)
			tell_source(&section->source, report, &sources->v[k]);
}

/* Cuts an explanation, whose least important lines are the last ones, at the end of a line.
   Returns the number of lines that were left out. */
static size_t
explain_markdown_cut(struct text *t, size_t most)
{
	size_t lines = 0, n = most < t->n ? most : t->n;

	if (n == t->n)
		return 0;
	while (n && t->s[n - 1] != '\n')
		n--;
	for (size_t i = n; i < t->n; i++)
		lines += t->s[i] == '\n';
	text_cut(t, n);
	return lines;
}

/* The least of an explanation that is shown, in bytes. */
static size_t
least_of(const struct markdown_section *section)
{
	return section->why.n < LEAST ? section->why.n : LEAST;
}

static size_t
explain_markdown_size_of(const struct markdown_section *section)
{
	return section->start.t.n + section->source.t.n + least_of(section) + MARGIN;
}

/* Leaves out what is too much: sources, of the last tests first, then sections. Sets how many
   remain. Returns how much room is left for more of the explanations. */
static size_t
shrink(struct markdown_section *sections, size_t *n, size_t room)
{
	size_t size = 0;

	for (size_t i = 0; i < *n; i++)
		size += explain_markdown_size_of(&sections[i]);
	for (size_t i = *n; i-- > 0 && size > room;)
		if (sections[i].source.t.n) {
			size -= explain_markdown_size_of(&sections[i]);
			text_cut(&sections[i].source.t, 0);
			doc_paragraph(
			    &sections[i].source, "The source and the commands are left out.");
			doc_end(&sections[i].source);
			size += explain_markdown_size_of(&sections[i]);
		}
	while (*n && size > room)
		size -= explain_markdown_size_of(&sections[--*n]);
	return *n ? room - size : 0;
}

/* most: what of the explanation is shown. */
static void
explain_markdown_add_section(
    struct doc *doc, struct markdown_section *section, size_t most, bool folded)
{
	size_t lines = explain_markdown_cut(&section->why, most);

	text_addf(doc_end(doc), "\n%s", section->start.t.s);
	if (section->why.s)
		doc_code(doc, "", section->why.s);
	if (lines)
		doc_paragraph(doc, "%zu more lines are left out.", lines);
	if (section->source.t.n)
		text_addf(doc_end(doc), "\n%s", section->source.t.s);
	if (folded)
		doc_details_end(doc);
}

void
explain_markdown(struct doc *doc, const struct comparison *comparison,
    const struct selection *selection, bool folded, size_t most)
{
	const struct report report = {comparison, comparison->results, selection, folded};
	OWNED struct markdown_section *sections = memory_array(selection->n, sizeof *sections);
	size_t left = selection->n, used, room;

	doc->most = 0;
	if (selection->n && !report.results->of)
		tell_puts(doc, &report);
	used = doc_end(doc)->n + MARGIN;
	for (size_t i = 0; i < selection->n; i++)
		make_section(&sections[i], &report, i);
	room = shrink(sections, &left, most > used ? most - used : 0);
	for (size_t i = 0; i < left; i++) {
		size_t least = least_of(&sections[i]), share = room / (left - i);
		size_t more = sections[i].why.n - least;

		explain_markdown_add_section(doc, &sections[i], least + share, folded);
		room -= more < share ? more : share;
	}
	if (left < selection->n)
		doc_paragraph(doc, "%zu more %s left out.", selection->n - left,
		    selection->n - left == 1 ? "explanation is" : "explanations are");
	doc_end(doc);
	for (size_t i = 0; i < selection->n; i++) {
		doc_free(&sections[i].start);
		text_free(&sections[i].why);
		doc_free(&sections[i].source);
	}
}
