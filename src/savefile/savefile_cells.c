#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "model/chance.h"
#include "savefile/savefile_counts.h"
#include "savefile/savefile_cells.h"
#include "util/array.h"
#include "util/file.h"
#include "util/jsontext.h"
#include "util/memory.h"

void
savefile_cells_add_parts(struct text *t, const struct results *results, size_t row)
{
	const struct test *test = &results->tests.v[row];
	size_t i;

	text_add_char(t, '{');
	for (i = 0; i < test->part_count; i++)
		jsontext_member(t, i, test->parts[i].key, test->parts[i].text);
	if (!test_part(test, PART_DESC))
		jsontext_member(t, i, "desc", test_desc(test));
	text_add_char(t, '}');
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
		text_add(t, field_name(f));
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

/* The counted fields that the engine did not count: those that the first of the four objects
   lacks, if some engine counts the others. */
static field_set
find_lacks(const json_t *json)
{
	const json_t *counts = json_array_get(json_array_get(json, 0), 0);
	field_set has = 0;

	for (enum field f = 0; f < FIELD_COUNT; f++)
		if (json_object_get(counts, field_name(f)))
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
		const json_t *count = json_object_get(json, field_name(f));
		const char *wrong =
		    lacks & FIELD_BIT(f) ? NULL : reader_parse(count, &counts->of[f]);

		if (!wrong)
			continue;
		jsonfile_enter(&r->file, field_name(f));
		jsonfile_wrong(&r->file, "%s", wrong);
	}
	savefile_counts_check(r, counts);
}

static void
read_variant(struct savefile_reader *r, const json_t *json, field_set lacks,
    struct counts counts[LENGTH_COUNT])
{
	struct walk w;

	reader_open(r, &w, json, LENGTH_COUNT, LENGTH_COUNT, "two objects");
	while (walk_next(&w))
		savefile_cells_read_fields(r, w.value, lacks, &counts[w.i]);
}

void
savefile_cells_read_counts(struct savefile_reader *r, const json_t *json)
{
	struct cell *cell = r->cell;
	struct walk w;

	reader_open(r, &w, json, VARIANT_COUNT, VARIANT_COUNT, "two arrays");
	cell->lacks = find_lacks(json);
	while (walk_next(&w))
		read_variant(r, w.value, cell->lacks, cell->counts[w.i]);
	cell->measured = true;
	savefile_counts_check_cell(r);
}

enum { NUMBERS = VARIANT_COUNT * LENGTH_COUNT + VARIANT_COUNT };

/* The numbers of a sample in the order of the file. */
static void
list_numbers(struct time_sample *sample, uint64_t *numbers[NUMBERS])
{
	size_t n = 0;

	for (enum variant v = 0; v < VARIANT_COUNT; v++)
		for (enum length l = 0; l < LENGTH_COUNT; l++)
			numbers[n++] = &sample->ns[v][l];
	for (enum variant v = 0; v < VARIANT_COUNT; v++)
		numbers[n++] = &sample->fixed[v];
}

static bool
savefile_cells_add_times(struct text *t, const struct member_of *of)
{
	const struct times *times = of->cell->times;

	if (!times)
		return false;
	text_addf(t, "{\"turns\":[%" PRIu64 ",%" PRIu64 "],\"step\":%" PRIu64 ",\"samples\":[",
	    times->iterations[VARIANT_EMPTY], times->iterations[VARIANT_ACTIVE], times->step);
	for (size_t i = 0; i < times->n; i++) {
		uint64_t *numbers[NUMBERS];

		list_numbers(&times->v[i], numbers);
		text_add(t, i ? ",[" : "[");
		for (size_t k = 0; k < NUMBERS; k++) {
			jsontext_comma(t, k);
			text_add_number(t, *numbers[k]);
		}
		text_add_char(t, ']');
	}
	text_add(t, "]}");
	return true;
}

static void
read_iterations(struct savefile_reader *r, const json_t *json)
{
	uint64_t *iterations = r->cell->times->iterations;
	struct walk w;

	reader_open(r, &w, json, VARIANT_COUNT, VARIANT_COUNT, "two numbers");
	while (walk_next(&w)) {
		iterations[w.i] = reader_number(r, w.value, READER_MOST);
		if (!iterations[w.i])
			jsonfile_wrong(&r->file, "is 0");
	}
}

static void
read_step(struct savefile_reader *r, const json_t *json)
{
	r->cell->times->step = reader_number(r, json, READER_MOST);
}

