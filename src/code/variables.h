#pragma once

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "code/accesses.h"
#include "util/words.h"

/* The function of a test in an object file that was compiled without optimisation and with
   debug information: its code, the marks in it, and the objects that can be named at a place.
   Each object is in one place all the time. libdw reads it. */

struct variable {
	const char *name; /* owned by the file */
	int base;         /* one of BASE */
	int other_base;   /* a register with the same value, or BASE_UNKNOWN */
	int64_t distance; /* from it, in bytes; of a static one, its address in the file */
	uint64_t size;    /* in bytes */
	bool refers;      /* what is there is the address of the object */
	bool number;      /* it has no pointers */
	bool noted;       /* rustc may only note its value here, and read it elsewhere */
	uint64_t type;    /* for variables_members */
};

struct variables;

/* Reads the file. Returns NULL if it has no such function with debug information; otherwise the
   caller calls variables_close, which accepts NULL. */
struct variables *variables_open(const char *path, const char *function);
void variables_close(struct variables *file);

/* Returns the code of the function, of *n bytes, and its machine as in an ELF header. */
const unsigned char *variables_bytes(const struct variables *file, size_t *n, int *machine);
/* Sets *address to the address in the file of what the instruction of n bytes at that offset in
   the code refers to; *indirect: it reads that address from memory, not what is there. Returns
   false if it refers to nothing in the file. */
bool variables_refer(
    const struct variables *file, uint64_t at, size_t n, int64_t *address, bool *indirect);
/* A label in the code that is no function. */
struct variable_label {
	const char *name;
	uint64_t at; /* its offset */
};
/* The labels whose names begin so, of which there are *n. The caller frees. */
struct variable_label *variables_labels(
    const struct variables *file, const char *beginning, size_t *n);

/* Calls add for each object of the function that can be named at that offset in the code and is
   declared above the line of the source, the innermost first. */
void variables_visible(const struct variables *file, uint64_t at, int line,
    void (*add)(void *to, const struct variable *variable), void *to);

/* Adds the members of a structure that an access of so many bytes at that offset in it reads or
   writes, such as ".position.x". Returns false if it is none, or if some of what is accessed
   cannot be named so. */
bool variables_members(const struct variables *file, const struct variable *variable,
    uint64_t offset, uint64_t size, struct words *paths);

/* Finds the function whose code is at an address, in a unit, a namespace, a type or a function,
   in which languages put functions. Returns false if there is none. */
bool variables_find_function(Dwarf_Die *in, Dwarf_Addr at, Dwarf_Die *function);
