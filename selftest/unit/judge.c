#include "measure/engine.h"
#include "measure/judge.h"
#include "model/chance.h"
#include "scratch.h"
#include "tap.h"
#include "util/file.h"

static char mark[] = "mark", none[] = "", language_name[] = "c";
/* A task whose measurements count what a row says, with the loops 100 and 200. */
static struct language language;
static struct target target = {.language = &language, .plain = true};
static const unsigned long loops[LENGTH_COUNT] = {100, 200};
static const struct config config;
static struct run run = {.config = &config, .loops = loops};
static struct test test;
static struct cell cell;
static struct task task = {.run = &run, .test = &test, .target = &target, .cell = &cell};

static void
reset(bool compiled)
{
	language = (struct language){.name = language_name, .compile.n = compiled, .mark = mark, .function = none};
	target.qemu = NULL;
	task.engine = &engine_valgrind;
	test = (struct test){0};
	cell = (struct cell){0};
	task.use = (struct machine_use){0};
	task.names.loose = false;
	task.object = task.symbol = "";
	for (enum variant v = 0; v < VARIANT_COUNT; v++)
		for (enum length l = 0; l < LENGTH_COUNT; l++)
			task.deviations[v][l] = (struct deviations){0};
}

/* The 100 iterations that the long loop has more, or the only run, count so many. */
static void
count(enum field f, uint64_t n)
{
	cell.counts[VARIANT_ACTIVE][test.once ? LENGTH_SHORT : LENGTH_LONG].of[f] = n;
}

static void
is_judged(const char *want, const char *name)
{
	char *got;

	cell.verdicts = 0;
	judge(&task);
	/* There is no machine code in which the loop would be found. */
	got = verdict_names(cell.verdicts & ~(1u << VERDICT_LOOP));
	is(got, want, name);
	ok(cell.measured, "it is measured");
	free(got);
}

static void
counts(uint64_t ir, uint64_t branches, uint64_t reads, uint64_t writes, const char *want, const char *name)
{
	count(FIELD_IR, ir);
	count(FIELD_COND, branches);
	count(FIELD_DR, reads);
	count(FIELD_DW, writes);
	is_judged(want, name);
}

static void
test_shared(void)
{
	for (enum variant v = 0; v < VARIANT_COUNT; v++) {
		reset(v == VARIANT_ACTIVE);
		cell.counts[VARIANT_EMPTY][LENGTH_LONG].of[FIELD_IR] = 1;
		is_judged(v == VARIANT_ACTIVE ? "shared" : "empty", "a negative count");
	}
	reset(true);
	count(FIELD_IR, 100);
	test_set(&test, "post", memory_copy("x"), 1);
	is_judged("", "a language keeps post apart");
	language.mark = none;
	is_judged("shared", "or does not");
	test_free(&test);
	test = (struct test){0};
	is_judged("", "but there is none");
}

static void
test_counts(void)
{
	reset(false);
	counts(0, 0, 0, 0, "empty", "no instruction");
	counts(1, 0, 0, 0, "", "one is some");
	counts(1600, 1067, 356, 0, "rep", "what is repeated is a branch each time");
	counts(1600, 1067, 0, 356, "rep", "and writes");
	counts(1600, 1067, 178, 178, "rep", "or reads as well");
	counts(1600, 1067, 355, 0, "", "or accesses nothing");
	counts(1600, 1066, 1066, 0, "", "two of three instructions may be branches");
	counts(1599, 1599, 1599, 0, "", "a few instructions as well");
	test.once = true;
	counts(16, 16, 16, 0, "rep", "one iteration is a run");
	counts(15, 15, 15, 0, "", "likewise");
	reset(true);
	counts(1600, 1067, 356, 0, "rep", "compiled as well");
	counts(100, 0, 0, 0, "", "of code that cannot be read nothing is known");
	ok(!cell.sized, "nor its size");
}

