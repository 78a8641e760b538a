#include "explain/explanation.h"
#include "profile.h"
#include "dice.h"
#include "tap.h"

enum { TURNS = 10 };

static const char *const mnemonics[] = {"movq -4(%rdx), %xmm0", "addl %eax, %ebx", "ret", "call f1", "imul %rcx", NULL};

/* The profiles of a test, of which the put's may be missing, and how they are explained. */
static struct profile *norm, *put;
static struct explanation *explanation;
static const struct explanation_function *code; /* of the first function */

static void
explain_as(const struct explanation *request)
{
	if (explanation)
		explanation_free(explanation);
	explanation = explanation_make(request);
	code = explanation->functions;
}

static void
explain(void)
{
	explain_as(&(struct explanation){
	    .profiles = {norm, put}, .iterations = {TURNS, TURNS}, .by = FIELD_IR, .compared = FIELD_ALL});
}

static void
forget(void)
{
	explanation_free(explanation);
	profile_free(norm);
	profile_free(put);
	explanation = NULL;
	norm = put = NULL;
}

/* New profiles, each with a function, which is the snippet. */
static void
make_snippets(struct profile_function **functions)
{
	norm = profile_new();
	put = profile_new();
	functions[0] = profile_function(norm, "snippet", PROFILE_SNIPPET, 0);
	functions[1] = profile_function(put, "snippet", PROFILE_SNIPPET, 0);
}

static void
add_random_sites(struct profile *profile, struct profile_function *function, unsigned kinds)
{
	uint64_t address = 4096 * dice(100);
	unsigned left = dice(60);
	struct profile_site *site;

	for (unsigned i = 0; i < left; i++) {
		address += 1 + dice(17);
		site = profile_site(
		    function, address, dice(4), (enum profile_kind)dice(kinds), mnemonics[dice(COUNTOF(mnemonics))]);
		for (enum field f = 0; f < FIELD_COUNT; f++)
			site->spent[f] = (int64_t)dice(2000) - 1000;
		site->line = dice(2) * dice(5);
		site->frame = !dice(3);
		site->file = dice(profile->files.n);
		site->target = dice(3) ? 0 : function->sites[dice(function->site_count)].address;
	}
}

static struct profile *
make_random(void)
{
	static const char *const names[] = {"f", "f.cold", "f.part.0", "g", "std::__1::h()", "std::h()", "f1"};
	struct profile *profile = profile_new();
	unsigned functions = dice(20);
	unsigned kinds = PROFILE_KINDS - dice(2); /* without code that is unknown? */
	char *name;

	profile_binary(profile, dice(2) ? "/lib/libc.so.6" : "/lib/libc-2.31.so");
	profile_binary(profile, "");
	profile_file(profile, "/usr/include/x.h");
	profile_file(profile, "dir/user.c");
	for (unsigned i = 0; i < functions; i++) {
		name = dice(3) ? memory_copy(names[dice(COUNTOF(names))]) : text_print("f%u", dice(10));
		add_random_sites(profile,
		    profile_function(profile, name, (enum profile_owner)dice(PROFILE_GENERATED + 1), dice(3)), kinds);
		free(name);
	}
	return profile;
}

static void
add(int64_t *sums, const int64_t *spent)
{
	for (enum field f = 0; f < FIELD_COUNT; f++)
		sums[f] += spent[f];
}

static void
sum_part(const struct explanation_group *group, size_t side, int64_t *sums)
{
	for (size_t i = 0; i < group->n; i++)
		add(sums, group->rows[i].sides[side].spent);
}

static void
sum_blocks(size_t side, int64_t *sums)
{
	for (size_t i = 0; i < explanation->by_function.n; i++)
		for (size_t j = 0; j < explanation->functions[i].n; j++)
			add(sums, explanation->functions[i].blocks[j].sides[side].spent);
}

/* The instructions of all lines, of which each must be of its side and in order. */
static bool
sum_lines(size_t side, int64_t *sums)
{
	for (size_t i = 0; i < explanation->by_function.n; i++)
		for (size_t j = 0; j < explanation->functions[i].n; j++) {
			const struct explanation_block *block = &explanation->functions[i].blocks[j];
			const struct profile_site *last = NULL;

			for (size_t k = 0; k < block->n; k++) {
				const struct profile_site *site;

				if (!block->lines[k].sides[side])
					continue;
				site = block->lines[k].sides[side]->of;
				if (last && site != last + 1)
					return false;
				last = site;
				add(sums, site->spent);
			}
		}
	return true;
}

