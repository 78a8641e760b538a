#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "code/isolate.h"
#include "inject/forkserver/protocol.h"
#include "measure/advice.h"
#include "measure/compile/build.h"
#include "measure/compile/save_temps.h"
#include "measure/emulate.h"
#include "measure/names.h"
#include "measure/prepare.h"
#include "process/host.h"
#include "process/signals.h"
#include "util/file.h"
#include "util/array.h"
#include "util/memory.h"
#include "util/message.h"
#include "util/paths.h"
#include "util/text.h"

/* Makes a linker print the path of each file that it reads. */
#define TRACE "-Wl,--trace"

/* The length of the end of the run's directory that only this run has: "-XXXXXX". */
enum { UNIQUE = 7 };

static enum measure_end
prepare_fail(const char *path)
{
	message_warn("%s: %s", path, strerror(errno));
	return MEASURE_FAILED;
}

/* Why a target that was tried is unfit, or NULL; the caller frees. */
static char *
why_unfit(const struct target *target, const struct outcome *outcome)
{
	char *why = outcome_why(outcome);

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

/* Takes note of why a target that was tried is unfit, if it is. */
static void
prepare_judge(struct run *run, struct target *target, const struct outcome *outcome)
{
	OWNED char *why = why_unfit(target, outcome), *advice = NULL;
	const char *said = outcome->output ? outcome->output : "";
	bool compiled = language_is_compiled(target->language);

	if (!why)
		return;
	run->disturbed |= outcome_is_of_host(outcome);
	advice = advice_on(target, NULL, NULL, said);
	target->unfit =
	    text_print("does not %s an empty %s %s: %s%s", compiled ? "compile" : "run",
	        target->language->name, compiled ? "program" : "script", why, advice);
	target->unfit_said = names_of_put(run, target, said);
}

/* Queues the command that tries a target. */
static void
prepare_push(struct run *run, struct target *target, struct command *command)
{
	command->timeout = run->config->timeout;
	jobs_push(run->jobs, command, AIM_TRY, target);
	run->trials++;
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
	const struct language *language = target->language;
	struct command command = {0};
	OWNED char *stem = stem_of(run, number);
	OWNED char *source = text_print("%s/%s%s", run->workdir, stem,
	    language->compile_main.n ? ".c" : language->extension);
	enum measure_end end = MEASURE_DONE;

	free(target->main_object);
	target->main_object = text_print("%s/%s.o", run->workdir, stem);
	if (build_main_source(
	        target, &run->config->layout, run->config->clocking != NULL, source)) {
		build_make(&command,
		    language->compile_main.n ? &language->compile_main : &language->compile,
		    &(struct building){.target = target,
		        .source = source,
		        .to = target->main_object,
		        .tmp = run->tmp});
		prepare_push(run, target, &command);
	} else {
		end = prepare_fail(source);
	}
	return end;
}

/* Gives the object of "main" its name, and makes what is linked with it. */
static enum measure_end
name_main(struct run *run, struct target *target, size_t number)
{
	OWNED char *stem = stem_of(run, number), *dump = save_temps_remove(stem);
	char *object = text_print("%s/main%zu.o", run->workdir, number);
	enum measure_end end = MEASURE_DONE;

	if (!target->unfit && rename(target->main_object, object))
		end = prepare_fail(object);
	free(target->main_object);
	target->main_object = object;
	if (!end && !build_stub(target))
		end = prepare_fail(object);
	/* A compiler that keeps files in the user's directory, other than by an option that is
	   known to do so, did it now: with a name that nobody else uses. */
	if (dump && !target->unfit)
		target->unfit =
		    text_print("it leaves files in the current directory (%s), where "
		               "those of tests would overwrite each other",
		        dump);
	return end;
}

/* Why the put cannot be measured in this run's directory, or NULL; the caller frees. A command
   that joins the paths of objects in one word cannot say where one ends. */
static char *
workdir_refused(const struct run *run, const struct language *language)
{
	for (size_t i = 0; strchr(run->workdir, ' ') && i < language->link.n; i++)
		if (strstr(language->link.v[i], "{objects}") &&
		    strcmp(language->link.v[i], "{objects}") != 0)
			return text_print(
			    "the linker of %s cannot use a directory with a blank "
			    "in its name; set TMPDIR to another directory than %s",
			    language->name, getenv("TMPDIR"));
	return NULL;
}

static enum measure_end
prepare_push_compiler(struct run *run, struct target *target, size_t number)
{
	static const char *const usual = "/usr/include/asm/unistd.h";
	static const char *const headers = "/usr/include/x86_64-linux-gnu";

	target->unfit = save_temps_refused(&target->args);
	if (!target->unfit)
		target->unfit = workdir_refused(run, target->language);
	if (target->unfit)
		return MEASURE_DONE;
	/* For 32 bits, Debian's compilers find the kernel's headers only through a link in
	   gcc-multilib, which cannot be installed beside compilers for other machines. They are
	   the same files. */
	if (target->narrow && access(usual, R_OK) && !access(headers, X_OK))
		target->headers = headers;
	return push_main(run, target, number);
}

static enum measure_end
push_empty(struct run *run, struct target *target, size_t number)
{
	struct command command = {0};
	OWNED char *script = build_work(target, &(struct test){0}, 0, false, 1, 0);
	OWNED char *path = text_print("%s/empty%zu", run->workdir, number);
	enum measure_end end = MEASURE_DONE;

	if (file_write(path, script, strlen(script))) {
		build_plain_run(&command, target, run->tmp, path);
		prepare_push(run, target, &command);
	} else {
		end = prepare_fail(path);
	}
	return end;
}

/* Copies, because /proc/self/maps shows where a link leads, and the C library reads that. Makes
   a link only if the run's directory is mounted with noexec. */
static bool
copy_library(const char *from, const char *to)
{
	FREED_BY(text_free) struct text bytes = TEXT_EMPTY;
	struct statvfs fs;
	bool done = file_read(from, &bytes) && file_write(to, bytes.s, bytes.n);

	if (!done || statvfs(to, &fs) || !(fs.f_flag & ST_NOEXEC))
		return done;
	return !unlink(to) && !symlink(from, to);
}

/* Puts the fork server's library into the run's directory, where all processes are started, so
   that interpreters see the same path wherever cgbench was installed. */
static enum measure_end
place_library(const struct run *run, struct target *target)
{
	OWNED char *from = paths_library(CGBENCH_PRELOAD),
	           *to = text_print("%s/" CGBENCH_PRELOAD, run->workdir);
	enum measure_end end = MEASURE_DONE;

	if (!from) {
		message_warn(CGBENCH_PRELOAD
		    " is missing beside cgbench; build and install cgbench again");
		end = MEASURE_FAILED;
	} else if (access(to, F_OK) && !copy_library(from, to)) {
		end = prepare_fail(to);
	}
	target->preload = "../" CGBENCH_PRELOAD;
	return end;
}

static enum measure_end
push_target(struct run *run, struct target *target, size_t number)
{
	enum measure_end end;

	if (target->language->command || target->unfit)
		return MEASURE_DONE;
	if (language_is_compiled(target->language))
		return prepare_push_compiler(run, target, number);
	end = place_library(run, target);
	return end ? end : push_empty(run, target, number);
}

static bool
is_script(const char *path)
{
	FREED_BY(text_free) struct text start = TEXT_EMPTY;

	return file_read_start(path, &start, 2) && start.n == 2 && !memcmp(start.s, "#!", 2);
}

/* Returns true if only a distribution installs compilers and libraries there, and no user. */
static bool
is_systems(const char *path)
{
	static const char *const dirs[] = {
	    "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/libexec"};

	for (size_t i = 0; i < COUNTOF(dirs); i++)
		if (file_below(path, dirs[i]))
			return true;
	return false;
}

/* The path in a line, which is all of it; or, for a member of an archive, in parentheses:
       /usr/lib/x86_64-linux-gnu/crti.o
       (/usr/lib/x86_64-linux-gnu/libc.a)exit.o
   Links and ".." are resolved. Returns NULL if the line names no file; the caller frees. */
static char *
prepare_path_in(const char *line, size_t n)
{
	OWNED char *named = memory_copy_n(line, n);

	if (*named == '(') {
		memmove(named, named + 1, n);
		named[strcspn(named, ")")] = '\0';
	}
	return file_real(named);
}

/* output: the linker's. Returns true if object is one of its files, and all others are the
   system's or below the directory dir. */
static bool
are_systems(const char *output, const char *object, const char *dir)
{
	bool found = false, all = true;
	size_t n;

	for (const char *line = output; *line; line += n + (line[n] == '\n')) {
		OWNED char *path = NULL;

		n = strcspn(line, "\n");
		path = prepare_path_in(line, n);
		if (path && !strcmp(path, object))
			found = true;
		else if (path && !file_below(path, dir))
			all = all && is_systems(path);
	}
	return found && all;
}

/* Returns true if the target's executable is a script that may add files of the user's to what
   it links: it is asked to link "main" alone, and to name the files, which the linker prints
   before it finds that there is no test. The answer is only sure if they are all the system's;
   any other compiler is not asked. */
static bool
links_more(struct run *run, const struct target *target)
{
	struct command command = {0};
	FREED_BY(words_free) struct words objects = WORDS_EMPTY;
	struct outcome outcome;
	OWNED char *program = NULL;
	bool more = false;

	if (!is_script(target->exe))
		return false;
	program = text_print("%s/none", run->tmp);
	words_add(&objects, TRACE);
	words_add(&objects, target->main_object);
	build_make(&command, &target->language->link,
	    &(struct building){
	        .target = target, .objects = &objects, .to = program, .tmp = run->tmp});
	command.timeout = run->config->timeout;
	if (jobs_run(run->jobs, &command, &outcome)) {
		more = !are_systems(
		    outcome.output ? outcome.output : "", target->main_object, run->workdir);
		outcome_free(&outcome);
	}
	return more;
}

/* A target that is unfit fails in its cells, and the others are measured. Returns end, having
   said why, if that leaves nothing to measure or nothing to compare with. */
static enum measure_end
check_fit(const struct run *run, const struct targets *targets, enum measure_end end)
{
	const struct target *norm = NULL;
	size_t unfit = 0;

	ARRAY_EACH(const struct target, target, targets->v, targets->n) {
		unfit += target->unfit != NULL;
		if (target->unfit && run->config->norm &&
		    !strcmp(target->put->label, run->config->norm))
			norm = target;
	}
	if (unfit < targets->n && !norm)
		return MEASURE_DONE;
	ARRAY_EACH(const struct target, target, targets->v, targets->n) {
		if (!target->unfit)
			continue;
		message_warn("'%s' %s%s", target->put->label,
		    target->unfit_said ? "" : "cannot be measured: ", target->unfit);
		if (target->unfit_said)
			message_block(target->unfit_said);
	}
	if (unfit < targets->n)
		message_warn(
		    "nothing can be compared with '%s': name another column with --norm, "
		    "or print counts with --raw",
		    norm->put->label);
	return end;
}

/* A put that was found unfit before says nothing about the put itself. */
enum measure_end
prepare_begin(struct run *run, struct targets *targets)
{
	enum measure_end end = check_fit(run, targets, MEASURE_FAILED);

	for (size_t i = 0; i < targets->n && !end; i++)
		end = push_target(run, &targets->v[i], i);
	return end;
}

enum measure_end
prepare_done(struct run *run, struct targets *targets, const struct job_event *event)
{
	struct target *target = event->owner;

	run->trials--;
	prepare_judge(run, target, event->outcome);
	return language_is_compiled(target->language)
	           ? name_main(run, target, (size_t)(target - targets->v))
	           : MEASURE_DONE;
}

enum measure_end
prepare_end(struct run *run, struct targets *targets)
{
	for (size_t i = 0; i < targets->n && !signals_caught(); i++) {
		struct target *target = &targets->v[i];

		if (language_is_compiled(target->language) && !target->unfit)
			target->links_more = links_more(run, target);
	}
	if (signals_caught())
		return MEASURE_DONE;
	return check_fit(run, targets,
	    run->disturbed || host_is_short(run->tmp) ? MEASURE_FAILED : MEASURE_UNFIT);
}

/* Returns true if the compiler is known to leave no files in the user's directory. */
static bool
is_tidy(const struct target *target)
{
	static const char *const usual[] = {
	    "-O", "-m", "-std=", "-D", "-I", "-static", "-pthread", NULL};
	size_t k;

	for (size_t i = 0; i < target->args.n; i++) {
		const char *word = target->args.v[i];

		for (k = 0; usual[k] && !text_begins(word, usual[k]); k++)
			;
		if (!usual[k])
			return false;
	}
	return !is_script(target->exe);
}

bool
prepare_is_short(const struct targets *targets)
{
	return targets->n == 1 && targets->v[0].language->compile_main.n &&
	       is_tidy(&targets->v[0]);
}
