#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "input/sources.h"
#include "measure/build.h"
#include "measure/diagnostics.h"
#include "measure/unit.h"
#include "model/warnings.h"
#include "util/file.h"
#include "util/memory.h"

static const struct source_rule *
rule_of(const struct task *task, const char *file)
{
	return source_rules_find(&task->target->language->rules, file);
}

/* The unit that this task may use and that the command would compile, or NULL. */
static struct unit *
find(const struct task *task, const struct words *argv)
{
	struct unit *unit = task->run->config->keep ? NULL : task->run->units;

	while (unit && (unit->target != task->target || !words_equal(&unit->argv, argv)))
		unit = unit->next;
	return unit;
}

/* Takes over why. */
static void
fail(struct unit *unit, char *why, const char *output)
{
	char *named = text_print("%s: %s", unit->file, why);

	unit->ended = true;
	unit->failure = failure_new("sources", named, unit->command, output);
	free(named);
	free(why);
}

static void
make_command(struct command *command, const struct unit *unit, const struct task *task,
    const char *object)
{
	build_unit(command, unit->target, task->test, rule_of(task, unit->file), unit->file,
	    object, unit->run->tmp);
}

/* The command as it is for the user, with an object beside that of the test. The caller frees.
 */
static char *
show(const struct unit *unit, const struct task *task, size_t number)
{
	char *object = text_print("%s/%zu-%s.o", task->dir, number, file_base(unit->file));
	struct command command = {0};
	char *shown;

	make_command(&command, unit, task, object);
	shown = names_command(&task->names, &command);
	command_free(&command);
	free(object);
	return shown;
}

/* Queues the compilation. number: of the source in the test. */
static void
begin(struct unit *unit, struct task *task, size_t number)
{
	struct run *run = unit->run;
	struct command command = {0};

	unit->dir = run->config->keep ? memory_copy(task->dir) : run_dir(run, 's');
	unit->object = text_print("%s/%zu-%s.o", unit->dir, number, file_base(unit->file));
	unit->command = show(unit, task, number);
	if (run->config->keep)
		text_addf(&task->kept, "%s\n", unit->command);
	if (mkdir(unit->dir, 0755) && errno != EEXIST) {
		fail(unit, text_print("%s: %s", unit->dir, strerror(errno)), "");
		return;
	}
	make_command(&command, unit, task, unit->object);
	run_push(run, &command, STEP_UNIT, unit);
}

/* Takes over argv. */
static struct unit *
add(struct task *task, struct words *argv, const char *file, size_t number)
{
	struct run *run = task->run;
	struct unit *unit = memory_new(sizeof *unit);

	*unit = (struct unit){
	    .next = run->units, .run = run, .target = task->target, .argv = *argv};
	run->units = unit;
	unit->file = memory_copy(file);
	begin(unit, task, number);
	return unit;
}

static struct unit *
unit_of(struct task *task, const char *file, size_t number)
{
	struct command command = {0};
	struct unit *unit;

	build_unit(&command, task->target, task->test, rule_of(task, file), file, "", "");
	unit = find(task, &command.argv);
	if (!unit) {
		unit = add(task, &command.argv, file, number);
		command.argv = (struct words)WORDS_EMPTY;
	}
	command_free(&command);
	return unit;
}

static void
wait_for(struct unit *unit, struct task *task)
{
	if (unit->ended)
		return;
	unit->waiting =
	    memory_resize(unit->waiting, unit->waiting_count + 1, sizeof *unit->waiting);
	unit->waiting[unit->waiting_count++] = task;
	task->busy++;
}

void
units_need(struct task *task)
{
	struct words files = WORDS_EMPTY;
	size_t i;

	sources_of(&files, task->target, task->test);
	task->units = memory_new((files.n + 1) * sizeof *task->units);
	for (i = 0; i < files.n; i++) {
		task->units[i] = unit_of(task, files.v[i], i);
		words_add_all(&task->ldflags, &rule_of(task, files.v[i])->link);
		wait_for(task->units[i], task);
	}
	task->unit_count = files.n;
	words_free(&files);
}

void
unit_take(struct unit *unit, const struct outcome *outcome)
{
	const char *said = outcome->output ? outcome->output : "";
	char *why = outcome_why(outcome, unit->run->config->timeout);
	size_t warnings;

	if (!why && access(unit->object, F_OK))
		why = memory_copy("made no object");
	unit->ended = true;
	if (why)
		fail(unit, why, said);
	else if (unit->waiting_count && (warnings = diagnostics_warnings(said, NULL)))
		warnings_add(unit->waiting[0]->cell, warnings, said);
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
