#include <stdlib.h>
#include <string.h>

#include "compare/machines.h"
#include "report/format_print.h"
#include "util/display.h"

/* RFC 4180, except that lines end in "\n". */
void
format_csv_value(struct text *t, const char *s)
{
	char *shown = display_text(s);
	const char *at;

	if (!shown[strcspn(shown, ",\"\n")]) {
		text_add(t, shown);
		free(shown);
		return;
	}
	text_add_char(t, '"');
	for (at = shown; *at; at++)
		text_addf(t, *at == '"' ? "\"\"" : "%c", *at);
	text_add_char(t, '"');
	free(shown);
}

static void
add_head(struct text *t, const struct page *page)
{
	size_t i;

	text_add(t, "test,label,ops");
	for (i = 0; i < page->field_count; i++)
		text_addf(t, ",%s", page_field(page, page->fields[i]));
	text_addf(t, ",comparable,stage,why,verdicts,marked%s\n",
	    machines_any(page->results) ? ",machine" : "");
}

static void
add_counts(struct text *t, const struct page *page, size_t test, size_t put)
{
	bool measured = results_cell(page->results, test, put)->measured;
	size_t i;

	for (i = 0; i < page->field_count; i++) {
		struct value value = calc_value(page->results, test, put, page->fields[i]);

		text_add_char(t, ',');
		if (value.known)
			format_number(t, value.v);
	}
	text_addf(t, ",%s",
	    !measured                          ? ""
	    : format_compares(page, test, put) ? "true"
	                                       : "false");
}

/* Only where QEMU ran any put. */
static void
add_machine(struct text *t, const struct page *page, size_t put)
{
	char *machine;

	if (!machines_any(page->results))
		return;
	machine = machines_of_put(&page->results->puts.v[put]);
	text_addf(t, ",%s", machine);
	free(machine);
}

static void
add_cell(struct text *t, const struct page *page, size_t test, size_t put)
{
	const struct cell *cell = results_cell(page->results, test, put);
	const struct test *of = &page->results->tests.v[test];

	format_csv_value(t, of->name);
	text_add_char(t, ',');
	format_csv_value(t, page->results->puts.v[put].label);
	text_addf(t, ",%lu", of->ops);
	add_counts(t, page, test, put);
	text_add_char(t, ',');
	format_csv_value(t, cell->failure ? cell->failure->stage : "");
	text_add_char(t, ',');
	format_csv_value(t, cell->failure ? cell->failure->why : "");
	text_add_char(t, ',');
	verdict_add(t, cell->verdicts, " ");
	text_addf(t, ",%s", page_verdicts(page, test, put) ? "true" : "false");
	add_machine(t, page, put);
	text_add_char(t, '\n');
}

void
format_csv(const struct page *page)
{
	struct text t = TEXT_EMPTY;
	size_t i, put;

	add_head(&t, page);
	for (i = 0; i < page->test_count; i++)
		for (put = 0; put < page->results->puts.n; put++)
			if (format_shows(page, page->tests[i], put)) {
				add_cell(&t, page, page->tests[i], put);
				format_flush(page, &t);
			}
	format_flush(page, &t);
	text_free(&t);
}
