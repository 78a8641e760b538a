/* The text printed of profiles made by hand. */

#include "report/amount.h"
#include "report/explain/explain_page.h"
#include "report/explain/explain_print.h"
#include "profile.h"
#include "sample.h"
#include "tap.h"

/* An instruction of a function, as many times in ten iterations. */
struct made {
	const char *text;
	int64_t executions;
	enum profile_kind kind;
	unsigned line; /* of my.bench */
	enum field also;
	int64_t events; /* in that field */
	size_t target;  /* of a jump: which instruction, counted from 1 */
};

enum { SITE_SIZE = 4 };

static struct profile *
make_profile(void)
{
	struct profile *profile = profile_new();

	profile_binary(profile, "/lib/libc.so.6");
	return profile;
}

/* made: ends with one without text. */
static void
add_function(
    struct profile *profile, const char *name, enum profile_owner owner, int64_t calls, const struct made *made)
{
	uint64_t start = 0x1000 * (profile->function_count + 1);
	struct profile_function *function = profile_function(profile, name, owner, owner == PROFILE_LIBRARY);

	function->calls = calls;
	for (size_t i = 0; made[i].text; i++) {
		struct profile_site *site =
		    profile_site(function, start + i * SITE_SIZE, made[i].executions, made[i].kind, made[i].text);

		if (made[i].events)
			site->spent[made[i].also] = made[i].events;
		site->line = made[i].line;
		if (made[i].target)
			site->target = start + (made[i].target - 1) * SITE_SIZE;
	}
}

/* Gives the cell the profile, and the counts that it explains. */
static void
set_profile(struct cell *cell, struct profile *profile)
{
	cell->measured = true;
	cell->profile = profile;
	for (enum field f = 0; f < FIELD_COUNT; f++)
		cell->counts[VARIANT_ACTIVE][LENGTH_LONG].of[f] = (uint64_t)profile_spent(profile, f);
}

static char *
text_of(const struct results *results, const struct view *view, const struct selected *selected, bool all)
{
	FREED_BY(selection_free) struct selection selection = {.all = all};
	FREED_BY(comparison_free) struct comparison comparison;
	char *got;
	size_t n;
	FILE *out = open_memstream(&got, &n);

	comparison_make(&comparison, results, view);
	*ARRAY_ADD(selection.v, selection.n) = *selected;
	explain_text(&comparison, &selection, view, out);
	fclose(out);
	return got;
}

/* The sort's inner loop as two compilers could write it. */
static const struct made slow[] = {
    {"xorl %eax,%eax", 10, PROFILE_LOGIC, 4, 0, 0, 0},
    {"movq -4(%rdx),%xmm0", 140, PROFILE_LOAD, 5, FIELD_DR, 140, 0},
    {"pshufd $0xe5,%xmm0,%xmm2", 140, PROFILE_VECTOR, 5, 0, 0, 0},
    {"movd %xmm2,%ecx", 140, PROFILE_VECTOR, 5, 0, 0, 0},
    {"jle 0x2004", 140, PROFILE_BRANCH, 5, FIELD_COND, 140, 2},
    {"movl %eax,(%rsi)", 10, PROFILE_STORE, 6, FIELD_DW, 10, 0},
    {.text = NULL},
};
static const struct made fast[] = {
    {"xorl %eax,%eax", 10, PROFILE_LOGIC, 4, 0, 0, 0},
    {"movl (%rdi),%ecx", 140, PROFILE_LOAD, 5, FIELD_DR, 140, 0},
    {"jle 0x2004", 140, PROFILE_BRANCH, 5, FIELD_COND, 140, 2},
    {"movl %eax,(%rsi)", 10, PROFILE_STORE, 6, FIELD_DW, 10, 0},
    {.text = NULL},
};
static const struct made library[] = {
    {"ret", 5, PROFILE_CALL, 0, FIELD_DR, 5, 0},
    {.text = NULL},
};

/* Test t0, whose code is on lines 4 to 6 of my.bench. */
static struct results
make_results(const struct fields *fields)
{
	struct results results = sample_make(1, 2);
	struct test *test = &results.tests.v[0];

	results.fields = fields;
	test->file = memory_copy("my.bench");
	test_set(test, "code", memory_copy("int n = 0;\nfor (; a[n]; n++) swap(a, n);\n  *p = n;\n"), 4);
	return results;
}

