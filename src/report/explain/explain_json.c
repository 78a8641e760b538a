#include <inttypes.h>

#include "explain/selection.h"
#include "report/explain/explain_print.h"
#include "report/format_print.h"
#include "util/jsontext.h"

/* An explanation on its way to text. */
struct writer {
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
		jsontext_key(t, field_name(f));
		text_addf(t, "%" PRId64, spent[f]);
	}
	text_add_char(t, '}');
}

/* Adds the totals, and what one operation costs in the fields of the page. */
static void
add_spent(struct writer *w, const struct explanation_side *side)
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

/* Adds the member "sides": objects, whose members add adds. here: which sides there are. */
static void
explain_json_add_sides(struct writer *w, const bool here[EXPLANATION_SIDES],
    void (*add)(struct writer *w, const void *context, size_t side), const void *context)
{
	text_add(w->t, ",\"sides\":[");
	for (size_t side = 0; side < EXPLANATION_SIDES && side < w->explanation->sides;
	     side++) {
		jsontext_comma(w->t);
		if (!here[side]) {
			text_add(w->t, "null");
			continue;
		}
		text_add_char(w->t, '{');
		add(w, context, side);
		text_add_char(w->t, '}');
	}
	text_add_char(w->t, ']');
}

static void
explain_json_add_step(struct writer *w, const void *context, size_t side)
{
	const struct explanation_line *line = context;
	const struct explanation_step *shown = &line->sides[side];
	const struct profile_step *step = shown->of;

	text_addf(w->t, "\"address\":%" PRIu64 ",\"text\":", step->address);
	if (shown->text)
		jsontext_string(w->t, shown->text);
	else
		text_add(w->t, "null");
	jsontext_member(w->t, "kind", profile_kind_name(step->kind));
	if (shown->label)
		text_addf(w->t, ",\"label\":%u", shown->label);
	if (step->target)
		text_addf(w->t, ",\"target\":%" PRIu64, step->target);
	if (step->line) {
		jsontext_member(
		    w->t, "file", w->explanation->profiles[side]->files.v[step->file]);
		text_addf(w->t, ",\"line\":%u", step->line);
	}
	text_addf(w->t, ",\"frame\":%s,\"loop\":%s,\"runs\":%" PRId64 ",",
	    step->frame ? "true" : "false", shown->loop ? "true" : "false", step->executions);
	add_total(w->t, step->spent);
}

static void
explain_json_add_line(struct writer *w, const struct explanation_line *line)
{
	const bool here[] = {line->sides[0].of != NULL, line->sides[1].of != NULL};

	text_addf(w->t, "{\"equal\":%s", line->equal ? "true" : "false");
	explain_json_add_sides(w, here, explain_json_add_step, line);
	text_add_char(w->t, '}');
}

static void
add_block_side(struct writer *w, const void *context, size_t side)
{
	const struct explanation_block *block = context;

	text_addf(w->t, "\"runs\":%" PRId64 ",", block->executions[side]);
	add_spent(w, &block->sides[side]);
}

static void
add_block(struct writer *w, const struct explanation_block *block)
{
	const bool here[] = {block->sides[0].here, block->sides[1].here};

	text_addf(w->t, "{\"equal\":%s,\"loop\":%s", block->equal ? "true" : "false",
	    block->loop ? "true" : "false");
	explain_json_add_sides(w, here, add_block_side, block);
	text_add(w->t, ",\"instructions\":[");
	for (size_t i = 0; i < block->n; i++) {
		jsontext_comma(w->t);
		explain_json_add_line(w, &block->lines[i]);
	}
	text_add(w->t, "]}");
}

/* A function on one side: whose code it is, what it costs and what it calls. */
struct function {
	const struct explanation_row *row;
	const struct explanation_function *code;
};

