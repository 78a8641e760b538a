#include "saved.h"
#include "scratch.h"
#include "tap.h"
#include "util/date.h"

static bool
same(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

static bool
same_words(const struct words *a, const struct words *b)
{
	size_t i;

	for (i = 0; i < a->n && i < b->n; i++)
		if (!same(a->v[i], b->v[i]))
			return false;
	return a->n == b->n;
}

static bool
same_fingerprint(const struct fingerprint *a, const struct fingerprint *b)
{
	enum trait t;

	for (t = 0; a && b && t < TRAIT_COUNT; t++)
		if (!same(a->of[t], b->of[t]))
			return false;
	return !a == !b;
}

static bool
same_provenance(const struct provenance *a, const struct provenance *b)
{
	return a->date == b->date && same(a->commit, b->commit) &&
	       same(a->subject, b->subject) && a->committed == b->committed &&
	       a->clean == b->clean;
}

static bool
same_puts(const struct puts *a, const struct puts *b)
{
	size_t i;

	if (a->n != b->n)
		return false;
	for (i = 0; i < a->n; i++)
		if (!same(a->v[i].exe, b->v[i].exe) || !same(a->v[i].label, b->v[i].label) ||
		    !same_words(&a->v[i].args, &b->v[i].args) ||
		    !same_words(&a->v[i].env, &b->v[i].env) ||
		    !same_fingerprint(a->v[i].fingerprint, b->v[i].fingerprint) ||
		    !same_provenance(&a->v[i].provenance, &b->v[i].provenance))
			return false;
	return true;
}

static bool
same_test(const struct test *a, const struct test *b)
{
	size_t i;

	if (!same(a->name, b->name) || !same(a->file, b->file) || a->line != b->line ||
	    a->part_count != b->part_count)
		return false;
	for (i = 0; i < a->part_count; i++)
		if (!same(a->parts[i].key, b->parts[i].key) ||
		    !same(a->parts[i].text, b->parts[i].text) ||
		    a->parts[i].line != b->parts[i].line)
			return false;
	return true;
}

static bool
same_tests(const struct tests *a, const struct tests *b)
{
	size_t i;

	if (a->n != b->n || !same(a->language, b->language))
		return false;
	for (i = 0; i < a->n; i++)
		if (!same_test(&a->v[i], &b->v[i]))
			return false;
	return true;
}

static bool
same_jitter(const struct cell *a, const struct cell *b)
{
	size_t i;

	for (i = 0; i < a->jitter_count && i < b->jitter_count; i++) {
		const struct cell *x = &a->jitter[i], *y = &b->jitter[i];

		if (memcmp(&x->layout, &y->layout, sizeof x->layout) ||
		    x->measured != y->measured ||
		    memcmp(x->counts, y->counts, sizeof x->counts))
			return false;
	}
	return a->jitter_count == b->jitter_count;
}

static bool
same_cell(const struct cell *a, const struct cell *b)
{
	const struct failure *f = a->failure, *g = b->failure;

	if (a->measured != b->measured || !f != !g || a->text_hash != b->text_hash ||
	    a->verdicts != b->verdicts || a->measured_again != b->measured_again ||
	    a->spent_again != b->spent_again ||
	    memcmp(a->counts, b->counts, sizeof a->counts) || !same_jitter(a, b))
		return false;
	return !f || (same(f->stage, g->stage) && same(f->why, g->why) &&
	                 same(f->command, g->command) && same(f->output, g->output));
}

static bool
same_results(const struct results *a, const struct results *b)
{
	size_t i;

	if (memcmp(a->loops, b->loops, sizeof a->loops) || !same_puts(&a->puts, &b->puts) ||
	    !same_tests(&a->tests, &b->tests))
		return false;
	for (i = 0; i < a->tests.n * a->puts.n; i++)
		if (!same_cell(&a->cells[i], &b->cells[i]))
			return false;
	return true;
}

/* The first put has none in one test; the other has no fingerprint, and what the file says. */
static void
set_texts(struct results *r)
{
	size_t i;

	for (i = 0; i < r->tests.n; i++) {
		results_cell(r, i, 1)->verdicts = i == 1 ? VERDICT_ANY : (verdict_set)i;
		results_cell(r, i, 1)->measured_again = i == 1;
		results_cell(r, i, 1)->spent_again = i == 1 ? INT64_MAX : 0;
		results_cell(r, i, 0)->text_hash = i ? UINT64_MAX - i : 0;
		results_cell(r, i, 1)->text_hash =
		    i ? i : fingerprint_of_test(r->tests.v, "c++", true);
	}
}

/* Of the two cells that have counts, one failed in its first other layout. */
static void
set_jitter(struct results *r)
{
	results_add_jitter(results_cell(r, 1, 0), memory_layout_numbered(1));
	saved_set_counts(
	    results_add_jitter(results_cell(r, 1, 0), memory_layout_numbered(2)), 3);
	saved_set_counts(
	    results_add_jitter(results_cell(r, 1, 1), memory_layout_numbered(255)), 4);
}

/* Everything that a run can hold, and strings that are hard to save. */
static void
make_rich(struct results *r)
{
	struct test *test;

	*r = (struct results){.loops = {3, 4000000000}};
	r->tests.language = memory_copy("c++");
	saved_add_put(r, "./my gcc", "+\xc3\xa9 \xe2\x82\xac \xf0\x9f\x90\xab",
	    "-O2 '' 'a b' \"it's\" '\\' '$x'", "A=1 A1==2 A_B= 'C=x y'");
	saved_add_fingerprint(r->puts.v);
	saved_set_trait(r->puts.v, TRAIT_VERSION, "\xc3\xa9 \\\" \xe9");
	saved_set_trait(r->puts.v, TRAIT_SHA256, "");
	r->puts.v->provenance = (struct provenance){.date = 1790000000,
	    .commit = memory_copy("0123456789abcdef0123456789abcdef01234567"),
	    .subject = memory_copy("\xe9: \"fast\"er"),
	    .committed = DATE_LAST,
	    .clean = true};
	saved_add_put(r, "clang", "new", "", "");
	r->puts.v[1].provenance.date = 1;
	test = tests_add(&r->tests, "str::len");
	test->file = memory_copy("dir/a.bench");
	test->line = 12;
	test_set(test, "setup", memory_copy("char s[] = \"a\\n\\\"\";\n\ts[0] = '\t';\n"), 14);
	test_set(test, "code", memory_copy("\x01\x7f/<>&\xc3\xa9"), 4000000000);
	test_set(test, "desc", memory_copy(""), 13);
	test = tests_add(&r->tests, "str::latin/n=\xe9");
	test_set(test, "code", memory_copy("\xe9 is no UTF-8, \xff\xc3\xa9 is"), 0);
	test_set(test, "pre", memory_copy("\xef\xbf\xbd"), 0);
	test_set(test, "post", memory_copy("\xed\xa0\x80"), 0);
	tests_add(&r->tests, "all::failed");
	test_set(&r->tests.v[2], "code", memory_copy(""), 1);
	results_make_cells(r);
	set_texts(r);
	saved_set_counts(results_cell(r, 0, 0), 1);
	results_cell(r, 0, 1)->failure =
	    failure_new("compile", "w\"hy\\", "cc 'a b'", "l1\nl2\n\xc3");
	saved_set_counts(results_cell(r, 1, 0), 2);
	saved_set_counts(results_cell(r, 1, 1), 3);
	set_jitter(r);
	results_cell(r, 2, 0)->failure = failure_new("link", "", "", "");
	results_cell(r, 2, 1)->failure = failure_new("run", "killed", "x", "");
}

static bool
is_ascii_file(const char *path)
{
	size_t i, n;
	const char *s = scratch_load(path, &n);

	for (i = 0; i < n; i++)
		if ((unsigned char)s[i] > 0x7f || (s[i] < ' ' && i + 1 < n))
			return false;
	return true;
}

static void
comes_back(void (*make)(struct results *), const char *name)
{
	struct results r, back = {0};

	make(&r);
	savefile_write(&r, "saved.json", true);
	savefile_read(&back, "saved.json");
	ok(same_results(&r, &back), "%s results come back equal", name);
	savefile_write(&back, "again.json", true);
	ok(is_ascii_file("again.json"), "in pure ASCII, on one line");
	results_free(&r);
	results_free(&back);
}

/* Whether bad.json is read, or refused in one line that names it. */
static bool
is_settled(bool may_be_read)
{
	struct results r = {.fields = NULL};
	char *wrong = savefile_try(&r, "bad.json");
	bool settled =
	    wrong ? !strncmp(wrong, "bad.json:", 9) && !strchr(wrong, '\n') : may_be_read;

	free(wrong);
	results_free(&r);
	return settled;
}

static void
test_every_byte(void)
{
	struct results r;
	int cut = 0, flipped = 0;
	size_t i, n;
	char *s;

	saved_small(&r);
	savefile_write(&r, "small.json", true);
	results_free(&r);
	s = scratch_load("small.json", &n);
	for (i = 0; i + 1 < n; i++) {
		scratch_store("bad.json", s, i);
		cut += !is_settled(false);
		s[i] = (char)(s[i] ^ 1 << i % 8);
		scratch_store("bad.json", s, n);
		flipped += !is_settled(true);
		s[i] = (char)(s[i] ^ 1 << i % 8);
	}
	ok(n > 1000 && !cut, "cut at any byte of %zu: refused in one line (%d not)", n, cut);
	ok(!flipped, "any byte changed: read or refused in one line (%d not)", flipped);
}

int
main(void)
{
	scratch_enter();
	comes_back(saved_small, "small");
	comes_back(make_rich, "rich");
	test_every_byte();
	scratch_leave();
	return tap_done();
}
