#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "code/isolate.h"
#include "inject/forkserver/protocol.h"
#include "measure/advice.h"
#include "measure/build/build.h"
#include "measure/build/save_temps.h"
#include "measure/emulate.h"
#include "measure/build/link_probe.h"
#include "measure/names.h"
#include "measure/prepare.h"
#include "measure/build/source.h"
#include "process/signals.h"
#include "util/file.h"
#include "util/memory.h"
#include "util/message.h"
#include "util/paths.h"
#include "util/text.h"

/* The length of the end of the run's directory that only this run has: "-XXXXXX". */
enum { UNIQUE = 7 };

static enum measure_end
fail(const char *path)
{
	message_warn("%s: %s", path, strerror(errno));
	return MEASURE_FAILED;
}

/* Why a target that was tried is unfit, or NULL; the caller frees. */
static char *
why_unfit(const struct target *target, const struct outcome *outcome, unsigned timeout)
{
	char *why = outcome_why(outcome, timeout);

	if (why || !language_is_compiled(target->language))
		return why;
	/* It is to be linked with every test. */
	if (access(target->main_object, R_OK))
		return memory_copy("it made no object file");
	why = emulate_why_not(target, target->main_object);
	if (why)
		return why;
	if (isolate_align(target->main_object))
		return NULL;
	return text_print("%s: %s", target->main_object, strerror(errno));
}

/* Takes note of why a target that was tried is unfit. */
static void
note_unfit(struct run *run, struct target *target, const char *why, const char *said)
{
	bool compiled = language_is_compiled(target->language);
	char *advice = advice_on(target, NULL, said);

	target->unfit =
	    text_print("does not %s an empty %s %s: %s%s", compiled ? "compile" : "run",
	        target->language->name, compiled ? "program" : "script", why, advice);
	target->unfit_said = names_of_put(run, target, said);
	free(advice);
}

/* Queues the command that tries a target. */
static void
push(struct run *run, struct target *target, struct command *command)
{
	command->timeout = run->config->timeout;
	jobs_push(run->jobs, command, STEP_TRY, target);
	run->trials++;
}

/* Takes the outcome of that command. */
static void
take(struct run *run, struct target *target, const struct outcome *outcome)
{
	char *why = why_unfit(target, outcome, run->config->timeout);

	if (why)
		note_unfit(run, target, why, outcome->output ? outcome->output : "");
	free(why);
}

/* A compiler that keeps files in the user's directory, other than by an option that is known to
   do so, did it now: with a name that nobody else uses. */
static void
check_dumps(struct target *target, const char *stem)
{
	char *name = save_temps_remove(stem);

	if (name && !target->unfit)
		target->unfit = text_print(
		    "it leaves files of what it compiles in the current directory (%s), where "
		    "those of tests would overwrite each other",
		    name);
	free(name);
}

/* The name of the files of "main" without extension, which nobody else uses; the caller frees.
 */
static char *
stem_of(const struct run *run, size_t number)
{
	const char *unique = run->workdir + strlen(run->workdir) - UNIQUE;

	return text_print("main%zu%s", number, unique);
}

/* Begins to compile "main". */
static enum measure_end
push_main(struct run *run, struct target *target, size_t number)
{
	struct command command = {0};
	char *stem = stem_of(run, number);
	char *source = text_print("%s/%s%s", run->workdir, stem,
	    target->language->compile_main.n ? ".c" : target->language->extension);
	enum measure_end end = MEASURE_DONE;

	free(target->main_object);
	target->main_object = text_print("%s/%s.o", run->workdir, stem);
	if (build_main_source(
	        target, &run->config->layout, run->config->clocking != NULL, source)) {
		build_compile(
		    &command, target, NULL, source, target->main_object, NULL, run->tmp);
		push(run, target, &command);
	} else {
		end = fail(source);
	}
	free(source);
	free(stem);
	return end;
}

/* Gives the object of "main" its name, and makes what is linked with it. */
static enum measure_end
take_main(struct run *run, struct target *target, size_t number)
{
	char *stem = stem_of(run, number);
	char *object = text_print("%s/main%zu.o", run->workdir, number);
	enum measure_end end = MEASURE_DONE;

	if (!target->unfit && rename(target->main_object, object))
		end = fail(object);
	free(target->main_object);
	target->main_object = object;
	if (!end && !build_stub(target))
		end = fail(object);
	check_dumps(target, stem);
	free(stem);
	return end;
}

/* For 32 bits, Debian's compilers find the kernel's headers only through a link in
   gcc-multilib, which cannot be installed beside compilers for other machines. They are the
   same files. */
static void
find_headers(struct target *target)
{
	static const char *const usual = "/usr/include/asm/unistd.h";
	static const char *const headers = "/usr/include/x86_64-linux-gnu";

	if (target->narrow && access(usual, R_OK) && !access(headers, X_OK))
		target->headers = headers;
}

/* A command that joins the paths of objects in one word cannot say where one ends. */
static bool
joins_objects(const struct language *language)
{
	static const char placeholder[] = "{objects}";
	size_t i;

	for (i = 0; i < language->link.n; i++)
		if (strstr(language->link.v[i], placeholder) &&
		    strcmp(language->link.v[i], placeholder) != 0)
			return true;
	return false;
}

/* Why the put cannot be measured in this run's directory, or NULL; the caller frees. */
static char *
workdir_refused(const struct run *run, const struct language *language)
{
	if (!strchr(run->workdir, ' ') || !joins_objects(language))
		return NULL;
	return text_print(
	    "the linker of %s cannot use a directory with a blank in its name; set "
	    "TMPDIR to another than %s",
	    language->name, getenv("TMPDIR"));
}

