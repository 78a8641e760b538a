#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "cli/samples.h"
#include "compare/table.h"
#include "util/embedded.h"
#include "util/message.h"
#include "outfile/cachegrind.h"

struct tap {
	unsigned run, failed;
};

#define LENGTH(array) (sizeof(array) / sizeof *(array))
#define BIT(field) (1u << (field))
#define OF_BRANCHES (BIT(FIELD_COND) | BIT(FIELD_IND) | BIT(FIELD_COND_M) | BIT(FIELD_IND_M))

/* The counts in the samples, in the order of the fields: Ir, Dr, Dw, COND, IND, COND_m, IND_m,
   Ir_m1, Dr_m1, Dw_m1, Ir_mm, Dr_mm, Dw_mm. */
static const struct counts of_3_5 = {{27742716, 10955517, 4474773, 3303716, 120077, 53407, 9214,
    1432, 22905, 19280, 275, 3987, 18}};
static const struct counts of_3_9 = {{18515430290, 4810955382, 2204474773, 3120044981, 86200146,
    5502617, 1048590, 4671, 120447, 61034, 1723, 8805, 7216}};
static const struct counts of_3_9_nocache = {
    {104022, 24710, 11985, 17012, 1011, 2240, 214, 911, 1302, 640, 903, 1188, 633}};
static const struct counts of_3_16 = {
    {736834, 163996, 106525, 104178, 5590, 5305, 641, 622, 150, 171, 620, 150, 171}};
static const struct counts of_3_19 = {
    {736909, 163996, 106525, 104194, 5590, 5306, 641, 623, 149, 171, 621, 149, 171}};
static const struct counts of_directmapped = {
    {37065, 6759, 1452, 9889, 59, 1190, 37, 422, 155, 123, 422, 155, 123}};
static const struct counts of_timestamp = {{3004, 0, 0, 1000, 1, 10, 0, 1, 0, 0, 1, 0, 0}};
static const struct counts of_clienttext = {
    {40438, 7226, 1454, 10509, 59, 1263, 37, 426, 159, 123, 425, 159, 122}};
static const struct counts of_zerobranch_txt = {{6, 0, 1, 1, 1, 0, 0, 1, 0, 1, 1, 0, 1}};
static const struct counts of_zerobranch_cgout = {{6, 0, 1, 0, 0, 0, 0, 1, 0, 1, 1, 0, 1}};
static const struct counts of_3_24 = {
    {736909, 163996, 106525, 104194, 5590, 5306, 641, 623, 150, 172, 621, 150, 172}};

/* found: the fields in the file; 0: the file must be refused. */
static const struct sample {
	const char *name;
	field_set found;
	const struct counts *counts;
} samples[] = {
    {"3.5.cachebranch.txt", FIELD_ALL, &of_3_5},
    {"3.5.cachebranch.cgout", FIELD_ALL, &of_3_5},
    {"3.9.cachebranch.txt", FIELD_ALL, &of_3_9},
    {"3.9.nocache.txt", FIELD_ALL, &of_3_9_nocache},
    {"3.16.default.txt", FIELD_ALL & ~OF_BRANCHES, &of_3_16},
    {"3.16.branchonly.txt", BIT(FIELD_IR) | OF_BRANCHES, &of_3_16},
    {"3.16.cachebranch.txt", FIELD_ALL, &of_3_16},
    {"3.16.verbose.txt", FIELD_ALL, &of_3_16},
    {"3.16.default.cgout", 0, NULL},
    {"3.16.branchonly.cgout", 0, NULL},
    {"3.16.cachebranch.cgout", FIELD_ALL, &of_3_16},
    {"3.19.default.txt", FIELD_ALL & ~OF_BRANCHES, &of_3_19},
    {"3.19.branchonly.txt", BIT(FIELD_IR) | OF_BRANCHES, &of_3_19},
    {"3.19.cachebranch.txt", FIELD_ALL, &of_3_19},
    {"3.19.verbose.txt", FIELD_ALL, &of_3_19},
    {"3.19.default.cgout", 0, NULL},
    {"3.19.branchonly.cgout", 0, NULL},
    {"3.19.cachebranch.cgout", FIELD_ALL, &of_3_19},
    {"3.19.directmapped.cgout", FIELD_ALL, &of_directmapped},
    {"3.19.timestamp.txt", FIELD_ALL, &of_timestamp},
    {"3.19.clienttext.txt", FIELD_ALL, &of_clienttext},
    {"3.19.zerobranch.txt", FIELD_ALL, &of_zerobranch_txt},
    {"3.19.zerobranch.cgout", FIELD_ALL, &of_zerobranch_cgout},
    {"3.19.cantopen.txt", 0, NULL},
    {"3.19.badopt.txt", 0, NULL},
    {"3.22.cantopen.txt", 0, NULL},
    {"3.24.default.txt", BIT(FIELD_IR), &of_3_24},
    {"3.24.branchonly.txt", BIT(FIELD_IR) | OF_BRANCHES, &of_3_24},
    {"3.24.cachebranch.txt", FIELD_ALL, &of_3_24},
    {"3.24.verbose.txt", FIELD_ALL, &of_3_24},
    {"3.24.default.cgout", 0, NULL},
    {"3.24.branchonly.cgout", 0, NULL},
    {"3.24.cachebranch.cgout", FIELD_ALL, &of_3_24},
    {"3.27.default.txt", BIT(FIELD_IR), &of_3_24},
    {"3.27.branchonly.txt", BIT(FIELD_IR) | OF_BRANCHES, &of_3_24},
    {"3.27.cachebranch.txt", FIELD_ALL, &of_3_24},
    {"3.27.verbose.txt", FIELD_ALL, &of_3_24},
    {"3.27.default.cgout", 0, NULL},
    {"3.27.branchonly.cgout", 0, NULL},
    {"3.27.cachebranch.cgout", FIELD_ALL, &of_3_24},
};

