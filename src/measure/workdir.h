#ifndef WORKDIR_H
#define WORKDIR_H

/* The one temporary directory of a run: below $TMPDIR; without that, for root, in /dev/shm if
   it has room; or else in /tmp. Its path always has the same length, for the length of a
   program's path moves its heap and so its cache misses. */

/* Makes it and returns its absolute path, good until workdir_remove. Ends the program with
   STATUS_FAILURE where it cannot. */
const char *workdir_make(void);
/* Removes it and all in it; nothing where there is none. */
void workdir_remove(void);

#endif