/* Returns whether the rows of a part have the spill of a profile whose code is known. */
static bool
spills(const struct explanation_group *group, size_t side, const struct profile *profile)
{
	int64_t sum = 0;
	int64_t want;
	bool known = true;

	for (size_t i = 0; i < group->n; i++) {
		sum += group->rows[i].sides[side].spill;
		known = known && !group->rows[i].sides[side].unknown_spill;
	}
	return profile_field(profile, FIELD_SPILL, &want) ? known && sum == want : !known;
}

static bool
is_sum(const int64_t *sums, const struct profile *profile)
{
	for (enum field f = 0; f < FIELD_COUNT; f++)
		if (sums[f] != profile_spent(profile, f))
			return false;
	return true;
}

/* Returns whether all groups of a side sum to its profile. */
static bool
adds_up(size_t side, const struct profile *profile)
{
	const struct explanation_group *const groups[] = {
	    &explanation->by_function, &explanation->by_kind, &explanation->by_line};
	int64_t sums[6][FIELD_COUNT] = {{0}};

	for (size_t i = 0; i < COUNTOF(groups); i++) {
		sum_part(groups[i], side, sums[i]);
		if (!spills(groups[i], side, profile))
			return false;
	}
	sum_blocks(side, sums[3]);
	if (!sum_lines(side, sums[4]))
		return false;
	add(sums[5], explanation->sums[side].spent);
	for (size_t i = 0; i < COUNTOF(sums); i++)
		if (!is_sum(sums[i], profile))
			return false;
	return true;
}

static void
test_sums(void)
{
	unsigned alone = 0, norms = 0, puts = 0, i;

	for (i = 0; i < 300; i++) {
		norm = make_random();
		explain();
		alone += adds_up(EXPLANATION_NORM, norm);
		put = make_random();
		explain();
		norms += adds_up(EXPLANATION_NORM, norm);
		puts += adds_up(EXPLANATION_PUT, put);
		forget();
	}
	ok(alone == i, "the parts of one profile sum to it in every field");
	ok(norms == i, "so do those of the norm");
	ok(puts == i, "and of the put");
}

/* A loop of three instructions that is executed n times, at an address. */
static struct profile_function *
add_loop(struct profile *profile, uint64_t at, int64_t n, const char *last)
{
	struct profile_function *function = profile_function(profile, "f.isra.0", PROFILE_PROGRAM, 0);

	profile_site(function, at, n, PROFILE_LOAD, "movl counts.0(%rip),%eax")->line = 7;
	profile_site(function, at + 6, n, PROFILE_OTHER, last);
	profile_site(function, at + 9, n, PROFILE_BRANCH, "jne 0x1234")->target = at;
	profile_site(function, at + 11, TURNS, PROFILE_BRANCH, "je 0x9999")->target = at + 99;
	profile_site(function, at + 13, TURNS, PROFILE_CALL, "ret");
	return function;
}

/* "LABEL TEXT" of the lines of a block's side, joined by "; ". */
static void
listing_is(size_t block, size_t side, const char *want, const char *name)
{
	struct text text = TEXT_EMPTY;

	for (size_t i = 0; i < code->blocks[block].n; i++) {
		const struct blocks_site *site = code->blocks[block].lines[i].sides[side];

		text_addf(&text, "%s", i ? "; " : "");
		if (site && site->label)
			text_addf(&text, ".%u: ", site->label);
		text_add(&text, site ? site->text : "-");
	}
	is_freed(text_take(&text), want, name);
}

static void
test_moved(void)
{
	norm = profile_new();
	put = profile_new();
	add_loop(norm, 0x1000, 50, "addl %eax,%ebx");
	free(add_loop(put, 0x555000, 50, "addl %eax,%ebx")->name);
	put->functions[0].name = memory_copy("f");
	explain();
	ok(explanation->by_function.n == 1 && code->equal, "code that moved is equal");
	ok(code->n == 3 && code->blocks[0].equal && code->blocks[1].equal, "so are its blocks");
	is(explanation->by_function.rows->name, "f.isra.0", "it has the norm's name");
	listing_is(0, 1, ".1: movl counts.0(%rip),%eax; addl %eax,%ebx; jne .1", "jumps have labels");
	listing_is(1, 0, "je .out", "also those to what is not executed");
	put->functions[0].sites[4].spent[FIELD_DR_M1]++;
	explain();
	ok(!code->equal, "not if a count differs");
	forget();
}