static void
read_samples(struct savefile_reader *r, const json_t *json)
{
	uint64_t *numbers[NUMBERS];
	struct walk samples, w;

	walk_open(&samples, &r->file, json, '[');
	while (walk_next(&samples)) {
		reader_open(r, &w, samples.value, NUMBERS, NUMBERS, "6 numbers");
		list_numbers(times_add(r->cell->times), numbers);
		while (walk_next(&w))
			*numbers[w.i] = reader_number(r, w.value, READER_MOST);
	}
}

static void
read_times(struct savefile_reader *r, const json_t *json)
{
	static const struct member times[] = {
	    {"turns", .read = read_iterations, .needed = true},
	    {"step", .read = read_step, .needed = true},
	    {"samples", .read = read_samples, .needed = true},
	};

	if (!r->cell->measured)
		jsonfile_wrong(&r->file, "the cell has no counts");
	if (r->cell->times)
		jsonfile_wrong(&r->file, "the cell is named twice");
	r->cell->times = memory_new(sizeof *r->cell->times);
	members_read(r, json, times, COUNTOF(times));
}

static bool
savefile_cells_add_file(struct text *t, const struct member_of *of)
{
	if (of->test->file)
		jsontext_string(t, of->test->file);
	return of->test->file;
}

static bool
savefile_cells_add_dir(struct text *t, const struct member_of *of)
{
	if (of->test->dir)
		jsontext_string(t, of->test->dir);
	return of->test->dir;
}

static bool
savefile_cells_add_line(struct text *t, const struct member_of *of)
{
	text_add_number(t, of->test->line);
	return true;
}

/* A desc that savefile_cells_add_parts made up has no line. */
static bool
savefile_cells_add_lines(struct text *t, const struct member_of *of)
{
	text_add_char(t, '{');
	for (size_t i = 0; i < of->test->part_count; i++) {
		jsontext_key(t, i, of->test->parts[i].key);
		text_add_number(t, of->test->parts[i].line);
	}
	text_add_char(t, '}');
	return true;
}

static bool
savefile_cells_add_text(struct text *t, const struct member_of *of)
{
	if (of->cell->text_hash)
		text_addf(t, "\"%016" PRIx64 "\"", of->cell->text_hash);
	return of->cell->text_hash;
}

static bool
add_ops(struct text *t, const struct member_of *of)
{
	text_add_number(t, of->cell->ops);
	return of->cell->ops;
}

static bool
savefile_cells_add_size(struct text *t, const struct member_of *of)
{
	if (of->cell->sized)
		text_add_number(t, of->cell->size);
	return of->cell->sized;
}

/* The value of a field that comes from the profile of the cell. */
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
	size_t names = 0;

	text_add_char(t, '[');
	for (enum verdict v = 0; v < VERDICT_COUNT; v++) {
		if (!(of->cell->verdicts & 1u << v))
			continue;
		jsontext_comma(t, names++);
		jsontext_string(t, verdict_name(v));
	}
	text_add_char(t, ']');
	return names;
}

/* What the code of a varying cell cost when it was measured again. */
static bool
add_again(struct text *t, const struct member_of *of)
{
	text_addf(t, "\"%" PRIu64 "\"", of->cell->spent_again);
	return of->cell->measured_again;
}

static bool
add_corrected(struct text *t, const struct member_of *of)
{
	text_addf(t, "%" PRId64, of->cell->corrected);
	return of->cell->corrected;
}

/* The chance that a varying cell depends on. */
static bool
add_reads(struct text *t, const struct member_of *of)
{
	FREED_BY(words_free) struct words words = WORDS_EMPTY;

	chance_words(&words, of->cell->chance);
	jsontext_words(t, &words);
	return of->cell->measured_again && words.n;
}

/* Adds what keeps the parts of the test apart: the objects of "pre", and those of "post". */
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

/* The processes of a command that starts some, by measurement as in savefile_cells_add_counts.
 */
static bool
savefile_cells_add_processes(struct text *t, const struct member_of *of)
{
	bool several = false;

	for (enum variant v = 0; v < VARIANT_COUNT; v++)
		for (enum length l = 0; l < LENGTH_COUNT; l++) {
			const struct processes *processes = &of->cell->processes[v][l];

			text_add(t, !l ? v ? ",[[" : "[[[" : ",[");
			for (size_t i = 0; i < processes->n; i++) {
				jsontext_comma(t, i);
				add_process(t, &processes->v[i]);
			}
			text_add(t, !l ? "]" : v + 1 < VARIANT_COUNT ? "]]" : "]]]");
			several = several || processes->n > 1;
		}
	return several && of->cell->measured;
}

