#ifndef OUTPUT_H
#define OUTPUT_H

/* What was printed to standard output and is not written yet. */

/* Writes it, so that it stands before what is said on standard error next. What goes wrong is
   told at the end. */
void output_flush(void);
/* Likewise; ends the program with STATUS_FAILURE where anything could not be written. */
void output_end(void);

#endif
