#ifndef SAVEFILE_SHARD_H
#define SAVEFILE_SHARD_H

#include "model/results.h"
#include "util/jsonfile.h"
#include "util/text.h"

/* The member "shard" of cgbench's extension: which part of a run the file has. */

/* Adds ',"shard":{...}' to t, or nothing for a whole run. */
void savefile_shard_add(struct text *t, const struct shard *shard);
/* Reads the object into results, whose tests have been read: they must be as many as the shard
   has. */
void savefile_shard_read(struct jsonfile *doc, const json_t *json, struct results *results);

#endif
