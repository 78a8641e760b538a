#include "savefile/savefile_member.h"
#include "util/jsontext.h"

/* Returns how many puts have a value. */
static size_t
add_each(struct text *t, struct member_of of, const struct member *member)
{
	const struct results *results = of.results;
	bool labels = member->each == MEMBER_LABELS;
	size_t known = 0;

	text_add_char(t, labels ? '{' : '[');
	for (size_t i = 0; i < results->puts.n; i++) {
		size_t start;

		of.put = &results->puts.v[i];
		if (of.test)
			of.cell =
			    results_cell(results, (size_t)(of.test - results->tests.v), i);
		jsontext_comma(t, labels ? 0 : i);
		start = t->n;
		if (labels)
			jsontext_key(t, known, of.put->label);
		if (member->add(t, &of)) {
			known++;
			continue;
		}
		text_cut(t, start);
		text_add(t, labels ? "" : "null");
	}
	text_add_char(t, labels ? '}' : ']');
	return known;
}

bool
member_add(struct text *t, const struct member_of *of, const struct member *member)
{
	return member->each == MEMBER_ONE ? member->add(t, of)
	                                  : add_each(t, *of, member) || member->always;
}

void
members_add(struct text *t, const struct member_of *of, const struct member *members, size_t n,
    size_t before)
{
	struct member_of own = *of;

	for (size_t i = 0; i < n; i++) {
		size_t start = t->n;

		if (!members[i].add)
			continue;
		own.field = members[i].field;
		jsontext_key(t, before, members[i].key);
		if (member_add(t, &own, &members[i]))
			before++;
		else
			text_cut(t, start);
	}
}

void
member_read(struct savefile_reader *r, const json_t *json, const struct member *member)
{
	const struct results *results = r->results;
	struct walk w;
	bool labels;

	r->field = member->field;
	if (member->each == MEMBER_ONE) {
		member->read(r, json);
		return;
	}
	labels = member->each == MEMBER_LABELS;
	if (!labels && json_array_size(json) != results->puts.n)
		jsonfile_wrong(&r->file, "must have one element for each put in 'perls'");
	walk_open(&w, &r->file, json, labels ? '{' : '[');
	while (walk_next(&w)) {
		r->put = labels ? reader_put(r, w.key) : w.i;
		r->cell = results->cells ? results_cell(results, r->test, r->put) : NULL;
		if (member->each != MEMBER_PUTS || !json_is_null(w.value))
			member->read(r, w.value);
	}
}

void
members_read(
    struct savefile_reader *r, const json_t *object, const struct member *members, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const json_t *value = json_object_get(object, members[i].key);
		size_t place = jsonfile_enter(&r->file, members[i].key);

		if (value && members[i].read)
			member_read(r, value, &members[i]);
		else if (!value && members[i].needed)
			jsonfile_wrong(&r->file, "is missing");
		text_cut(&r->file.place, place);
	}
}
