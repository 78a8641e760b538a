#ifndef SAVEFILE_WRITE_OWN_H
#define SAVEFILE_WRITE_OWN_H

#include "model/results.h"
#include "util/replace.h"

/* Writes the member "cgbench" of a saved file, which savefile_own_read reads, behind others. */
void savefile_write_own(struct replace *r, const struct results *results);

#endif
