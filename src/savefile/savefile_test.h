#ifndef SAVEFILE_TEST_H
#define SAVEFILE_TEST_H

#include "savefile/savefile_reader.h"

/* A test in a saved file. */

/* Its parts, an object of strings. bench.pl requires a desc in every test. */
void savefile_test_add_parts(struct text *t, const struct results *results, size_t test);
void savefile_test_read_parts(struct savefile_reader *r, const json_t *json);

/* In cgbench's extension: where the test and each of its parts were defined, and what is known
   of its cells besides their counts:
       {"file": "a.bench", "dir": "/home/x", "line": 7, "lines": {"code": 8, ...},
        "texts": ["0123456789abcdef", null, ...], "sizes": [12, ...], "calls": [1, ...],
        "verdicts": {label: ["folded", ...], ...}, "again": {label: "120", ...},
        "jitter": {label: [{"stack": 2512, "heap": 1584, "code": 1136, "counts": [...]}, ...]},
        "times": {label: {...}, ...}}
   A list has an element for each put, null if it is unknown; counts is null if the cell failed
   in that layout. What no cell has is left out. */
void savefile_test_add_own(struct text *t, const struct results *results, size_t test);
/* Reads it of the current test. */
void savefile_test_read_own(struct savefile_reader *r, const json_t *json);

#endif
