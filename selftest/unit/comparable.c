#include "compare/comparable.h"
#include "saved.h"

static struct results files;
static struct puts now;
static struct put *a, *b; /* of the files */
static bool force, verbose;

/* Two files with a put each, "a" and "b", and "n", which is measured now. All have the same fingerprint. */
static void
make(void)
{
	results_free(&files);
	puts_free(&now);
	saved_add_put(&files, "gcc", "a", "", "");
	saved_add_put(&files, "gcc", "b", "", "");
	a = &files.puts.v[0];
	b = &files.puts.v[1];
	a->file = memory_copy("a.json");
	b->file = memory_copy("b.json");
	puts_add(&now)->label = memory_copy("n");
	saved_add_fingerprint(a);
	saved_add_fingerprint(b);
	saved_add_fingerprint(now.v);
	force = verbose = false;
}

static void
set(char **of, const char *text)
{
	free(*of);
	*of = memory_copy(text);
}

static void
forget(struct put *put)
{
	fingerprint_free(put->fingerprint);
	put->fingerprint = NULL;
}

static void
compare(const char *unused)
{
	struct words notes = WORDS_EMPTY;
	bool comparable = comparable_check(&files.puts, &now, force, verbose, &notes);

	(void)unused;
	for (size_t i = 0; i < notes.n; i++)
		message_warn("%s", notes.v[i]);
	words_free(&notes);
	if (!comparable)
		exit(STATUS_FAILURE);
}

static void
passes(const char *said, const char *name)
{
	struct child o = child_run(compare, NULL);

	ok(!o.status, "%s: is compared", name);
	is(o.err, said, name);
}

static void
refuses(const char *said, const char *name)
{
	struct child o = child_run(compare, NULL);

	child_refuses(&o, said, name);
}

#define DIFFER "'a' of a.json and 'b' of b.json differ in "
#define NOW_DIFFERS "'a' of a.json and 'n', measured now, differ in "

static void
test_decisive(void)
{
	static const struct {
		enum trait trait;
		const char *said;
	} all[] = {{TRAIT_VALGRIND, "the version of valgrind ('valgrind', 'x')"},
	    {TRAIT_CACHES, "the simulated caches ('caches', 'x')"},
	    {TRAIT_CPU, "the processor valgrind shows ('cpu', 'x')"},
	    {TRAIT_GRINDARGS, "the options of valgrind ('grindargs', 'x')"}};
	char said[256];

	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		make();
		saved_set_trait(b, all[i].trait, "x");
		snprintf(said, sizeof said, "cgbench: " DIFFER "%s: not comparable; --force compares them anyway\n",
		    all[i].said);
		refuses(said, trait_name(all[i].trait));
	}
	make();
	saved_set_trait(now.v, TRAIT_VALGRIND, "x");
	saved_set_trait(now.v, TRAIT_CPU, "y");
	refuses(
	    "cgbench: " NOW_DIFFERS
	    "the version of valgrind ('valgrind', 'x'), the processor valgrind shows ('cpu', 'y'): not comparable; --force compares them anyway\n",
	    "what is measured now");
	force = true;
	passes(
	    "cgbench: " NOW_DIFFERS
	    "the version of valgrind ('valgrind', 'x'), the processor valgrind shows ('cpu', 'y'); compared anyway\n",
	    "--force");
}

static void
test_telling(void)
{
	static const enum trait telling[] = {TRAIT_CGBENCH, TRAIT_KERNEL, TRAIT_LIBC, TRAIT_ENGINE, TRAIT_PINS};
	static const enum trait natural[] = {
	    TRAIT_LANGUAGE, TRAIT_PATH, TRAIT_SHA256, TRAIT_VERSION, TRAIT_ARGS, TRAIT_ENV};

	make();
	for (size_t i = 0; i < sizeof natural / sizeof *natural; i++)
		saved_set_trait(now.v, natural[i], "x");
	verbose = true;
	passes("", "that puts are not the same");
	for (size_t i = 0; i < sizeof telling / sizeof *telling; i++)
		saved_set_trait(now.v, telling[i], "x");
	passes(
	    "cgbench: " NOW_DIFFERS
	    "cgbench ('cgbench', 'x'), the kernel ('kernel', 'x'), the C library ('libc', 'x'), --engine ('engine', 'x'), what is pinned ('pins', 'x')\n",
	    "what else differs, with --verbose");
	verbose = false;
	passes("", "and without");
}

static void
test_unknown(void)
{
	make();
	forget(a);
	passes("cgbench: a.json was written by bench.pl and has no fingerprint: cannot tell "
	       "whether its counts are comparable\n",
	    "one file without a fingerprint");
	forget(b);
	passes("cgbench: a.json and 1 more were written by bench.pl and have no fingerprint: "
	       "cannot tell whether their counts are comparable\n",
	    "two of them");
	make();
	puts_free(&now);
	forget(a);
	forget(b);
	set(&b->file, "a.json");
	passes("", "one file alone");
	make();
	puts_free(&now);
	set(&b->file, "a.json");
	saved_set_trait(b, TRAIT_VALGRIND, "x");
	passes("", "what stands in one file was compared before");
}

