#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "input/flags.h"
#include "input/sources.h"
#include "measure/build/build.h"
#include "measure/build/includes.h"
#include "measure/build/source.h"
#include "measure/build/standalone.h"
#include "util/array.h"
#include "util/file.h"
#include "util/memory.h"

/* How much of the user's files is taken, in bytes. */
enum { MOST = 16000 };

static const char symbol[] = "cgbench_test";

struct maker {
	struct standalone_source *s;
	const struct results *results;
	const struct test *test;
	char *name; /* of the test, as part of a file's name */
	struct text commands;
	struct words paths; /* of the user's files */
	size_t taken;       /* their bytes */
};

/* A name that is one word to sh and no path. The caller frees. */
static char *
file_name(const char *s)
{
	struct text t = TEXT_EMPTY;

	for (; *s; s++)
		if (isalnum((unsigned char)*s) || strchr("+._=", *s))
			text_add_char(&t, *s);
		else if (t.n && t.s[t.n - 1] != '-')
			text_add_char(&t, '-');
	if (!t.n)
		text_add(&t, "test");
	return text_take(&t);
}

static void
add_file(struct maker *m, char *name, char *text)
{
	*ARRAY_ADD(m->s->files, m->s->n) = (struct standalone_file){name, text};
}

/* The interpreter that the executable of a put starts here, if it is only a script that starts
   one: valgrind does not follow it. Otherwise NULL. The caller frees. */
static char *
started_by(const struct put *put)
{
	char *exe = file_find_executable(put->exe), *path = exe ? realpath(exe, NULL) : NULL;
	const char *measured = put_trait(put, TRAIT_PATH);
	bool differs = path && *measured && strcmp(path, measured) != 0;

	free(exe);
	free(path);
	return differs ? memory_copy(measured) : NULL;
}

/* The target that the put was measured as, which need not exist here. */
static void
make_target(struct target *target, const struct maker *m, const struct put *put,
    const struct language *language)
{
	const char *of_tests = m->results->tests.language;

	*target = (struct target){.put = put, .language = language};
	target->exe = language_is_script(language) ? started_by(put) : NULL;
	if (!target->exe)
		target->exe = memory_copy(put->exe);
	if (!words_split(&target->args, put_trait(put, TRAIT_ARGS)) || !target->args.n)
		words_add_all(&target->args, &put->args);
	target->plain = of_tests && !strcmp(of_tests, language->name);
}

static void
target_release(struct target *target)
{
	free(target->exe);
	words_free(&target->args);
}

static bool
has_file(const struct standalone_source *s, const char *name)
{
	size_t i;

	for (i = 0; i < s->n; i++)
		if (!strcmp(s->files[i].name, name))
			return true;
	return false;
}

/* The path below one of the directories, or NULL. */
static const char *
below(const char *path, const struct words *dirs)
{
	size_t i;

	for (i = 0; i < dirs->n; i++)
		if (file_below(path, dirs->v[i]))
			return file_below(path, dirs->v[i]);
	return NULL;
}

/* Takes a file of the user's by its name below one of the directories. */
static void
take(struct maker *m, const char *path, const struct words *dirs)
{
	const char *name = below(path, dirs);
	struct text t = TEXT_EMPTY;
	size_t i;

	for (i = 0; i < m->paths.n; i++)
		if (!strcmp(m->paths.v[i], path))
			return;
	words_add(&m->paths, path);
	if (!name || strstr(name, "..") || has_file(m->s, name) || !file_read(path, &t) ||
	    m->taken + t.n > MOST || (t.s && strlen(t.s) != t.n)) {
		words_add(&m->s->missing, path);
		text_free(&t);
		return;
	}
	m->taken += t.n;
	add_file(m, memory_copy(name), text_take(&t));
}

/* Takes the user's files that a command would read, which then finds them in the current
   directory. beside: where the text is that it compiles, or NULL. */
static void
take_included(struct maker *m, struct words *command, const char *text, const char *beside)
{
	struct words dirs = WORDS_EMPTY, files = WORDS_EMPTY;
	size_t i;

	includes_dirs(&dirs, command);
	includes_find(&files, &m->s->missing, text, beside, &dirs);
	if (beside)
		words_add(&dirs, beside);
	for (i = 0; i < files.n; i++)
		take(m, files.v[i], &dirs);
	if (files.n)
		includes_move(command, ".");
	words_free(&dirs);
	words_free(&files);
}

/* Adds a command, as it is typed: the compiler by the name that it was called by. */
static void
add_command(
    struct maker *m, struct words *argv, const char *template, const struct target *target)
{
	free(argv->v[0]);
	argv->v[0] = memory_copy(strcmp(template, "{put}") ? template : target->exe);
	words_quote(argv, &m->commands);
}

/* The object's name for one of the test's sources. */
static char *
object_of(const char *label, const char *source)
{
	return text_print("%s.%s.o", label, source);
}

