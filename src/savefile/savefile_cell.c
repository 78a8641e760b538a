#include "savefile/savefile_cell.h"

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
read_counts(
    struct savefile_reader *r, const json_t *json, field_set lacks, struct counts *counts)
{
	enum field f;

	if (!json_is_object(json))
		jsonfile_wrong(&r->file, "is not an object of counts");
	for (f = 0; f < FIELD_COUNT; f++) {
		const json_t *count = json_object_get(json, field_name(f));
		const char *wrong =
		    lacks & FIELD_BIT(f) ? NULL : reader_parse(count, &counts->of[f]);

		if (!wrong)
			continue;
		jsonfile_enter(&r->file, field_name(f));
		jsonfile_wrong(&r->file, "%s", wrong);
	}
}

static void
read_variant(struct savefile_reader *r, const json_t *json, field_set lacks,
    struct counts counts[LENGTH_COUNT])
{
	struct walk w;

	if (json_array_size(json) != LENGTH_COUNT)
		jsonfile_wrong(&r->file, "is not an array of two objects");
	walk_open(&w, &r->file, json, '[');
	while (walk_next(&w))
		read_counts(r, w.value, lacks, &counts[w.i]);
}

void
savefile_cell_read(struct savefile_reader *r, const json_t *json, struct cell *cell)
{
	struct walk w;

	if (json_array_size(json) != VARIANT_COUNT)
		jsonfile_wrong(&r->file, "is not an array of two arrays");
	cell->lacks = find_lacks(json);
	walk_open(&w, &r->file, json, '[');
	while (walk_next(&w))
		read_variant(r, w.value, cell->lacks, cell->counts[w.i]);
	cell->measured = true;
}
