#include <inttypes.h>

#include "profile.h"
#include "saved.h"

static struct profile_function *
add_function(struct profile *profile, const char *name, size_t binary, enum profile_owner owner, int64_t calls)
{
	struct profile_function *function = profile_function(profile, name, owner, binary);

	function->calls = calls;
	return function;
}

static void
add_call(struct profile_function *function, size_t callee, int64_t calls)
{
	size_t n = function->callee_count++;

	function->callees = memory_resize(function->callees, n + 1, sizeof *function->callees);
	function->callees[n] = (struct profile_call){callee, calls};
}

/* Gives the cell counts that are the sums of the profile. */
static void
take(struct cell *cell, struct profile *profile)
{
	cell->profile = profile;
	cell->measured = true;
	for (enum field f = 0; f < FIELD_COUNT; f++) {
		uint64_t start = 1000000 >> f;

		cell->counts[VARIANT_EMPTY][LENGTH_SHORT].of[f] = start;
		cell->counts[VARIANT_EMPTY][LENGTH_LONG].of[f] = start + 7;
		cell->counts[VARIANT_ACTIVE][LENGTH_SHORT].of[f] = start;
		cell->counts[VARIANT_ACTIVE][LENGTH_LONG].of[f] = start + (uint64_t)profile_spent(profile, f) + 7;
	}
}

/* A snippet that calls a library. */
static struct profile *
make_small(void)
{
	struct profile *profile = memory_new(sizeof *profile);
	struct profile_function *function;
	struct profile_site *site;
	size_t binary;

	profile_binary(profile, "t");
	binary = profile_binary(profile, "/lib/l.so");
	free(profile->binaries[binary].build_id);
	profile->binaries[binary].build_id = memory_copy("c0ffee");
	profile_file(profile, "a.bench");
	function = add_function(profile, "snippet", 0, PROFILE_SNIPPET, 1);
	site = profile_site(function, 0x1000, 10, PROFILE_CALL, "call f");
	site->spent[FIELD_DW] = 10;
	site->line = 7;
	site = profile_site(function, 0x1005, 20, PROFILE_BRANCH, "jne 1000");
	site->spent[FIELD_IR] = 0;
	site->spent[FIELD_COND] = 3;
	site->target = 0x1000;
	site->line = 7;
	add_call(function, 1, 10);
	function = add_function(profile, "f", 1, PROFILE_LIBRARY, 10);
	site = profile_site(function, 0x20, 10, PROFILE_LOAD, "mov 8(%rsp),%eax");
	site->spent[FIELD_DR_MM] = -1;
	site->frame = true;
	return profile;
}

/* Names and addresses that are hard to save. */
static struct profile *
make_rich(void)
{
	struct profile *profile = make_small();
	struct profile_function *function;
	struct profile_site *site;

	profile_binary(profile, "");
	profile_file(profile, "/dir with \xff/\"x\".c");
	function = add_function(profile, "", 2, PROFILE_GENERATED, -3);
	site = profile_site(function, UINT64_MAX - 1, -1, PROFILE_UNKNOWN, NULL);
	site->spent[FIELD_IR] = INT64_MAX / 8;
	site->target = UINT64_MAX - 1;
	function = add_function(profile, "h(int, \xe9)", 0, PROFILE_PROGRAM, 0);
	site = profile_site(function, 1, 0, 0, "\x01\n\xc3");
	site->spent[FIELD_IR] = INT64_MIN / 8;
	site->target = UINT64_MAX;
	site->frame = true;
	site->file = 1;
	site->line = 4000000000;
	profile_site(function, 0x8000000000000002, 0, 0, "")->line = 1;
	add_function(profile, "never executed", 1, PROFILE_LIBRARY, 1);
	add_call(&profile->functions[0], 3, 0);
	add_call(&profile->functions[0], 0, -2);
	return profile;
}

