#include <elf.h>
#include <string.h>
#include <unistd.h>

#include "measure/compile/build.h"
#include "measure/emulate.h"
#include "measure/engine.h"
#include "measure/run.h"
#include "machine/native.h"
#include "process/jobs.h"
#include "util/file.h"
#include "util/memory.h"
#include "util/text.h"
#include "util/array.h"

/* Returns true if a word may make a compiler compile for another machine. */
static bool
chooses_machine(const char *word)
{
	return *word == '@' || !strcmp(word, "-m32") || !strcmp(word, "-mx32") ||
	       strstr(word, "target") || text_begins(word, "--config") ||
	       text_begins(word, "-b") || text_begins(word, "-B");
}

/* Returns true if the target's compiler surely compiles for the host: it is a program of the
   host's distribution, and no argument says otherwise. */
static bool
is_for_host(const struct target *target)
{
	OWNED char *gcc = text_print("%s-", machine_host()->triple);
	const char *const names[] = {gcc, "clang", "tcc"};
	OWNED char *path = file_real(target->exe);
	const char *name = path ? file_base(path) : "";
	bool is_known = false;
	OWNED char *other = NULL;

	for (size_t i = 0; i < COUNTOF(names); i++)
		is_known = is_known || text_begins(name, names[i]);
	is_known = is_known && machine_of_file(path, &other);
	for (size_t i = 0; i < target->args.n; i++)
		is_known = is_known && !chooses_machine(target->args.v[i]);
	return is_known;
}

/* The machine for which the target compiles an empty file; if it does not compile it, as will
   be said when it compiles more, the one that its name or --target tells, or the host's. other:
   as of machine_of_file. */
static const struct machine *
emulate_find_machine(struct target *target, unsigned timeout, char **other)
{
	const char *given = words_option(&target->args, "--target");
	struct jobs *jobs = jobs_new(1);
	const char *made = run_make_workdir(), *dir = made ? made : "";
	OWNED char *source = text_print("%s/empty.c", dir),
	           *object = text_print("%s/empty.o", dir);
	const struct building building = {
	    .target = target, .source = source, .to = object, .tmp = dir};
	struct command command = {.timeout = timeout};
	const struct machine *machine;
	struct outcome outcome;

	build_make(&command, &target->language->compile_main, &building);
	if (!made || !file_write(source, "", 0))
		command_free(&command);
	else if (jobs_run(jobs, &command, &outcome))
		outcome_free(&outcome);
	machine = machine_of_file(object, other);
	target->narrow = machine_is_narrow(object) && machine == machine_host();
	run_remove_workdir();
	/* Only now may a signal end the program. */
	jobs_free(jobs);
	if (!machine && !*other)
		machine = machine_of_name(given ? given : file_base(target->exe));
	return machine || *other ? machine : machine_host();
}

static void
find_sysroot(struct target *target, const struct machine *machine)
{
	const char *given = words_option(&target->args, "--sysroot");
	const char *usual = machine == machine_host() ? "/" : machine->sysroot;
	OWNED char *libraries = text_print("%s/lib", usual);

	/* QEMU is started in another directory. */
	if (given && *given)
		target->sysroot = file_absolute(given);
	if (!target->sysroot)
		target->sysroot = memory_copy(given ? "/" : usual);
	if (!given && access(libraries, F_OK))
		target->unfit =
		    text_print("the C library of its machine is missing in %s; install "
		               "it (Debian: apt-get install %s)",
		        usual, machine->libc);
}

static void
emulate(struct target *target, struct qemus *qemus, bool all, bool steps, unsigned timeout)
{
	const struct machine *machine = machine_host();
	OWNED char *other = NULL;

	if (!is_for_host(target))
		machine = emulate_find_machine(target, timeout, &other);
	if (other) {
		target->unfit = text_print(
		    "its programs are for %s, which cgbench does not measure", other);
	} else if ((all || steps) && target->narrow) {
		target->unfit = text_print("its programs are of 32 bits, which --engine=%s "
		                           "does not measure; use --engine=fork or exec",
		    all ? "qemu" : "step");
	} else if (all || machine != machine_host()) {
		target->qemu = qemus_find(qemus, machine);
		target->unfit = target->qemu->wrong ? memory_copy(target->qemu->wrong) : NULL;
		if (!target->unfit)
			find_sysroot(target, machine);
	}
}

void
emulate_targets(
    struct targets *targets, struct qemus *qemus, bool all, const struct config *config)
{
	ARRAY_EACH(struct target, target, targets->v, targets->n) {
		if (target->language->compile_main.n)
			emulate(target, qemus, all, config->engine == &engine_step,
			    config->timeout);
		if (target_machine(target)->number != EM_X86_64)
			target->cpu = NULL;
	}
}

void
emulate_refuse_narrow(
    struct targets *targets, const struct valgrind *valgrind, unsigned timeout)
{
	ARRAY_EACH(struct target, target, targets->v, targets->n) {
		struct command command = {.timeout = timeout};
		FREED_BY(outcome_free) struct outcome outcome = {0};

		if (!target->narrow || target->unfit)
			continue;
		words_take(&command.argv, valgrind_tool(valgrind, native.valgrind_narrow));
		if (access(command.argv.v[0], X_OK))
			command_free(&command);
		else
			jobs_run_one(&command, &outcome);
		if (outcome.start_error)
			target->unfit = text_print(
			    "its programs are of 32 bits, which this host cannot run: %s",
			    outcome.start_error);
	}
}

char *
emulate_why_not(const struct target *target, const char *object)
{
	const struct machine *expected = target_machine(target);
	OWNED char *other = NULL;
	const struct machine *found = machine_of_file(object, &other);

	if (found == expected || (!found && !other))
		return NULL;
	if (!other)
		other = memory_copy(found->name);
	return text_print(
	    "it compiles for %s, which its name and arguments do not show", other);
}
