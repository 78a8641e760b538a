#include <string.h>

#include "model/profile_field.h"
#include "util/text.h"

#define COLD ".cold"

/* Whether name is that of the cold part of whole, perhaps followed by another suffix. */
static bool
is_cold_part(const char *name, const char *whole)
{
	size_t n = strlen(whole);

	return text_begins(name, whole) && text_begins(name + n, COLD);
}

/* callgrind takes a jump from one to the other for a call. */
static bool
is_same_function(const struct profile_function *a, const struct profile_function *b)
{
	return a->object == b->object &&
	       (is_cold_part(a->name, b->name) || is_cold_part(b->name, a->name));
}

static bool
is_stub(const struct profile_function *function)
{
	size_t n = strlen(function->name), m = strlen(PROFILE_STUB);

	return n > m && !strcmp(function->name + n - m, PROFILE_STUB);
}

static int64_t
calls(const struct profile *profile)
{
	int64_t sum = 0;
	size_t i, k;

	for (i = 0; i < profile->function_count; i++) {
		const struct profile_function *f = &profile->functions[i];

		sum += is_stub(f) ? 0 : f->calls;
		for (k = 0; k < f->callee_count; k++)
			if (is_same_function(f, &profile->functions[f->callees[k].callee]))
				sum -= f->callees[k].calls;
	}
	return sum;
}

/* Whether a function allocates memory, or is a stub that goes to such a one, which has no
   demangled name. glibc's own names are those that a file has without a symbol for the usual
   one. */
static bool
allocates(const struct profile_function *function)
{
	static const char *const names[] = {"malloc", "calloc", "realloc", "reallocarray",
	    "aligned_alloc", "memalign", "posix_memalign", "valloc", "pvalloc", "__libc_malloc",
	    "__libc_calloc", "__libc_realloc", "__libc_reallocarray", "__libc_memalign",
	    "__posix_memalign", "__libc_valloc", "__libc_pvalloc"};
	static const char *const operators[] = {
	    "operator new(", "operator new[](", "_Znwm", "_Znam"};
	size_t n = strlen(function->name) - (is_stub(function) ? strlen(PROFILE_STUB) : 0), i;

	for (i = 0; i < sizeof operators / sizeof *operators; i++)
		if (text_begins(function->name, operators[i]))
			return true;
	for (i = 0; i < sizeof names / sizeof *names; i++)
		if (strlen(names[i]) == n && text_begins(function->name, names[i]))
			return true;
	return false;
}

/* Those that are called by none of them. */
static int64_t
allocs(const struct profile *profile)
{
	int64_t sum = 0;
	size_t i, k;

	for (i = 0; i < profile->function_count; i++) {
		const struct profile_function *f = &profile->functions[i];

		if (is_stub(f) || !allocates(f))
			continue;
		sum += f->calls;
		for (k = 0; k < f->callee_count; k++)
			if (allocates(&profile->functions[f->callees[k].callee]))
				sum -= f->callees[k].calls;
	}
	return sum;
}

bool
profile_field_add_spill(const struct profile_step *step, int64_t *sum)
{
	int64_t dr = step->spent[FIELD_DR], dw = step->spent[FIELD_DW];

	*sum += step->frame ? dr + dw : 0;
	return step->kind != PROFILE_UNKNOWN || (!dr && !dw);
}

static bool
spill(const struct profile *profile, int64_t *sum)
{
	size_t i, k;

	*sum = 0;
	for (i = 0; i < profile->function_count; i++) {
		const struct profile_function *f = &profile->functions[i];

		for (k = 0; k < f->step_count; k++)
			if (!profile_field_add_spill(&f->steps[k], sum))
				return false;
	}
	return true;
}

bool
profile_field(const struct profile *profile, enum field f, int64_t *total)
{
	switch (f) {
	case FIELD_CALLS:
		*total = calls(profile);
		return true;
	case FIELD_ALLOCS:
		*total = allocs(profile);
		return !profile->stripped;
	case FIELD_SPILL:
		return spill(profile, total);
	default:
		return false;
	}
}
