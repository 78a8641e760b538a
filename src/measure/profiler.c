#include <elf.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "code/instruction.h"
#include "code/listing.h"
#include "measure/profiler.h"
#include "util/memory.h"

/* What an instruction cost in one of the measurements, or in all. */
struct entry {
	const struct callgrind_out *out; /* that names its function and file */
	const char *object;
	size_t function, file;
	struct profile_step step;
};

struct entries {
	struct entry *v;
	size_t n;
};

/* The profile that is being made. */
struct making {
	const struct profiled *of;
	struct profile *profile;
	struct entries entries;
};

#define UNKNOWN "???"

/* By which a measurement counts in the difference, as results_spent has it. */
static int
weight(bool once, enum variant v, enum length l)
{
	int sign = v == VARIANT_ACTIVE ? 1 : -1;

	if (once)
		return l == LENGTH_SHORT ? sign : 0;
	return l == LENGTH_LONG ? sign : -sign;
}

static bool
is_generated(const char *object)
{
	return !strcmp(object, UNKNOWN);
}

static void
add_entry(struct entries *entries, const struct callgrind_out *out,
    const struct callgrind_cost *cost, int sign, bool active)
{
	const char *object = out->objects.v[out->functions[cost->function].object];
	struct entry *entry = &entries->v[entries->n++];
	enum field f;

	*entry = (struct entry){.out = out,
	    .object = object,
	    .function = cost->function,
	    .file = cost->file,
	    .step = {.address = is_generated(object) ? 0 : cost->address, .line = cost->line}};
	for (f = 0; f < FIELD_COUNT; f++)
		entry->step.spent[f] = sign * (int64_t)cost->counts[f];
	if (active)
		entry->step.runs = entry->step.spent[FIELD_IR];
}

static int
compare_entries(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;
	int order = strcmp(x->object, y->object);

	if (order)
		return order;
	return (x->step.address > y->step.address) - (x->step.address < y->step.address);
}

static bool
is_kept(const struct profile_step *step)
{
	enum field f;

	for (f = 0; f < FIELD_COUNT; f++)
		if (step->spent[f])
			return true;
	return step->runs != 0;
}

static void
add_step(struct profile_step *sum, const struct profile_step *step)
{
	enum field f;

	sum->runs += step->runs;
	for (f = 0; f < FIELD_COUNT; f++)
		sum->spent[f] += step->spent[f];
}

/* Leaves one entry for each instruction that cost something or ran. */
static void
merge_entries(struct entries *entries)
{
	struct entry *v = entries->v;
	size_t n = 0, i;

	if (entries->n)
		qsort(v, entries->n, sizeof *v, compare_entries);
	for (i = 0; i < entries->n;) {
		struct entry sum = v[i];

		while (++i < entries->n && !compare_entries(&sum, &v[i]))
			add_step(&sum.step, &v[i].step);
		if (is_kept(&sum.step))
			v[n++] = sum;
	}
	entries->n = n;
}

static void
collect_entries(struct entries *entries, const struct profiler *profiler, bool once)
{
	enum variant v;
	enum length l;
	size_t n = 0, i;

	for (v = 0; v < VARIANT_COUNT; v++)
		for (l = 0; l < LENGTH_COUNT; l++)
			n += profiler->outs[v][l].cost_count;
	entries->v = memory_new((n + 1) * sizeof *entries->v);
	for (v = 0; v < VARIANT_COUNT; v++)
		for (l = 0; l < LENGTH_COUNT; l++) {
			const struct callgrind_out *out = &profiler->outs[v][l];
			int sign = weight(once, v, l);

			for (i = 0; sign && i < out->cost_count; i++)
				add_entry(
				    entries, out, &out->costs[i], sign, v == VARIANT_ACTIVE);
		}
	merge_entries(entries);
}

/* Reads the bytes at an address of an executable or library. Returns how many. */
static size_t
read_code(const char *path, uint64_t address, unsigned char *code, size_t n)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	Elf64_Ehdr header;
	Elf64_Phdr segment;
	ssize_t got = 0;
	size_t i;

	if (fd < 0)
		return 0;
	if (pread(fd, &header, sizeof header, 0) != (ssize_t)sizeof header)
		header.e_phnum = 0;
	for (i = 0; i < header.e_phnum; i++)
		if (pread(fd, &segment, sizeof segment,
		        (off_t)(header.e_phoff + i * sizeof segment)) ==
		        (ssize_t)sizeof segment &&
		    segment.p_type == PT_LOAD && segment.p_flags & PF_X &&
		    address - segment.p_vaddr < segment.p_filesz)
			got = pread(
			    fd, code, n, (off_t)(address - segment.p_vaddr + segment.p_offset));
	close(fd);
	return got > 0 ? (size_t)got : 0;
}