/* Two tests on two puts. */
static void
make_results(struct results *r)
{
	*r = (struct results){.loops = {10, 20}};
	saved_add_put(r, "gcc", "one", "", "");
	saved_add_put(r, "gcc", "+\xc3\xa9", "", "");
	test_set(tests_add(&r->tests, "a::b"), "code", memory_copy("x"), 7);
	test_set(tests_add(&r->tests, "c"), "code", memory_copy("x"), 9);
	results_make_cells(r);
	take(results_cell(r, 0, 0), make_small());
	take(results_cell(r, 0, 1), make_rich());
	saved_set_counts(results_cell(r, 1, 0), 1);
	results_cell(r, 1, 0)->unprofiled = memory_copy("it \"forks\" \xff");
	take(results_cell(r, 1, 1), make_small());
}

static void
add_shown(struct text *t, const struct profile *p, const struct profile_function *f)
{
	const struct profile_binary *in = &p->binaries[f->binary];

	text_addf(
	    t, "[%s] in [%s] [%s] owner %d calls %" PRIi64 "\n", f->name, in->path, in->build_id, f->owner, f->calls);
	for (size_t i = 0; i < f->callee_count; i++)
		text_addf(t, " >%zu:%" PRIi64, f->callees[i].callee, f->callees[i].calls);
	for (size_t i = 0; i < f->site_count; i++) {
		const struct profile_site *site = &f->sites[i];

		text_addf(t, " %" PRIx64 " [%s] %d %d to %" PRIx64 " line %s:%u x %" PRIi64, site->address, site->text,
		    site->kind, site->frame, site->target, site->line ? p->files.v[site->file] : "", site->line,
		    site->executions);
		for (enum field field = 0; field < FIELD_COUNT; field++)
			text_addf(t, " %" PRIi64, site->spent[field]);
		text_add(t, "\n");
	}
}

/* Shows a profile, or "none"; the caller frees. */
static char *
shown(const struct profile *profile)
{
	struct text t = TEXT_EMPTY;

	text_add(&t, profile ? "" : "none");
	for (size_t i = 0; profile && i < profile->function_count; i++)
		add_shown(&t, profile, &profile->functions[i]);
	return text_take(&t);
}

static void
same_profile(const struct profile *got, const struct profile *want, const char *name)
{
	OWNED char *got_shown = shown(got), *want_shown = shown(want);

	is(got_shown, want_shown, name);
}

static void
same_profiles(const struct results *got, const struct results *want)
{
	ok(got->tests.n == want->tests.n && got->puts.n == want->puts.n, "all cells");
	for (size_t i = 0; i < want->tests.n * want->puts.n; i++) {
		same_profile(got->cells[i].profile, want->cells[i].profile, "a profile comes back");
		is(got->cells[i].unprofiled, want->cells[i].unprofiled, "or why there is none");
	}
}

/* True if both files have the same profiles. */
static bool
same_files(const char *a, const char *b)
{
	size_t n;
	OWNED char *s = memory_copy(strstr(scratch_load(a, &n), "profiles"));
	bool equal = !strcmp(s, strstr(scratch_load(b, &n), "profiles"));

	return equal;
}

static int
count_in_file(const char *path, const char *what)
{
	size_t n;
	const char *s = scratch_load(path, &n);
	int found = 0;

	while ((s = strstr(s, what)) != NULL) {
		found++;
		s++;
	}
	return found;
}

static void
test_round_trip(void)
{
	struct results r, back = {0};

	make_results(&r);
	savefile_write(&r, "saved.json", true);
	savefile_read(&back, "saved.json");
	same_profiles(&back, &r);
	savefile_write(&back, "again.json", true);
	ok(same_files("saved.json", "again.json"), "and are written as before");
	ok(count_in_file("saved.json", "c0ffee") == 1 && count_in_file("saved.json", "mov 8(%rsp)") == 1,
	    "what cells share is written once");
	results_free(&back);
	savefile_write(&r, "without.json", false);
	savefile_read(&back, "without.json");
	ok(!back.cells[0].profile && !back.cells[2].unprofiled && back.cells[0].measured &&
	        !count_in_file("without.json", "profiles"),
	    "they are not saved unless asked for");
	results_free(&r);
	results_free(&back);
}