/* Gives t0 a profile on each put, with a function of that name, of these instructions; the
   second put's has a call of a library as well. */
static struct results
pair_results(const struct fields *fields, const char *name, enum profile_owner owner, const struct made *norm,
    const struct made *put, bool calls)
{
	struct results results = make_results(fields);
	struct profile *profiles[] = {make_profile(), make_profile()};

	if (calls)
		add_function(profiles[1], "memset", PROFILE_LIBRARY, 5, library);
	add_function(profiles[0], name, owner, 0, norm);
	add_function(profiles[1], name, owner, 0, put);
	for (size_t i = 0; i < 2; i++)
		set_profile(results_cell(&results, 0, i), profiles[i]);
	return results;
}

static struct results
sort_results(const struct fields *fields)
{
	return pair_results(fields, "snippet", PROFILE_SNIPPET, slow, fast, true);
}

/* Compares what is printed. */
static void
text_is(const struct results *results, size_t width, const struct selected *selected, bool all, const char *want,
    const char *name)
{
	struct view view = {.fields = selected->fields, .width = width};

	is_freed(text_of(results, &view, selected, all), want, name);
}

/* Checks that these lines are printed, one part after the other. */
static void
text_has(const struct results *results, size_t width, const struct selected *selected, bool all,
    const char *const *parts, const char *name)
{
	struct view view = {.fields = selected->fields, .width = width};
	OWNED char *got = text_of(results, &view, selected, all);
	const char *at = got;

	for (; at && *parts; parts++) {
		at = strstr(at, *parts);
		if (!ok(at != NULL, "%s", name))
			printf("# no: %s\n# in: %s\n", *parts, got);
	}
}

static void
test_pair(const struct fields *fields)
{
	static const char *const narrow[] = {"memset       0.0  0.50  +0.50  only on p1, 0.50 calls, li...\n",
	    "call/return       0.0  0.50  +0.50  ret\n"
	    "conditional jump 14.0 14.0    0.0   jle\n"
	    "load             14.0 14.0    0.0   movl, movq\n"
	    "logic/shift       1.0  1.0    0.0   xorl\n"
	    "store             1.0  1.0    0.0   movl\n",
	    "code of memset in libc.so.6\n"
	    "\n"
	    "p1: 0.50 x  0.50 Ir\n"
	    "0.50      ret               Dr\n",
	    "14.0      jle .1                    COND\n"
	    "p1: 14.0 x  28.0 Ir\n"
	    "# my.bench:5  for (; a[n]; n++) swap(a, n);\n"
	    "14.0  .1: movl (%rdi),%ecx  Dr\n"
	    "14.0      jle .1            COND\n"
	    "\n"
	    "both: 1.0 x  1.0 Ir\n"
	    "# my.bench:4  int n = 0;\n"
	    " 1.0      xorl %eax,%eax\n"
	    "\n"
	    "both: 1.0 x  1.0 Ir\n",
	    NULL};
	FREED_BY(results_free) struct results results = sort_results(fields);
	const struct selected selected = {0, 1, 0, FIELD_BIT(FIELD_IR)};

	text_is(&results, 0, &selected, false,
	    "\n"
	    "t0  Ir  p0 58.0  p1 30.5  -27.5 (-47.41 %)\n"
	    "\n"
	    "by function   p0    p1   diff\n"
	    "memset       0.0  0.50  +0.50  only on p1, 0.50 calls, libc.so.6\n"
	    "snippet     58.0 30.0  -28.0\n"
	    "\n"
	    "by kind              p0    p1   diff\n"
	    "vector             28.0  0.0  -28.0   movd, pshufd\n"
	    "call/return         0.0  0.50  +0.50  ret\n"
	    "4 of the same cost 30.0 30.0    0.0\n"
	    "\n"
	    "by line              p0    p1   diff\n"
	    "my.bench:5         56.0 28.0  -28.0   for (; a[n]; n++) swap(a, n);\n"
	    "libc.so.6           0.0  0.50  +0.50\n"
	    "2 of the same cost  2.0  2.0    0.0\n"
	    "\n"
	    "code of snippet\n"
	    "\n"
	    "p0: 14.0 x  56.0 Ir                      | p1: 14.0 x  28.0 Ir\n"
	    "# my.bench:5  for (; a[n]; n++) swap(a, n);\n"
	    "14.0  .1: movq -4(%rdx),%xmm0       Dr   | 14.0  .1: movl (%rdi),%ecx  Dr\n"
	    "14.0      pshufd $0xe5,%xmm0,%xmm2       <\n"
	    "14.0      movd %xmm2,%ecx                <\n"
	    "14.0      jle .1                    COND   14.0      jle .1            COND\n"
	    "\n"
	    "2 blocks are the same on both: 2.0 Ir\n"
	    "\n"
	    "Not shown: 1 block with 0.0 Ir on p0, 0.50 Ir on p1; --explain=all shows all\n",
	    "two puts side by side in 80 columns");
	text_has(&results, 60, &selected, true, narrow, "one below the other, and all");
}

