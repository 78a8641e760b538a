#include <ctype.h>
#include <string.h>

#include "report/format_print.h"
#include "util/jsontext.h"
#include "util/message.h"

/* Bencher Metric Format (bmf.json of bencher.dev):

       {"str::strlen::64": {"instructions": {"value": 12}}}

   Labels are testbeds there. "instructions" and the four calculated measures have the slugs of
   Bencher's adapter for iai. */

enum { NAME_MOST = 1024 };

/* Leaves the object open. */
static void
format_bencher_add_value(struct text *t, size_t i, const char *slug, double v)
{
	jsontext_key(t, i, slug);
	text_add(t, "{\"value\":");
	format_number(t, v);
}

/* "COND_m" is "cond-m". */
static void
format_bencher_add_field(
    struct text *t, const struct page *page, size_t test, size_t put, enum field f, size_t i)
{
	char slug[FIELD_NAME_MOST + 1];

	snprintf(slug, sizeof slug, "%s", f == FIELD_IR ? "instructions" : page_field(page, f));
	for (char *s = slug; *s; s++)
		*s = *s == '_' ? '-' : (char)tolower((unsigned char)*s);
	format_bencher_add_value(t, i, slug, calc_value(page->results, test, put, f).v);
	format_range(t, page, test, put, f, "lower_value", "upper_value");
	text_add_char(t, '}');
}

static void
format_bencher_add_level(struct text *t, const char *slug, double v)
{
	format_bencher_add_value(t, 1, slug, v);
	text_add_char(t, '}');
}

/* How often each level of memory answered, if all fields needed for that are shown. */
static void
add_levels(struct text *t, const struct page *page, size_t test, size_t put)
{
	const field_set needed = 1u << FIELD_IR | 1u << FIELD_DR | 1u << FIELD_DW |
	                         1u << FIELD_IR_M1 | 1u << FIELD_DR_M1 | 1u << FIELD_DW_M1 |
	                         1u << FIELD_IR_MM | 1u << FIELD_DR_MM | 1u << FIELD_DW_MM;
	double of[FIELD_COUNT], total, first, last;

	if ((page->view->fields & needed) != needed)
		return;
	for (enum field f = 0; f < FIELD_COUNT; f++)
		of[f] = calc_value(page->results, test, put, f).v;
	total = of[FIELD_IR] + of[FIELD_DR] + of[FIELD_DW];
	first = of[FIELD_IR_M1] + of[FIELD_DR_M1] + of[FIELD_DW_M1];
	last = of[FIELD_IR_MM] + of[FIELD_DR_MM] + of[FIELD_DW_MM];
	format_bencher_add_level(t, "l1-accesses", total - first);
	format_bencher_add_level(t, "l2-accesses", first - last);
	format_bencher_add_level(t, "ram-accesses", last);
	format_bencher_add_level(t, "total-accesses", total);
}

static void
format_bencher_add_test(struct text *t, const struct page *page, size_t test, size_t put)
{
	size_t added = 0;

	text_add_char(t, '{');
	EACH_FIELD(page, f)
		if (calc_value(page->results, test, put, f).known)
			format_bencher_add_field(t, page, test, put, f, added++);
	add_levels(t, page, test, put);
	text_add_char(t, '}');
}

/* Names the tests that were left out, but not more than a few: the format has no place for a
   mark, and a history of counts none for one that means less. */
static void
tell_marked(const struct page *page, size_t put)
{
	enum { MOST = 10 };
	FREED_BY(text_free) struct text t = TEXT_EMPTY;
	size_t n = 0;

	EACH_TEST(page, test) {
		if (!page_verdicts(page, test, put) || ++n > MOST)
			continue;
		text_addf(&t, "%s%s (", n > 1 ? ", " : "", page->results->tests.v[test].name);
		verdict_add(&t, page_verdicts(page, test, put), ", ");
		text_add_char(&t, ')');
	}
	if (n > MOST)
		text_addf(&t, " and %zu more", n - MOST);
	if (n)
		message_warn("--format=bencher: tests with a verdict on %s are left out: %s",
		    page_label(page, put), t.s);
}

void
format_bencher(struct text *t, const struct page *page)
{
	size_t put = format_put(page), n = 0;

	text_add_char(t, '{');
	EACH_TEST(page, test) {
		const char *name = page->results->tests.v[test].name;

		if (page_missing(page, test, put) || page_verdicts(page, test, put))
			continue;
		if (strlen(name) > NAME_MOST)
			message_die(STATUS_FAILURE,
			    "--format=bencher: the name of a test is longer than %d bytes: %s",
			    NAME_MOST, name);
		jsontext_comma(t, n++);
		text_add_char(t, '\n');
		jsontext_key(t, 0, name);
		format_bencher_add_test(t, page, test, put);
	}
	text_add(t, "\n}\n");
	tell_marked(page, put);
}
