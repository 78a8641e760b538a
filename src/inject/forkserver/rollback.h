#ifndef CGBENCH_ROLLBACK_H
#define CGBENCH_ROLLBACK_H

/* Takes the program back to where it was: its memory and its registers, as though it had not
   run since. What it did to files, descriptors and signals stays, as do new mappings of memory.
   Only under cachegrind, whose translations of what has run are then what is left of it. */

/* Marks the place. Returns 1 there, and 2 whenever the program is taken back to it; 0 where
   that cannot be done. Uses a file named "memory" in the working directory. */
int rollback_mark(void);
void rollback(void) __attribute__((noreturn));

#endif
