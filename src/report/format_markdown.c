#include <stdlib.h>
#include <string.h>

#include "compare/machines.h"
#include "report/explain/explain_print.h"
#include "report/format_print.h"
#include "report/markdown.h"
#include "report/notes.h"
#include "report/summary.h"
#include "util/memory.h"

/* GitHub's Markdown, for the comment on a pull request. A comment has at most 65536 characters;
   rows that do not fit are counted. Names are printed as code, so that an "@" in them mentions
   nobody. */

enum { MOST = 65000 };
/* With explanations, and how much of that is for what comes before them. */
enum { MOST_EXPLAINED = 60000, MOST_BEFORE = 20000 };

struct comment {
	const struct page *page;
	size_t most; /* bytes before the notes */
	struct text t;
};

/* Returns true if the summary has a column for that. */
static bool
is_counted(const struct page *page, enum change_kind kind)
{
	size_t put, n = 0;

	for (put = 0; put < page->results->puts.n; put++)
		if (page_compares(page, put))
			n += summary_make(page->comparison, put).of[kind];
	return kind <= CHANGE_SAME || n;
}

static void
add_summary_row(struct comment *c, size_t put, const bool *columns)
{
	struct summary summary = summary_make(c->page->comparison, put);
	char buffer[CHANGE_SIZE];
	enum change_kind kind;

	text_add(&c->t, "| ");
	markdown_code_cell(&c->t, c->page->results->puts.v[put].label);
	for (kind = 0; kind < CHANGE_COUNT; kind++)
		if (columns[kind])
			text_addf(&c->t, " | %zu", summary.of[kind]);
	text_addf(&c->t, " | %s |\n",
	    summary.mean.known ? change_percent(summary.mean.v, buffer) : "-");
}

static void
add_summary(struct comment *c)
{
	const struct page *page = c->page;
	bool columns[CHANGE_COUNT];
	size_t n = 1, put;
	enum change_kind kind;

	text_add(&c->t, "| against ");
	markdown_code_cell(&c->t, page->results->puts.v[page->comparison->norm].label);
	for (kind = 0; kind < CHANGE_COUNT; kind++) {
		columns[kind] = is_counted(page, kind);
		if (!columns[kind])
			continue;
		text_addf(&c->t, " | %s", change_name(kind));
		n++;
	}
	text_addf(
	    &c->t, " | geometric mean of %s |", page_field(page, page->comparison->field));
	markdown_rule(&c->t, n);
	for (put = 0; put < page->results->puts.n; put++)
		if (page_compares(page, put))
			add_summary_row(c, put, columns);
}

static void
add_title(struct text *t, const struct page *page, size_t test)
{
	verdict_set verdicts = page_verdicts_on_any(page, test);

	text_add(t, "| ");
	markdown_code_cell(t, page->results->tests.v[test].name);
	if (!verdicts)
		return;
	text_add(t, " " PAGE_MARK " ");
	verdict_add(t, verdicts, ", ");
}

static void
add_count(struct text *t, const struct page *page, size_t test, size_t put, enum field f)
{
	char buffer[PAGE_CELL_SIZE];
	const char *count = page_count(page, test, put, f, buffer);

	text_addf(t, " | %s%s", strcmp(count, PAGE_OTHER) ? "" : "\\", count);
}

static void
add_change(struct text *t, const struct change *change)
{
	char buffer[CHANGE_SIZE];

	text_add(t, " | ");
	if (change->kind <= CHANGE_SAME)
		text_add(t, change_show(change, buffer));
	else if (change_is_listed(change))
		text_add(t, change_name(change->kind));
}

/* The count on the norm, and the count on each other put with its change. */
static void
add_compared(struct text *t, const struct page *page, size_t test)
{
	const struct comparison *comparison = page->comparison;
	size_t put;

	add_title(t, page, test);
	add_count(t, page, test, comparison->norm, comparison->field);
	for (put = 0; put < page->results->puts.n; put++) {
		struct change change = comparison_decisive(comparison, test, put);

		if (!page_compares(page, put))
			continue;
		add_count(t, page, test, put, comparison->field);
		add_change(t, &change);
	}
	text_add(t, " |\n");
}

static void
add_compared_head(struct text *t, const struct page *page)
{
	size_t n = 1, put;

	text_addf(t, "| %s | ", page_field(page, page->comparison->field));
	markdown_code_cell(t, page->results->puts.v[page->comparison->norm].label);
	for (put = 0; put < page->results->puts.n; put++) {
		if (!page_compares(page, put))
			continue;
		text_add(t, " | ");
		markdown_code_cell(t, page->results->puts.v[put].label);
		text_add(t, " | change");
		n += 2;
	}
	text_add(t, " |");
	markdown_rule(t, n);
}

