#ifndef COUNTS_H
#define COUNTS_H

#include <stdint.h>

#include "model/field.h"

/* What one measurement yields: events of one whole process, start-up included, by field. */
struct counts {
	uint64_t of[FIELD_COUNT];
};

#endif
