#include "sample.h"
#include "tap.h"
#include "util/words.h"

/* The words of s between brackets, or "open" where words_split refuses it. */
static char *
split(const char *s)
{
	FREED_BY(words_free) struct words w = WORDS_EMPTY;
	struct text t = TEXT_EMPTY;

	words_add(&w, "before");
	if (words_split(&w, s))
		for (size_t i = 1; i < w.n; i++)
			text_addf(&t, "[%s]", w.v[i]);
	else
		text_add(&t, w.n == 1 && !w.v[1] ? "open" : "left words behind");
	return text_take(&t);
}

static void
split_is(const char *s, const char *want)
{
	is_freed(split(s), want, *want ? want : "nothing");
}

static void
test_split(void)
{
	split_is("", "");
	split_is(" \t\n ", "");
	split_is("a", "[a]");
	split_is("  -O2\t-g\n-c ", "[-O2][-g][-c]");
	split_is("'a b' \"c d\"", "[a b][c d]");
	split_is("a'b'\"c\"d", "[abcd]");
	split_is("'' \"\"", "[][]");
	split_is("a\\ b \\' \\\\", "[a b]['][\\]");
	split_is("'a\\b' \"a\\b\\\"\\$\\`\\\\\"", "[a\\b][a\\b\"$`\\]");
	split_is("a\\\nb \"c\\\nd\" \\\n e", "[ab][cd][e]");
	split_is("$HOME *.c ~ #x `id`", "[$HOME][*.c][~][#x][`id`]");
	split_is("a 'b", "open");
	split_is("a \"b", "open");
	split_is("a b\\", "open");
	split_is("\"a\\", "open");
}

static void
quote_is(const char *word, const char *want)
{
	FREED_BY(words_free) struct words w = WORDS_EMPTY;
	FREED_BY(text_free) struct text t = TEXT_EMPTY;
	OWNED char *back = NULL;

	words_add(&w, word);
	words_quote(&w, &t);
	is(t.s, want, "quoted");
	back = split(t.s);
	ok(strlen(back) == strlen(word) + 2 && !memcmp(back + 1, word, strlen(word)), "and comes back");
}

static void
test_quote(void)
{
	FREED_BY(words_free) struct words w = WORDS_EMPTY;
	FREED_BY(text_free) struct text t = TEXT_EMPTY;

	quote_is("-std=c11", "-std=c11");
	quote_is("", "''");
	quote_is("a b", "'a b'");
	quote_is("it's", "'it'\\''s'");
	quote_is("\\", "'\\'");
	quote_is("a\nb", "'a\nb'");
	quote_is("~", "'~'");
	quote_is("#", "'#'");
	quote_is("$x", "'$x'");
	words_quote(&w, &t);
	ok(t.n == 0, "no words, no text");
	words_split(&w, "cc -c 'a b.c'");
	words_quote(&w, &t);
	is(t.s, "cc -c 'a b.c'", "one blank between words");
}

static void
test_setting(void)
{
	FREED_BY(words_free) struct words w = WORDS_EMPTY;

	ok(words_find_variable(&w, "A=") == 0, "no word sets anything");
	words_split(&w, "AB=1 A=2 B");
	ok(words_find_variable(&w, "A=") == 1 && words_find_variable(&w, "A=3") == 1,
	    "a variable is found by its whole name");
	ok(words_find_variable(&w, "B=") == w.n, "and by its =");
}

static void
test_option(void)
{
	FREED_BY(words_free) struct words w = WORDS_EMPTY;

	ok(!words_option(&w, "--a"), "no word gives an option");
	words_split(&w, "--a=1 --ab=2 --a");
	is(words_option(&w, "--a"), "1", "an option's value is behind '='");
	words_split(&w, "--a=3 --b");
	is(words_option(&w, "--a"), "--a=3", "or the next word, whatever that is");
	words_split(&w, "--b --a 4");
	is(words_option(&w, "--a"), "4", "and the last one is given");
	ok(!words_option(&w, "--"), "by its whole name");
}