static void
test_compared(void)
{
	struct explanation request = {.iterations = {TURNS, 2 * TURNS}, .by = FIELD_IR};
	struct profile_function *function;

	request.profiles[0] = norm = profile_new();
	request.profiles[1] = put = profile_new();
	add_loop(norm, 0x1000, 50, "addl %eax,%ebx");
	function = add_loop(put, 0x1000, 100, "addl %eax,%ebx");
	function->sites[0].spent[FIELD_DR_M1] = 1;
	for (size_t i = 3; i < 5; i++)
		function->sites[i].executions = function->sites[i].spent[FIELD_IR] = 2 * TURNS;
	explain_as(&request);
	ok(code->equal, "counts are compared per turn, in some fields");
	request.compared = FIELD_BIT(FIELD_DR_M1);
	explain_as(&request);
	ok(!code->equal && !code->blocks[0].equal, "or in others, too");
	request.compared = FIELD_BIT(FIELD_COND);
	explain_as(&request);
	ok(code->equal, "in no others");
	function->sites[0].spent[FIELD_DR] = 1;
	request.compared = FIELD_BIT(FIELD_SPILL);
	explain_as(&request);
	ok(!code->equal, "spill is made of others");
	forget();
}

static void
test_changed(void)
{
	norm = profile_new();
	put = profile_new();
	add_loop(norm, 0x1000, 50, "addl %eax,%ebx");
	add_loop(put, 0x1000, 40, "subl %ecx,%ebx");
	explain();
	ok(!code->equal && code->n == 3, "another instruction: not equal");
	ok(code->blocks[0].executions[0] == 50 && code->blocks[0].executions[1] == 40 && !code->blocks[0].equal,
	    "blocks that differ correspond");
	ok(code->blocks[1].equal && code->blocks[2].equal, "those that do not are equal");
	ok(explanation->by_kind.n == 4, "a row for each kind");
	is(explanation->by_kind.rows[0].name, "conditional jump", "the dearest one of equals");
	is(explanation->by_kind.rows[2].note, "addl, subl", "each with its mnemonics");
	forget();
}

/* The snippets of both profiles, of so many instructions, are a block that is executed as often. */
static void
make_blocks(size_t n, const char *const (*texts)[3])
{
	struct profile_function *functions[2];

	make_snippets(functions);
	for (size_t i = 0; i < 2 * n; i++)
		profile_site(functions[i / n], 4 * (i % n), 50, PROFILE_OTHER, texts[i / n][i % n]);
}

static void
test_registers(void)
{
	static const char *const texts[][3] = {
	    {"addl $1,%eax", "addl %eax,%ebx", "subl $5,%edx"}, {"addl %ebx,%ecx", "subl $8,%esi", "subl $5,%edi"}};

	make_blocks(3, texts);
	explain();
	ok(!code->blocks->equal && !code->equal, "other registers are other instructions");
	listing_is(0, 0, "addl $1,%eax; addl %eax,%ebx; -; subl $5,%edx", "but nearer than other operands");
	listing_is(0, 1, "-; addl %ebx,%ecx; subl $8,%esi; subl $5,%edi", "on both sides");
	forget();
}

/* Blocks that are executed as often, and have lines that are not known, or not the same. */
static void
test_unlike(void)
{
	static const char *const texts[][3] = {{"nop", "nop"}, {"negl %eax", "negl %eax"}};
	struct profile_site *sites, *others;

	make_blocks(2, texts);
	sites = norm->functions->sites;
	others = put->functions->sites;
	sites[0].line = 7;
	others[0].line = 8;
	sites[0].kind = sites[1].kind = PROFILE_NOP;
	explain();
	ok(code->n == 2, "blocks that have nothing in common do not correspond");
	sites[1].line = others[0].line = 7;
	explain();
	ok(code->n == 1, "those of the same line do");
	sites[0].spent[FIELD_IR] = sites[1].spent[FIELD_IR] = 0;
	explain();
	ok(code->n == 2 && code->blocks[1].loop, "the loop's own code corresponds to none of the test's");
	forget();
}

