#pragma once

#include <sys/types.h>

#include "outfile/callgrind.h"
#include "outfile/load_map.h"

/* The counts of QEMU's plugin by instruction, in the form of callgrind's out file. Everything
   is in one function without a name, in no file, at its address in memory, without lines; map
   says which files are there. Calls are all jumps. */

/* Reads what was counted of the process pid from dir, and removes its file. Returns NULL, or an
   error that the caller frees. In either case the caller calls callgrind_free and
   load_map_free. */
char *costs_read(const char *dir, pid_t pid, struct callgrind_out *out, struct load_map *map);
