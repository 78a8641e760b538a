#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "measure/compile/build.h"
#include "measure/compile/diagnostics.h"
#include "measure/compile/save_temps.h"
#include "measure/compile/unit.h"
#include "model/results.h"
#include "util/array.h"
#include "util/file.h"

struct stored_object {
	const struct target *target;
	struct words argv;
	struct text bytes;
};

static const struct source_rule *
rule_of(const struct task *task, const char *file)
{
	return source_rules_find(&task->target->language->rules, file);
}

/* The unit that this task may use and that the command would compile, or NULL. */
static struct unit *
unit_find(const struct task *task, const char *file, const struct words *argv)
{
	struct unit *unit = task->run->config->keep ? NULL : task->run->units;

	while (unit && (unit->target != task->target || strcmp(unit->file, file) != 0 ||
	                   !words_equal(&unit->argv, argv)))
		unit = unit->next;
	return unit;
}

/* Takes over why. */
static void
unit_fail(struct unit *unit, char *why, const char *output)
{
	OWNED char *named = text_print("%s: %s", unit->file, why);

	unit->ended = true;
	unit->failure = failure_new("sources", named, unit->command, output);
	free(why);
}

/* Adds the directories of the units that the task has so far, each once. */
static void
add_modules(struct words *modules, const struct task *task)
{
	for (size_t i = 0; i < task->link.unit_count; i++)
		if (!modules->n || strcmp(modules->v[modules->n - 1], task->link.units[i]->dir))
			words_add(modules, task->link.units[i]->dir);
}

static void
compile(struct command *command, const struct task *task, const struct words *template,
    const struct source_rule *rule, const char *source, const char *object,
    const struct words *modules)
{
	build_make(command, template,
	    &(struct building){.target = task->target,
	        .test = task->test,
	        .rule = rule,
	        .source = source,
	        .to = object,
	        .modules = modules,
	        .tmp = task->run->tmp});
}

/* The command that compiles a source of the task after those that have units. */
static void
make_command(struct command *command, const struct task *task, const char *file,
    const char *object, const struct words *modules)
{
	const struct source_rule *rule = rule_of(task, file);

	compile(command, task, &rule->compile, rule, file, object, modules);
	if (task->run->config->profiles)
		words_add_all(&command->argv, &task->target->language->debug);
}

/* The command as it is for the user, where all objects are beside that of the test. The caller
   frees. */
static char *
unit_show(const struct task *task, const char *file, const char *name)
{
	FREED_BY(words_free) struct words modules = WORDS_EMPTY;
	FREED_BY(command_free) struct command command = {0};
	OWNED char *object = text_print("%s/%s", task->dir, name);

	words_add(&modules, task->dir);
	make_command(&command, task, file, object, task->link.unit_count ? &modules : NULL);
	return names_command(&task->names, &command);
}

/* Returns true if an earlier run compiled the unit, whose object is now in place. */
static bool
unit_restore(const struct unit *unit)
{
	const struct object_store *store = unit->run->config->objects;

	ARRAY_EACH(const struct stored_object, stored, store->v, store->n)
		if (stored->target == unit->target && words_equal(&stored->argv, &unit->argv))
			return file_write(unit->object, stored->bytes.s, stored->bytes.n);
	return false;
}

/* Stores the object for later runs, unless it cannot be read. Modules are files of their own
   and are made again. */
static void
store(const struct unit *unit)
{
	const struct language *language = unit->target->language;
	struct object_store *objects = unit->run->config->objects;
	struct stored_object stored = {.target = unit->target};

	if (words_contain(
	        &source_rules_find(&language->rules, unit->file)->compile, "{modules}"))
		return;
	if (!file_read(unit->object, &stored.bytes)) {
		text_free(&stored.bytes);
		return;
	}
	words_add_all(&stored.argv, &unit->argv);
	*ARRAY_ADD(objects->v, objects->n) = stored;
}

/* Queues the compilation of a source. argv: the command, but with no object; taken over. */
static struct unit *
unit_begin(struct task *task, const char *file, const struct words *modules, struct words *argv)
{
	struct run *run = task->run;
	struct unit *unit = memory_new(sizeof *unit);
	OWNED char *name = text_print("unit%zu-%s.o", task->link.unit_count, file_base(file));
	struct command command = {0};

	*unit = (struct unit){.next = run->units,
	    .run = run,
	    .target = task->target,
	    .argv = *argv,
	    .file = memory_copy(file),
	    .dir = run->config->keep ? memory_copy(task->dir) : run_dir(run, 's'),
	    .command = unit_show(task, file, name)};
	run->units = unit;
	unit->object = text_print("%s/%s", unit->dir, name);
	if (run->config->keep)
		text_addf(&task->kept, "%s || exit\n", unit->command);
	if (mkdir(unit->dir, 0755) && errno != EEXIST) {
		unit_fail(unit, text_print("%s: %s", unit->dir, strerror(errno)), "");
	} else if (unit_restore(unit)) {
		unit->ended = true;
	} else {
		make_command(&command, task, file, unit->object, modules);
		run_push(run, &command, AIM_UNIT, unit);
	}
	return unit;
}

