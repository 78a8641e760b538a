#ifndef BUILD_ID_H
#define BUILD_ID_H

#include <stddef.h>

/* The build id among the n bytes of notes that a program header of type PT_NOTE names, in
   hexadecimal; NULL if none of them is one. The notes need not be aligned, and may be damaged.
   The caller frees. (ELF's notes: gabi, "Note Section"; NT_GNU_BUILD_ID is ld's --build-id.) */
char *build_id_of_notes(const char *notes, size_t n);

#endif
