#ifndef LINK_PROBE_H
#define LINK_PROBE_H

#include "input/target.h"
#include "measure/run.h"

/* Returns true if the target's executable is a script that may add files of the user's to what
   it links: it is asked to link "main" alone, and to name the files. The answer is only sure if
   they are all the system's; any other compiler is not asked. */
bool link_probe_has_more(struct run *run, const struct target *target);
/* Returns false if it is not asked. */
bool link_probe_may_have_more(const struct target *target);

#endif
