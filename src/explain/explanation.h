#pragma once

#include "explain/blocks.h"
#include "model/fields.h"
#include "util/order.h"

/* An explanation says what the counts of a cell are made of, or why the counts of two cells of
   a test differ: sums of their profiles by function, by kind of instruction, by source file and
   by source line, and the code in basic blocks. Nothing is left out, and all sums are exact: in
   every field, the rows of each group, and the blocks of all functions, sum to profile_spent.
   Numbers are totals over all iterations, as in a profile; explanation_value divides. */

/* Sides of arrays below. With one profile everything is on the first. */
enum { EXPLANATION_NORM, EXPLANATION_PUT, EXPLANATION_SIDES };

/* The cost of one side of a row. */
struct explanation_side {
	bool here;          /* the side has it, even if it costs nothing */
	int64_t iterations; /* that the numbers are totals over; see struct explanation */
	int64_t calls;      /* of a function; else 0 */
	int64_t spent[FIELD_COUNT];
	field_set lacks; /* counted fields that the side's engine does not count */
	int64_t spill;   /* of the field of that name, see profile_field */
	bool unknown_spill;
};

struct explanation_row {
	/* The function's, the first side's if both have it; the kind's; a line has its file,
	   as in the profile. What has no line of the user's is a row by itself: "libc.so.6",
	   "stl_vector.h", "no line". */
	char *name;
	unsigned line; /* in the file "name"; 0: the row is no single line */
	/* A function has the base name of its library or, in the program, of its source file.
	   A kind has the mnemonics that make most of its cost or difference, "pshufd, movd";
	   "no line" has the nearest lines before its instructions, "my.bench:5, my.bench:7".
	   NULL if it is unknown, and of other lines. */
	char *note;
	enum profile_owner owner; /* of a function */
	struct explanation_side sides[EXPLANATION_SIDES];
};

/* Rows by size of their difference; with one profile, by cost. Functions that cost something
   and that only one side has are before all others. */
struct explanation_group {
	struct explanation_row *rows;
	size_t n;
};

/* One instruction, or two side by side. */
struct explanation_line {
	const struct blocks_site *sides[EXPLANATION_SIDES]; /* NULL: this side has none */
	bool equal; /* the same instruction with the same counts; see struct explanation */
};

/* A basic block: instructions that follow each other and run equally often. With two profiles,
   a pair of blocks that correspond to each other, or one that only a side has. */
struct explanation_block {
	struct explanation_side sides[EXPLANATION_SIDES];
	/* The number of executions, less those of the loop without code: negative if only that
	   loop executes the block. Of a block of the loop, all executions. */
	int64_t executions[EXPLANATION_SIDES];
	bool equal; /* the same instructions with the same counts, at whatever addresses */
	bool loop;  /* its instructions are the loop's own */
	struct explanation_line *lines; /* by address on each side */
	size_t n;
};

/* A function, or two of the same name. */
struct explanation_function {
	const struct profile_function
	    *sides[EXPLANATION_SIDES]; /* NULL: only the other has it */
	bool equal; /* the same instructions with the same counts, at whatever addresses */
	struct explanation_block *blocks; /* by the cost of the side that costs more */
	size_t n;
};

struct explanation {
	/* The profiles to explain; the second one is NULL to explain the first alone. They must
	   outlive the explanation. */
	const struct profile *profiles[EXPLANATION_SIDES];
	/* The table divides the counts of a side by this: iterations, times the ops of an
	   iteration. */
	int64_t iterations[EXPLANATION_SIDES];
	field_set lacks[EXPLANATION_SIDES]; /* counted fields that its engine does not count */
	const struct fields *fields;        /* of the results; borrowed, too */
	enum field by; /* what rows and blocks are sorted by; may be derived */
	/* Code is equal if its counts in these fields are; Ir is always one of them. */
	field_set compared;

	size_t sides; /* 1 or 2 */
	struct explanation_side sums[EXPLANATION_SIDES];
	struct explanation_group by_function, by_kind, by_file, by_line;
	/* The code of each row of by_function, in the same order. */
	struct explanation_function *functions;
	struct blocks *blocks[EXPLANATION_SIDES]; /* of each function of a profile */
};

/* Makes an explanation from profiles. request: its members up to compared. */
struct explanation *explanation_make(const struct explanation *request);

/* Sets *v to the cost in a field, which may be derived, per iteration. Returns
   false if the field has no value there, such as what was not counted, a quotient with the
   divisor 0, the size of code, or calls and allocs, which are not of single instructions. */
bool explanation_value(const struct explanation *explanation,
    const struct explanation_side *side, enum field f, double *v);
/* The value of the second side less that of the first; with one profile, of the first. */
bool explanation_difference(const struct explanation *explanation,
    const struct explanation_side sides[EXPLANATION_SIDES], enum field f, double *v);
/* Adds what n sites of a profile cost to its side. */
void explanation_add(const struct explanation *explanation,
    struct explanation_side sides[EXPLANATION_SIDES], size_t side,
    const struct profile_site *sites, size_t n);
/* The cost in the field of the explanation's order on the side that costs more. */
double explanation_cost(const struct explanation *explanation,
    const struct explanation_side sides[EXPLANATION_SIDES]);

void explanation_free_group(struct explanation_group *group);
void explanation_free(struct explanation *explanation);