/* For an instruction that reads and writes the same memory, callgrind counts a write and its
   misses, where cachegrind counts a read and its misses. */
static void
correct_update(struct profile_step *step)
{
	static const enum field pairs[][2] = {
	    {FIELD_DR, FIELD_DW}, {FIELD_DR_M1, FIELD_DW_M1}, {FIELD_DR_MM, FIELD_DW_MM}};
	bool all = step->spent[FIELD_DW] == step->spent[FIELD_IR];
	size_t i;

	if (!all) {
		step->spent[FIELD_DR] += step->spent[FIELD_IR];
		step->spent[FIELD_DW] -= step->spent[FIELD_IR];
		return;
	}
	for (i = 0; i < sizeof pairs / sizeof *pairs; i++) {
		step->spent[pairs[i][0]] += step->spent[pairs[i][1]];
		step->spent[pairs[i][1]] = 0;
	}
}

static void
correct_updates(struct entries *entries)
{
	enum { LONGEST = 15 };
	size_t i;

	for (i = 0; i < entries->n; i++) {
		struct entry *entry = &entries->v[i];
		unsigned char code[LONGEST];
		size_t n;

		if (!entry->step.spent[FIELD_DW] && !entry->step.spent[FIELD_DW_M1])
			continue;
		n = read_code(entry->object, entry->step.address, code, sizeof code);
		if (instruction_read(code, n).updates)
			correct_update(&entry->step);
	}
}

/* The index of a word in a list, to which it is added if it is new. */
static size_t
intern(char ***v, size_t *n, const char *word)
{
	size_t i;

	for (i = 0; i < *n; i++)
		if (!strcmp((*v)[i], word))
			return i;
	*v = memory_resize(*v, *n + 1, sizeof **v);
	(*v)[(*n)++] = memory_copy(word);
	return i;
}

static size_t
intern_object(struct profile *profile, const char *path)
{
	size_t i;

	if (is_generated(path))
		path = "";
	for (i = 0; i < profile->object_count; i++)
		if (!strcmp(profile->objects[i].path, path))
			return i;
	profile->objects = memory_resize(
	    profile->objects, profile->object_count + 1, sizeof *profile->objects);
	profile->objects[profile->object_count++] =
	    (struct profile_object){.path = memory_copy(path)};
	return i;
}

/* Removes from name what makes it a name of this test only: "sum.cgbenchtest00000003" and
   "sum(int) [clone .cgbenchtest00000003]". */
static void
remove_suffix(char *name, const char *symbol)
{
	char *clone = text_print(" [clone .%s]", symbol), *suffix = text_print(".%s", symbol);
	const char *const parts[] = {clone, suffix};
	size_t i;

	for (i = 0; i < sizeof parts / sizeof *parts; i++) {
		size_t n = strlen(parts[i]);
		char *at = strstr(name, parts[i]);

		if (at)
			memmove(at, at + n, strlen(at + n) + 1);
	}
	free(clone);
	free(suffix);
}

/* The name of a function for the user; the caller frees. */
static char *
name_of(const struct profiled *of, const char *name, enum profile_owner owner)
{
	char *own;

	if (owner == PROFILE_GENERATED)
		return memory_copy("generated code");
	if (owner == PROFILE_SNIPPET)
		return text_print("snippet%s", name + strlen(of->symbol));
	own = memory_copy(name);
	if (owner == PROFILE_PROGRAM)
		remove_suffix(own, of->symbol);
	return own;
}

static enum profile_owner
owner_of(const struct profiled *of, const char *object, const char *name)
{
	size_t n = of->symbol ? strlen(of->symbol) : 0;

	if (is_generated(object))
		return PROFILE_GENERATED;
	if (!of->program || strcmp(object, of->program) != 0)
		return PROFILE_LIBRARY;
	if (n && !strncmp(name, of->symbol, n) && (!name[n] || name[n] == '.'))
		return PROFILE_SNIPPET;
	return PROFILE_PROGRAM;
}

/* The function of an out file, which is added if it is new. */
static size_t
intern_function(struct making *m, const struct callgrind_out *out, size_t number)
{
	struct profile *profile = m->profile;
	const struct callgrind_function *function = &out->functions[number];
	const char *path = out->objects.v[function->object];
	size_t object = intern_object(profile, path), i;
	enum profile_owner owner = owner_of(m->of, path, function->name);
	char *name = name_of(m->of, function->name, owner);

	for (i = 0; i < profile->function_count; i++)
		if (profile->functions[i].object == object &&
		    !strcmp(profile->functions[i].name, name)) {
			free(name);
			return i;
		}
	profile->functions = memory_resize(
	    profile->functions, profile->function_count + 1, sizeof *profile->functions);
	profile->functions[profile->function_count++] =
	    (struct profile_function){.name = name, .object = object, .owner = owner};
	return i;
}

