#include <stdlib.h>
#include <string.h>

#include "inject/forkserver/protocol.h"
#include "measure/compile/source.h"
#include "measure/measurement.h"
#include "measure/names.h"
#include "util/memory.h"

/* One replacement after the other; a directory must come before those above it. */
struct renaming {
	struct words from, to;
};

static void
renaming_free(struct renaming *r)
{
	words_free(&r->from);
	words_free(&r->to);
}

/* Takes ownership of both. */
static void
names_add(struct renaming *r, char *from, char *to)
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
names_file_name(const char *name)
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
	OWNED char *label = names_file_name(target->put->label);

	return text_print("%s/%s", top(config), label);
}

char *
names_test(const struct names *names)
{
	OWNED char *parent = names_put(names->run->config, names->target);
	OWNED char *test = names_file_name(names->test->name);

	return text_print("%s/%s", parent, test);
}

static void
names_add_put(struct renaming *r, const struct run *run, const struct target *target)
{
	OWNED char *parent = names_put(run->config, target);

	if (target->main_object)
		names_add(r, memory_copy(target->main_object), text_print("%s/main.o", parent));
}

/* The rest of the run's directory. */
static void
names_add_run(struct renaming *r, const struct run *run)
{
	names_add(r, memory_copy(run->tmp), memory_copy("TMPDIR"));
	names_add(r, memory_copy(run->workdir), memory_copy(top(run->config)));
}

static void
add_measurements(struct renaming *r, const struct names *names, const char *test)
{
	EACH_MEASUREMENT(v, l) {
		struct measurement m = {.variant = v, .length = l};

		for (int again = 0; again < 2; again++) {
			m.again = again;
			names_add(r, measurement_path(&m, names->dir),
			    text_print("%s/%s", test, measurement_dir(&m)));
		}
	}
}

char *
names_command(const struct names *names, const struct command *command)
{
	FREED_BY(renaming_free) struct renaming r = {WORDS_EMPTY, WORDS_EMPTY};
	FREED_BY(words_free) struct words argv = WORDS_EMPTY, env = WORDS_EMPTY;
	OWNED char *test = names_test(names), *cwd = NULL;

	add_measurements(&r, names, test);
	names_add(&r, memory_copy(names->dir), memory_copy(test));
	if (names->program_dir)
		names_add(&r, memory_copy(names->program_dir), memory_copy(test));
	names_add_put(&r, names->run, names->target);
	if (names->target->preload)
		names_add(&r, memory_copy(names->target->preload),
		    text_print("%s/" CGBENCH_PRELOAD, top(names->run->config)));
	names_add_run(&r, names->run);
	for (size_t i = 0; i < command->argv.n; i++)
		words_take(&argv, renamed(&r, command->argv.v[i]));
	for (size_t i = 0; i < command->env.n; i++)
		words_take(&env, renamed(&r, command->env.v[i]));
	cwd = command->cwd ? renamed(&r, command->cwd) : NULL;
	return command_show(&(struct command){.argv = argv,
	    .env = env,
	    .cwd = cwd,
	    .measured = command->measured,
	    .input = command->input,
	    .run_in = command->run_in});
}

/* "/run/p00000001" is "../p00000001" to what is measured. */
static void
names_add_dir(struct renaming *r, const char *dir)
{
	names_add(r, text_print("%s/", dir), memory_copy(""));
	names_add(r, text_print("..%s/", strrchr(dir, '/')), memory_copy(""));
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
	bool any = false;

	for (size_t i = 0; i < origins->n; i++)
		any |= origins->v[i] != 0;
	for (; pattern_find(language->position, said, &start, &end, &group);
	     start = end + (end == start)) {
		unsigned origin = origin_of(language, origins, strtoul(group, NULL, 10));

		/* An imported file has no lines of its own. */
		if (!origin && any)
			continue;
		text_add_n(&t, said + done, start - done);
		text_addf(&t, origin ? "%s:%u" : "%s", file, origin);
		done = end;
	}
	text_add(&t, said + done);
	return text_take(&t);
}

/* Replaces positions in the source by those in the benchfile. The caller frees. */
static char *
located(const struct names *names, bool active, unsigned long count, const char *said)
{
	const struct language *language = names->target->language;
	bool compiled = language_is_compiled(language);
	struct origins origins = {0};
	char *source, *now;

	if (!language->position)
		return memory_copy(said);
	source = source_make(&(struct source){.target = names->target,
	    .test = names->test,
	    .symbol = compiled ? names->symbol : "",
	    .file = compiled ? "" : "-",
	    .count = compiled ? 0 : count,
	    .variables = compiled ? 0 : names->run->config->layout.variables,
	    .empty = !compiled && !active,
	    .shared = names->shared,
	    .origins = &origins});
	now = placed(language, &origins, test_file(names->test), said);
	free(source);
	free(origins.v);
	return now;
}

char *
names_output(const struct names *names, bool active, unsigned long count, const char *said)
{
	FREED_BY(renaming_free) struct renaming r = {WORDS_EMPTY, WORDS_EMPTY};
	OWNED char *in_file = located(names, active, count, said), *now = NULL;

	names_add_dir(&r, names->dir);
	if (names->program_dir)
		names_add_dir(&r, names->program_dir);
	names_add(&r, memory_copy(names->symbol), memory_copy("cgbenchtest"));
	now = renamed(&r, in_file);
	return names_of_put(names->run, names->target, now);
}

char *
names_of_put(const struct run *run, const struct target *target, const char *said)
{
	FREED_BY(renaming_free) struct renaming r = {WORDS_EMPTY, WORDS_EMPTY};

	names_add_put(&r, run, target);
	names_add_run(&r, run);
	return renamed(&r, said);
}
