#include "compare/comparable.h"
#include "compare/ruling.h"
#include "sample.h"
#include "saved.h"

static void
add_jitter(struct cell *cell, long tenths)
{
	sample_count(results_add_jitter(cell, (struct memory_layout){0}), FIELD_IR, tenths);
}

/* Results of so many tests on two puts, and what the gate Ir,0 says of them. */
static struct results results;
static struct gate gate = {.spec = "Ir,0", .all = true, .field = FIELD_IR};
static struct gates gates = {&gate, 1};
static struct comparison comparison;
static struct rulings rulings;

static void
begin(size_t tests)
{
	results = sample_make(tests, 2);
	for (size_t i = 0; i < 2 * tests; i++)
		results.cells[i].text_hash = 1;
}

static void
judge(void)
{
	comparison_make(&comparison, &results, &(struct view){.fields = 1u << FIELD_DR});
	rulings_make(&rulings, &comparison, &gates, true);
}

static void
end(void)
{
	rulings_free(&rulings);
	comparison_free(&comparison);
	results_free(&results);
}

/* The one test costs that many tenths of an instruction on both puts, and in another layout so many. */
static void
rules(const long usual[2], const long elsewhere[2], int want, const char *said, const char *name)
{
	begin(1);
	for (size_t put = 0; put < 2; put++) {
		sample_count(&results.cells[put], FIELD_IR, usual[put]);
		if (elsewhere)
			add_jitter(&results.cells[put], elsewhere[put]);
	}
	judge();
	ok(rulings_status(&rulings) == want, "%s", name);
	is_freed(rulings.n ? ruling_text(&rulings, 0) : memory_copy(""), said, "with what is said");
	end();
}

static void
test_layouts(void)
{
	rules((long[]){100, 101}, NULL, 1, "t0 on p1: Ir is 10.1, on p0 10.0: +0.1 (+1.00 %)", "a tenth more is above");
	rules((long[]){100, 101}, (long[]){100, 101}, 1, "t0 on p1: Ir is 10.1, on p0 10.0: +0.1 (+1.00 %)",
	    "in all layouts as well");
	rules((long[]){100, 101}, (long[]){102, 101}, 0, "", "but not where the ranges of both overlap");
}

/* Tests for one reason are named in one line, up to ten of them. */
static void
test_names(void)
{
	static const char missing[] =
	    "gate Ir,0: unjudged on p1: missing, though p0 has counts: t1, t2, t3, t4, t5, t6, t7, "
	    "t8, t9, t10 and 1 more";
	struct words lines;

	begin(12);
	for (size_t i = 0; i < 12; i++)
		sample_count(results_cell(&results, i, 0), FIELD_IR, 100);
	sample_count(results_cell(&results, 0, 1), FIELD_IR, 100);
	judge();
	lines = rulings_lines(&rulings);
	ok(rulings_status(&rulings) == STATUS_FAILURE && lines.n == 2, "eleven are missing");
	is(lines.v[0], missing, "ten are named");
	is(lines.v[1], "gates: 1 count judged, 0 above the limit; not all could be judged", "one is judged");
	words_free(&lines);
	end();
}

/* True if a put can be compared with "cc", version 1, measured with valgrind 1 and libc 1. */
static bool
compares(const char *exe, const char *valgrind, const char *libc, const char *version, bool same)
{
	FREED_BY(results_free) struct results pair = {0};
	OWNED char *why = NULL;

	for (size_t i = 0; i < 2; i++) {
		saved_add_put(&pair, i || *exe == '/' ? exe : "cc", "p", "", "");
		saved_add_fingerprint(&pair.puts.v[i]);
		saved_set_trait(&pair.puts.v[i], TRAIT_VALGRIND, i ? valgrind : "1");
		saved_set_trait(&pair.puts.v[i], TRAIT_LIBC, i ? libc : "1");
		saved_set_trait(&pair.puts.v[i], TRAIT_VERSION, i ? version : "1");
	}
	why = comparable_difference(&pair.puts.v[0], &pair.puts.v[1], same);
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
	begin(3);
	for (size_t i = 0; i < 5; i++)
		sample_count(results_cell(&results, 2 - i / 2, 1 - i % 2), FIELD_IR, i == 2 ? 101 : 100);
	judge();
	ok(rulings.judged == 2 && rulings.above == 1 && rulings.added == 1, "%zu judged, %zu above, %zu new",
	    rulings.judged, rulings.above, rulings.added);
	end();
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
