#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/amount.h"
#include "report/explain/explain_print.h"
#include "report/markdown.h"
#include "util/array.h"

/* Code side by side needs more than a terminal's usual width. */
enum { WIDTH = 100 };
/* The least that is worth showing of an explanation, and what the line that something was left
   out may need, in bytes. */
enum { LEAST = 1500, MARGIN = 200 };
/* How many missing files are named. */
enum { MOST_NAMES = 5 };

struct report {
	const struct comparison *comparison;
	const struct results *results;
	const struct selection *selection;
	bool folded;
};

/* The explanation of a selected count. */
struct section {
	struct text start; /* the heading, and the counts */
	struct text why;   /* the explanation, as text for a terminal */
	struct text source;
};

static const char *
label_of(const struct report *report, size_t put)
{
	return report->results->puts.v[put].label;
}

/* "gcc-12 -O3": what was typed. */
static char *
command_of(const struct put *put)
{
	const char *args = put_trait(put, TRAIT_ARGS);
	struct text t = TEXT_EMPTY;

	text_add(&t, put->exe);
	if (*args) {
		text_addf(&t, " %s", args);
	} else if (put->args.n) {
		text_add_char(&t, ' ');
		words_quote(&put->args, &t);
	}
	return text_take(&t);
}

static size_t
norm_of(const struct report *report, const struct selected *selected)
{
	return selection_norm(selected, report->comparison);
}

/* Whether the report is about the put. */
static bool
is_selected(const struct report *report, size_t put)
{
	size_t i;

	for (i = 0; i < report->selection->n; i++) {
		const struct selected *selected = &report->selection->v[i];

		if (selected->put == put || norm_of(report, selected) == put)
			return true;
	}
	return false;
}

/* What is known of a put besides its command. */
static const struct column {
	const char *title;
	enum trait trait;
} columns[] = {{"version", TRAIT_VERSION}, {"environment", TRAIT_ENV}, {"processor", TRAIT_CPU},
    {"C library", TRAIT_LIBC}, {"valgrind", TRAIT_VALGRIND}, {"cgbench", TRAIT_CGBENCH}};
enum { COLUMNS = COUNTOF(columns) };

/* Whether the column is known of any put. */
static bool
is_known(const struct report *report, const struct column *column)
{
	size_t put;

	for (put = 0; put < report->results->puts.n; put++)
		if (is_selected(report, put) &&
		    *put_trait(&report->results->puts.v[put], column->trait))
			return true;
	return false;
}

static void
add_put_row(struct text *t, const struct report *report, const struct put *put)
{
	char *command = command_of(put);
	size_t i;

	text_add(t, "| ");
	markdown_code_cell(t, put->label);
	text_add(t, " | ");
	markdown_code_cell(t, command);
	for (i = 0; i < COLUMNS; i++) {
		const char *known = put_trait(put, columns[i].trait);

		if (!is_known(report, &columns[i]))
			continue;
		text_add(t, " | ");
		if (*known)
			markdown_code_cell(t, known);
	}
	text_add(t, " |\n");
	free(command);
}

/* The puts, a row each: versions and flags. */
static void
add_puts(struct text *t, const struct report *report)
{
	size_t i;

	text_add(t, "\n| | command");
	for (i = 0; i < COLUMNS; i++)
		if (is_known(report, &columns[i]))
			text_addf(t, " | %s", columns[i].title);
	text_add(t, " |\n|:--|:--|");
	for (i = 0; i < COLUMNS; i++)
		if (is_known(report, &columns[i]))
			text_add(t, ":--|");
	text_add_char(t, '\n');
	for (i = 0; i < report->results->puts.n; i++)
		if (is_selected(report, i))
			add_put_row(t, report, &report->results->puts.v[i]);
}

static void
add_heading(struct text *t, const struct report *report, const struct selected *selected)
{
	void (*add)(struct text *, const char *) =
	    report->folded ? markdown_code_html : markdown_code;

	text_add(t, report->folded ? "\n<details>\n<summary>" : "\n### ");
	add(t, report->results->tests.v[selected->test].name);
	text_add(t, " on ");
	add(t, label_of(report, selected->put));
	if (norm_of(report, selected) != SELECTED_ALONE) {
		text_add(t, " against ");
		add(t, label_of(report, norm_of(report, selected)));
	}
	text_add(t, report->folded ? "</summary>\n\n" : "\n\n");
}

