#ifndef WORKDIR_H
#define WORKDIR_H

/* The one temporary directory of a run: below $TMPDIR; without TMPDIR, for root, in /dev/shm if
   that has room; otherwise in /tmp. Its path always has the same length, because the length of
   a program's path moves its heap and so its cache misses. */

/* Makes it and returns its absolute path, valid until workdir_remove; or says why it cannot and
   returns NULL. */
const char *workdir_make(void);
/* Removes it with all its contents, if there is one. */
void workdir_remove(void);

#endif
