#include <string.h>

#include "report/chart/chart.h"
#include "report/explain/explain_print.h"
#include "report/html/html.h"
#include "report/html/html_sections.h"
#include "report/notes.h"
#include "util/array.h"

/* Adds on which puts the test has the verdict: either those that expect it, or the others. */
static void
html_tests_add_verdict(
    struct doc *doc, const struct page *page, size_t test, enum verdict verdict, bool expected)
{
	OWNED char *cure = NULL;

	EACH_PUT(page, put) {
		verdict_set marked = page_verdicts(page, test, put);
		verdict_set found =
		    results_verdicts(page->results, test, put, page->view->fields) & ~marked;

		if (!((expected ? found : marked) & 1u << verdict))
			continue;
		if (!cure)
			doc_add(doc,
			    expected ? "<p class=about><b>%s</b>, as the test expects, on"
			             : "<p class=note>" PAGE_MARK " <b>%s</b> on",
			    verdict_rows[verdict].name);
		doc_add(doc, cure ? ", `%s`" : " `%s`", page_label(page, put));
		if (verdict == VERDICT_VARYING)
			notes_add_varied(doc, page, test, put);
		if (!cure)
			cure = put_cure(&page->results->puts.v[put], verdict);
	}
	if (cure)
		doc_add(doc, ": %s%s%s</p>\n", verdict_rows[verdict].meaning,
		    expected ? "" : ": ", expected ? "" : cure);
}

/* Says why values may mean less than they seem, or cannot be compared. */
static void
html_tests_add_verdicts(struct doc *doc, const struct page *page, size_t test)
{
	size_t n = 0;

	for (int expected = 0; expected <= 1; expected++)
		for (enum verdict verdict = 0; verdict < VERDICT_COUNT; verdict++)
			html_tests_add_verdict(doc, page, test, verdict, expected);
	EACH_COMPARED(page, put) {
		if (!comparison_other_text(page->comparison, test, put))
			continue;
		if (!n)
			doc_add(doc,
			    "<p class=note>" PAGE_OTHER
			    " The text of the test differs from that on `%s`, so that the values "
			    "are not comparable: on",
			    page_label(page, page->comparison->norm));
		doc_add(doc, n++ ? ", `%s`" : " `%s`", page_label(page, put));
	}
	doc_add(doc, n ? ".</p>\n" : "");
}

/* Adds the parts that come from the top of the benchfile, or the test's own without the
   description, which is above them. */
static void
html_tests_add_parts(struct text *t, const struct test *test, bool top)
{
	text_add(t, "<dl>\n");
	ARRAY_EACH(const struct part, part, test->parts, test->part_count) {
		if (part->top != top || (!top && part->kind == PART_DESC))
			continue;
		text_add(t, "<dt>");
		html_text(t, part_written(part));
		text_add(t, "<dd>");
		html_block(t, part_text(part));
	}
	text_add(t, "</dl>\n");
}

/* Adds the parts as the user wrote them. A snippet of the command line has no file. */
static void
html_tests_add_source(struct doc *doc, const struct test *test)
{
	doc_add(doc, "<h4>Source");
	if (test->file && strcmp(test->file, "-e") != 0) {
		doc_add(doc, " in `%s`", test->file);
		if (test->line)
			doc_add(doc, ", line %zu", (size_t)test->line);
	}
	doc_add(doc, "</h4>\n");
	html_tests_add_parts(&doc->t, test, false);
}

/* Adds what the top of the benchfile gives to all tests: once, unless several files have tops
   that differ. */
static void
html_tests_add_tops(struct doc *doc, const struct page *page)
{
	FREED_BY(words_free) struct words added = WORDS_EMPTY;

	EACH_TEST(page, test) {
		const struct test *of = &page->results->tests.v[test];
		FREED_BY(text_free) struct text top = TEXT_EMPTY;

		ARRAY_EACH(const struct part, part, of->parts, of->part_count)
			if (part->top)
				text_addf(&top, "%s\n%s\n", part->key, part->text);
		if (!top.n || words_find(&added, top.s) < added.n)
			continue;
		words_add(&added, top.s);
		doc_add(doc, "<h3>The top of ");
		doc_add(doc, of->file ? "`%s`" : "the benchfile", of->file);
		doc_add(doc, ", which applies to all its tests</h3>\n");
		html_tests_add_parts(&doc->t, of, true);
	}
}

static const struct failure *
html_tests_failure(const struct page *page, size_t test, size_t put)
{
	return results_cell(page->results, test, put)->failure;
}

/* Returns true if both failures have the same output. */
static bool
html_tests_alike(const struct failure *a, const struct failure *b)
{
	return a && !strcmp(a->stage, b->stage) && !strcmp(a->why, b->why) &&
	       !strcmp(a->output, b->output);
}

