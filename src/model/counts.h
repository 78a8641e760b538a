#ifndef COUNTS_H
#define COUNTS_H

#include <stdint.h>

#include "model/field.h"

/* The result of one measurement: events of one whole process, including its start, by field. */
struct counts {
	uint64_t of[FIELD_COUNT];
};

/* A cell is measured in four processes: without the code and with it, in a short and in a long
   loop. */
enum variant { VARIANT_EMPTY, VARIANT_ACTIVE, VARIANT_COUNT };
enum length { LENGTH_SHORT, LENGTH_LONG, LENGTH_COUNT };

#endif
