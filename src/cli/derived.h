#ifndef DERIVED_H
#define DERIVED_H

#include "cli/options.h"

/* Defines the derived fields with which the files of --read and --baseline were written, unless
   --derive defines a field of that name. Ends the program with STATUS_USAGE if two files define
   one differently. A file that cannot be read is left to whoever reads its results. */
void derived_read(struct options *options);

#endif
