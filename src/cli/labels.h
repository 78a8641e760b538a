#ifndef LABELS_H
#define LABELS_H

#include "model/put.h"

/* Labels for the puts that the user gave none. taken: the puts of a file that is read. */

/* --autolabel: labels them by what differs in their names, as bench.pl does; never uses the
   label of another put or of one of taken. */
void labels_shorten(struct puts *puts, const struct puts *taken);
/* Labels them with the names of their executables. Refuses a label that is used twice, or by
   one of taken. */
void labels_check(struct puts *puts, const struct puts *taken);

#endif
