#ifndef ANNOTATED_CHECK_H
#define ANNOTATED_CHECK_H

#include "input/annotated/annotated_source.h"

/* Ends the program with STATUS_USAGE and one line FILE:LINE if an annotation of the source is
   not where it has a meaning, or contradicts another. */
void annotated_check(const struct annotated_source *source);

#endif
