#include <inttypes.h>

#include "savefile/savefile_times.h"
#include "util/array.h"
#include "util/jsontext.h"
#include "util/memory.h"

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
savefile_times_add(struct text *t, const struct times *times)
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
savefile_times_read(struct savefile_reader *r, const json_t *json, struct cell *cell)
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
