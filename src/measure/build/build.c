#include <stdlib.h>
#include <string.h>

#include "input/flags.h"
#include "input/placeholder.h"
#include "measure/build/build.h"
#include "measure/build/save_temps.h"
#include "measure/build/source.h"
#include "util/file.h"
#include "util/memory.h"
#include "valgrind/guest_cpu.h"
#include "util/text.h"
#include "util/array.h"

static bool
write_source(char *source, const char *path)
{
	bool written = file_write(path, source, strlen(source));

	free(source);
	return written;
}

static bool
write_shim(const struct target *target, const char *symbol, const char *path)
{
	char *beside;
	bool written;

	if (!*target->language->shim)
		return true;
	beside = text_print("%s.c", path);
	written =
	    write_source(source_of_template(target, target->language->shim, symbol), beside);
	free(beside);
	return written;
}

bool
build_source(const struct target *target, const struct test *test, const char *symbol,
    bool rehearsal, const char *path)
{
	if (!write_shim(target, symbol, path))
		return false;
	return write_source(
	    source_of_test(target, test, symbol, file_base(path), rehearsal, NULL), path);
}

bool
build_main_source(const struct target *target, const struct memory_layout *layout, bool clocked,
    const char *path)
{
	return write_source(source_of_main(target, layout, clocked, file_base(path)), path);
}

bool
build_stub(const struct target *target)
{
	char *beside;
	bool written;

	if (!*target->language->stub)
		return true;
	beside = text_print("%s%s", target->main_object, target->language->extension);
	written = write_source(source_of_template(target, target->language->stub, ""), beside);
	free(beside);
	return written;
}

void
build_add_env(struct words *env, const struct target *target)
{
	words_set_variables(env, &target->language->env);
	if (target->cpu)
		words_set_variable(env, guest_cpu_tunables(target->cpu));
	if (target->preload)
		words_take(env, text_print("LD_PRELOAD=%s", target->preload));
	words_set_variables(env, &target->put->env);
}

void
build_add_padding(struct words *env, unsigned n)
{
	enum { FEWEST = sizeof "PAD=" + sizeof(char *) };

	if (n >= FEWEST)
		words_take(env, text_print("PAD=%*s", (int)(n - FEWEST), ""));
}

void
build_plain_run(
    struct command *command, const struct target *target, const char *cwd, const char *script)
{
	build_run(&command->argv, target, "");
	build_add_env(&command->env, target);
	command->cwd = memory_copy(cwd);
	command->input = memory_copy(script);
}

char *
build_work(const struct target *target, const struct test *test, size_t index, bool active,
    unsigned long count)
{
	if (target->language->command)
		return test->input ? text_print("%s\n", test->input) : memory_copy("");
	if (language_is_compiled(target->language))
		return text_print("%08zu %d %lu\n", index, active, count);
	return source_of_script(target, test, active, count, false, NULL);
}

static void
add_compiler_env(struct words *env, const struct put *put, const char *tmp)
{
	static const char *const kept[] = {"PATH", "HOME", "CPATH", "LIBRARY_PATH"};
	size_t i;

	for (i = 0; i < COUNTOF(kept); i++) {
		const char *value = getenv(kept[i]);

		if (value)
			words_take(env, text_print("%s=%s", kept[i], value));
	}
	words_take(env, text_print("TMPDIR=%s", tmp));
	words_set_variables(env, &put->env);
}

/* Finds in $PATH a compiler that the language itself names. */
static void
find_program(struct words *argv)
{
	char *path = argv->n ? file_find_executable(argv->v[0]) : NULL;

	if (!path)
		return;
	free(argv->v[0]);
	argv->v[0] = path;
}

enum { PUT, ARGS, DIR, FLAGS, FROM, TO, MAIN, WORK, MODULES, PLACEHOLDERS };

static const char *const compile_names[PLACEHOLDERS] = {
    "put", "args", "dir", "cflags", "source", "object", "main", "work", "modules"};
static const char *const link_names[PLACEHOLDERS] = {
    "put", "args", "dir", "ldflags", "objects", "program", "main", "work", "modules"};

/* What a template is filled with, besides the target. */
struct filling {
	const char *const *names; /* of the placeholders */
	const struct words *flags, *from;
	const struct words *modules; /* directories, or NULL */
	const char *to;
	bool foreign; /* compiles a file in another language than that of the test */
};

/* Adds arguments, but for a file in another language none that names a standard of the test's:
   some compilers refuse it. */
static void
add_arguments(struct words *words, const struct words *arguments, bool foreign)
{
	size_t i;

	for (i = 0; i < arguments->n; i++) {
		const char *s = arguments->v[i];

		if (!foreign || (!text_begins(s, "-std=") && !text_begins(s, "--std=")))
			words_add(words, s);
	}
}

