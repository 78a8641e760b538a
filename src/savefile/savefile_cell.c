#include "savefile/savefile_cell.h"
#include "savefile/savefile_value.h"
#include "util/jsontext.h"
#include "util/walk.h"

static void
add_counts(struct text *t, const struct counts *counts, field_set lacks)
{
	const char *before = "{\"";
	enum field f;

	for (f = 0; f < FIELD_COUNT; f++) {
		if (lacks & FIELD_BIT(f))
			continue;
		text_add(t, before);
		before = ",\"";
		text_add(t, field_name(f));
		text_add(t, "\":\"");
		text_add_number(t, counts->of[f]);
		text_add_char(t, '"');
	}
	text_add_char(t, '}');
}

void
savefile_cell_add(struct text *t, const struct cell *cell)
{
	enum variant v;

	for (v = 0; v < VARIANT_COUNT; v++) {
		text_add(t, v ? ",[" : "[[");
		add_counts(t, &cell->counts[v][LENGTH_SHORT], cell->lacks);
		text_add_char(t, ',');
		add_counts(t, &cell->counts[v][LENGTH_LONG], cell->lacks);
		text_add_char(t, ']');
	}
	text_add_char(t, ']');
}

/* The counted fields that the engine did not count: those of valgrind's, if the first of the
   four objects has none of them. */
static field_set
find_lacks(const json_t *json)
{
	const json_t *counts = json_array_get(json_array_get(json, 0), 0);
	const field_set lacks = FIELD_ALL & ~FIELD_QEMU;
	enum field f;

	for (f = 0; f < FIELD_COUNT; f++)
		if (lacks & FIELD_BIT(f) && json_object_get(counts, field_name(f)))
			return 0;
	return lacks;
}

static void
read_counts(struct jsonfile *doc, const json_t *json, field_set lacks, struct counts *counts)
{
	enum field f;

	if (!json_is_object(json))
		jsonfile_wrong(doc, "is not an object of counts");
	for (f = 0; f < FIELD_COUNT; f++) {
		const json_t *count = json_object_get(json, field_name(f));
		const char *wrong =
		    lacks & FIELD_BIT(f) ? NULL : savefile_value_parse(count, &counts->of[f]);

		if (!wrong)
			continue;
		jsonfile_enter(doc, field_name(f));
		jsonfile_wrong(doc, "%s", wrong);
	}
}

static void
read_variant(struct jsonfile *doc, const json_t *json, field_set lacks,
    struct counts counts[LENGTH_COUNT])
{
	struct walk w;

	if (json_array_size(json) != LENGTH_COUNT)
		jsonfile_wrong(doc, "is not an array of two objects");
	walk_open(&w, doc, json, '[');
	while (walk_next(&w))
		read_counts(doc, w.value, lacks, &counts[w.i]);
}

void
savefile_cell_read(struct jsonfile *doc, const json_t *json, struct cell *cell)
{
	struct walk w;

	if (json_array_size(json) != VARIANT_COUNT)
		jsonfile_wrong(doc, "is not an array of two arrays");
	cell->lacks = find_lacks(json);
	walk_open(&w, doc, json, '[');
	while (walk_next(&w))
		read_variant(doc, w.value, cell->lacks, cell->counts[w.i]);
	cell->measured = true;
}

size_t
savefile_cell_test(const struct jsonfile *doc, const struct results *results, const char *name)
{
	const struct test *test = tests_find(&results->tests, name);

	if (!test)
		jsonfile_wrong(doc, "test '%s' is not listed in 'order'", name);
	return (size_t)(test - results->tests.v);
}

struct cell *
savefile_cell_find(
    const struct jsonfile *doc, const struct results *results, size_t test, const char *label)
{
	const struct put *put = puts_find(&results->puts, label);

	if (!put)
		jsonfile_wrong(doc, "no put has the label '%s'", label);
	return results_cell(results, test, (size_t)(put - results->puts.v));
}

static void
add_in_layout(struct text *t, const struct cell *cell)
{
	const struct memory_layout *layout = &cell->layout;

	text_addf(t, "{\"stack\":%u,\"heap\":%u,\"code\":%u,\"counts\":", layout->stack,
	    layout->heap, layout->code);
	if (cell->measured)
		savefile_cell_add(t, cell);
	else
		text_add(t, "null");
	text_add_char(t, '}');
}

void
savefile_cell_add_jitter(struct text *t, const struct results *results, size_t test)
{
	size_t puts = 0, put, i;

	for (put = 0; put < results->puts.n; put++) {
		const struct cell *cell = results_cell(results, test, put);

		if (!cell->jitter_count)
			continue;
		text_add(t, puts ? "" : ",\"jitter\":{");
		jsontext_key(t, puts++, results->puts.v[put].label);
		text_add_char(t, '[');
		for (i = 0; i < cell->jitter_count; i++) {
			jsontext_comma(t, i);
			add_in_layout(t, &cell->jitter[i]);
		}
		text_add_char(t, ']');
	}
	text_add(t, puts ? "}" : "");
}

static unsigned
read_offset(struct jsonfile *doc, const json_t *json, const char *key)
{
	size_t place = jsonfile_enter(doc, key);
	uint64_t offset =
	    savefile_value_number(doc, json_object_get(json, key), MEMORY_LAYOUT_PAGE - 1);

	text_cut(&doc->place, place);
	return (unsigned)offset;
}

static void
read_in_layout(struct jsonfile *doc, const json_t *json, struct cell *cell)
{
	const json_t *counts = json_object_get(json, "counts");
	struct memory_layout layout = {read_offset(doc, json, "stack"),
	    read_offset(doc, json, "heap"), read_offset(doc, json, "code")};
	struct cell *added = results_add_jitter(cell, layout);

	jsonfile_enter(doc, "counts");
	if (!json_is_null(counts))
		savefile_cell_read(doc, counts, added);
}

void
savefile_cell_read_jitter(
    struct jsonfile *doc, const json_t *json, struct results *results, size_t test)
{
	struct walk of_put, of_layout;

	walk_open(&of_put, doc, json, '{');
	while (walk_next(&of_put)) {
		struct cell *cell = savefile_cell_find(doc, results, test, of_put.key);

		walk_open(&of_layout, doc, of_put.value, '[');
		while (walk_next(&of_layout))
			read_in_layout(doc, of_layout.value, cell);
	}
}
