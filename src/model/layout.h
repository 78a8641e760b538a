#ifndef LAYOUT_H
#define LAYOUT_H

/* Where a measured program's memory lies. Offsets in bytes, less than a page, for that is how
   far apart addresses of the same cache set are; multiples of LAYOUT_STEP. */
enum { LAYOUT_PAGE = 4096, LAYOUT_STEP = 16, LAYOUT_MOST = 255 };

struct layout {
	unsigned stack; /* by which its stack begins lower */
	unsigned heap; /* that are taken from its heap before the test, or the script, is run */
	unsigned code; /* by which a compiled test's code begins after the start of its page */
};

/* The layout of that number, the same in every run: 0 is the usual one, whose offsets are 0; no
   two of the others, up to LAYOUT_MOST, share an offset. */
struct layout layout_numbered(unsigned n);

#endif
