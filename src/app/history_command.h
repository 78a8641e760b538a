#pragma once

#include "app/options.h"

/* --history: reads the runs, makes the history and shows it, with the newest run as the
   comparison beside it. Returns the exit status. */
int history_command(struct options *options);
