/* What is printed of profiles made by hand. */

#include <stdlib.h>

#include "report/amount.h"
#include "report/explain_text.h"
#include "sample.h"
#include "tap.h"
#include "util/memory.h"

/* An instruction of a function, as many times in ten turns. */
struct made {
	const char *text;
	int64_t runs;
	enum profile_kind kind;
	unsigned line; /* of my.bench */
	enum field also;
	int64_t events; /* in that field */
	size_t target;  /* of a jump: which instruction, counted from 1 */
};

enum { STEP_SIZE = 4 };

static void
make_step(struct profile_step *step, uint64_t start, size_t i, const struct made *made)
{
	step->address = start + i * STEP_SIZE;
	step->runs = step->spent[FIELD_IR] = made->runs;
	if (made->events)
		step->spent[made->also] = made->events;
	step->text = memory_copy(made->text);
	step->kind = made->kind;
	step->line = made->line;
	if (made->target)
		step->target = start + (made->target - 1) * STEP_SIZE;
}

static struct profile *
make_profile(void)
{
	struct profile *profile = memory_new(sizeof *profile);

	profile->files = memory_new(sizeof *profile->files);
	profile->files[profile->file_count++] = memory_copy("my.bench");
	profile->objects = memory_new(2 * sizeof *profile->objects);
	profile->objects[0] =
	    (struct profile_object){memory_copy("/t/program"), memory_copy("")};
	profile->objects[1] =
	    (struct profile_object){memory_copy("/lib/libc.so.6"), memory_copy("")};
	profile->object_count = 2;
	return profile;
}

/* made: ends with one without text. */
static void
add_function(struct profile *profile, const char *name, enum profile_owner owner, int64_t calls,
    const struct made *made)
{
	struct profile_function *function;
	uint64_t start = 0x1000 * (profile->function_count + 1);

	profile->functions = memory_resize(
	    profile->functions, profile->function_count + 1, sizeof *profile->functions);
	function = &profile->functions[profile->function_count++];
	*function = (struct profile_function){.name = memory_copy(name),
	    .object = owner == PROFILE_LIBRARY,
	    .owner = owner,
	    .calls = calls};
	while (made[function->step_count].text)
		function->step_count++;
	function->steps = memory_new(function->step_count * sizeof *function->steps);
	for (size_t i = 0; i < function->step_count; i++)
		make_step(&function->steps[i], start, i, &made[i]);
}

/* Gives the cell the profile, and the counts that it explains. */
static void
set_profile(struct cell *cell, struct profile *profile)
{
	enum field f;

	cell->measured = true;
	cell->profile = profile;
	for (f = 0; f < FIELD_COUNT; f++)
		cell->counts[VARIANT_ACTIVE][LENGTH_LONG].of[f] =
		    (uint64_t)profile_spent(profile, f);
}

static char *
text_of(const struct results *results, const struct view *view, const struct selected *selected,
    bool all)
{
	struct selection selection = {.all = all};
	struct comparison comparison;
	char *got;
	size_t n;
	FILE *out = open_memstream(&got, &n);

	comparison_make(&comparison, results, view);
	selection_add(&selection, selected);
	explain_text(&comparison, &selection, view, out);
	fclose(out);
	selection_free(&selection);
	comparison_free(&comparison);
	return got;
}

/* The sort's inner loop as two compilers could write it. */
static const struct made slow[] = {
    {"xorl %eax,%eax", 10, PROFILE_OTHER, 4, 0, 0, 0},
    {"movq -4(%rdx),%xmm0", 140, PROFILE_LOAD, 5, FIELD_DR, 140, 0},
    {"pshufd $0xe5,%xmm0,%xmm2", 140, PROFILE_VECTOR, 5, 0, 0, 0},
    {"movd %xmm2,%ecx", 140, PROFILE_VECTOR, 5, 0, 0, 0},
    {"jle 0x2004", 140, PROFILE_BRANCH, 5, FIELD_COND, 140, 2},
    {"movl %eax,(%rsi)", 10, PROFILE_STORE, 6, FIELD_DW, 10, 0},
    {NULL},
};
static const struct made fast[] = {
    {"xorl %eax,%eax", 10, PROFILE_OTHER, 4, 0, 0, 0},
    {"movl (%rdi),%ecx", 140, PROFILE_LOAD, 5, FIELD_DR, 140, 0},
    {"jle 0x2004", 140, PROFILE_BRANCH, 5, FIELD_COND, 140, 2},
    {"movl %eax,(%rsi)", 10, PROFILE_STORE, 6, FIELD_DW, 10, 0},
    {NULL},
};
static const struct made library[] = {
    {"ret", 5, PROFILE_CALL, 0, FIELD_DR, 5, 0},
    {NULL},
};

static struct results
sort_results(void)
{
	struct results results = sample_make(1, 2);
	struct profile *norm = make_profile(), *put = make_profile();

	add_function(norm, "snippet", PROFILE_SNIPPET, 0, slow);
	add_function(put, "memset", PROFILE_LIBRARY, 5, library);
	add_function(put, "snippet", PROFILE_SNIPPET, 0, fast);
	set_profile(results_cell(&results, 0, 0), norm);
	set_profile(results_cell(&results, 0, 1), put);
	return results;
}

static void
test_pair(void)
{
	struct results results = sort_results();
	struct view view = {.fields = 1u << FIELD_IR, .width = 80};
	struct selected selected = {0, 1, 0, 1u << FIELD_IR};
	char *got = text_of(&results, &view, &selected, false);

	is(got, "", "two puts");
	free(got);
	view.width = 160;
	got = text_of(&results, &view, &selected, false);
	is(got, "", "two puts");
	free(got);
	selected.norm = SELECTED_ALONE;
	got = text_of(&results, &view, &selected, false);
	is(got, "", "two puts");
	free(got);
	results_free(&results);
}

static void
shows(double value, bool sign, const char *want)
{
	char buffer[AMOUNT_SIZE];

	is(amount_show(value, sign, buffer), want, want);
}

static void
test_amounts(void)
{
	shows(0, true, "0.0");
	shows(-0.0, false, "0.0");
	shows(176, false, "176.0");
	shows(12.34, false, "12.3");
	shows(4.5, true, "+4.50");
	shows(-9.994, false, "-9.99");
	shows(9.996, false, "10.0");
	shows(0.001, false, "0.001");
	shows(-3, true, "-3.0");
}

int
main(void)
{
	test_amounts();
	test_pair();
	return tap_done();
}
