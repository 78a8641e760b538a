#pragma once

#include "model/deviation.h"
#include "model/field.h"
#include "model/processes.h"
#include "outfile/callgrind.h"
#include "process/child.h"

/* The name of a link to valgrind's directory in the directory of every measured program:
   programs see the name, which therefore must not depend on the host. */
#define VALGRIND_LINK "valgrind"

/* The valgrind to measure with. */
struct valgrind {
	const char *tool;     /* "cachegrind" or "callgrind" */
	char *libexec;        /* directory of its tools */
	char *launcher;       /* what starts its tools, or NULL: unknown */
	char *version;        /* "3.19.0" */
	field_set fields;     /* the fields to count */
	struct words options; /* of every measurement */
	char *copy;    /* runs a copy of its tool for the host; NULL: the tool itself runs */
	int copy_file; /* the descriptor of the copy */
};

/* Finds valgrind through $VALGRIND_LIB and $PATH and composes its options, ending with
   grindargs. If Ir is the only field, caches and branches are not simulated, which is faster
   and does not change Ir. host_cache: simulate the host's caches instead of those used on every
   host. Ends the program with STATUS_FAILURE if there is no valgrind or it does not describe
   the host's caches, and with STATUS_USAGE if it refuses grindargs. */
void valgrind_find(struct valgrind *valgrind, field_set fields, bool host_cache,
    const struct words *grindargs);
/* In place of valgrind_find for a run in which valgrind runs no program, and need not exist. */
void valgrind_none(struct valgrind *valgrind, field_set fields);
/* Ends the program with STATUS_USAGE if a word of --grindargs would break the measurement. */
void valgrind_check_args(const struct words *grindargs);
/* Makes another one, which counts the same by instruction, with callgrind. The caller calls
   valgrind_free. */
void valgrind_make_profiler(struct valgrind *profiler, const struct valgrind *valgrind);
/* Makes another one, which counts the same and starts faster where the C library's debugging
   information is installed, as it finds none below /usr/lib/debug. Returns false and makes none
   if the options ask for such information, or the host lacks something. Otherwise the caller
   calls valgrind_free. */
bool valgrind_make_quick(struct valgrind *quick, const struct valgrind *valgrind);
/* Lets it find the symbols of libraries in files below dir, at the paths of the libraries. */
void valgrind_add_symbols(struct valgrind *quick, const char *dir);
/* Returns the path of its tool for an architecture, which need not exist. The caller frees. */
char *valgrind_tool(const struct valgrind *valgrind, const char *architecture);
/* Makes command run a program, whose absolute path is the first word of run, under its tool
   in command->cwd. threads: whether it may start threads, and rewrites: whether it may change
   code that has run; each makes it slower. If command is
   measured, valgrind logs to CGBENCH_LOG, and VALGRIND_LINK must lead to its directory, unless
   it follows programs that are started. Returns false if valgrind has no tool for the program's
   architecture. */
bool valgrind_command(const struct valgrind *valgrind, const struct words *run, bool threads,
    bool rewrites, struct command *command);
/* Makes a measured command whose programs may be started anywhere write their out files in dir.
 */
void valgrind_anchor(const struct valgrind *valgrind, struct command *command, const char *dir);
/* Reads the counts of the process pid from its out file in dir, adds the deviations that the
   file shows, and moves the file to keep or, if that is NULL, removes it. Returns NULL, or an
   error that the caller frees. */
char *valgrind_counts(const struct valgrind *valgrind, const char *dir, pid_t pid,
    const char *keep, struct counts *counts, struct deviations *deviations);
/* Does so for all processes whose out files are in dir, and adds them to processes, in the
   order of their numbers. counts is their sum; files are moved to keep, and keep.2 and so on.
 */
char *valgrind_counts_all(const struct valgrind *valgrind, const char *dir, const char *keep,
    struct counts *counts, struct processes *processes, struct deviations *deviations);
/* Lists the processes with out files in dir, in the order of their numbers. The caller frees.
 */
size_t valgrind_processes(const char *dir, pid_t **pids);
/* Reads what a profiler found about the process pid from its out file in dir, and removes that.
   Returns NULL, or an error that the caller frees. In either case the caller calls
   callgrind_free. */
char *valgrind_costs(const char *dir, pid_t pid, struct callgrind_out *out);
/* Returns what valgrind logged to CGBENCH_LOG in dir about the process pid, or about all if pid
   is 0, without its usual remarks. from: NULL, or where in the log to begin, which is moved
   behind the last line about that process. The caller frees. */
char *valgrind_log(const char *dir, pid_t pid, size_t *from);
/* Returns true if the log says that the program wanted more threads than valgrind allows. */
bool valgrind_lacks_threads(const char *log);
void valgrind_free(struct valgrind *valgrind);
