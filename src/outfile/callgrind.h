#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/field.h"
#include "util/text.h"

/* The out file that callgrind writes with --dump-instr=yes and --dump-line=yes: what each
   instruction cost. Names are known by callgrind's numbers for them, indexes in these lists. */

struct callgrind_function {
	/* "(below main)", "0x00000000001090a0" without a symbol; "" of a profiler that knows no
	   names */
	const char *name;
	size_t binary, file;
};

/* The costs of an instruction itself. It may be listed more than once. */
struct callgrind_cost {
	size_t function;
	uint64_t address; /* of the binary's symbol table; in memory if the binary is "???" */
	size_t file;
	unsigned line; /* 0: unknown */
	uint64_t counts[FIELD_COUNT];
};

struct callgrind_call {
	size_t caller, callee;
	uint64_t address; /* of the instruction that calls */
	uint64_t target;  /* that it goes to */
	uint64_t calls;
};

struct callgrind_names {
	const char **v; /* NULL where a number is not used */
	size_t n;
};

struct callgrind_out {
	struct text text;                       /* that names point into */
	struct callgrind_names binaries, files; /* "???" where it is unknown */
	struct callgrind_function *functions;
	size_t function_count;
	struct callgrind_cost *costs;
	size_t cost_count;
	struct callgrind_call *calls;
	size_t call_count;
	bool jumps; /* calls has all jumps, because the profiler cannot tell them from calls */
};

/* Parses an out file, which it takes over and changes. Returns NULL, or a static sentence that
   says what is wrong ("it is cut off"). In either case the caller calls callgrind_free. */
const char *callgrind_parse(struct callgrind_out *out, struct text *text);
void callgrind_free(struct callgrind_out *out);
