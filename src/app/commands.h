#pragma once

#include "app/options.h"

/* The commands. Each returns the exit status. */

/* --action=grind, the default: plans, measures, writes, merges, judges and shows, as the
   options say. */
int grind(struct options *options);
/* --history: reads the runs, makes the history and shows it, with the newest run as the
   comparison beside it. */
int history_command(struct options *options);
/* --action=doctor: prints on one screen what is installed and works, and what to install for
   the rest. Each engine measures something, which takes seconds. Returns STATUS_OK if valgrind
   can measure, else STATUS_NO. */
int doctor_print(const struct measuring *m);
/* --action=selftest: checks the arithmetic, and the parser on built-in samples of the out files
   of real valgrinds. Prints TAP. Returns STATUS_OK or STATUS_NO. */
int samples_run(void);
