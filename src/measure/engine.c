#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "measure/engine.h"
#include "process/launch.h"
#include "qemu/costs.h"
#include "step/step.h"
#include "util/memory.h"

static field_set
valgrind_fields(void)
{
	return FIELD_ALL;
}

static bool
link_valgrind(const struct engine_place *place)
{
	OWNED char *path = text_print("%s/" VALGRIND_LINK, place->dir);

	return !symlink(place->valgrind->libexec, path);
}

static bool
run_valgrind(const struct engine_place *place, const struct words *run, bool threads,
    bool rewrites, struct command *command)
{
	return valgrind_command(place->valgrind, run, threads, rewrites, command);
}

static char *
refused_by_valgrind(const struct engine_place *place, const char *said)
{
	static const struct {
		const char *said, *why;
	} refusals[] = {
	    {"Operation not permitted", "valgrind cannot run programs there: set TMPDIR to a "
	                                "directory that is not mounted with noexec"},
	    {"not for this architecture",
	        "its program is for another machine; only compiled tests run under QEMU"},
	    {"", "valgrind cannot run it: 'link' and 'run' of its language must make and name "
	         "an executable"},
	};
	size_t i;

	(void)place;
	if (!text_begins(said, "valgrind: "))
		return NULL;
	for (i = 0; !strstr(said, refusals[i].said); i++)
		;
	return memory_copy(refusals[i].why);
}

static char *
read_valgrind(const struct engine_place *place, pid_t pid, const char *keep,
    struct counts *counts, struct deviations *deviations)
{
	return valgrind_counts(place->valgrind, place->dir, pid, keep, counts, deviations);
}

static char *
read_callgrind(const struct engine_place *place, pid_t pid, struct load_map *known,
    struct callgrind_out *out, struct load_map *map)
{
	OWNED char *path = text_print("%s/" LAUNCH_LOG, place->dir);
	char *why = valgrind_costs(place->dir, pid, out);

	if (!why && !load_map_follow(known, path))
		why = text_print("%s: %s", path, strerror(errno));
	load_map_copy(map, known, pid);
	return why;
}

const struct engine engine_valgrind = {.profiler = "callgrind",
    .forks = true,
    .instead = &engine_step,
    .fields = valgrind_fields,
    .prepare = link_valgrind,
    .command = run_valgrind,
    .refusal = refused_by_valgrind,
    .counts = read_valgrind,
    .costs = read_callgrind};

static field_set
fields_of_qemu(void)
{
	return FIELD_QEMU;
}

static bool
run_qemu(const struct engine_place *place, const struct words *run, bool threads, bool rewrites,
    struct command *command)
{
	(void)threads, (void)rewrites;
	qemu_command(place->target->qemu, run, place->target->sysroot, place->dir,
	    place->profiles, command);
	return true;
}

static char *
refused_by_qemu(const struct engine_place *place, const char *said)
{
	return qemu_refusal(place->target->qemu, place->target->sysroot, said);
}

static char *
engine_read_qemu(const struct engine_place *place, pid_t pid, const char *keep,
    struct counts *counts, struct deviations *deviations)
{
	return qemu_counts(place->dir, pid, keep, counts, deviations);
}

static char *
read_plugin(const struct engine_place *place, pid_t pid, struct load_map *known,
    struct callgrind_out *out, struct load_map *map)
{
	(void)known;
	return costs_read(place->dir, pid, out, map);
}

const struct engine engine_qemu = {.profiler = "QEMU, counting by instruction",
    .forks = true,
    .fields = fields_of_qemu,
    .command = run_qemu,
    .refusal = refused_by_qemu,
    .counts = engine_read_qemu,
    .costs = read_plugin};

static bool
run_steps(const struct engine_place *place, const struct words *run, bool threads,
    bool rewrites, struct command *command)
{
	(void)place, (void)threads, (void)rewrites;
	words_add_all(&command->argv, run);
	return true;
}

static void
follow_steps(struct command *command, bool keep)
{
	command->trace = keep ? step_keep : step_trace;
	words_set_variable(&command->env, step_setting());
}

static char *
engine_read_steps(const struct engine_place *place, pid_t pid, const char *keep,
    struct counts *counts, struct deviations *deviations)
{
	(void)deviations;
	return step_counts(place->dir, pid, keep, counts);
}

const struct engine engine_step = {.fields = step_fields,
    .command = run_steps,
    .follow = follow_steps,
    .counts = engine_read_steps};

const struct engine *
engine_of(const struct config *config, const struct target *target)
{
	if (target->qemu)
		return &engine_qemu;
	return config->engine && !target->language->command ? config->engine : &engine_valgrind;
}
