#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The loop around a test's snippet, in the machine code of its object file. The loop jumps over
   the snippet unless it is active, which is the second argument of its function. This jump is
   found by following that argument along every path of the empty loop. Instructions on none of
   these paths are the snippet. */

struct loop;

/* path: of an object file with a function that is called symbol, or begins so, as do ranges
   that the compiler split off. Never NULL; if the file cannot be read or the jump is not found,
   nothing is known of the loop. program: that the file was linked to, which is read where
   link-time optimisation made its code; or NULL. The caller frees with loop_free, which accepts
   NULL. */
struct loop *loop_find(const char *path, const char *program, const char *symbol);
void loop_free(struct loop *loop);

/* Sets *size to the bytes of the snippet, without padding. Returns false if the jump was not
   found, or if not all of the code was understood. */
bool loop_size(const struct loop *loop, uint64_t *size);

/* Returns how many instructions of the snippet store to memory, or SIZE_MAX if it has no size.
   Those of functions that it calls, and what a call or push stores, do not count. */
size_t loop_stores(const struct loop *loop);

/* Instructions that take a processor as long as ten others. */
enum loop_costly {
	LOOP_COSTLY_KNOWN = 1,
	LOOP_COSTLY_DIVIDE = 2, /* or a square root */
	LOOP_COSTLY_LOCK = 4,
	LOOP_COSTLY_GATHER = 8,
	LOOP_COSTLY_REPEAT = 16
};

/* Returns a set of enum loop_costly: what the snippet has, not what it calls; 0 if it has no
   size, or another machine than x86-64. */
unsigned loop_costly(const struct loop *loop);

/* Returns true if the snippet has a size and can come to one of these functions of other files,
   directly or through functions of its own. NULL ends names. */
bool loop_can_call(const struct loop *loop, const char *const *names);

/* Returns true if the snippet can come to an instruction that code/split.h finds. If it is
   not known what the snippet is, so can the code around it. */
bool loop_splits(const struct loop *loop);

enum loop_content {
	LOOP_WORK,   /* anything else, or unknown */
	LOOP_MOVES,  /* also moves of registers and constants, and stores of constants */
	LOOP_NOTHING /* only nops and jumps */
};

/* Classifies a snippet that executes count instructions in one iteration. One that has another
   number of them is unknown. */
enum loop_content loop_content(const struct loop *loop, uint64_t count);

/* The instructions of the loop, rather than the snippet, that each iteration executes with the
   snippet only, or without it only: copies of registers, what saves and loads them, padding,
   jumps. count: how many more instructions an iteration executes with the snippet, which tells
   the ways through it apart; 0 if that is not known. */
enum { LOOP_EXTRA_UNKNOWN = 1 << 20 };
struct loop_extra {
	size_t most; /* may be executed; LOOP_EXTRA_UNKNOWN: both have paths of their own */
	/* All that they do is to go on elsewhere, and each iteration executes the same number
	   of them: "more" with the snippet, or -"more" without it. */
	bool exact;
	long more;
	size_t snippets; /* the copies of the snippet that were found */
	/* So many compute once, before the loop, what only the snippet reads: the compiler may
	   have moved them there from the snippet, or from setup. */
	size_t hoisted;
};
struct loop_extra loop_extra(const struct loop *loop, size_t count);
