#include "saved.h"

#define COUNTS \
	"{\"Ir\":\"1\",\"Dr\":2,\"Dw\":\"3\",\"COND\":\"4\",\"IND\":\"5\",\"COND_m\":\"4\"," \
	"\"IND_m\":\"5\",\"Ir_m1\":\"1\",\"Dr_m1\":\"2\",\"Dw_m1\":\"3\",\"Ir_mm\":\"1\"," \
	"\"Dr_mm\":\"2\",\"Dw_mm\":\"3\"}"

/* Another program might lay it out like this: other order, blanks, keys that nobody knows. */
static const char base[] = "{ \"x\": [{}, null, \"]\\\"\"],\n"
                           " \"results\": {\"a::b\" : {\"one\": [[" COUNTS ", " COUNTS "],[" COUNTS "," COUNTS "]]}},\n"
                           " \"perls\" : [[\"gcc\", \"one\", {\"Z\":\"1\",\"A\":2}, \" -O2 'a b'\"]],\n"
                           " \"order\":[\"a::b\"] , \"loop_counts\":[10,20],\n"
                           " \"tests\":{\"a::b\":{\"code\":\"x\",\"compile\":1,\"pre\":null}},\n"
                           " \"version\":1\n"
                           "}\n";

static void
changed_is(const char *from, const char *to, const char *complaint)
{
	saved_change(base, from, to);
	saved_is_bad(complaint);
}

static void
test_foreign(void)
{
	FREED_BY(results_free) struct results r = {0};
	const struct test *test;

	scratch_write("base.json", base);
	savefile_read(&r, "base.json");
	test = tests_find(&r.tests, "a::b");
	is(part_text(test_find(test, "compile")), "1", "a number becomes its text");
	ok(!test_find(test, "pre"), "null is no part");
	is(r.puts.v[0].args.v[1], "a b", "args are split");
	is(r.puts.v[0].env.v[0], "A=2", "env is sorted");
	ok(r.cells[0].counts[1][1].of[FIELD_DR] == 2, "a count may be a number");
	ok(!r.tests.language, "no language");
}

static void
code_is(const char *in_file, const char *want, const char *name)
{
	FREED_BY(results_free) struct results r = {0};
	char to[128];

	snprintf(to, sizeof to, "\"code\":\"%s\"", in_file);
	saved_change(base, "\"code\":\"x\"", to);
	savefile_read(&r, "bad.json");
	is(part_text(test_find(r.tests.v, "code")), want, name);
}

static void
test_encodings(void)
{
	code_is("\xc3\x83\xc2\xa9", "\xc3\xa9", "UTF-8 encoded twice");
	code_is("\\u00c3\\u00a9", "\xc3\xa9", "and with escapes");
	code_is("\xc3\x83\xc2\x83\xc3\x82\xc2\xa9", "\xc3\xa9", "three times: perl's bytes");
	code_is("\xc3\xa2\xc2\x82\xc2\xac", "\xe2\x82\xac", "twice, above U+00FF");
	code_is("\xc3\xa9", "\xc3\xa9", "once");
	code_is("\xe2\x82\xac\xc3\x83", "\xe2\x82\xac\xc3\x83", "once, above U+00FF");
	code_is("\\u00ef\\u00bf\\u00bd\\u00c3\\u00a9", "\xe9", "bytes that bench.pl passed on");
}

#define DAMAGED(from, to, at, complaint) changed_is(from, to, at ": damaged JSON: " complaint)

static void
test_damaged(void)
{
	changed_is(base, "", " the file is empty");
	DAMAGED(base, " \n", "2:1", "the file ends early; was it cut off?");
	changed_is(base, "not json\n", " is not JSON; --read needs a file written by --write");
	DAMAGED(base, "{not json\n", "1:5", "string or '}' expected near 'not'");
	changed_is(base, "[1]", " is not an object");
	changed_is(base, "{}", " version: is missing");
	DAMAGED("\n}\n", "\n", "7:1", "the file ends early; was it cut off?");
	DAMAGED("\n}\n", "\n}}\n", "7:3", "more text follows its end");
	DAMAGED("\n}\n", "\n]\n", "7:2", "'}' expected near ']'");
	DAMAGED("\n}\n", ",\n}\n", "7:2", "string or '}' expected near '}'");
	DAMAGED("\"version\":1", "\"version\" 1", "6:13", "':' expected near '1'");
	DAMAGED("\"version\":1", "\"version\":", "7:2", "unexpected token near '}'");
	DAMAGED("\"code\":\"x\"", "\"code\":\"\\u0000\"", "5:34", "a string contains \\u0000");
	DAMAGED("\"code\":\"x\"", "\"code\":\"\xff\"", "5:27", "unable to decode byte 0xff near '\"'");
	DAMAGED("\"code\":\"x\"", "\"code\":1,\"code\":2", "5:34", "duplicate object key near '\"code\"'");
	DAMAGED("\"version\":1", "\"version\":1,\"version\":1", "6:23", "duplicate object key near '\"version\"'");
	DAMAGED("\"Ir\":\"1\"", "\"Ir\":99999999999999999999", "2:59", "too big integer near '99999999999999999999'");
}

