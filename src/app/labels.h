#pragma once

#include "model/put.h"

/* Labels for the puts that the user gave none. taken: the puts of a file that is read. */

/* --autolabel: labels them by what differs in their names, in the same steps as bench.pl; never
   uses the label of another put or of one of taken. */
void labels_shorten(struct puts *puts, const struct puts *taken);
/* Labels them with the names of their executables. Refuses a label that is used twice, or by
   one of taken. */
void labels_check(struct puts *puts, const struct puts *taken);
