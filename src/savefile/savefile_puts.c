#include <stdlib.h>
#include <string.h>

#include "savefile/savefile_puts.h"
#include "savefile/savefile_value.h"
#include "util/encoding.h"

static int
compare_variables(const void *a, const void *b)
{
	const char *s = *(char *const *)a, *t = *(char *const *)b;

	while (*s == *t && *s != '=') {
		s++;
		t++;
	}
	return (*s == '=' ? 0 : (unsigned char)*s) - (*t == '=' ? 0 : (unsigned char)*t);
}

static void
read_env(struct document *doc, json_t *json, struct words *env)
{
	const char *key;
	json_t *value;

	if (!json_is_object(json))
		document_wrong(doc, "is no object");
	json_object_foreach(json, key, value)
	{
		size_t place = document_enter(doc, key);
		char *name = encoding_from_json(key, doc->foreign);
		char *text = savefile_value_text(doc, value);

		if (!*name || strchr(name, '='))
			document_wrong(doc, "is no name of a variable");
		words_take(env, text_print("%s=%s", name, text));
		free(name);
		free(text);
		text_cut(&doc->place, place);
	}
	if (env->n)
		qsort(env->v, env->n, sizeof *env->v, compare_variables);
}

/* bench.pl has them as one string; a list is what they should have been. */
static void
read_args(struct document *doc, const json_t *json, struct words *args)
{
	char *s;

	if (json_is_array(json)) {
		savefile_value_words(doc, json, args);
		return;
	}
	s = document_string(doc, json);
	if (!words_split(args, s))
		document_wrong(doc, "leaves a quote open");
	free(s);
}

/* [exe, label, {env}, args]; the oldest files end after the label. */
static void
read_put(struct document *doc, const json_t *json, struct puts *puts)
{
	size_t n = json_array_size(json), place = doc->place.n;
	struct put put = {0};

	if (n < 2 || n > 4)
		document_wrong(doc, "is no array of executable, label, environment, arguments");
	document_enter_element(doc, 0);
	put.exe = savefile_value_name(doc, json_array_get(json, 0));
	text_cut(&doc->place, place);
	document_enter_element(doc, 1);
	put.label = savefile_value_name(doc, json_array_get(json, 1));
	if (puts_find(puts, put.label))
		document_wrong(doc, "label '%s' comes twice", put.label);
	text_cut(&doc->place, place);
	document_enter_element(doc, 2);
	if (n > 2)
		read_env(doc, json_array_get(json, 2), &put.env);
	text_cut(&doc->place, place);
	document_enter_element(doc, 3);
	if (n > 3)
		read_args(doc, json_array_get(json, 3), &put.args);
	*puts_add(puts) = put;
}

void
savefile_puts_read(struct document *doc, const json_t *json, struct puts *puts)
{
	size_t i;

	if (!json_array_size(json))
		document_wrong(doc, "is no array with something in it");
	for (i = 0; i < json_array_size(json); i++) {
		size_t place = document_enter_element(doc, i);

		read_put(doc, json_array_get(json, i), puts);
		text_cut(&doc->place, place);
	}
}
