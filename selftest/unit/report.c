#include <unistd.h>

#include "report/failures.h"
#include "report/format_print.h"
#include "sample.h"
#include "tap.h"

#define RAW "The numbers represent raw counts per loop iteration.\n"
#define IR_COND (1u << FIELD_IR | 1u << FIELD_COND)

static struct results results;
static struct view view;

static void
begin(size_t tests, size_t puts, field_set fields, bool raw)
{
	results = sample_make(tests, puts);
	view = (struct view){.fields = fields, .raw = raw, .tables = true};
}

/* Compares what is printed below the key, and that of raw counts. */
static void
shows(const char *want, const char *name)
{
	const char *key = view.raw && *want ? RAW : "", *body;
	FREED_BY(comparison_free) struct comparison comparison;
	FREED_BY(page_free) struct page page;
	OWNED char *got = NULL;
	size_t n;
	FILE *out = open_memstream(&got, &n);

	comparison_make(&comparison, &results, &view);
	page_make(&page, &comparison, &view, NULL, false, out);
	format_text(&page);
	fclose(out);
	body = strstr(got, "\n\n");
	body = body ? body + 2 : got;
	is(text_begins(body, key) ? body + strlen(key) : body, want, name);
}

/* Returns the output of failures_print on stderr; the caller frees. */
static char *
failures_of(bool all, bool *has_dir)
{
	FILE *file = tmpfile();
	int before = dup(STDERR_FILENO);
	char *said;
	size_t n;

	fflush(stderr);
	dup2(fileno(file), STDERR_FILENO);
	*has_dir = failures_print(&results, all);
	fflush(stderr);
	dup2(before, STDERR_FILENO);
	close(before);
	n = (size_t)lseek(fileno(file), 0, SEEK_END);
	said = memory_new(n + 1);
	if (pread(fileno(file), said, n, 0) != (ssize_t)n)
		abort();
	fclose(file);
	return said;
}

static void
test_failed_cells(void)
{
	begin(3, 2, 1u << FIELD_IR, true);
	sample_count(results_cell(&results, 0, 0), FIELD_IR, 1000);
	sample_count(results_cell(&results, 0, 1), FIELD_IR, 500);
	sample_count(results_cell(&results, 1, 0), FIELD_IR, 300);
	results_cell(&results, 1, 1)->failure = failure_new("compile", "no", "cc", "");
	sample_count(results_cell(&results, 2, 1), FIELD_IR, 10);
	shows("\nResults for field Ir\n\n"
	      "           p0   p1\n"
	      "        ----- ----\n"
	      "t0      100.0 50.0\n"
	      "t1       30.0 FAIL\n"
	      "t2             1.0\n"
	      "AVERAGE 100.0 25.5\n",
	    "counts: FAIL where a cell failed, blank where it was not tried");
	view.raw = false;
	view.norm = "p1";
	shows("The numbers represent relative counts per loop iteration, compared to\n"
	      "p1 at 100.0%.\n"
	      "Higher is better: for example, using half as many instructions gives 200%,\n"
	      "while using twice as many gives 50%.\n"
	      "\nResults for field Ir\n\n"
	      "           p0     p1\n"
	      "        ----- ------\n"
	      "t0      50.00 100.00\n"
	      "t1          -   FAIL\n"
	      "t2            100.00\n"
	      "AVERAGE 50.00 100.00\n",
	    "ratios: - where the norm failed");
	results_free(&results);
}

#define OTHER(label) \
	"\n* not comparable: the text of the test differs from that on " label ";\n" \
	"  left out of averages\n"

