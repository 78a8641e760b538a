#include "compare/comparable.h"
#include "compare/ruling.h"
#include "sample.h"
#include "tap.h"
#include "util/message.h"

static void
add_jitter(struct cell *cell, long tenths)
{
	sample_count(results_add_jitter(cell, (struct memory_layout){0}), FIELD_IR, tenths);
}

/* The one test costs that many tenths of an instruction on both puts, and in another layout so
   many. Returns the status, and the first thing that is said in *text. */
static int
rule(const long usual[2], const long elsewhere[2], char **text)
{
	struct gate gate = {.spec = "Ir,0", .all = true, .field = FIELD_IR};
	struct gates gates = {&gate, 1};
	struct results results = sample_make(1, 2);
	struct view view = {.fields = 1u << FIELD_DR};
	struct comparison comparison;
	struct rulings rulings;
	int status;

	for (size_t put = 0; put < 2; put++) {
		sample_count(results_cell(&results, 0, put), FIELD_IR, usual[put]);
		results_cell(&results, 0, put)->text_hash = 1;
		if (elsewhere)
			add_jitter(results_cell(&results, 0, put), elsewhere[put]);
	}
	comparison_make(&comparison, &results, &view);
	rulings_make(&rulings, &comparison, &gates, true);
	status = rulings_status(&rulings);
	*text = rulings.n ? ruling_text(&rulings, 0) : memory_copy("");
	rulings_free(&rulings);
	comparison_free(&comparison);
	results_free(&results);
	return status;
}

static void
rules(
    const long usual[2], const long elsewhere[2], int want, const char *said, const char *name)
{
	char *text;
	int status = rule(usual, elsewhere, &text);

	ok(status == want, "%s", name);
	is(text, said, "with what is said");
	free(text);
}

static void
test_layouts(void)
{
	rules((long[]){100, 101}, NULL, 1, "t0 on p1: Ir is 10.1, on p0 10.0: +0.1 (+1.00 %)",
	    "a tenth more is above");
	rules((long[]){100, 101}, (long[]){100, 101}, 1,
	    "t0 on p1: Ir is 10.1, on p0 10.0: +0.1 (+1.00 %)", "in all layouts as well");
	rules((long[]){100, 101}, (long[]){102, 101}, 0, "",
	    "but not where the ranges of both overlap");
}

/* Tests for one reason are named in one line, up to ten of them. */
static void
test_names(void)
{
	static const char missing[] =
	    "gate Ir,0: unjudged on p1: missing, though p0 has counts: t1, t2, t3, t4, t5, t6, t7, "
	    "t8, t9, t10 and 1 more";
	struct gate gate = {.spec = "Ir,0", .all = true, .field = FIELD_IR};
	struct gates gates = {&gate, 1};
	struct results results = sample_make(12, 2);
	struct view view = {.fields = 1u << FIELD_IR};
	struct comparison comparison;
	struct rulings rulings;
	struct words lines;

	for (size_t i = 0; i < 12; i++) {
		sample_count(results_cell(&results, i, 0), FIELD_IR, 100);
		results_cell(&results, i, 0)->text_hash = 1;
	}
	sample_count(results_cell(&results, 0, 1), FIELD_IR, 100);
	results_cell(&results, 0, 1)->text_hash = 1;
	comparison_make(&comparison, &results, &view);
	rulings_make(&rulings, &comparison, &gates, true);
	lines = rulings_lines(&rulings);
	ok(rulings_status(&rulings) == STATUS_FAILURE && lines.n == 2, "eleven are missing");
	is(lines.v[0], missing, "ten are named");
	is(lines.v[1], "gates: 1 count judged, 0 above the limit; not all could be judged",
	    "one is judged");
	words_free(&lines);
	rulings_free(&rulings);
	comparison_free(&comparison);
	results_free(&results);
}

static struct put
put_of(const char *exe, const char *valgrind, const char *libc, const char *version)
{
	struct put put = {.exe = memory_copy(exe), .label = memory_copy("p")};

	put.fingerprint = memory_new(sizeof *put.fingerprint);
	for (enum trait t = 0; t < TRAIT_COUNT; t++)
		put.fingerprint->of[t] = memory_copy(t == TRAIT_VALGRIND  ? valgrind
		                                     : t == TRAIT_LIBC    ? libc
		                                     : t == TRAIT_VERSION ? version
		                                                          : "");
	return put;
}

/* Whether a put can be compared with "cc", version 1, measured with valgrind 1 and libc 1. */
static bool
compares(
    const char *exe, const char *valgrind, const char *libc, const char *version, bool same)
{
	struct put *v = memory_new(2 * sizeof *v);
	struct puts puts = {v, 2};
	char *why;

	v[0] = put_of(*exe == '/' ? exe : "cc", "1", "1", "1");
	v[1] = put_of(exe, valgrind, libc, version);
	why = comparable_difference(&v[0], &v[1], same);
	free(why);
	puts_free(&puts);
	return !why;
}

static void
test_fingerprints(void)
{
	ok(compares("cc", "1", "1", "1", true), "what is the same can be compared");
	ok(!compares("cc", "2", "1", "1", false), "not with another valgrind");
	ok(compares("cc", "1", "2", "2", false), "another C library and version are no matter");
	ok(!compares("cc", "1", "2", "1", true), "but they are of what should be the same:");
	ok(!compares("cc", "1", "1", "2", true), "the program");
	ok(compares("cc-2", "1", "1", "2", true), "unless it has another name");
	ok(compares("/bin/cc", "1", "1", "2", true), "or is called by its path");
}

/* Two tests have counts on both puts, of which one is above the limit; a third one is new. */
static void
test_counts(void)
{
	struct gate gate = {.spec = "Ir,0", .all = true, .field = FIELD_IR};
	struct gates gates = {&gate, 1};
	struct results results = sample_make(3, 2);
	struct comparison comparison;
	struct rulings rulings;

	for (size_t i = 0; i < 6; i++) {
		if (i < 5)
			sample_count(results_cell(&results, 2 - i / 2, 1 - i % 2), FIELD_IR,
			    i == 2 ? 101 : 100);
		results.cells[i].text_hash = 1;
	}
	comparison_make(&comparison, &results, &(struct view){.fields = 1u << FIELD_IR});
	rulings_make(&rulings, &comparison, &gates, true);
	ok(rulings.judged == 2 && rulings.above == 1 && rulings.added == 1,
	    "%zu judged, %zu above, %zu new", rulings.judged, rulings.above, rulings.added);
	rulings_free(&rulings);
	comparison_free(&comparison);
	results_free(&results);
}

int
main(void)
{
	test_layouts();
	test_names();
	test_fingerprints();
	test_counts();
	return tap_done();
}
