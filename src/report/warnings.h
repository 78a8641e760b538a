#ifndef WARNINGS_H
#define WARNINGS_H

#include "model/results.h"

/* What compilers and linkers warned of in tests that they built all the same. It is not saved.
 */

/* Prints all warnings on standard error, put by put; those that are equal are told once, with
   the names of their tests. */
void warnings_print(const struct results *results);
/* Prints how many there are, if any, and that -v shows them. */
void warnings_count(const struct results *results);

#endif