static void
test_alone(const struct fields *fields)
{
	static const char *const parts[] = {"\n"
	                                    "t0  Ir  p1 30.5\n"
	                                    "\n"
	                                    "by function    p1    %\n"
	                                    "snippet     30.0  98.4\n"
	                                    "memset       0.50  1.6  0.50 calls, libc.so.6\n",
	    "conditional jump 14.0  45.9  jle\n", "my.bench:4  1.0   3.3  int n = 0;\n",
	    "1.0 x  1.0 Ir (3.3 %)\n"
	    "# my.bench:4  int n = 0;\n"
	    " 1.0      xorl %eax,%eax\n"
	    "\n"
	    "Not shown: 2 blocks with 1.50 Ir; --explain=all shows all\n",
	    NULL};
	FREED_BY(results_free) struct results results = sort_results(fields);
	const struct selected selected = {0, 1, SELECTED_ALONE, FIELD_BIT(FIELD_IR)};

	text_has(&results, 80, &selected, false, parts, "one put");
}

/* A function may take part in the second field only. */
static void
test_fields(const struct fields *fields)
{
	static const char *const parts[] = {"t0  Dr  p0 14.0  p1 14.5  +0.50 (+3.57 %)\n",
	    "load        14.0 14.0   0.0   movl, movq\n",
	    "t0  EstimatedCycles  p0 73.0  p1 46.0  -27.0 (-36.99 %)\n"
	    "\n"
	    "by function   p0   p1  diff\n"
	    "memset       0.0  1.0  +1.0  only on p1, 0.50 calls, libc.so.6\n"
	    "snippet     73.0 45.0 -28.0\n",
	    "4 of the same cost 45.0 45.0   0.0\n", "2 of the same cost  3.0  3.0   0.0\n",
	    "t0  costs the same on p0 and p1:  Dw 1.0\n"
	    "\n"
	    "code of snippet\n"
	    "\n"
	    "p0: 14.0 x  14.0 Dr                      | p1: 14.0 x  14.0 Dr\n",
	    "Not shown: 1 block with 0.0 Dr on p0, 0.50 Dr on p1; --explain=all shows all\n", NULL};
	FREED_BY(results_free) struct results results = sort_results(fields);
	const struct selected selected = {
	    0, 1, 0, FIELD_BIT(FIELD_DR) | FIELD_BIT(FIELD_DW) | FIELD_BIT(FIELD_ESTIMATED_CYCLES)};

	text_has(&results, 80, &selected, false, parts, "a block for each field");
}

/* Two blocks of one side, and one of the other, that have nothing in common. */
static void
test_unpaired(const struct fields *fields)
{
	static const struct made two[] = {
	    {"pushq %rbx", 10, PROFILE_STORE, 4, 0, 0, 0},
	    {"xorl %eax,%eax", 10, PROFILE_LOGIC, 4, 0, 0, 0},
	    {"paddd %xmm0,%xmm1", 300, PROFILE_VECTOR, 5, 0, 0, 0},
	    {"jne 0x1008", 300, PROFILE_BRANCH, 5, 0, 0, 3},
	    {.text = NULL},
	};
	static const struct made one[] = {
	    {"idivl %ecx", 5, PROFILE_DIVIDE, 6, 0, 0, 0},
	    {"nopw (%rax)", 5, PROFILE_NOP, 6, 0, 0, 0},
	    {.text = NULL},
	};
	static const char *const parts[] = {"store             1.0 0.0   -1.0   pushq\n"
	                                    "divide            0.0 0.50  +0.50  idivl\n",
	    "p0: 30.0 x  60.0 Ir                    | p1: 0.50 x  1.0 Ir\n"
	    "# my.bench:5  for (; a[n]; n++) swa... | # my.bench:6  *p = n;\n"
	    "30.0  .1: paddd %xmm0,%xmm1            | 0.50  idivl %ecx\n"
	    "30.0      jne .1                       | 0.50  nopw (%rax)\n"
	    "\n"
	    "p0: 1.0 x  2.0 Ir                      |\n"
	    "# my.bench:4  int n = 0;               |\n"
	    " 1.0      pushq %rbx                   |\n",
	    NULL};
	const struct selected selected = {0, 1, 0, FIELD_BIT(FIELD_IR)};
	FREED_BY(results_free)
	struct results results = pair_results(fields, "snippet", PROFILE_SNIPPET, two, one, false);

	text_has(&results, 80, &selected, true, parts, "blocks of one side are next to each other");
}

