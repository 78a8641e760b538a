#ifndef STDOUT_CAPTURE_H
#define STDOUT_CAPTURE_H

#include <stdbool.h>
#include <stdio.h>

/* Standard output, held back in a file in memory. The caller flushes stdout before both. */

/* Holds back what is written from now on. Returns false if it cannot. */
bool stdout_capture_begin(void);
/* Ends that. Returns the descriptor of the file, at its start; the caller closes. */
int stdout_capture_end(void);
/* The descriptor on which a stream is shown in the end, even while it is held. */
int stdout_capture_show(FILE *out);

#endif
