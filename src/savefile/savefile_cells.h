#pragma once

#include "savefile/savefile_member.h"

/* A test in a saved file. */

/* Its parts, an object of strings. bench.pl requires a desc in every test. */
bool savefile_cells_add_parts(struct text *t, const struct member_of *of);
void savefile_cells_read_parts(struct savefile_reader *r, const json_t *json);

/* The counts of a cell:
       [[empty short, empty long], [active short, active long]]
   each of the four an object of fields with strings of digits, without those that QEMU does
   not count. The cell that they are read into is measured afterwards. */
bool savefile_cells_add_counts(struct text *t, const struct member_of *of);
void savefile_cells_read_counts(struct savefile_reader *r, const json_t *json);

/* In cgbench's extension: where the test and each of its parts were defined, and what is known
   of its cells besides their counts:
       {"file": "a.bench", "dir": "/home/x", "line": 7, "lines": {"code": 8, ...},
        "texts": ["0123456789abcdef", null, ...], "sizes": [12, ...], "calls": [1, ...],
        "verdicts": {label: ["folded", ...], ...}, "again": {label: "120", ...},
        "corrected": {label: -30, ...},
        "shared": {label: [["x", "position.x", ...], ["y", ...]], ...},
        "reads": {label: ["network", ...], ...},
        "processes": {label: [[[{"command": "sh -c a", "forked": false, "counts": {...}}, ...],
                               ...], ...], ...},
        "jitter": {label: [{"stack": 2512, "heap": 1584, "code": 1136,
                             "variables": 11, "seed": 1, "counts": [...]}, ...]},
        "times": {label: {...}, ...}}
   A list has an element for each put, null if it is unknown; counts is null if the cell failed
   in that layout. A member that no cell has is left out. times has the samples of a clock:
       {"turns": [262144, 32768], "step": 25, "samples": [[1,2,3,4,5,6], ...]}
   turns: the iterations of the short loop, empty and active; step and samples: in ns. A sample
   is what empty short, empty long, active short and active long took, and the fixed loop in the
   process of the empty and of the active variant. */
bool savefile_cells_add_own(struct text *t, const struct member_of *of);
/* Reads it of the current test. */
void savefile_cells_read_own(struct savefile_reader *r, const json_t *json);