/* Changes between two runs. */
static void
test_change(void)
{
	make();
	is(comparable_change(a, b), NULL, "nothing changed");
	saved_set_trait(b, TRAIT_CACHES, "x");
	saved_set_trait(b, TRAIT_LIBC, "y");
	is_freed(comparable_change(a, b), "the simulated caches ('caches', 'x'), the C library ('libc', 'y')",
	    "both are said");
	forget(b);
	is(comparable_change(a, b), NULL, "it is not known");
}

/* Shards are of one commit, and measured in the same way. */
static void
shards_say(const char *want, const char *name)
{
	is_freed(comparable_shards(a, b), want, name);
}

static void
test_shards(void)
{
	make();
	shards_say(NULL, "shards");
	a->provenance.commit = memory_copy("1234567890abcdef");
	shards_say(NULL, "one without a commit");
	b->provenance.commit = memory_copy("2");
	shards_say(DIFFER "the commit ('1234567890ab', '2')", "other commits");
	forget(b);
	shards_say("'a' of b.json has no fingerprint", "one without a fingerprint");
	make();
	forget(a);
	shards_say("'a' of a.json has no fingerprint", "another");
}

/* The functions that say that the two files differ: d and s of counts of two puts and of the
   same one, h of shards, c of a change. */
static void
add_sayers(struct text *t)
{
	char *said[] = {comparable_difference(a, b, false), comparable_difference(a, b, true), comparable_shards(a, b),
	    comparable_change(a, b)};

	for (size_t i = 0; i < 4; i++) {
		text_add_char(t, said[i] ? "dshc"[i] : '-');
		free(said[i]);
	}
}

static void
test_traits(void)
{
	static const char want[] = "cgbench --h- valgrind dshc kernel ---- libc -shc cpu dshc engine --h- caches dshc "
	                           "grindargs dshc pins --h- language --h- path --h- sha256 --h- version -shc--h---h- "
	                           "args --h- env --h- ";
	FREED_BY(text_free) struct text t = TEXT_EMPTY;

	for (enum trait trait = 0; trait < TRAIT_COUNT; trait++) {
		make();
		saved_set_trait(b, trait, "x");
		text_addf(&t, "%s ", trait_name(trait));
		add_sayers(&t);
		if (trait == TRAIT_VERSION) {
			set(&b->exe, "/gcc");
			add_sayers(&t);
			set(&a->exe, "/gcc");
			add_sayers(&t);
		}
		text_add(&t, " ");
	}
	is(t.s, want, "each trait");
}

static void
differ(bool same, const char *want, const char *name)
{
	is_freed(comparable_difference(a, b, same), want, name);
}

static void
test_difference(void)
{
	make();
	saved_set_trait(b, TRAIT_VALGRIND, "qemu 7.2");
	saved_set_trait(b, TRAIT_CPU, "aarch64 a76");
	differ(false, NULL, "two machines");
	differ(true, DIFFER "the machine ('x86_64', 'aarch64')", "the same put on two machines");
	saved_set_trait(a, TRAIT_VALGRIND, "qemu 7.1");
	saved_set_trait(a, TRAIT_CPU, "aarch64 a72");
	differ(true,
	    DIFFER
	    "the version of valgrind or QEMU ('qemu 7.1', 'qemu 7.2'), the processor that programs see ('aarch64 a72', 'aarch64 a76')",
	    "two versions of QEMU");
	saved_set_trait(a, TRAIT_VALGRIND, "qemu 7.2");
	saved_set_trait(a, TRAIT_CPU, "aarch64 a76");
	saved_set_trait(b, TRAIT_LIBC, "1");
	saved_set_trait(b, TRAIT_VERSION, "2");
	differ(true, DIFFER "the C library ('libc', '1'), the version of the program ('version', '2')",
	    "the same put with another library");
	forget(b);
	differ(false, "'b' has no fingerprint: cannot tell whether its counts are comparable", "the second is unknown");
	forget(a);
	differ(false, "'a' has no fingerprint: cannot tell whether its counts are comparable", "both are unknown");
	set(&b->file, "a.json");
	differ(false, NULL, "both of one file");
	saved_add_fingerprint(b);
	differ(false, "'a' has no fingerprint: cannot tell whether its counts are comparable", "the first is unknown");
}

int
main(void)
{
	test_decisive();
	test_telling();
	test_unknown();
	test_change();
	test_shards();
	test_traits();
	test_difference();
	results_free(&files);
	puts_free(&now);
	return tap_done();
}
