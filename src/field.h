#ifndef FIELD_H
#define FIELD_H

#include <stddef.h>

/* The 13 fields, by bench.pl's names and in its order. */
enum field {
	FIELD_IR,
	FIELD_DR,
	FIELD_DW,
	FIELD_COND,
	FIELD_IND,
	FIELD_COND_M,
	FIELD_IND_M,
	FIELD_IR_M1,
	FIELD_DR_M1,
	FIELD_DW_M1,
	FIELD_IR_MM,
	FIELD_DR_MM,
	FIELD_DW_MM,
	FIELD_COUNT
};

/* A set of fields: bit 1 << f stands for field f. */
typedef unsigned field_set;
#define FIELD_ALL ((1u << FIELD_COUNT) - 1)

const char *field_name(enum field f);
/* The field whose name is the n bytes at name, or FIELD_COUNT. */
enum field field_find(const char *name, size_t n);
/* What stands behind the '_' of its name ("m", "m1", "mm"), or "". */
const char *field_suffix(enum field f);

#endif