/* What the cell counts in other layouts. */
static bool
add_jitter(struct text *t, const struct member_of *of)
{
	size_t i;

	text_add_char(t, '[');
	for (i = 0; i < of->cell->jitter_count; i++) {
		const struct member_of other = {.cell = &of->cell->jitter[i]};
		const struct memory_layout *layout = &other.cell->layout;

		jsontext_comma(t, i);
		text_addf(t, "{\"stack\":%u,\"heap\":%u,\"code\":%u,", layout->stack,
		    layout->heap, layout->code);
		if (layout->variables)
			text_addf(t, "\"variables\":%u,", layout->variables);
		if (layout->seed)
			text_addf(t, "\"seed\":%u,", layout->seed);
		text_add(t, "\"counts\":");
		if (!savefile_cells_add_counts(t, &other))
			text_add(t, "null");
		text_add_char(t, '}');
	}
	text_add_char(t, ']');
	return i;
}

/* The current test. */
static struct test *
test_of(const struct savefile_reader *r)
{
	return &r->results->tests.v[r->test];
}

/* Other values that a benchfile may not have keep the meaning that they always had; ops divides
   all counts. */
static void
savefile_cells_read_part(struct savefile_reader *r, const char *key, const json_t *json)
{
	if (!test_set(test_of(r), key, reader_text(r, json), 0) && !strcmp(key, "ops"))
		jsonfile_wrong(&r->file, "is not a whole number from 1 to 999999999");
}

void
savefile_cells_read_parts(struct savefile_reader *r, const json_t *json)
{
	struct walk w;

	walk_open(&w, &r->file, json, '{');
	while (walk_next(&w))
		if (!json_is_null(w.value))
			savefile_cells_read_part(r, w.key, w.value);
}

static void
find_home(struct savefile_reader *r, const char *benchfile)
{
	OWNED char *home = NULL;
	size_t n;

	if (r->benchfile && !strcmp(r->benchfile, benchfile))
		return;
	home = file_home(benchfile);
	n = strlen(home) + 1;
	r->benchfile = benchfile;
	r->home = memcpy(jsonfile_new(&r->file, n), home, n);
	r->is_there = !access(benchfile, F_OK);
}

static void
savefile_cells_read_file(struct savefile_reader *r, const json_t *json)
{
	struct test *test = test_of(r);

	find_home(r, jsonfile_text(&r->file, json));
	free(test->file);
	free(test->dir);
	test->file = memory_copy(r->benchfile);
	test->dir = memory_copy(r->home);
}

/* A benchfile that was named relative to the directory may be another copy, such as another
   checkout: its directory is that of the copy that is here, or else the one of then. */
static void
read_dir(struct savefile_reader *r, const json_t *json)
{
	struct test *test = test_of(r);
	const char *dir = jsonfile_text(&r->file, json);

	if (test->file && r->is_there)
		return;
	free(test->dir);
	test->dir = memory_copy(dir);
}

static void
savefile_cells_read_line(struct savefile_reader *r, const json_t *json)
{
	test_of(r)->line = (unsigned)reader_number(r, json, UINT_MAX);
}

/* The lines of the test's parts. A desc without a line was not written by the user. */
static void
savefile_cells_read_lines(struct savefile_reader *r, const json_t *json)
{
	struct test *test = test_of(r);
	struct walk w;

	walk_open(&w, &r->file, json, '{');
	if (!json_object_get(json, "desc"))
		test_remove_desc(test);
	while (walk_next(&w)) {
		struct part *part = test_find(test, w.key);

		if (!part)
			jsonfile_wrong(&r->file, "is not a part of the test");
		part->line = (unsigned)reader_number(r, w.value, UINT_MAX);
	}
}

