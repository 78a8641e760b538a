#include <stdlib.h>

#include "util/encoding.h"
#include "util/walk.h"

static void
release(void *held)
{
	const struct walk *w = held;

	free(w->key);
}

void
walk_open(struct walk *w, struct jsonfile *doc, const json_t *json, char bracket)
{
	if (bracket == '{' && !json_is_object(json))
		jsonfile_wrong(doc, "is not an object");
	if (bracket == '[' && !json_is_array(json))
		jsonfile_wrong(doc, "is not an array");
	*w = (struct walk){.doc = doc, .json = json, .place = doc->place.n};
	guard_open(&w->guard, release, w);
}

static bool
next_member(struct walk *w)
{
	/* The iterator points into the object, which jansson therefore wants not to be const.
	 */
	json_t *object = (json_t *)w->json;

	w->iterator =
	    w->next++ ? json_object_iter_next(object, w->iterator) : json_object_iter(object);
	if (!w->iterator)
		return false;
	w->key = encoding_from_json(json_object_iter_key(w->iterator), w->doc->foreign);
	w->value = json_object_iter_value(w->iterator);
	jsonfile_enter(w->doc, w->key);
	return true;
}

static bool
next_element(struct walk *w)
{
	w->i = w->next++;
	w->value = json_array_get(w->json, w->i);
	if (w->value)
		jsonfile_enter_element(w->doc, w->i);
	return w->value != NULL;
}

bool
walk_next(struct walk *w)
{
	free(w->key);
	w->key = NULL;
	text_cut(&w->doc->place, w->place);
	if (json_is_object(w->json) ? next_member(w) : next_element(w))
		return true;
	guard_close(&w->guard);
	return false;
}