/* An interpreter with more functions than are listed. */
static void
test_many(const struct fields *fields)
{
	const struct selected selected = {0, 1, 0, FIELD_BIT(FIELD_IR)};
	FREED_BY(results_free) struct results results = make_results(fields);
	struct profile *norm = make_profile(), *put = make_profile();
	struct made site[] = {{"nop", 0, PROFILE_NOP, 0, 0, 0, 0}, {.text = NULL}};
	static const char *const parts[] = {"by function          p0    p1  diff\n"
	                                    "f14                10.0  5.10 -4.90  1.0 call, libc.so.6\n",
	    "f7                 10.0  7.90 -2.10  1.0 call, libc.so.6\n"
	    "f4                 10.0  8.60 -1.40  1.0 call, libc.so.6\n"
	    "3 others           30.0 27.2  -2.80\n"
	    "2 of the same cost 20.0 20.0   0.0\n",
	    "Not shown: the code of the interpreter or command; --explain=all shows it\n", NULL};

	for (size_t i = 0; i < 16; i++) {
		OWNED char *name = text_print("f%zu", i);

		site->executions = 100;
		add_function(norm, name, PROFILE_LIBRARY, 10, site);
		site->executions = 100 - 7 * (int64_t)(i / 2);
		add_function(put, name, PROFILE_LIBRARY, 10, site);
	}
	set_profile(results_cell(&results, 0, 0), norm);
	set_profile(results_cell(&results, 0, 1), put);
	text_has(&results, 80, &selected, false, parts, "the smallest rows are one");
}

static void
shows(double value, bool sign, const char *want)
{
	char buffer[AMOUNT_SIZE];

	is(amount_show(value, sign, buffer), want, want);
}

/* A block of more instructions than are shown. */
static void
test_long(const struct fields *fields)
{
	const struct selected selected = {0, 0, SELECTED_ALONE, FIELD_BIT(FIELD_IR)};
	const struct view view = {.fields = selected.fields};
	FREED_BY(results_free) struct results results = make_results(fields);
	struct profile *profile = make_profile();
	struct made long_block[66] = {{.text = NULL}};
	char *some, *all;

	for (size_t i = 0; i < 65; i++)
		long_block[i] = (struct made){"nop", 10, PROFILE_NOP, 0, 0, 0, 0};
	add_function(profile, "snippet", PROFILE_SNIPPET, 0, long_block);
	set_profile(results_cell(&results, 0, 0), profile);
	some = text_of(&results, &view, &selected, false);
	all = text_of(&results, &view, &selected, true);
	ok(strstr(some, "1.0  nop\n... 5 more instructions, 5.0 Ir\n"), "a block is cut");
	ok(!strstr(all, "..."), "but not if all is to be shown");
	free(some);
	free(all);
}

static void
why_is(const struct fields *fields, enum profile_owner owner, const struct made *norm, const struct made *put,
    const char *want, const char *name)
{
	FREED_BY(results_free) struct results results = pair_results(fields, "f", owner, norm, put, false);
	const struct view view = {.fields = FIELD_BIT(FIELD_IR)};
	FREED_BY(comparison_free) struct comparison comparison;

	comparison_make(&comparison, &results, &view);
	is_freed(explain_why(&comparison, 0, 1), want, name);
}

