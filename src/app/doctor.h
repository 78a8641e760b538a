#pragma once

#include "app/options.h"

/* --action=doctor: prints on one screen what is installed and works, and what to install for
   the rest. Each engine measures something, which takes seconds. Returns STATUS_OK if valgrind
   can measure, else STATUS_NO. */
int doctor_print(const struct options *o);
