#pragma once

/* Returns the program to an earlier state: its memory and registers become as if it had not run
   since. Changes of files, descriptors, signals and memory mappings remain. This works only
   under cachegrind, whose translations of the code that has run remain, too. */

/* Saves the state. Returns 1; returns 2 each time the program is returned to it; 0 if the state
   cannot be saved. Uses a file named "memory" in the working directory. */
int rollback_mark(void);
void rollback(void) __attribute__((noreturn));