static void
test_head(void)
{
	changed_is("\"version\":1", "\"version\":2", " version: 2 is too new; this cgbench reads version 1");
	changed_is("\"version\":1", "\"version\":0", " version: 0 is unknown; this cgbench reads version 1");
	changed_is("\"version\":1", "\"version\":\"1\"", " version: is not a number");
	changed_is("\"loop_counts\"", "\"loops\"", " loop_counts: is missing");
	changed_is("[10,20]", "10", " loop_counts: is not an array of two numbers");
	changed_is("[10,20]", "[10,20,30]", " loop_counts: is not an array of two numbers");
	changed_is("[10,20]", "[10,\"x\"]", " loop_counts[1]: is not a whole number of 0 or more");
	changed_is("[10,20]", "[20,20]", " loop_counts: 20 and 20 are not two increasing numbers above 0");
	changed_is("[10,20]", "[0,20]", " loop_counts: 0 and 20 are not two increasing numbers above 0");
	changed_is("[\"a::b\"]", "{}", " order: is not an array");
	changed_is("[\"a::b\"]", "[1]", " order[0]: is not a string");
	changed_is("[\"a::b\"]", "[\"\"]", " order[0]: is empty");
	changed_is("[\"a::b\"]", "[\"a\\nb\"]", " order[0]: contains a control character");
	changed_is("[\"a::b\"]", "[\"a::b\",\"a::b\"]", " order[1]: test 'a::b' is listed twice");
	changed_is("[\"a::b\"]", "[]", " the file contains no results");
}

static void
test_perls(void)
{
	changed_is("[[\"gcc\"", "[],\"y\":[[\"gcc\"", " perls: is not an array, or is empty");
	changed_is("\"gcc\", ", "", " perls[0][1]: is not a string");
	changed_is("\"gcc\"", "\"\"", " perls[0][0]: is empty");
	changed_is(
	    "[[\"gcc\"", "[1,[\"gcc\"", " perls[0]: is not an array of executable, label, environment, arguments");
	changed_is("[[\"gcc\"", "[[\"x\",\"one\"],[\"gcc\"", " perls[1][1]: label 'one' is used twice");
	changed_is("{\"Z\":\"1\",\"A\":2}", "7", " perls[0][2]: is not an object");
	changed_is("{\"Z\":\"1\"", "{\"Z\":{}", " perls[0][2].Z: is neither a string nor a number");
	changed_is("{\"Z\"", "{\"Z=\"", " perls[0][2].\"Z=\": is not the name of a variable");
	changed_is("'a b'", "'a b", " perls[0][3]: has a quote that is left open");
}

#define CELL(from, to, complaint) changed_is(from, to, " results.\"a::b\".one" complaint)