static void
deviate(enum variant v, enum length l, enum deviation d, uint64_t n)
{
	task.deviations[v][l].of[d] = n;
}

static void
test_doubts(void)
{
	reset(true);
	count(FIELD_IR, 700);
	ok(!judge_doubts(&task), "seven for each iteration: no doubt");
	count(FIELD_IR, 701);
	ok(judge_doubts(&task), "a fraction");
	test.once = true;
	count(FIELD_IR, 701);
	ok(!judge_doubts(&task), "but not of one run");
	reset(false);
	count(FIELD_IR, 701);
	ok(!judge_doubts(&task), "nor of an interpreter");
	cell.chance = CHANCE_NETWORK;
	ok(judge_doubts(&task), "what was read");
	reset(false);
	count(FIELD_IR, (uint64_t)-100);
	ok(judge_doubts(&task), "a negative count");
	count(FIELD_IR, 100);
	cell.measured_again = true;
	is_judged("varying", "measured again");
}

static void
test_by_code(void)
{
	reset(false);
	count(FIELD_IR, 1);
	deviate(VARIANT_ACTIVE, LENGTH_SHORT, DEVIATION_VDSO, 5);
	deviate(VARIANT_ACTIVE, LENGTH_LONG, DEVIATION_VDSO, 5);
	is_judged("", "the start reads the clock");
	deviate(VARIANT_ACTIVE, LENGTH_LONG, DEVIATION_VDSO, 6);
	is_judged("vdso", "the code does");
	deviate(VARIANT_EMPTY, LENGTH_SHORT, DEVIATION_VDSO, 2);
	deviate(VARIANT_EMPTY, LENGTH_LONG, DEVIATION_VDSO, 3);
	is_judged("", "the empty loop does as much");
	deviate(VARIANT_ACTIVE, LENGTH_LONG, DEVIATION_SIGNAL, 1);
	is_judged("signal", "queues a signal");
	reset(false);
	test.once = true;
	count(FIELD_IR, 1);
	deviate(VARIANT_ACTIVE, LENGTH_SHORT, DEVIATION_SIGNAL, 1);
	deviate(VARIANT_ACTIVE, LENGTH_LONG, DEVIATION_VDSO, 1);
	is_judged("signal", "a test that runs once has no long loop");
	deviate(VARIANT_EMPTY, LENGTH_SHORT, DEVIATION_SIGNAL, 1);
	is_judged("", "the empty command does as much");
}

static void
test_by_test(void)
{
	reset(true);
	count(FIELD_IR, 1);
	deviate(VARIANT_ACTIVE, LENGTH_LONG, DEVIATION_FENV, 1);
	is_judged("fenv", "a compiled test does it");
	deviate(VARIANT_EMPTY, LENGTH_SHORT, DEVIATION_FENV, 1);
	is_judged("fenv", "whatever else does");
	language.compile.n = 0;
	is_judged("", "an interpreter may do it by itself");
	deviate(VARIANT_ACTIVE, LENGTH_LONG, DEVIATION_FENV, 2);
	deviate(VARIANT_ACTIVE, LENGTH_LONG, DEVIATION_SYSCALL, 1);
	is_judged("fenv, syscall", "but no more than that");
	deviate(VARIANT_EMPTY, LENGTH_SHORT, DEVIATION_FENV, 9);
	deviate(VARIANT_ACTIVE, LENGTH_LONG, DEVIATION_SYSCALL, 0);
	deviate(VARIANT_ACTIVE, LENGTH_LONG, DEVIATION_HEAP, 1);
	is_judged("heap", "nobody is known to have wanted the heap");
	deviate(VARIANT_ACTIVE, LENGTH_SHORT, DEVIATION_GROWTH, 1);
	deviate(VARIANT_ACTIVE, LENGTH_LONG, DEVIATION_GROWTH, 1);
	is_judged("", "setup wanted it");
	deviate(VARIANT_ACTIVE, LENGTH_LONG, DEVIATION_GROWTH, 2);
	is_judged("heap", "the code wanted it");
	deviate(VARIANT_ACTIVE, LENGTH_LONG, DEVIATION_HEAP, 0);
	is_judged("", "and got it");
}

