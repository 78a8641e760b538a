#include <stdint.h>
#include <unistd.h>

#include "measure/profile/profile_make.h"
#include "tap.h"

/* This program is the one that is profiled. */
extern const char __executable_start[];
void profile_make_called(void);

/* A profile of more than one instruction. */
void
profile_make_called(void)
{
	__asm__ volatile("nop; nop");
}

#ifdef __x86_64__
/* An instruction that reads and writes the same memory. */
void profile_make_update(void);
__asm__(".text\n.type profile_make_update,@function\n.globl profile_make_update\n"
        "profile_make_update: addq $1,(%rdi)\nret\n"
        ".size profile_make_update,.-profile_make_update\n");
#endif

enum { LIBRARY, OTHER, GENERATED, OWN, COLD, CALLED };

static char self[4096];
/* Sorts before every absolute path, wherever this program lies. */
static const char *binaries[] = {"./x", "???", self};
static const char *files[] = {"a.c"};
static struct callgrind_function functions[] = {[LIBRARY] = {"lib", 0, 0},
    [OTHER] = {"other", 0, 0},
    [GENERATED] = {"0x12", 1, 0},
    [OWN] = {"test7", 2, 0},
    [COLD] = {"sum.test7", 2, 0},
    [CALLED] = {"profile_make_called", 2, 0}};

static struct callgrind_cost costs[VARIANT_COUNT][LENGTH_COUNT][8];
static struct callgrind_call calls[VARIANT_COUNT][LENGTH_COUNT][8];
static struct profiling found;
static struct profiling_process processes[VARIANT_COUNT][LENGTH_COUNT];
static struct cell cell;
static struct images images;
static struct profiled of;

static uint64_t
own_address(void (*function)(void))
{
	return (uint64_t)((uintptr_t)function - (uintptr_t)__executable_start);
}

static void
begin(void)
{
	found = (struct profiling){0};
	cell = (struct cell){.measured = true};
	of = (struct profiled){.cell = &cell, .symbol = "test7", .images = &images};
	for (enum variant v = 0; v < VARIANT_COUNT; v++)
		for (enum length l = 0; l < LENGTH_COUNT; l++) {
			found.measurements[v][l] = (struct profiling_measurement){&processes[v][l], 1};
			processes[v][l].out = (struct callgrind_out){.binaries = {binaries, 3},
			    .files = {files, 1},
			    .functions = functions,
			    .function_count = 6,
			    .costs = costs[v][l],
			    .calls = calls[v][l]};
		}
}

static struct callgrind_cost *
add_cost(enum variant v, enum length l, size_t function, uint64_t address, uint64_t ir)
{
	struct callgrind_out *out = &processes[v][l].out;
	struct callgrind_cost *cost = &out->costs[out->cost_count++];

	*cost = (struct callgrind_cost){.function = function, .address = address, .line = 7};
	cost->counts[FIELD_IR] = ir;
	return cost;
}

/* One in the active variant's long loop, which counts with its own sign. */
static struct callgrind_cost *
add(size_t function, uint64_t address, uint64_t ir)
{
	return add_cost(VARIANT_ACTIVE, LENGTH_LONG, function, address, ir);
}

static void
add_call(enum length l, size_t caller, uint64_t address, size_t callee, uint64_t target, uint64_t n)
{
	struct callgrind_out *out = &processes[VARIANT_ACTIVE][l].out;

	out->calls[out->call_count++] = (struct callgrind_call){caller, callee, address, target, n};
}

static void
count(enum field f, uint64_t n)
{
	cell.counts[VARIANT_ACTIVE][of.once ? LENGTH_SHORT : LENGTH_LONG].of[f] = n;
}

/* "FUNCTION OBJECT CALLS >CALLEE:CALLS...: ADDRESS EXECUTIONS Ir Dr Dw, ...; ...", or why there
   is no profile. An address of this program is shown as 0. */