static void
savefile_cells_read_text(struct savefile_reader *r, const json_t *json)
{
	r->cell->text_hash = reader_hash_number(r, json);
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

/* Skips verdicts of later versions. A negative count was taken for "empty" so far. */
static void
read_verdicts(struct savefile_reader *r, const json_t *json)
{
	verdict_set verdicts = 0;
	struct walk w;

	walk_open(&w, &r->file, json, '[');
	while (walk_next(&w))
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

static void
read_corrected(struct savefile_reader *r, const json_t *json)
{
	r->cell->corrected = reader_integer(r, json);
}

/* Skips those of later versions. */
static void
read_reads(struct savefile_reader *r, const json_t *json)
{
	struct walk w;

	walk_open(&w, &r->file, json, '[');
	while (walk_next(&w))
		(void)chance_read(
		    jsonfile_text(&r->file, w.value), CHANCE_ALL, &r->cell->chance);
}

static void
read_shared(struct savefile_reader *r, const json_t *json)
{
	struct walk lists;

	if (!r->cell->shared)
		r->cell->shared = memory_new(sizeof *r->cell->shared);
	reader_open(r, &lists, json, 2, 2, "two arrays");
	while (walk_next(&lists))
		reader_words(r, lists.value,
		    lists.i ? &r->cell->shared->renewed : &r->cell->shared->held);
}

static void
read_processes_of(struct savefile_reader *r, const json_t *json, struct processes *processes)
{
	struct walk w;

	walk_open(&w, &r->file, json, '[');
	while (walk_next(&w)) {
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
	struct walk variants, lengths;

	reader_open(r, &variants, json, VARIANT_COUNT, VARIANT_COUNT, "two arrays");
	while (walk_next(&variants)) {
		reader_open(
		    r, &lengths, variants.value, LENGTH_COUNT, LENGTH_COUNT, "two arrays");
		while (walk_next(&lengths))
			read_processes_of(
			    r, lengths.value, &r->cell->processes[variants.i][lengths.i]);
	}
}

/* A member that is not needed is 0 if it is missing. */
static unsigned
read_offset(struct savefile_reader *r, const json_t *json, const char *key, bool needed)
{
	if (!needed && !json_object_get(json, key))
		return 0;
	return (unsigned)reader_member_number(r, json, key, MEMORY_LAYOUT_PAGE - 1);
}

static void
read_jitter(struct savefile_reader *r, const json_t *json)
{
	struct cell *usual = r->cell;
	struct walk w;

	walk_open(&w, &r->file, json, '[');
	while (walk_next(&w)) {
		const json_t *counts = json_object_get(w.value, "counts");
		struct memory_layout layout = {read_offset(r, w.value, "stack", true),
		    read_offset(r, w.value, "heap", true),
		    read_offset(r, w.value, "code", true),
		    read_offset(r, w.value, "variables", false),
		    read_offset(r, w.value, "seed", false)};

		r->cell = results_add_jitter(usual, layout);
		jsonfile_enter(&r->file, "counts");
		if (!json_is_null(counts))
			savefile_cells_read_counts(r, counts);
	}
	r->cell = usual;
}

static const struct member members[] = {
    {"file", .add = savefile_cells_add_file, .read = savefile_cells_read_file},
    {"dir", .add = savefile_cells_add_dir, .read = read_dir},
    {"line", .add = savefile_cells_add_line, .read = savefile_cells_read_line, .needed = true},
    {"lines", .add = savefile_cells_add_lines, .read = savefile_cells_read_lines,
        .needed = true},
    /* null: the put has no code, or what it measured is unknown. */
    {"texts", .add = savefile_cells_add_text, .read = savefile_cells_read_text,
        .each = MEMBER_PUTS, .always = true},
    {"ops", .add = add_ops, .read = read_ops, .each = MEMBER_LABELS},
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
    {"corrected", .add = add_corrected, .read = read_corrected, .each = MEMBER_LABELS},
    {"shared", .add = add_shared, .read = read_shared, .each = MEMBER_LABELS},
    {"reads", .add = add_reads, .read = read_reads, .each = MEMBER_LABELS},
    {"processes", .add = savefile_cells_add_processes, .read = read_processes,
        .each = MEMBER_LABELS},
    {"jitter", .add = add_jitter, .read = read_jitter, .each = MEMBER_LABELS},
    {"times", .add = savefile_cells_add_times, .read = read_times, .each = MEMBER_LABELS},
};

void
savefile_cells_add_own(struct text *t, const struct results *results, size_t row)
{
	const struct member_of of = {.results = results, .test = &results->tests.v[row]};

	text_add_char(t, '{');
	members_add(t, &of, members, COUNTOF(members), 0);
	text_add_char(t, '}');
}

void
savefile_cells_read_own(struct savefile_reader *r, const json_t *json)
{
	reader_object(r, json);
	members_read(r, json, members, COUNTOF(members));
}