/* Merged, and with puts and tests left out, cells keep their profiles. */
static void
test_moves(void)
{
	const bool second[] = {false, true};
	struct profile *small = make_small(), *rich = make_rich();
	struct results r, into = {0}, more = {0};

	make_results(&r);
	results_keep_puts(&r, 1, 1);
	savefile_write(&r, "right.json", true);
	results_free(&r);
	make_results(&r);
	results_keep_puts(&r, 0, 1);
	results_keep_tests(&r, second);
	savefile_write(&r, "left.json", true);
	results_free(&r);
	savefile_read(&into, "left.json");
	savefile_read(&more, "right.json");
	savefile_merge(&into, &more, "right.json");
	is(results_cell(&into, 0, 0)->unprofiled, "it \"forks\" \xff", "of the first");
	same_profile(results_cell(&into, 0, 1)->profile, small, "of the second");
	same_profile(results_cell(&into, 1, 1)->profile, rich, "of a test that it adds");
	ok(!results_cell(&into, 1, 0)->profile, "none where there is no cell");
	results_free(&into);
	profile_free(small);
	profile_free(rich);
}

static void
changed_is(const char *from, const char *to, const char *complaint)
{
	OWNED char *in_file = text_print(" cgbench.profiles%s", complaint);
	size_t n;

	saved_change(scratch_load("small.json", &n), from, to);
	saved_is_bad(in_file);
}

static void
store_small(void)
{
	struct results r;

	saved_small(&r);
	take(r.cells, make_small());
	savefile_write(&r, "small.json", true);
	results_free(&r);
}

#define INSTRUCTION(to, complaint) changed_is("[\"call f\",0]", to, ".instructions[0]" complaint)
#define LINE(to, complaint) changed_is("[0,7]", to, ".lines[0]" complaint)

static void
test_lists(void)
{
	changed_is("\"profiles\":{", "\"profiles\":[],\"x\":{", ": is not an object");
	changed_is("\"lines\":[[", "\"rows\":[[", ".lines: is missing");
	changed_is("\"files\":[\"a.bench\"]", "\"files\":{}", ".files: is not an array");
	changed_is("[\"t\",\"\"]", "[\"t\"]", ".objects[0]: is not an array of path and build id");
	changed_is("[\"t\",\"\"]", "[\"t\",1]", ".objects[0][1]: is not a string");
	changed_is("\"a.bench\"", "1", ".files[0]: is not a string");
	changed_is("\"call/return\"", "[]", ".kinds[0]: is not a string");
	INSTRUCTION("[\"call f\"]", ": is not an array of text, kind, frame and target");
	INSTRUCTION("[1,0]", "[0]: is not a string");
	INSTRUCTION("[\"call f\",3]", "[1]: 3 is not the index of one of 3 kinds");
	INSTRUCTION("[\"call f\",-1]", "[1]: -1 is not the index of one of 3 kinds");
	INSTRUCTION("[\"call f\",0,2]", "[2]: is too large");
	INSTRUCTION("[\"call f\",0,0,1.5]", "[3]: is not a whole number");
	LINE("[0]", ": is not an array of file and line");
	LINE("[1,7]", "[0]: 1 is not the index of one of 1 files");
	LINE("[0,4294967296]", "[1]: is too large");
	changed_is(
	    "\"counts\":[[10,10,0,10]", "\"counts\":[[]", ".counts[0]: is not an array of executions and counts");
	changed_is("\"counts\":[[10,", "\"counts\":[[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1],[10,",
	    ".counts[0]: is not an array of executions and counts");
	changed_is("\"counts\":[[10,", "\"counts\":[[\"10\",", ".counts[0][0]: is not a whole number");
}

