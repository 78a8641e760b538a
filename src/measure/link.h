#ifndef LINK_H
#define LINK_H

#include "measure/task.h"

/* Links the objects of the tasks, n of one target and with the same ldflags, to a program and
   measures them; they are its own from now on. Where they do not link together, each is linked
   alone, so that the failure names its test. */
void link_begin(struct site *site, struct task *const *tasks, size_t n);

#endif