/* The output of a whole suite may be long, so that equal ones are shown once. */
static void
html_tests_add_failure(struct doc *doc, const struct page *page, size_t test, size_t put)
{
	const struct failure *failure = html_tests_failure(page, test, put);

	doc_add(doc, "<h4 class=\"failed\">Failed on `%s`</h4>\n<p>%s: %s</p>\n",
	    page_label(page, put), failure->stage, failure->why);
	if (*failure->command)
		html_block(&doc->t, failure->command);
	EACH_TEST(page, first) {
		if (!*failure->output ||
		    !html_tests_alike(html_tests_failure(page, first, put), failure))
			continue;
		if (first == test)
			html_block(&doc->t, failure->output);
		else
			doc_add(doc, "<p>The output is that of [%s].</p>\n",
			    page->results->tests.v[first].name);
		break;
	}
}

/* Says why the test failed, and what compilers warned of. */
static void
html_tests_add_failures(struct doc *doc, const struct page *page, size_t test)
{
	EACH_PUT(page, put) {
		const char *warned = results_cell(page->results, test, put)->warned;

		if (html_tests_failure(page, test, put))
			html_tests_add_failure(doc, page, test, put);
		if (!warned)
			continue;
		doc_add(doc, "<details><summary>Compiled with warnings on `%s`</summary>\n",
		    page_label(page, put));
		html_block(&doc->t, warned);
		doc_add(doc, "</details>\n");
	}
}

/* Returns true if the description is not just the code, which stands for a missing one. */
static bool
is_described(const struct test *test)
{
	const char *desc = part_text(test_part(test, PART_DESC));
	const char *code = part_text(test_code(test));
	size_t n = strlen(desc);

	if (!n || strncmp(code, desc, n) != 0)
		return n;
	return code[n + strspn(code + n, " \n;")];
}

/* Begins the section of the i-th test. */
static void
html_tests_begin(struct doc *doc, const char *name, size_t i)
{
	doc_add(doc, "<article class=test id=");
	html_test_id(&doc->t, name);
	doc_add(doc, " data-test=%zu>\n<h3>`%s`</h3>\n", i, name);
}

static void
html_tests_add_test(struct doc *doc, const struct page *page, size_t i)
{
	/* The source is beside the values, where there are tables of them. */
	bool beside = !page->history || !chart_is_large(page->history);
	size_t test = page->tests[i];
	const struct test *of = &page->results->tests.v[test];

	html_tests_begin(doc, of->name, i);
	if (is_described(of))
		doc_add(doc, "<p>%s</p>\n", part_text(test_part(of, PART_DESC)));
	html_tests_add_verdicts(doc, page, test);
	doc_add(doc, beside ? "<div class=pair><div>\n" : "");
	html_values(doc, page, test);
	doc_add(doc, beside ? "</div>\n<div>\n" : "");
	html_tests_add_source(doc, of);
	doc_add(doc, beside ? "</div></div>\n" : "");
	html_tests_add_failures(doc, page, test);
	html_series(doc, page, of->name);
	explain_html(doc, page, test);
	doc_add(doc, "</article>\n");
}

/* Adds how values come from the raw counts. */
static void
html_tests_add_rule(struct doc *doc, const struct page *page)
{
	const unsigned long *loops = page->results->loops;

	doc_add(doc,
	    "<p>Each test runs in a loop of %lu and of %lu iterations, with its code and "
	    "without. A value is ((with, %lu \342\210\222 with, %lu) \342\210\222 (without, %lu "
	    "\342\210\222 without, %lu)) / %lu, divided by the operations of one execution: "
	    "what one of them costs, without start-up, set-up and the loop. A command that is "
	    "measured once costs with \342\210\222 without.</p>\n",
	    loops[0], loops[1], loops[1], loops[0], loops[1], loops[0], loops[1] - loops[0]);
}

/* Adds the tests that only older runs have. i: the position of the first one. */
static void
html_tests_add_older(struct doc *doc, const struct page *page, size_t i)
{
	const struct words *tests = &page->history->tests;

	for (size_t k = 0; k < tests->n; k++) {
		if (tests_find(&page->results->tests, tests->v[k]))
			continue;
		html_tests_begin(doc, tests->v[k], i++);
		doc_add(doc, "<p class=\"note\">The newest run does not have this test.</p>\n");
		html_series(doc, page, tests->v[k]);
		doc_add(doc, "</article>\n");
	}
}

void
html_tests(struct doc *doc, const struct page *page)
{
	size_t n = 0;

	doc_add(doc, "<h2>Each test</h2>\n");
	html_tests_add_rule(doc, page);
	html_tests_add_tops(doc, page);
	EACH_TEST(page, test)
		html_tests_add_test(doc, page, n++);
	if (page->history)
		html_tests_add_older(doc, page, n);
}
