#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/samples.h"
#include "compare/calc.h"
#include "outfile/cachegrind.h"
#include "util/embedded.h"
#include "util/memory.h"
#include "util/message.h"
#include "util/text.h"

struct tap {
	unsigned run, failed;
};

__attribute__((format(printf, 3, 4))) static bool
samples_check(struct tap *tap, bool passed, const char *format, ...)
{
	va_list list;

	tap->run++;
	tap->failed += !passed;
	printf("%sok %u - ", passed ? "" : "not ", tap->run);
	va_start(list, format);
	vprintf(format, list);
	va_end(list);
	putchar('\n');
	return passed;
}

/* The lines of a file that is built in. */
static const char *
lines_of(const char *name)
{
	return (const char *)embedded_find(name)->data;
}

/* What a sample must yield. Without fields it must be refused. */
struct sample {
	char *name;
	field_set fields;
	struct counts counts;
};

/* "3.27.default.txt 736909 - - -": a count, or '-', for each field in their order. Returns what
   follows the line. */
static const char *
read_sample(const char *s, struct sample *sample)
{
	size_t n = strcspn(s, " \n");
	enum field f;
	char *end;

	*sample = (struct sample){.name = memory_copy_n(s, n)};
	for (s += n, f = 0; *s == ' '; s = end, f++) {
		sample->counts.of[f] = strtoull(s, &end, 10);
		if (end == s)
			end += strlen(" -");
		else
			sample->fields |= FIELD_BIT(f);
	}
	return s + 1;
}

static const char *
samples_parse(const struct embedded *file, struct counts *counts, field_set *found)
{
	const char *s = (const char *)file->data;

	if (text_ends(file->name, ".txt"))
		return cachegrind_parse_summary(s, file->n, counts, found);
	*found = FIELD_ALL;
	return cachegrind_parse_out(s, file->n, FIELD_ALL, counts);
}

static void
check_sample(struct tap *tap, const struct sample *sample)
{
	struct counts got = {{0}};
	field_set found = 0;
	const char *why = samples_parse(embedded_find(sample->name), &got, &found);

	if (!sample->fields) {
		samples_check(tap, why, "%s is refused", sample->name);
		return;
	}
	if (!samples_check(tap, !why, "%s is read", sample->name))
		printf("# %s\n", why);
	samples_check(tap, found == sample->fields, "%s, which fields it has", sample->name);
	for (enum field f = 0; f < FIELD_COUNT; f++)
		if (!samples_check(tap, got.of[f] == sample->counts.of[f], "%s, %s",
		        sample->name, field_name(f)))
			printf("#  got: %ju\n# want: %ju\n", (uintmax_t)got.of[f],
			    (uintmax_t)sample->counts.of[f]);
}

/* "10 20 0 1000 1020 1100 1121 0.1 a fraction": the loops, what each of the four processes
   spends before its test, what they spend then (empty short, empty long, active short, active
   long), the count that comes of it, and the name of the cell. Returns what follows the line.
 */
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
	        tap, got.known && got.v == want, "arithmetic,%.*s", (int)(s - end), end))
		printf("#  got: %.17g\n# want: %.17g\n", got.v, want);
	return s + 1;
}

int
samples_run(void)
{
	struct tap tap = {0};
	struct sample sample;

	for (const char *s = lines_of("samples.counts"); *s; free(sample.name)) {
		s = read_sample(s, &sample);
		check_sample(&tap, &sample);
	}
	for (const char *s = lines_of("cells.counts"); *s;)
		s = samples_check_cell(&tap, s);
	printf("1..%u\n", tap.run);
	return tap.failed ? STATUS_NO : STATUS_OK;
}
