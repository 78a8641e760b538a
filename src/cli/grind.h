#ifndef GRIND_H
#define GRIND_H

#include "cli/options.h"

/* --action=grind: reads and measures, then writes, shows and judges, as the options say.
   Returns the exit status. */
int grind(struct options *options);

#endif
