#pragma once

#include <stdbool.h>

/* Shows standard output through the user's pager, as git does: $PAGER, or less. Nothing is
   paged unless standard output is a terminal, this process is in its foreground, and the text
   is longer than its screen; nor if PAGER is empty or "cat". */

/* If wanted, holds back what is printed from now on. */
void pager_begin(bool wanted);
/* Shows it. Returns once the pager has ended, whatever its status; a signal that ends the
   program ends the pager first. Text that no pager has read is printed. */
void pager_end(void);
