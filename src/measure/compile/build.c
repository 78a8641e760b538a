#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "input/build_flags.h"
#include "input/flags.h"
#include "input/placeholder.h"
#include "input/sources.h"
#include "measure/compile/build.h"
#include "measure/compile/save_temps.h"
#include "measure/compile/source.h"
#include "util/file.h"
#include "util/memory.h"
#include "machine/machine.h"
#include "util/text.h"
#include "util/array.h"

static bool
write_source(char *source, const char *path)
{
	bool written = file_write(path, source, strlen(source));

	free(source);
	return written;
}

/* Writes the second source of a template, beside the file at path. */
static bool
write_beside(const struct source *source, const char *path, const char *extension)
{
	OWNED char *beside = text_print("%s%s", path, extension);

	return !*source->template || write_source(source_make(source), beside);
}

bool
build_source(const struct source *source, const char *path)
{
	const struct target *target = source->target;
	const struct source shim = {
	    .target = target, .template = target->language->shim, .symbol = source->symbol};
	struct source named = *source;

	named.file = file_base(path);
	return (source->marked || write_beside(&shim, path, ".c")) &&
	       write_source(source_make(&named), path);
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
	const struct language *language = target->language;

	return write_beside(
	    &(struct source){.target = target, .template = language->stub, .symbol = ""},
	    target->main_object, language->extension);
}

void
build_add_typed_env(struct words *env, const struct target *target)
{
	words_set_variables(env, &target->language->env);
	if (target->cpu)
		words_set_variable(env, guest_cpu_tunables(target->cpu));
	if (target->preload)
		words_take(env, text_print("LD_PRELOAD=%s", target->preload));
	words_set_variables(env, &target->put->env);
}

/* Adds the n bytes of a path at s. If it is relative and exists, perhaps with something in
   place of the first '?', as in Lua's paths, it becomes absolute: programs run in directories
   of their own. */
static void
add_located(struct text *t, const char *s, size_t n)
{
	OWNED char *path = memory_copy_n(s, n),
	           *start = memory_copy_n(path, strcspn(path, "?"));
	OWNED char *absolute = NULL;

	if (*path && *path != '/' && !access(*start ? start : ".", F_OK))
		absolute = file_absolute(path);
	text_add(t, absolute ? absolute : path);
}

void
build_add_env(struct words *env, const struct target *target)
{
	FREED_BY(words_free) struct words own = WORDS_EMPTY;

	build_add_typed_env(env, target);
	words_add_all(&own, &target->put->env);
	for (size_t i = 0; i < own.n; i++) {
		const char *s = strchr(own.v[i], '=') + 1;
		OWNED char *name = memory_copy_n(own.v[i], (size_t)(s - own.v[i]));
		struct text t = TEXT_EMPTY;

		if (!strstr(name, "PATH") && !strstr(name, "LIB"))
			continue;
		text_add(&t, name);
		for (size_t n = 0; *s; s += n) {
			n = strcspn(s, ":;");
			add_located(&t, s, n);
			if (s[n])
				text_add_char(&t, s[n++]);
		}
		words_set_variable(env, t.s);
		text_free(&t);
	}
}

/* Adds the arguments of an interpreter: what follows -I, and whatever has a '/', may be a
   path. */
static void
add_located_words(struct words *located, const struct words *args)
{
	for (size_t i = 0; i < args->n; i++) {
		const char *word = args->v[i], *value = strchr(word, '='), *path = word;
		bool is_include = text_begins(word, "-I");
		struct text t = TEXT_EMPTY;

		if (is_include)
			path += 2;
		else if (*word == '-' && value)
			path = value + 1;
		text_add_n(&t, word, (size_t)(path - word));
		if (is_include || (i && !strcmp(args->v[i - 1], "-I")) || strchr(path, '/'))
			add_located(&t, path, strlen(path));
		else
			text_add(&t, path);
		words_take(located, text_take(&t));
	}
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
    unsigned long count, unsigned variables)
{
	if (target->language->command)
		return test->input ? text_print("%s\n", test->input) : memory_copy("");
	if (language_is_compiled(target->language))
		return text_print("%08zu %d %lu\n", index, active, count);
	return source_make(&(struct source){.target = target,
	    .test = test,
	    .symbol = "",
	    .file = "-",
	    .count = count,
	    .variables = variables,
	    .empty = !active});
}