static void
test_alignment(void)
{
	struct profile_function *functions[2];

	make_snippets(functions);
	profile_site(functions[0], 1, 10, PROFILE_OTHER, "addl %eax,%ebx");
	profile_site(functions[0], 3, 10, PROFILE_MULTIPLY, "imull %ebx,%ebx");
	profile_site(functions[0], 6, 10, PROFILE_OTHER, "shrl $5,%ebx");
	profile_site(functions[1], 1, 10, PROFILE_OTHER, "xorl %eax,%eax");
	profile_site(functions[1], 3, 10, PROFILE_OTHER, "addl %ecx,%edx");
	profile_site(functions[1], 5, 10, PROFILE_NOP, "nop");
	profile_site(functions[1], 6, 10, PROFILE_NOP, "nop");
	profile_site(functions[1], 7, 10, PROFILE_OTHER, "shrl $9,%edx");
	explain();
	listing_is(0, 0, "-; addl %eax,%ebx; imull %ebx,%ebx; -; shrl $5,%ebx",
	    "the same instructions, with whatever operands, are side by side");
	listing_is(0, 1, "xorl %eax,%eax; addl %ecx,%edx; nop; nop; shrl $9,%edx", "and the others between them");
	forget();
}

/* A site that costs nothing as the empty loop executes it as often. */
static void
test_loop(void)
{
	struct profile_function *function;

	norm = profile_new();
	function = profile_function(norm, "snippet", PROFILE_SNIPPET, 0);
	profile_site(function, 1, 10, PROFILE_OTHER, "subq $1,%rax")->spent[FIELD_IR] = 0;
	profile_site(function, 5, 10, PROFILE_BRANCH, "jne 0x1")->spent[FIELD_IR] = 0;
	function->sites[1].target = 1;
	profile_site(function, 7, 10, PROFILE_OTHER, "incl %eax")->spent[FIELD_IR] = 7;
	explain();
	ok(code->n == 2 && !code->blocks[0].loop && code->blocks[1].loop && code->blocks[1].lines[0].sides[0]->loop,
	    "the loop's own code is marked");
	listing_is(1, 0, ".1: subq $1,%rax; jne .1", "and listed");
	ok(code->blocks[0].executions[0] == 7 && code->blocks[1].executions[0] == 10,
	    "it is not in the executions of other code");
	ok(!code->equal && !code->blocks[0].equal, "nothing is equal to nothing");
	forget();
}

/* Adds a site that costs n to a new function. */
static void
add_cost(struct profile *profile, const char *name, enum profile_owner owner, size_t binary, size_t file, unsigned line,
    int64_t n)
{
	struct profile_function *function = profile_function(profile, name, owner, binary);
	struct profile_site *site = profile_site(function, 1, n, PROFILE_OTHER, "nop");

	function->calls = n;
	site->file = file;
	site->line = line;
}

/* "NAME:LINE NORM PUT, ..." of the rows of a part. */
static void
part_is(const struct explanation_group *group, const char *want, const char *name)
{
	struct text text = TEXT_EMPTY;

	for (size_t i = 0; i < group->n; i++) {
		const struct explanation_row *row = &group->rows[i];

		text_addf(&text, "%s%s", i ? ", " : "", row->name);
		if (row->line)
			text_addf(&text, ":%u", row->line);
		text_addf(&text, " %d %d", (int)row->sides[0].spent[FIELD_IR], (int)row->sides[1].spent[FIELD_IR]);
	}
	is_freed(text_take(&text), want, name);
}

static struct profile *
make_rows(unsigned side)
{
	struct profile *profile = profile_new();

	profile_binary(profile, side ? "/lib/libstdc++.so.6.0.32" : "/lib/libstdc++.so.6.0.30");
	profile_file(profile, side ? "/usr/include/c++/13/map" : "/usr/include/c++/12/map");
	profile_file(profile, "/usr/share/my.bench");
	add_cost(profile, "snippet", PROFILE_SNIPPET, 0, 0, 7, 100 - 30 * side);
	add_cost(profile, "a", PROFILE_PROGRAM, 0, 2, 8, 60 + 10 * side);
	add_cost(profile, "b", PROFILE_PROGRAM, 0, 1, 9 + side, 40 + side);
	add_cost(profile, "c", PROFILE_PROGRAM, 0, 0, 0, 30);
	add_cost(profile, "new", PROFILE_LIBRARY, 1, 0, 5, 20 - side);
	add_cost(profile, side ? "put" : "norm", PROFILE_LIBRARY, 1, 0, 6, side ? 3 : 1);
	return profile;
}

