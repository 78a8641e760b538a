#pragma once

#include "code/image.h"
#include "outfile/callgrind.h"
#include "outfile/load_map.h"

/* The file that an instruction is from. Callgrind knows the file of what is in a section .text,
   and the name of a function that has a symbol there. */

struct origin {
	const char *binary; /* the path of its executable or library; "": it is in no file */
	uint64_t address;   /* as in the binary's symbol table; 0 if it is in no file */
};

/* Returns where the instruction of a function of an out file is from that has the address
   there. map: where the process had loaded its files. */
struct origin origin_find(struct images *images, const struct callgrind_out *out,
    const struct load_map *map, size_t function, uint64_t address);
/* Returns the name that callgrind would have for its function, where the profiler knows no
   names. name: of the profiler. The caller frees. */
char *origin_called(struct images *images, const struct origin *origin, const char *name);
/* Returns what its function is called. name: callgrind's name for it, or "". In order of
   preference:
   - the name of its symbol, without a version: "pthread_mutex_lock"
   - "strlen@plt", a stub of the linkage table
   - "libfoo.so (no symbols)", for all other instructions of a file together
   - "generated code", if the instruction is in no file
   The caller frees. */
char *origin_name(struct images *images, const struct origin *origin, const char *name);
/* Returns where its function begins, if that has a symbol of callgrind's name; else 0. It tells
   static functions of one name apart. */
uint64_t origin_begin(struct images *images, const struct origin *origin, const char *name);
