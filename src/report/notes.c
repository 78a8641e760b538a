#include <math.h>

#include "code/loop.h"
#include "compare/machines.h"
#include "model/chance.h"
#include "report/notes.h"

/* Adds where the test has that verdict, below a heading if it is the first. *said: which
   verdicts have been added. */
static void
notes_add_test(struct doc *doc, const struct page *page, enum verdict verdict, size_t test,
    verdict_set *said)
{
	size_t n = 0;

	EACH_PUT(page, put) {
		if (!(page_verdicts(page, test, put) & 1u << verdict))
			continue;
		if (!*said)
			doc_paragraph(doc, PAGE_MARKED);
		if (!(*said & 1u << verdict)) {
			OWNED char *cure = put_cure(&page->results->puts.v[put], verdict);

			doc_line(doc, "%s: %s: %s", verdict_rows[verdict].name,
			    verdict_rows[verdict].meaning, cure);
		}
		*said |= 1u << verdict;
		/* A column that is a test is on the put that is a row. */
		if (page->view->by_tests)
			doc_item(doc, "`%s` on `%s`", page_label(page, put),
			    page->results->tests.v[test].name);
		else if (!n)
			doc_item(doc, "[%s] on", page->results->tests.v[test].name);
		if (!page->view->by_tests)
			doc_add(doc, n++ ? ", `%s`" : " `%s`", page_label(page, put));
		if (verdict == VERDICT_VARYING)
			notes_add_varied(doc, page, test, put);
	}
}

/* The tests that the page lists, and those that only its average covers. */
void
notes_verdicts(struct doc *doc, const struct page *page)
{
	const struct comparison *comparison = page->comparison;
	verdict_set said = 0;
	size_t n = page->test_count;
	bool average = n && page->tests[n - 1] == PAGE_AVERAGE;

	for (enum verdict verdict = 0; verdict < VERDICT_COUNT; verdict++) {
		EACH_TEST(page, test)
			notes_add_test(doc, page, verdict, test, &said);
		for (size_t i = 0; i < comparison->test_count && average; i++)
			if (page_hides(page, comparison->tests[i]))
				notes_add_test(doc, page, verdict, comparison->tests[i], &said);
	}
}

void
notes_prebuilt(struct doc *doc, const struct page *page)
{
	const struct words *words = page->view->prebuilt;
	OWNED char *names =
	    words && page->only == COMPARISON_ALL ? words_join(words, ", ") : NULL;

	if (names)
		doc_paragraph(doc,
		    "The same for all compilers: `%s`. Only the calls are compared; name source\n"
		    "files in 'sources' to compare what each compiler makes of them.",
		    names);
}

void
notes_machines(struct doc *doc, const struct page *page)
{
	OWNED char *columns = NULL;

	if (!machines_any(page->results))
		return;
	columns = machines_columns(page->results);
	doc_paragraph(doc, "Machines: `%s`.\n%s", columns, machines_meaning(page->results));
}

static bool
notes_has_other(const struct page *page)
{
	const struct comparison *comparison = page->comparison;

	for (size_t i = 0; i < comparison->test_count; i++)
		EACH_PUT(page, put)
			if (comparison_other_text(comparison, comparison->tests[i], put))
				return true;
	return false;
}

/* Says in which tests the code on one put has such instructions, and on another one none. */
static void
notes_add_costly(
    struct doc *doc, const struct page *page, size_t with, size_t without, enum loop_costly bit)
{
	const char *does = bit == LOOP_COSTLY_DIVIDE   ? "divides or takes a square root"
	                   : bit == LOOP_COSTLY_LOCK   ? "locks memory"
	                   : bit == LOOP_COSTLY_GATHER ? "gathers"
	                                               : "repeats string instructions";
	size_t n = 0;

	EACH_TEST(page, test) {
		unsigned a = results_cell(page->results, test, with)->costly,
		         b = results_cell(page->results, test, without)->costly;

		if (!(a & b & LOOP_COSTLY_KNOWN) || !(a & ~b & bit))
			continue;
		if (!n++)
			doc_paragraph(doc, "`%s` %s where `%s` does not, in [%s]",
			    page_label(page, with), does, page_label(page, without),
			    page->results->tests.v[test].name);
	}
	if (n > 1)
		doc_add(doc, " and %zu more", n - 1);
	if (n)
		doc_add(doc, "; that takes longer than its count says: see --time");
}

