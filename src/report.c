#include <stdlib.h>
#include <string.h>

#include "display.h"
#include "memory.h"
#include "message.h"
#include "notes.h"
#include "page.h"
#include "ranges.h"
#include "report.h"
#include "summary.h"
#include "text.h"

/* Of failures in a row that are alike, so many are shown and the rest is counted. */
#define FAILURES_SHOWN 10

static void
print_many(const struct page *page, size_t n, char c)
{
	while (n--)
		fputc(c, page->out);
}

static void
print_head(const struct page *page, size_t margin, const struct column *columns, size_t n)
{
	size_t i;

	print_many(page, margin, ' ');
	for (i = 0; i < n; i++) {
		print_many(page, 1 + columns[i].width - display_width(columns[i].title), ' ');
		fputs(columns[i].title, page->out);
	}
	fputc('\n', page->out);
	print_many(page, margin, ' ');
	for (i = 0; i < n; i++) {
		fputc(' ', page->out);
		print_many(page, columns[i].width, '-');
	}
	fputc('\n', page->out);
}

static void
print_cell(
    const struct page *page, const struct column *column, size_t test, size_t put, enum field f)
{
	char buffer[PAGE_CELL_SIZE];

	fprintf(page->out, " %*s", (int)column->width, page_cell(page, test, put, f, buffer));
}

/* The cells of all puts in one field, to the end of the line. */
static void
print_row(const struct page *page, const struct column *columns, size_t test, enum field f)
{
	size_t put;

	for (put = 0; put < page->table.puts; put++)
		print_cell(page, &columns[put], test, put, f);
	fputc('\n', page->out);
}

/* Padded to width. */
static void
print_title(const struct page *page, size_t test, size_t width)
{
	char *title = page_title(page, test);
	size_t n = display_width(title);

	fputs(title, page->out);
	if (n < width)
		print_many(page, width - n, ' ');
	free(title);
}

/* A desc that is the code may end in a newline. */
static void
print_desc(const struct page *page, size_t test, char *(*display)(const char *))
{
	const char *desc = test_desc(&page->results->tests.v[test]);
	size_t n = strlen(desc);
	char *trimmed, *shown;

	while (n && desc[n - 1] == '\n')
		n--;
	trimmed = memory_copy_n(desc, n);
	shown = display(trimmed);
	fprintf(page->out, "%s\n", shown);
	free(shown);
	free(trimmed);
}

static void
print_blurb(const struct page *page)
{
	char *norm;

	fputs("Key:\n"
	      "    Ir   Instruction read\n"
	      "    Dr   Data read\n"
	      "    Dw   Data write\n"
	      "    COND conditional branches\n"
	      "    IND  indirect branches\n"
	      "    _m   branch predict miss\n"
	      "    _m1  level 1 cache miss\n"
	      "    _mm  last cache (e.g. L3) miss\n"
	      "    -    indeterminate percentage (e.g. 1/0)\n"
	      "\n",
	    page->out);
	if (page->view->raw) {
		fputs("The numbers represent raw counts per loop iteration.\n", page->out);
		return;
	}
	norm = display_line(page->results->puts.v[page->view->norm].label);
	fprintf(page->out,
	    "The numbers represent relative counts per loop iteration, compared to\n"
	    "%s at 100.0%%.\n"
	    "Higher is better: for example, using half as many instructions gives 200%%,\n"
	    "while using twice as many gives 50%%.\n",
	    norm);
	free(norm);
}

/* The fields of one test. Many of them stand in groups, by suffix. */
static void
print_fields(const struct page *page, const struct column *columns, size_t margin, size_t test)
{
	const char *group = "", *suffix;
	size_t i;

	for (i = 0; i < page->field_count; i++) {
		suffix = field_suffix(page->fields[i]);
		if (page->field_count > 4 && strcmp(suffix, group))
			fputc('\n', page->out);
		group = suffix;
		fprintf(page->out, "%*s", (int)margin, field_name(page->fields[i]));
		print_row(page, columns, test, page->fields[i]);
	}
}