static void
test_object(void)
{
	static const struct qemu qemu;

	reset(false);
	count(FIELD_IR, 1);
	task.use.control = true;
	is_judged("fenv", "an object file sets the rounding mode");
	target.qemu = &qemu;
	task.engine = &engine_qemu;
	is_judged("", "which QEMU heeds");
	task.names.loose = true;
	is_judged("shared", "parts may share work");
}

/* Judges an interpreter whose loops have so many more instructions for 100 iterations. */
static void
ends(uint64_t active, uint64_t empty, const char *want, const char *name)
{
	count(FIELD_IR, active);
	cell.counts[VARIANT_EMPTY][LENGTH_LONG].of[FIELD_IR] = empty;
	is(judge_unfinished(&task), want, name);
}

static void
test_unfinished(void)
{
	static const char early[] = "ended before its loop with status 0, as if by exit(0)";
	static const char left[] = "left its loop early, or ended in it with status 0";
	const unsigned long few[LENGTH_COUNT] = {100, 109}, ten[LENGTH_COUNT] = {100, 110};

	reset(false);
	ends(1600, 0, NULL, "enough for each iteration");
	ends(1599, 1599, early, "neither loop took them");
	ends(1599, 1600, left, "only the empty one");
	run.loops = few;
	ends(0, 0, NULL, "few iterations of a script that reports its end");
	language.mute = true;
	ends(143, 0, early, "few iterations of one that cannot");
	ends(144, 0, NULL, "and enough for them");
	language.mute = false;
	run.loops = ten;
	ends(0, 0, early, "ten are enough to tell");
	run.loops = loops;
	language = (struct language){.jit = true};
	ends(0, 0, NULL, "a loop may be compiled as it runs");
	language = (struct language){.command = true};
	ends(0, 0, NULL, "a command has no loop");
	language = (struct language){.compile.n = 1};
	ends(0, 0, NULL, "a compiled one reports its end");
}

/* A compiler puts the snippet elsewhere, and jumps back with it. */
static void
test_loop(void)
{
#if defined(__x86_64__)
	static const char source[] =
	    ".globl t; .type t, @function; t: 1: test %rsi, %rsi; jne 3f; 2: dec %rdi; jne 1b; "
	    "ret; 3: imul %eax, %eax; jmp 2b; .size t, . - t\n";
	struct counts *active = cell.counts[VARIANT_ACTIVE];

	scratch_enter();
	if (!file_write("test.s", source, strlen(source)) || system("as -o test.o test.s"))
		abort();
	reset(true);
	task.object = "test.o";
	task.symbol = "t";
	active[LENGTH_SHORT].of[FIELD_IR] = 200;
	active[LENGTH_LONG].of[FIELD_IR] = 400;
	is_judged("", "a jump of the loop is no verdict");
	ok(active[LENGTH_SHORT].of[FIELD_IR] == 100 && active[LENGTH_LONG].of[FIELD_IR] == 200 && cell.corrected == 100,
	    "but is left out");
	active[LENGTH_SHORT].of[FIELD_IR] = active[LENGTH_LONG].of[FIELD_IR] = 100;
	is_judged("shared", "nothing else is left out");
	reset(true);
	task.object = "test.o";
	task.symbol = "t";
	test.once = true;
	active[LENGTH_SHORT].of[FIELD_IR] = 2;
	is_judged("", "one run");
	ok(active[LENGTH_SHORT].of[FIELD_IR] == 1 && cell.corrected == 1, "has one jump");
	scratch_leave();
#endif
}

int
main(void)
{
	test_counts();
	test_shared();
	test_doubts();
	test_by_code();
	test_by_test();
	test_object();
	test_unfinished();
	test_loop();
	return tap_done();
}