static void
test_rows(void)
{
	norm = make_rows(0);
	explain();
	part_is(
	    &explanation->by_function, "snippet 100 0, a 60 0, b 40 0, c 30 0, new 20 0, norm 1 0", "one put: by cost");
	put = make_rows(1);
	explain();
	part_is(&explanation->by_function, "put 0 3, norm 1 0, snippet 100 70, a 60 70, b 40 41, new 20 19, c 30 30",
	    "functions of one side are first");
	part_is(&explanation->by_line,
	    "my.bench:7 100 70, /usr/share/my.bench:8 60 70, map 40 41, libstdc++.so.6.0.30 21 22, no line 30 30",
	    "lines of the user's files; others in sum");
	is(explanation->by_function.rows[5].note, "libstdc++.so.6.0.30", "the library of new");
	is(explanation->by_function.rows[4].note, "map", "the file of b");
	ok(explanation->by_function.rows[3].sides[1].calls == 70, "the calls of a");
	forget();
}

/* Steps without a line, of 70 instructions after line 2, 20 after line 4, and some before any and in a library. */
static void
test_nearest(void)
{
	static const struct {
		unsigned line;
		int64_t n;
	} made[] = {{0, 1}, {2, 10}, {0, 30}, {0, 40}, {4, 1}, {0, 20}};
	struct profile_function *function;

	norm = profile_new();
	function = profile_function(norm, "snippet", PROFILE_SNIPPET, 0);
	for (size_t i = 0; i < COUNTOF(made); i++)
		profile_site(function, i, made[i].n, PROFILE_NOP, "nop")->line = made[i].line;
	profile_binary(norm, "/lib/libc.so.6");
	add_cost(norm, "f", PROFILE_LIBRARY, 1, 0, 0, 500);
	explain();
	part_is(&explanation->by_line, "libc.so.6 500 0, no line 91 0, my.bench:2 10 0, my.bench:4 1 0",
	    "no line is a row");
	is(explanation->by_line.rows[1].note, "my.bench:2, my.bench:4", "with the lines before most of it");
	is(explanation->by_line.rows[0].note, NULL, "a library has none");
	forget();
}

/* A field that has no value in one row is no reason to lose the row. */
static void
test_derived(void)
{
	struct fields *fields = fields_new();
	const struct explanation_row *rows;
	double v;

	norm = profile_new();
	fields_define(fields, "share=Dr/Ir");
	fields_resolve(fields);
	add_cost(norm, "a", PROFILE_PROGRAM, 0, 0, 7, 100);
	add_cost(norm, "b", PROFILE_PROGRAM, 0, 0, 8, 50);
	norm->functions[1].sites->spent[FIELD_IR_MM] = 1;
	add_cost(norm, "c", PROFILE_PROGRAM, 0, 0, 9, 0);
	explain_as(&(struct explanation){
	    .profiles = {norm, NULL}, .iterations = {TURNS, 0}, .fields = fields, .by = FIELD_CEST});
	rows = explanation->by_function.rows;
	is(rows[0].name, "b", "by a derived field");
	ok(explanation_value(explanation, rows[0].sides, FIELD_CEST, &v) && v == 15, "whose value is per turn");
	ok(!explanation_value(explanation, rows[0].sides, FIELD_SIZE, &v), "code without a size");
	ok(!explanation_difference(explanation, rows[2].sides, FIELD_FIRST_OWN, &v), "a quotient without a value");
	forget();
	fields_free(fields);
}

/* Only an instruction of an unknown kind that accesses memory leaves the spill unknown. */
static void
test_spill(void)
{
	int64_t sum = 0;
	struct profile_site site = {.kind = PROFILE_ARITHMETIC, .spent = {[FIELD_DR] = 2}};

	ok(profile_add_spill(&site, &sum) && sum == 0, "another access than of the frame");
	site.frame = true;
	site.spent[FIELD_DW] = 3;
	ok(profile_add_spill(&site, &sum) && sum == 5, "spill");
	site = (struct profile_site){.kind = PROFILE_UNKNOWN};
	ok(profile_add_spill(&site, &sum), "an unknown instruction without an access");
	site.spent[FIELD_DR] = 1;
	ok(!profile_add_spill(&site, &sum), "one that reads");
	site.spent[FIELD_DR] = 0;
	site.spent[FIELD_DW] = 1;
	ok(!profile_add_spill(&site, &sum), "one that writes");
}

int
main(void)
{
	test_sums();
	test_moved();
	test_compared();
	test_changed();
	test_registers();
	test_unlike();
	test_alignment();
	test_loop();
	test_rows();
	test_nearest();
	test_derived();
	test_spill();
	return tap_done();
}