/* Adds the commands that compile the test's sources, and their objects. */
static void
add_units(struct maker *m, const struct target *target, const char *label,
    struct words *objects, struct words *ldflags)
{
	struct words sources = WORDS_EMPTY;
	size_t i;

	sources_of(&sources, target, m->test);
	for (i = 0; i < sources.n; i++) {
		const char *name = file_base(sources.v[i]);
		const struct source_rule *rule =
		    source_rules_find(&target->language->rules, name);
		char *object = object_of(label, name), *beside = file_parent(sources.v[i]);
		struct words dirs = WORDS_EMPTY;
		struct command command = {0};
		struct text t = TEXT_EMPTY;

		if (!rule)
			abort();
		build_unit(&command, target, m->test, rule, name, object, NULL, "/tmp");
		words_add(&dirs, beside);
		take(m, sources.v[i], &dirs);
		if (file_read(sources.v[i], &t) && t.s)
			take_included(m, &command.argv, t.s, beside);
		add_command(m, &command.argv, rule->compile.v[0], target);
		text_add(&m->commands, " &&\n");
		words_take(objects, object);
		words_add_all(ldflags, &rule->link);
		command_free(&command);
		words_free(&dirs);
		text_free(&t);
		free(beside);
	}
	words_free(&sources);
}

/* "echo LABEL": before the count of a put. */
static void
add_echo(struct maker *m, const struct put *put)
{
	struct words words = WORDS_EMPTY;

	words_add(&words, "echo");
	words_add(&words, put->label);
	words_quote(&words, &m->commands);
	words_free(&words);
}

/* "export NAME=VALUE...; ", or nothing. */
static void
add_environment(struct maker *m, const struct put *put)
{
	const char *variables = put_trait(put, TRAIT_ENV);

	if (*variables)
		text_addf(&m->commands, "export %s; ", variables);
}

static void
add_program(struct maker *m, const struct target *target)
{
	struct words objects = WORDS_EMPTY, ldflags = WORDS_EMPTY;
	struct command command = {0};
	char *label = file_name(target->put->label);
	char *program = text_print("%s.out", label);

	flags_add(&ldflags, target, m->test, PART_LDFLAGS);
	add_units(m, target, label, &objects, &ldflags);
	build_standalone(
	    &command, target, m->test, m->s->files[0].name, &objects, &ldflags, program);
	take_included(m, &command.argv, m->s->files[0].text, NULL);
	add_command(m, &command.argv, target->language->standalone.v[0], target);
	text_add(&m->commands, " &&\n");
	add_echo(m, target->put);
	text_add(&m->commands, " \"$(");
	add_environment(m, target->put);
	text_addf(&m->commands, "each ./%s)\"\n", program);
	command_free(&command);
	words_free(&objects);
	words_free(&ldflags);
	free(program);
	free(label);
}

static void
add_script_run(struct maker *m, const struct target *target)
{
	struct words run = WORDS_EMPTY;

	build_run(&run, target, "");
	add_echo(m, target->put);
	text_add(&m->commands, " \"$(");
	add_environment(m, target->put);
	text_add(&m->commands, "each ");
	words_quote(&run, &m->commands);
	text_add(&m->commands, ")\"\n");
	words_free(&run);
}

/* How valgrind counts the instructions of a process. grindargs: quoted for sh. */
static void
add_counting(struct maker *m, const char *grindargs)
{
	text_addf(&m->commands,
	    "# The instructions that a process executes.\n"
	    "ir() {\n"
	    "\tvalgrind --tool=cachegrind --vex-guest-chase=no --cache-sim=no%s%s \\\n"
	    "\t\t--cachegrind-out-file=/dev/null \"$@\" 2>&1 >/dev/null |\n"
	    "\t\tsed -n 's/,//g; s/.*== I *refs: *//p'\n"
	    "}\n",
	    *grindargs ? " " : "", grindargs);
}

/* "$(ir ...)": a run of a program, or of a script, with the code or without it. */
static void
add_run(struct maker *m, const struct language *language, enum variant variant, enum length l)
{
	unsigned long iterations = m->results->loops[l];

	if (language_is_compiled(language))
		text_addf(
		    &m->commands, "$(ir \"$@\" %d %lu)", variant == VARIANT_ACTIVE, iterations);
	else
		text_addf(&m->commands, "$(script %d %lu; ir \"$@\" <script)",
		    variant == VARIANT_ACTIVE, iterations);
}

