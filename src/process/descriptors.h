#ifndef DESCRIPTORS_H
#define DESCRIPTORS_H

/* What a process that was just forked does with its descriptors from first on, which is not 0:
   also with those that cgbench was given by whoever started it. A kernel before 5.9, or a
   container's filter of system calls, has no close_range. */

void descriptors_close(int first);
void descriptors_close_on_exec(int first);

#endif
