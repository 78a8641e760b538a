#ifndef SAVEFILE_PUTS_H
#define SAVEFILE_PUTS_H

#include "savefile/savefile_reader.h"

/* The puts in a saved file. */

/* What bench.pl has, too: an array of [exe, label, {env}, args]; the oldest files end after the
   label. */
void savefile_puts_add(struct text *t, const struct puts *puts);
void savefile_puts_read(struct savefile_reader *r, const json_t *json);

/* Members of cgbench's extension, arrays with an element for each put. args: word by word.
   fingerprints: an object of traits, or null if it is unknown. measured: when and at which
   commit,
       {"date": "2026-11-23T03:00:00Z", "commit": "1f2e...",
        "committed": "2026-11-22T17:00:00Z", "subject": "text: hash faster", "clean": true}
   without a commit only the date; without a date, null. hosts: where it was timed,
   {"cpu": "1", ...} or null; only if some put was timed. */

/* Adds them, each after a comma. */
void savefile_puts_add_own(struct text *t, const struct puts *puts);
void savefile_puts_read_args(struct savefile_reader *r, const json_t *json);
void savefile_puts_read_fingerprints(struct savefile_reader *r, const json_t *json);
void savefile_puts_read_measured(struct savefile_reader *r, const json_t *json);
void savefile_puts_read_hosts(struct savefile_reader *r, const json_t *json);

#endif
