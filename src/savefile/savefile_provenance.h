#ifndef SAVEFILE_PROVENANCE_H
#define SAVEFILE_PROVENANCE_H

#include "model/put.h"
#include "util/jsonfile.h"

/* When and at which commit a put was measured, in a saved file:
       {"date": "2026-11-23T03:00:00Z", "commit": "1f2e...", "committed":
   "2026-11-22T17:00:00Z", "subject": "text: hash faster", "clean": true} Without a commit there
   is only the date; without a date, null. */

void savefile_provenance_add(struct text *t, const struct provenance *provenance);
/* provenance must be empty. */
void savefile_provenance_read(
    struct jsonfile *doc, const json_t *json, struct provenance *provenance);

#endif
