#ifndef PINNED_H
#define PINNED_H

/* The one processor that timed programs run on: the last that cgbench may use, because the
   first handles most interrupts. -1: it is unknown, or they cannot be kept there. */
int pinned_processor(void);
/* Keeps this process, and all that it starts, on that processor. */
void pinned_stay(void);

#endif
