#include "model/test.h"
#include "tap.h"

/* Texts of a key. */
static const struct row {
	const char *key, *text;
	bool valid;
} rows[] = {
    {"ops", "1", true},
    {"ops", "999999999", true},
    {"ops", "0", false},
    {"ops", "1000000000", false},
    {"ops", "", false},
    {"ops", "1x", false},
    {"ops", " 1", false},
    {"status", "1", true},
    {"status", "255", true},
    {"status", "256", false},
    {"status", "0", false},
    {"stderr", "ok", true},
    {"stderr", "yes", false},
    {"once", "yes", true},
    {"once", "no", false},
    {"compile", "yes", true},
    {"compile", "no", false},
    {"cwd", "{dir}", true},
    {"cwd", "/", false},
    {"time", "0.001", true},
    {"time", "0.0009", false},
    {"time", "86400", true},
    {"time", "86400.5", false},
    {"expect", "folded, rep", true},
    {"expect", "folded, what", false},
    {"expect", "", false},
    {"code", "", true},
    {"ops.perl", "x", true},
};

int
main(void)
{
	FREED_BY(test_free) struct test test = {.name = memory_copy("t")};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		ok(test_set(&test, rows[i].key, memory_copy(rows[i].text), 0) == rows[i].valid, "%s = %s", rows[i].key,
		    rows[i].text);
	test_set(&test, "ops", memory_copy("0"), 0);
	ok(test.ops == 1, "what is saved of no operations is one");
	test_set(&test, "stderr", memory_copy("ok"), 0);
	test_set(&test, "status", memory_copy("7"), 0);
	ok(test.may_write_stderr && test.status == 7 && test.once && test.in_dir, "values are kept");
	ok(test.expected == (1u << VERDICT_FOLDED | 1u << VERDICT_REP), "so are verdicts");
	return tap_done();
}
