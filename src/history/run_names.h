#ifndef RUN_NAMES_H
#define RUN_NAMES_H

#include "history/history.h"

/* Names the n runs: by the first digits of the commit if no other run has it; otherwise by the
   name of the file without its directories and ".json"; or if another run has that too, by the
   file as it was given. */
void run_names_make(struct history_run *runs, size_t n);

#endif