static void
add_steps(struct making *m)
{
	size_t i;

	for (i = 0; i < m->entries.n; i++) {
		const struct entry *entry = &m->entries.v[i];
		size_t number = intern_function(m, entry->out, entry->function);
		struct profile_function *function = &m->profile->functions[number];
		struct profile_step step = entry->step;

		step.kind = PROFILE_UNKNOWN;
		step.file = intern(&m->profile->files, &m->profile->file_count,
		    entry->out->files.v[entry->file]);
		function->steps = memory_resize(
		    function->steps, function->step_count + 1, sizeof *function->steps);
		function->steps[function->step_count++] = step;
	}
}

static void
add_call(struct profile_function *caller, size_t callee, int64_t calls)
{
	size_t i;

	for (i = 0; i < caller->callee_count && caller->callees[i].callee != callee; i++)
		;
	if (i == caller->callee_count) {
		caller->callees = memory_resize(
		    caller->callees, caller->callee_count + 1, sizeof *caller->callees);
		caller->callees[caller->callee_count++] = (struct profile_call){callee, 0};
	}
	caller->callees[i].calls += calls;
}

/* Returns whether a function of an out file has steps in the profile. */
static bool
find_function(struct making *m, const struct callgrind_out *out, size_t number, size_t *found)
{
	size_t n = m->profile->function_count;

	*found = intern_function(m, out, number);
	if (*found < n)
		return true;
	free(m->profile->functions[--m->profile->function_count].name);
	return false;
}

static void
add_calls(struct making *m, const struct callgrind_out *out, int sign)
{
	size_t caller, callee, i;

	for (i = 0; sign && i < out->call_count; i++) {
		int64_t calls = sign * (int64_t)out->calls[i].calls;

		if (!find_function(m, out, out->calls[i].callee, &callee))
			continue;
		m->profile->functions[callee].calls += calls;
		if (find_function(m, out, out->calls[i].caller, &caller))
			add_call(&m->profile->functions[caller], callee, calls);
	}
}

static void
remove_balanced_calls(struct profile *profile)
{
	size_t i, k, n;

	for (i = 0; i < profile->function_count; i++) {
		struct profile_function *function = &profile->functions[i];

		for (k = n = 0; k < function->callee_count; k++)
			if (function->callees[k].calls)
				function->callees[n++] = function->callees[k];
		function->callee_count = n;
	}
}

/* Returns NULL, or in which field the sums are not the cell's counts; the caller frees. */
static char *
check_sums(const struct profile *profile, const struct profiled *of)
{
	enum field f;

	for (f = 0; f < FIELD_COUNT; f++) {
		int64_t counted = results_spent(of->cell, of->once, f);
		int64_t sum = profile_spent(profile, f);

		if (sum != counted)
			return text_print("callgrind counted %" PRId64
			                  " %s, cachegrind %" PRId64,
			    sum, field_name(f), counted);
	}
	return NULL;
}

/* What cannot be read, or is in no file, remains unknown. */
static void
annotate(struct profile *profile)
{
	size_t i;

	free(listing_annotate(profile));
	for (i = 0; i < profile->object_count; i++)
		if (!profile->objects[i].build_id)
			profile->objects[i].build_id = memory_copy("");
}

struct profile *
profiler_profile(const struct profiler *profiler, const struct profiled *of, char **why)
{
	struct making m = {.of = of, .profile = memory_new(sizeof *m.profile)};
	enum variant v;
	enum length l;

	collect_entries(&m.entries, profiler, of->once);
	correct_updates(&m.entries);
	add_steps(&m);
	for (v = 0; v < VARIANT_COUNT; v++)
		for (l = 0; l < LENGTH_COUNT; l++)
			add_calls(&m, &profiler->outs[v][l], weight(of->once, v, l));
	remove_balanced_calls(m.profile);
	free(m.entries.v);
	*why = check_sums(m.profile, of);
	if (!*why) {
		annotate(m.profile);
		return m.profile;
	}
	profile_free(m.profile);
	return NULL;
}

void
profiler_free(struct profiler *profiler)
{
	enum variant v;
	enum length l;

	if (!profiler)
		return;
	for (v = 0; v < VARIANT_COUNT; v++)
		for (l = 0; l < LENGTH_COUNT; l++)
			callgrind_free(&profiler->outs[v][l]);
	free(profiler);
}
