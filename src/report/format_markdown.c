#include <stdlib.h>
#include <string.h>

#include "compare/ruling.h"
#include "report/format_print.h"
#include "report/summary.h"
#include "util/display.h"
#include "util/memory.h"

/* GitHub's Markdown, for the comment on a pull request. A comment has at most 65536 characters;
   what is beyond is counted. Names are code: nobody is mentioned by an "@" in them. */

enum { MOST = 65000 };

struct comment {
	const struct page *page;
	struct text t;
};

/* A name as code in a table, whose fence is longer than any in it. */
static void
add_code(struct text *t, const char *name)
{
	char *shown = display_line(name), *s;
	size_t longest = 0, n, i;
	bool padded = *shown == '`' || *shown == ' ' || shown[strlen(shown) - 1] == '`';

	for (s = shown; *s; s += n ? n : 1) {
		n = strspn(s, "`");
		longest = n > longest ? n : longest;
	}
	for (i = 0; i <= longest; i++)
		text_add_char(t, '`');
	text_add(t, padded ? " " : "");
	for (s = shown; *s; s++)
		text_addf(t, *s == '|' ? "\\|" : "%c", *s);
	text_add(t, padded ? " " : "");
	for (i = 0; i <= longest; i++)
		text_add_char(t, '`');
	free(shown);
}

/* A rule below the head of a table: the first column is text, the others are numbers. */
static void
add_rule(struct text *t, size_t numbers)
{
	text_add(t, "\n|:--|");
	while (numbers--)
		text_add(t, "--:|");
	text_add_char(t, '\n');
}

/* Whether a column is there for that in the summary. */
static bool
is_counted(const struct page *page, enum change change)
{
	size_t put, n = 0;

	for (put = 0; put < page->table.puts; put++)
		if (summary_compares(page->view, put))
			n += summary_make(page->results, page->view, put).of[change];
	return change <= CHANGE_SAME || n;
}

static void
add_summary_row(struct comment *c, size_t put, const bool *columns)
{
	struct summary summary = summary_make(c->page->results, c->page->view, put);
	char buffer[CHANGE_SIZE];
	enum change change;

	text_add(&c->t, "| ");
	add_code(&c->t, c->page->results->puts.v[put].label);
	for (change = 0; change < CHANGE_COUNT; change++)
		if (columns[change])
			text_addf(&c->t, " | %zu", summary.of[change]);
	text_addf(&c->t, " | %s |\n",
	    summary.mean.known ? change_percent(summary.mean.v, buffer) : "-");
}

static void
add_summary(struct comment *c)
{
	const struct page *page = c->page;
	bool columns[CHANGE_COUNT];
	size_t n = 1, put;
	enum change change;

	text_add(&c->t, "| against ");
	add_code(&c->t, page->results->puts.v[page->view->norm].label);
	for (change = 0; change < CHANGE_COUNT; change++) {
		columns[change] = is_counted(page, change);
		if (!columns[change])
			continue;
		text_addf(&c->t, " | %s", change_name(change));
		n++;
	}
	text_addf(&c->t, " | geometric mean of %s |", field_name(change_field(page->view)));
	add_rule(&c->t, n);
	for (put = 0; put < page->table.puts; put++)
		if (summary_compares(page->view, put))
			add_summary_row(c, put, columns);
}

static void
add_title(struct text *t, const struct page *page, size_t test)
{
	verdict_set verdicts = 0;
	size_t put;

	for (put = 0; put < page->table.puts; put++)
		verdicts |= page_verdicts(page, test, put);
	text_add(t, "| ");
	add_code(t, page->results->tests.v[test].name);
	if (!verdicts)
		return;
	text_add(t, " " PAGE_MARK " ");
	format_verdicts(t, verdicts, ", ");
}

static void
add_cell(struct text *t, const struct page *page, size_t test, size_t put)
{
	char buffer[PAGE_CELL_SIZE];
	const char *cell = summary_cell(page->results, page->view, test, put, buffer);

	text_addf(t, " | %s%s", strcmp(cell, PAGE_OTHER) ? "" : "\\", cell);
}

/* The count on the norm, and that on each other put with its change. */
static void
add_compared(struct text *t, const struct page *page, size_t test)
{
	char buffer[CHANGE_SIZE];
	double percent;
	size_t put;

	add_title(t, page, test);
	add_cell(t, page, test, page->view->norm);
	for (put = 0; put < page->table.puts; put++) {
		enum change change = change_of(page->results, page->view, test, put, &percent);

		if (!summary_compares(page->view, put))
			continue;
		add_cell(t, page, test, put);
		text_addf(t, " | %s",
		    change == CHANGE_NONE   ? ""
		    : change <= CHANGE_SAME ? change_percent(percent, buffer)
		                            : change_name(change));
	}
	text_add(t, " |\n");
}

