#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "report/format_print.h"
#include "util/array.h"
#include "util/date.h"
#include "util/jsontext.h"
#include "util/message.h"

/* github-action-benchmark, "customSmallerIsBetter" (src/extract.ts): an array of

       {"name": "str::strlen::64/Ir [clang-17]", "unit": "instructions", "value": 12,
        "extra": "gcc-12: 14"}

   The action keeps one value for each name, and refuses an empty array. */

/* Makes a line with the norm's count if it has one, and a line with verdicts if there are any.
   The caller frees. */
static char *
github_extra(const struct page *page, size_t test, size_t put, struct value from)
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
github_add_entry(struct text *t, const struct page *page, size_t test, size_t put, enum field f,
    const struct change *change)
{
	OWNED char *name = text_print("%s/%s [%s]", page->results->tests.v[test].name,
	    page_field(page, f), page_label(page, put));
	OWNED char *extra = github_extra(page, test, put, change->from);

	text_add(t, t->n ? ",\n{" : "[\n{");
	jsontext_member(t, "name", name);
	jsontext_member(
	    t, "unit", f < FIELD_FIRST_OWN ? field_rows[f].noun : page_field(page, f));
	format_member(t, "value", change->to);
	if (*extra)
		jsontext_member(t, "extra", extra);
	text_add_char(t, '}');
}

void
format_github(struct text *t, const struct page *page)
{
	EACH_TEST(page, test)
		EACH_PUT(page, put)
			EACH_FIELD(page, f) {
				struct change change =
				    comparison_of(page->comparison, test, put, f);

				if (change.to.known && !page_missing(page, test, put))
					github_add_entry(t, page, test, put, f, &change);
			}
	if (!t->n)
		message_die(STATUS_FAILURE,
		    "--format=github-action-benchmark: no count to write, and the action "
		    "rejects an empty file");
	text_add(t, "\n]\n");
}

/* Bencher Metric Format (bmf.json of bencher.dev):

       {"str::strlen::64": {"instructions": {"value": 12}}}

   Labels are testbeds there. "instructions" and the four calculated measures have the slugs of
   Bencher's adapter for iai. */

enum { NAME_MOST = 1024 };

/* Leaves the object open. */
static void
bencher_add_value(struct text *t, const char *slug, double v)
{
	jsontext_key(t, slug);
	text_add(t, "{\"value\":");
	format_number(t, v);
}

/* Bencher calls COND_m "cond-m". */
static void
bencher_add_field(
    struct text *t, const struct page *page, size_t test, size_t put, enum field f)
{
	char slug[FIELD_NAME_MOST + 1];

	snprintf(slug, sizeof slug, "%s", f == FIELD_IR ? "instructions" : page_field(page, f));
	for (char *s = slug; *s; s++)
		*s = *s == '_' ? '-' : (char)tolower((unsigned char)*s);
	bencher_add_value(t, slug, calc_value(page->results, test, put, f).v);
	format_range(t, page, test, put, f, "lower_value", "upper_value");
	text_add_char(t, '}');
}

/* Adds how often each level of memory answered, if all fields needed for that are shown. */
static void
bencher_add_levels(struct text *t, const struct page *page, size_t test, size_t put)
{
	static const enum field fields[3][3] = {{FIELD_IR, FIELD_DR, FIELD_DW},
	    {FIELD_IR_M1, FIELD_DR_M1, FIELD_DW_M1}, {FIELD_IR_MM, FIELD_DR_MM, FIELD_DW_MM}};
	static const char *const slugs[] = {
	    "l1-accesses", "l2-accesses", "ram-accesses", "total-accesses"};
	double missed[COUNTOF(slugs)] = {0};

	for (size_t i = 0; i < 9; i++) {
		enum field f = fields[i / 3][i % 3];

		if (!(page->view->fields & FIELD_BIT(f)))
			return;
		missed[i / 3] += calc_value(page->results, test, put, f).v;
	}
	for (size_t i = 0; i < COUNTOF(slugs); i++) {
		bencher_add_value(t, slugs[i], i < 3 ? missed[i] - missed[i + 1] : missed[0]);
		text_add_char(t, '}');
	}
}

static void
bencher_add_test(struct text *t, const struct page *page, size_t test, size_t put)
{
	text_add_char(t, '{');
	EACH_FIELD(page, f)
		if (calc_value(page->results, test, put, f).known)
			bencher_add_field(t, page, test, put, f);
	bencher_add_levels(t, page, test, put);
	text_add_char(t, '}');
}

/* Names the tests that were left out, but not more than a few: the format has no place for a
   mark, and a history of counts none for one that means less. */
static void
bencher_tell_marked(const struct page *page, size_t put)
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
	size_t put = format_put(page);

	text_add_char(t, '{');
	EACH_TEST(page, test) {
		const char *name = page->results->tests.v[test].name;

		if (page_missing(page, test, put) || page_verdicts(page, test, put))
			continue;
		if (strlen(name) > NAME_MOST)
			message_die(STATUS_FAILURE,
			    "--format=bencher: the name of a test is longer than %d bytes: %s",
			    NAME_MOST, name);
		jsontext_comma(t);
		text_add_char(t, '\n');
		jsontext_string(t, name);
		text_add_char(t, ':');
		bencher_add_test(t, page, test, put);
	}
	text_add(t, "\n}\n");
	bencher_tell_marked(page, put);
}

