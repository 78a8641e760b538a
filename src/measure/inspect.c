#include <gnu/libc-version.h>
#include <sha256.h>
#include <string.h>
#include <sys/utsname.h>

#include "machine/native.h"
#include "measure/compile/build.h"
#include "measure/inspect.h"
#include "measure/compile/program.h"
#include "process/jobs.h"
#include "process/launch.h"
#include "util/file.h"
#include "util/array.h"
#include "valgrind/caches.h"

static char *
quoted(const struct words *words)
{
	struct text t = TEXT_EMPTY;

	words_quote(words, &t);
	return text_take(&t);
}

/* Frees the words. */
static char *
quoted_once(struct words *words)
{
	char *s = quoted(words);

	words_free(words);
	return s;
}

/* The arguments that do not set cache geometry. */
static char *
other_args(const struct words *grindargs)
{
	struct words words = WORDS_EMPTY;

	for (size_t i = 0; i < grindargs->n; i++)
		if (!caches_of(grindargs->v[i]))
			words_add(&words, grindargs->v[i]);
	return quoted_once(&words);
}

char *
inspect_version(const struct target *target, unsigned timeout)
{
	const struct building building = {.target = target, .to = "", .tmp = "/tmp"};
	struct command command = {.timeout = timeout};
	FREED_BY(outcome_free) struct outcome outcome = {0};
	const char *line;

	if (!target->language->version.n)
		return memory_copy("");
	build_make(&command, &target->language->version, &building);
	/* Nothing there has the name of an option. */
	command.cwd = memory_copy("/");
	jobs_run_one(&command, &outcome);
	line =
	    outcome.output && !outcome.status && !outcome.overtime.limit ? outcome.output : "";
	line += strspn(line, " \t\r\n");
	return memory_copy_n(line, strcspn(line, "\r\n"));
}

/* The version of the C library in a directory of another machine's, "" if it has none:
       GNU C Library (Debian GLIBC 2.36-8cross1) stable release version 2.36. */
static char *
libc_below(const char *sysroot)
{
	static const char before[] = "release version ";
	OWNED char *path = text_print("%s/lib/libc.so.6", sysroot);
	FREED_BY(text_free) struct text t = TEXT_EMPTY;
	const char *at;

	if (!strcmp(sysroot, "/"))
		return memory_copy(gnu_get_libc_version());
	if (file_read(path, &t) && t.s && (at = memmem(t.s, t.n, before, sizeof before - 1)))
		return memory_copy_n(
		    at + sizeof before - 1, strspn(at + sizeof before - 1, "0123456789.") - 1);
	return memory_copy("");
}

/* Puts that differ only in their arguments share an executable. */
static const struct fingerprint *
find_twin(const struct targets *targets, size_t n, const char *path)
{
	ARRAY_EACH(const struct target, target, targets->v, n)
		if (target->language == targets->v[n].language &&
		    !strcmp(target->put->fingerprint->of[TRAIT_PATH], path))
			return target->put->fingerprint;
	return NULL;
}

/* Fills in what depends on the file that is measured. */
static void
inspect_executable(
    struct fingerprint *fingerprint, const struct targets *targets, size_t i, unsigned timeout)
{
	const struct target *target = &targets->v[i];
	char *path = file_real(target->exe), **of = fingerprint->of;
	const struct fingerprint *twin;

	of[TRAIT_PATH] = path ? path : memory_copy(target->exe);
	twin = find_twin(targets, i, of[TRAIT_PATH]);
	of[TRAIT_SHA256] =
	    twin ? memory_copy(twin->of[TRAIT_SHA256]) : SHA256File(of[TRAIT_PATH], NULL);
	/* A file that may be executed need not be readable. */
	if (!of[TRAIT_SHA256])
		of[TRAIT_SHA256] = memory_copy("");
	of[TRAIT_VERSION] =
	    twin ? memory_copy(twin->of[TRAIT_VERSION]) : inspect_version(target, timeout);
}

/* The processor that programs see, or the level of it that they are restricted to. */
static char *
processor(const struct target *target, const struct qemu *qemu)
{
	if (!qemu)
		return target->cpu ? memory_copy(target->cpu) : native_cpu();
	return text_print("%s %s%s%s", qemu->machine->name, qemu->machine->cpu,
	    target->cpu ? " " : "", target->cpu ? target->cpu : "");
}

static struct fingerprint *
inspect_put(
    const struct target *target, const struct config *config, const struct words *grindargs)
{
	struct fingerprint *fingerprint = memory_new(sizeof *fingerprint);
	char **of = fingerprint->of;
	bool forks = program_kind(config, target) == PROGRAM_FORK;
	const struct qemu *qemu = target->unfit ? NULL : target->qemu;
	bool steps = engine_of(config, target) == &engine_step;
	struct words pins = WORDS_EMPTY, env = WORDS_EMPTY;
	struct utsname kernel;

	launch_pins(&pins);
	/* Before the fork server's library is added, whose path differs in every run. */
	build_add_typed_env(&env, target);
	of[TRAIT_CGBENCH] = memory_copy(VERSION);
	of[TRAIT_VALGRIND] = qemu    ? text_print("qemu %s", qemu->version)
	                     : steps ? memory_copy("none")
	                             : memory_copy(config->valgrind->version);
	of[TRAIT_KERNEL] = memory_copy(uname(&kernel) ? "" : kernel.release);
	of[TRAIT_LIBC] =
	    qemu ? libc_below(target->sysroot) : memory_copy(gnu_get_libc_version());
	of[TRAIT_CPU] = processor(target, qemu);
	of[TRAIT_ENGINE] = memory_copy(steps ? "step" : forks ? "fork" : "exec");
	of[TRAIT_CACHES] =
	    qemu || steps ? memory_copy("") : caches_show(&config->valgrind->options);
	of[TRAIT_GRINDARGS] = qemu || steps ? memory_copy("") : other_args(grindargs);
	of[TRAIT_PINS] = quoted_once(&pins);
	of[TRAIT_LANGUAGE] = memory_copy(target->language->name);
	of[TRAIT_ARGS] = quoted(&target->args);
	of[TRAIT_ENV] = quoted_once(&env);
	return fingerprint;
}

void
inspect(struct results *results, const struct targets *targets, const struct config *config,
    const struct words *grindargs, bool all)
{
	for (size_t k = 0; k < targets->n; k++) {
		const struct target *target = &targets->v[k];
		struct put *put = &results->puts.v[k];

		fingerprint_free(put->fingerprint);
		put->fingerprint = inspect_put(target, config, grindargs);
		if (all)
			inspect_executable(put->fingerprint, targets, k, config->timeout);
		for (size_t i = 0; i < results->tests.n; i++)
			results_cell(results, i, k)->text_hash = fingerprint_of_test(
			    &results->tests.v[i], target->language->name, target->plain);
	}
}
