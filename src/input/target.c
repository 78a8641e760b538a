#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "input/target.h"
#include "machine/machine.h"
#include "util/file.h"
#include "util/memory.h"
#include "util/message.h"
#include "util/pattern.h"

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
		    "no language claims '%s' by its name; a whole program is measured with "
		    "--command; if it is %s, write %s --lang=%s; the languages are %s",
		    exe, near->name, exe, near->name, names);
	message_die(STATUS_USAGE,
	    "no language claims '%s' by its name; a whole program is measured with --command; "
	    "name the language with --language=NAME, one of %s",
	    exe, names);
}

static const struct language *
target_language_of(const struct put *put, const struct languages *languages, const char *wanted,
    const char *fallback)
{
	const char *name = put->language ? put->language : wanted;
	const struct language *language = name ? languages_find_for(languages, name, put->exe)
	                                       : languages_detect(languages, put->exe);

	/* A wrapper, such as nice, is followed by the compiler that it starts. */
	for (size_t i = 0; i < put->args.n && !language && !name; i++) {
		language = languages_detect(languages, put->args.v[i]);
		if (language && !language_is_compiled(language))
			language = NULL;
	}
	if (!language && !name && fallback)
		language = languages_find(languages, fallback);
	if (!language)
		target_refuse(put->exe, name, languages);
	return language;
}

size_t
target_lead(const struct target *target)
{
	const struct words *args = &target->args;
	const struct pattern *match = target->language->match;
	size_t n = 0, i = 0;

	/* An optimisation level would precede the language's own, which would replace it. */
	while (i < args->n && !text_begins(args->v[i], "-O") &&
	       !pattern_match(match, file_base(args->v[i])))
		i++;
	if (i < args->n && !text_begins(args->v[i], "-O") &&
	    !pattern_match(match, file_base(target->put->exe)))
		n = i + 1;
	while (n < args->n && *args->v[n] == '+')
		n++;
	return n;
}

void
target_add_put(struct words *words, const struct target *target)
{
	const struct words lead = {.v = target->args.v, .n = target_lead(target)};

	words_add(words, target->exe);
	words_add_all(words, &lead);
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
	    !access(exe, F_OK) ? "; measure code with -e, files of tests with --benchfile, "
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
		size_t lead;

		target->put = put;
		target->exe = file_find_executable(put->exe);
		if (!target->exe)
			not_found(puts, i);
		target->language = target_language_of(put, languages, wanted, fallback);
		words_add_all(&target->args, &put->args);
		lead = target_lead(target);
		words_shorten(&target->args, lead);
		words_add_all(&target->args, putargs);
		for (size_t k = lead; k < put->args.n; k++)
			words_add(&target->args, put->args.v[k]);
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
