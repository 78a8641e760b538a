#pragma once

#include "model/results.h"

/* By how much the iterations of a cell with VERDICT_VARYING differ, in Ir of one operation. Of
   another cell both are the same. */

struct variation {
	bool known;         /* the cell was measured again, and the file read says so */
	double least, most; /* of the two measurements */
	double percent;     /* the difference, of the first; INFINITY if that is 0 */
};

struct variation variation_of(const struct results *results, size_t test, size_t put);
/* "122.0 to 122.6, 0.5 %", with enough digits to tell the two apart; it must be known. The
   caller frees. */
char *variation_text(const struct variation *varied);