static void
test_bodies(void)
{
	changed_is("\"tests\":{", "\"tests\":[], \"y\":{", " tests: is not an object");
	changed_is("\"tests\":{", "\"tests\":{\"n\":{},", " tests.n: test 'n' is not listed in 'order'");
	changed_is("\"tests\":{", "\"tests\":{}, \"y\":{", " tests: test 'a::b', listed in 'order', is missing");
	changed_is("{\"code\"", "{\"Code\"", " tests.\"a::b\": the test has no code");
	changed_is("\"code\":\"x\"", "\"code\":[]", " tests.\"a::b\".code: is neither a string nor a number");
	changed_is("\"results\": {", "\"results\": {\"n\":{},", " results.n: test 'n' is not listed in 'order'");
	changed_is(
	    "\"results\": {", "\"results\": {}, \"y\":{", " results: test 'a::b', listed in 'order', is missing");
	changed_is("\"a::b\" : {", "\"a::b\" : 1, \"y\":{", " results.\"a::b\": is not an object");
	changed_is("\"one\": [", "\"two\": [", " results.\"a::b\".two: no put has the label 'two'");
	CELL("\"one\": [", "\"one\": [[],", ": is not an array of two arrays");
	CELL("\"one\": [[", "\"one\": [[1,", "[0]: is not an array of two objects");
	CELL("[[{", "[[1],[{", ": is not an array of two arrays");
	CELL("\"Ir\":\"1\",", "", "[0][0].Ir: is missing");
	CELL("\"Dr\":2", "\"Dr\":-2", "[0][0].Dr: is not a whole number of 0 or more");
	CELL("\"Ir\":\"1\"", "\"Ir\":\"1x\"", "[0][0].Ir: is not a whole number of 0 or more");
	CELL("\"Ir\":\"1\"", "\"Ir\":\"18446744073709551616\"", "[0][0].Ir: is too large");
	CELL("\"Ir\":\"1\"", "\"Ir\":\"9007199254740993\"", "[0][0].Ir: is too large");
	CELL("\"Ir\":\"1\"", "\"Ir\":0", "[0][0].Ir_m1: 1 is more than the 0 of Ir");
	CELL("\"Dr\":2", "\"Dr\":1000", ": Dr 2 (empty long) is far below 1000 (empty short)");
	CELL(", {\"Ir\":\"1\"", ", {\"Ir\":\"1000\"", ": Ir 1000 (empty long) is too much for 1 (empty short)");
	changed_is("\"compile\":1", "\"ops\":0", " tests.\"a::b\".ops: is not a whole number from 1 to 999999999");
	CELL("\"Ir\":\"1\"", "\"Ir\":null", "[0][0].Ir: is not a whole number of 0 or more");
}

#define OWN(own, complaint) changed_is("\n}\n", "\n,\"cgbench\":" own "}\n", complaint)
/* json: what the file says of the test besides its lines. */
#define TEST(json, complaint) \
	OWN("{\"tests\":{\"a::b\":{\"line\":1,\"lines\":{}," json "}}}", " cgbench.tests.\"a::b\"." complaint)

static void
test_own(void)
{
	OWN("1", " cgbench: is not an object");
	OWN("{\"language\":1}", " cgbench.language: is not a string");
	OWN("{\"args\":[]}", " cgbench.args: must have one element for each put in 'perls'");
	OWN("{\"args\":[[1]]}", " cgbench.args[0][0]: is not a string");
	OWN("{\"tests\":1}", " cgbench.tests: is not an object");
	OWN("{\"tests\":{\"n\":{}}}", " cgbench.tests.n: test 'n' is not listed in 'order'");
	OWN("{\"tests\":{\"a::b\":1}}", " cgbench.tests.\"a::b\": is not an object");
	OWN("{\"tests\":{\"a::b\":{\"lines\":{}}}}", " cgbench.tests.\"a::b\".line: is missing");
	OWN("{\"tests\":{\"a::b\":{\"line\":4294967296}}}", " cgbench.tests.\"a::b\".line: is too large");
	OWN("{\"tests\":{\"a::b\":{\"line\":1,\"lines\":{\"n\":1}}}}",
	    " cgbench.tests.\"a::b\".lines.n: is not a part of the test");
	TEST("\"texts\":[]", "texts: must have one element for each put in 'perls'");
	TEST("\"texts\":[\"12\"]", "texts[0]: is not a hash of 16 hexadecimal digits");
	TEST("\"texts\":[12]", "texts[0]: is not a hash of 16 hexadecimal digits");
	TEST("\"verdicts\":1", "verdicts: is not an object");
	TEST("\"verdicts\":{\"n\":[]}", "verdicts.n: no put has the label 'n'");
	TEST("\"verdicts\":{\"one\":1}", "verdicts.one: is not an array");
	TEST("\"again\":{\"one\":-1}", "again.one: is not a whole number of 0 or more");
	TEST("\"jitter\":[]", "jitter: is not an object");
	TEST("\"jitter\":{\"n\":[]}", "jitter.n: no put has the label 'n'");
	TEST("\"jitter\":{\"one\":1}", "jitter.one: is not an array");
	TEST("\"jitter\":{\"one\":[1]}", "jitter.one[0].stack: is missing");
	TEST("\"jitter\":{\"one\":[{\"stack\":0,\"heap\":4096}]}", "jitter.one[0].heap: is too large");
	TEST("\"jitter\":{\"one\":[{\"stack\":0,\"heap\":0,\"code\":0}]}",
	    "jitter.one[0].counts: is not an array of two arrays");
	TEST("\"jitter\":{\"one\":[{\"stack\":0,\"heap\":0,\"code\":0,\"seed\":4096}]}",
	    "jitter.one[0].seed: is too large");
	OWN("{\"failures\":{}}", " cgbench.failures: is not an array");
	OWN("{\"failures\":[1]}", " cgbench.failures[0].test: is not a string");
	OWN("{\"failures\":[{\"test\":\"n\",\"label\":\"one\"}]}",
	    " cgbench.failures[0]: test 'n' is not listed in 'order'");
	OWN("{\"failures\":[{\"test\":\"a::b\",\"label\":\"n\"}]}", " cgbench.failures[0]: no put has the label 'n'");
	OWN("{\"failures\":[{\"test\":\"a::b\",\"label\":\"one\"}]}",
	    " cgbench.failures[0]: the file has another result for this test and label");
}

