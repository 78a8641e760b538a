#include <stdlib.h>

#include "savefile/savefile_cell.h"
#include "savefile/savefile_value.h"
#include "util/encoding.h"

/* By hand: there are a million of them. */
static void
add_count(struct text *t, enum field f, uint64_t count)
{
	char s[32], *at = s + sizeof s;

	*--at = '"';
	do
		*--at = (char)('0' + count % 10);
	while (count /= 10);
	text_add(t, f ? ",\"" : "{\"");
	text_add(t, field_name(f));
	text_add(t, "\":\"");
	text_add_n(t, at, (size_t)(s + sizeof s - at));
}

static void
add_counts(struct text *t, const struct counts *counts)
{
	enum field f;

	for (f = 0; f < FIELD_COUNT; f++)
		add_count(t, f, counts->of[f]);
	text_add_char(t, '}');
}

void
savefile_cell_add(struct text *t, const struct cell *cell)
{
	enum variant v;

	for (v = 0; v < VARIANT_COUNT; v++) {
		text_add(t, v ? ",[" : "[[");
		add_counts(t, &cell->counts[v][LENGTH_SHORT]);
		text_add_char(t, ',');
		add_counts(t, &cell->counts[v][LENGTH_LONG]);
		text_add_char(t, ']');
	}
	text_add_char(t, ']');
}

static void
read_counts(struct document *doc, const json_t *json, struct counts *counts)
{
	enum field f;

	if (!json_is_object(json))
		document_wrong(doc, "is no object of counts");
	for (f = 0; f < FIELD_COUNT; f++) {
		const json_t *count = json_object_get(json, field_name(f));
		const char *wrong = savefile_value_parse(count, &counts->of[f]);

		if (!wrong)
			continue;
		document_enter(doc, field_name(f));
		document_wrong(doc, "%s", wrong);
	}
}

void
savefile_cell_read(struct document *doc, const json_t *json, struct cell *cell)
{
	size_t v, l;

	if (json_array_size(json) != VARIANT_COUNT)
		document_wrong(doc, "is no array of two arrays");
	for (v = 0; v < VARIANT_COUNT; v++) {
		const json_t *pair = json_array_get(json, v);
		size_t place = document_enter_element(doc, v);

		if (json_array_size(pair) != LENGTH_COUNT)
			document_wrong(doc, "is no array of two objects");
		for (l = 0; l < LENGTH_COUNT; l++) {
			size_t inner = document_enter_element(doc, l);

			read_counts(doc, json_array_get(pair, l), &cell->counts[v][l]);
			text_cut(&doc->place, inner);
		}
		text_cut(&doc->place, place);
	}
	cell->measured = true;
}

struct cell *
savefile_cell_labelled(
    struct document *doc, const struct results *results, size_t test, const char *key)
{
	char *label = encoding_from_json(key, doc->foreign);
	const struct put *put = puts_find(&results->puts, label);

	document_enter(doc, label);
	if (!put)
		document_wrong(doc, "there is no such label");
	free(label);
	return results_cell(results, test, (size_t)(put - results->puts.v));
}
