#ifndef PUTARGS_H
#define PUTARGS_H

#include "model/put.h"

/* Puts as they stand on the command line: EXE[=LABEL] and its own arguments,
       gcc-12=O3 -O3 --args='-include x.h' --env=NAME=VALUE --lang=c */

/* Adds the puts that the words name. A put without a label has none yet. Ends the program with
   STATUS_USAGE at a word that cannot be meant. */
void putargs_parse(struct puts *puts, int n, char **words);
/* Gives puts without a label what is different in their names, as bench.pl's --autolabel; none
   that another put or one of taken has. */
void putargs_autolabel(struct puts *puts, const struct puts *taken);
/* Gives the rest their executables' names. Refuses a label that stands twice, or that is one of
   taken, the puts of a file read. */
void putargs_check(struct puts *puts, const struct puts *taken);

#endif