/* The JSON of google/benchmark, json_schema_version 1 (src/json_reporter.cc). Its
   tools/compare.py compares two files, one for each put, by the names in them. The count of the
   first field takes the place of the time; all shown fields are counters. */

/* Adds the simulated caches, from "I1=32768,8,64 D1=32768,8,64 LL=8388608,16,64" */
static void
google_add_caches(struct text *t, const struct put *put)
{
	static const struct {
		const char *name, *type;
		int level;
	} known[] = {{"I1=", "Instruction", 1}, {"D1=", "Data", 1}, {"LL=", "Unified", 2}};
	const char *caches = put->fingerprint ? put->fingerprint->of[TRAIT_CACHES] : NULL;

	text_add(t, ",\"caches\":[");
	for (size_t i = 0; caches && i < COUNTOF(known); i++) {
		const char *at = strstr(caches, known[i].name);
		unsigned long size = at ? strtoul(at + strlen(known[i].name), NULL, 10) : 0;

		if (!size)
			continue;
		jsontext_comma(t);
		text_addf(t, "{\"type\":\"%s\",\"level\":%d,\"size\":%lu,\"num_sharing\":1}",
		    known[i].type, known[i].level, size);
	}
	text_add_char(t, ']');
}

/* Describes this host, which does not affect the counts. */
static void
google_add_context(struct text *t, const struct put *put)
{
	char host[256] = "", *date = date_text(time(NULL));

	gethostname(host, sizeof host - 1);
	text_addf(t, "\"date\":\"%.19s+00:00\"", date);
	jsontext_member(t, "host_name", host);
	jsontext_member(t, "executable", put->exe);
	text_addf(t, ",\"num_cpus\":%ld,\"mhz_per_cpu\":0,\"cpu_scaling_enabled\":false",
	    sysconf(_SC_NPROCESSORS_ONLN));
	google_add_caches(t, put);
	text_add(t, ",\"load_avg\":[],\"library_build_type\":\"release\","
	            "\"json_schema_version\":1");
	free(date);
}

/* Adds the label, followed by the unexpected verdicts in parentheses. */
static void
google_add_label(struct text *t, const struct page *page, size_t test, size_t put)
{
	FREED_BY(text_free) struct text label = TEXT_EMPTY;
	verdict_set verdicts = page_verdicts(page, test, put);

	text_add(&label, page->results->puts.v[put].label);
	if (verdicts) {
		text_add(&label, " (");
		verdict_add(&label, verdicts, ", ");
		text_add_char(&label, ')');
	}
	jsontext_member(t, "label", label.s);
}

static void
google_add_counts(struct text *t, const struct page *page, size_t test, size_t put)
{
	const unsigned long *loops = page->results->loops;
	struct value first = calc_value(page->results, test, put, page->fields[0]);

	text_addf(t, ",\"iterations\":%lu", loops[LENGTH_LONG] - loops[LENGTH_SHORT]);
	format_member(t, "real_time", first);
	format_member(t, "cpu_time", first);
	text_add(t, ",\"time_unit\":\"ns\"");
	google_add_label(t, page, test, put);
	EACH_FIELD(page, f) {
		struct value value = calc_value(page->results, test, put, f);

		if (value.known)
			format_member(t, page_field(page, f), value);
	}
}

/* Says why the cell has no time; returns NULL if it has one. The caller frees. */
static char *
google_why_not(const struct page *page, size_t test, size_t put)
{
	const struct failure *failure = results_cell(page->results, test, put)->failure;

	if (failure)
		return text_print("%s: %s", failure->stage, failure->why);
	if (page_missing(page, test, put))
		return text_print(
		    "not comparable: the text of the test differs from that on %s",
		    page_label(page, page->comparison->norm));
	if (!calc_value(page->results, test, put, page->fields[0]).known)
		return text_print("%s has no value", page_field(page, page->fields[0]));
	return NULL;
}

static void
google_add_benchmark(
    struct text *t, const struct page *page, size_t test, size_t put, size_t family)
{
	const char *name = page->results->tests.v[test].name;
	OWNED char *wrong = google_why_not(page, test, put);

	text_add_char(t, '{');
	jsontext_member(t, "name", name);
	text_addf(t, ",\"family_index\":%zu,\"per_family_instance_index\":0", family);
	jsontext_member(t, "run_name", name);
	text_add(t, ",\"run_type\":\"iteration\",\"repetitions\":1,\"repetition_index\":0,"
	            "\"threads\":1");
	if (!wrong) {
		google_add_counts(t, page, test, put);
	} else {
		/* compare.py compares benchmarks with equal units: this one gets its own. */
		text_add(t, ",\"time_unit\":\"s\",\"error_occurred\":true");
		jsontext_member(t, "error_message", wrong);
		google_add_label(t, page, test, put);
	}
	text_add_char(t, '}');
}

void
format_google(struct text *t, const struct page *page)
{
	size_t put = format_put(page), n = 0;

	text_add(t, "{\"context\":{");
	google_add_context(t, &page->results->puts.v[put]);
	text_add(t, "},\"benchmarks\":[");
	EACH_TEST(page, test) {
		if (!format_tries(page, test, put))
			continue;
		text_add(t, n ? ",\n" : "\n");
		google_add_benchmark(t, page, test, put, n++);
	}
	text_add(t, "\n]}\n");
}
