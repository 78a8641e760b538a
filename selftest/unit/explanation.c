#include "explain/explain.h"
#include "profile.h"
#include "tap.h"
#include "util/text.h"

enum { TURNS = 10 };

static const char *const mnemonics[] = {
    "movq -4(%rdx), %xmm0", "addl %eax, %ebx", "ret", "call f1", "imul %rcx", NULL};
enum { MNEMONICS = sizeof mnemonics / sizeof *mnemonics };

static struct explanation *
explain(const struct profile *norm, const struct profile *put)
{
	struct explain_request request = {.profiles = {norm, put},
	    .turns = {TURNS, TURNS},
	    .by = FIELD_IR,
	    .compared = FIELD_ALL};

	return explain_make(&request);
}

/* A number from 0 to n - 1, of a fixed sequence. */
static unsigned
any(unsigned n)
{
	static uint64_t state = 88172645463325252u;

	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (unsigned)(state % n);
}

static void
add_random_steps(struct profile *profile, struct profile_function *function)
{
	uint64_t address = 4096 * any(100);
	unsigned left = any(60);
	struct profile_step *step;
	unsigned i;
	enum field f;

	for (i = 0; i < left; i++) {
		address += 1 + any(17);
		step = profile_step(function, address, any(4),
		    (enum profile_kind)any(PROFILE_KINDS), mnemonics[any(MNEMONICS)]);
		for (f = 0; f < FIELD_COUNT; f++)
			step->spent[f] = (int64_t)any(2000) - 1000;
		step->line = any(2) * any(5);
		step->file = any((unsigned)profile->file_count);
		step->target =
		    any(3) ? 0 : function->steps[any((unsigned)function->step_count)].address;
	}
}

static struct profile *
make_random(void)
{
	static const char *const names[] = {
	    "f", "f.cold", "f.part.0", "g", "std::__1::h()", "std::h()", "f1"};
	struct profile *profile = profile_new();
	unsigned functions = any(20);
	char *name;
	unsigned i;

	profile_object(profile, any(2) ? "/lib/libc.so.6" : "/lib/libc-2.31.so");
	profile_object(profile, "");
	profile_file(profile, "/usr/include/x.h");
	profile_file(profile, "dir/user.c");
	for (i = 0; i < functions; i++) {
		name = any(3) ? memory_copy(names[any(sizeof names / sizeof *names)])
		              : text_print("f%u", any(10));
		add_random_steps(
		    profile, profile_function(profile, name,
		                 (enum profile_owner)any(PROFILE_GENERATED + 1), any(3)));
		free(name);
	}
	return profile;
}

static void
sum_part(const struct explanation_part *part, size_t side, int64_t *sums)
{
	enum field f;
	size_t i;

	for (i = 0; i < part->n; i++)
		for (f = 0; f < FIELD_COUNT; f++)
			sums[f] += part->rows[i].sides[side].spent[f];
}

static void
sum_blocks(const struct explanation *explanation, size_t side, int64_t *sums)
{
	const struct explanation_function *function;
	enum field f;
	size_t i, j;

	for (i = 0; i < explanation->by_function.n; i++) {
		function = &explanation->functions[i];
		for (j = 0; j < function->n; j++)
			for (f = 0; f < FIELD_COUNT; f++)
				sums[f] += function->blocks[j].sides[side].spent[f];
	}
}

/* The instructions of all lines, of which each must be of its side and in order. */
static bool
sum_lines(const struct explanation *explanation, size_t side, int64_t *sums)
{
	const struct profile_step *last, *step;
	const struct explanation_block *block;
	enum field f;
	size_t i, j, k;

	for (i = 0; i < explanation->by_function.n; i++)
		for (j = 0; j < explanation->functions[i].n; j++) {
			block = &explanation->functions[i].blocks[j];
			for (last = NULL, k = 0; k < block->n; k++) {
				step = block->lines[k].sides[side].of;
				if (!step)
					continue;
				if (last && step != last + 1)
					return false;
				last = step;
				for (f = 0; f < FIELD_COUNT; f++)
					sums[f] += step->spent[f];
			}
		}
	return true;
}

static bool
is_sum(const int64_t *sums, const struct profile *profile)
{
	enum field f;

	for (f = 0; f < FIELD_COUNT; f++)
		if (sums[f] != profile_spent(profile, f))
			return false;
	return true;
}

/* Whether all parts of a side sum to its profile. */
static bool
adds_up(const struct explanation *explanation, size_t side, const struct profile *profile)
{
	int64_t sums[6][FIELD_COUNT] = {{0}};
	size_t i;

	sum_part(&explanation->by_function, side, sums[0]);
	sum_part(&explanation->by_kind, side, sums[1]);
	sum_part(&explanation->by_line, side, sums[2]);
	sum_blocks(explanation, side, sums[3]);
	if (!sum_lines(explanation, side, sums[4]))
		return false;
	memcpy(sums[5], explanation->sums[side].spent, sizeof sums[5]);
	for (i = 0; i < 6; i++)
		if (!is_sum(sums[i], profile))
			return false;
	return true;
}

static void
test_sums(void)
{
	unsigned alone = 0, norms = 0, puts = 0;
	struct explanation *explanation;
	struct profile *norm, *put;
	unsigned i;

	for (i = 0; i < 300; i++) {
		norm = make_random();
		put = make_random();
		explanation = explain(norm, NULL);
		alone += adds_up(explanation, EXPLANATION_NORM, norm);
		explanation_free(explanation);
		explanation = explain(norm, put);
		norms += adds_up(explanation, EXPLANATION_NORM, norm);
		puts += adds_up(explanation, EXPLANATION_PUT, put);
		explanation_free(explanation);
		profile_free(norm);
		profile_free(put);
	}
	ok(alone == i, "the parts of one profile sum to it in every field");
	ok(norms == i, "so do those of the norm");
	ok(puts == i, "and of the put");
}

int
main(void)
{
	test_sums();
	return tap_done();
}
