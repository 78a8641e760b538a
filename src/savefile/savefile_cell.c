#include <inttypes.h>

#include "savefile/savefile_cell.h"
#include "util/array.h"
#include "util/jsontext.h"
#include "util/memory.h"

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

/* A number that a double holds exactly, as other readers of JSON have no more. */
#define MOST (UINT64_C(1) << 53)

enum { NUMBERS = VARIANT_COUNT * LENGTH_COUNT + VARIANT_COUNT };

/* The numbers of a sample in the order of the file. */
static void
list_numbers(struct time_sample *sample, uint64_t *numbers[NUMBERS])
{
	size_t n = 0;
	enum variant v;
	enum length l;

	for (v = 0; v < VARIANT_COUNT; v++)
		for (l = 0; l < LENGTH_COUNT; l++)
			numbers[n++] = &sample->ns[v][l];
	for (v = 0; v < VARIANT_COUNT; v++)
		numbers[n++] = &sample->fixed[v];
}

void
savefile_cell_add_times(struct text *t, const struct times *times)
{
	size_t i, k;

	text_addf(t, "{\"turns\":[%" PRIu64 ",%" PRIu64 "],\"step\":%" PRIu64 ",\"samples\":[",
	    times->iterations[VARIANT_EMPTY], times->iterations[VARIANT_ACTIVE], times->step);
	for (i = 0; i < times->n; i++) {
		uint64_t *numbers[NUMBERS];

		list_numbers(&times->v[i], numbers);
		text_add(t, i ? ",[" : "[");
		for (k = 0; k < NUMBERS; k++) {
			jsontext_comma(t, k);
			text_add_number(t, *numbers[k]);
		}
		text_add_char(t, ']');
	}
	text_add(t, "]}");
}

static void
read_iterations(struct savefile_reader *r, const json_t *json, struct times *times)
{
	struct walk w;

	if (json_array_size(json) != VARIANT_COUNT)
		jsonfile_wrong(&r->file, "is not an array of two numbers");
	walk_open(&w, &r->file, json, '[');
	while (walk_next(&w)) {
		times->iterations[w.i] = reader_number(r, w.value, MOST);
		if (!times->iterations[w.i])
			jsonfile_wrong(&r->file, "is 0");
	}
}

static void
read_sample(struct savefile_reader *r, const json_t *json, struct times *times)
{
	uint64_t *numbers[NUMBERS];
	struct walk w;

	if (json_array_size(json) != NUMBERS)
		jsonfile_wrong(&r->file, "is not an array of %d numbers", NUMBERS);
	list_numbers(times_add(times), numbers);
	walk_open(&w, &r->file, json, '[');
	while (walk_next(&w))
		*numbers[w.i] = reader_number(r, w.value, MOST);
}

static void
read_samples(struct savefile_reader *r, const json_t *json, struct times *times)
{
	struct walk w;

	walk_open(&w, &r->file, json, '[');
	while (walk_next(&w))
		read_sample(r, w.value, times);
}

/* All three members are needed. */
void
savefile_cell_read_times(struct savefile_reader *r, const json_t *json, struct cell *cell)
{
	static const char *const keys[] = {"turns", "step", "samples"};
	struct times *times;
	size_t i;

	if (!cell->measured)
		jsonfile_wrong(&r->file, "the cell has no counts");
	if (cell->times)
		jsonfile_wrong(&r->file, "the cell is named twice");
	times = cell->times = memory_new(sizeof *times);
	for (i = 0; i < COUNTOF(keys); i++) {
		const json_t *value = json_object_get(json, keys[i]);
		size_t place = jsonfile_enter(&r->file, keys[i]);

		if (!value)
			jsonfile_wrong(&r->file, "is missing");
		if (i == 0)
			read_iterations(r, value, times);
		else if (i == 1)
			times->step = reader_number(r, value, MOST);
		else
			read_samples(r, value, times);
		text_cut(&r->file.place, place);
	}
}