static void
makes(const char *want, const char *name)
{
	struct text t = TEXT_EMPTY;
	OWNED char *why = NULL;
	struct profile *profile = profile_make(&found, &of, &why);

	for (size_t i = 0; profile && i < profile->function_count; i++) {
		const struct profile_function *f = &profile->functions[i];
		const char *path = profile->binaries[f->binary].path;

		text_addf(&t, "%s%s %s %lld", i ? "; " : "", f->name, strcmp(path, self) ? path : "self",
		    (long long)f->calls);
		for (size_t k = 0; k < f->callee_count; k++)
			text_addf(&t, " >%s:%lld", profile->functions[f->callees[k].callee].name,
			    (long long)f->callees[k].calls);
		for (size_t k = 0; k < f->site_count; k++) {
			const struct profile_site *site = &f->sites[k];

			text_addf(&t, "%s %llx %lld %lld %lld %lld", k ? "," : ":",
			    (unsigned long long)(site->address < 256 ? site->address : 0), (long long)site->executions,
			    (long long)site->spent[FIELD_IR], (long long)site->spent[FIELD_DR],
			    (long long)site->spent[FIELD_DW]);
		}
	}
	if (!profile)
		text_add(&t, why);
	is_freed(text_take(&t), want, name);
	profile_free(profile);
}

static void
test_sums(void)
{
	begin();
	add(LIBRARY, 16, 3)->counts[FIELD_DR] = 1;
	add(LIBRARY, 16, 4);
	add(LIBRARY, 20, 9);
	add_cost(VARIANT_ACTIVE, LENGTH_SHORT, LIBRARY, 16, 2);
	add_cost(VARIANT_ACTIVE, LENGTH_SHORT, LIBRARY, 20, 9);
	add_cost(VARIANT_EMPTY, LENGTH_LONG, LIBRARY, 16, 3);
	add_cost(VARIANT_EMPTY, LENGTH_SHORT, LIBRARY, 16, 1);
	count(FIELD_IR, 3);
	count(FIELD_DR, 1);
	makes("lib ./x 0: 10 5 3 1 0", "the measurements of an instruction are one, and what cancels out is left out");
	count(FIELD_IR, 4);
	makes("callgrind counted 3 Ir, cachegrind 4", "sums are compared");
	of.emulated = true;
	makes("QEMU counted 3 Ir by instruction, 4 in all", "also of QEMU");
	cell.lacks = FIELD_BIT(FIELD_IR);
	makes("lib ./x 0: 10 5 3 1 0", "unless a field is not counted");
	begin();
	add(LIBRARY, 16, 1);
	add(OTHER, 16, 1);
	add(OTHER, 32, 1);
	count(FIELD_IR, 3);
	makes("lib ./x 0: 10 2 2 0 0; other ./x 0: 20 1 1 0 0", "two functions");
}

static void
test_names(void)
{
	begin();
	of.program = self;
	add(OWN, 1, 1);
	add(COLD, 2, 1);
	add(GENERATED, 3, 1);
	count(FIELD_IR, 3);
	makes("generated code  0: 0 1 1 0 0; snippet program 0: 1 1 1 0 0; sum program 0: 2 1 1 0 0",
	    "the test's own code");
	of.program = "/none";
	makes(
	    "generated code  0: 0 1 1 0 0; test7 self 0: 1 1 1 0 0; sum.test7 self 0: 2 1 1 0 0", "that of a library");
	of.program = self;
	of.symbol = "other";
	of.function = "sum.test7";
	makes("generated code  0: 0 1 1 0 0; test7 program 0: 1 1 1 0 0; snippet program 0: 2 1 1 0 0",
	    "the name that the function has there");
}

/* Callgrind counts writes where cachegrind counts reads. */
static void
test_generated(void)
{
	struct callgrind_cost *cost;

	begin();
	add(LIBRARY, 16, 1)->counts[FIELD_DR] = 1;
	cost = add(GENERATED, 99, 10);
	cost->counts[FIELD_DR] = 2;
	cost->counts[FIELD_DW] = 5;
	count(FIELD_IR, 11);
	count(FIELD_DR, 5);
	count(FIELD_DW, 3);
	makes("generated code  0: 0 10 10 4 3; lib ./x 0: 10 1 1 1 0", "what is left is of generated code");
	count(FIELD_DR, 8);
	count(FIELD_DW, 0);
	makes("generated code  0: 0 10 10 7 0; lib ./x 0: 10 1 1 1 0", "up to all that it writes");
	count(FIELD_DR, 9);
	makes("callgrind counted 3 Dr, cachegrind 9", "but no more");
	of.emulated = true;
	makes("QEMU counted 3 Dr by instruction, 9 in all", "nor of QEMU");
}

