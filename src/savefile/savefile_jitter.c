#include "savefile/savefile_cell.h"
#include "savefile/savefile_jitter.h"
#include "savefile/savefile_value.h"
#include "util/jsontext.h"

static void
add_jitter(struct text *t, const struct cell *cell)
{
	const struct layout *layout = &cell->layout;

	text_addf(t, "{\"stack\":%u,\"heap\":%u,\"code\":%u,\"counts\":", layout->stack,
	    layout->heap, layout->code);
	if (cell->measured)
		savefile_cell_add(t, cell);
	else
		text_add(t, "null");
	text_add_char(t, '}');
}

void
savefile_jitter_add(struct text *t, const struct results *results, size_t test)
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
			add_jitter(t, &cell->jitter[i]);
		}
		text_add_char(t, ']');
	}
	text_add(t, puts ? "}" : "");
}

static unsigned
read_offset(struct document *doc, const json_t *json, const char *key)
{
	size_t place = document_enter(doc, key);
	uint64_t offset =
	    savefile_value_number(doc, json_object_get(json, key), LAYOUT_PAGE - 1);

	text_cut(&doc->place, place);
	return (unsigned)offset;
}

static void
read_jitter(struct document *doc, const json_t *json, struct cell *cell)
{
	const json_t *counts = json_object_get(json, "counts");
	struct layout layout = {read_offset(doc, json, "stack"), read_offset(doc, json, "heap"),
	    read_offset(doc, json, "code")};
	struct cell *added = results_add_jitter(cell, layout);

	document_enter(doc, "counts");
	if (!json_is_null(counts))
		savefile_cell_read(doc, counts, added);
}

static void
read_list(struct document *doc, const json_t *list, struct cell *cell)
{
	size_t i;

	if (!json_is_array(list))
		document_wrong(doc, "is no array");
	for (i = 0; i < json_array_size(list); i++) {
		size_t place = document_enter_element(doc, i);

		read_jitter(doc, json_array_get(list, i), cell);
		text_cut(&doc->place, place);
	}
}

void
savefile_jitter_read(
    struct document *doc, json_t *json, const struct results *results, size_t test)
{
	const char *key;
	json_t *list;

	if (!json_is_object(json))
		document_wrong(doc, "is no object");
	json_object_foreach(json, key, list)
	{
		size_t place = doc->place.n;

		read_list(doc, list, savefile_cell_labelled(doc, results, test, key));
		text_cut(&doc->place, place);
	}
}
