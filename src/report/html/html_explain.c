#include <limits.h>
#include <stdlib.h>

#include "report/explain/explain_head.h"
#include "report/format_print.h"
#include "report/html/html.h"
#include "report/html/html_explain.h"
#include "util/memory.h"

void
html_explain_number(struct text *t, double value, const char *shown)
{
	if (strtod(shown, NULL) != value) {
		text_add(t, " data-value=");
		format_number(t, value);
	}
	text_addf(t, ">%s", shown);
}

/* "Ir: gcc-12 176.0, clang-14 78.0, -98.0 (-55.68 %)" */
static void
add_head(struct html_explain *html, enum field f)
{
	enum color color;
	struct words values = explain_head_values(html->page, f, &color);
	size_t i;

	text_add(html->t, "<h5>");
	html_name(html->t, explain_page_field(html->page, f));
	for (i = 0; i < values.n; i++) {
		text_add(html->t, i ? ", " : ": ");
		html_name(html->t, values.v[i]);
	}
	text_add(html->t, "</h5>\n");
	words_free(&values);
}

/* The fields whose tables a page has: all that were counted, and those of the page that are
   derived if the parts sum to them. */
static field_set
fields_of(const struct explain_page *explained, const struct page *page)
{
	field_set derived = page->view->fields & ~(FIELD_BIT(FIELD_DERIVED) - 1);
	const field_set *lacks = explained->explanation->lacks;
	field_set counted = FIELD_ALL & ~(lacks[EXPLANATION_NORM] | lacks[EXPLANATION_PUT]);

	return counted | (explain_head_fields(explained, derived) & derived);
}

/* Adds the fields that are explained; the others are hidden until the script shows them. */
static void
add_fields(struct html_explain *html, const struct page *page, field_set wanted)
{
	field_set shown = explain_head_fields(html->page, wanted);
	field_set fields = shown | fields_of(html->page, page);
	bool first = true;
	enum field f;

	for (f = 0; f < FIELD_NONE; f++) {
		bool hidden = !(shown & FIELD_BIT(f));

		if (!(fields & FIELD_BIT(f)))
			continue;
		text_add(html->t, "<div class=\"field\" data-field=\"");
		html_text(html->t, explain_page_field(html->page, f));
		text_add(html->t, hidden ? "\" hidden>\n" : "\">\n");
		add_head(html, f);
		html_explain_parts(html, f, first && !hidden);
		text_add(html->t, "</div>\n");
		first = first && hidden;
	}
}

static bool
add_verdict(struct html_explain *html, enum verdict verdict)
{
	char *sentence = explain_head_verdict(html->page, verdict);

	if (!sentence)
		return false;
	text_add(html->t, "<p>");
	html_sentence(html->t, sentence);
	text_add(html->t, "</p>\n");
	free(sentence);
	return true;
}

static void
add_title(struct html_explain *html)
{
	text_add(html->t, "<h4>Where the counts of ");
	html_name(html->t, explain_head_label(html->page, EXPLANATION_NORM));
	if (html->page->explanation->sides > 1) {
		text_add(html->t, " and ");
		html_name(html->t, explain_head_label(html->page, EXPLANATION_PUT));
	}
	text_add(html->t, " come from</h4>\n");
}

/* Nothing is cut to a width. */
static void
add_explanation(struct text *t, const struct page *page, size_t i)
{
	const struct selected *selected = &page->selection->v[i];
	struct explain_page explained = {
	    .terminal = {.width = INT_MAX}, .all = page->selection->all};
	struct html_explain html = {.t = t, .page = &explained, .index = i};

	explain_page_open(&explained, page->comparison, selected);
	html.lines_seen =
	    memory_new((explained.explanation->by_line.n + 1) * sizeof *html.lines_seen);
	text_addf(t,
	    "<section class=\"explanation\" id=\"explain-%zu\" data-explanation=%zu>\n", i, i);
	add_title(&html);
	add_fields(&html, page, selected->fields);
	explained.left = add_verdict(&html, VERDICT_EMPTY);
	explained.left |= add_verdict(&html, VERDICT_FOLDED);
	html_explain_code(&html);
	text_add(t, "</section>\n");
	free(html.lines_seen);
	explain_page_close(&explained);
}

void
html_explain(struct text *t, const struct page *page, size_t test)
{
	size_t i;

	if (!page->selection)
		return;
	for (i = 0; i < page->selection->n; i++)
		if (page->selection->v[i].test == test)
			add_explanation(t, page, i);
}