static void
add_compiler_env(struct words *env, const struct put *put, const char *tmp)
{
	static const char *const kept[] = {"PATH", "HOME", "CPATH", "LIBRARY_PATH",
	    "RUSTUP_HOME", "RUSTUP_TOOLCHAIN", "GOCACHE", "GOMODCACHE", "GOPATH", "GOROOT",
	    "GOTOOLCHAIN"};

	for (size_t i = 0; i < COUNTOF(kept); i++) {
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

	if (path)
		words_replace(argv, 0, path);
}

/* Adds arguments, but for a file in another language none that names a standard of the test's:
   some compilers refuse it. Unless libraries is NULL, the first library and what is for the
   linker after it goes there: a linker reads them after the objects that need them. */
static void
add_arguments(
    struct words *words, struct words *libraries, const struct words *arguments, bool foreign)
{
	for (size_t i = 0; i < arguments->n; i++) {
		const char *s = arguments->v[i];

		if (libraries &&
		    (text_begins(s, "-l") || (libraries->n && text_begins(s, "-Wl,"))))
			words_add(libraries, s);
		else if (!foreign || (!text_begins(s, "-std=") && !text_begins(s, "--std=")))
			words_add(words, s);
	}
}

/* Adds the put's arguments. */
static void
build_add_args(
    struct words *words, struct words *libraries, const struct building *b, bool foreign)
{
	FREED_BY(words_free) struct words args = WORDS_EMPTY;

	const size_t lead = target_lead(b->target);
	const struct words after = {
	    .v = b->target->args.v + lead, .n = b->target->args.n - lead};

	flags_fill(&args, &after, b->target, b->test);
	add_arguments(words, libraries, &args, foreign);
	if (b->target->headers) {
		words_add(words, "-idirafter");
		words_add(words, b->target->headers);
	}
}

void
build_make(struct command *command, const struct words *template, const struct building *b)
{
	enum { PUT, ARGS, DIR, CFLAGS, SOURCE, TO, MAIN, WORK, MODULES, LDFLAGS, OWN };
	static const struct words none = WORDS_EMPTY;
	const struct language *language = b->target->language;
	bool foreign =
	    b->rule && b->rule != source_rules_find(&language->rules, language->extension);
	bool links = words_include((const char *const *)template->v, "{ldflags}");
	FREED_BY(words_free) struct words cflags = WORDS_EMPTY, libraries = WORDS_EMPTY;
	FREED_BY(words_free) struct words own = WORDS_EMPTY, sources = WORDS_EMPTY;
	struct words words[OWN] = {WORDS_EMPTY};
	const struct placeholder list[] = {{"put", &words[PUT]}, {"args", &words[ARGS]},
	    {"dir", &words[DIR]}, {"cflags", &words[CFLAGS]}, {"source", &words[SOURCE]},
	    {"object", &words[TO]}, {"program", &words[TO]}, {"main", &words[MAIN]},
	    {"work", &words[WORK]}, {"modules", &words[MODULES]},
	    {"objects", b->objects ? b->objects : &none}, {"ldflags", &words[LDFLAGS]},
	    {NULL, NULL}};

	target_add_put(&words[PUT], b->target);
	build_add_args(&words[ARGS], links ? &libraries : NULL, b, foreign);
	if (b->ldflags)
		words_add_all(&words[LDFLAGS], b->ldflags);
	words_add_all(&words[LDFLAGS], &libraries);
	words_add(&words[DIR], flags_dir(b->test));
	if (b->test) {
		if (!b->rule && build_flags_given(b->target, b->test))
			sources_of(&sources, b->target, b->test);
		if (b->rule || sources.n)
			build_flags_add(b->rule ? &cflags : &own, b->target, b->test,
			    b->rule ? b->source : sources.v[0]);
		flags_add(&cflags, b->target, b->test, PART_CFLAGS);
	}
	/* The test's own source is not written in the -std of the build. */
	add_arguments(&words[CFLAGS], NULL, &own, true);
	add_arguments(&words[CFLAGS], NULL, &cflags, foreign);
	if (b->source)
		words_add(&words[SOURCE], b->source);
	words_add(&words[TO], b->to);
	if (b->target->main_object)
		words_add(&words[MAIN], b->target->main_object);
	words_take(&words[WORK], file_parent(b->to));
	for (size_t i = 0; b->modules && i < b->modules->n; i++)
		words_take(&words[MODULES], text_print("-I%s", b->modules->v[i]));
	placeholder_fill(&command->argv, template, list);
	for (size_t i = 0; i < OWN; i++)
		words_free(&words[i]);
	find_program(&command->argv);
	save_temps_move(
	    &command->argv, words_include((const char *const *)template->v, "-J{work}"));
	add_compiler_env(&command->env, b->target->put, b->tmp);
	if (b->source && (template != &language->compile || !language->assemble.n))
		command->product = memory_copy(b->to);
}

/* Adds the words of the language's "run". */
static void
build_add_run(struct words *run, const struct target *target, const struct words *args,
    const char *name, const struct words *words)
{
	FREED_BY(words_free) struct words put = WORDS_EMPTY;
	const struct placeholder placeholders[] = {
	    {"put", &put}, {"args", args}, {name, words}, {NULL, NULL}};

	words_add(&put, target->exe);
	placeholder_fill(run, &target->language->run, placeholders);
}

void
build_run(struct words *run, const struct target *target, const char *program)
{
	FREED_BY(words_free) struct words path = WORDS_EMPTY, args = WORDS_EMPTY;

	words_add(&path, program);
	add_located_words(&args, &target->args);
	build_add_run(run, target, &args, "program", &path);
}

void
build_fill(struct words *filled, const struct words *words, const struct target *target,
    const struct test *test)
{
	FREED_BY(words_free) struct words own = WORDS_EMPTY;

	words_add_all(&own, words);
	ARRAY_EACH(const struct part, part, test->parts, test->part_count) {
		OWNED char *name = NULL;

		if (part->kind != PART_PARAM)
			continue;
		name = text_print("{%s}", part_suffix(part));
		for (size_t i = 0; i < own.n; i++)
			words_replace(&own, i, text_replace(own.v[i], name, part->text));
	}
	flags_fill(filled, &own, target, test);
}

char *
build_input(const struct target *target, const struct test *test)
{
	FREED_BY(words_free) struct words path = WORDS_EMPTY, filled = WORDS_EMPTY;
	const struct part *part = test_part(test, PART_INPUT);

	if (!part)
		return memory_copy("work");
	words_add(&path, part->text);
	build_fill(&filled, &path, target, test);
	return flags_locate(filled.v[0], test);
}

void
build_command(struct words *run, const struct target *target, const struct test *test,
    bool active, const char *count)
{
	enum part_kind kind = active ? PART_CODE : PART_EMPTY;
	OWNED char *text =
	    text_replace(part_text(target_part(target, test, kind)), "@count@", count);
	FREED_BY(words_free) struct words args = WORDS_EMPTY;
	FREED_BY(words_free) struct words split = WORDS_EMPTY, code = WORDS_EMPTY;

	build_fill(&args, &target->args, target, test);
	words_split(&split, text);
	flags_fill(&code, &split, target, test);
	build_add_run(run, target, &args, "code", &code);
}
