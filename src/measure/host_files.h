#pragma once

#include <sys/stat.h>

#include "input/target.h"
#include "process/command.h"
#include "valgrind/valgrind.h"

/* The files of the host that measured processes read, and a run does not make: the loader and
   its cache, the libraries of programs, compilers and interpreters, and what runs them. If one
   is replaced during a run, the counts before and after it do not belong together. */

struct host_file {
	const struct target *target; /* whose processes read it; borrowed */
	char *path;
	struct stat identity; /* when it was noted; zero: there was none */
	struct text cache; /* the loader's cache, which ldconfig also writes without a change */
};

/* Starts as {0}. */
struct host_files {
	struct host_file *v;
	size_t n;
	bool renewed; /* host_files_begin forgot some */
};

/* Notes the files of a target that are known before anything is compiled, and forgets what was
   noted of it before. */
void host_files_begin(
    struct host_files *files, const struct target *target, const struct valgrind *valgrind);
/* Makes command one that lists the libraries of a program of the target, or of its compiler or
   interpreter, for host_files_learn. Returns false if the program loads none. */
bool host_files_ask(
    const struct target *target, bool emulated, const char *program, struct command *command);
/* Notes the libraries and, because one may appear there, all paths at which the loader looked
   for them. */
void host_files_learn(struct host_files *files, const struct target *target, const char *said);
/* Returns what changed of the files of a target since they were noted, as in "/lib/libm.so.6
   and 2 more files", or NULL; the caller frees. A change of the time of access is none. */
char *host_files_changed(const struct host_files *files, const struct target *target);
/* Forgets all. */
void host_files_free(struct host_files *files);