/* The code alone, which is easier to read than the source. */
static void
add_code(struct text *t, const struct report *report, const struct selected *selected)
{
	const char *language =
	    put_trait(&report->results->puts.v[selected->put], TRAIT_LANGUAGE);
	const struct test *test = results_test(report->results, selected->test, selected->put);
	const struct part *code = test_part_for(test, PART_CODE, language, true);

	if (!code)
		return;
	markdown_block(t, language, code->text);
	text_add_char(t, '\n');
}

static void
add_count(struct text *t, const struct report *report, size_t test, size_t put, enum field f)
{
	struct value value = calc_shown(f, calc_value(report->results, test, put, f));
	char buffer[AMOUNT_SIZE];

	text_addf(t, " | %s", value.known ? amount_show(value.v, false, buffer) : "-");
}

static bool
is_nothing(const struct report *report, size_t test, size_t put, enum field f)
{
	struct value value = calc_value(report->results, test, put, f);

	return !value.known || calc_is_zero(report->results->fields, f, value.v);
}

/* Whether a field is asked for, or counts anything. */
static bool
is_counted(const struct report *report, const struct selected *selected, enum field f)
{
	size_t norm = norm_of(report, selected);
	size_t other = norm == SELECTED_ALONE ? selected->put : norm;

	if (selected->fields & FIELD_BIT(f))
		return true;
	return f < FIELD_COUNT && (!is_nothing(report, selected->test, selected->put, f) ||
	                              !is_nothing(report, selected->test, other, f));
}

static void
add_counts_head(struct text *t, const struct report *report, const struct selected *selected)
{
	bool alone = norm_of(report, selected) == SELECTED_ALONE;

	text_add(t, "| per iteration | ");
	if (!alone) {
		markdown_code_cell(t, label_of(report, norm_of(report, selected)));
		text_add(t, " | ");
	}
	markdown_code_cell(t, label_of(report, selected->put));
	text_add(t, alone ? " |" : " | difference | |");
	markdown_rule(t, alone ? 1 : 4);
}

/* The fields, a row each. */
static void
add_counts(struct text *t, const struct report *report, const struct selected *selected)
{
	size_t test = selected->test;
	enum field f;

	add_counts_head(t, report, selected);
	for (f = 0; f < FIELD_NONE; f++) {
		struct change change;
		char difference[AMOUNT_SIZE], percent[CHANGE_SIZE];

		if (!is_counted(report, selected, f))
			continue;
		text_addf(t, "| %s", fields_name(report->results->fields, f));
		if (norm_of(report, selected) != SELECTED_ALONE)
			add_count(t, report, test, norm_of(report, selected), f);
		add_count(t, report, test, selected->put, f);
		if (norm_of(report, selected) != SELECTED_ALONE) {
			change = comparison_of(report->comparison, test, selected->put, f);
			text_addf(t, " | %s | %s",
			    amount_show(change.difference, true, difference),
			    change_show(&change, percent));
		}
		text_add(t, " |\n");
	}
}

static void
add_why(struct text *t, const struct report *report, const struct selected *selected)
{
	struct selected copy = *selected;
	const struct selection one = {.v = &copy, .n = 1, .all = report->selection->all};
	const struct view view = {.colors = COLORS_NEVER, .width = WIDTH};
	char *s;
	size_t n;
	FILE *out = open_memstream(&s, &n);

	if (!out)
		abort();
	explain_text(report->comparison, &one, &view, out);
	if (fclose(out))
		abort();
	text_add(t, s + strspn(s, "\n"));
	free(s);
}

static void
add_missing(struct text *t, const struct words *missing)
{
	size_t i;

	if (!missing->n)
		return;
	text_add(t, "\nAlso needed: ");
	for (i = 0; i < missing->n && i < MOST_NAMES; i++) {
		text_add(t, i ? ", " : "");
		markdown_code(t, missing->v[i]);
	}
	if (i < missing->n)
		text_addf(t, " and %zu more files", missing->n - i);
	text_add(t, ".\n");
}

static void
add_source(struct text *t, const struct report *report, const struct standalone_source *source)
{
	const struct put *put = &report->results->puts.v[source->puts[0]];
	const char *language = put_trait(put, TRAIT_LANGUAGE);
	size_t i;

	if (source->why) {
		text_add(t, "\nNo source and commands for ");
		for (i = 0; i < source->put_count; i++) {
			text_add(t, i ? ", " : "");
			markdown_code(t, label_of(report, source->puts[i]));
		}
		text_addf(t, ": %s.\n", source->why);
	}
	for (i = 0; i < source->n; i++) {
		text_add_char(t, '\n');
		markdown_code(t, source->files[i].name);
		text_add(t, ":\n\n");
		markdown_block(t, language, source->files[i].text);
	}
	if (source->commands) {
		text_addf(t, "\nThese commands print the Ir of one %s%s:\n\n",
		    report->results->tests.v[source->test].ops > 1 ? "operation" : "iteration",
		    source->own > 1 ? ", which may differ from the table, because that "
		                      "of an interpreter also depends on its environment, "
		                      "its memory and the time"
		                    : "");
		markdown_block(t, "sh", source->commands);
	}
	add_missing(t, &source->missing);
}

