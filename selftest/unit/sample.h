#pragma once

#include <stdlib.h>

#include "model/results.h"
#include "util/memory.h"
#include "util/text.h"

/* Small results for the unit tests: tests t0, t1, ... with the descs "desc 0", ... on puts p0,
   p1, ...; loop counts 10 and 20; no cell was tried. */
__attribute__((unused)) static struct results
sample_make(size_t tests, size_t puts)
{
	struct results results = {.loops = {10, 20}};

	for (size_t i = 0; i < tests; i++) {
		OWNED char *name = text_print("t%zu", i);

		test_set(tests_add(&results.tests, name), "desc", text_print("desc %zu", i), 0);
	}
	for (size_t i = 0; i < puts; i++) {
		struct put *put = puts_add(&results.puts);

		put->exe = memory_copy("exe");
		put->label = text_print("p%zu", i);
	}
	results_make_cells(&results);
	return results;
}

/* The cell was measured, and every field of it is 0 but f: that is tenths / 10. */
__attribute__((unused)) static void
sample_count(struct cell *cell, enum field f, long tenths)
{
	cell->measured = true;
	cell->counts[VARIANT_EMPTY][LENGTH_SHORT].of[f] = 1000;
	cell->counts[VARIANT_EMPTY][LENGTH_LONG].of[f] = 1100;
	cell->counts[VARIANT_ACTIVE][LENGTH_SHORT].of[f] = 50000;
	cell->counts[VARIANT_ACTIVE][LENGTH_LONG].of[f] = 50100 + (uint64_t)tenths;
}
