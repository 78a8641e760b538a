#include <inttypes.h>

#include "savefile/savefile_profile.h"
#include "util/jsontext.h"

/* A list whose elements are written once, however often they occur: elsewhere in the file their
   indexes stand for them. */
struct pool {
	json_t *indexes; /* by element */
	struct text elements;
	size_t n;
};

struct writer {
	struct pool pools[LIST_COUNT];
	const struct profile *profile; /* of the current cell */
};

/* The index of the element, which is added if it is new, and freed. */
static size_t
pool(struct pool *pool, struct text *element)
{
	const json_t *known;
	size_t index = pool->n;

	if (!pool->indexes)
		pool->indexes = json_object();
	known = json_object_get(pool->indexes, element->s);
	if (known) {
		index = (size_t)json_integer_value(known);
	} else {
		json_object_set_new_nocheck(
		    pool->indexes, element->s, json_integer((json_int_t)index));
		jsontext_comma(&pool->elements, pool->n++);
		text_add(&pool->elements, element->s);
	}
	text_free(element);
	return index;
}

static size_t
pool_string(struct pool *strings, const char *s)
{
	struct text t = TEXT_EMPTY;

	jsontext_string(&t, s);
	return pool(strings, &t);
}

static size_t
pool_object(struct writer *w, const struct profile_object *object)
{
	struct text t = TEXT_EMPTY;

	text_add_char(&t, '[');
	jsontext_string(&t, object->path);
	text_add_char(&t, ',');
	jsontext_string(&t, object->build_id);
	text_add_char(&t, ']');
	return pool(&w->pools[LIST_OBJECTS], &t);
}

static size_t
pool_instruction(struct writer *w, const struct profile_step *step)
{
	struct text t = TEXT_EMPTY;

	text_add_char(&t, '[');
	if (step->text)
		jsontext_string(&t, step->text);
	else
		text_add(&t, "null");
	text_addf(
	    &t, ",%zu", pool_string(&w->pools[LIST_KINDS], profile_kind_name(step->kind)));
	if (step->frame || step->target)
		text_addf(&t, ",%d", step->frame);
	if (step->target)
		text_addf(&t, ",%" PRId64, (int64_t)(step->target - step->address));
	text_add_char(&t, ']');
	return pool(&w->pools[LIST_INSTRUCTIONS], &t);
}

/* 0: unknown. */
static size_t
pool_line(struct writer *w, const struct profile_step *step)
{
	struct text t = TEXT_EMPTY;

	if (!step->line)
		return 0;
	text_addf(&t, "[%zu,%u]",
	    pool_string(&w->pools[LIST_FILES], w->profile->files.v[step->file]), step->line);
	return 1 + pool(&w->pools[LIST_LINES], &t);
}

static size_t
pool_counts(struct writer *w, const struct profile_step *step)
{
	struct text t = TEXT_EMPTY;
	enum field end = FIELD_COUNT;

	while (end && !step->spent[end - 1])
		end--;
	text_addf(&t, "[%" PRId64, step->executions);
	for (enum field f = 0; f < end; f++)
		text_addf(&t, ",%" PRId64, step->spent[f]);
	text_add_char(&t, ']');
	return pool(&w->pools[LIST_COUNTS], &t);
}

/* Adds the three lists of the function's instructions. */
static void
savefile_profile_add_steps(
    struct writer *w, struct text *t, const struct profile_function *function)
{
	FREED_BY(text_free) struct text instructions = TEXT_EMPTY, lines = TEXT_EMPTY;
	size_t last_line = 0;
	uint64_t last = 0;

	for (size_t i = 0; i < function->step_count; i++) {
		const struct profile_step *step = &function->steps[i];
		const char *comma = i ? "," : "";
		size_t line = pool_line(w, step);

		text_addf(t, "%s%" PRId64, comma, (int64_t)(step->address - last));
		text_addf(&instructions, "%s%zu", comma, pool_instruction(w, step));
		text_addf(&lines, "%s%" PRId64, comma, (int64_t)line - (int64_t)last_line);
		last = step->address;
		last_line = line;
	}
	text_addf(
	    t, "],[%s],[%s]", instructions.n ? instructions.s : "", lines.n ? lines.s : "");
}