static void
print_blocks(const struct page *page)
{
	struct column *columns = page_put_columns(page);
	size_t margin = page_widest_field(page), test, i;

	for (i = 0; i < page->test_count; i++) {
		test = page->tests[i];
		fputc('\n', page->out);
		print_title(page, test, 0);
		fputc('\n', page->out);
		if (!page_is_average(page, test))
			print_desc(page, test, display_text);
		fputc('\n', page->out);
		print_head(page, margin, columns, page->table.puts);
		print_fields(page, columns, margin, test);
	}
	page_free_columns(columns, page->table.puts);
}

static void
print_one_field(const struct page *page, enum field f)
{
	struct column *columns = page_put_columns(page);
	size_t margin = page_widest_title(page), i;

	fprintf(page->out, "\nResults for field %s\n\n", field_name(f));
	print_head(page, margin, columns, page->table.puts);
	for (i = 0; i < page->test_count; i++) {
		print_title(page, page->tests[i], margin);
		print_row(page, columns, page->tests[i], f);
	}
	page_free_columns(columns, page->table.puts);
}

static void
print_compact_test(
    const struct page *page, const struct column *columns, size_t width, size_t test)
{
	size_t i;

	for (i = 0; i < page->field_count; i++)
		print_cell(page, &columns[i], test, page->view->compact, page->fields[i]);
	fputs("  ", page->out);
	if (page_is_average(page, test)) {
		fputs("AVERAGE\n", page->out);
		return;
	}
	print_title(page, test, width);
	fputs("   ", page->out);
	print_desc(page, test, display_line);
}

static void
print_compact(const struct page *page)
{
	size_t put = page->view->compact, width = page_widest_title(page), i;
	struct column *columns = page_field_columns(page, put);
	char *label = display_line(page->results->puts.v[put].label);

	fprintf(page->out, "\nResults for %s\n\n", label);
	print_head(page, 0, columns, page->field_count);
	for (i = 0; i < page->test_count; i++)
		print_compact_test(page, columns, width, page->tests[i]);
	free(label);
	page_free_columns(columns, page->field_count);
}

void
report_page(const struct page *page)
{
	if (page->view->summary) {
		summary_print(page);
		return;
	}
	print_blurb(page);
	if (page->view->compact != REPORT_NONE)
		print_compact(page);
	else if (page->field_count == 1)
		print_one_field(page, page->fields[0]);
	else
		print_blocks(page);
	notes_print(page);
	ranges_print(page);
}

void
report_print(const struct results *results, const struct view *view, FILE *out)
{
	struct page page;

	page_make(&page, results, view, out);
	report_page(&page);
	page_free(&page);
}

/* Takes ownership of line. */
static void
warn(char *line)
{
	char *shown = display_line(line);

	message_warn("%s", shown);
	free(shown);
	free(line);
}

static void
print_quoted(const char *s)
{
	char *shown = display_text(s);

	message_block(shown);
	free(shown);
}

static void
print_failure(const struct results *results, size_t test, size_t put)
{
	const struct failure *failure = results_cell(results, test, put)->failure;

	warn(text_print("%s on %s: %s: %s", results->tests.v[test].name,
	    results->puts.v[put].label, failure->stage, failure->why));
	print_quoted(failure->command);
	print_quoted(failure->output);
}

static bool
is_alike(const struct failure *a, const struct failure *b)
{
	return !strcmp(a->stage, b->stage) && !strcmp(a->why, b->why) &&
	       !strcmp(a->output, b->output);
}

static void
count_hidden(const struct results *results, size_t put, size_t alike)
{
	if (alike > FAILURES_SHOWN)
		warn(text_print("%zu more failed on %s in the same way", alike - FAILURES_SHOWN,
		    results->puts.v[put].label));
}

static size_t
print_failures(const struct results *results, size_t put)
{
	const struct failure *failure, *last = NULL;
	size_t n = 0, alike = 0, test;

	for (test = 0; test < results->tests.n; test++) {
		failure = results_cell(results, test, put)->failure;
		if (!failure)
			continue;
		if (last && !is_alike(last, failure)) {
			count_hidden(results, put, alike);
			alike = 0;
		}
		last = failure;
		if (alike++ < FAILURES_SHOWN)
			print_failure(results, test, put);
		n++;
	}
	count_hidden(results, put, alike);
	return n;
}

size_t
report_failures(const struct results *results)
{
	size_t n = 0, put;

	for (put = 0; put < results->puts.n; put++)
		n += print_failures(results, put);
	return n;
}
