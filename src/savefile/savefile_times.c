#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "model/times.h"
#include "savefile/savefile_cell.h"
#include "savefile/savefile_times.h"
#include "savefile/savefile_value.h"
#include "util/jsontext.h"
#include "util/memory.h"
#include "util/walk.h"

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

static void
add_times(struct text *t, const struct times *times)
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

void
savefile_times_add(struct text *t, const struct results *results, size_t test)
{
	size_t puts = 0, put;

	for (put = 0; put < results->puts.n; put++) {
		const struct times *times = results_cell(results, test, put)->times;

		if (!times)
			continue;
		text_add(t, puts ? "" : ",\"times\":{");
		jsontext_key(t, puts++, results->puts.v[put].label);
		add_times(t, times);
	}
	text_add(t, puts ? "}" : "");
}

static void
read_iterations(struct jsonfile *doc, const json_t *json, struct times *times)
{
	struct walk w;

	if (json_array_size(json) != VARIANT_COUNT)
		jsonfile_wrong(doc, "is not an array of two numbers");
	walk_open(&w, doc, json, '[');
	while (walk_next(&w)) {
		times->iterations[w.i] = savefile_value_number(doc, w.value, MOST);
		if (!times->iterations[w.i])
			jsonfile_wrong(doc, "is 0");
	}
}

static void
read_sample(struct jsonfile *doc, const json_t *json, struct times *times)
{
	uint64_t *numbers[NUMBERS];
	struct walk w;

	if (json_array_size(json) != NUMBERS)
		jsonfile_wrong(doc, "is not an array of %d numbers", NUMBERS);
	list_numbers(times_add(times), numbers);
	walk_open(&w, doc, json, '[');
	while (walk_next(&w))
		*numbers[w.i] = savefile_value_number(doc, w.value, MOST);
}

static void
read_samples(struct jsonfile *doc, const json_t *json, struct times *times)
{
	struct walk w;

	walk_open(&w, doc, json, '[');
	while (walk_next(&w))
		read_sample(doc, w.value, times);
}

/* All three members are needed. */
static void
read_times(struct jsonfile *doc, const json_t *json, struct cell *cell)
{
	static const char *const keys[] = {"turns", "step", "samples"};
	struct times *times = cell->times = memory_new(sizeof *times);
	size_t i;

	for (i = 0; i < sizeof keys / sizeof *keys; i++) {
		const json_t *value = json_object_get(json, keys[i]);
		size_t place = jsonfile_enter(doc, keys[i]);

		if (!value)
			jsonfile_wrong(doc, "is missing");
		if (i == 0)
			read_iterations(doc, value, times);
		else if (i == 1)
			times->step = savefile_value_number(doc, value, MOST);
		else
			read_samples(doc, value, times);
		text_cut(&doc->place, place);
	}
}

void
savefile_times_read(
    struct jsonfile *doc, const json_t *json, struct results *results, size_t test)
{
	struct walk w;

	walk_open(&w, doc, json, '{');
	while (walk_next(&w)) {
		struct cell *cell = savefile_cell_find(doc, results, test, w.key);

		if (!cell->measured)
			jsonfile_wrong(doc, "the cell has no counts");
		if (cell->times)
			jsonfile_wrong(doc, "the cell is named twice");
		read_times(doc, w.value, cell);
	}
}

void
savefile_times_add_hosts(struct text *t, const struct puts *puts)
{
	size_t timed = 0, put, i;

	for (put = 0; put < puts->n; put++)
		timed += puts->v[put].host.n;
	for (put = 0; timed && put < puts->n; put++) {
		const struct words *host = &puts->v[put].host;

		text_add(t, put ? "," : ",\"hosts\":[");
		text_add(t, host->n ? "{" : "null");
		for (i = 0; i < host->n; i++) {
			size_t n = strcspn(host->v[i], "=");
			char *name = memory_copy_n(host->v[i], n);

			jsontext_key(t, i, name);
			jsontext_string(t, host->v[i] + n + 1);
			free(name);
		}
		text_add(t, host->n ? "}" : "");
	}
	text_add(t, timed ? "]" : "");
}

void
savefile_times_read_host(struct jsonfile *doc, const json_t *json, struct words *host)
{
	struct walk w;

	if (json_is_null(json))
		return;
	walk_open(&w, doc, json, '{');
	while (walk_next(&w)) {
		const char *value = json_string_value(w.value);

		if (!value)
			jsonfile_wrong(doc, "is not a string");
		words_take(host, text_print("%s=%s", w.key, value));
	}
}
