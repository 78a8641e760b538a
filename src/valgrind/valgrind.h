#ifndef VALGRIND_H
#define VALGRIND_H

#include "model/counts.h"
#include "process/child.h"

/* What valgrind's directory is called in that of a measured program, for it sees the name. */
#define VALGRIND_LINK "valgrind"

/* The valgrind that measures: where its cachegrind is, and how it is told what to do. */
struct valgrind {
	char *libexec;        /* the directory of its tools */
	char *version;        /* "3.19.0" */
	field_set fields;     /* that are to be counted */
	struct words options; /* for every measurement */
};

/* Finds valgrind through $VALGRIND_LIB and $PATH and makes its options; grindargs are added at
   the end. Where fields hold Ir only, caches and branches are not simulated, which is faster
   and changes no digit of Ir. host_cache: the caches are those of the host, not the same for
   all. Ends the program with STATUS_FAILURE where there is no valgrind, or it does not know the
   host's caches, and with STATUS_USAGE where it refuses grindargs. */
void valgrind_find(struct valgrind *valgrind, field_set fields, bool host_cache,
    const struct words *grindargs);
/* Ends the program with STATUS_USAGE at a word of --grindargs that would break the run. */
void valgrind_check_args(const struct words *grindargs);
/* Adds to command what runs the words, the first an absolute path, under cachegrind in
   command->cwd.
   threads: whether the program may start any, for which there is a price. A measured one logs
   to CGBENCH_LOG and sees valgrind's libexec as VALGRIND_LINK, which must lead there; another
   logs as valgrind does. Returns false where valgrind has no tool for the
   program's architecture. */
bool valgrind_command(const struct valgrind *valgrind, const struct words *run, bool threads,
    struct command *command);
/* Reads the counts that the process pid left in dir, and removes their file. Returns NULL, or
   what is wrong; the caller frees. */
char *valgrind_counts(
    const struct valgrind *valgrind, const char *dir, pid_t pid, struct counts *counts);
/* What valgrind itself had to say to CGBENCH_LOG in dir about the process pid, or about all
   where pid is 0, less what is no news. The caller frees. */
char *valgrind_log(const char *dir, pid_t pid);
/* Whether that is that the program wants more threads than there is room for. */
bool valgrind_lacks_threads(const char *log);
void valgrind_free(struct valgrind *valgrind);

#endif
