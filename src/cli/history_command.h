#ifndef HISTORY_COMMAND_H
#define HISTORY_COMMAND_H

#include "cli/options.h"

/* --history: reads the runs, makes the history and shows it, with the newest run as the
   comparison beside it. Returns the exit status. */
int history_command(struct options *options);

#endif
