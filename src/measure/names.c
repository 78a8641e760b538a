#include <stdlib.h>
#include <string.h>

#include "inject/forkserver/protocol.h"
#include "measure/build/source.h"
#include "measure/measurement.h"
#include "measure/names.h"
#include "util/memory.h"

/* One replacement after the other; a directory must come before those above it. */
struct renaming {
	struct words from, to;
};

/* Takes ownership of both. */
static void
add(struct renaming *r, char *from, char *to)
{
	words_take(&r->from, from);
	words_take(&r->to, to);
}

static char *
renamed(const struct renaming *r, const char *s)
{
	char *now = memory_copy(s), *next;

	for (size_t i = 0; i < r->from.n; i++) {
		next = text_replace(now, r->from.v[i], r->to.v[i]);
		free(now);
		now = next;
	}
	return now;
}

static const char *
top(const struct config *config)
{
	return config->keep ? config->keep : FAILURE_DIR;
}

/* A label or a test's name as the name of a directory, a different one for each: characters
   that are not allowed in it become %2F. The caller frees. */
static char *
file_name(const char *name)
{
	struct text t = TEXT_EMPTY;

	for (const char *s = name; *s; s++)
		if (*s == '/' || *s == '%' || (unsigned char)*s < ' ' ||
		    (s == name && *s == '.'))
			text_addf(&t, "%%%02X", (unsigned char)*s);
		else
			text_add_char(&t, *s);
	return text_take(&t);
}

char *
names_put(const struct config *config, const struct target *target)
{
	char *label = file_name(target->put->label);
	char *path = text_print("%s/%s", top(config), label);

	free(label);
	return path;
}

char *
names_test(const struct names *names)
{
	char *parent = names_put(names->run->config, names->target);
	char *test = file_name(names->test->name);
	char *path = text_print("%s/%s", parent, test);

	free(parent);
	free(test);
	return path;
}

static void
add_put(struct renaming *r, const struct run *run, const struct target *target)
{
	char *parent = names_put(run->config, target);

	if (target->main_object)
		add(r, memory_copy(target->main_object), text_print("%s/main.o", parent));
	free(parent);
}

/* The rest of the run's directory. */
static void
add_run(struct renaming *r, const struct run *run)
{
	add(r, memory_copy(run->tmp), memory_copy("TMPDIR"));
	add(r, memory_copy(run->workdir), memory_copy(top(run->config)));
}

static void
add_measurements(struct renaming *r, const struct names *names, const char *test)
{
	for (enum variant v = 0; v < VARIANT_COUNT; v++)
		for (enum length l = 0; l < LENGTH_COUNT; l++) {
			const struct measurement m = {.variant = v, .length = l};
			char *dir = measurement_path(&m, names->dir);

			add(r, dir, text_print("%s/%s", test, measurement_dir(&m)));
		}
}

char *
names_command(const struct names *names, const struct command *command)
{
	struct renaming r = {WORDS_EMPTY, WORDS_EMPTY};
	struct command copy = {
	    .measured = command->measured, .input = command->input, .run_in = command->run_in};
	char *test = names_test(names), *cwd, *shown;

	add_measurements(&r, names, test);
	add(&r, memory_copy(names->dir), memory_copy(test));
	if (names->program_dir)
		add(&r, memory_copy(names->program_dir), memory_copy(test));
	add_put(&r, names->run, names->target);
	if (names->target->preload)
		add(&r, memory_copy(names->target->preload),
		    text_print("%s/" CGBENCH_PRELOAD, top(names->run->config)));
	add_run(&r, names->run);
	for (size_t i = 0; i < command->argv.n; i++)
		words_take(&copy.argv, renamed(&r, command->argv.v[i]));
	for (size_t i = 0; i < command->env.n; i++)
		words_take(&copy.env, renamed(&r, command->env.v[i]));
	copy.cwd = cwd = command->cwd ? renamed(&r, command->cwd) : NULL;
	shown = command_show(&copy);
	words_free(&copy.argv);
	words_free(&copy.env);
	free(cwd);
	free(test);
	words_free(&r.from);
	words_free(&r.to);
	return shown;
}

/* "/run/p00000001" is "../p00000001" to what is measured. */
static void
add_dir(struct renaming *r, const char *dir)
{
	add(r, text_print("%s/", dir), memory_copy(""));
	add(r, text_print("..%s/", strrchr(dir, '/')), memory_copy(""));
}

/* The line of the benchfile that a position means, or 0. If the source has line directives, it
   is the same number, provided that the source has that line from the benchfile. */
static unsigned
origin_of(const struct language *language, const struct origins *origins, unsigned long line)
{
	size_t i;

	if (!*language->line)
		return line && line <= origins->n ? origins->v[line - 1] : 0;
	for (i = 0; i < origins->n && (!line || origins->v[i] != line); i++)
		;
	return i < origins->n ? origins->v[i] : 0;
}

static char *
placed(const struct language *language, const struct origins *origins, const char *file,
    const char *said)
{
	struct text t = TEXT_EMPTY;
	size_t done = 0, start = 0, end;
	const char *group;

	for (; pattern_find(language->position, said, &start, &end, &group);
	     start = end + (end == start)) {
		unsigned origin = origin_of(language, origins, strtoul(group, NULL, 10));

		if (!origin)
			continue;
		text_add_n(&t, said + done, start - done);
		text_addf(&t, "%s:%u", file, origin);
		done = end;
	}
	text_add(&t, said + done);
	return text_take(&t);
}

/* What was said with positions in the source as those in the benchfile. */
static char *
located(const struct names *names, bool active, unsigned long count, const char *said)
{
	const struct language *language = names->target->language;
	struct origins origins = {0};
	char *source, *now;

	if (!language->position)
		return memory_copy(said);
	source =
	    language_is_compiled(language)
	        ? source_of_test(names->target, names->test, names->symbol, "", false,
	              !names->loose, &origins)
	        : source_of_script(names->target, names->test, active, count, false, &origins);
	now = placed(language, &origins, test_file(names->test), said);
	free(source);
	free(origins.v);
	return now;
}

/* Frees the renaming. */
static char *
renamed_last(struct renaming *r, const char *s)
{
	char *now = renamed(r, s);

	words_free(&r->from);
	words_free(&r->to);
	return now;
}

char *
names_output(const struct names *names, bool active, unsigned long count, const char *said)
{
	struct renaming r = {WORDS_EMPTY, WORDS_EMPTY};
	char *in_file = located(names, active, count, said), *now;

	add_dir(&r, names->dir);
	if (names->program_dir)
		add_dir(&r, names->program_dir);
	add(&r, memory_copy(names->symbol), memory_copy("cgbenchtest"));
	now = renamed_last(&r, in_file);
	free(in_file);
	in_file = names_of_put(names->run, names->target, now);
	free(now);
	return in_file;
}

char *
names_of_put(const struct run *run, const struct target *target, const char *said)
{
	struct renaming r = {WORDS_EMPTY, WORDS_EMPTY};

	add_put(&r, run, target);
	add_run(&r, run);
	return renamed_last(&r, said);
}
