#ifndef REPLACED_H
#define REPLACED_H

#include <time.h>

#include "model/profile.h"

/* The path of an executable or library of the profile that was written after a time, so that
   what is read of it may not be what was measured; NULL if there is none. The test's own
   program and what is in workdir, which are new, do not count. */
const char *replaced_find(
    const struct profile *profile, const char *workdir, const struct timespec *since);

#endif