/* One line of the snippet, and as many instructions of three kinds less. */
static const struct made line[] = {
    {"addl %eax,%ecx", 40, PROFILE_ARITHMETIC, 4, 0, 0, 0},
    {"movl %eax,%ecx", 30, PROFILE_MOVE, 4, 0, 0, 0},
    {"nop", 30, PROFILE_NOP, 4, 0, 0, 0},
    {.text = NULL},
};
static const struct made less[] = {
    {"addl %eax,%ecx", 10, PROFILE_ARITHMETIC, 4, 0, 0, 0},
    {"movl %eax,%ecx", 10, PROFILE_MOVE, 4, 0, 0, 0},
    {"nop", 30, PROFILE_NOP, 4, 0, 0, 0},
    {.text = NULL},
};

static void
test_why(const struct fields *fields)
{
	FREED_BY(results_free) struct results results = sort_results(fields);
	FREED_BY(comparison_free) struct comparison comparison;
	struct view view = {.fields = FIELD_BIT(FIELD_IR)};

	why_is(fields, PROFILE_PROGRAM, slow, fast, "f -28.0", "a function");
	why_is(fields, PROFILE_SNIPPET, slow, fast, "my.bench:5 -28.0", "or a line");
	why_is(fields, PROFILE_SNIPPET, line, less, "arithmetic -3.0", "or a kind");
	why_is(fields, PROFILE_SNIPPET, line, line, NULL, "nothing where nothing changed");
	view.fields = FIELD_BIT(FIELD_SIZE);
	comparison_make(&comparison, &results, &view);
	is(explain_why(&comparison, 0, 1), NULL, "nor of what instructions do not cost");
}

static void
test_sum(void)
{
	const struct explanation_side side = {
	    .here = true, .iterations = 10, .calls = 2, .spent = {30, [FIELD_DR] = 5}, .spill = 4};
	struct explanation_side sum = {0};

	explain_page_add(&sum, &side);
	explain_page_add(&sum, &side);
	ok(sum.iterations == 10 && sum.calls == 4 && sum.spent[FIELD_IR] == 60 && sum.spent[FIELD_DR] == 10 &&
	        sum.spill == 8 && !sum.unknown_spill,
	    "a sum has all numbers of its sides");
}

static void
name_is(const char *name, size_t width, const char *want)
{
	is_freed(explain_page_function(name, width), want, name);
}

static void
test_names(void)
{
	name_is("std::map<int, int>::find(int const&)", 36, "std::map<int, int>::find(int const&)");
	name_is("std::map<int, int>::find(int const&)", 35, "std::map<...>::find(...)");
	name_is("std::map<int, int>::find(int const&)", 20, "...::find(...)");
	name_is("f<void (*)(int), &g>()", 10, "f<...>()");
	name_is("a::operator()(int, int) const", 24, "a::operator()(...) const");
	name_is("b::operator-><c<int> >(int)", 25, "b::operator-><...>(...)");
	name_is("b::operator<<(std::string)", 25, "b::operator<<(...)");
	name_is("(anonymous namespace)::f(int, int)", 32, "(anonymous namespace)::f(...)");
	name_is("a::f(int, int) [clone .isra.0]", 20, "a::f(...)");
	name_is("a::f(int, int) [clone .isra.0]", 26, "a::f(...) [clone .isra.0]");
	name_is("a::f(int, int) [clone .cold]", 26, "a::f(...) [clone .cold]");
	name_is("<a::Vec<T> as core::fmt::Debug>::fmt", 37, "<a::Vec<T> as core::fmt::Debug>::fmt");
	name_is("<a::Vec<T> as core::fmt::Debug>::fmt", 35, "...::fmt::Debug>::fmt");
	name_is("<a::Vec<T, A> as Drop>::drop", 27, "<a::Vec<...> as Drop>::drop");
	name_is("<<a", 2, "");
	name_is("a_long_name_of_c", 10, "a_long_...");
	name_is("f<(a)->b>(c, d", 11, "f<...>(...)");
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
	struct fields *fields = fields_new();

	fields_resolve(fields);
	test_amounts();
	test_names();
	test_sum();
	test_pair(fields);
	test_alone(fields);
	test_fields(fields);
	test_unpaired(fields);
	test_many(fields);
	test_long(fields);
	test_why(fields);
	fields_free(fields);
	return tap_done();
}