static void
add_sources(struct text *t, const struct report *report, size_t test)
{
	const struct standalone_sources *sources = &report->selection->sources;
	size_t i;

	for (i = 0; i < sources->n; i++)
		if (sources->v[i].test == test)
			add_source(t, report, &sources->v[i]);
}

/* Whether the i-th selected count is the last one of its test: there its source is. */
static bool
is_last(const struct selection *selection, size_t i)
{
	size_t k;

	for (k = i + 1; k < selection->n; k++)
		if (selection->v[k].test == selection->v[i].test)
			return false;
	return true;
}

static void
make_section(struct section *section, const struct report *report, size_t i)
{
	const struct selected *selected = &report->selection->v[i];

	add_heading(&section->start, report, selected);
	add_code(&section->start, report, selected);
	add_counts(&section->start, report, selected);
	add_why(&section->why, report, selected);
	if (is_last(report->selection, i))
		add_sources(&section->source, report, selected->test);
}

static void
section_free(struct section *section)
{
	text_free(&section->start);
	text_free(&section->why);
	text_free(&section->source);
}

/* Cuts an explanation, whose least important lines are the last ones, at the end of a line.
   Returns the number of lines that were left out. */
static size_t
cut(struct text *t, size_t most)
{
	size_t lines = 0, n = most < t->n ? most : t->n, i;

	if (n == t->n)
		return 0;
	while (n && t->s[n - 1] != '\n')
		n--;
	for (i = n; i < t->n; i++)
		lines += t->s[i] == '\n';
	text_cut(t, n);
	return lines;
}

/* room: what is left for this explanation. */
static void
add_section(struct text *t, const struct report *report, struct section *section, size_t room)
{
	size_t lines = cut(&section->why, room);

	text_add(t, section->start.s);
	text_add_char(t, '\n');
	markdown_block(t, "", section->why.s ? section->why.s : "");
	if (lines)
		text_addf(t, "\n%zu more lines are left out.\n", lines);
	if (section->source.s)
		text_add(t, section->source.s);
	if (report->folded)
		text_add(t, "\n</details>\n");
}

/* What the sections need besides the explanations. */
static size_t
fixed_size(const struct section *sections, size_t n)
{
	size_t sum = 0, i;

	for (i = 0; i < n; i++)
		sum += sections[i].start.n + sections[i].source.n + MARGIN;
	return sum;
}

/* What the sections need at least. */
static size_t
least_size(const struct section *sections, size_t n)
{
	size_t sum = fixed_size(sections, n), i;

	for (i = 0; i < n; i++)
		sum += sections[i].why.n < LEAST ? sections[i].why.n : LEAST;
	return sum;
}

/* Leaves out what is too much: sources, of the last tests first, then sections. Returns how
   many remain. */
static size_t
shrink(struct section *sections, size_t n, size_t room)
{
	size_t i;

	for (i = n; i-- > 0 && least_size(sections, n) > room;)
		if (sections[i].source.n) {
			text_cut(&sections[i].source, 0);
			text_add(&sections[i].source,
			    "\nThe source and the commands are left out.\n");
		}
	while (n && least_size(sections, n) > room)
		n--;
	return n;
}

void
explain_markdown(struct text *t, const struct comparison *comparison,
    const struct selection *selection, bool folded, size_t most)
{
	const struct report report = {comparison, comparison->results, selection, folded};
	struct section *sections = memory_new(selection->n * sizeof *sections);
	size_t left, room, i;

	if (selection->n && !report.results->of)
		add_puts(t, &report);
	for (i = 0; i < selection->n; i++)
		make_section(&sections[i], &report, i);
	room = most > t->n + MARGIN ? most - t->n - MARGIN : 0;
	left = shrink(sections, selection->n, room);
	room -= left ? fixed_size(sections, left) : 0;
	for (i = 0; i < left; i++) {
		size_t share = room / (left - i), all = sections[i].why.n;

		add_section(t, &report, &sections[i], share);
		room -= all < share ? all : share;
	}
	if (left < selection->n)
		text_addf(t, "\n%zu more %s left out.\n", selection->n - left,
		    selection->n - left == 1 ? "explanation is" : "explanations are");
	for (i = 0; i < selection->n; i++)
		section_free(&sections[i]);
	free(sections);
}
