#include <inttypes.h>

#include "saved.h"
#include "util/date.h"

static void
add_words(struct text *t, const struct words *words)
{
	for (size_t i = 0; i < words->n; i++)
		text_addf(t, " [%s]", words->v[i]);
	text_add(t, ";");
}

static void
add_put(struct text *t, const struct put *put)
{
	const struct provenance *from = &put->provenance;

	text_addf(t, "put [%s] [%s]", put->exe, put->label);
	add_words(t, &put->args);
	add_words(t, &put->env);
	for (enum trait i = 0; put->fingerprint && i < TRAIT_COUNT; i++)
		text_addf(t, " {%s}", put->fingerprint->of[i]);
	text_addf(t, " date %" PRIi64 " [%s] [%s] %" PRIi64 " %d\n", from->date, from->commit, from->subject,
	    from->committed, from->clean);
}

static void
add_test(struct text *t, const struct test *test)
{
	text_addf(t, "test [%s] [%s] %u", test->name, test->file, test->line);
	for (size_t i = 0; i < test->part_count; i++)
		text_addf(t, " %u:%s[%s]", test->parts[i].line, test->parts[i].key, test->parts[i].text);
	text_add(t, "\n");
}

static void
add_counts(struct text *t, const struct cell *cell)
{
	const uint64_t *count = cell->counts[0][0].of;

	text_add(t, cell->measured ? "counts" : "no counts");
	for (size_t i = 0; i < VARIANT_COUNT * LENGTH_COUNT * FIELD_COUNT; i++)
		text_addf(t, " %" PRIu64, count[i]);
	text_add(t, "\n");
}

static void
add_cell(struct text *t, const struct cell *cell)
{
	const struct failure *f = cell->failure;

	add_counts(t, cell);
	text_addf(t, "%" PRIx64 " %" PRIx64 " %d %" PRIu64 "\n", cell->text_hash, (uint64_t)cell->verdicts,
	    cell->measured_again, cell->spent_again);
	if (f)
		text_addf(t, "[%s] [%s] [%s] [%s]\n", f->stage, f->why, f->command, f->output);
	for (size_t i = 0; i < cell->jitter_count; i++) {
		const struct cell *jitter = &cell->jitter[i];

		text_addf(t, "layout %u %u %u %u %u ", jitter->layout.stack, jitter->layout.heap, jitter->layout.code,
		    jitter->layout.variables, jitter->layout.seed);
		add_counts(t, jitter);
	}
}

/* Shows all that is saved; the caller frees. */
static char *
shown(const struct results *r)
{
	struct text t = TEXT_EMPTY;

	text_addf(&t, "loops %lu %lu, language %s\n", r->loops[0], r->loops[1], r->tests.language);
	for (size_t i = 0; i < r->puts.n; i++)
		add_put(&t, &r->puts.v[i]);
	for (size_t i = 0; i < r->tests.n; i++)
		add_test(&t, &r->tests.v[i]);
	for (size_t i = 0; i < r->tests.n * r->puts.n; i++)
		add_cell(&t, &r->cells[i]);
	return text_take(&t);
}

/* The first put has none in one test; the other has no fingerprint, and what the file says. */
static void
set_texts(struct results *r)
{
	for (size_t i = 0; i < r->tests.n; i++) {
		results_cell(r, i, 1)->verdicts = i == 1 ? VERDICT_ANY : (verdict_set)i;
		results_cell(r, i, 1)->measured_again = i == 1;
		results_cell(r, i, 1)->spent_again = i == 1 ? INT64_MAX : 0;
		results_cell(r, i, 0)->text_hash = i ? UINT64_MAX - i : 0;
		results_cell(r, i, 1)->text_hash = i ? i : fingerprint_of_test(r->tests.v, "c++", true);
	}
}

/* One of the two cells that have counts failed in its first other layout. */
static void
set_jitter(struct results *r)
{
	results_add_jitter(results_cell(r, 1, 0), memory_layout_numbered(1));
	saved_set_counts(results_add_jitter(results_cell(r, 1, 0), memory_layout_numbered(2)), 3);
	saved_set_counts(results_add_jitter(results_cell(r, 1, 1), memory_layout_numbered(255)), 4);
}

/* Everything that a run can hold, and strings that are hard to save. */
static void
make_rich(struct results *r)
{
	struct test *test;

	*r = (struct results){.loops = {3, 4000000000}};
	r->tests.language = memory_copy("c++");
	saved_add_put(r, "./my gcc", "+\xc3\xa9 \xe2\x82\xac \xf0\x9f\x90\xab", "-O2 '' 'a b' \"it's\" '\\' '$x'",
	    "A=1 A1==2 A_B= 'C=x y'");
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
	results_cell(r, 0, 1)->failure = failure_new("compile", "w\"hy\\", "cc 'a b'", "l1\nl2\n\xc3");
	saved_set_counts(results_cell(r, 1, 0), 2);
	saved_set_counts(results_cell(r, 1, 1), 3);
	set_jitter(r);
	results_cell(r, 2, 0)->failure = failure_new("link", "", "", "");
	results_cell(r, 2, 1)->failure = failure_new("run", "killed", "x", "");
}

static bool
is_ascii_file(const char *path)
{
	size_t n;
	const char *s = scratch_load(path, &n);

	for (size_t i = 0; i < n; i++)
		if ((unsigned char)s[i] > 0x7f || (s[i] < ' ' && i + 1 < n))
			return false;
	return true;
}

static void
comes_back(void (*make)(struct results *), const char *name)
{
	struct results r, back = {0};
	OWNED char *before = NULL, *after = NULL;

	make(&r);
	savefile_write(&r, "saved.json", true);
	savefile_read(&back, "saved.json");
	before = shown(&r);
	after = shown(&back);
	is(after, before, name);
	savefile_write(&back, "again.json", true);
	ok(is_ascii_file("again.json"), "in pure ASCII, on one line");
	results_free(&r);
	results_free(&back);
}

static void
test_every_byte(void)
{
	struct results r;
	int cut = 0, flipped = 0;
	size_t n;
	char *s;

	saved_small(&r);
	savefile_write(&r, "small.json", true);
	results_free(&r);
	s = scratch_load("small.json", &n);
	for (size_t i = 0; i + 1 < n; i++) {
		scratch_store("bad.json", s, i);
		cut += !saved_is_settled(false);
		s[i] = (char)(s[i] ^ 1 << i % 8);
		scratch_store("bad.json", s, n);
		flipped += !saved_is_settled(true);
		s[i] = (char)(s[i] ^ 1 << i % 8);
	}
	ok(n > 1000 && !cut, "cut at any byte of %zu: refused in one line (%d not)", n, cut);
	ok(!flipped, "any byte changed: read or refused in one line (%d not)", flipped);
}

int
main(void)
{
	scratch_enter();
	comes_back(saved_small, "small results come back equal");
	comes_back(make_rich, "rich results come back equal");
	test_every_byte();
	scratch_leave();
	return tap_done();
}
