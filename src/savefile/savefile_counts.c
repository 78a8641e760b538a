#include <inttypes.h>
#include <string.h>

#include "savefile/savefile_counts.h"
#include "util/array.h"

/* Each part counts some events of its whole, so it cannot be more. */
static const struct {
	enum field part, whole;
} parts[] = {
    {FIELD_IR_M1, FIELD_IR},
    {FIELD_IR_MM, FIELD_IR_M1},
    {FIELD_DR_M1, FIELD_DR},
    {FIELD_DR_MM, FIELD_DR_M1},
    {FIELD_DW_M1, FIELD_DW},
    {FIELD_DW_MM, FIELD_DW_M1},
    {FIELD_COND_M, FIELD_COND},
    {FIELD_IND_M, FIELD_IND},
};

void
savefile_counts_check(struct savefile_reader *r, const struct counts *counts)
{
	const uint64_t *of = counts->of;

	for (enum field f = 0; f < FIELD_COUNT; f++)
		if (of[f] > READER_MOST) {
			jsonfile_enter(&r->file, field_name(f));
			jsonfile_wrong(&r->file, "is too large");
		}
	for (size_t i = 0; i < COUNTOF(parts); i++)
		if (of[parts[i].part] > of[parts[i].whole]) {
			jsonfile_enter(&r->file, field_name(parts[i].part));
			jsonfile_wrong(&r->file,
			    "%" PRIu64 " is more than the %" PRIu64 " of %s", of[parts[i].part],
			    of[parts[i].whole], field_name(parts[i].whole));
		}
}

static const char *const names[VARIANT_COUNT][LENGTH_COUNT] = {
    {"empty short", "empty long"}, {"active short", "active long"}};

/* Returns false for a command without an empty loop, and for one that is measured once. */
static bool
savefile_counts_is_needed(const struct test *test, enum variant v)
{
	const struct part *code = test_part(test, PART_CODE);

	return !test->once && (v == VARIANT_ACTIVE || test_part(test, PART_EMPTY) ||
	                          !strstr(part_text(code), "@count@"));
}

/* Starts of processes differ by at most NOISE, or by one part in SHARE. */
enum { NOISE = 64, SHARE = 4 };

/* All four processes start alike, and what runs after the start only adds to it. "pre" runs in
   each of them, and its first run does the same: "code" may only change the later ones. */
static void
check_field(struct savefile_reader *r, enum field f)
{
	struct counts(*of)[LENGTH_COUNT] = r->cell->counts;
	const unsigned long *loops = r->results->loops;
	const unsigned long ratio = loops[LENGTH_LONG] / loops[LENGTH_SHORT] + 1;
	uint64_t shorter = of[VARIANT_EMPTY][LENGTH_SHORT].of[f];
	uint64_t longer = of[VARIANT_EMPTY][LENGTH_LONG].of[f];
	uint64_t share = loops[LENGTH_SHORT] > SHARE ? loops[LENGTH_SHORT] : SHARE;
	uint64_t least = shorter > NOISE ? (shorter - NOISE - 1) / share + 1 : 0;

	for (enum variant v = 0; v < VARIANT_COUNT; v++)
		for (enum length l = 0; l < LENGTH_COUNT; l++)
			if (of[v][l].of[f] < least)
				jsonfile_wrong(&r->file,
				    "%s %" PRIu64 " (%s) is far below %" PRIu64
				    " (empty short)",
				    field_name(f), of[v][l].of[f], names[v][l], shorter);
	/* Twice as many iterations of "pre" may take eight times as long, as a cube does. */
	if (longer > NOISE && (longer - NOISE) / ratio / ratio > shorter)
		jsonfile_wrong(&r->file,
		    "%s %" PRIu64 " (empty long) is too much for %" PRIu64 " (empty short)",
		    field_name(f), longer, shorter);
}

void
savefile_counts_check_cell(struct savefile_reader *r)
{
	const struct test *test = &r->results->tests.v[r->test];

	for (enum variant v = 0; v < VARIANT_COUNT; v++)
		for (enum length l = 0; l < LENGTH_COUNT; l++)
			if (!r->cell->counts[v][l].of[FIELD_IR] &&
			    savefile_counts_is_needed(test, v))
				jsonfile_wrong(&r->file,
				    "Ir is 0 (%s), but every process executes instructions",
				    names[v][l]);
	/* The empty variant of a command is another command. */
	for (enum field f = 0; f < FIELD_COUNT && !test->once && !test_part(test, PART_EMPTY);
	     f++)
		check_field(r, f);
	if (results_spent(r->cell, test->once, FIELD_IR) < 0)
		r->cell->verdicts |= 1u << VERDICT_EMPTY;
}
