#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "model/chance.h"
#include "savefile/savefile_cells.h"
#include "savefile/savefile_reader.h"
#include "util/array.h"
#include "util/file.h"
#include "util/jsontext.h"
#include "util/memory.h"

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

/* Checks one measurement by itself: more misses than accesses, or a number above 2^53. */
static void
savefile_cells_check(struct savefile_reader *r, const struct counts *counts)
{
	const uint64_t *of = counts->of;

	for (enum field f = 0; f < FIELD_COUNT; f++)
		if (of[f] > READER_MOST) {
			jsonfile_enter(&r->file, field_rows[f].name);
			jsonfile_wrong(&r->file, "is too large");
		}
	for (size_t i = 0; i < COUNTOF(parts); i++)
		if (of[parts[i].part] > of[parts[i].whole]) {
			jsonfile_enter(&r->file, field_rows[parts[i].part].name);
			jsonfile_wrong(&r->file,
			    "%" PRIu64 " is more than the %" PRIu64 " of %s", of[parts[i].part],
			    of[parts[i].whole], field_rows[parts[i].whole].name);
		}
}

static const char *const names[VARIANT_COUNT][LENGTH_COUNT] = {
    {"empty short", "empty long"}, {"active short", "active long"}};

/* Returns false for a command without an empty loop, and for one that is measured once. */
static bool
savefile_cells_is_needed(const struct test *test, enum variant v)
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

	EACH_MEASUREMENT(v, l)
		if (of[v][l].of[f] < least)
			jsonfile_wrong(&r->file,
			    "%s %" PRIu64 " (%s) is far below %" PRIu64 " (empty short)",
			    field_rows[f].name, of[v][l].of[f], names[v][l], shorter);
	/* Twice as many iterations of "pre" may take eight times as long, as a cube does. */
	if (longer > NOISE && (longer - NOISE) / ratio / ratio > shorter)
		jsonfile_wrong(&r->file,
		    "%s %" PRIu64 " (empty long) is too much for %" PRIu64 " (empty short)",
		    field_rows[f].name, longer, shorter);
}

/* Checks the four measurements of the current cell: all begin with the same start of a process,
   and the empty loop costs the same in each iteration. Code that costs less than nothing gets
   the verdict "empty", as it does when it is measured. */
