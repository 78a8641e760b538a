/* Changes between two puts, and what gates rule about them, are read from one matrix of cells, read by both. */

#include "compare/comparison.h"
#include "compare/ruling.h"
#include "sample.h"
#include "saved.h"

/* A cell: what it counts in tenths of Ir; FAILED or UNTRIED; its verdict, or -1. */
enum { FAILED = -1, UNTRIED = -2 };

static const struct row {
	const char *name;
	long a, b;
	int verdict_a, verdict_b;
	uint64_t hash_a, hash_b;
	long jitter_a, jitter_b; /* in another layout; 0: in none */
} rows[] = {
    {"same", 100, 100, -1, -1, 1, 1, 0, 0},
    {"worse", 100, 150, -1, -1, 1, 1, 0, 0},
    {"better", 100, 40, -1, -1, 1, 1, 0, 0},
    {"nearly", 1000, 1010, -1, -1, 1, 1, 0, 0},
    {"new", UNTRIED, 100, -1, -1, 1, 1, 0, 0},
    {"missing", 100, UNTRIED, -1, -1, 1, 1, 0, 0},
    {"failed", 100, FAILED, -1, -1, 1, 1, 0, 0},
    {"failing", FAILED, UNTRIED, -1, -1, 1, 1, 0, 0},
    {"untried", UNTRIED, UNTRIED, -1, -1, 1, 1, 0, 0},
    {"other", 100, 200, -1, -1, 1, 2, 0, 0},
    {"untold", 100, 200, -1, -1, 0, 2, 0, 0},
    {"layouts", 100, 110, -1, -1, 1, 1, 110, 105},
    {"apart", 100, 110, -1, -1, 1, 1, 105, 106},
    {"one", 100, 110, -1, -1, 1, 1, 120, 0},
    {"empty", 100, 110, -1, VERDICT_EMPTY, 1, 1, 0, 0},
    {"folded", 100, 100, VERDICT_FOLDED, VERDICT_FOLDED, 1, 1, 0, 0},
    {"clock", 100, 110, VERDICT_VDSO, -1, 1, 1, 0, 0},
    {"stepped", 100, 110, -1, VERDICT_STEPPED, 1, 1, 0, 0},
};

static struct results results;
static struct fields *fields;

static void
set_cell(struct cell *cell, long tenths, int verdict, uint64_t hash, long jitter)
{
	if (tenths >= 0)
		sample_count(cell, FIELD_IR, tenths);
	if (tenths == FAILED)
		cell->failure = failure_new("stage", "why", "", "");
	if (verdict >= 0)
		cell->verdicts = 1u << verdict;
	cell->text_hash = hash;
	if (jitter)
		sample_count(results_add_jitter(cell, (struct memory_layout){.stack = 16}), FIELD_IR, jitter);
}

static void
make(void)
{
	results = sample_make(0, 2);
	results.fields = fields;
	for (size_t i = 0; i < COUNTOF(rows); i++)
		tests_add(&results.tests, rows[i].name);
	free(results.cells);
	results_make_cells(&results);
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		const struct row *row = &rows[i];

		set_cell(results_cell(&results, i, 0), row->a, row->verdict_a, row->hash_a, row->jitter_a);
		set_cell(results_cell(&results, i, 1), row->b, row->verdict_b, row->hash_b, row->jitter_b);
	}
}

/* Each chosen test with its change, "!" if it is listed and "~" if layouts overlap; or, sorted
   by change, the names alone. */
