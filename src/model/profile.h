#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/field.h"
#include "util/name_table.h"
#include "util/words.h"

struct test;

/* A profile says, by instruction, where the counts of a cell come from. Every number is a
   difference in the unit of results_spent: over all iterations that the long loop has more than
   the short one, or of the one run of a test that is measured once. So what start-up,
   set-up and the loop itself cost cancels out, and the sums over all sites are results_spent of
   the cell, in every field. */

/* The kinds of instructions, a row each: X(ID, name). UNKNOWN: its bytes are not at hand, as of
   code that a program wrote itself. */
#define PROFILE_KIND_ROWS(X) \
	X(LOAD, "load") \
	X(STORE, "store") \
	X(LOAD_OP, "load+op") \
	X(MOVE, "move") \
	X(VECTOR, "vector") \
	X(BRANCH, "conditional jump") \
	X(JUMP, "jump") \
	X(CALL, "call/return") \
	X(MULTIPLY, "multiply") \
	X(DIVIDE, "divide") \
	X(NOP, "nop") \
	X(ARITHMETIC, "arithmetic") \
	X(COMPARE, "compare") \
	X(LOGIC, "logic/shift") \
	X(OTHER, "other") \
	X(UNKNOWN, "unknown")

#define PROFILE_KIND_ID(id, name) PROFILE_##id,
enum profile_kind { PROFILE_KIND_ROWS(PROFILE_KIND_ID) PROFILE_KINDS };
#undef PROFILE_KIND_ID

/* The owner of the code of a function. */
enum profile_owner {
	PROFILE_SNIPPET, /* the test's own function */
	PROFILE_PROGRAM, /* another one of the test's program: its preamble, sources, runtime */
	PROFILE_LIBRARY, /* of a shared library, or of an interpreter or command */
	PROFILE_GENERATED, /* code that is in no file, such as a JIT's */
	PROFILE_OWNERS
};

/* An instruction. One that cost nothing, and that the code did not execute, is left out. */
struct profile_site {
	uint64_t address;   /* in its binary, as in the binary's symbol table */
	int64_t executions; /* by active code: its loop's own are included */
	int64_t spent[FIELD_COUNT];
	char *text; /* "movq -4(%rdx),%xmm0", with symbols for addresses; NULL: unknown */
	enum profile_kind kind;
	bool frame; /* it loads from or stores to the frame of its function */
	uint64_t
	    target;    /* of a jump: the address that it goes to, in the same binary; else 0 */
	size_t file;   /* where its source line is: index in files; see line */
	unsigned line; /* 0: unknown */
};

/* Calls from one function to another: a difference like all other numbers. */
struct profile_call {
	size_t callee; /* index in functions */
	int64_t calls;
};

struct profile_function {
	char *name; /* demangled; "snippet" for the test's own */
	size_t binary;
	enum profile_owner owner;
	int64_t calls;              /* how often it was called, from wherever */
	struct profile_site *sites; /* by address */
	size_t site_count;
	struct profile_call *callees;
	size_t callee_count;
};

/* An executable or library. */
struct profile_binary {
	char *path;     /* "" for generated code */
	char *build_id; /* hexadecimal; "" if it has none */
};

struct profile {
	struct profile_function *functions; /* in no order */
	size_t function_count;
	struct profile_binary *binaries;
	size_t binary_count;
	struct name_table binary_table;
	struct words files; /* of source lines; the benchfile as the user named it */
	/* Set while it is measured: its executable contains its libraries, and has no symbols
	   for some of the code, so that calls of functions by name may be missing. */
	bool stripped;
};

/* The ends of the name of a stub of the linkage table, as in "strlen@plt", and of all the code
   of a binary that belongs to no symbol, as in "libfoo.so (no symbols)". */
#define PROFILE_STUB "@plt"
#define PROFILE_NAMELESS " (no symbols)"

/* The name of a kind, and "snippet", "program", "library" or "generated"; static. */
const char *profile_kind_name(enum profile_kind kind);
const char *profile_owner_name(enum profile_owner owner);
/* The index of a binary, which is added if it is new. */
size_t profile_intern_binary(struct profile *profile, const char *path);
/* Adds a function of one site, of which only "spent" counts, for what belongs to no instruction
   of the program. */
void profile_add_row(struct profile *profile, const char *name, struct profile_site site);
/* The cost of all sites of the profile in a field. */
int64_t profile_spent(const struct profile *profile, enum field f);
/* The source file of a function's first site that has a line, or NULL. */
const char *profile_function_file(
    const struct profile *profile, const struct profile_function *function);
/* Sets *total to the value of a field from FIELD_PROFILED to before FIELD_DERIVED in a profile,
   over all iterations. Returns false if that is unknown.
   - calls: of functions, also by jumps at the end of another one, but neither of a function's
     own cold part nor of stubs of the linkage table
   - allocs: calls of malloc, calloc, realloc, reallocarray, aligned_alloc, memalign,
     posix_memalign, valloc, pvalloc, operator new and operator new[], whatever calls them; not
     those that one of these makes to do its own work; unknown of a stripped program
   - spill: Dr and Dw of the instructions that access the frame; unknown if some instruction
     that has either is of an unknown kind */
bool profile_field(const struct profile *profile, enum field f, int64_t *total);
/* Adds the spill of an instruction to *sum. Returns false if it is unknown. */
bool profile_add_spill(const struct profile_site *site, int64_t *sum);
/* Gives the sites that are on lines of a test's benchfile the lines that the same text has in
   another version of the test, as of a benchfile in which other tests were edited since. A line
   whose text is not in it becomes unknown. */
void profile_move_lines(
    struct profile *profile, const struct test *from, const struct test *to);
/* Accepts NULL. */
void profile_free(struct profile *profile);
