#pragma once

#include "input/target.h"
#include "measure/config.h"
#include "model/deviation.h"
#include "outfile/callgrind.h"
#include "outfile/load_map.h"

/* The processes that an engine is to run. */
struct engine_place {
	const struct target *target;
	const struct valgrind *valgrind; /* the tool that is run where valgrind counts */
	const char *dir;                 /* absolute; where processes leave their counts */
	bool profiles;                   /* they are to count by instruction */
};

/* An engine runs programs and counts what they execute: valgrind, QEMU, or the processor in
   single steps. A new engine is a row of these. Functions that return text return NULL if
   nothing is wrong; otherwise the caller frees it. */
struct engine {
	const char *profiler; /* what counts by instruction, in messages */
	bool forks;           /* it counts the processes that a server forks */
	/* The engine for compiled code that this one does not know; NULL: there is none. */
	const struct engine *instead;
	field_set (*fields)(void);
	/* Makes the files in dir that its command needs. Returns false with errno set. NULL:
	   none. */
	bool (*prepare)(const struct engine_place *place);
	/* Makes command run a program, whose absolute path is the first word of run. threads:
	   it may start threads; rewrites: it may change code that has run. Returns false if
	   there is no tool for the program. */
	bool (*command)(const struct engine_place *place, const struct words *run, bool threads,
	    bool rewrites, struct command *command);
	/* Makes the process that starts a command follow it to its end. NULL: none does. */
	void (*follow)(struct command *command, bool keep);
	/* Returns why a program was not started, judging by its output. NULL: that is not
	   known. */
	char *(*refusal)(const struct engine_place *place, const char *said);
	/* Reads the counts of the process pid, adds its deviations, and moves the file to keep
	   or, if that is NULL, removes it. */
	char *(*counts)(const struct engine_place *place, pid_t pid, const char *keep,
	    struct counts *counts, struct deviations *deviations);
	/* Reads what the process pid cost by instruction, and where its files were loaded. The
	   caller frees both in any case. known: what was read of dir so far. NULL: the engine
	   takes no profile. */
	char *(*costs)(const struct engine_place *place, pid_t pid, struct load_map *known,
	    struct callgrind_out *out, struct load_map *map);
};

extern const struct engine engine_valgrind, engine_qemu, engine_step;

/* The engine that measures the programs of a target: QEMU those of other machines, valgrind
   commands. */
const struct engine *engine_of(const struct config *config, const struct target *target);
