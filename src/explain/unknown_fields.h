#ifndef UNKNOWN_FIELDS_H
#define UNKNOWN_FIELDS_H

#include "model/results.h"
#include "util/words.h"

/* Lines that say which cells, of those that were measured, have no value of fields that need a
   profile, and why. */
struct words unknown_fields_lines(const struct results *results, field_set fields);

#endif
