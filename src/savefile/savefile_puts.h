#pragma once

#include "savefile/savefile_member.h"

/* The puts in a saved file. */

/* The array of puts that bench.pl has, too: [exe, label, {env}, args] each; the oldest files
   end after the label. */
bool savefile_puts_add(struct text *t, const struct member_of *of);
void savefile_puts_read(struct savefile_reader *r, const json_t *json);

/* Members of cgbench's extension, arrays with an element for each put. args: word by word.
   fingerprints: an object of traits, or null if it is unknown. measured: when and at which
   commit,
       {"date": "2026-11-23T03:00:00Z", "commit": "1f2e...",
        "committed": "2026-11-22T17:00:00Z", "subject": "text: hash faster", "clean": true}
   without a commit only the date; without a date, null. hosts: where it was timed,
   {"cpu": "1", ...} or null; only if some put was timed. */
enum { SAVEFILE_PUTS_MEMBERS = 4 };
extern const struct member savefile_puts_members[SAVEFILE_PUTS_MEMBERS];
/* Adds the members of the object in measured to an object that is open, as far as they are
   known. */
void savefile_puts_add_provenance(struct text *t, const struct provenance *provenance);
