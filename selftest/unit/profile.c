/* The sums of a profile: calls, allocations and spills; and its lines in another benchfile. */

#include "model/profile.h"
#include "model/test.h"
#include "tap.h"

/* Functions with how often they were called, and whom they called how often. */
static const struct {
	const char *name;
	size_t binary, callee;
	int64_t calls, callee_calls;
	bool allocates;
} rows[] = {
    {"f", 0, 1, 10, 4, false},
    {"f.cold", 0, 0, 4, 1, false}, /* jumps to and from it are no calls */
    {"f.cold.1", 1, 0, 6, 2, false},
    {"fs", 0, 1, 5, 3, false},
    {"malloc", 1, 4, 30, 0, true},
    {"calloc", 1, 4, 20, 7, true}, /* what it allocates by malloc is no allocation of its own */
    {"malloc@plt", 0, 4, 40, 9, true},
    {"_Znwm@plt", 0, 0, 50, 0, true},
    {"operator new(unsigned long)", 1, 0, 60, 0, true},
    {"operator new[](unsigned long)", 1, 0, 70, 0, true},
    {"__libc_memalign", 1, 0, 80, 0, true},
    {"mallocs", 1, 0, 90, 0, false},
    {"operator newt", 1, 0, 100, 0, false},
    {"f@plt", 0, 0, 3, 0, false},
    {"@plt", 0, 0, 2, 0, false},
};

static struct profile_function functions[COUNTOF(rows)];
static struct profile_call callees[COUNTOF(rows)];
static struct profile_site sites[2][3];
static struct profile profile = {.functions = functions, .function_count = COUNTOF(rows)};

static void
make(void)
{
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		callees[i] = (struct profile_call){rows[i].callee, rows[i].callee_calls};
		functions[i] = (struct profile_function){.name = (char *)rows[i].name,
		    .binary = rows[i].binary,
		    .calls = rows[i].calls,
		    .callees = &callees[i],
		    .callee_count = rows[i].callee_calls > 0};
	}
	functions[0].sites = sites[0];
	functions[3].sites = sites[1];
	functions[0].site_count = functions[3].site_count = 3;
	for (size_t i = 0; i < 6; i++) {
		struct profile_site *site = &sites[i / 3][i % 3];

		site->kind = i == 5 ? PROFILE_UNKNOWN : PROFILE_LOAD;
		site->frame = i % 2;
		site->spent[FIELD_DR] = i == 5 ? 0 : 1 << i;
		site->spent[FIELD_DW] = i == 3 ? 100 : 0;
		site->file = i % 2;
		site->line = i == 4 ? 0 : (unsigned)i + 10;
	}
}

static void
field_is(enum field f, int64_t want, bool known, const char *name)
{
	int64_t got = 0;

	bool is_known = profile_field(&profile, f, &got);

	ok(is_known == known && (!known || got == want), "%s: %lld, not %lld", name, (long long)got, (long long)want);
}

static void
test_fields(void)
{
	int64_t calls = -(4 + 1) - (40 + 50 + 3), allocs = 30 + 20 - 7 + 60 + 70 + 80;

	for (size_t i = 0; i < COUNTOF(rows); i++)
		calls += rows[i].calls;
	field_is(FIELD_CALLS, calls, true, "calls");
	field_is(FIELD_ALLOCS, allocs, true, "allocations");
	profile.stripped = true;
	field_is(FIELD_ALLOCS, 0, false, "allocations without symbols");
	field_is(FIELD_SPILL, 2 + 8 + 100, true, "spills");
	sites[1][2].spent[FIELD_DW] = 1;
	field_is(FIELD_SPILL, 0, false, "an access by unknown code");
	sites[1][2].spent[FIELD_DW] = 0;
	ok(profile_spent(&profile, FIELD_DR) == 31, "a sum over all steps");
}

static void
test_lines(void)
{
	FREED_BY(test_free) struct test from = {.file = memory_copy("a")};
	FREED_BY(test_free) struct test to = {.file = memory_copy("b")};

	words_add(&profile.files, "a");
	words_add(&profile.files, "x");
	is(profile_function_file(&profile, &functions[0]), "a", "the file of the first line");
	is(profile_function_file(&profile, &functions[3]), "x", "another one");
	ok(!profile_function_file(&profile, &functions[1]), "none");
	test_set(&from, "setup", memory_copy("1\n2"), 9);
	test_set(&from, "code", memory_copy("3\n4"), 12);
	test_set(&from, "pre", memory_copy("5"), 20);
	test_set(&to, "setup", memory_copy("1\n2"), 30);
	test_set(&to, "pre", memory_copy("5"), 0);
	sites[1][0].line = 20;
	sites[1][0].file = sites[1][2].file = 0;
	test_set(&to, "code", memory_copy("3\n5"), 40);
	profile_move_lines(&profile, &to, &from);
	ok(sites[0][0].line == 10, "no line of that file");
	profile_move_lines(&profile, &from, &to);
	ok(sites[0][0].line == 31 && sites[0][0].file == 2, "a line of the same text moves");
	ok(sites[0][1].line == 11 && sites[0][1].file == 1, "one of another file stays");
	ok(sites[0][2].line == 0 && sites[0][2].file == 2, "one of another text has none");
	ok(sites[1][0].line == 0 && sites[1][0].file == 2, "nor one whose line is unknown");
	ok(sites[1][2].line == 0 && sites[1][2].file == 2, "nor one of no part");
	ok(sites[1][1].line == 0 && sites[1][1].file == 0, "nor does what had none");
	words_free(&profile.files);
}

int
main(void)
{
	make();
	test_fields();
	test_lines();
	return tap_done();
}
