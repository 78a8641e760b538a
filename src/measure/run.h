#pragma once

#include <sys/queue.h>
#include <time.h>

#include "code/image.h"
#include "input/target.h"
#include "measure/config.h"
#include "measure/progress.h"
#include "process/jobs.h"

/* The cells that begin together, counted target by target. */
struct batch_cells {
	size_t from, to;
	size_t left;   /* how many were not measured and have not failed */
	time_t failed; /* when the last one failed; 0: none did */
};

/* All cells of one run share this, and one stage hands its results to the next here: each list
   holds, in order, what a stage is done with and the next one has not taken yet. */
struct run {
	const struct config *config;
	const unsigned long *loops; /* LENGTH_COUNT of them */
	struct jobs *jobs;
	const char *workdir;
	char *tmp;    /* below workdir, for compilers */
	size_t dirs;  /* how many run_dir has named */
	size_t cells; /* how many will be measured */
	size_t ended; /* batches of which no cell is left */
	struct progress progress;
	struct timespec began;
	struct valgrind quick;    /* counts what the configured one does, if it has a tool */
	struct valgrind profiler; /* used if the configuration asks for profiles */
	struct images images;     /* what profiled processes have loaded */
	size_t trials;            /* of targets, which have not ended */
	bool disturbed;           /* the host may be why one of them failed */
	STAILQ_HEAD(, task) held; /* compiled meanwhile */
	struct unit *units;       /* what was compiled of the users' sources */
	STAILQ_HEAD(, batch) compiled;
	STAILQ_HEAD(, program) linked;
	STAILQ_HEAD(, task) counted;
	STAILQ_HEAD(, task) finished; /* measured, or failed at whatever stage */
};

/* The aim of a job, which decides the stage that takes its events. */
enum aim {
	AIM_TRY,
	AIM_LOOK,
	AIM_COMPILE,
	AIM_ASSEMBLE,
	AIM_UNIT,
	AIM_REHEARSE,
	AIM_LINK,
	AIM_LIBRARIES,
	AIM_MEASURE,
	AIM_DISASSEMBLE,
	AIM_TIME,
	AIM_CRASH_COMPILE,
	AIM_CRASH_LINK,
	AIM_CRASH_RUN,
	AIM_PREPARE,
	AIM_PREPARED /* AIM_MEASURE, once it was prepared */
};

/* Makes the one temporary directory of a run: below $TMPDIR; without TMPDIR, for root, in
   /dev/shm if that has room; otherwise in /tmp. Its path always has the same length, because
   the length of a program's path moves its heap and so its cache misses. Returns its absolute
   path, valid until run_remove_workdir, which also runs when the program exits; or says why it
   cannot be made and returns NULL. After jobs_new, no signal leaves it. */
const char *run_make_workdir(void);
/* Removes it with all its contents, if there is one. */
void run_remove_workdir(void);
/* Queues a command with the timeout of the run, and takes it over. */
void run_push(struct run *run, struct command *command, enum aim aim, void *owner);
/* A new directory's path below workdir, of the same length for all; the caller frees. */
char *run_dir(struct run *run, char kind);
