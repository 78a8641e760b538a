#include <stdint.h>

#include "tap.h"
#include "util/embedded.h"
#include "outfile/cachegrind.h"

#define EVENTS "events: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw Bc Bcm Bi Bim\n"

static const struct counts untouched = {{11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23}};

/* Bytes in a block of exactly their size, so that a sanitizer sees whoever reads past it. */
static const char *
parse(const void *s, size_t n, struct counts *counts)
{
	char *block = malloc(n ? n : 1);
	const char *why;

	if (!block)
		abort();
	memcpy(block, s, n);
	*counts = untouched;
	why = cachegrind_parse_out(block + (n ? 0 : 1), n, FIELD_ALL, counts);
	free(block);
	return why;
}

static void
refuses(const char *s, const char *why)
{
	struct counts counts;

	is(parse(s, strlen(s), &counts), why, why);
	if (memcmp(&counts, &untouched, sizeof counts))
		ok(false, "and leaves the counts alone");
}

/* An out file is good to its last byte, and not before. */
static void
cut_out(const struct embedded *file)
{
	struct counts counts;
	size_t accepted = 0;

	for (size_t n = 0; n < file->n; n++)
		if (!parse(file->data, n, &counts) || memcmp(&counts, &untouched, sizeof counts))
			accepted++;
	ok(!accepted, "%s, cut anywhere", file->name);
}

#define SUMMARY EVENTS "summary: 1 2 3 4 5 6 7 "

static void
refuse_out(void)
{
	static const char *const wrong[][2] = {
	    {"", "it is cut off"},
	    {SUMMARY "8 9 10 11 12 13", "it is cut off"},
	    {EVENTS, "its last line is not a summary"},
	    {SUMMARY "8 9 10 11 12 13\n1 2\n", "its last line is not a summary"},
	    {"\n", "its last line is not a summary"},
	    {"summary: 1\n", "it has no line of events"},
	    {"xevents: Ir\nsummary: 1\n", "it has no line of events"},
	    {SUMMARY "8 9 10 11 12\n", "its summary has fewer numbers than events"},
	    {SUMMARY "8 9 10 11 12 13 14\n", "its summary has more numbers than events"},
	    {SUMMARY "-8 9 10 11 12 13\n", "its summary has something else where a number should be"},
	    {SUMMARY "8x 9 10 11 12 13\n", "a line of its summary is damaged"},
	    {SUMMARY "8,000 9 10 11 12 13\n", "a line of its summary is damaged"},
	    {SUMMARY "8 9 10 11 12 18446744073709551616\n", "a number of its summary is too large"},
	    {SUMMARY "8 9 10 11 12 99999999999999999999\n", "a number of its summary is too large"},
	    {"events: Ir Ir\nsummary: 1 2\n", "it names an event twice"},
	    {"events: ILmr I2mr\nsummary: 1 2\n", "it names an event twice"},
	    {"events: Ir \nsummary: 1\n", "it lacks some of the 13 fields"},
	    {"events:\nsummary:\n", "it lacks some of the 13 fields"},
	};

	for (size_t i = 0; i < COUNTOF(wrong); i++)
		refuses(wrong[i][0], wrong[i][1]);
}

static void
accept_out(void)
{
	static const char reordered[] = "cmd: ./x events: summary:\n"
	                                "events: Bim Bi Bcm Bc DLmw D1mw Dw other DLmr D1mr Dr ILmr I1mr Ir \n"
	                                "fl=summary: 1\nfn=events: Ir\n1 2\n"
	                                "summary: 1 2 3 4 5 6 7 77 8 9 10 11 12 18446744073709551615 \n";
	static const struct counts want = {{UINT64_MAX, 10, 7, 4, 2, 3, 1, 12, 9, 6, 11, 8, 5}};
	struct counts counts;

	is(parse(reordered, strlen(reordered), &counts), NULL, "events in another order, and one we do not know");
	ok(!memcmp(&counts, &want, sizeof want), "each goes to its field, 2^64 - 1 too");
}

int
main(void)
{
	refuse_out();
	accept_out();
	for (const struct embedded *file = embedded_files; file->name; file++)
		if (text_ends(file->name, ".cgout"))
			cut_out(file);
	return tap_done();
}
