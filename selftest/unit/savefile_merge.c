#include "saved.h"

static void
make_pair(const char *path, const char *label, const char *first, const char *second)
{
	FREED_BY(results_free) struct results r = {.loops = {10, 20}};

	saved_add_put(&r, "gcc", label, "", "");
	test_set(tests_add(&r.tests, first), "code", memory_copy(first), 0);
	test_set(tests_add(&r.tests, second), "code", memory_copy(second), 0);
	results_make_cells(&r);
	saved_set_counts(&r.cells[0], (uint64_t)*first);
	saved_set_counts(&r.cells[1], (uint64_t)*second);
	savefile_write(&r, path, true);
}

static void
merge_job(const char *path)
{
	struct results into = {0}, more = {0};

	savefile_read(&into, "ab.json");
	savefile_read(&more, path);
	savefile_merge(&into, &more, path);
}

static void
refuses(const char *path, const char *why, const char *name)
{
	struct child o = child_run(merge_job, path);
	OWNED char *line = text_print("cgbench: %s: %s\n", path, why);

	child_refuses(&o, line, name);
}

/* Reads two files and merges the second one into the first. */
static struct results
merged(const char *first, const char *second)
{
	struct results into = {0}, more = {0};

	savefile_read(&into, first);
	savefile_read(&more, second);
	savefile_merge(&into, &more, second);
	ok(!more.tests.n, "%s is one with %s", second, first);
	return into;
}

static void
test_merge(void)
{
	struct results into;

	make_pair("ab.json", "one", "a", "b");
	make_pair("ba.json", "two", "b", "a");
	into = merged("ab.json", "ba.json");
	ok(into.puts.n == 2 && into.tests.n == 2, "two files become one");
	ok(results_cell(&into, 0, 1)->counts[0][0].of[0] == 'a' + 100 &&
	        results_cell(&into, 1, 1)->counts[0][0].of[0] == 'b' + 100,
	    "in the order of the first");
	results_free(&into);
	refuses("ab.json",
	    "label 'one' is used in an earlier file too; "
	    "to compare both, give the earlier one to --baseline",
	    "one label twice");
}

static void
test_other_tests(void)
{
	struct results into;

	make_pair("ac.json", "two", "c", "a");
	into = merged("ab.json", "ac.json");
	ok(into.tests.n == 3 && !strcmp(into.tests.v[2].name, "c") &&
	        tests_find(&into.tests, "c") == &into.tests.v[2] &&
	        !strcmp(part_text(test_find(&into.tests.v[2], "code")), "c"),
	    "a test of the second file only stands behind");
	ok(results_cell(&into, 2, 1)->counts[0][0].of[0] == 'c' + 100 &&
	        results_cell(&into, 0, 1)->counts[0][0].of[0] == 'a' + 100,
	    "with its counts");
	ok(!results_cell(&into, 1, 1)->measured && !results_cell(&into, 2, 0)->measured,
	    "what a file does not have was not tried");
	results_free(&into);
	make_pair("cd.json", "two", "c", "d");
	refuses(
	    "cd.json", "no test in common with the files before it: its first is 'c', theirs 'a'", "no test in common");
}

/* A run of one test on one put. text_hash: of what was measured. */
static void
make_ops(const char *label, uint64_t text_hash, const char *ops, const char *once)
{
	FREED_BY(results_free) struct results r = {.loops = {10, 20}};
	struct test *test = tests_add(&r.tests, "a");
	OWNED char *path = text_print("%s.json", label);

	saved_add_put(&r, "gcc", label, "", "");
	saved_add_fingerprint(r.puts.v);
	test_set(test, "code", memory_copy("a"), 0);
	test_set(test, "ops", memory_copy(ops), 0);
	if (once)
		test_set(test, "once", memory_copy(once), 0);
	results_make_cells(&r);
	saved_set_counts(r.cells, 'a');
	r.cells->text_hash = text_hash;
	savefile_write(&r, path, true);
}

/* Adds a file to into, saves that and reads it again. */
static void
merge_again(struct results *into, const char *path)
{
	struct results more = {0};

	savefile_read(&more, path);
	savefile_merge(into, &more, path);
	savefile_write(into, "both.json", true);
	results_free(into);
	savefile_read(into, "both.json");
}

static void
test_ops(void)
{
	FREED_BY(results_free) struct results into = {0};

	make_ops("one", 1, "10", NULL);
	make_ops("same", 1, "2", NULL);
	make_ops("other", 2, "3", NULL);
	make_ops("like-other", 2, "4", NULL);
	make_ops("unknown", 0, "5", NULL);
	savefile_read(&into, "one.json");
	merge_again(&into, "same.json");
	ok(results_ops(&into, 0, 0) == 10 && results_ops(&into, 0, 1) == 10, "one text has the ops of the first file");
	merge_again(&into, "other.json");
	ok(results_ops(&into, 0, 2) == 3, "another text has those of its own file");
	merge_again(&into, "like-other.json");
	ok(results_ops(&into, 0, 3) == 3, "which hold for later files with that text");
	merge_again(&into, "unknown.json");
	ok(results_ops(&into, 0, 4) == 5 && results_ops(&into, 0, 0) == 10,
	    "of an unknown text, its file says how many");
	make_ops("once", 3, "1", "yes");
	refuses("once.json", "test 'a' is measured once, and in a loop in the files before it: rename one",
	    "one test once and in a loop");
}

static void
test_merge_loops(void)
{
	FREED_BY(results_free) struct results r = {0};

	savefile_read(&r, "ba.json");
	r.loops[0] = 5;
	savefile_write(&r, "other.json", true);
	refuses(
	    "other.json", "its loop counts are 5 and 20, but 10 and 20 in the files before it", "other loop counts");
}

int
main(void)
{
	scratch_enter();
	test_merge();
	test_other_tests();
	test_ops();
	test_merge_loops();
	scratch_leave();
	return tap_done();
}
