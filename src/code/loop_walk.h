#pragma once

#include "code/instruction.h"
#include "code/object.h"

/* The paths of the empty loop through a test's function: which instructions are on one of them,
   and where they jump around the snippet. */

enum { LOOP_RANGES = 16, LOOP_SLOTS = 8 };

/* The state at the start of an instruction that the empty loop executes. */
struct loop_state {
	bool reached;
	bool tested;        /* the zero flag tells whether the loop is active */
	bool repeated;      /* the jump over the snippet was before */
	uint8_t slots;      /* a set: places in the frame that hold the argument, */
	uint32_t registers; /* and registers */
};

/* An instruction, which is read once: the paths through it are followed many times. */
struct loop_read {
	struct instruction instruction;
	struct instruction_registers registers; /* if they are known */
	bool known;
};

/* A function, or a range that was split off. begin and end are offsets in its section. */
struct loop_range {
	size_t section;
	uint64_t begin, end;
	bool entered;              /* by a call, not only by a jump */
	struct loop_state *states; /* for every byte; owned by the loop */
	struct loop_read **reads;  /* the same, NULL for what was not read yet; or NULL */
};

struct loop {
	struct object object; /* its machine is EM_NONE if it was not read */
	struct loop_range ranges[LOOP_RANGES];
	size_t range_count;
	struct operand slots[LOOP_SLOTS]; /* those that ever hold the argument */
	size_t slot_count;
	bool reloads;   /* each iteration loads the argument from the frame */
	bool go;        /* the function is Go's, by its name */
	bool uncertain; /* something was not understood */
	bool changed;   /* in this pass over the code */
};

/* A place in the code: an offset in the section of a range; range is NULL for one that is
   outside. */
struct loop_spot {
	const struct loop_range *range;
	uint64_t at;
};

/* Follows every path of the empty loop. */
void loop_walk(struct loop *loop);

/* Adds a range of the object's code, and frees all of them. */
void loop_walk_add_range(struct loop *loop, const struct loop_range *range);
void loop_walk_free_ranges(struct loop *loop);

bool loop_walk_is_x86(const struct loop *loop);
const unsigned char *loop_walk_bytes(const struct loop *loop, struct loop_spot spot);
struct instruction loop_walk_read(const struct loop *loop, struct loop_spot spot);
/* Returns the registers that the instruction at a spot uses. */
struct instruction_registers loop_walk_used(const struct loop *loop, struct loop_spot spot);
/* Does the same, but a call uses the registers of its function if that is in the object and
   short, as gcc then knows them, too. */
struct instruction_registers loop_walk_registers(
    const struct loop *loop, struct loop_spot spot);
/* Returns the spot behind the instruction. */
struct loop_spot loop_walk_next(struct loop_spot spot, const struct instruction *i);
/* The places where the code may go on after an instruction; a range is NULL where it does not,
   or outside. */
struct loop_ways {
	struct loop_spot next, target;
};
struct loop_ways loop_walk_ways(
    const struct loop *loop, struct loop_spot spot, const struct instruction *i);
struct loop_state *loop_walk_state(struct loop_spot spot);
/* Goes on to the next byte of all ranges, from the first one on if the spot is nowhere. Returns
   false behind the last one. */
bool loop_walk_next_spot(const struct loop *loop, struct loop_spot *spot);
/* Returns true if the instruction, at a spot with that state, is the jump around the snippet.
 */
bool loop_walk_guards(
    const struct loop *loop, const struct loop_state *state, const struct instruction *i);
/* Returns where the code goes on from that jump with the snippet, or without it. */
struct loop_spot loop_walk_around(const struct loop *loop, struct loop_spot guard, bool with);
/* Finds the target of a jump, branch or call: an offset in a section of the object. With a
   relocation, it is another section or function. Returns false if it is in no object that is
   known. */
bool loop_walk_place(const struct loop *loop, struct loop_spot from,
    const struct instruction *jump, size_t *section, uint64_t *at);
/* Returns the symbol of the function in the object that a jump or call leads into, or NULL.
   Sets *range to its code, without states, and *spot to the target in it. */
const Elf64_Sym *loop_walk_callee(const struct loop *loop, struct loop_spot from,
    const struct instruction *jump, struct loop_range *range, struct loop_spot *spot);
/* Returns that target as a spot. */
struct loop_spot loop_walk_target(
    const struct loop *loop, struct loop_spot from, const struct instruction *jump);
/* Code that keeps the argument in a frame at rbp, or elsewhere loads it in each iteration, was
   not optimised: no compiler emptied or folded it, and a move in it is what the source says. */
bool loop_walk_is_optimised(const struct loop *loop);
/* Returns true if the code goes on from a spot of the snippet, which the jump at guard skips,
   as it does without the snippet, but for *more jumps and nops more. */
bool loop_goes_on(const struct loop *loop, struct loop_spot guard, struct loop_spot spot,
    struct loop_spot without, long *more);
