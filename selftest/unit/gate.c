#include "child.h"
#include "compare/gate.h"

/* A spec as it was read: "TESTS FIELD LIMIT". */
static void
parses(const char *spec, const char *want)
{
	char got[128], tests[64] = "all";
	const char *field;
	struct gate gate;
	size_t n;

	gate_parse(&gate, spec, &field, &n);
	if (gate.tests.pattern)
		strcpy(tests, "regex");
	else if (!gate.all)
		snprintf(tests, sizeof tests, "%zu:%s", gate.tests.names.n, gate.tests.names.v[gate.tests.names.n - 1]);
	snprintf(got, sizeof got, "%s %.*s %g%s", tests, (int)n, field, gate.limit, gate.percent ? "%" : "");
	is(got, want, spec);
	filter_free(&gate.tests);
}

static void
test_parsing(void)
{
	parses("Ir,1%", "all Ir 1%");
	parses("Ir,0", "all Ir 0");
	parses("Ir,0.00", "all Ir 0");
	parses("Ir,0%", "all Ir 0%");
	parses("Dr_m1,.5%", "all Dr_m1 0.5%");
	parses("Ir,+5", "all Ir 5");
	parses("Ir,+2.5", "all Ir 2.5");
	parses("str::len:Ir,0", "1:str::len Ir 0");
	parses("a,b::c,d/n=16:Ir,+1", "3:d/n=16 Ir 1");
	parses("/^str::/:Ir,0", "regex Ir 0");
	parses("/a,b:c/:Ir,0", "regex Ir 0");
}

static void
test_concerns(void)
{
	const char *field;
	struct gate gate;
	size_t n;

	gate_parse(&gate, "Ir,0", &field, &n);
	ok(gate_applies(&gate, "any"), "a gate concerns all tests");
	gate_parse(&gate, "a,b:Ir,0", &field, &n);
	ok(gate_applies(&gate, "b") && !gate_applies(&gate, "ab"), "or those it names");
	filter_free(&gate.tests);
	gate_parse(&gate, "/^str::/:Ir,0", &field, &n);
	ok(gate_applies(&gate, "str::len") && !gate_applies(&gate, "a::str::"), "or those that match");
	filter_free(&gate.tests);
}

static bool
breaks(bool percent, double limit, double norm, double count)
{
	struct gate gate = {.all = true, .limit = limit, .percent = percent};

	return gate_exceeded(&gate, norm, count, false);
}

static void
test_limits(void)
{
	const struct gate five = {.all = true, .limit = 5};
	int held = 0;

	ok(!breaks(false, 0, 73, 73), "0: no more");
	ok(breaks(false, 0, 73, 73.1), "the least of counts is more");
	ok(breaks(false, 0, 1e12, 1e12 + 0.1), "of however many");
	ok(breaks(false, 0, 0, 0.001), "of none");
	ok(!breaks(false, 0, 73, 0), "less is never too much");
	ok(breaks(false, 0, -2, -1) && !breaks(false, 1, -2, -1), "of less than none");
	ok(breaks(true, 10, -10, -8.9) && !breaks(true, 10, -10, -9), "in percent as well");
	ok(!breaks(false, 5, 100, 105) && breaks(false, 5, 100, 105.1), "so many counts");
	ok(!breaks(true, 1, 100, 101) && breaks(true, 1, 100, 101.1), "so many percent");
	ok(!breaks(true, 100, 0, 0) && breaks(true, 100, 0, 0.1), "no percentage of 0");
	for (int tenths = 1; tenths <= 10000; tenths++) {
		double norm = tenths / 10.0;

		held += !breaks(true, 10, norm * 10, tenths * 11 / 10.0) &&
		        !breaks(false, 1, norm, (tenths + 10) / 10.0) && breaks(false, 0.9, norm, (tenths + 10) / 10.0);
	}
	ok(held == 10000, "whatever the last digit of a quotient");
	ok(gate_exceeded(&five, 100, 94, true) && !gate_exceeded(&five, 100, 95, true),
	    "as far below, where higher is better");
	ok(!gate_exceeded(&five, 100, 200, true), "and no limit above");
}

static void
parse(const char *spec)
{
	const char *field;
	struct gate gate;
	size_t n;

	gate_parse(&gate, spec, &field, &n);
}

static void
refuses(const char *spec, const char *want)
{
	struct child o = child_run(parse, spec);

	ok(o.status == STATUS_USAGE << 8, "%s: is refused", spec);
	o.err[strlen(want)] = '\0';
	is(o.err, want, spec);
}

static void
test_refusals(void)
{
	static const char *const limits[] = {"", "1", "x", "-1", "++1", "1%x", "1.2.3", "5x%"};
	static const char *const specs[] = {"Ir", "", ",0", ":Ir,0", "a:,0", "a,b:,1%"};

	for (size_t i = 0; i < COUNTOF(limits); i++) {
		OWNED char *spec = text_print("a:Ir,%s", limits[i]);
		OWNED char *want = text_print("cgbench: --fail-above=%s: invalid limit '%s': ", spec, limits[i]);

		refuses(spec, want);
	}
	for (size_t i = 0; i < COUNTOF(specs); i++) {
		OWNED char *want = text_print("cgbench: --fail-above: '%s' is not of the form", specs[i]);

		refuses(specs[i], want);
	}
}

int
main(void)
{
	test_refusals();
	test_parsing();
	test_concerns();
	test_limits();
	return tap_done();
}
