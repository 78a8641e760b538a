#include "report/format_print.h"
#include "util/jsontext.h"
#include "util/message.h"

/* github-action-benchmark, "customSmallerIsBetter" (src/extract.ts): an array of

       {"name": "str::strlen::64/Ir [clang-17]", "unit": "instructions", "value": 12,
        "extra": "gcc-12: 14"}

   The action keeps one value for each name, and refuses an empty array. */

/* A line with the norm's count if it has one, and a line with verdicts if there are any. The
   caller frees. */
static char *
make_extra(const struct page *page, size_t test, size_t put, struct value from)
{
	struct text t = TEXT_EMPTY;
	size_t norm = page->comparison->norm;
	verdict_set verdicts = page_verdicts(page, test, put);

	if (put != norm && from.known) {
		text_addf(&t, "%s: ", page_label(page, norm));
		format_number(&t, from.v);
	}
	text_add(&t, t.n && verdicts ? "\n" : "");
	verdict_add(&t, verdicts, ", ");
	return text_take(&t);
}

static void
format_github_add_entry(struct text *t, const struct page *page, size_t test, size_t put,
    enum field f, const struct change *change)
{
	OWNED char *name = text_print("%s/%s [%s]", page->results->tests.v[test].name,
	    page_field(page, f), page_label(page, put));
	OWNED char *extra = make_extra(page, test, put, change->from);

	text_add(t, "{\"name\":");
	jsontext_string(t, name);
	text_addf(t, ",\"unit\":\"%s\",\"value\":",
	    f < FIELD_FIRST_OWN ? field_unit(f) : page_field(page, f));
	format_number(t, change->to.v);
	if (*extra)
		jsontext_member(t, 1, "extra", extra);
	text_add_char(t, '}');
}

static void
format_github_add_cell(struct text *t, const struct page *page, size_t test, size_t put)
{
	EACH_FIELD(page, f) {
		struct change change = comparison_of(page->comparison, test, put, f);

		if (!change.to.known)
			continue;
		text_add(t, t->n ? ",\n" : "[\n");
		format_github_add_entry(t, page, test, put, f, &change);
	}
}

void
format_github(struct text *t, const struct page *page)
{
	EACH_TEST(page, test)
		EACH_PUT(page, put)
			if (!page_missing(page, test, put))
				format_github_add_cell(t, page, test, put);
	if (!t->n)
		message_die(STATUS_FAILURE,
		    "--format=github-action-benchmark: no count to write, and the action "
		    "rejects an empty file");
	text_add(t, "\n]\n");
}
