#pragma once

/* The places of the memory of a measured program, and what was done there before. Offsets are
   bytes, multiples of MEMORY_LAYOUT_GRAIN and less than a page: addresses a page apart belong
   to the same cache set. */
enum { MEMORY_LAYOUT_PAGE = 4096, MEMORY_LAYOUT_GRAIN = 16, MEMORY_LAYOUT_MOST = 255 };
/* A layout has fewer variables than this, and none is of a larger size. */
enum { MEMORY_LAYOUT_VARIABLES = 64 };

struct memory_layout {
	unsigned stack; /* how much lower its stack begins */
	unsigned heap;  /* how much is allocated before the test, or the script, runs */
	unsigned code;  /* how far after the start of a page a compiled test's code begins */
	/* A script makes so many variables before the test: the pools and tables of
	   interpreters hold them, too. */
	unsigned variables;
	unsigned seed; /* of what the program draws by chance, which is pinned */
};

/* The layout with that number, which is the same in every run. 0 is the usual one, without
   offsets; no two others, up to MEMORY_LAYOUT_MOST, share an offset. */
struct memory_layout memory_layout_numbered(unsigned n);