static void
make(struct command *command, const struct target *target, const struct test *test,
    const struct words *template, const struct filling *filling, const char *tmp)
{
	struct words words[PLACEHOLDERS] = {WORDS_EMPTY}, args = WORDS_EMPTY;
	struct placeholder placeholders[PLACEHOLDERS + 1] = {{NULL, NULL}};
	size_t k;
	int i;

	words_add(&words[PUT], target->exe);
	flags_fill(&args, &target->args, target, test);
	add_arguments(&words[ARGS], &args, filling->foreign);
	if (target->headers) {
		words_add(&words[ARGS], "-idirafter");
		words_add(&words[ARGS], target->headers);
	}
	words_add(&words[DIR], flags_dir(test));
	add_arguments(&words[FLAGS], filling->flags, filling->foreign);
	words_add_all(&words[FROM], filling->from);
	for (k = 0; filling->modules && k < filling->modules->n; k++)
		words_take(&words[MODULES], text_print("-I%s", filling->modules->v[k]));
	words_add(&words[TO], filling->to);
	words_take(&words[WORK], file_parent(filling->to));
	if (target->main_object)
		words_add(&words[MAIN], target->main_object);
	for (i = 0; i < PLACEHOLDERS; i++)
		placeholders[i] = (struct placeholder){filling->names[i], &words[i]};
	placeholder_fill(&command->argv, template, placeholders);
	find_program(&command->argv);
	save_temps_move(
	    &command->argv, words_include((const char *const *)template->v, "-J{work}"));
	for (i = 0; i < PLACEHOLDERS; i++)
		words_free(&words[i]);
	words_free(&args);
	add_compiler_env(&command->env, target->put, tmp);
}

static void
make_object(struct command *command, const struct target *target, const struct test *test,
    const struct words *template, const char *source, const char *object, bool foreign,
    const struct words *modules, const char *tmp)
{
	struct words from = WORDS_EMPTY, cflags = WORDS_EMPTY;
	const struct filling filling = {
	    compile_names, &cflags, &from, modules, object, foreign};

	words_add(&from, source);
	if (test)
		flags_add(&cflags, target, test, PART_CFLAGS);
	make(command, target, test, template, &filling, tmp);
	words_free(&from);
	words_free(&cflags);
	if (template != &target->language->compile || !target->language->assemble.n)
		command->product = memory_copy(object);
}

void
build_compile(struct command *command, const struct target *target, const struct test *test,
    const char *source, const char *object, const struct words *modules, const char *tmp)
{
	const struct language *language = target->language;
	bool own = !test && language->compile_main.n;

	make_object(command, target, test, own ? &language->compile_main : &language->compile,
	    source, object, false, modules, tmp);
}

void
build_assemble(struct command *command, const struct target *target, const struct test *test,
    const char *source, const char *object, const char *tmp)
{
	make_object(command, target, test, &target->language->assemble, source, object, false,
	    NULL, tmp);
}

void
build_standalone(struct command *command, const struct target *target, const struct test *test,
    const char *source, const struct words *objects, const struct words *ldflags,
    const char *program)
{
	struct words to = WORDS_EMPTY, half;
	const struct placeholder placeholders[] = {
	    {"objects", objects}, {"program", &to}, {"ldflags", ldflags}, {NULL, NULL}};

	words_add(&to, program);
	make_object(command, target, test, &target->language->standalone, source, program,
	    false, NULL, "/tmp");
	half = command->argv;
	command->argv = (struct words)WORDS_EMPTY;
	placeholder_fill(&command->argv, &half, placeholders);
	words_free(&half);
	words_free(&to);
}

void
build_unit(struct command *command, const struct target *target, const struct test *test,
    const struct source_rule *rule, const char *source, const char *object,
    const struct words *modules, const char *tmp)
{
	const struct language *language = target->language;

	make_object(command, target, test, &rule->compile, source, object,
	    rule != source_rules_find(&language->rules, language->extension), modules, tmp);
}

void
build_version(struct command *command, const struct target *target)
{
	const struct words none = WORDS_EMPTY;
	const struct filling filling = {compile_names, &none, &none, NULL, "", false};

	make(command, target, NULL, &target->language->version, &filling, "/tmp");
	/* Nothing there has the name of an option. */
	command->cwd = memory_copy("/");
}

void
build_link(struct command *command, const struct target *target, const struct test *test,
    const struct words *ldflags, const struct words *objects, const char *program,
    const char *tmp)
{
	const struct filling filling = {link_names, ldflags, objects, NULL, program, false};

	make(command, target, test, &target->language->link, &filling, tmp);
}

void
build_run(struct words *run, const struct target *target, const char *program)
{
	struct words put = WORDS_EMPTY, path = WORDS_EMPTY;
	const struct placeholder placeholders[] = {
	    {"put", &put}, {"args", &target->args}, {"program", &path}, {NULL, NULL}};

	words_add(&put, target->exe);
	words_add(&path, program);
	placeholder_fill(run, &target->language->run, placeholders);
	words_free(&put);
	words_free(&path);
}

/* Adds the code's words, filled in. */
static void
add_code(struct words *words, const struct target *target, const struct test *test,
    enum part_kind kind, const char *count)
{
	char *code = text_replace(part_text(target_part(target, test, kind)), "@count@", count);
	struct words split = WORDS_EMPTY;

	words_split(&split, code);
	flags_fill(words, &split, target, test);
	words_free(&split);
	free(code);
}

void
build_command(struct words *run, const struct target *target, const struct test *test,
    bool active, const char *count)
{
	struct words put = WORDS_EMPTY, args = WORDS_EMPTY, code = WORDS_EMPTY;
	const struct placeholder placeholders[] = {
	    {"put", &put}, {"args", &args}, {"code", &code}, {NULL, NULL}};

	words_add(&put, target->exe);
	flags_fill(&args, &target->args, target, test);
	add_code(&code, target, test, active ? PART_CODE : PART_EMPTY, count);
	placeholder_fill(run, &target->language->run, placeholders);
	words_free(&put);
	words_free(&args);
	words_free(&code);
}
