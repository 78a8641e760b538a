#pragma once

/* Standard output, which is buffered. */

/* Writes the buffer, so that it comes before the next text on standard error. output_end
   reports errors. */
void output_flush(void);
/* Writes the buffer, and ends the program with STATUS_FAILURE if anything ever failed to be
   written. */
void output_end(void);
