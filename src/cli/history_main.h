#ifndef HISTORY_MAIN_H
#define HISTORY_MAIN_H

#include "cli/options.h"

/* --history: reads the runs, makes the history and shows it, with the newest run as the
   comparison beside it. Returns the exit status. */
int history_main(struct options *options);

#endif
