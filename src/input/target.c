#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "input/target.h"
#include "machine/machine.h"
#include "util/file.h"
#include "util/memory.h"
#include "util/message.h"

/* name: the language asked for; NULL: no language claims the executable. */
static _Noreturn void
target_refuse(const char *exe, const char *name, const struct languages *languages)
{
	const struct language *near = languages_near(languages, name ? name : exe);
	char *names = languages_names(languages);

	if (name && near)
		message_die(STATUS_USAGE,
		    "unknown language '%s'; did you mean '%s'? The languages are %s", name,
		    near->name, names);
	if (name)
		message_die(
		    STATUS_USAGE, "unknown language '%s'; the languages are %s", name, names);
	if (near)
		message_die(STATUS_USAGE,
		    "no language claims '%s' by its name; if it is %s, write %s --lang=%s; the "
		    "languages are %s",
		    exe, near->name, exe, near->name, names);
	message_die(STATUS_USAGE,
	    "no language claims '%s' by its name; name it with --language=NAME, one of %s", exe,
	    names);
}

static const struct language *
target_language_of(const struct put *put, const struct languages *languages, const char *wanted,
    const char *fallback)
{
	const char *name = put->language ? put->language : wanted;
	const struct language *language =
	    name ? languages_find(languages, name) : languages_detect(languages, put->exe);

	if (!language && !name && fallback)
		language = languages_find(languages, fallback);
	if (!language)
		target_refuse(put->exe, name, languages);
	return language;
}

/* A word that follows a put is the next put, even if it was meant as an argument. */
static _Noreturn void
not_found(const struct puts *puts, size_t i)
{
	const char *exe = puts->v[i].exe, *why = strerror(errno);
	const char *language = puts->v[i].language;
	/* One of GCC's compilers for another machine, such as aarch64-linux-gnu-gcc-12, is in
	   Debian's package gcc-12-aarch64-linux-gnu. */
	const struct machine *machine = machine_of_name(exe);
	const char *tool = machine ? exe + strlen(machine->triple) : "";

	if (machine && machine != machine_host() &&
	    (text_begins(tool, "-gcc") || text_begins(tool, "-g++") ||
	        text_begins(tool, "-gfortran")))
		message_die(STATUS_USAGE,
		    "'%s' cannot be run: not in $PATH; install it (Debian: apt-get install "
		    "%s-%s)",
		    exe, tool + 1, machine->triple);
	if (i && language && !strcmp(language, "command"))
		message_die(STATUS_USAGE,
		    "'%s' cannot be run: %s; if it is an argument, write it in one word "
		    "with its command, as in '%s %s'",
		    exe, why, puts->v[i - 1].label, exe);
	if (i && puts->v[i - 1].args.n)
		message_die(STATUS_USAGE,
		    "'%s' cannot be run: %s; to pass it to '%s', write --args='%s %s'", exe,
		    why, puts->v[i - 1].exe, puts->v[i - 1].args.v[puts->v[i - 1].args.n - 1],
		    exe);
	message_die(STATUS_USAGE, "'%s' cannot be run: %s%s%s", exe,
	    strchr(exe, '/') ? "" : "not in $PATH: ", why,
	    strstr(exe, " -")    ? "; write its options as separate words"
	    : !access(exe, F_OK) ? "; measure code with -e, files of tests with --benchfile, "
	                           "and sources with --sources"
	                         : "; --action=doctor lists what is installed");
}

void
targets_find(struct targets *targets, const struct puts *puts,
    const struct languages *languages, const char *wanted, const char *fallback,
    const struct words *putargs)
{
	targets->n = puts->n;
	targets->v = memory_array(puts->n, sizeof *targets->v);
	for (size_t i = 0; i < puts->n; i++) {
		const struct put *put = &puts->v[i];
		struct target *target = &targets->v[i];

		target->put = put;
		target->exe = file_find_executable(put->exe);
		if (!target->exe)
			not_found(puts, i);
		target->language = target_language_of(put, languages, wanted, fallback);
		words_add_all(&target->args, putargs);
		words_add_all(&target->args, &put->args);
	}
}

void
targets_hold(struct targets *targets, const char *level)
{
	enum guest_cpu needed = guest_cpu_of_level(level), shown = guest_cpu_shown();

	if (shown < needed)
		message_die(STATUS_USAGE,
		    "--cpu=%s needs a processor with %s; programs see one with %s here", level,
		    guest_cpu_name(needed), guest_cpu_name(shown));
	for (size_t i = 0; guest_cpu_tunables(level) && i < targets->n; i++) {
		const struct put *put = targets->v[i].put;

		if (words_find_variable(&put->env, "GLIBC_TUNABLES=") < put->env.n)
			message_die(STATUS_USAGE,
			    "--cpu=%s sets GLIBC_TUNABLES, which '%s' sets too: remove one",
			    level, put->label);
		targets->v[i].cpu = level;
	}
}

const struct part *
target_part(const struct target *target, const struct test *test, enum part_kind kind)
{
	return test_part_for(test, kind, target->language->name, target->plain);
}

bool
target_has_beside(const struct target *target, const struct test *test)
{
	return *part_text(target_part(target, test, PART_PRE)) ||
	       *part_text(target_part(target, test, PART_POST));
}

bool
target_has_code(const struct target *target, const struct test *test)
{
	return target_part(target, test, PART_CODE) != NULL;
}

bool
target_compiles_only(const struct target *target, const struct test *test)
{
	return target->plain && test->compile_only;
}

const struct machine *
target_machine(const struct target *target)
{
	return target->qemu ? target->qemu->machine : machine_host();
}

bool
target_is_native(const struct target *target)
{
	return !target->unfit && target_machine(target) == machine_host();
}

void
targets_free(struct targets *targets)
{
	for (size_t i = 0; i < targets->n; i++) {
		free(targets->v[i].exe);
		free(targets->v[i].main_object);
		free(targets->v[i].sysroot);
		free(targets->v[i].unfit);
		free(targets->v[i].unfit_said);
		words_free(&targets->v[i].args);
	}
	free(targets->v);
	*targets = (struct targets){0};
}
