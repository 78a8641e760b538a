#include <inttypes.h>

#include "explain/selection.h"
#include "report/explain/explain_print.h"
#include "report/format_print.h"
#include "util/array.h"
#include "util/jsontext.h"

/* An explanation on its way to text. */
struct explain_writer {
	const struct page *page;
	const struct selected *selected;
	const struct explanation *explanation;
	struct text *t;
};

/* Adds the member "total", with what is not 0. */
static void
add_total(struct text *t, const int64_t spent[FIELD_COUNT])
{
	text_add(t, "\"total\":{");
	for (enum field f = 0; f < FIELD_COUNT; f++) {
		if (!spent[f])
			continue;
		jsontext_key(t, field_rows[f].name);
		text_addf(t, "%" PRId64, spent[f]);
	}
	text_add_char(t, '}');
}

/* Adds the totals, and what one operation costs in the fields of the page. */
static void
add_spent(const struct explain_writer *w, const struct explanation_side *side)
{
	add_total(w->t, side->spent);
	EACH_FIELD(w->page, f) {
		struct value value;

		if (f >= FIELD_SIZE && f < FIELD_DERIVED)
			continue;
		jsontext_key(w->t, page_field(w->page, f));
		value.known = explanation_value(w->explanation, side, f, &value.v);
		format_value(w->t, value);
	}
}

/* Begins a side of the member "sides". Returns here: whether there are members to add. */
static bool
begin_side(const struct explain_writer *w, size_t side, bool here)
{
	text_add(w->t, side ? "," : ",\"sides\":[");
	text_add(w->t, here ? "{" : "null");
	return here;
}

static void
end_side(const struct explain_writer *w, size_t side, bool here)
{
	text_add(w->t, here ? "}" : "");
	text_add(w->t, side + 1 == w->explanation->sides ? "]" : "");
}

static const char *
truth(bool is)
{
	return is ? "true" : "false";
}

static void
explain_json_add_site(
    const struct explain_writer *w, const struct blocks_site *shown, size_t side)
{
	const struct profile_site *site = shown->of;

	text_addf(w->t, "\"address\":%" PRIu64 ",\"text\":", site->address);
	if (shown->text)
		jsontext_string(w->t, shown->text);
	else
		text_add(w->t, "null");
	jsontext_member(w->t, "kind", profile_kind_name(site->kind));
	if (shown->label)
		text_addf(w->t, ",\"label\":%u", shown->label);
	if (site->target)
		text_addf(w->t, ",\"target\":%" PRIu64, site->target);
	if (site->line) {
		jsontext_member(
		    w->t, "file", w->explanation->profiles[side]->files.v[site->file]);
		text_addf(w->t, ",\"line\":%u", site->line);
	}
	text_addf(w->t, ",\"frame\":%s,\"loop\":%s,\"runs\":%" PRId64 ",", truth(site->frame),
	    truth(shown->loop), site->executions);
	add_total(w->t, site->spent);
}

static void
explain_json_add_line(const struct explain_writer *w, const struct explanation_line *line)
{
	text_addf(w->t, "{\"equal\":%s", truth(line->equal));
	for (size_t side = 0; side < w->explanation->sides; side++) {
		const struct blocks_site *site = line->sides[side];

		if (begin_side(w, side, site))
			explain_json_add_site(w, site, side);
		end_side(w, side, site);
	}
	text_add_char(w->t, '}');
}

static void
add_block(const struct explain_writer *w, const struct explanation_block *block)
{
	text_addf(w->t, "{\"equal\":%s,\"loop\":%s", truth(block->equal), truth(block->loop));
	for (size_t side = 0; side < w->explanation->sides; side++) {
		if (begin_side(w, side, block->sides[side].here)) {
			text_addf(w->t, "\"runs\":%" PRId64 ",", block->executions[side]);
			add_spent(w, &block->sides[side]);
		}
		end_side(w, side, block->sides[side].here);
	}
	text_add(w->t, ",\"instructions\":[");
	for (size_t i = 0; i < block->n; i++) {
		jsontext_comma(w->t);
		explain_json_add_line(w, &block->lines[i]);
	}
	text_add(w->t, "]}");
}

/* Adds whose code a function is, and what it calls. */
static void
add_function_side(
    const struct explain_writer *w, const struct profile_function *function, size_t side)
{
	const struct profile *profile = w->explanation->profiles[side];
	const struct profile_binary *binary = &profile->binaries[function->binary];

	jsontext_member(w->t, "name", function->name);
	jsontext_member(w->t, "object", binary->path);
	jsontext_member(w->t, "build_id", binary->build_id);
	text_add(w->t, ",\"callees\":[");
	for (size_t i = 0; i < function->callee_count; i++) {
		const struct profile_call *call = &function->callees[i];

		text_add(w->t, i ? ",{\"name\":" : "{\"name\":");
		jsontext_string(w->t, profile->functions[call->callee].name);
		text_addf(w->t, ",\"calls\":%" PRId64 "}", call->calls);
	}
	text_add_char(w->t, ']');
}

