#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "util/text.h"

/* Points in time, as seconds since 1970 and as text: "2026-11-23T03:00:00Z", which is UTC. */

/* The last second of the year 9999. */
#define DATE_LAST INT64_C(253402300799)

/* The text of a date from 0 to DATE_LAST; the caller frees. */
char *date_text(int64_t date);
void date_add(struct text *t, int64_t date);
/* Returns false if s is no such text. */
bool date_parse(const char *s, int64_t *date);
