#ifndef SIMILAR_H
#define SIMILAR_H

#include <stddef.h>
#include <stdint.h>

/* Pairs things of two sides that are similar. */

/* No partner. */
#define SIMILAR_NONE ((size_t)-1)

struct similar_pair {
	size_t of[2]; /* index of one thing on each side */
	double score;
};

/* Starts from {0}. */
struct similar_pairs {
	struct similar_pair *v;
	size_t n;
};

/* Lists of hashes, of which 0 stands for nothing. */
void similar_sort(uint64_t *hashes, size_t n);
/* Replaces repetitions in a sorted list by 0; it remains sorted. */
void similar_once(uint64_t *hashes, size_t n);
/* How many hashes of a sorted list are not 0. */
size_t similar_known(const uint64_t *hashes, size_t n);
/* How many of the hashes two sorted lists have in common. */
size_t similar_common(const uint64_t *a, size_t n, const uint64_t *b, size_t m);

void similar_add(struct similar_pairs *pairs, size_t a, size_t b, double score);
/* Marries the pairs, best score first, of which neither has a partner yet, and empties the
   list. partners: of each side, the index on the other one or SIMILAR_NONE. */
void similar_marry(struct similar_pairs *pairs, size_t *const partners[2]);

#endif
