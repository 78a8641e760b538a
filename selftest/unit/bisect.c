#include "child.h"
#include "compare/bisect.h"
#include "sample.h"

/* A spec as it was read. */
static void
parses(const char *spec, const char *want)
{
	struct bisect good;
	char got[128];
	size_t n;

	bisect_parse(&good, spec, &n);
	if (good.relative)
		snprintf(got, sizeof got, "%.*s +%g%s", (int)n, spec, good.limit.limit, good.limit.percent ? "%" : "");
	else
		snprintf(got, sizeof got, "%.*s %lld %lld", (int)n, spec, good.min, good.max);
	is(got, want, spec);
}

static void
parse(const char *spec)
{
	struct bisect good;
	size_t n;

	bisect_parse(&good, spec, &n);
}

static void
test_parsing(void)
{
	static const char *const wrong[] = {"Ir", "Ir,", "Ir,1", "Ir,1,", "Ir,1,2,", "Ir,1,2x", "Ir, 1,2", "Ir,1, 2",
	    "Ir,+1,2", "Ir,1,+2", "Ir,,2", "Ir,x,2", "Ir,1.5,2", "Ir,1,99999999999999999999", "Ir,1 2"};
	struct child o;

	parses("Ir,100,105", "Ir 100 105");
	parses("Ir,-7,-7", "Ir -7 -7");
	parses("x,0,9223372036854775807", "x 0 9223372036854775807");
	parses("Ir,+5", "Ir +5");
	parses("Ir,1%", "Ir +1%");
	parses("Ir,0", "Ir +0");
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		o = child_run(parse, wrong[i]);
		ok(o.status == STATUS_USAGE << 8 && strstr(o.err, "invalid value '"), "%s: is refused", wrong[i]);
	}
	o = child_run(parse, "Ir,2,1");
	ok(o.status == STATUS_USAGE << 8, "no count is good");
	is(o.err, "cgbench: --bisect: the minimum 2 is greater than the maximum 1\n", "why");
}

static struct fields *fields;
static struct results results;
static struct bisect good;
static struct cell *before, *now;

/* The one test counts 10.0 on both puts. */
static void
begin(void)
{
	results_free(&results);
	results = sample_make(1, 2);
	results.fields = fields;
	before = results_cell(&results, 0, 0);
	now = results_cell(&results, 0, 1);
	for (size_t put = 0; put < 2; put++) {
		sample_count(results_cell(&results, 0, put), FIELD_IR, 100);
		results_cell(&results, 0, put)->text_hash = 1;
		results.puts.v[put].file = memory_copy("a.json");
	}
	good = (struct bisect){.field = FIELD_IR, .min = 10, .max = 10};
}

static void
judges(int want, const char *said, const char *why, const char *name)
{
	struct view view = {.fields = FIELD_BIT(FIELD_IR)};
	FREED_BY(comparison_free) struct comparison comparison;
	FREED_BY(words_free) struct words reasons = WORDS_EMPTY;
	FREED_BY(text_free) struct text line = TEXT_EMPTY;

	comparison_make(&comparison, &results, &view);
	ok(bisect_judge(&comparison, 1, &good, false, &line, &reasons) == want, "%s: status", name);
	is(line.s ? line.s : "", said, name);
	is(reasons.n ? reasons.v[0] : "", why, "with a reason");
}

static void
count(long tenths)
{
	sample_count(now, FIELD_IR, tenths);
}

static void
test_range(void)
{
	begin();
	judges(STATUS_OK, "Bisect: Ir had the value 10", "", "both bounds are good");
	count(101);
	judges(STATUS_NO, "Bisect: Ir had the value 10.1", "", "more is bad");
	good.max = 11;
	judges(STATUS_OK, "Bisect: Ir had the value 10.1", "", "unless the maximum is more");
	good.min = 11;
	judges(STATUS_NO, "Bisect: Ir had the value 10.1", "", "less is bad");
}

static void
test_relative(void)
{
	begin();
	good.relative = true;
	judges(STATUS_OK, "Bisect: Ir had the value 10, on p0 10 (+0.00 %)", "", "no more");
	count(101);
	judges(STATUS_NO, "Bisect: Ir had the value 10.1, on p0 10 (+1.00 %)", "", "more");
	good.limit.limit = 1;
	judges(STATUS_OK, "Bisect: Ir had the value 10.1, on p0 10 (+1.00 %)", "", "by the limit");
	good.limit.limit = 0;
	sample_count(results_add_jitter(before, (struct memory_layout){0}), FIELD_IR, 102);
	sample_count(results_add_jitter(now, (struct memory_layout){0}), FIELD_IR, 101);
	judges(STATUS_OK, "Bisect: Ir had the value 10.1, on p0 10 (+1.00 %)", "", "ranges that overlap");
	before->text_hash = 2;
	judges(STATUS_FAILURE, "", "not judged: the text of t0 differs from that on p0", "another text");
	before->text_hash = 0;
	judges(STATUS_FAILURE, "", "not judged: the text of t0 is unknown, on p1 or on p0", "no text");
	begin();
	good.relative = true;
	sample_count(before, FIELD_IR, 0);
	judges(STATUS_NO, "Bisect: Ir had the value 10, on p0 0", "", "more than nothing");
	before->verdicts = 1u << VERDICT_FOLDED;
	judges(STATUS_FAILURE, "",
	    "t0 on p0 is not judged, because its verdict is folded: the code only moves "
	    "values known beforehand; if that is intended, write 'expect = folded' in the test",
	    "a verdict on the norm");
	begin();
	good.relative = true;
	free(results.puts.v[1].file);
	results.puts.v[1].file = memory_copy("b.json");
	judges(STATUS_FAILURE, "", "not judged: 'p0' has no fingerprint: cannot tell whether its counts are comparable",
	    "another file");
}

static void
fail(const char *stage, int want)
{
	begin();
	now->measured = false;
	now->failure = failure_new(stage, "no", "cc", "");
	judges(want, "", "t0 on p1 has no counts to judge", stage);
}

static void
test_none(void)
{
	fail(STAGE_PREPARE, STATUS_FAILURE);
	fail(STAGE_KEEP, STATUS_FAILURE);
	fail("compile", STATUS_SKIP);
	begin();
	now->measured = false;
	judges(STATUS_SKIP, "", "t0 on p1 has no counts to judge", "not measured");
	begin();
	now->verdicts = 1u << VERDICT_REP;
	judges(STATUS_OK, "Bisect: Ir had the value 10", "", "a repeated instruction");
	now->verdicts |= 1u << VERDICT_FOLDED;
	judges(STATUS_SKIP, "",
	    "t0 on p1 is not judged, because its verdict is folded: the code only moves values "
	    "known beforehand; if that is intended, write 'expect = folded' in the test",
	    "a verdict");
	begin();
	good.field = FIELD_SIZE;
	judges(STATUS_FAILURE, "", "size of t0 on p1 has no value: it divides by zero, or the size is unknown",
	    "no value");
	good.field = FIELD_COND;
	now->lacks = FIELD_BIT(FIELD_COND);
	judges(STATUS_FAILURE, "", "COND of t0 on p1 has no value: QEMU counts only Ir, Dr and Dw", "not counted");
}

int
main(void)
{
	fields = fields_new();
	fields_resolve(fields);
	test_parsing();
	test_range();
	test_relative();
	test_none();
	results_free(&results);
	fields_free(fields);
	return tap_done();
}
