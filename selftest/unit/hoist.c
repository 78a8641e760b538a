/* Tests are measured with their objects hidden, and verdicts follow. */

#include "measure/again/hoist.h"
#include "rerun.h"

static char *words[] = {(char *)"x", NULL};
static char none[] = "", name[] = "c", hide[] = "<{name}", renew[] = ">{name}", settle[] = ".",
            hold[] = "HOLD({name});", semicolon[] = ";";
static struct language language;

/* Notes what each test hides: in pre, or in setup. */
static void
note(const struct results *now, const struct config *used)
{
	(void)used;
	text_addf(&runs, " (%s)", targets.v[0].language->hold == renew ? "renewed" : "held");
	for (size_t i = 0; i < now->tests.n; i++) {
		const struct part *pre = test_find(&now->tests.v[i], "pre.c");
		const struct part *setup = test_find(&now->tests.v[i], "setup.c");

		text_addf(&runs, " %s", pre ? pre->text : setup ? setup->text : "nothing");
	}
}

/* The runs, in one line, without the layout and loops of all. */
static char *
shown(void)
{
	OWNED char *line = text_replace(runs.s ? runs.s : "", "\n", "");

	return text_replace(line, "0/0/0 loops 10,20: ", "");
}

/* Says what the parts of both tests share. */
static void
share(void)
{
	static const char *const declared[] = {"v", "w", "x"};

	for (size_t i = 0; i < 4; i++) {
		struct shared *shared = memory_new(sizeof *shared);

		for (size_t k = 0; k < COUNTOF(declared); k++)
			words_add(&shared->declared, declared[k]);
		if (i < 2)
			words_add(&shared->held, "x");
		before.cells[i].shared = shared;
	}
}

/* Finds verdicts of two tests on two puts. */
static void
finds(const char *of, const char *now, size_t want_unknown, const char *want_runs, const char *want, const char *said)
{
	const struct language *const languages[] = {&language, &language};
	struct text t = TEXT_EMPTY;
	size_t unknown, n;

	rerun_make(languages, 2, 2, of);
	for (size_t i = 0; i < 2; i++) {
		struct test *test = &before.tests.v[i];

		test_set(test, "code", memory_copy("x += v + w;"), 1);
		test_set(test, "setup", memory_copy("long v, w, x;"), 1);
		test_set(test, i ? "post" : "pre", memory_copy("x = v;"), 1);
		if (strstr(now, "expect"))
			test_set(test, "expect", memory_copy(i ? "hoisted" : "shared"), 1);
	}
	share();
	next_run = strchr(now, '=') ? strchr(now, '=') + 1 : now;
	hoist_find(&before, &targets, &config, true, &unknown);
	is_freed(shown(), want_runs, now);
	for (size_t i = 0; i < 4; i++) {
		OWNED char *got = verdict_names(before.cells[i].verdicts);

		text_addf(&t, "%s%s", i ? ", " : "", got);
	}
	is(t.s, want, now);
	ok(unknown == want_unknown, "%s: unknown: %zu", now, unknown);
	for (size_t i = 0; i < failed_again.n; i++)
		fprintf(stderr, "cgbench: measured again, %s:\n", failed_again.v[i].how);
	fflush(stderr);
	is(scratch_load("said", &n), said, now);
	rerun_hush();
	text_free(&t);
	rerun_free();
}

#define AGAIN \
	"cgbench: measured again, with parameters, memory and the objects of setup " \
	"hidden from the compiler:\n"
#define SHARED(put) \
	"cgbench: t0 on " put ": part of 'pre' may be counted as code: " \
	"wrap the values of x in BLACK_BOX\n"

int
main(void)
{
	rerun_begin();
	language = (struct language){.name = name,
	    .compile = {.v = words, .n = 1},
	    .opaque = none,
	    .renew = none,
	    .settle = none,
	    .hold = none,
	    .terminator = semicolon};
	measured = note;
	finds("100 100 100 100", "", 0, "", ", , , ", "");
	language.opaque = hide;
	language.settle = settle;
	finds("100 100 100 100", "100 110 111 90|100 100", 0,
	    "t0 t1 on p0 p1 (held) <v<w<x.x = v; <v<w<x.; t1 on p0 p1 (held) long v, w, x;<v<w<x.", ", , hoisted, ",
	    "");
	finds("100 100 100 100", "200 200 200 200|100 190 182 181", 0,
	    "t0 t1 on p0 p1 (held) <v<w<x.x = v; <v<w<x.; t0 t1 on p0 p1 (held) long v, w, "
	    "x;<v<w<x. long v, w, x;<v<w<x.",
	    "hoisted, , , hoisted", "");
	finds("100 - - x", "100 200", 0, "t0 on p0 p1 (held) <v<w<x.x = v;", ", , , ", "");
	finds("100 100 100 100", "x 200 200 x|100 100 x 100", 3,
	    "t0 t1 on p0 p1 (held) <v<w<x.x = v; <v<w<x.; t0 t1 on p0 p1 (held) long v, w, "
	    "x;<v<w<x. long v, w, x;<v<w<x.",
	    ", hoisted, , ", AGAIN AGAIN);
	finds("100 100 100 100", "expect=200 200|100 100", 0,
	    "t0 on p0 p1 (held) <v<w<x.x = v;; t0 on p0 p1 (held) long v, w, x;<v<w<x.", "hoisted, hoisted, , ", "");
	finds("100 100 100 100", "xcompile:c:30001:error 100 200 xrun:c:30000:error|200 200|200 100 100 100", 1,
	    "t0 t1 on p0 p1 (held) <v<w<x.x = v; <v<w<x.; t0 on p0 p1 (held) <v<x.x = v;; t0 "
	    "t1 on p0 p1 (held) long v, w, x;<v<x. long v, w, x;<v<w<x.",
	    ", hoisted, hoisted, ", AGAIN);
	finds("100 100 100 100", "xcompile:c:30000: 100 xcompile:c:30002: 100|200 x 100 200|200 100 100 110", 1,
	    "t0 t1 on p0 p1 (held) <v<w<x.x = v; <v<w<x.; t0 t1 on p0 p1 (held) <w<x.x = v; "
	    "<v<w.; t0 t1 on p0 p1 (held) long v, w, x;<w<x. long v, w, x;<v<w.",
	    ", , , hoisted", AGAIN);
	language.opaque = none;
	language.renew = renew;
	language.hold = hold;
	finds("100 100 100 100", "98 99", 0, "t0 on p0 p1 (renewed) nothing", "shared, , , ", SHARED("p0"));
	finds("100 - 100 100", "90 90", 0, "t0 on p0 p1 (renewed) nothing", "shared, , , ", SHARED("p0"));
	finds("100 100 100 100", "x 90", 1, "t0 on p0 p1 (renewed) nothing", ", shared, , ",
	    SHARED("p1") "cgbench: measured again, with the objects of pre hidden from the compiler:\n");
	finds("100 100 100 100", "expect=90 90", 0, "", ", , , ", "");
	language.opaque = hide;
	finds("100 100 100 100", "200 200 200 200|100 100 100 100|90 90", 0,
	    "t0 t1 on p0 p1 (held) <v<w<x.x = v; <v<w<x.; t0 t1 on p0 p1 (held) long v, w, "
	    "x;>v>w>x. long v, w, x;>v>w>x.; t0 on p0 p1 (renewed) nothing",
	    "hoisted, shared, hoisted, shared, hoisted, hoisted", SHARED("p0") SHARED("p1"));
	return rerun_end();
}
