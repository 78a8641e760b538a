#ifndef INTERRUPT_H
#define INTERRUPT_H

/* From now on a signal that ends the program first removes a half-written saved file. A file
   that exceeds its limit (ulimit -f) causes a write error instead of a signal. */
void interrupt_handle(void);

#endif
