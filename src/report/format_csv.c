#include <stdlib.h>
#include <string.h>

#include "compare/machines.h"
#include "report/format_print.h"
#include "util/display.h"

/* Follows RFC 4180, except that lines end in "\n". A spreadsheet would compute what begins with
   one of these signs, but shows what follows an apostrophe as it is. */
void
format_csv_value(struct text *t, const char *s)
{
	OWNED char *safe = display_text(s),
	           *shown = text_print("%s%s", *s && strchr("=+-@\t", *s) ? "'" : "", safe);

	if (!shown[strcspn(shown, ",\"\n")]) {
		text_add(t, shown);
		return;
	}
	text_add_char(t, '"');
	for (const char *at = shown; *at; at++)
		text_addf(t, *at == '"' ? "\"\"" : "%c", *at);
	text_add_char(t, '"');
}

static void
format_csv_add_head(struct text *t, const struct page *page)
{
	text_add(t, "test,label,ops");
	EACH_FIELD(page, f)
		text_addf(t, ",%s", page_field(page, f));
	text_addf(t, ",comparable,stage,why,verdicts,marked%s\n",
	    machines_any(page->results) ? ",machine" : "");
}

static void
format_csv_add_counts(struct text *t, const struct page *page, size_t test, size_t put)
{
	bool measured = results_cell(page->results, test, put)->measured;

	EACH_FIELD(page, f) {
		struct value value = calc_value(page->results, test, put, f);

		text_add_char(t, ',');
		if (value.known)
			format_number(t, value.v);
	}
	text_addf(t, ",%s", !measured ? "" : page_missing(page, test, put) ? "false" : "true");
}

/* The machine is named only where QEMU ran any put. */
static void
format_csv_add_cell(struct text *t, const struct page *page, size_t test, size_t put)
{
	const struct cell *cell = results_cell(page->results, test, put);
	OWNED char *machine = machines_of_put(&page->results->puts.v[put]);

	format_csv_value(t, page->results->tests.v[test].name);
	text_add_char(t, ',');
	format_csv_value(t, page_label(page, put));
	text_addf(t, ",%lu", results_ops(page->results, test, put));
	format_csv_add_counts(t, page, test, put);
	text_add_char(t, ',');
	format_csv_value(t, cell->failure ? cell->failure->stage : "");
	text_add_char(t, ',');
	format_csv_value(t, cell->failure ? cell->failure->why : "");
	text_add_char(t, ',');
	verdict_add(t, cell->verdicts, " ");
	text_addf(t, ",%s", page_verdicts(page, test, put) ? "true" : "false");
	if (machines_any(page->results))
		text_addf(t, ",%s", machine);
	text_add_char(t, '\n');
}

void
format_csv(struct text *t, const struct page *page)
{
	format_csv_add_head(t, page);
	EACH_TEST(page, test)
		EACH_PUT(page, put)
			if (format_tries(page, test, put))
				format_csv_add_cell(t, page, test, put);
}