static void
shows(const struct view *view, enum field f, bool sorted, const char *want, const char *name)
{
	FREED_BY(comparison_free) struct comparison comparison;
	FREED_BY(text_free) struct text t = TEXT_EMPTY;
	size_t order[COUNTOF(rows)], put;

	comparison_make(&comparison, &results, view);
	put = !comparison.norm;
	comparison_sort(&comparison, sorted && view->norm ? put : COMPARISON_ALL, order);
	for (size_t i = 0; i < comparison.test_count; i++) {
		size_t test = sorted ? order[i] : comparison.tests[i];
		struct change change = comparison_of(&comparison, test, put, f);

		text_addf(&t, "%s%s", i ? ", " : "", results.tests.v[test].name);
		if (!sorted)
			text_addf(&t, " %s%s%s%s %g",
			    change.kind < CHANGE_INDETERMINATE ? change_names[change.kind] : "-",
			    comparison_is_listed(&comparison, test, put) ? "!" : "", change.overlap ? "~" : "",
			    comparison_has_texts(&comparison, test, put) ? "" : "?", change.percent);
	}
	is(t.s, want, name);
}

#define REST \
	"new new! 0, missing missing! 0, failed failed! 0, failing failed! 0, untried - 0, " \
	"other not comparable! 0, untold worse!? 100, layouts same~ 10, apart worse! 10, " \
	"one worse! 10, empty worse! 10, folded same 0, clock worse! 10, stepped worse! 10"

static void
test_changes(void)
{
	field_set ir = FIELD_BIT(FIELD_IR);

	shows(&(struct view){.fields = ir}, FIELD_IR, false,
	    "same same 0, worse worse! 50, better better! -60, nearly worse! 1, " REST, "all tests");
	shows(&(struct view){.fields = ir, .least = 5}, FIELD_IR, false,
	    "same same 0, worse worse! 50, better better! -60, nearly same 1, " REST, "at least 5 percent");
	shows(&(struct view){.fields = ir, .norm = "p1"}, FIELD_IR, false,
	    "same same 0, worse better! -33.3333, better worse! 150, nearly better! -0.990099, new missing! 0, missing "
	    "new! 0, failed failed! 0, failing failed! 0, untried - 0, other not comparable! 0, untold better!? -50, "
	    "layouts same~ -9.09091, apart better! -9.09091, one better! -9.09091, empty better! -9.09091, folded same "
	    "0, clock better! -9.09091, stepped better! -9.09091",
	    "the other norm");
	shows(&(struct view){.fields = ir, .by_verdict = true, .verdicts = 1u << VERDICT_FOLDED | 1u << VERDICT_EMPTY},
	    FIELD_IR, false, "empty worse! 10, folded same 0", "two verdicts");
	shows(&(struct view){.fields = ir, .by_verdict = true}, FIELD_DR, true,
	    "untold, better, worse, apart, one, nearly, new, missing, failed, failing, other, same, untried, layouts",
	    "none, by change");
	shows(&(struct view){.fields = ir, .norm = "p1"}, FIELD_IR, true,
	    "better, untold, worse, apart, one, empty, clock, stepped, nearly, new, missing, "
	    "failed, failing, other, same, untried, layouts, folded",
	    "by change on a put");
	results_cell(&results, 1, 1)->lacks = FIELD_BIT(FIELD_DR);
	results_cell(&results, 2, 0)->lacks = results_cell(&results, 2, 1)->lacks = FIELD_BIT(FIELD_DR);
	shows(&(struct view){.fields = FIELD_BIT(FIELD_DR)}, FIELD_DR, false,
	    "same same 0, worse without a value! 0, better - 0, nearly same 0, new new! 0, missing missing! 0, failed "
	    "failed! 0, failing failed! 0, untried - 0, other not comparable! 0, untold same? 0, layouts same~ 0, "
	    "apart same~ 0, one same 0, empty same 0, folded same 0, clock same 0, stepped same 0",
	    "lacking a field");
}

/* The lines that gates print, with "? " for what begins those of what was not judged. */
static void
rules(struct gate *gate, bool same, int status, const char *want, const char *name)
{
	struct gates gates = {gate, 1};
	FREED_BY(comparison_free) struct comparison comparison;
	FREED_BY(rulings_free) struct rulings rulings;
	FREED_BY(words_free) struct words lines;
	OWNED char *unjudged = text_print("gate %s: unjudged on p1: ", gate->spec);
	OWNED char *got = NULL;

	comparison_make(&comparison, &results, &(struct view){.fields = FIELD_BIT(FIELD_IR)});
	rulings_make(&rulings, &comparison, &gates, same);
	lines = rulings_lines(&rulings);
	got = words_join(&lines, "\n");
	is_freed(text_replace(got, unjudged, "? "), want, name);
	ok(rulings_status(&rulings) == status, "%s: status", name);
}

