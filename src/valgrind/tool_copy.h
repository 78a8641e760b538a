#ifndef TOOL_COPY_H
#define TOOL_COPY_H

/* A copy of one of valgrind's tools, in memory, that looks for no debugging information below
   /usr/lib/debug. To read that of the C library and the loader takes half of the time in which
   a dynamically linked program starts. It counts what the tool itself counts, and in a
   program's memory it has the same place, and a name of the same length. */

/* Makes one. Returns a descriptor that closes on exec, or -1: it cannot be made, or would start
   no faster. */
int tool_copy_make(const char *tool);
/* A path for exec as long as that of the tool; it means the copy in every process that has the
   descriptor. The caller frees. */
char *tool_copy_path(int copy, const char *tool);

#endif
