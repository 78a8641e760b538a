/* Whether a file may have a key, from its bytes alone. */

#include "savefile/savefile_peek.h"
#include "scratch.h"
#include "tap.h"
#include "util/text.h"

static void
peek_is(const char *s, bool want, const char *name)
{
	scratch_store("peek.json", s, strlen(s));
	ok(savefile_peek("peek.json", "derived") == want, "%s", name);
}

/* The key begins at each of some offsets around where one piece of the file ends. */
static size_t
count_missed(const char *key)
{
	enum { PIECE = 1 << 16, AROUND = 20 };
	size_t missed = 0, i;

	for (i = PIECE - AROUND; i < PIECE + AROUND; i++) {
		struct text t = TEXT_EMPTY;

		while (t.n < i)
			text_add_char(&t, t.n ? ' ' : '{');
		text_addf(&t, "%s:1}\n", key);
		scratch_store("peek.json", t.s, t.n);
		missed += !savefile_peek("peek.json", "derived");
		text_free(&t);
	}
	return missed;
}

int
main(void)
{
	scratch_enter();
	peek_is("{\"version\":1}\n", false, "a file without it");
	peek_is("{\"version\":1,\"a\":\"derived\"}", true, "a text may be a key");
	peek_is("{\"a\":\"derived from\\u0001\\u00e9\"} \t\n\n", false, "but not every text");
	peek_is("{\"cgbench\":{\"derived\":[]}}", true, "a file with it");
	peek_is("{\"cgbench\":{\"d\\u0065rived\":[]}}", true, "in another spelling");
	peek_is("{\"cgbench\":{\"de\\u0072ived\":[]}}", true, "and another one");
	peek_is("{\"version\":1,\"tests\":{\"a\":", true, "a file that is cut off");
	peek_is("", true, "an empty file");
	ok(savefile_peek("missing.json", "derived") && savefile_peek(".", "derived"),
	    "what cannot be read");
	ok(!count_missed("\"derived\"") && !count_missed("\"\\u0064erived\"") &&
	        !count_missed("\"\\u0064\\u0065\\u0072ived\""),
	    "where two pieces of a file meet");
	scratch_leave();
	return tap_done();
}
