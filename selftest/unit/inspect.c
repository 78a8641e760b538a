#include <sys/stat.h>

#include "measure/compile/program.h"
#include "measure/inspect.h"
#include "sample.h"
#include "scratch.h"
#include "tap.h"

static char *version[] = {(char *)"{put}", (char *)"--version", NULL};
static struct language language = {.name = (char *)"x"};
static const struct machine machine = {.name = "other", .cpu = "best"};
static const struct qemu qemu = {.machine = &machine, .version = (char *)"7.2"};

static char *options[] = {
    (char *)"--I1=1,2,3", (char *)"--D1=4,5,6", (char *)"--LL=7,8,9", (char *)"--branch-sim=yes", NULL};
static char *given[] = {(char *)"--D1=4,5,6", (char *)"--x=a b", NULL};
static char *other_label[] = {(char *)"p1", NULL};

/* The traits of the first of two puts that the same file is. */
static struct results
inspected(const struct target *like, struct config *config)
{
	const struct words grindargs = {.v = given, .n = 2};
	struct target v[2];
	struct results results = sample_make(1, 2);
	static struct words unforkable = {.v = other_label, .n = 1};
	static struct valgrind valgrind = {.version = (char *)"3.19.0", .options = {.v = options, .n = 4}};

	config->valgrind = &valgrind;
	config->unforkable = &unforkable;
	for (size_t i = 0; i < 2; i++) {
		v[i] = *like;
		v[i].put = &results.puts.v[i];
		v[i].language = &language;
		v[i].exe = text_print("%s/put", scratch_path);
	}
	inspect(&results, &(struct targets){v, 2}, config, &grindargs, true);
	free(v[0].exe);
	free(v[1].exe);
	return results;
}

static void
has(const struct results *results, size_t put, enum trait trait, const char *want)
{
	OWNED char *name = text_print("%s of put %zu", trait_name(trait), put);

	is(results->puts.v[put].fingerprint->of[trait], want, name);
}

static void
test_host(void)
{
	struct config config = {.forks = true, .timeout = 60};
	struct target target = {.plain = true};
	struct results results = inspected(&target, &config);

	for (size_t i = 0; i < 2; i++) {
		has(&results, i, TRAIT_VALGRIND, "3.19.0");
		has(&results, i, TRAIT_ENGINE, i ? "exec" : "fork");
		has(&results, i, TRAIT_GRINDARGS, "'--x=a b'");
		has(&results, i, TRAIT_VERSION, "put 7");
		has(&results, i, TRAIT_SHA256, "49b919472507efa48f04db9eb205815843e2371cb0cec392c68d70d3d5cd6a46");
	}
	ok(*results.puts.v->fingerprint->of[TRAIT_CACHES] && *results.puts.v->fingerprint->of[TRAIT_CPU] &&
	        *results.puts.v->fingerprint->of[TRAIT_LIBC],
	    "what depends on the host");
	ok(results.cells[0].text_hash == fingerprint_of_test(results.tests.v, "x", target.plain), "the text of a test");
	results_free(&results);
	target.cpu = "v2";
	results = inspected(&target, &config);
	has(&results, 0, TRAIT_CPU, "v2");
	results_free(&results);
}

static void
test_other_machine(void)
{
	struct config config = {.forks = true, .engine = &engine_step, .timeout = 60};
	struct target target = {.qemu = &qemu, .sysroot = scratch_path};
	struct results results = inspected(&target, &config);

	has(&results, 0, TRAIT_VALGRIND, "qemu 7.2");
	has(&results, 0, TRAIT_CPU, "other best");
	has(&results, 0, TRAIT_LIBC, "2.36");
	has(&results, 0, TRAIT_CACHES, "");
	has(&results, 0, TRAIT_GRINDARGS, "");
	results_free(&results);
	target.sysroot = (char *)"/none";
	results = inspected(&target, &config);
	has(&results, 0, TRAIT_LIBC, "");
	results_free(&results);
}

static void
test_steps(void)
{
	struct config config = {.engine = &engine_step, .timeout = 60};
	FREED_BY(results_free) struct results results = inspected(&(struct target){0}, &config);

	has(&results, 0, TRAIT_VALGRIND, "none");
	has(&results, 0, TRAIT_ENGINE, "step");
	has(&results, 0, TRAIT_CACHES, "");
}

static void
test_kinds(void)
{
	struct words unforkable = {.v = other_label, .n = 1};
	struct config config = {.unforkable = &unforkable};
	struct put puts[] = {{.label = (char *)"p0"}, {.label = (char *)"p1"}};
	struct language l = {.name = (char *)"x"};
	struct target target = {.put = puts, .language = &l};

	ok(program_kind(&config, &target) == PROGRAM_EXEC, "the engine exec");
	config.forks = true;
	ok(program_kind(&config, &target) == PROGRAM_FORK, "the engine fork");
	target.put = &puts[1];
	ok(program_kind(&config, &target) == PROGRAM_EXEC, "which cannot fork that");
	target.put = puts;
	l.exec_only = true;
	ok(program_kind(&config, &target) == PROGRAM_EXEC, "nor that language");
	l.exec_only = false;
	config.engine = &engine_step;
	ok(program_kind(&config, &target) == PROGRAM_EXEC, "the engine step");
	l.command = true;
	ok(program_kind(&config, &target) == PROGRAM_COMMAND, "a command");
}

int
main(void)
{
	scratch_enter();
	language.version = (struct words){.v = version, .n = 2};
	scratch_write("put", "#!/bin/sh\necho\necho '  put 7'\necho more\n");
	if (chmod("put", 0755) || mkdir("lib", 0755))
		abort();
	scratch_write("lib/libc.so.6", "x release version 2.36.\ny");
	test_host();
	test_other_machine();
	test_steps();
	test_kinds();
	scratch_leave();
	return tap_done();
}
