#ifndef SAVEFILE_TIMES_H
#define SAVEFILE_TIMES_H

#include "model/results.h"
#include "util/jsonfile.h"

/* What a clock showed of the cells of one test:
       {label: {"turns": [262144, 32768], "step": 25, "samples": [[1,2,3,4,5,6], ...]}, ...}
   iterations: of the short loop, empty and active; step and samples: in ns. A sample is what
   empty short, empty long, active short and active long took, and the fixed loop in the process
   of the empty and of the active variant. */

/* Adds ',"times":' and its value, or nothing if no cell was timed. */
void savefile_times_add(struct text *t, const struct results *results, size_t test);
void savefile_times_read(
    struct jsonfile *doc, const json_t *json, struct results *results, size_t test);

/* Where the puts were timed, in an array with an object or null for each: {"cpu": "1", ...} */

/* Adds ',"hosts":' and its value, or nothing if no put was timed. */
void savefile_times_add_hosts(struct text *t, const struct puts *puts);
void savefile_times_read_host(struct jsonfile *doc, const json_t *json, struct words *host);

#endif