static void
explain_json_add_function(const struct explain_writer *w, size_t i)
{
	const struct explanation_row *row = &w->explanation->by_function.rows[i];
	const struct explanation_function *code = &w->explanation->functions[i];

	text_add(w->t, "{\"name\":");
	jsontext_string(w->t, row->name);
	jsontext_member(w->t, "owner", profile_owner_name(row->owner));
	text_addf(w->t, ",\"equal\":%s", truth(code->equal));
	for (size_t side = 0; side < w->explanation->sides; side++) {
		const struct explanation_side *spent = &row->sides[side];

		if (begin_side(w, side, spent->here)) {
			text_addf(w->t, "\"calls\":%" PRId64 ",", spent->calls);
			add_spent(w, spent);
			add_function_side(w, code->sides[side], side);
		}
		end_side(w, side, spent->here);
	}
	text_add(w->t, ",\"blocks\":[");
	for (size_t k = 0; k < code->n; k++) {
		text_add(w->t, k ? ",\n" : "\n");
		add_block(w, &code->blocks[k]);
	}
	text_add(w->t, "]}");
}

/* Adds the rows of kinds, files or lines as a further member. Instructions without a line have
   the name of the library instead. note: the key of a row's note. */
static void
explain_json_add_rows(const struct explain_writer *w, const char *key,
    const struct explanation_group *group, const char *note)
{
	jsontext_key(w->t, key);
	text_add_char(w->t, '[');
	ARRAY_EACH(const struct explanation_row, row, group->rows, group->n) {
		text_add(w->t, row > group->rows ? ",\n" : "\n");
		text_add(w->t, row->line ? "{\"file\":" : "{\"name\":");
		jsontext_string(w->t, row->name);
		if (row->line)
			text_addf(w->t, ",\"line\":%u", row->line);
		if (row->note)
			jsontext_member(w->t, note, row->note);
		for (size_t side = 0; side < w->explanation->sides; side++) {
			if (begin_side(w, side, row->sides[side].here))
				add_spent(w, &row->sides[side]);
			end_side(w, side, row->sides[side].here);
		}
		text_add_char(w->t, '}');
	}
	text_add_char(w->t, ']');
}

/* Adds the processes of a command that started some. */
static void
explain_json_add_processes(const struct explain_writer *w, size_t put)
{
	const struct results *results = w->page->results;
	size_t test = w->selected->test;
	const struct processes *processes =
	    results_processes(results_cell(results, test, put), results->tests.v[test].once);

	if (processes->n < 2)
		return;
	text_add(w->t, ",\"processes\":[");
	for (size_t i = 0; i < processes->n; i++) {
		const struct process_counts *process = &processes->v[i];

		text_add(w->t, i ? ",{\"command\":" : "{\"command\":");
		jsontext_string(w->t, process->command);
		text_add_char(w->t, ',');
		add_total(w->t, (const int64_t *)process->counts.of);
		text_add_char(w->t, '}');
	}
	text_add_char(w->t, ']');
}

static void
add_explanation(const struct explain_writer *w)
{
	const struct explanation *explanation = w->explanation;
	const struct results *results = w->page->results;

	text_add(w->t, "{\"test\":");
	jsontext_string(w->t, results->tests.v[w->selected->test].name);
	for (size_t side = 0; side < explanation->sides; side++) {
		size_t put =
		    side + 1 == explanation->sides ? w->selected->put : w->selected->norm;

		begin_side(w, side, true);
		jsontext_member(w->t, "label", results->puts.v[put].label);
		text_addf(w->t, ",\"divisor\":%" PRId64 ",", explanation->iterations[side]);
		add_spent(w, &explanation->sums[side]);
		explain_json_add_processes(w, put);
		end_side(w, side, true);
	}
	text_add(w->t, ",\"functions\":[");
	for (size_t i = 0; i < explanation->by_function.n; i++) {
		text_add(w->t, i ? ",\n" : "\n");
		explain_json_add_function(w, i);
	}
	text_add_char(w->t, ']');
	explain_json_add_rows(w, "kinds", &explanation->by_kind, "mnemonics");
	explain_json_add_rows(w, "files", &explanation->by_file, "");
	explain_json_add_rows(w, "lines", &explanation->by_line, "near");
	text_add_char(w->t, '}');
}

void
explain_json(struct text *t, const struct page *page)
{
	text_add(t, ",\n\"explanations\":[");
	for (size_t i = 0; i < page->selection->n; i++) {
		const struct selected *selected = &page->selection->v[i];
		struct explanation *explanation = selection_explain(selected, page->comparison);

		text_add(t, i ? ",\n" : "\n");
		add_explanation(&(struct explain_writer){page, selected, explanation, t});
		explanation_free(explanation);
	}
	text_add(t, "]");
}