static void
add_compared_head(struct text *t, const struct page *page)
{
	size_t n = 1, put;

	text_addf(t, "| %s | ", field_name(change_field(page->view)));
	add_code(t, page->results->puts.v[page->view->norm].label);
	for (put = 0; put < page->table.puts; put++) {
		if (!summary_compares(page->view, put))
			continue;
		text_add(t, " | ");
		add_code(t, page->results->puts.v[put].label);
		text_add(t, " | change");
		n += 2;
	}
	text_add(t, " |");
	add_rule(t, n);
}

/* All fields of the one put. */
static void
add_alone(struct text *t, const struct page *page, size_t test)
{
	size_t put = format_put(page), i;
	const struct cell *cell = results_cell(page->results, test, put);

	add_title(t, page, test);
	for (i = 0; i < page->field_count; i++) {
		enum field f = page->fields[i];
		struct value value = calc_operation(page->results, test, put, f);

		if (value.known)
			text_addf(t, " | %.*f", calc_decimals(f), value.v);
		else if (cell->measured)
			text_add(t, " | -");
		else
			text_add(t, cell->failure ? " | FAIL" : " | ");
	}
	text_add(t, " |\n");
}

static void
add_alone_head(struct text *t, const struct page *page)
{
	size_t i;

	text_add(t, "| ");
	add_code(t, page->results->puts.v[format_put(page)].label);
	for (i = 0; i < page->field_count; i++)
		text_addf(t, " | %s", field_name(page->fields[i]));
	text_add(t, " |");
	add_rule(t, page->field_count);
}

static void
add_rows(struct comment *c, const size_t *tests, size_t n,
    void (*add)(struct text *, const struct page *, size_t))
{
	size_t before, i;

	for (i = 0; i < n; i++) {
		before = c->t.n;
		add(&c->t, c->page, tests[i]);
		if (c->t.n <= MOST)
			continue;
		text_cut(&c->t, before);
		text_addf(&c->t, "\n%zu more %s left out.\n", n - i,
		    n - i == 1 ? "test is" : "tests are");
		return;
	}
}

/* Takes those out of the n tests that changed, or did not, and returns how many. */
static size_t
choose(const struct page *page, const size_t *tests, size_t n, bool changed, size_t *chosen)
{
	const struct view *view = page->view;
	size_t count = 0, i;

	for (i = 0; i < n; i++)
		if (change_any(page->results, view, tests[i], view->compact) == changed)
			chosen[count++] = tests[i];
	return count;
}

/* What gates say. */
static void
add_rulings(struct comment *c, const struct rulings *rulings)
{
	char *summary = rulings_summary(rulings);
	size_t i;

	text_addf(&c->t, "| gates | %s |\n|:--|:--|\n", summary);
	for (i = 0; i < rulings->n && c->t.n < MOST / 2; i++) {
		char *text = ruling_text(&rulings->v[i], rulings->norm);

		text_add(&c->t, "| ");
		add_code(&c->t, rulings->v[i].gate->spec);
		text_add(&c->t, " | ");
		add_code(&c->t, text);
		text_add(&c->t, " |\n");
		free(text);
	}
	if (i < rulings->n)
		text_addf(&c->t, "\n%zu more left out.\n", rulings->n - i);
	text_add_char(&c->t, '\n');
	free(summary);
}

static void
add_tests(struct comment *c)
{
	const struct page *page = c->page;
	size_t all = page->table.tests, n, *order = memory_new(all * sizeof *order),
	       *tests = memory_new(all * sizeof *tests);

	change_sort(page->results, page->view, page->view->compact, order);
	n = choose(page, order, all, true, tests);
	if (n) {
		text_add_char(&c->t, '\n');
		add_compared_head(&c->t, page);
		add_rows(c, tests, n, add_compared);
	}
	n = page->view->changed ? 0 : choose(page, order, all, false, tests);
	if (n) {
		text_addf(&c->t, "\n<details>\n<summary>%zu unchanged</summary>\n\n", n);
		add_compared_head(&c->t, page);
		add_rows(c, tests, n, add_compared);
		text_add(&c->t, "\n</details>\n");
	}
	free(order);
	free(tests);
}

static void
add_note(struct comment *c)
{
	const struct page *page = c->page;
	verdict_set verdicts = 0;
	size_t test, put;

	for (test = 0; test < page->table.tests; test++)
		for (put = 0; put < page->table.puts; put++)
			verdicts |= page_verdicts(page, test, put);
	if (verdicts)
		text_add(&c->t, "\n" PAGE_MARK " a number that means less than it seems; see "
		                "VERDICTS in cgbench-fields(7)\n");
}

void
format_markdown(const struct page *page)
{
	struct comment c = {page, TEXT_EMPTY};
	bool alone = page->table.puts == 1 || page->view->compact == page->view->norm;

	if (page->view->rulings)
		add_rulings(&c, page->view->rulings);
	if (alone) {
		add_alone_head(&c.t, page);
		add_rows(
		    &c, page->tests, page->test_count - (page->table.tests != 1), add_alone);
	} else {
		add_summary(&c);
		add_tests(&c);
	}
	add_note(&c);
	format_flush(page, &c.t);
	text_free(&c.t);
}
