#pragma once

#include "report/explain/explain_page.h"

/* Blocks of code in rows, with what corresponds to each other in the same row. */

enum explain_entry_kind {
	EXPLAIN_NOTHING, /* the side has nothing in that row */
	EXPLAIN_HEAD,    /* what the block costs */
	EXPLAIN_SOURCE,  /* the source line of the site that follows */
	EXPLAIN_SITE,
	EXPLAIN_REST /* what the instructions cost that are left out */
};

/* A row on one side. Strings are owned. */
struct explain_entry {
	enum explain_entry_kind kind;
	const struct explanation_block *block; /* of a head */
	const struct blocks_site *site;        /* of a source line, too */
	char *text;
	char mark; /* how a site differs from the other side's: see explain_listing_mark */
	/* A site also has: */
	char *count; /* as how many instructions it is counted, or "loop" */
	char *label; /* ".1:", or "" */
	char *note;  /* "Dr, COND_m 0.50": its events besides Ir, those of each time without
	                number */
};

/* Starts from {page, most, once}. */
struct explain_listing {
	const struct explain_page *page;
	size_t most; /* instructions of a block that are listed; 0: all */
	bool once;   /* blocks that are equal are listed on the first side only */
	struct explain_entry *sides[EXPLANATION_SIDES];
	size_t n[EXPLANATION_SIDES];
};

/* Adds a block to the sides that have it. */
void explain_listing_add(
    struct explain_listing *listing, const struct explanation_block *block);
/* Fills the shorter side up, so that what is added next is in the same row on both. */
void explain_listing_level(struct explain_listing *listing);
/* Tells how the sides of a row differ: '<', '>' and '|' as diff -y has them, or ' '. */
char explain_listing_mark(const struct explain_listing *listing, size_t row);
void explain_listing_free(struct explain_listing *listing);

/* Adds n blocks of a function as a table, in the order of their addresses, those of both sides
   beside each other, with arrows for jumps. The script shows which code belongs to a source
   line: it has "data-line" with the position of its row. */
void html_listing(
    const struct explain_page *page, const struct explanation_block *const *blocks, size_t n);
