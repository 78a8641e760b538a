#ifndef INTERRUPT_H
#define INTERRUPT_H

/* From now on a signal that ends the program removes a half-written saved file first. A file
   that grows over its limit (ulimit -f) is an error of the write, and no signal. */
void interrupt_handle(void);

#endif