static size_t
pool_function(struct writer *w, const struct profile_function *function)
{
	struct text t = TEXT_EMPTY;

	text_add_char(&t, '[');
	jsontext_string(&t, function->name);
	text_addf(&t, ",%zu,", pool_object(w, &w->profile->objects[function->object]));
	jsontext_string(&t, profile_owner_name(function->owner));
	text_add(&t, ",[");
	savefile_profile_add_steps(w, &t, function);
	text_add_char(&t, ']');
	return pool(&w->pools[LIST_FUNCTIONS], &t);
}

static void
savefile_profile_add_function(
    struct writer *w, struct text *t, const struct profile_function *function)
{
	text_addf(t, "[%zu,%" PRId64 ",[", pool_function(w, function), function->calls);
	for (size_t i = 0; i < function->step_count; i++)
		text_addf(t, "%s%zu", i ? "," : "", pool_counts(w, &function->steps[i]));
	text_add(t, "],[");
	for (size_t i = 0; i < function->callee_count; i++)
		text_addf(t, "%s%zu,%" PRId64, i ? "," : "", function->callees[i].callee,
		    function->callees[i].calls);
	text_add(t, "]]");
}

static void
savefile_profile_add_cell(struct writer *w, struct text *t, const struct cell *cell)
{
	if (!cell->profile) {
		jsontext_string(t, cell->unprofiled);
		return;
	}
	w->profile = cell->profile;
	text_add_char(t, '[');
	for (size_t i = 0; i < cell->profile->function_count; i++) {
		jsontext_comma(t, i);
		savefile_profile_add_function(w, t, &cell->profile->functions[i]);
	}
	text_add_char(t, ']');
}

static bool
savefile_profile_is_told(const struct cell *cell)
{
	return cell->profile || cell->unprofiled;
}

static void
savefile_profile_add_row(
    struct writer *w, struct text *t, const struct results *results, size_t test)
{
	size_t members = 0;

	text_add_char(t, '{');
	for (size_t put = 0; put < results->puts.n; put++) {
		const struct cell *cell = results_cell(results, test, put);

		if (!savefile_profile_is_told(cell))
			continue;
		jsontext_key(t, members++, results->puts.v[put].label);
		savefile_profile_add_cell(w, t, cell);
	}
	text_add_char(t, '}');
}

static void
write_lists(struct writer *w, struct replace *r)
{
	for (enum profile_list i = 0; i < LIST_COUNT; i++) {
		jsontext_key(&r->pending, 1, savefile_profile_lists[i]);
		text_add_char(&r->pending, '[');
		text_add_n(&r->pending, w->pools[i].elements.s, w->pools[i].elements.n);
		text_add_char(&r->pending, ']');
		replace_flush(r);
		json_decref(w->pools[i].indexes);
		text_free(&w->pools[i].elements);
	}
}

static bool
savefile_profile_has_any(const struct results *results)
{
	size_t n = results->tests.n * results->puts.n;

	for (size_t i = 0; i < n; i++)
		if (savefile_profile_is_told(&results->cells[i]))
			return true;
	return false;
}

void
savefile_profile_write(struct replace *r, const struct results *results)
{
	struct writer w = {.profile = NULL};

	if (!savefile_profile_has_any(results))
		return;
	text_add(&r->pending, ",\"profiles\":{\"cells\":{");
	for (size_t i = 0; i < results->tests.n; i++) {
		jsontext_key(&r->pending, i, results->tests.v[i].name);
		savefile_profile_add_row(&w, &r->pending, results, i);
		replace_flush(r);
	}
	text_add_char(&r->pending, '}');
	write_lists(&w, r);
	text_add_char(&r->pending, '}');
}
