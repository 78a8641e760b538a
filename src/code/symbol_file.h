#pragma once

#include <stdbool.h>

/* A library's separate debugging information, reduced to the names of functions that the
   library itself lacks, which are read in a fraction of the time. */

/* The file with the library's debugging information, which is found by build id below
   /usr/lib/debug; NULL if there is none. The caller frees. */
char *symbol_file_find(const char *library);
/* Writes the reduced form of such a file for the host to a new file. Returns false if it is no
   such file, has no symbol table, or the new one cannot be written. */
bool symbol_file_write(const char *debug, const char *path);
/* Makes the symbol files of the C library, its mathematics and its loader below a directory, at
   the paths of the libraries. Without debugging information, or if a file cannot be written,
   there are fewer. */
void symbol_file_place(const char *dir);