#ifdef __x86_64__
static void
test_updates(void)
{
	uint64_t address = own_address(profile_make_update);
	struct callgrind_cost *cost;

	begin();
	cost = add(OWN, address, 7);
	cost->counts[FIELD_DW] = 7;
	cost->counts[FIELD_DW_M1] = 2;
	cost->counts[FIELD_DW_MM] = 1;
	count(FIELD_IR, 7);
	count(FIELD_DR, 7);
	count(FIELD_DR_M1, 2);
	count(FIELD_DR_MM, 1);
	makes("test7 self 0: 0 7 7 7 0", "one write is a read, with its misses");
	begin();
	add(OWN, address, 7)->counts[FIELD_DW] = 14;
	count(FIELD_IR, 7);
	count(FIELD_DR, 7);
	count(FIELD_DW, 7);
	makes("test7 self 0: 0 7 7 7 7", "one of two is");
}
#endif

/* A function calls another one twice in the short run, and so often in the long one. */
static void
begin_calls(uint64_t most)
{
	begin();
	add(LIBRARY, 16, 1);
	add(OTHER, 32, 1);
	count(FIELD_IR, 2);
	add_call(LENGTH_LONG, LIBRARY, 16, OTHER, 32, most);
	add_call(LENGTH_SHORT, LIBRARY, 16, OTHER, 32, 2);
}

static void
test_calls(void)
{
	begin_calls(5);
	makes("lib ./x 0 >other:3: 10 1 1 0 0; other ./x 3: 20 1 1 0 0", "calls");
	add_call(LENGTH_LONG, LIBRARY, 16, LIBRARY, 16, 4);
	makes("lib ./x 4 >other:3 >lib:4: 10 1 1 0 0; other ./x 3: 20 1 1 0 0", "recursive ones");
	begin_calls(2);
	add_call(LENGTH_LONG, LIBRARY, 16, OWN, 1, 2);
	add_call(LENGTH_LONG, OWN, 1, OTHER, 32, 6);
	makes(
	    "lib ./x 0: 10 1 1 0 0; other ./x 6: 20 1 1 0 0", "those that cancel out, or to or from what is not there");
}

/* QEMU tells all jumps. */
static void
test_jumps(void)
{
	uint64_t address = own_address(profile_make_called);

	begin();
	of.emulated = true;
	add(LIBRARY, 16, 1);
	add(CALLED, address, 1);
	count(FIELD_IR, 2);
	processes[VARIANT_ACTIVE][LENGTH_LONG].out.jumps = true;
	add_call(LENGTH_LONG, LIBRARY, 16, CALLED, address, 5);
	makes("lib ./x 0 >profile_make_called:5: 10 1 1 0 0; profile_make_called self 5: 0 1 1 0 0",
	    "one to a function's beginning is a call");
	processes[VARIANT_ACTIVE][LENGTH_LONG].out.call_count = 0;
	add_call(LENGTH_LONG, LIBRARY, 16, CALLED, address + 1, 5);
	add_call(LENGTH_LONG, CALLED, address, LIBRARY, 16, 5);
	add_call(LENGTH_LONG, CALLED, address, CALLED, address, 5);
	makes("lib ./x 0: 10 1 1 0 0; profile_make_called self 0: 0 1 1 0 0",
	    "one into it, to code that cannot be read, or within it is none");
}

/* Callgrind does not see the last instructions of a process. */
static void
test_end(void)
{
	begin();
	of.once = true;
	add_cost(VARIANT_ACTIVE, LENGTH_SHORT, LIBRARY, 16, 10);
	count(FIELD_IR, 12);
	makes("lib ./x 0: 10 10 10 0 0; end of the process  0: 0 2 2 0 0", "what a whole run lacks");
	count(FIELD_IR, 10);
	makes("lib ./x 0: 10 10 10 0 0", "nothing");
	count(FIELD_IR, 110);
	makes("lib ./x 0: 10 10 10 0 0; end of the process  0: 0 100 100 0 0", "as much as a block may have");
	count(FIELD_IR, 111);
	makes("callgrind counted 10 Ir, cachegrind 111", "but no more");
	count(FIELD_IR, 9);
	makes("callgrind counted 10 Ir, cachegrind 9", "nor less than nothing");
}

int
main(void)
{
	if (readlink("/proc/self/exe", self, sizeof self - 1) < 0)
		abort();
	test_sums();
	test_names();
	test_generated();
#ifdef __x86_64__
	test_updates();
#endif
	test_calls();
	test_jumps();
	test_end();
	images_free(&images);
	return tap_done();
}