#define ABOVE_DOUBLE 9007199254740993u   /* 2^53 + 1 */
#define ABOVE_INT64 9223372036854775809u /* 2^63 + 1 */

/* Cells whose counts are start + { empty short, empty long, active short, active long }. */
static const struct {
	const char *name;
	unsigned long loops[LENGTH_COUNT];
	uint64_t start, spent[4];
	double count;
} cells[] = {
    {"plain", {10, 20}, 0, {1000, 1020, 1100, 1220}, 10},
    {"a fraction", {10, 20}, 0, {1000, 1020, 1100, 1121}, 0.1},
    {"nothing", {10, 20}, 0, {1000, 1020, 1005, 1025}, 0},
    {"all zero", {10, 20}, 0, {0, 0, 0, 0}, 0},
    {"negative", {10, 20}, 0, {1000, 1020, 1100, 1095}, -2.5},
    {"less with more iterations", {10, 20}, 0, {50, 40, 100, 80}, -1},
    {"loop counts 1 and 3", {1, 3}, 0, {7, 7, 7, 11}, 2},
    {"loop counts 100 and 1100", {100, 1100}, 0, {0, 1000, 0, 8000}, 7},
    {"counts above 2^53", {10, 20}, ABOVE_DOUBLE, {0, 20, 1, 31}, 1},
    {"counts above 2^63", {10, 20}, ABOVE_INT64, {0, 20, 1, 31}, 1},
    {"counts up to 2^64 - 1", {10, 20}, UINT64_MAX - 40, {0, 20, 0, 40}, 2},
    {"a difference of 2^62", {1, 2}, 0, {0, 0, 0, 4611686018427387904}, 4611686018427387904.0},
    {"a difference of -2^62", {1, 2}, 0, {0, 4611686018427387904, 0, 0},
        -4611686018427387904.0},
};

__attribute__((format(printf, 3, 4))) static bool
check(struct tap *tap, bool passed, const char *format, ...)
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

static const char *
parse(const struct embedded *file, struct counts *counts, field_set *found)
{
	const char *s = (const char *)file->data, *dot = strrchr(file->name, '.');

	if (!strcmp(dot, ".txt"))
		return cachegrind_parse_summary(s, file->n, counts, found);
	*found = FIELD_ALL;
	return cachegrind_parse_out(s, file->n, FIELD_ALL, counts);
}

static void
check_field(
    struct tap *tap, const struct sample *sample, const struct counts *got, enum field f)
{
	uint64_t want = sample->found & BIT(f) ? sample->counts->of[f] : 0;

	if (!check(tap, got->of[f] == want, "%s, %s", sample->name, field_name(f)))
		printf("#  got: %ju\n# want: %ju\n", (uintmax_t)got->of[f], (uintmax_t)want);
}