/* All fields of the one put. */
static void
add_alone(struct text *t, const struct page *page, size_t test)
{
	size_t i;

	add_title(t, page, test);
	for (i = 0; i < page->field_count; i++)
		add_count(t, page, test, format_put(page), page->fields[i]);
	text_add(t, " |\n");
}

static void
add_alone_head(struct text *t, const struct page *page)
{
	size_t i;

	text_add(t, "| ");
	markdown_code_cell(t, page->results->puts.v[format_put(page)].label);
	for (i = 0; i < page->field_count; i++)
		text_addf(t, " | %s", page_field(page, page->fields[i]));
	text_add(t, " |");
	markdown_rule(t, page->field_count);
}

static void
add_rows(struct comment *c, const size_t *tests, size_t n,
    void (*add)(struct text *, const struct page *, size_t))
{
	size_t before, i;

	for (i = 0; i < n; i++) {
		before = c->t.n;
		add(&c->t, c->page, tests[i]);
		if (c->t.n <= c->most)
			continue;
		text_cut(&c->t, before);
		text_addf(&c->t, "\n%zu more %s left out.\n", n - i,
		    n - i == 1 ? "test is" : "tests are");
		return;
	}
}

/* Adds a head and the rows of the n tests. */
static void
add_table(struct comment *c, const size_t *tests, size_t n)
{
	add_compared_head(&c->t, c->page);
	add_rows(c, tests, n, add_compared);
}

static void
add_rulings(struct comment *c, const struct rulings *rulings)
{
	char *summary = rulings_summary(rulings);
	size_t i;

	text_addf(&c->t, "| gates | %s |\n|:--|:--|\n", summary);
	for (i = 0; i < rulings->n && c->t.n < c->most / 2; i++) {
		char *text = ruling_text(rulings, i);

		text_add(&c->t, "| ");
		markdown_code_cell(&c->t, rulings->v[i].gate->spec);
		text_add(&c->t, " | ");
		markdown_code_cell(&c->t, text);
		text_add(&c->t, " |\n");
		free(text);
	}
	if (i < rulings->n)
		text_addf(&c->t, "\n%zu more left out.\n", rulings->n - i);
	text_add_char(&c->t, '\n');
	free(summary);
}

/* The tests that changed, and folded away those that are the same. */
static void
add_tests(struct comment *c)
{
	const struct page *page = c->page;
	size_t all = page->comparison->test_count, changed = 0;
	size_t *tests = memory_new(all * sizeof *tests);

	comparison_sort(page->comparison, page->only, tests);
	while (
	    changed < all && comparison_is_listed(page->comparison, tests[changed], page->only))
		changed++;
	if (changed) {
		text_add_char(&c->t, '\n');
		add_table(c, tests, changed);
	}
	if (changed < all && !page->view->changed) {
		text_addf(
		    &c->t, "\n<details>\n<summary>%zu unchanged</summary>\n\n", all - changed);
		add_table(c, tests + changed, all - changed);
		text_add(&c->t, "\n</details>\n");
	}
	free(tests);
}

static void
add_machines(struct text *t, const struct results *results)
{
	char *columns;

	if (!machines_any(results))
		return;
	columns = machines_columns(results);
	text_add(t, "\nMachines: ");
	markdown_code_cell(t, columns);
	text_addf(t, ". %s\n", machines_meaning(results));
	free(columns);
}

static void
add_note(struct comment *c)
{
	const struct comparison *comparison = c->page->comparison;
	char *prebuilt = notes_prebuilt(c->page);
	verdict_set verdicts = 0;
	size_t i;

	for (i = 0; i < comparison->test_count; i++)
		verdicts |= page_verdicts_on_any(c->page, comparison->tests[i]);
	if (verdicts)
		text_add(&c->t, "\n" PAGE_MARK " a number that means less than it seems; see "
		                "VERDICTS in cgbench-fields(7)\n");
	if (prebuilt) {
		text_add(
		    &c->t, "\nThe same for all puts, so that only the calls are compared: ");
		markdown_code_cell(&c->t, prebuilt);
		text_add_char(&c->t, '\n');
	}
	add_machines(&c->t, c->page->results);
	free(prebuilt);
}

void
format_markdown(const struct page *page)
{
	const struct comparison *comparison = page->comparison;
	struct comment c = {page, page->selection ? MOST_BEFORE : MOST, TEXT_EMPTY};

	if (page->rulings)
		add_rulings(&c, page->rulings);
	if (page->results->puts.n == 1 || page->only == comparison->norm) {
		add_alone_head(&c.t, page);
		add_rows(&c, page->tests, page->test_count - (comparison->test_count != 1),
		    add_alone);
	} else {
		add_summary(&c);
		add_tests(&c);
	}
	add_note(&c);
	if (page->selection)
		explain_markdown(
		    &c.t, comparison, page->selection, page->rulings != NULL, MOST_EXPLAINED);
	format_flush(page, &c.t);
	text_free(&c.t);
}