static void
test_other_text(void)
{
	begin(2, 2, 1u << FIELD_IR, true);
	for (size_t i = 0; i < 4; i++) {
		sample_count(&results.cells[i], FIELD_IR, 100);
		results.cells[i].text_hash = 1;
	}
	results.cells[1].text_hash = 2;
	shows("\nResults for field Ir\n\n"
	      "          p0   p1\n"
	      "        ---- ----\n"
	      "t0      10.0    *\n"
	      "t1      10.0 10.0\n"
	      "AVERAGE 10.0 10.0\n" OTHER("p0"),
	    "a mark where another text was measured, and below what it means");
	view.average = true;
	shows("\nResults for field Ir\n\n"
	      "          p0   p1\n"
	      "        ---- ----\n"
	      "AVERAGE 10.0 10.0\n" OTHER("p0"),
	    "the average alone says so, too");
	view.average = false;
	view.compact = "p0";
	shows("\nResults for p0\n\n   Ir\n ----\n"
	      " 10.0  t0        desc 0\n 10.0  t1        desc 1\n 10.0  AVERAGE\n",
	    "nothing of a put that is not shown");
	results_free(&results);
}

static void
test_verdicts(void)
{
	begin(3, 2, 1u << FIELD_IR, true);
	for (size_t i = 0; i < 6; i++)
		sample_count(&results.cells[i], FIELD_IR, 100);
	results_cell(&results, 0, 1)->verdicts = 1u << VERDICT_FOLDED | 1u << VERDICT_VARYING;
	results_cell(&results, 1, 0)->verdicts = 1u << VERDICT_REP;
	results_cell(&results, 2, 0)->verdicts = 1u << VERDICT_FOLDED;
	results_cell(&results, 2, 1)->verdicts = 1u << VERDICT_FOLDED;
	test_set(&results.tests.v[1], "expect", memory_copy("hoisted rep"), 0);
	shows("\nResults for field Ir\n\n"
	      "          p0   p1\n"
	      "        ---- ----\n"
	      "t0 !    10.0 10.0\n"
	      "t1      10.0 10.0\n"
	      "t2 !    10.0 10.0\n"
	      "AVERAGE 10.0 10.0\n"
	      "\n! a number that means less than it seems; see VERDICTS in cgbench-fields(7)\n"
	      "folded: the code only moves values known beforehand: "
	      "put BLACK_BOX around its inputs, in the code, not in setup\n"
	      "    t0 on p1\n"
	      "    t2 on p0, p1\n"
	      "varying: the iterations, or two runs, differ in cost: "
	      "rebuild its data in pre, align them, or multiply --loops\n"
	      "    t0 on p1\n",
	    "verdicts that are not expected have a mark, and are explained");
	view.compact = "p0";
	shows("\nResults for p0\n\n   Ir\n ----\n"
	      " 10.0  t0        desc 0\n"
	      " 10.0  t1        desc 1\n"
	      " 10.0  t2 !      desc 2\n"
	      " 10.0  AVERAGE\n"
	      "\n! a number that means less than it seems; see VERDICTS in cgbench-fields(7)\n"
	      "folded: the code only moves values known beforehand: "
	      "put BLACK_BOX around its inputs, in the code, not in setup\n"
	      "    t2 on p0\n",
	    "those of the put that is shown");
	view.average = true;
	shows("\nResults for p0\n\n   Ir\n ----\n 10.0  AVERAGE !\n"
	      "\n! a number that means less than it seems; see VERDICTS in cgbench-fields(7)\n"
	      "folded: the code only moves values known beforehand: "
	      "put BLACK_BOX around its inputs, in the code, not in setup\n"
	      "    t2 on p0\n",
	    "those that an average covers, where no test is shown");
	results_free(&results);
}

static void
test_nothing_measured(void)
{
	begin(2, 1, IR_COND, true);
	results_cell(&results, 0, 0)->failure = failure_new("link", "no", "cc", "");
	results_cell(&results, 1, 0)->failure = failure_new("link", "no", "cc", "");
	shows("", "nothing is shown if everything failed");
	results_free(&results);
}