/* Kinds of earlier versions are split as those of this one are. */
static void
test_kinds(void)
{
	FREED_BY(results_free) struct results r = {0};
	size_t n;

	saved_change(scratch_load("small.json", &n), "[\"call f\",0]", "[\"cmpl $1,%eax\",0]");
	saved_change(scratch_load("bad.json", &n), "\"call/return\"", "\"other\"");
	savefile_read(&r, "bad.json");
	is(profile_kind_name(r.cells[0].profile->functions[0].sites[0].kind), "compare",
	    "what was another instruction once");
}

#define FUNCTION(from, to, complaint) changed_is(from, to, ".functions[0]" complaint)

static void
test_functions(void)
{
	FUNCTION(",[1,0]]", "]", ": is not an array of name, object, owner, addresses, instructions and lines");
	FUNCTION("[\"snippet\",0", "[1,0", "[0]: is not a string");
	FUNCTION("[\"snippet\",0", "[\"snippet\",2", "[1]: 2 is not the index of one of 2 objects");
	FUNCTION("0,\"snippet\"", "0,\"x\"", "[2]: is not snippet, program, library or generated");
	FUNCTION("[4096,5]", "1", "[3]: is not an array");
	FUNCTION("[4096,5]", "[4096,0]", "[3][1]: does not follow the instruction before");
	FUNCTION("[4096,5]", "[4096,-5]", "[3][1]: does not follow the instruction before");
	FUNCTION("[0,1],[1,0]", "[0],[1,0]", "[4]: must have one element for each of 2 instructions");
	FUNCTION("[0,1],[1,0]", "[0,3],[1,0]", "[4][1]: 3 is not the index of one of 3 instructions");
	FUNCTION(",[1,0]]", ",[1]]", "[5]: must have one element for each of 2 instructions");
	FUNCTION(",[1,0]]", ",[1,1]]", "[5][1]: leads to none of 1 lines");
	FUNCTION(",[1,0]]", ",[-1,0]]", "[5][0]: leads to none of 1 lines");
}

#define CELL "[[0,1,[0,1],[1,10]],[1,10,[2],[]]]"
#define AT ".cells.\"a::b\".one"
#define CELL_IS(to, complaint) changed_is(CELL, to, AT complaint)

static void
test_cells(void)
{
	changed_is("{\"a::b\":{\"one\":" CELL "}}", "[]", ".cells: is not an object");
	changed_is("{\"one\":" CELL "}", "[]", ".cells.\"a::b\": is not an object");
	changed_is("\"a::b\":{\"one\":" CELL "}", "\"n\":{}", ".cells.n: test 'n' is not listed in 'order'");
	changed_is("{\"one\":" CELL, "{\"n\":" CELL, ".cells.\"a::b\".n: no put has the label 'n'");
	CELL_IS("1", ": is not an array");
	CELL_IS("\"\"", ": is empty");
	CELL_IS("\"x\\ny\"", ": contains a control character");
	CELL_IS("[1]", "[0]: is not an array of function, calls, counts and callees");
	CELL_IS("[[2,1,[],[]]]", "[0][0]: 2 is not the index of one of 2 functions");
	CELL_IS("[[0,null,[],[]]]", "[0][1]: is not a whole number");
	CELL_IS("[[0,1,[0],[]]]", "[0][2]: must have one element for each of 2 instructions");
	CELL_IS("[[0,1,[0,3],[]]]", "[0][2][1]: 3 is not the index of one of 3 counts");
	CELL_IS("[[0,1,[0,1],[0]]]", "[0][3]: must have a number of calls for each callee");
	CELL_IS("[[0,1,[0,1],[1,1]]]", "[0][3][0]: 1 is not the index of one of 1 functions");
	CELL_IS("[[0,1,[0,1],[1,10]],[1,4611686018427387904,[2],[]]]", "[1][1]: is too large, with the numbers before");
	changed_is(
	    "[10,10,0,0,0", "[-9223372036854775808,10,0,0,0", AT "[1][2][0]: is too large, with the numbers before");
	CELL_IS("[[0,1,[0,1],[1,10]],[1,10,[0],[]]]", ": the sum of Dw is 20, but the test counted 10");
	changed_is("\"texts\":[", "\"calls\":[99],\"texts\":[", AT ": it has 11 calls, but the test counted 99");
	CELL_IS("[]", ": the sum of Ir is 0, but the test counted 20");
}

