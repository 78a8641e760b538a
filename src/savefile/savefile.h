#pragma once

#include "model/results.h"

/* A run kept in a file: the JSON of bench.pl, version 1, and an extension under the key
   "cgbench", which bench.pl ignores. An error ends the program with STATUS_FAILURE and one line
   that names the file and the place in it. */

/* Writes results to a new file and renames it to path, so that an older file stays intact until
   the new one is complete. A pipe, /dev/stdout or other special file is written to
   directly. replace_check says whether that is sure to fail; after a signal, replace_cleanup
   removes the new file. profiles: whether to save the profiles of the cells, too. */
void savefile_write(const struct results *results, const char *path, bool profiles);
/* Adds the definitions of the derived fields with which the file was written. Returns as
   savefile_try does. */
char *savefile_read_derived(const char *path, struct words *definitions);
/* Reads a file into results, which must be empty. A shard of a run is an error. */
void savefile_read(struct results *results, const char *path);
/* Does the same, but an error does not end the program: returns its line, not made safe for
   display, which the caller frees, and leaves results empty. NULL: the file has been read. */
char *savefile_try(struct results *results, const char *path);
/* Reads a file that may be a shard: results->shard says so. */
void savefile_read_shard(struct results *results, const char *path);
/* Moves the tests of the n shards, which have some label in common and were read from files, to
   into, which must be empty, in the order of the benchfile. Ends the program if they are not of
   one run, and if one is missing, is there twice or was measured under other conditions; with
   force, it only warns about these three and leaves into->shard set. A second one of a shard is
   left out. */
void savefile_join(struct results *into, struct results *shards, size_t n, bool force);
/* Moves the puts of more, which was read from path, to those of into, with the tests that into
   lacks. The two must have a test in common, the same loop counts and different labels. */
void savefile_merge(struct results *into, struct results *more, const char *path);