static void
add_callees(
    struct writer *w, const struct profile_function *function, const struct profile *profile)
{
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
add_function_side(struct writer *w, const void *context, size_t side)
{
	const struct function *of = context;
	const struct profile_function *function = of->code->sides[side];
	const struct explanation_side *spent = &of->row->sides[side];

	text_addf(w->t, "\"calls\":%" PRId64 ",", spent->calls);
	add_spent(w, spent);
	if (function) {
		const struct profile_object *object =
		    &w->explanation->profiles[side]->objects[function->object];

		jsontext_member(w->t, "name", function->name);
		jsontext_member(w->t, "object", object->path);
		jsontext_member(w->t, "build_id", object->build_id);
		add_callees(w, function, w->explanation->profiles[side]);
	}
}

static void
explain_json_add_function(struct writer *w, size_t i)
{
	const struct explanation_row *row = &w->explanation->by_function.rows[i];
	const struct explanation_function *code = &w->explanation->functions[i];
	const struct function function = {row, code};
	const bool here[] = {row->sides[0].here, row->sides[1].here};

	text_add(w->t, "{\"name\":");
	jsontext_string(w->t, row->name);
	jsontext_member(w->t, "owner", profile_owner_name(row->owner));
	text_addf(w->t, ",\"equal\":%s", code->equal ? "true" : "false");
	explain_json_add_sides(w, here, add_function_side, &function);
	text_add(w->t, ",\"blocks\":[");
	for (size_t k = 0; k < code->n; k++) {
		text_add(w->t, k ? ",\n" : "\n");
		add_block(w, &code->blocks[k]);
	}
	text_add(w->t, "]}");
}

static void
add_row_side(struct writer *w, const void *context, size_t side)
{
	const struct explanation_row *row = context;

	add_spent(w, &row->sides[side]);
}

static void
add_rest(struct writer *w, const struct explanation_row *row)
{
	const bool here[] = {row->sides[0].here, row->sides[1].here};

	explain_json_add_sides(w, here, add_row_side, row);
	text_add_char(w->t, '}');
}

static void
explain_json_add_kind(struct writer *w, size_t i)
{
	const struct explanation_row *row = &w->explanation->by_kind.rows[i];

	text_add(w->t, "{\"name\":");
	jsontext_string(w->t, row->name);
	if (row->note)
		jsontext_member(w->t, "mnemonics", row->note);
	add_rest(w, row);
}

/* Instructions without a line have the name of the library instead. */
static void
add_source_line(struct writer *w, size_t i)
{
	const struct explanation_row *row = &w->explanation->by_line.rows[i];

	text_add(w->t, row->line ? "{\"file\":" : "{\"name\":");
	jsontext_string(w->t, row->name);
	if (row->line)
		text_addf(w->t, ",\"line\":%u", row->line);
	if (row->note)
		jsontext_member(w->t, "near", row->note);
	add_rest(w, row);
}

/* Adds a part as a further member: n elements, which add adds. */
static void
explain_json_add_part(
    struct writer *w, const char *key, size_t n, void (*add)(struct writer *w, size_t i))
{
	jsontext_key(w->t, key);
	text_add_char(w->t, '[');
	for (size_t i = 0; i < n; i++) {
		text_add(w->t, i ? ",\n" : "\n");
		add(w, i);
	}
	text_add_char(w->t, ']');
}

/* The put of a side. */
static size_t
explain_json_put_of(const struct writer *w, size_t side)
{
	return side + 1 == w->explanation->sides ? w->selected->put : w->selected->norm;
}

/* Adds the processes of a command that started some. */
static void
explain_json_add_processes(struct writer *w, size_t side)
{
	const struct results *results = w->page->results;
	const struct processes *processes = results_processes(
	    results_cell(results, w->selected->test, explain_json_put_of(w, side)),
	    results->tests.v[w->selected->test].once);

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
add_sum(struct writer *w, const void *context, size_t side)
{
	const struct explanation_side *sum = &w->explanation->sums[side];

	(void)context;
	jsontext_member(
	    w->t, "label", w->page->results->puts.v[explain_json_put_of(w, side)].label);
	text_addf(w->t, ",\"divisor\":%" PRId64 ",", w->explanation->iterations[side]);
	add_spent(w, sum);
	explain_json_add_processes(w, side);
}

static void
add_explanation(struct writer *w)
{
	static const bool both[] = {true, true};
	const struct explanation *explanation = w->explanation;

	text_add(w->t, "{\"test\":");
	jsontext_string(w->t, w->page->results->tests.v[w->selected->test].name);
	explain_json_add_sides(w, both, add_sum, NULL);
	explain_json_add_part(
	    w, "functions", explanation->by_function.n, explain_json_add_function);
	explain_json_add_part(w, "kinds", explanation->by_kind.n, explain_json_add_kind);
	explain_json_add_part(w, "lines", explanation->by_line.n, add_source_line);
	text_add_char(w->t, '}');
}

void
explain_json(struct text *t, const struct page *page)
{
	struct writer w = {.page = page, .t = t};

	text_add(t, ",\n\"explanations\":[");
	for (size_t i = 0; i < page->selection->n; i++) {
		struct explanation *explanation =
		    selection_explain(&page->selection->v[i], page->comparison);

		w.selected = &page->selection->v[i];
		w.explanation = explanation;
		text_add(t, i ? ",\n" : "\n");
		add_explanation(&w);
		explanation_free(explanation);
	}
	text_add(t, "]");
}
