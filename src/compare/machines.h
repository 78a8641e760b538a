#pragma once

#include "model/results.h"

/* The machines that the programs of puts ran on, and what a reader of their counts must know.
 */

/* Returns true if QEMU ran any put's programs, or there are several machines. Otherwise all ran
   on the host's machine, under valgrind, and reports need not say so. */
bool machines_any(const struct results *results);
/* The machine of a put's programs, "aarch64"; "" if that is not known. The caller frees. */
char *machines_of_put(const struct put *put);
/* Says on which machine the puts ran, and under what:
       x86, O3 on x86_64 (valgrind); arm on aarch64 (QEMU)
   The caller frees. */
char *machines_columns(const struct results *results);
/* Returns what that means for their counts, in sentences. */
const char *machines_meaning(const struct results *results);
