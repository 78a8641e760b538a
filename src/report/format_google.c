#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "report/format_print.h"
#include "util/array.h"
#include "util/date.h"
#include "util/jsontext.h"

/* The JSON of google/benchmark, json_schema_version 1 (src/json_reporter.cc). Its
   tools/compare.py compares two files, one for each put, by the names in them. The count of the
   first field takes the place of the time; all shown fields are counters. */

/* The simulated caches: "I1=32768,8,64 D1=32768,8,64 LL=8388608,16,64" */
static void
add_caches(struct text *t, const struct put *put)
{
	static const struct {
		const char *name, *type;
		int level;
	} known[] = {{"I1=", "Instruction", 1}, {"D1=", "Data", 1}, {"LL=", "Unified", 2}};
	const char *caches = put->fingerprint ? put->fingerprint->of[TRAIT_CACHES] : NULL;
	size_t n = 0;

	text_add(t, ",\"caches\":[");
	for (size_t i = 0; caches && i < COUNTOF(known); i++) {
		const char *at = strstr(caches, known[i].name);
		unsigned long size = at ? strtoul(at + strlen(known[i].name), NULL, 10) : 0;

		if (!size)
			continue;
		jsontext_comma(t, n++);
		text_addf(t, "{\"type\":\"%s\",\"level\":%d,\"size\":%lu,\"num_sharing\":1}",
		    known[i].type, known[i].level, size);
	}
	text_add_char(t, ']');
}

/* Describes this host, which does not affect the counts. */
static void
add_context(struct text *t, const struct put *put)
{
	char host[256] = "", *date = date_text(time(NULL));

	gethostname(host, sizeof host - 1);
	text_addf(t, "\"date\":\"%.19s+00:00\"", date);
	jsontext_member(t, 1, "host_name", host);
	jsontext_member(t, 1, "executable", put->exe);
	text_addf(t, ",\"num_cpus\":%ld,\"mhz_per_cpu\":0,\"cpu_scaling_enabled\":false",
	    sysconf(_SC_NPROCESSORS_ONLN));
	add_caches(t, put);
	text_add(t, ",\"load_avg\":[],\"library_build_type\":\"release\","
	            "\"json_schema_version\":1");
	free(date);
}

/* The label, followed by the unexpected verdicts in parentheses. */
static void
format_google_add_label(struct text *t, const struct page *page, size_t test, size_t put)
{
	FREED_BY(text_free) struct text label = TEXT_EMPTY;
	verdict_set verdicts = page_verdicts(page, test, put);

	text_add(&label, page->results->puts.v[put].label);
	if (verdicts) {
		text_add(&label, " (");
		verdict_add(&label, verdicts, ", ");
		text_add_char(&label, ')');
	}
	jsontext_member(t, 1, "label", label.s);
}

static void
format_google_add_counts(struct text *t, const struct page *page, size_t test, size_t put)
{
	const unsigned long *loops = page->results->loops;
	struct value first = calc_value(page->results, test, put, page->fields[0]);
	text_addf(
	    t, ",\"iterations\":%lu,\"real_time\":", loops[LENGTH_LONG] - loops[LENGTH_SHORT]);
	format_number(t, first.v);
	text_add(t, ",\"cpu_time\":");
	format_number(t, first.v);
	text_add(t, ",\"time_unit\":\"ns\"");
	format_google_add_label(t, page, test, put);
	EACH_FIELD(page, f) {
		struct value value = calc_value(page->results, test, put, f);

		if (!value.known)
			continue;
		jsontext_key(t, 1, page_field(page, f));
		format_number(t, value.v);
	}
}

/* Why the cell has no time; NULL if it has one. The caller frees. */
static char *
format_google_why_not(const struct page *page, size_t test, size_t put)
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
add_benchmark(struct text *t, const struct page *page, size_t test, size_t put, size_t family)
{
	const char *name = page->results->tests.v[test].name;
	OWNED char *wrong = format_google_why_not(page, test, put);

	text_add_char(t, '{');
	jsontext_member(t, 0, "name", name);
	text_addf(t, ",\"family_index\":%zu,\"per_family_instance_index\":0", family);
	jsontext_member(t, 1, "run_name", name);
	text_add(t, ",\"run_type\":\"iteration\",\"repetitions\":1,\"repetition_index\":0,"
	            "\"threads\":1");
	if (!wrong) {
		format_google_add_counts(t, page, test, put);
	} else {
		/* compare.py compares benchmarks with equal units: this one gets its own. */
		text_add(t, ",\"time_unit\":\"s\",\"error_occurred\":true");
		jsontext_member(t, 1, "error_message", wrong);
		format_google_add_label(t, page, test, put);
	}
	text_add_char(t, '}');
}

void
format_google(struct text *t, const struct page *page)
{
	size_t put = format_put(page), n = 0;

	text_add(t, "{\"context\":{");
	add_context(t, &page->results->puts.v[put]);
	text_add(t, "},\"benchmarks\":[");
	EACH_TEST(page, test) {
		if (!format_tries(page, test, put))
			continue;
		text_add(t, n ? ",\n" : "\n");
		add_benchmark(t, page, test, put, n++);
	}
	text_add(t, "\n]}\n");
}