static void
notes_costly(struct doc *doc, const struct page *page)
{
	size_t norm = page->comparison->norm;

	EACH_COMPARED(page, put)
		for (unsigned bit = LOOP_COSTLY_DIVIDE; bit <= LOOP_COSTLY_REPEAT; bit *= 2) {
			notes_add_costly(doc, page, put, norm, bit);
			notes_add_costly(doc, page, norm, put, bit);
		}
}

void
notes_add(struct doc *doc, const struct page *page)
{
	if (!page->view->tables)
		notes_costly(doc, page);
	notes_machines(doc, page);
	if (notes_has_other(page))
		doc_paragraph(doc,
		    PAGE_OTHER
		    " not comparable: the text of the test differs from that on `%s`;\n"
		    "  left out of averages",
		    page_label(page, page->comparison->norm));
	notes_verdicts(doc, page);
	notes_prebuilt(doc, page);
}

void
notes_add_varied(struct doc *doc, const struct page *page, size_t test, size_t put)
{
	const struct cell *cell = results_cell(page->results, test, put);
	struct variation varied = calc_variation(page->results, test, put);
	FREED_BY(text_free) struct text read = TEXT_EMPTY;
	OWNED char *how = NULL;

	if (!varied.known)
		return;
	how = calc_variation_text(&varied);
	chance_add(&read, cell->chance);
	doc_add(doc, cell->chance ? " (%s; it depends on %s)" : " (%s)", how, read.s);
}

static void
add_above(struct doc *doc, const struct rulings *rulings, const struct ruling *ruling)
{
	bool budget = ruling->gate->budgeted && rulings->norm;
	const struct change *change = &ruling->change;
	char from[CALC_SHOWN], to[CALC_SHOWN], buffer[CHANGE_SIZE];

	calc_show_both(change->from.v, change->to.v,
	    calc_decimals(rulings->fields, ruling->gate->field), from, to);
	doc_row(doc);
	doc_cell(doc, COLOR_NONE, ruling->gate->budgeted ? "`%s %s`" : "`%s`",
	    ruling->gate->spec, fields_name(rulings->fields, ruling->gate->field));
	doc_cell(doc, COLOR_NONE, "[%s]", ruling->test);
	doc_cell(doc, COLOR_NONE, "`%s`", ruling->label);
	doc_cell(doc, COLOR_NONE, "%s%s", budget ? "budget " : "", from);
	doc_cell(doc, COLOR_NONE, "%s", to);
	doc_cell(doc, page_color_change(change->kind, change->percent), "%s %s",
	    isinf(change->percent) ? "from 0:" : change_show(change, buffer),
	    change_names[change->kind]);
}

void
notes_gates(struct doc *doc, const struct rulings *rulings)
{
	OWNED char *summary = rulings_summary(rulings);

	doc_paragraph(doc, "Gates: %s", summary);
	for (size_t i = 0; i < rulings->n; i++) {
		OWNED char *text = ruling_text(rulings, i);

		if (rulings->v[i].why)
			doc_item(doc, PAGE_MARK " `%s`: `%s`", rulings->v[i].gate->spec, text);
	}
	if (!rulings->above)
		return;
	doc_table(doc, NULL, "Counts above their limit");
	doc_column(doc, DOC_WORDS, 0, "gate");
	doc_column(doc, DOC_WORDS, 1, "test");
	doc_column(doc, DOC_WORDS, 1, "column");
	doc_column(doc, DOC_NUMBER, 1, "`%s`", rulings->norm ? rulings->norm : "budget");
	doc_column(doc, DOC_NUMBER, 1, "count");
	doc_column(doc, DOC_NUMBER, 1, "change");
	for (size_t i = 0; i < rulings->n; i++)
		if (!rulings->v[i].why)
			add_above(doc, rulings, &rulings->v[i]);
}
