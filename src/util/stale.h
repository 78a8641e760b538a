#pragma once

/* Files and directories that mkstemp or mkdtemp named, and that a killed process left. */

/* Removes those that this template would make, below the directory in it, if they are this
   user's, were changed last more than a day ago, and are locked by no process. */
void stale_remove(const char *template);
/* Locks one that this process has open, which is to be kept while it is. */
void stale_lock(int fd);