static void
savefile_cells_check_cell(struct savefile_reader *r)
{
	const struct test *test = &r->results->tests.v[r->test];

	EACH_MEASUREMENT(v, l)
		if (!r->cell->counts[v][l].of[FIELD_IR] && savefile_cells_is_needed(test, v))
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

bool
savefile_cells_add_parts(struct text *t, const struct member_of *of)
{
	const struct test *test = of->test;

	text_add_char(t, '{');
	for (size_t i = 0; i < test->part_count; i++)
		jsontext_member(t, test->parts[i].key, test->parts[i].text);
	if (!test_part(test, PART_DESC))
		jsontext_member(t, "desc", test_desc(test));
	text_add_char(t, '}');
	return true;
}

static void
savefile_cells_add_fields(struct text *t, const struct counts *counts, field_set lacks)
{
	const char *before = "{\"";

	for (enum field f = 0; f < FIELD_COUNT; f++) {
		if (lacks & FIELD_BIT(f))
			continue;
		text_add(t, before);
		before = ",\"";
		text_add(t, field_rows[f].name);
		text_add(t, "\":\"");
		text_add_number(t, counts->of[f]);
		text_add_char(t, '"');
	}
	text_add_char(t, '}');
}

bool
savefile_cells_add_counts(struct text *t, const struct member_of *of)
{
	const struct cell *cell = of->cell;

	for (enum variant v = 0; cell->measured && v < VARIANT_COUNT; v++) {
		text_add(t, v ? ",[" : "[[");
		savefile_cells_add_fields(t, &cell->counts[v][LENGTH_SHORT], cell->lacks);
		text_add_char(t, ',');
		savefile_cells_add_fields(t, &cell->counts[v][LENGTH_LONG], cell->lacks);
		text_add(t, v + 1 < VARIANT_COUNT ? "]" : "]]");
	}
	return cell->measured;
}

/* Returns the fields that the engine did not count. The first of the four objects tells: if it
   has exactly the fields of an engine, the engine left the others out. */
static field_set
find_lacks(const json_t *json)
{
	const json_t *counts = json_array_get(json_array_get(json, 0), 0);
	field_set has = 0;

	for (enum field f = 0; f < FIELD_COUNT; f++)
		if (json_object_get(counts, field_rows[f].name))
			has |= FIELD_BIT(f);
	return has == FIELD_QEMU || has == FIELD_STEP || has == FIELD_FLOW ? FIELD_ALL & ~has
	                                                                   : 0;
}

static void
savefile_cells_read_fields(
    struct savefile_reader *r, const json_t *json, field_set lacks, struct counts *counts)
{
	if (!json_is_object(json))
		jsonfile_wrong(&r->file, "is not an object of counts");
	for (enum field f = 0; f < FIELD_COUNT; f++) {
		const json_t *count = json_object_get(json, field_rows[f].name);
		const char *wrong =
		    lacks & FIELD_BIT(f) ? NULL : reader_parse(count, &counts->of[f]);

		if (!wrong)
			continue;
		jsonfile_enter(&r->file, field_rows[f].name);
		jsonfile_wrong(&r->file, "%s", wrong);
	}
	savefile_cells_check(r, counts);
}

void
savefile_cells_read_counts(struct savefile_reader *r, const json_t *json)
{
	struct cell *cell = r->cell;
	struct walk v = reader_open(r, json, VARIANT_COUNT, VARIANT_COUNT, "two arrays");

	cell->lacks = find_lacks(json);
	while (walk_next(&v))
		for (struct walk l =
		         reader_open(r, v.value, LENGTH_COUNT, LENGTH_COUNT, "two objects");
		     walk_next(&l);)
			savefile_cells_read_fields(
			    r, l.value, cell->lacks, &cell->counts[v.i][l.i]);
	cell->measured = true;
	savefile_cells_check_cell(r);
}

/* A sample is an array of these numbers, in the order of the file. */
enum { NUMBERS = sizeof(struct time_sample) / sizeof(uint64_t) };

static bool
add_iterations(struct text *t, const struct member_of *of)
{
	jsontext_numbers(t, of->cell->times->iterations, VARIANT_COUNT);
	return true;
}

static void
read_iterations(struct savefile_reader *r, const json_t *json)
{
	uint64_t *iterations = r->cell->times->iterations;

	for (struct walk w = reader_open(r, json, VARIANT_COUNT, VARIANT_COUNT, "two numbers");
	     walk_next(&w);) {
		iterations[w.i] = reader_number(r, w.value, READER_MOST);
		if (!iterations[w.i])
			jsonfile_wrong(&r->file, "is 0");
	}
}

static bool
savefile_cells_add_samples(struct text *t, const struct member_of *of)
{
	const struct times *times = of->cell->times;

	text_add_char(t, '[');
	for (size_t i = 0; i < times->n; i++) {
		jsontext_comma(t);
		jsontext_numbers(t, (const uint64_t *)&times->v[i], NUMBERS);
	}
	text_add_char(t, ']');
	return true;
}

static void
read_samples(struct savefile_reader *r, const json_t *json)
{
	for (struct walk samples = walk_open(&r->file, json, '['); walk_next(&samples);) {
		uint64_t *numbers = (uint64_t *)times_add(r->cell->times);

		for (struct walk w =
		         reader_open(r, samples.value, NUMBERS, NUMBERS, "6 numbers");
		     walk_next(&w);)
			numbers[w.i] = reader_number(r, w.value, READER_MOST);
	}
}

static const struct member times_members[] = {
    {"turns", .add = add_iterations, .read = read_iterations, .needed = true},
    {MEMBER("step", MEMBER_NUMBER, struct times, tick), .needed = true},
    {"samples", .add = savefile_cells_add_samples, .read = read_samples, .needed = true},
};

static bool
savefile_cells_add_times(struct text *t, const struct member_of *of)
{
	const struct times *times = of->cell->times;

	if (times)
		members_add(t, of, times, times_members, COUNTOF(times_members));
	return times;
}

static void
read_times(struct savefile_reader *r, const json_t *json)
{
	if (!r->cell->measured)
		jsonfile_wrong(&r->file, "the cell has no counts");
	if (r->cell->times)
		jsonfile_wrong(&r->file, "the cell is named twice");
	r->cell->times = memory_new(sizeof *r->cell->times);
	members_read(r, json, r->cell->times, times_members, COUNTOF(times_members));
}

/* A desc that savefile_cells_add_parts made up has no line. */
static bool
savefile_cells_add_lines(struct text *t, const struct member_of *of)
{
	text_add_char(t, '{');
	for (size_t i = 0; i < of->test->part_count; i++) {
		jsontext_key(t, of->test->parts[i].key);
		text_add_number(t, of->test->parts[i].line);
	}
	text_add_char(t, '}');
	return true;
}

static bool
savefile_cells_add_size(struct text *t, const struct member_of *of)
{
	if (of->cell->sized)
		text_add_number(t, of->cell->size);
	return of->cell->sized;
}

/* Adds the value of a field that comes from the profile of the cell. */
static bool
add_profiled(struct text *t, const struct member_of *of)
{
	bool known = of->cell->profiled & FIELD_BIT(of->field);

	if (known)
		text_addf(t, "%" PRId64, of->cell->totals[of->field - FIELD_PROFILED]);
	return known;
}

static bool
savefile_cells_add_verdicts(struct text *t, const struct member_of *of)
{
	FREED_BY(words_free) struct words found = WORDS_EMPTY;

	EACH_VERDICT(v, of->cell->verdicts)
		words_add(&found, verdict_rows[v].name);
	jsontext_words(t, &found);
	return of->cell->verdicts;
}

/* Adds what the code of a varying cell cost when it was measured again. */
static bool
add_again(struct text *t, const struct member_of *of)
{
	text_addf(t, "\"%" PRIu64 "\"", of->cell->spent_again);
	return of->cell->measured_again;
}

/* Adds the chance that a varying cell depends on. */
static bool
add_reads(struct text *t, const struct member_of *of)
{
	FREED_BY(words_free) struct words words = WORDS_EMPTY;

	chance_words(&words, of->cell->chance);
	jsontext_words(t, &words);
	return of->cell->measured_again && words.n;
}

/* Adds the objects that keep the parts of the test apart: of "pre", and of "post". */
static bool
add_shared(struct text *t, const struct member_of *of)
{
	const struct shared *shared = of->cell->shared;

	if (!shared || (!shared->held.n && !shared->renewed.n))
		return false;
	text_add_char(t, '[');
	jsontext_words(t, &shared->held);
	text_add_char(t, ',');
	jsontext_words(t, &shared->renewed);
	text_add_char(t, ']');
	return true;
}

static void
add_process(struct text *t, const struct process_counts *process)
{
	text_addf(t, "{\"command\":");
	jsontext_string(t, process->command);
	text_addf(t, ",\"forked\":%s,\"counts\":", process->forked ? "true" : "false");
	savefile_cells_add_fields(t, &process->counts, 0);
	text_add_char(t, '}');
}

/* Adds the processes of a command that starts some, in the order of its counts. */
static bool
savefile_cells_add_processes(struct text *t, const struct member_of *of)
{
	bool several = false;

	EACH_MEASUREMENT(v, l) {
		const struct processes *processes = &of->cell->processes[v][l];

		text_add(t, !l ? v ? ",[[" : "[[[" : ",[");
		for (size_t i = 0; i < processes->n; i++) {
			jsontext_comma(t);
			add_process(t, &processes->v[i]);
		}
		text_add(t, !l ? "]" : v + 1 < VARIANT_COUNT ? "]]" : "]]]");
		several = several || processes->n > 1;
	}
	return several && of->cell->measured;
}

static const struct member layout_members[] = {
    {MEMBER("stack", MEMBER_NUMBER, struct memory_layout, stack),
        .most = MEMORY_LAYOUT_PAGE - 1, .needed = true},
    {MEMBER("heap", MEMBER_NUMBER, struct memory_layout, heap), .most = MEMORY_LAYOUT_PAGE - 1,
        .needed = true},
    {MEMBER("code", MEMBER_NUMBER, struct memory_layout, code), .most = MEMORY_LAYOUT_PAGE - 1,
        .needed = true},
    {MEMBER("variables", MEMBER_NUMBER, struct memory_layout, variables),
        .most = MEMORY_LAYOUT_PAGE - 1},
    {MEMBER("seed", MEMBER_NUMBER, struct memory_layout, seed), .most = MEMORY_LAYOUT_PAGE - 1},
};

/* Adds what the cell counts in other layouts. */
static bool
add_jitter(struct text *t, const struct member_of *of)
{
	size_t i;

	text_add_char(t, '[');
	for (i = 0; i < of->cell->jitter_count; i++) {
		const struct member_of other = {.cell = &of->cell->jitter[i]};

		jsontext_comma(t);
		text_add_char(t, '{');
		members_add_open(
		    t, &other, &other.cell->layout, layout_members, COUNTOF(layout_members));
		jsontext_key(t, "counts");
		if (!savefile_cells_add_counts(t, &other))
			text_add(t, "null");
		text_add_char(t, '}');
	}
	text_add_char(t, ']');
	return i;
}

/* Returns the current test. */
static struct test *
test_of(const struct savefile_reader *r)
{
	return &r->results->tests.v[r->test];
}

/* Refuses a wrong ops, because all counts are divided by it. Other values that a benchfile
   would refuse are taken as they are. */
void
savefile_cells_read_parts(struct savefile_reader *r, const json_t *json)
{
	for (struct walk w = walk_open(&r->file, json, '{'); walk_next(&w);)
		if (!json_is_null(w.value) &&
		    !test_set(test_of(r), w.key, reader_text(r, w.value), 0) &&
		    !strcmp(w.key, "ops"))
			jsonfile_wrong(&r->file, "is not a whole number from 1 to 999999999");
}

static void
savefile_cells_read_file(struct savefile_reader *r, const json_t *json)
{
	struct test *test = test_of(r);

	test->file = jsonfile_string(&r->file, json);
	test->dir = file_home(test->file);
}

/* A benchfile with a relative name may be another copy now, such as another checkout. So the
   saved directory is used only if no such file is here. */
static void
read_dir(struct savefile_reader *r, const json_t *json)
{
	struct test *test = test_of(r);
	const char *dir = jsonfile_text(&r->file, json);

	if (test->file && !access(test->file, F_OK))
		return;
	free(test->dir);
	test->dir = memory_copy(dir);
}

/* Reads the lines of the test's parts. The user did not write a desc without a line. */
static void
savefile_cells_read_lines(struct savefile_reader *r, const json_t *json)
{
	struct test *test = test_of(r);

	if (!json_object_get(json, "desc"))
		test_remove_desc(test);
	for (struct walk w = walk_open(&r->file, json, '{'); walk_next(&w);) {
		struct part *part = test_find(test, w.key);

		if (!part)
			jsonfile_wrong(&r->file, "is not a part of the test");
		part->line = (unsigned)reader_number(r, w.value, UINT_MAX);
	}
}

static void
read_ops(struct savefile_reader *r, const json_t *json)
{
	r->cell->ops = reader_number(r, json, UINT_MAX);
	if (!r->cell->ops)
		jsonfile_wrong(&r->file, "is 0");
}

static void
read_size(struct savefile_reader *r, const json_t *json)
{
	r->cell->sized = true;
	r->cell->size = reader_number(r, json, UINT_MAX);
}

static void
read_profiled(struct savefile_reader *r, const json_t *json)
{
	r->cell->totals[r->field - FIELD_PROFILED] = reader_integer(r, json);
	r->cell->profiled |= FIELD_BIT(r->field);
}

/* Skips verdicts of later versions. A shared cell keeps no "empty" of a negative count. */
static void
read_verdicts(struct savefile_reader *r, const json_t *json)
{
	verdict_set verdicts = 0;

	for (struct walk w = walk_open(&r->file, json, '['); walk_next(&w);)
		verdicts |= verdict_list(jsonfile_text(&r->file, w.value), NULL);
	if (verdicts & 1u << VERDICT_SHARED)
		r->cell->verdicts = 0;
	r->cell->verdicts |= verdicts;
}

static void
read_again(struct savefile_reader *r, const json_t *json)
{
	r->cell->measured_again = true;
	r->cell->spent_again = reader_number(r, json, INT64_MAX);
}

/* Skips kinds of chance that later versions know. */
static void
read_reads(struct savefile_reader *r, const json_t *json)
{
	for (struct walk w = walk_open(&r->file, json, '['); walk_next(&w);)
		(void)chance_read(
		    jsonfile_text(&r->file, w.value), CHANCE_ALL, &r->cell->chance);
}

static void
read_shared(struct savefile_reader *r, const json_t *json)
{
	if (!r->cell->shared)
		r->cell->shared = memory_new(sizeof *r->cell->shared);
	for (struct walk lists = reader_open(r, json, 2, 2, "two arrays"); walk_next(&lists);)
		reader_words(r, lists.value,
		    lists.i ? &r->cell->shared->renewed : &r->cell->shared->held);
}

static void
read_processes_of(struct savefile_reader *r, const json_t *json, struct processes *processes)
{
	for (struct walk w = walk_open(&r->file, json, '['); walk_next(&w);) {
		struct process_counts *process = processes_add(processes);
		size_t place = jsonfile_enter(&r->file, "command");

		process->command =
		    memory_copy(reader_text(r, json_object_get(w.value, "command")));
		process->forked = json_is_true(json_object_get(w.value, "forked"));
		text_cut(&r->file.place, place);
		jsonfile_enter(&r->file, "counts");
		savefile_cells_read_fields(
		    r, json_object_get(w.value, "counts"), 0, &process->counts);
	}
}

static void
read_processes(struct savefile_reader *r, const json_t *json)
{
	for (struct walk variants =
	         reader_open(r, json, VARIANT_COUNT, VARIANT_COUNT, "two arrays");
	     walk_next(&variants);) {
		for (struct walk lengths = reader_open(
		         r, variants.value, LENGTH_COUNT, LENGTH_COUNT, "two arrays");
		     walk_next(&lengths);)
			read_processes_of(
			    r, lengths.value, &r->cell->processes[variants.i][lengths.i]);
	}
}

static void
read_jitter(struct savefile_reader *r, const json_t *json)
{
	struct cell *usual = r->cell;

	for (struct walk w = walk_open(&r->file, json, '['); walk_next(&w);) {
		const json_t *counts = json_object_get(w.value, "counts");
		struct memory_layout layout = {0};

		members_read(r, w.value, &layout, layout_members, COUNTOF(layout_members));
		r->cell = results_add_jitter(usual, layout);
		jsonfile_enter(&r->file, "counts");
		if (!json_is_null(counts))
			savefile_cells_read_counts(r, counts);
	}
	r->cell = usual;
}

static const struct member members[] = {
    {MEMBER("file", MEMBER_TEXT, struct test, file), .read = savefile_cells_read_file},
    {MEMBER("dir", MEMBER_TEXT, struct test, dir), .read = read_dir},
    {MEMBER("line", MEMBER_NUMBER, struct test, line), .needed = true},
    {"lines", .add = savefile_cells_add_lines, .read = savefile_cells_read_lines,
        .needed = true},
    /* An element is null if the put has no code, or if its text is unknown. */
    {MEMBER("texts", MEMBER_HASH, struct cell, text_hash), .each = MEMBER_PUTS, .always = true},
    {MEMBER("ops", MEMBER_NUMBER, struct cell, ops), .read = read_ops, .each = MEMBER_LABELS},
    {"sizes", .add = savefile_cells_add_size, .read = read_size, .each = MEMBER_PUTS},
    {"calls", .add = add_profiled, .read = read_profiled, .each = MEMBER_PUTS,
        .field = FIELD_CALLS},
    {"allocs", .add = add_profiled, .read = read_profiled, .each = MEMBER_PUTS,
        .field = FIELD_ALLOCS},
    {"spill", .add = add_profiled, .read = read_profiled, .each = MEMBER_PUTS,
        .field = FIELD_SPILL},
    {"verdicts", .add = savefile_cells_add_verdicts, .read = read_verdicts,
        .each = MEMBER_LABELS},
    {"again", .add = add_again, .read = read_again, .each = MEMBER_LABELS},
    {MEMBER("corrected", MEMBER_INTEGER, struct cell, corrected), .each = MEMBER_LABELS},
    {"shared", .add = add_shared, .read = read_shared, .each = MEMBER_LABELS},
    {"reads", .add = add_reads, .read = read_reads, .each = MEMBER_LABELS},
    {"processes", .add = savefile_cells_add_processes, .read = read_processes,
        .each = MEMBER_LABELS},
    {"jitter", .add = add_jitter, .read = read_jitter, .each = MEMBER_LABELS},
    {"times", .add = savefile_cells_add_times, .read = read_times, .each = MEMBER_LABELS},
};

bool
savefile_cells_add_own(struct text *t, const struct member_of *of)
{
	members_add(t, of, of->test, members, COUNTOF(members));
	return true;
}

void
savefile_cells_read_own(struct savefile_reader *r, const json_t *json)
{
	reader_object(r, json);
	members_read(r, json, test_of(r), members, COUNTOF(members));
}