#define UNJUDGED \
	"? failed, here or on p0: failed, failing\n" \
	"? missing, though p0 has counts: missing\n" \
	"? not comparable: the text differs from that on p0: other\n" \
	"? not comparable: the text is unknown, here or on p0: untold\n" \
	"? measures nothing or only a part (empty, folded, hoisted, shared, unstored or processes), unlike on " \
	"p0: empty\n" \
	"? valgrind's own (vdso, fenv, signal, syscall, heap, split or machine), unlike " \
	"on p0: clock\n" \
	"? counted in single steps (stepped), here or on p0: stepped\n"

static void
test_rulings(void)
{
	struct gate all = {.spec = "Ir,5%", .all = true, .field = FIELD_IR, .limit = 5, .percent = true};
	struct gate some = {.spec = "x:Ir,1", .field = FIELD_IR, .limit = 1};
	struct gate dr = {.spec = "Dr,0", .all = true, .field = FIELD_DR};

	rules(&all, true, STATUS_FAILURE,
	    "gate Ir,5%: worse on p1: Ir is 15.0, on p0 10.0: +5.0 (+50.00 %)\ngate Ir,5%: apart on p1: Ir is 11.0, on "
	    "p0 10.0: +1.0 (+10.00 %)\ngate Ir,5%: one on p1: Ir is 11.0, on p0 10.0: +1.0 (+10.00 "
	    "%)\n" UNJUDGED "gates: 8 counts judged, 3 above the limit, 1 new; not all could be judged",
	    "all tests");
	words_add(&some.tests.names, "same");
	rules(&some, false, STATUS_OK, "gates: 1 count judged, 0 above the limit", "a test that is the same");
	words_add(&some.tests.names, "worse");
	rules(&some, false, STATUS_NO,
	    "gate x:Ir,1: worse on p1: Ir is 15.0, on p0 10.0: +5.0 (+50.00 %)\ngates: 2 "
	    "counts judged, 1 above the limit",
	    "with one that is worse");
	words_add(&some.tests.names, "untried");
	rules(&some, false, STATUS_FAILURE,
	    "gate x:Ir,1: worse on p1: Ir is 15.0, on p0 10.0: +5.0 (+50.00 %)\n? named by the gate, but not measured, "
	    "here or on p0: untried\ngates: 2 counts judged, 1 above the limit; not all could be judged",
	    "and one without counts");
	rules(&dr, false, STATUS_FAILURE,
	    UNJUDGED
	    "? not counted by QEMU or in single steps, here or on p0: worse, better\ngates: 6 counts judged, 0 above the limit, 1 new; not all could be judged",
	    "a field that cells lack");
	words_free(&some.tests.names);
	words_add(&some.tests.names, "new");
	rules(&some, false, STATUS_FAILURE,
	    "? all its tests are new\ngates: 0 counts judged, 0 above the limit, 1 new; not all could be judged",
	    "only a new one");
	words_free(&some.tests.names);
	words_add(&some.tests.names, "none");
	rules(&some, false, STATUS_FAILURE,
	    "? nothing was measured\ngates: 0 counts judged, 0 above the limit; not all could be judged", "no test");
	saved_add_fingerprint(&results.puts.v[0]);
	rules(&some, false, STATUS_FAILURE,
	    "? 'p1' has no fingerprint: cannot tell whether its counts are comparable\ngates: "
	    "0 counts judged, 0 above the limit; not all could be judged",
	    "a put that is unknown");
	words_free(&some.tests.names);
}

int
main(void)
{
	fields = fields_new();
	fields_resolve(fields);
	make();
	test_changes();
	test_rulings();
	results_free(&results);
	fields_free(fields);
	return tap_done();
}
