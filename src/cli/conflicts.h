#pragma once

#include "app/options.h"

/* Ends the program with STATUS_USAGE if options contradict each other, or lack one that they
   need. */
void conflicts_check(const struct options *options);
