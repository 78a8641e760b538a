#ifndef FIELD_H
#define FIELD_H

#include <stddef.h>

/* The 13 fields that are counted, by bench.pl's names and in its order. Behind them come those
   that every run has as well, and then those that its user defines. */
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
	FIELD_COUNT,
	FIELD_SIZE = FIELD_COUNT, /* bytes of machine code */
	FIELD_DERIVED,            /* this and all that follow are derived from others */
	FIELD_ESTIMATED_CYCLES = FIELD_DERIVED,
	FIELD_CEST,
	FIELD_FIRST_OWN, /* of the user's */
	FIELD_NONE = 32
};

/* A set of fields: bit 1 << f stands for field f. */
typedef unsigned field_set;
#define FIELD_ALL ((1u << FIELD_COUNT) - 1)

/* How many there are, the user's included: they are those below that. */
enum field field_count(void);
const char *field_name(enum field f);
/* The field whose name is the n bytes at name, or FIELD_NONE. */
enum field field_find(const char *name, size_t n);
/* A new field, whose name is the n bytes at name, at most FIELD_NAME_MOST; FIELD_NONE where
   there are 32 already. */
#define FIELD_NAME_MOST 31
enum field field_add(const char *name, size_t n);
/* "unknown field 'IR', perhaps 'Ir'; the fields are Ir ..."; the caller frees. */
char *field_unknown(const char *name, size_t n);
/* What stands behind the '_' of a counted field's name ("m", "m1", "mm"), or "". */
const char *field_suffix(enum field f);

#endif
