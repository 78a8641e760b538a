#include <string.h>

#include "report/html/html.h"
#include "report/html/html_sections.h"
#include "util/array.h"

/* Its parts, either those from the top of the benchfile, which are shown once, or its own. The
   description is the head. */
static void
add_parts(struct text *t, const struct test *test, bool top)
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

/* A test without a description has its code in place of one. */
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

void
html_source_head(struct text *t, const struct page *page, size_t test)
{
	const struct test *of = &page->results->tests.v[test];

	if (is_described(of)) {
		text_add(t, "<p>");
		html_sentence(t, part_text(test_part(of, PART_DESC)));
		text_add(t, "</p>\n");
	}
}

/* A snippet of the command line has no file. */
static void
html_source_add_place(struct text *t, const struct test *test)
{
	if (!test->file || !strcmp(test->file, "-e"))
		return;
	text_add(t, " in ");
	html_name(t, test->file);
	if (test->line)
		text_addf(t, ", line %u", test->line);
}

void
html_source(struct text *t, const struct page *page, size_t test)
{
	const struct test *of = &page->results->tests.v[test];

	text_add(t, "<h4>Source");
	html_source_add_place(t, of);
	text_add(t, "</h4>\n");
	add_parts(t, of, false);
}

static bool
has_top(const struct test *test)
{
	for (size_t i = 0; i < test->part_count; i++)
		if (test->parts[i].top)
			return true;
	return false;
}

/* Returns true if all parts that a has from the top are also b's. */
static bool
tops_include(const struct test *a, const struct test *b)
{
	ARRAY_EACH(const struct part, part, a->parts, a->part_count) {
		const struct part *other = part->top ? test_find(b, part->key) : NULL;

		if (part->top && (!other || strcmp(part->text, other->text) != 0))
			return false;
	}
	return true;
}

/* The position of the first test of the page with the same top. */
static size_t
first_of(const struct page *page, size_t i)
{
	const struct test *tests = page->results->tests.v, *test = &tests[page->tests[i]];

	for (size_t k = 0; k < i; k++) {
		const struct test *other = &tests[page->tests[k]];

		if (tops_include(test, other) && tops_include(other, test))
			return k;
	}
	return i;
}

static void
html_source_add_top(struct text *t, const struct test *test)
{
	text_add(t, "<h3>The top of ");
	if (test->file)
		html_name(t, test->file);
	else
		text_add(t, "the benchfile");
	text_add(t, ", which applies to all its tests</h3>\n");
	add_parts(t, test, true);
}

void
html_tops(struct text *t, const struct page *page)
{
	EACH_TEST(page, test)
		if (has_top(&page->results->tests.v[test]) &&
		    first_of(page, test_at) == test_at)
			html_source_add_top(t, &page->results->tests.v[test]);
}
