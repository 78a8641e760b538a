#ifndef STACK_H
#define STACK_H

#include "layout.h"

/* A program's stack begins below its environment and below what the kernel tells it about
   itself, the auxiliary vector, which is longer with every few kernels. */

/* The setting that makes both as long together on every kernel, "CGBENCH_STACK=xxx...", and the
   stack begin as much lower as the layout says. It is there in every layout, for one variable
   more or less costs whoever looks for another one. The caller frees. */
char *stack_setting(const struct layout *layout);

#endif