static void
test_one_test(void)
{
	begin(1, 1, IR_COND, true);
	sample_count(results_cell(&results, 0, 0), FIELD_IR, 70);
	shows("\nt0\ndesc 0\n\n      p0\n     ---\n  Ir 7.0\nCOND 0.0\n", "one test on one put has no AVERAGE");
	view.average = true;
	shows("\nAVERAGE\n\n      p0\n     ---\n  Ir 7.0\nCOND 0.0\n", "but it is shown where it was asked for");
	view.compact = "p0";
	view.fields = 1u << FIELD_IR;
	shows("\nResults for p0\n\n  Ir\n ---\n 7.0  AVERAGE\n", "one field is still compact");
	results_free(&results);
}

static void
test_numbers(void)
{
	begin(4, 1, 1u << FIELD_IR, true);
	sample_count(results_cell(&results, 0, 0), FIELD_IR, 12345678901234);
	sample_count(results_cell(&results, 1, 0), FIELD_IR, -1);
	sample_count(results_cell(&results, 2, 0), FIELD_IR, -12345678901235);
	sample_count(results_cell(&results, 3, 0), FIELD_IR, 1);
	view.sort_put = "p0";
	view.sort_field = FIELD_IR;
	shows("\nResults for field Ir\n\n"
	      "                      p0\n"
	      "        ----------------\n"
	      "t2      -1234567890123.5\n"
	      "t1                  -0.1\n"
	      "t3                   0.1\n"
	      "t0       1234567890123.4\n"
	      "AVERAGE              0.0\n",
	    "huge and negative counts, sorted, and no -0.0");
	results_free(&results);
}

static void
test_ratio_of_a_million(void)
{
	begin(1, 2, 1u << FIELD_IR, false);
	sample_count(results_cell(&results, 0, 0), FIELD_IR, 20000000);
	sample_count(results_cell(&results, 0, 1), FIELD_IR, 1);
	view.compact = "p1";
	shows("The numbers represent relative counts per loop iteration, compared to\n"
	      "p0 at 100.0%.\n"
	      "Higher is better: for example, using half as many instructions gives 200%,\n"
	      "while using twice as many gives 50%.\n"
	      "\nResults for p1\n\n"
	      "            Ir\n"
	      " -------------\n"
	      " 2000000000.00  t0   desc 0\n",
	    "a ratio beyond a million is printed");
	results_free(&results);
}

static void
test_groups(void)
{
	begin(1, 1, 0, true);
	sample_count(results_cell(&results, 0, 0), FIELD_IR, 0);
	view.fields = 0x1f;
	shows("\nt0\ndesc 0\n\n      p0\n     ---\n"
	      "  Ir 0.0\n  Dr 0.0\n  Dw 0.0\nCOND 0.0\n IND 0.0\n",
	    "five fields without a suffix are one group");
	view.fields = 0x61f;
	shows("\nt0\ndesc 0\n\n       p0\n      ---\n"
	      "   Ir 0.0\n   Dr 0.0\n   Dw 0.0\n COND 0.0\n  IND 0.0\n\n"
	      "Dw_m1 0.0\n\nIr_mm 0.0\n",
	    "suffixes make groups");
	view.fields = 0x403;
	shows("\nt0\ndesc 0\n\n       p0\n      ---\n   Ir 0.0\n   Dr 0.0\nIr_mm 0.0\n", "few fields have none");
	results_free(&results);
}

