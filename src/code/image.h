#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/words.h"

/* An executable or shared library for one of the machines of machine/machine.h, as its program
   headers map it. Addresses are those of its symbol table, before it is moved to where it is
   loaded. The file is read once: what happens to it later changes nothing. */

struct image;

struct image_symbol {
	const char *name; /* as the linker knows it, without a version; the image's own */
	uint64_t address;
	uint64_t size; /* 0: unknown */
	bool function;
};

/* Returns NULL with errno set: ENOEXEC if the file is no such file or is damaged. Else the
   caller calls image_free, which accepts NULL. */
struct image *image_open(const char *path);
void image_free(struct image *image);

/* Returns the machine that it is for, as in an ELF header. */
int image_machine(const struct image *image);
/* Returns the build id, in hexadecimal; "" if it has none. */
const char *image_build_id(const struct image *image);
/* Returns false if some call may be too far for one instruction, so that it may cost more than
   in a smaller program. Only linkers for RISC-V choose by the distance, and make the call of a
   function one instruction or two. */
bool image_has_near_calls(const struct image *image);
/* Returns true if it is loaded at its addresses, which instructions may hold as numbers. */
bool image_is_fixed(const struct image *image);
/* Returns true if the image needs shared libraries. */
bool image_needs_libraries(const struct image *image);
/* Returns the bytes of the file that are at an address when it is loaded; *n: how many follow
   there, which is more than 0. NULL if there are none. */
const unsigned char *image_bytes(const struct image *image, uint64_t address, size_t *n);
/* Returns the symbol that begins at the address or contains it; NULL if there is none. The
   innermost one is taken, and the one with the plainest name if several begin at one address.
   Functions that other files define do not count. */
const struct image_symbol *image_symbol(const struct image *image, uint64_t address);
/* Sets *begin and *end to the bounds of the function that has code at an address: by its symbol
   or, without one, by the file's unwinding information; then *end may be behind other code,
   too. Returns false if both are missing. */
bool image_function(
    const struct image *image, uint64_t address, uint64_t *begin, uint64_t *end);
/* Returns the function that the compiler split another one off, as NAME.cold from NAME; NULL if
   there is none. */
const struct image_symbol *image_whole(
    const struct image *image, const struct image_symbol *piece);
/* Adds the names that the dynamic linker looks up in shared libraries, unless the image has a
   stand-in for them: the address of a stub as that of a function, or a copy of an object. */
void image_add_imports(const struct image *image, struct words *names);
/* Adds the names that the image defines for others. */
void image_add_exports(const struct image *image, struct words *names);
/* Returns the i-th range of the image that holds code: its address, and *n bytes. NULL if there
   are no more. */
const unsigned char *image_range(
    const struct image *image, size_t i, uint64_t *address, size_t *n);
/* Returns the function or object whose address the dynamic linker writes to a place, such as a
   slot of the global offset table; NULL if there is none. */
const char *image_import(const struct image *image, uint64_t place);

/* Executables and libraries, each of which is read once. Starts as {0}. */
struct images {
	struct words paths;
	struct image **v; /* of each; NULL: it cannot be read */
	size_t n;
};

/* The file as it was when it was asked for first; NULL if image_open refused it. Warns if the
   file is there and cannot be read. */
const struct image *images_get(struct images *images, const char *path);
void images_free(struct images *images);