static enum measure_end
push_compiler(struct run *run, struct target *target, size_t number)
{
	target->unfit = save_temps_refused(&target->args);
	if (!target->unfit)
		target->unfit = workdir_refused(run, target->language);
	if (target->unfit)
		return MEASURE_DONE;
	find_headers(target);
	return push_main(run, target, number);
}

static enum measure_end
push_empty(struct run *run, struct target *target, size_t number)
{
	const struct test none = {0};
	struct command command = {0};
	char *script = source_of_script(target, &none, false, 1, false, NULL);
	char *path = text_print("%s/empty%zu", run->workdir, number);
	enum measure_end end = MEASURE_DONE;

	if (file_write(path, script, strlen(script))) {
		build_plain_run(&command, target, run->tmp, path);
		push(run, target, &command);
	} else {
		end = fail(path);
	}
	free(path);
	free(script);
	return end;
}

/* Copies, because /proc/self/maps shows where a link leads, and the C library reads that. Makes
   a link only if the run's directory is mounted with noexec. */
static bool
copy_library(const char *from, const char *to)
{
	struct text bytes = TEXT_EMPTY;
	struct statvfs fs;
	bool done = file_read(from, &bytes) && file_write(to, bytes.s, bytes.n);

	text_free(&bytes);
	if (!done || statvfs(to, &fs) || !(fs.f_flag & ST_NOEXEC))
		return done;
	return !unlink(to) && !symlink(from, to);
}

/* Puts the fork server's library into the run's directory, where all processes are started, so
   that interpreters see the same path wherever cgbench was installed. */
static enum measure_end
place_library(const struct run *run, struct target *target)
{
	char *from = paths_library(CGBENCH_PRELOAD),
	     *to = text_print("%s/" CGBENCH_PRELOAD, run->workdir);
	enum measure_end end = MEASURE_DONE;

	if (!from) {
		message_warn(CGBENCH_PRELOAD
		    " was not found beside cgbench; was it built and installed whole?");
		end = MEASURE_FAILED;
	} else if (access(to, F_OK) && !copy_library(from, to)) {
		end = fail(to);
	}
	target->preload = "../" CGBENCH_PRELOAD;
	free(from);
	free(to);
	return end;
}

static enum measure_end
push_target(struct run *run, struct target *target, size_t number)
{
	enum measure_end end;

	if (target->language->command || target->unfit)
		return MEASURE_DONE;
	if (language_is_compiled(target->language))
		return push_compiler(run, target, number);
	end = place_library(run, target);
	return end ? end : push_empty(run, target, number);
}

static void
find_linked_files(struct run *run, struct targets *targets)
{
	size_t i;

	for (i = 0; i < targets->n && !signals_caught(); i++) {
		struct target *target = &targets->v[i];

		if (language_is_compiled(target->language) && !target->unfit)
			target->links_more = link_probe_has_more(run, target);
	}
}

static void
say_unfit(const struct target *target)
{
	const char *label = target->put->label;

	if (!target->unfit_said) {
		message_warn("put '%s' cannot be measured: %s", label, target->unfit);
		return;
	}
	message_warn("put '%s' %s", label, target->unfit);
	message_block(target->unfit_said);
}

/* A target that is unfit fails in its cells, and the others are measured. Returns end, having
   said why, if that leaves nothing to measure or nothing to compare with. */
static enum measure_end
check_fit(const struct run *run, const struct targets *targets, enum measure_end end)
{
	const struct target *norm = NULL;
	size_t unfit = 0, i;

	for (i = 0; i < targets->n; i++) {
		const struct target *target = &targets->v[i];

		unfit += target->unfit != NULL;
		if (target->unfit && run->config->norm &&
		    !strcmp(target->put->label, run->config->norm))
			norm = target;
	}
	if (unfit < targets->n && !norm)
		return MEASURE_DONE;
	for (i = 0; i < targets->n; i++)
		if (targets->v[i].unfit)
			say_unfit(&targets->v[i]);
	if (unfit < targets->n)
		message_warn("nothing can be compared with '%s': name another put with --norm, "
		             "or print counts with --raw",
		    norm->put->label);
	return end;
}

/* What was found before is missing here, and says nothing about the put. */
enum measure_end
prepare_begin(struct run *run, struct targets *targets)
{
	enum measure_end end = check_fit(run, targets, MEASURE_FAILED);
	size_t i;

	for (i = 0; i < targets->n && !end; i++)
		end = push_target(run, &targets->v[i], i);
	return end;
}

enum measure_end
prepare_take(struct run *run, struct targets *targets, const struct job_event *event)
{
	struct target *target = event->owner;

	run->trials--;
	take(run, target, event->outcome);
	return language_is_compiled(target->language)
	           ? take_main(run, target, (size_t)(target - targets->v))
	           : MEASURE_DONE;
}

enum measure_end
prepare_end(struct run *run, struct targets *targets)
{
	find_linked_files(run, targets);
	return signals_caught() ? MEASURE_DONE : check_fit(run, targets, MEASURE_UNFIT);
}

/* Returns true if the compiler is known to leave no files in the user's directory. */
static bool
is_tidy(const struct target *target)
{
	static const char *const usual[] = {
	    "-O", "-m", "-std=", "-D", "-I", "-static", "-pthread", NULL};
	size_t i, k;

	for (i = 0; i < target->args.n; i++) {
		const char *word = target->args.v[i];

		for (k = 0; usual[k] && !text_begins(word, usual[k]); k++)
			;
		if (!usual[k])
			return false;
	}
	return !link_probe_may_have_more(target);
}

bool
prepare_is_short(const struct targets *targets)
{
	return targets->n == 1 && targets->v[0].language->compile_main.n &&
	       is_tidy(&targets->v[0]);
}