static void
add_subtraction(struct maker *m, const struct language *language)
{
	const unsigned long *loops = m->results->loops;
	unsigned long iterations = loops[LENGTH_LONG] - loops[LENGTH_SHORT];

	text_addf(&m->commands,
	    "# One iteration: runs with %lu and %lu of them, and both without the code, so that\n"
	    "# start-up and loop cancel out.\n"
	    "each() {\n"
	    "\tspent=$((",
	    loops[LENGTH_LONG], loops[LENGTH_SHORT]);
	add_run(m, language, VARIANT_ACTIVE, LENGTH_LONG);
	text_add(&m->commands, " - ");
	add_run(m, language, VARIANT_ACTIVE, LENGTH_SHORT);
	text_add(&m->commands, " -\n\t\t(");
	add_run(m, language, VARIANT_EMPTY, LENGTH_LONG);
	text_add(&m->commands, " - ");
	add_run(m, language, VARIANT_EMPTY, LENGTH_SHORT);
	text_addf(&m->commands,
	    ")))\n"
	    "\tawk \"BEGIN { printf \\\"%%.15g\\\\n\\\", $spent / %lu }\"\n"
	    "}\n",
	    iterations * m->test->ops);
}

/* The two scripts, with the code and without it. */
static void
add_scripts(struct maker *m, const struct target *target)
{
	const char *extension = target->language->extension, *name = target->language->name;
	int active;

	for (active = 1; active >= 0; active--)
		add_file(m,
		    text_print("%s.%d%s%s", m->name, active, *extension ? "" : ".",
		        *extension ? extension : name),
		    source_of_any_script(target, m->test, active));
	text_addf(&m->commands, "script() { sed \"s/@count@/$2/\" %s.$1%s%s >script; }\n",
	    m->name, *extension ? "" : ".", *extension ? extension : name);
}

static void
add_source(struct maker *m, const struct target *target)
{
	add_file(m, text_print("%s%s", m->name, target->language->extension),
	    source_of_standalone(target, m->test, symbol));
}

/* Why a source of the test cannot be compiled, or NULL. */
static char *
refused_source(const struct maker *m, const struct target *target)
{
	const struct language *language = target->language;
	struct words sources = WORDS_EMPTY;
	char *why = NULL;
	size_t i;

	sources_of(&sources, target, m->test);
	for (i = 0; i < sources.n && !why; i++)
		if (!source_rules_find(&language->rules, sources.v[i]))
			why = text_print("the language file of %s has no rule for %s",
			    language->name, file_base(sources.v[i]));
	words_free(&sources);
	return why;
}

/* Why there is no source that stands alone, or NULL. */
static char *
refusal(const struct maker *m, const struct target *target)
{
	const struct language *language = target->language;

	if (!target_has_code(target, m->test))
		return memory_copy("the file has no code for that language");
	if (m->test->compile_only && target->plain)
		return memory_copy("the test measures the compiler");
	if (language->command)
		return memory_copy("the test is a command line");
	if (language_is_compiled(language) && !language->standalone.n)
		return text_print(
		    "the language file of %s has no \"standalone\"", language->name);
	if (*language->iteration)
		return text_print("%s has no loop", language->name);
	return language_is_compiled(language) ? refused_source(m, target) : NULL;
}

/* Adds the commands of a put, which say what it was: it may have the name of another one. */
static void
add_commands(struct maker *m, const struct target *target)
{
	const char *version = put_trait(target->put, TRAIT_VERSION);

	if (*version)
		text_addf(&m->commands, "# %s\n", version);
	if (language_is_compiled(target->language))
		add_program(m, target);
	else
		add_script_run(m, target);
}

static void
make(struct maker *m, const struct language *language, const size_t *puts, size_t n)
{
	bool compiled = language_is_compiled(language);
	struct target target;
	size_t i;

	for (i = 0; i < n && !m->s->why; i++) {
		const struct put *put = &m->results->puts.v[puts[i]];

		make_target(&target, m, put, language);
		m->s->why = refusal(m, &target);
		if (!i && !m->s->why) {
			add_counting(m, put_trait(put, TRAIT_GRINDARGS));
			if (compiled)
				add_source(m, &target);
			else
				add_scripts(m, &target);
			m->s->own = m->s->n;
			add_subtraction(m, language);
		}
		if (!m->s->why)
			add_commands(m, &target);
		target_release(&target);
	}
}

/* Why a put whose language is unknown cannot be built. */
static char *
unknown_language(const struct results *results, const char *name)
{
	if (results->of)
		return memory_copy("the columns are not puts; use --columns=puts");
	return *name ? text_print("the language %s is unknown here", name)
	             : memory_copy("the file does not say which language the put is");
}

void
standalone_make(struct standalone_source *s, const struct results *results,
    const struct languages *languages, size_t test, size_t *puts, size_t n)
{
	const char *name = put_trait(&results->puts.v[puts[0]], TRAIT_LANGUAGE);
	const struct language *language = languages_find(languages, name);
	struct maker m = {
	    .s = s, .results = results, .test = results_test(results, test, puts[0])};

	*s = (struct standalone_source){.test = test, .puts = puts, .put_count = n};
	if (!language) {
		s->why = unknown_language(results, name);
		return;
	}
	m.name = file_name(m.test->name);
	make(&m, language, puts, n);
	if (!s->why)
		s->commands = text_take(&m.commands);
	text_free(&m.commands);
	words_free(&m.paths);
	free(m.name);
}