static void
check_sample(struct tap *tap, const struct sample *sample)
{
	const struct embedded *file = embedded_find(sample->name);
	struct counts counts = {{0}};
	field_set found = 0;
	const char *why = "not built in";
	enum field f;

	if (file)
		why = parse(file, &counts, &found);
	if (!sample->found) {
		check(tap, file && why, "%s is refused", sample->name);
		return;
	}
	if (!check(tap, !why, "%s is read", sample->name))
		printf("# %s\n", why);
	check(tap, found == sample->found, "%s, which fields it has", sample->name);
	for (f = 0; f < FIELD_COUNT; f++)
		check_field(tap, sample, &counts, f);
}

static void
check_value(struct tap *tap, struct value got, bool known, double want, const char *name)
{
	if (check(tap, got.known == known && (!known || got.v == want), "arithmetic, %s", name))
		return;
	printf(got.known ? "#  got: %.17g\n" : "#  got: unknown\n", got.v);
	printf(known ? "# want: %.17g\n" : "# want: unknown\n", want);
}

static void
check_counts(struct tap *tap)
{
	struct cell cell = {.measured = true};
	struct value value;
	size_t i, j;

	for (i = 0; i < LENGTH(cells); i++) {
		for (j = 0; j < 4; j++)
			cell.counts[j / 2][j % 2].of[FIELD_DW_MM] =
			    cells[i].start + cells[i].spent[j];
		value = calc_count(&cell, cells[i].loops, FIELD_DW_MM);
		check_value(tap, value, true, cells[i].count, cells[i].name);
	}
	cell.measured = false;
	value = calc_count(&cell, cells[0].loops, FIELD_DW_MM);
	check_value(tap, value, false, 0, "not measured");
}

static void
check_ratios(struct tap *tap, struct comparison *comparison)
{
	const struct table ratios = {comparison, false};

	comparison->norm = 0;
	check_value(tap, table_value(&ratios, 0, 0, FIELD_IR), true, 1, "the norm is 100 %");
	check_value(
	    tap, table_value(&ratios, 0, 1, FIELD_IR), true, 2, "half the count is 200 %");
	check_value(tap, table_value(&ratios, 1, 1, FIELD_IR), true, 1, "both 0 is 100 %");
	check_value(tap, table_value(&ratios, 2, 1, FIELD_IR), false, 0, "0 to 5 is unknown");
	check_value(tap, table_average(&ratios, 1, FIELD_IR), true, 3 / 1.75,
	    "ratios have a harmonic average, without the unknown");

	comparison->norm = 1;
	check_value(
	    tap, table_value(&ratios, 0, 0, FIELD_IR), true, 0.5, "twice the count is 50 %");
	check_value(tap, table_value(&ratios, 2, 0, FIELD_IR), false, 0, "5 to 0 is unknown");
}

static void
check_raw(struct tap *tap, const struct comparison *comparison)
{
	const struct table counts = {comparison, true};

	check_value(tap, table_value(&counts, 3, 1, FIELD_IR), true, 2, "a raw count");
	check_value(tap, table_average(&counts, 1, FIELD_IR), true, 3,
	    "raw counts have an arithmetic average");
}

/* Four tests on two puts, which differ in Ir. */
static void
check_tables(struct tap *tap)
{
	static const uint64_t spent[4][2] = {{10, 5}, {0, 0}, {0, 5}, {8, 2}};
	struct test tests[4] = {{.ops = 1}, {.ops = 1}, {.ops = 1}, {.ops = 1}};
	struct put puts[2] = {{.label = ""}};
	struct cell table_cells[8] = {{.measured = false}};
	struct results results = {.loops = {10, 20},
	    .tests = {.v = tests, .n = 4},
	    .puts = {puts, 2},
	    .cells = table_cells};
	struct comparison comparison;
	size_t i;

	for (i = 0; i < 8; i++) {
		table_cells[i].measured = true;
		table_cells[i].counts[VARIANT_ACTIVE][LENGTH_LONG].of[FIELD_IR] =
		    spent[i / 2][i % 2] * 10;
	}
	comparison_make(&comparison, &results, &(struct view){.fields = 1u << FIELD_IR});
	check_ratios(tap, &comparison);
	check_raw(tap, &comparison);
	comparison_free(&comparison);
}

int
samples_run(void)
{
	struct tap tap = {0};
	size_t i;

	for (i = 0; i < LENGTH(samples); i++)
		check_sample(&tap, &samples[i]);
	check_counts(&tap);
	check_tables(&tap);
	printf("1..%u\n", tap.run);
	return tap.failed ? STATUS_NO : STATUS_OK;
}