#define VERSIONS \
	"\"cgbench\":\"1\",\"valgrind\":\"3\",\"kernel\":\"6\",\"libc\":\"2\",\"cpu\":\"avx\"," \
	"\"engine\":\"fork\",\"caches\":\"\",\"grindargs\":\"\",\"pins\":\"\",\"language\":\"c\"," \
	"\"path\":\"/\",\"sha256\":"

static void
test_fingerprints(void)
{
	OWN("{\"fingerprints\":{}}", " cgbench.fingerprints: must have one element for each put in 'perls'");
	OWN("{\"fingerprints\":[null,null]}", " cgbench.fingerprints: must have one element for each put in 'perls'");
	OWN("{\"fingerprints\":[1]}", " cgbench.fingerprints[0]: is not an object");
	OWN("{\"fingerprints\":[{}]}", " cgbench.fingerprints[0].cgbench: is missing");
	OWN("{\"fingerprints\":[{\"cgbench\":\"1\",\"valgrind\":3}]}",
	    " cgbench.fingerprints[0].valgrind: is not a string");
	OWN("{\"fingerprints\":[{" VERSIONS "\"1234\"}]}",
	    " cgbench.fingerprints[0].sha256: is not a hash of 64 hexadecimal digits");
}

#define MEASURED " cgbench.measured[0]"
#define DATED "{\"measured\":[{\"date\":\"2026-11-23T03:00:00Z\""

static void
test_provenance(void)
{
	OWN("{\"measured\":[]}", " cgbench.measured: must have one element for each put in 'perls'");
	OWN("{\"measured\":[1]}", MEASURED ": is not an object");
	OWN("{\"measured\":[{}]}", MEASURED ": has no date");
	OWN("{\"measured\":[{\"date\":1}]}", MEASURED ".date: is not a date such as 2026-11-23T03:00:00Z");
	OWN("{\"measured\":[{\"date\":\"2026-02-29T03:00:00Z\"}]}",
	    MEASURED ".date: is not a date such as 2026-11-23T03:00:00Z");
	OWN("{\"measured\":[{\"date\":\"1969-12-31T23:59:59Z\"}]}",
	    MEASURED ".date: is not a date such as 2026-11-23T03:00:00Z");
	OWN(DATED ",\"commit\":\"0123\"}]}", MEASURED ".commit: is not a hash of 40 or 64 hexadecimal digits");
	OWN(DATED ",\"subject\":\"x\"}]}", MEASURED ": has a subject without a commit");
	OWN(DATED ",\"commit\":\"0123456789012345678901234567890123456789\"}]}",
	    MEASURED ": has a commit without a subject");
	OWN(DATED ",\"clean\":1}]}", MEASURED ".clean: is not true or false");
}

static void
test_deep(void)
{
	enum { DEPTH = 100000 };
	char *s = memory_new(2 * DEPTH + 1), *wrong;
	struct results r = {0};

	for (size_t inside = 0; inside <= 5; inside += 5) {
		memset(s, '[', DEPTH);
		memset(s + DEPTH, ']', DEPTH);
		memcpy(s, "{\"x\":", inside);
		s[2 * DEPTH - 1] = inside ? '}' : ']';
		scratch_write("deep.json", s);
		wrong = savefile_try(&r, "deep.json");
		ok(wrong && strstr(wrong, "maximum parsing depth"), "deep nesting");
		free(wrong);
	}
	free(s);
}

int
main(void)
{
	scratch_enter();
	test_foreign();
	test_encodings();
	test_damaged();
	test_head();
	test_perls();
	test_bodies();
	test_own();
	test_fingerprints();
	test_provenance();
	test_deep();
	scratch_leave();
	return tap_done();
}