static void
test_tests(void)
{
	enum { MANY = 2000 };
	FREED_BY(tests_free) struct tests tests = {0};
	char name[32];
	int found = 0;

	ok(!tests_find(&tests, "a"), "no test in an empty list");
	for (int i = 0; i < MANY; i++) {
		snprintf(name, sizeof name, "t::%d", i);
		test_set(tests_add(&tests, name), "code", memory_copy(name), 0);
	}
	for (int i = 0; i < MANY; i++) {
		snprintf(name, sizeof name, "t::%d", i);
		found += tests_find(&tests, name) == &tests.v[i];
	}
	ok(found == MANY, "every test is found (%d of %d)", found, MANY);
	ok(!tests_find(&tests, "t::-1"), "and no other");
	is(test_desc(&tests.v[7]), "t::7", "code stands in for desc");
	test_set(&tests.v[7], "desc", memory_copy("seven"), 3);
	test_set(&tests.v[7], "desc", memory_copy("Seven"), 4);
	is(test_desc(&tests.v[7]), "Seven", "a part is replaced");
	ok(tests.v[7].part_count == 2, "and not doubled");
	is(part_text(test_find(&tests.v[7], "pre")), "", "a missing part is empty");
}

/* A table whose cells carry the number 10 * test + put, counted from base. */
static struct results
make(size_t tests, size_t puts, size_t base)
{
	struct results r = sample_make(tests, puts);

	for (size_t k = 0; k < puts; k++) {
		free(r.puts.v[k].label);
		r.puts.v[k].label = text_print("p%zu", base + k);
		for (size_t i = 0; i < tests; i++)
			results_cell(&r, i, k)->counts[0][0].of[0] = 10 * i + k + base;
	}
	return r;
}

static bool
holds(const struct results *r)
{
	for (size_t i = 0; i < r->tests.n; i++)
		for (size_t k = 0; k < r->puts.n; k++)
			if (results_cell(r, i, k)->counts[0][0].of[0] != 10 * (size_t)(r->tests.v[i].name[1] - '0') + k)
				return false;
	return true;
}

static void
test_results(void)
{
	FREED_BY(results_free) struct results a = make(4, 2, 0), b = make(4, 3, 2);
	bool keep[4] = {true, false, false, true};

	results_cell(&a, 1, 1)->failure = failure_new("compile", "no", "cc", "");
	results_append(&a, &b);
	ok(a.puts.n == 5 && holds(&a), "columns are appended");
	ok(b.puts.n == 0 && !b.cells, "and gone where they came from");
	is(results_cell(&a, 1, 1)->failure->stage, "compile", "a failure stays with its cell");
	ok(puts_find(&a.puts, "p4") == &a.puts.v[4] && !puts_find(&a.puts, "p5"), "puts_find");
	results_keep_tests(&a, keep);
	ok(a.tests.n == 2 && holds(&a), "rows are kept with their tests");
	ok(tests_find(&a.tests, "t3") == &a.tests.v[1] && !tests_find(&a.tests, "t1"), "and found at their new place");
	results_free(&b);
}

static void
test_equal(void)
{
	FREED_BY(words_free) struct words a = WORDS_EMPTY, b = WORDS_EMPTY;

	ok(words_equal(&a, &b), "no words are equal");
	words_split(&a, "-l m");
	words_split(&b, "-l 'm'");
	ok(words_equal(&a, &b), "quotes are no part of a word");
	words_add(&b, "");
	ok(!words_equal(&a, &b) && !words_equal(&b, &a), "one word more");
	words_add(&a, "c");
	ok(!words_equal(&a, &b), "another word");
}

static void
test_intern(void)
{
	FREED_BY(words_free) struct words w = WORDS_EMPTY;
	bool added = true, found = true;

	words_split(&w, "a b a");
	for (size_t i = 0; i < 1000; i++) {
		OWNED char *word = text_print("w%zu", i);

		added &= words_intern(&w, word) == i + 3;
	}
	for (size_t i = 0; i < 1000; i++) {
		OWNED char *word = text_print("w%zu", i);

		found &= words_intern(&w, word) == i + 3 && words_find(&w, word) == i + 3;
	}
	ok(added && found && w.n == 1003, "many words are found again");
	ok(words_intern(&w, "a") == 0, "the first of two equal ones is");
	words_add(&w, "added");
	ok(words_find(&w, "added") == 1003, "so is one that was added without being looked for");
	words_replace(&w, 1003, memory_copy("replaced"));
	ok(words_find(&w, "added") == 1004 && words_find(&w, "replaced") == 1003, "one that was replaced is not");
	words_sort(&w, 0);
	ok(words_find(&w, "replaced") == 3 && words_find(&w, "w999") == 1003, "sorted words are at their new place");
	words_shorten(&w, 4);
	ok(words_find(&w, "w999") == 4 && words_intern(&w, "w998") == 4, "what was removed is new again");
}

int
main(void)
{
	test_equal();
	test_split();
	test_quote();
	test_setting();
	test_option();
	test_tests();
	test_results();
	test_intern();
	return tap_done();
}
