#include <stdint.h>

#include "tap.h"
#include "util/array.h"
#include "util/embedded.h"
#include "util/memory.h"
#include "util/text.h"
#include "outfile/cachegrind.h"

#define BIT(field) (1u << (field))
#define EVENTS "events: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw Bc Bcm Bi Bim\n"

typedef const char *parse(const char *s, size_t n, struct counts *counts, field_set *found);

static const struct counts untouched = {{11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23}};

static const char *
parse_out(const char *s, size_t n, struct counts *counts, field_set *found)
{
	*found = FIELD_ALL;
	return cachegrind_parse_out(s, n, FIELD_ALL, counts);
}

/* Bytes in a block of exactly their size, so that a sanitizer sees whoever reads past it. */
static const char *
exactly(parse *function, const void *s, size_t n, struct counts *counts, field_set *found)
{
	char *block = malloc(n ? n : 1);
	const char *why;

	if (!block)
		abort();
	memcpy(block, s, n);
	*counts = untouched;
	why = function(block + (n ? 0 : 1), n, counts, found);
	free(block);
	return why;
}

static void
refuses(parse *function, const char *s, const char *why)
{
	struct counts counts;
	field_set found;

	is(exactly(function, s, strlen(s), &counts, &found), why, why);
	if (memcmp(&counts, &untouched, sizeof counts))
		ok(false, "and leaves the counts alone");
}

/* An out file is good to its last byte, and not before. */
static void
cut_out(const struct embedded *file)
{
	struct counts counts;
	field_set found;
	size_t accepted = 0;

	for (size_t n = 0; n < file->n; n++)
		if (!exactly(parse_out, file->data, n, &counts, &found) || memcmp(&counts, &untouched, sizeof counts))
			accepted++;
	ok(!accepted, "%s, cut anywhere", file->name);
}

/* A log that is cut may still hold some fields, but none with another value. */
static void
cut_summary(const struct embedded *file)
{
	struct counts whole, counts;
	field_set all, found;
	size_t wrong = 0;
	bool good = !exactly(cachegrind_parse_summary, file->data, file->n, &whole, &all);

	for (size_t n = 0; n < file->n; n++) {
		if (exactly(cachegrind_parse_summary, file->data, n, &counts, &found)) {
			wrong += memcmp(&counts, &untouched, sizeof counts) != 0;
			continue;
		}
		wrong += !good || (found & ~all) != 0;
		for (enum field f = 0; f < FIELD_COUNT; f++)
			wrong += counts.of[f] != (found & BIT(f) ? whole.of[f] : untouched.of[f]);
	}
	ok(!wrong, "%s, cut anywhere", file->name);
}

static void
cut_samples(void)
{
	for (const struct embedded *file = embedded_files; file->name; file++) {
		if (text_ends(file->name, ".cgout"))
			cut_out(file);
		else if (strchr("0123456789", *file->name))
			cut_summary(file);
	}
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
		refuses(parse_out, wrong[i][0], wrong[i][1]);
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
	field_set found;

	is(exactly(parse_out, reordered, strlen(reordered), &counts, &found), NULL,
	    "events in another order, and one we do not know");
	ok(!memcmp(&counts, &want, sizeof want), "each goes to its field, 2^64 - 1 too");
}

#define I "==7== I refs: 5\n"
#define CACHES \
	"==7== I1  misses: 1\n==7== LLi misses: 1\n==7== D refs: 3 (1 rd + 2 wr)\n" \
	"==7== D1  misses: 0 (0 rd + 0 wr)\n==7== LLd misses: 0 (0 rd + 0 wr)\n"

static void
refuse_summary(void)
{
	static const char *const wrong[][2] = {
	    {"", "it has no summary"},
	    {"I refs: 5\n", "it has no summary"},
	    {"==7==I refs: 5\n", "it has no summary"},
	    {"== == I refs: 5\n", "it has no summary"},
	    {"x==7== I refs: 5\n", "it has no summary"},
	    {"--7-- I refs: 5\n", "it has no summary"},
	    {"==8== Cachegrind\n" I, "it has no summary"},
	    {"==7== I refs: 5", "a line of its summary is damaged"},
	    {"==7== I refs: 5 6\n", "a line of its summary is damaged"},
	    {"==7== I refs: 5,67\n", "a line of its summary is damaged"},
	    {"==7== I refs: 5,6789\n", "a line of its summary is damaged"},
	    {"==7== I refs: ,678\n", "its summary has something else where a number should be"},
	    {"==7== I refs: \n", "its summary has something else where a number should be"},
	    {"==7== I refs: 18,446,744,073,709,551,616\n", "a number of its summary is too large"},
	    {"==7== I refs: 0\n", "its summary counts no instruction"},
	    {I "==7== Branches: 3 (1 cond + 1 ind)\n", "a sum in its summary is wrong"},
	    {I "==7== Branches: 2 (1 rd + 1 wr)\n", "a line of its summary is damaged"},
	    {I "==7== Branches: 2 (1 cond + 1 ind)\n", "its summary lacks some lines"},
	    {I "==7== D refs: 2 (1 rd + 1 wr)\n", "its summary lacks some lines"},
	};
	static const char *const files[][2] = {
	    {"3.19.cantopen.txt", "cachegrind could not open its out file"},
	    {"3.22.cantopen.txt", "cachegrind could not open its out file"},
	    {"3.19.badopt.txt", "it has no summary"},
	};

	for (size_t i = 0; i < COUNTOF(wrong); i++)
		refuses(cachegrind_parse_summary, wrong[i][0], wrong[i][1]);
	for (size_t i = 0; i < COUNTOF(files); i++)
		refuses(cachegrind_parse_summary, (const char *)embedded_find(files[i][0])->data, files[i][1]);
}

static void
accept_summary(const char *s, field_set want, uint64_t ir, const char *name)
{
	struct counts counts;
	field_set found = 0;

	is(exactly(cachegrind_parse_summary, s, strlen(s), &counts, &found), NULL, name);
	ok(found == want, "%s: its fields", name);
	ok(counts.of[FIELD_IR] == ir, "%s: its Ir", name);
}

int
main(void)
{
	field_set branches = BIT(FIELD_COND) | BIT(FIELD_IND) | BIT(FIELD_COND_M) | BIT(FIELD_IND_M);

	refuse_out();
	accept_out();
	refuse_summary();
	accept_summary(I, BIT(FIELD_IR), 5, "instructions alone");
	accept_summary(I CACHES, FIELD_ALL & ~branches, 5, "caches");
	accept_summary("==7== I refs: 18,446,744,073,709,551,615\n", BIT(FIELD_IR), UINT64_MAX, "2^64 - 1");
	accept_summary("==00:01:02:03.456 7== I   refs:  1234567\n", BIT(FIELD_IR), 1234567, "a time stamp, no commas");
	accept_summary(
	    I "==9== I refs: 6\n==9== Branches: 1\n", BIT(FIELD_IR), 5, "a child's summary is not the program's");
	accept_summary("==9== Cachegrind\n" I "==7== error: can't open x\n==9== I refs: 6\n", BIT(FIELD_IR), 6,
	    "what else is said is not either");
	accept_summary(I "the program's last words", BIT(FIELD_IR), 5, "text at the end");
	cut_samples();
	return tap_done();
}
