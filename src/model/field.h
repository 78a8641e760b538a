#pragma once

#include <stddef.h>
#include <stdint.h>

/* The built-in fields, a row each: X(ID, name, event, noun, meaning). name is bench.pl's, in
   whose order the counted ones come first; event is cachegrind's name of what is counted;
   meaning is the formula of a derived field. size is known from the object file, and what
   follows it up to the derived fields from a profile (profile_field).
   EstimatedCycles: gungraun (iai-callgrind) and iai before it show L1hits + 5 LLhits + 35
   RamHits, by Itamar Turner-Trauring,
   https://pythonspeed.com/articles/consistent-benchmarking-in-ci/. RamHits = mm, LLhits = m1 -
   mm, L1hits = all accesses - m1: an access that misses the last level has missed the first one
   before.
   CEst: kcachegrind (libcore/globalconfig.cpp) shows "Ir + 10 Bm + 10 L1m + 20 Ge + 100 L2m +
   100 LLm". L2m is what LLm was called before valgrind 3.6; cachegrind does not count Ge, the
   global bus events. */
#define FIELD_ROWS(X) \
	X(IR, "Ir", "Ir", "instructions", NULL) \
	X(DR, "Dr", "Dr", "data reads", NULL) \
	X(DW, "Dw", "Dw", "data writes", NULL) \
	X(COND, "COND", "Bc", "conditional branches", NULL) \
	X(IND, "IND", "Bi", "indirect branches", NULL) \
	X(COND_M, "COND_m", "Bcm", "mispredictions", NULL) \
	X(IND_M, "IND_m", "Bim", "mispredictions", NULL) \
	X(IR_M1, "Ir_m1", "I1mr", "first-level misses", NULL) \
	X(DR_M1, "Dr_m1", "D1mr", "first-level misses", NULL) \
	X(DW_M1, "Dw_m1", "D1mw", "first-level misses", NULL) \
	X(IR_MM, "Ir_mm", "ILmr", "last-level misses", NULL) \
	X(DR_MM, "Dr_mm", "DLmr", "last-level misses", NULL) \
	X(DW_MM, "Dw_mm", "DLmw", "last-level misses", NULL) \
	X(SIZE, "size", NULL, "bytes", "bytes of machine code") \
	X(CALLS, "calls", NULL, "calls", "calls of functions") \
	X(ALLOCS, "allocs", NULL, "allocations", "calls of malloc and the like, and of new") \
	X(SPILL, "spill", NULL, "accesses", "loads and stores of the stack frame") \
	X(ESTIMATED_CYCLES, "EstimatedCycles", NULL, "cycles", \
	    "Ir+Dr+Dw + 4*(Ir_m1+Dr_m1+Dw_m1) + 30*(Ir_mm+Dr_mm+Dw_mm)") \
	X(CEST, "CEst", NULL, "cycles", \
	    "Ir + 10*(COND_m+IND_m) + 10*(Ir_m1+Dr_m1+Dw_m1) + 100*(Ir_mm+Dr_mm+Dw_mm)")

#define FIELD_ID(id, name, event, noun, meaning) FIELD_##id,
enum field {
	FIELD_ROWS(FIELD_ID) FIELD_FIRST_OWN, /* this and all that follow are the user's */
	FIELD_COUNT = FIELD_SIZE,             /* fields before this one are counted */
	FIELD_PROFILED = FIELD_CALLS, /* this and those before FIELD_DERIVED need a profile */
	FIELD_DERIVED = FIELD_ESTIMATED_CYCLES, /* this and all that follow are derived */
	FIELD_PROFILED_COUNT = FIELD_DERIVED - FIELD_PROFILED,
	FIELD_NONE = FIELD_FIRST_OWN + 16
};
#undef FIELD_ID

/* A set of fields, a bit each. */
typedef uint64_t field_set;
#define FIELD_BIT(f) ((field_set)1 << (f))
#define FIELD_ALL (FIELD_BIT(FIELD_COUNT) - 1)
/* QEMU counts these; it lacks the rest of FIELD_ALL. */
#define FIELD_QEMU (FIELD_BIT(FIELD_IR) | FIELD_BIT(FIELD_DR) | FIELD_BIT(FIELD_DW))
/* Single-stepping counts these, */
#define FIELD_STEP (FIELD_QEMU | FIELD_BIT(FIELD_COND) | FIELD_BIT(FIELD_IND))
/* and these on machines whose accesses are not decoded. */
#define FIELD_FLOW (FIELD_BIT(FIELD_IR) | FIELD_BIT(FIELD_COND) | FIELD_BIT(FIELD_IND))
/* These count data accesses. */
#define FIELD_ACCESSES (FIELD_BIT(FIELD_DR) | FIELD_BIT(FIELD_DW) | FIELD_BIT(FIELD_SPILL))
#define FIELD_ALL_PROFILED (FIELD_BIT(FIELD_DERIVED) - FIELD_BIT(FIELD_PROFILED))

/* The result of one measurement: events of one whole process, including its start, by field. */
struct counts {
	uint64_t of[FIELD_COUNT];
};

/* A cell is measured in four processes: without the code and with it, in a short and in a long
   loop. */
enum variant { VARIANT_EMPTY, VARIANT_ACTIVE, VARIANT_COUNT };
enum length { LENGTH_SHORT, LENGTH_LONG, LENGTH_COUNT };
/* A loop over the four measurements of a cell, which declares v and l. */
/* NOLINTBEGIN(bugprone-macro-parentheses) */
#define EACH_MEASUREMENT(v, l) \
	for (enum variant v = 0; v < VARIANT_COUNT; v++) \
		for (enum length l = 0; l < LENGTH_COUNT; l++)
/* NOLINTEND(bugprone-macro-parentheses) */

/* The built-in fields. */
extern const struct field_row {
	const char *name, *event, *noun; /* event: NULL unless the field is counted */
	const char *meaning; /* its formula, or a few words; NULL of a counted one */
} field_rows[FIELD_FIRST_OWN];
/* The part after the '_' in the name of a counted field ("m", "m1", "mm"), or "". */
const char *field_suffix(enum field f);

/* The field whose name is the n bytes at name, or FIELD_NONE. names: those of all fields, ended
   by NULL. */
enum field field_find(const char *const *names, const char *name, size_t n);
/* "unknown field 'IR', perhaps 'Ir'; the fields are Ir ..."; the caller frees. */
char *field_unknown(const char *const *names, const char *name, size_t n);
