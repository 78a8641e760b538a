#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/commands.h"
#include "compare/calc.h"
#include "outfile/cachegrind.h"
#include "util/embedded.h"
#include "util/memory.h"
#include "util/message.h"
#include "util/text.h"

struct tap {
	unsigned run, failed;
};

static bool
samples_check(struct tap *tap, bool passed, const char *what, const char *name, size_t n)
{
	tap->run++;
	tap->failed += !passed;
	printf("%sok %u - %s%.*s\n", passed ? "" : "not ", tap->run, what, (int)n, name);
	return passed;
}

/* "3.27.cachebranch.cgout 736909 163996 ...": the sample must yield this count of each field in
   their order; without a count it must be refused. Returns what follows the line. */
static const char *
samples_check_file(struct tap *tap, const char *line)
{
	size_t n = strcspn(line, " \n");
	OWNED char *name = memory_copy_n(line, n);
	const struct embedded *file = embedded_find(name);
	const char *s = line + n, *why;
	bool wanted = *s == ' ';
	struct counts want = {{0}}, got = {{0}};

	for (enum field f = 0; *s == ' '; s += 1 + strcspn(s + 1, " \n"), f++)
		want.of[f] = strtoull(s, NULL, 10);
	why = cachegrind_parse_out((const char *)file->data, file->n, FIELD_ALL, &got);
	if (!wanted)
		samples_check(tap, why, "must be refused: ", name, n);
	else if (!samples_check(tap, !why, "is read: ", name, n))
		printf("# %s\n", why);
	for (enum field f = 0; f < FIELD_COUNT; f++)
		if (got.of[f] != want.of[f])
			printf("# %s: got %ju, want %ju\n", field_rows[f].name,
			    (uintmax_t)got.of[f], (uintmax_t)want.of[f]);
	samples_check(tap, !memcmp(&got, &want, sizeof got), "has its counts: ", name, n);
	return s + 1;
}

/* Checks "10 20 0 1000 1020 1100 1121 0.1 a fraction": the loops, what each of the four
   processes spends before its test, what they spend then (empty short, empty long, active
   short, active long), the count that comes of it, and the name of the cell. Returns what
   follows the line. */
static const char *
samples_check_cell(struct tap *tap, const char *s)
{
	struct cell cell = {.measured = true};
	unsigned long loops[LENGTH_COUNT];
	struct value got;
	uint64_t start;
	double want;
	char *end;

	loops[LENGTH_SHORT] = strtoul(s, &end, 10);
	loops[LENGTH_LONG] = strtoul(end, &end, 10);
	start = strtoull(end, &end, 10);
	for (size_t i = 0; i < 4; i++)
		cell.counts[i / 2][i % 2].of[FIELD_DW_MM] = start + strtoull(end, &end, 10);
	want = strtod(end, &end);
	s = strchr(end, '\n');
	got = calc_count(&cell, loops, FIELD_DW_MM);
	if (!samples_check(
	        tap, got.known && got.v == want, "arithmetic,", end, (size_t)(s - end)))
		printf("#  got: %.17g\n# want: %.17g\n", got.v, want);
	return s + 1;
}

int
samples_run(void)
{
	struct tap tap = {0};

	for (const char *s = (const char *)embedded_find("samples.counts")->data; *s;)
		s = samples_check_file(&tap, s);
	for (const char *s = (const char *)embedded_find("cells.counts")->data; *s;)
		s = samples_check_cell(&tap, s);
	printf("1..%u\n", tap.run);
	return tap.failed ? STATUS_NO : STATUS_OK;
}
