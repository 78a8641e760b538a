#pragma once

#include "app/options.h"

/* --action=grind, the default: plans, measures, writes, merges, judges and shows, as the
   options say. Returns the exit status. */
int grind(struct options *options);
