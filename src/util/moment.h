#ifndef MOMENT_H
#define MOMENT_H

#include <stdint.h>

/* Points in time, in seconds since 1970, as text in UTC. */

#define MOMENT_SIZE 32

/* "2026-11-23T03:00:00Z", in the MOMENT_SIZE bytes of buffer, which it returns. */
const char *moment_show(int64_t seconds, char *buffer);
/* "2026-11-23" */
const char *moment_day(int64_t seconds, char *buffer);

#endif