/* A cell that failed. */
static void
test_without_counts(void)
{
	struct results r;

	saved_small(&r);
	take(r.cells, make_small());
	r.cells->measured = false;
	savefile_write(&r, "bad.json", true);
	results_free(&r);
	saved_is_bad(" cgbench.profiles" AT ": the test has no counts on this put");
}

/* A test that is measured in one run has only two counts that differ. */
static void
test_once(void)
{
	struct results r, back = {0};
	struct cell *cell;

	saved_small(&r);
	test_set(r.tests.v, "once", memory_copy("1"), 0);
	cell = r.cells;
	take(cell, make_small());
	cell->counts[VARIANT_ACTIVE][LENGTH_SHORT] = cell->counts[VARIANT_ACTIVE][LENGTH_LONG];
	cell->counts[VARIANT_EMPTY][LENGTH_SHORT] = cell->counts[VARIANT_EMPTY][LENGTH_LONG];
	savefile_write(&r, "once.json", true);
	savefile_read(&back, "once.json");
	same_profiles(&back, &r);
	results_free(&r);
	results_free(&back);
}

/* Values of every type and of every size. */
static const char *const values[] = {"null", "true", "\"\"", "\"x\"", "[]", "[0]", "{}", "-1", "0", "1", "2", "7",
    "1.5", "1e30", "4294967296", "9223372036854775807", "-9223372036854775808"};
enum { VALUES = sizeof values / sizeof *values };

/* The end of the string, the number or the word that begins there. */
static const char *
skip_token(const char *s)
{
	if (*s != '"')
		return s + strcspn(s, ",:{}[]\"\n");
	for (s++; *s != '"'; s++)
		if (*s == '\\')
			s++;
	return s + 1;
}

/* True if small.json with the token from at to end replaced is read, or refused in one line. */
static bool
is_told(const char *at, const char *end, const char *value)
{
	size_t n;
	const char *s = scratch_load("small.json", &n);
	OWNED char *changed = text_print("%.*s%s%s", (int)(at - s), s, value, end);

	scratch_write("bad.json", changed);
	return saved_is_settled(true);
}

static void
test_every_value(void)
{
	size_t n;
	int tokens = 0, wrong = 0;
	const char *at = strstr(scratch_load("small.json", &n), "\"profiles\""), *end;

	for (; *at; at = end) {
		end = skip_token(at);
		if (end == at) {
			end++;
			continue;
		}
		tokens++;
		for (size_t i = 0; i < VALUES; i++)
			wrong += !is_told(at, end, values[i]);
	}
	ok(tokens > 70 && !wrong, "any of %d values replaced: read or refused in one line (%d not)", tokens, wrong);
}

static void
test_every_byte(void)
{
	size_t n;
	int bytes = 0, wrong = 0;
	const char *at = strstr(scratch_load("small.json", &n), "\"profiles\"");

	for (; *at; at++) {
		const char changed[] = {(char)(*at ^ 1 << bytes % 7), '\0'};

		bytes++;
		wrong += *changed && !is_told(at, at + 1, changed);
	}
	ok(bytes > 400 && !wrong, "any of %d bytes changed: read or refused in one line (%d not)", bytes, wrong);
}

int
main(void)
{
	scratch_enter();
	test_round_trip();
	test_moves();
	store_small();
	test_lists();
	test_functions();
	test_kinds();
	test_cells();
	test_without_counts();
	test_once();
	test_every_value();
	test_every_byte();
	scratch_leave();
	return tap_done();
}
