#ifndef COUNTS_H
#define COUNTS_H

#include <stdint.h>

#include "model/field.h"

/* The result of one measurement: events of one whole process, including its start, by field. */
struct counts {
	uint64_t of[FIELD_COUNT];
};

#endif
