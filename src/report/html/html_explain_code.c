#include <math.h>
#include <stdlib.h>

#include "report/amount.h"
#include "report/html/html.h"
#include "report/html/html_listing.h"
#include "util/memory.h"

/* What becomes of a block. */
enum fate { SHOWN, EQUAL, FREE, FATES };

struct code {
	struct html_explain *html;
	const struct explain_page *page;
	size_t index; /* of the function in its part */
	const struct explanation_row *row;
	const struct explanation_function *function;
	const struct explanation_block **blocks; /* of one fate */
};

static double
value_of(const struct code *code, const struct explanation_side *side)
{
	return explain_page_value(code->page, side, code->page->explanation->by);
}

/* Whether the loop around the snippet is shown, too. */
static bool
shows_loop(const struct code *code)
{
	return code->page->all || (code->page->left && code->row->owner == PROFILE_SNIPPET);
}

static enum fate
fate_of(const struct code *code, const struct explanation_block *block)
{
	if (shows_loop(code))
		return SHOWN;
	if (!value_of(code, &block->sides[EXPLANATION_NORM]) &&
	    !value_of(code, &block->sides[EXPLANATION_PUT]))
		return FREE;
	return block->equal ? EQUAL : SHOWN;
}

static size_t
choose(struct code *code, enum fate fate)
{
	size_t n = 0, i;

	for (i = 0; i < code->function->n; i++)
		if (fate_of(code, &code->function->blocks[i]) == fate)
			code->blocks[n++] = &code->function->blocks[i];
	return n;
}

/* "3 blocks the same on both: 30.0 Ir" */
static void
add_summary(struct code *code, enum fate fate, size_t n)
{
	struct explanation_side sum = {0};
	struct text *t = code->html->t;
	char buffer[AMOUNT_SIZE];
	size_t i;

	for (i = 0; i < n; i++)
		explain_page_add(&sum, &code->blocks[i]->sides[EXPLANATION_NORM]);
	text_addf(t,
	    fate == EQUAL ? "<summary>%zu block%s the same on both: <span>%s "
	                  : "<summary>%zu other block%s: <span>%s ",
	    n, n == 1 ? "" : "s", amount_show(value_of(code, &sum), false, buffer));
	html_text(t, explain_page_field(code->page, code->page->explanation->by));
	text_add(t, "</span></summary>\n");
}

static void
add_blocks(struct code *code, enum fate fate)
{
	size_t n = choose(code, fate);
	bool folded = n && fate != SHOWN;

	if (folded) {
		text_add(code->html->t, "<details class=blocks>");
		add_summary(code, fate, n);
	}
	if (n)
		html_listing(code->html, code->index, code->blocks, n);
	text_add(code->html->t, folded ? "</details>\n" : "");
}

static void
add_function(struct code *code)
{
	char *place = explain_page_place(code->page, code->row);
	struct text *t = code->html->t;
	enum fate fate;

	text_add(t, "<h5>Code of ");
	html_name(t, code->row->name);
	if (place) {
		text_add(t, " in ");
		html_name(t, place);
	}
	text_add(t, "</h5>\n");
	for (fate = 0; fate < FATES; fate++)
		add_blocks(code, fate);
	free(place);
}

bool
html_explain_has_code(const struct explain_page *page)
{
	return page->all || explain_page_has_own(page);
}

void
html_explain_code(struct html_explain *html)
{
	const struct explanation *explanation = html->page->explanation;
	struct code code = {.html = html, .page = html->page};
	size_t i;

	if (!html_explain_has_code(html->page)) {
		text_add(html->t, "<p>Not shown: the code of the interpreter or command; "
		                  "--explain=all shows it</p>\n");
		return;
	}
	for (i = 0; i < explanation->by_function.n; i++) {
		code.index = i;
		code.row = &explanation->by_function.rows[i];
		code.function = &explanation->functions[i];
		code.blocks = memory_new((code.function->n + 1) * sizeof *code.blocks);
		if (code.function->n)
			add_function(&code);
		free(code.blocks);
	}
}
