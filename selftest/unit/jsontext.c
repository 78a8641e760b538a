/* Strings of JSON, compared with what jansson makes of them. */

#include <jansson.h>

#include "tap.h"
#include "util/jsontext.h"

static bool
is_encoded_alike(const char *s)
{
	json_t *json = json_string(s);
	char *want = json_dumps(json, JSON_ENCODE_ANY | JSON_ENSURE_ASCII);
	FREED_BY(text_free) struct text t = TEXT_EMPTY;
	bool same;

	text_add(&t, "x");
	jsontext_string(&t, s);
	same = want && !strcmp(t.s + 1, want) && strlen(t.s) == t.n;
	if (!same)
		printf("# %s instead of %s\n", t.s + 1, want ? want : "nothing");
	free(want);
	json_decref(json);
	return same;
}

int
main(void)
{
	FREED_BY(text_free) struct text t = TEXT_EMPTY;
	size_t wrong = 0;

	for (int c = 1; c < 0x80; c++) {
		char alone[] = {(char)c, '\0'}, within[] = {'a', (char)c, '"', '\0'};

		wrong += !is_encoded_alike(alone) + !is_encoded_alike(within);
	}
	ok(!wrong, "characters of ASCII, alone and within a string: %zu differ", wrong);
	ok(is_encoded_alike(""), "nothing");
	ok(is_encoded_alike("gr\303\266\303\237e, \360\237\230\200"), "other characters");
	jsontext_key(&t, "a");
	jsontext_string(&t, "\377");
	jsontext_key(&t, "b\n");
	is(t.s, "\"a\":\"\\uFFFD\\u00FF\",\"b\\n\":", "keys, and bytes that are no UTF-8");
	return tap_done();
}