static void
test_foreign_text(void)
{
	begin(2, 1, 1u << FIELD_IR, true);
	sample_count(results_cell(&results, 0, 0), FIELD_IR, 10);
	sample_count(results_cell(&results, 1, 0), FIELD_IR, 20);
	free(results.puts.v[0].label);
	results.puts.v[0].label = memory_copy("\303\266\303\266\303\266\303\266");
	free(results.tests.v[0].name);
	results.tests.v[0].name = memory_copy("gr\303\266\303\237\303\237\303\237er");
	free(results.tests.v[1].name);
	results.tests.v[1].name = memory_copy("\033[2J");
	test_set(&results.tests.v[0], "desc", memory_copy("a;\n\tb;\n"), 0);
	shows("\nResults for field Ir\n\n"
	      "         \303\266\303\266\303\266\303\266\n"
	      "         ----\n"
	      "gr\303\266\303\237\303\237\303\237er  1.0\n"
	      "\\x1b[2J   2.0\n"
	      "AVERAGE   1.5\n",
	    "widths are columns, and control characters are shown");
	view.compact = results.puts.v[0].label;
	shows("\nResults for \303\266\303\266\303\266\303\266\n\n"
	      "  Ir\n"
	      " ---\n"
	      " 1.0  gr\303\266\303\237\303\237\303\237er   a;  b;\n"
	      " 2.0  \\x1b[2J    desc 1\n"
	      " 1.5  AVERAGE\n",
	    "a desc of several lines takes one when compact");
	view.compact = NULL;
	view.fields = IR_COND;
	results.tests.n = 1;
	shows("\ngr\303\266\303\237\303\237\303\237er\na;\n\tb;\n\n"
	      "     \303\266\303\266\303\266\303\266\n"
	      "     ----\n"
	      "  Ir  1.0\n"
	      "COND  0.0\n",
	    "and as many as it has in a block");
	results.tests.n = 2;
	results_free(&results);
}

static void
test_failures(void)
{
	OWNED char *said = NULL;
	bool has_dir;

	begin(3, 2, 0, true);
	results_cell(&results, 2, 0)->failure =
	    failure_new("compile", "exit status 1", "cc -c x.c", "x.c:1: bad\nx.c:2:\tw\033[m\n");
	results_cell(&results, 0, 1)->failure = failure_new("active/short loop", "signal 11", "./a.out", "");
	said = failures_of(true, &has_dir);
	is(said,
	    "cgbench: t2 on p0: compile: exit status 1\n"
	    "    x.c:1: bad\n"
	    "    x.c:2:\tw\\x1b[m\n"
	    "    cc -c x.c\n"
	    "cgbench: t0 on p1: active/short loop: signal 11\n"
	    "    ./a.out\n",
	    "each failure with its output and command");
	ok(!has_dir, "no command names a file of --keep");
	results_free(&results);
}

static void
test_equal_failures(void)
{
	char *said;
	bool has_dir;

	begin(12, 2, 0, true);
	for (size_t i = 0; i < 12; i++) {
		OWNED char *command = text_print("cc DIR/p0/t%zu/test.c", i);

		results_cell(&results, i, 0)->failure =
		    failure_new("link", i == 2 ? "other" : "same", command, "out\n");
	}
	results_cell(&results, 1, 1)->failure = failure_new("link", "same", "cc", "out\n");
	said = failures_of(false, &has_dir);
	is(said,
	    "cgbench: t0, t1, t3, t4, t5, t6, t7, t8, t9, t10 and 1 more on p0: link: same\n"
	    "    out\n"
	    "cgbench: t2 on p0: link: other\n"
	    "    out\n"
	    "cgbench: t1 on p1: link: same\n"
	    "    out\n",
	    "equal failures of a put are told once");
	ok(!has_dir, "whose commands are not shown");
	free(said);
	said = failures_of(true, &has_dir);
	said[strcspn(said, "\n")] = '\0';
	is(said, "cgbench: t0, t1, t3, t4, t5, t6, t7, t8, t9, t10, t11 on p0: link: same", "all names");
	ok(has_dir, "commands name files of --keep");
	free(said);
	results_free(&results);
}

int
main(void)
{
	test_failed_cells();
	test_other_text();
	test_verdicts();
	test_nothing_measured();
	test_one_test();
	test_numbers();
	test_ratio_of_a_million();
	test_groups();
	test_foreign_text();
	test_failures();
	test_equal_failures();
	return tap_done();
}