/* The unit of the task's next source. */
static struct unit *
unit_next(struct task *task)
{
	const char *file = task->link.sources.v[task->link.unit_count];
	FREED_BY(words_free) struct words modules = WORDS_EMPTY;
	FREED_BY(command_free) struct command command = {0};
	struct unit *unit;

	add_modules(&modules, task);
	make_command(&command, task, file, "", &modules);
	unit = unit_find(task, file, &command.argv);
	if (!unit) {
		unit = unit_begin(task, file, &modules, &command.argv);
		command.argv = (struct words)WORDS_EMPTY;
	}
	return unit;
}

/* Adds what the objects of a rule need when they are linked, once. The task has units of the
   sources before this one. */
static void
add_libraries(struct task *task, const struct source_rule *rule)
{
	for (size_t i = 0; i < task->link.unit_count; i++)
		if (rule_of(task, task->link.sources.v[i]) == rule)
			return;
	words_add_all(&task->link.flags, &rule->link);
}

static bool
are_made(const struct task *task)
{
	for (size_t i = 0; i < task->link.unit_count; i++)
		if (!task->link.units[i]->ended || task->link.units[i]->failure)
			return false;
	return true;
}

bool
units_need(struct task *task, size_t *waits)
{
	const struct source_rule *rule;
	struct unit *unit;

	if (!task->link.units)
		task->link.units =
		    memory_array(task->link.sources.n + 1, sizeof *task->link.units);
	for (; task->link.unit_count < task->link.sources.n; task->link.unit_count++) {
		rule = rule_of(task, task->link.sources.v[task->link.unit_count]);
		if (words_contain(&rule->compile, "{modules}") && !are_made(task))
			return false;
		add_libraries(task, rule);
		unit = task->link.units[task->link.unit_count] = unit_next(task);
		if (!unit->ended) {
			*ARRAY_ADD(unit->waiting, unit->waiting_count) = task;
			++*waits;
		}
	}
	return !words_contain(&task->target->language->compile, "{modules}") || are_made(task);
}

void
units_build(struct command *command, const struct task *task, bool assembles,
    const char *source, const char *object)
{
	const struct language *language = task->target->language;
	FREED_BY(words_free) struct words modules = WORDS_EMPTY;

	add_modules(&modules, task);
	compile(command, task, assembles ? &language->assemble : &language->compile, NULL,
	    source, object, &modules);
}

void
unit_done(struct unit *unit, const struct outcome *outcome)
{
	const char *said = outcome->output ? outcome->output : "";
	char *why = outcome_why(outcome);
	size_t warnings;

	if (!why && access(unit->object, F_OK))
		why = memory_copy("made no object");
	/* The compiler may have read a file of the user's in place of one that an earlier
	   source made. */
	if (!why)
		why = save_temps_hidden(unit->dir, "remove that file");
	unit->ended = true;
	if (why) {
		unit_fail(unit, why, said);
		return;
	}
	store(unit);
	warnings = diagnostics_warnings(said, NULL);
	if (warnings && unit->waiting_count)
		cell_warn(unit->waiting[0]->cell, warnings, said);
}

const struct machine_use *
unit_use(struct unit *unit)
{
	if (!unit->looked)
		machine_use_add(&unit->use, unit->object);
	unit->looked = true;
	return &unit->use;
}

void
units_free(struct run *run)
{
	struct unit *unit;

	while ((unit = run->units)) {
		run->units = unit->next;
		words_free(&unit->argv);
		free(unit->file);
		free(unit->dir);
		free(unit->object);
		free(unit->command);
		failure_free(unit->failure);
		free(unit->waiting);
		free(unit);
	}
}

void
units_forget(struct object_store *store)
{
	for (size_t i = 0; i < store->n; i++) {
		words_free(&store->v[i].argv);
		text_free(&store->v[i].bytes);
	}
	free(store->v);
	*store = (struct object_store){0};
}
