#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "code/listing.h"
#include "code/machine_code.h"
#include "code/stub.h"
#include "measure/profile/origin.h"
#include "measure/profile/profile_make.h"
#include "util/memory.h"
#include "util/array.h"

/* The costs of an instruction in one of the measurements, or in all. */
struct profile_entry {
	const struct callgrind_out *out; /* that names its function and file */
	const char *binary;              /* "": it is in no file */
	size_t function, file;
	struct profile_site site;
};

struct profile_entries {
	struct profile_entry *v;
	size_t n;
};

/* The profile that is being made. */
struct profile_making {
	const struct profiled *of;
	struct profile *profile;
	struct words keys; /* of each function: the number of its binary, and its name */
	uint64_t *begins;  /* of each: the result of origin_begin */
	struct profile_entries entries;
};

/* The sign of a measurement in the double difference; see results_spent. */
static int
weight(bool once, enum variant v, enum length l)
{
	int sign = v == VARIANT_ACTIVE ? 1 : -1;

	if (once)
		return l == LENGTH_SHORT ? sign : 0;
	return l == LENGTH_LONG ? sign : -sign;
}

static void
profile_make_add_entry(struct profile_making *m, const struct profiling_process *of,
    const struct callgrind_cost *cost, int sign, bool active)
{
	struct origin origin =
	    origin_find(m->of->images, &of->out, &of->map, cost->function, cost->address);
	struct profile_entry *entry = &m->entries.v[m->entries.n++];

	*entry = (struct profile_entry){.out = &of->out,
	    .binary = origin.binary,
	    .function = cost->function,
	    .file = cost->file,
	    .site = {.address = origin.address, .line = cost->line}};
	for (enum field f = 0; f < FIELD_COUNT; f++)
		entry->site.spent[f] = sign * (int64_t)cost->counts[f];
	if (active)
		entry->site.executions = entry->site.spent[FIELD_IR];
}

static int
profile_make_compare_entries(const void *a, const void *b)
{
	const struct profile_entry *x = a, *y = b;
	int order = strcmp(x->binary, y->binary);

	if (order)
		return order;
	return (x->site.address > y->site.address) - (x->site.address < y->site.address);
}

/* Leaves one entry for each instruction that cost something or ran. */
static void
merge_entries(struct profile_entries *entries)
{
	struct profile_entry *v = entries->v;
	size_t n = 0;

	if (entries->n)
		qsort(v, entries->n, sizeof *v, profile_make_compare_entries);
	for (size_t i = 0; i < entries->n;) {
		struct profile_entry sum = v[i];
		bool kept;

		while (++i < entries->n && !profile_make_compare_entries(&sum, &v[i])) {
			sum.site.executions += v[i].site.executions;
			for (enum field f = 0; f < FIELD_COUNT; f++)
				sum.site.spent[f] += v[i].site.spent[f];
		}
		kept = sum.site.executions != 0;
		for (enum field f = 0; f < FIELD_COUNT; f++)
			kept = kept || sum.site.spent[f];
		if (kept)
			v[n++] = sum;
	}
	entries->n = n;
}

/* Calls a function for each process of each measurement that counts. */
static void
profile_make_for_each(struct profile_making *m, const struct profiling *found,
    void (*use)(
        struct profile_making *m, const struct profiling_process *of, int sign, bool active))
{
	EACH_MEASUREMENT(v, l) {
		const struct profiling_measurement *of = &found->measurements[v][l];
		int sign = weight(m->of->once, v, l);

		for (size_t i = 0; sign && i < of->n; i++)
			use(m, &of->v[i], sign, v == VARIANT_ACTIVE);
	}
}

static void
collect_entries(
    struct profile_making *m, const struct profiling_process *of, int sign, bool active)
{
	struct profile_entries *entries = &m->entries;

	entries->v =
	    memory_resize(entries->v, entries->n + of->out.cost_count + 1, sizeof *entries->v);
	for (size_t i = 0; i < of->out.cost_count; i++)
		profile_make_add_entry(m, of, &of->out.costs[i], sign, active);
}

/* For an instruction that reads and writes the same memory, callgrind counts a write and its
   misses, where cachegrind counts a read and its misses. */
static const enum field updates[][2] = {
    {FIELD_DR, FIELD_DW}, {FIELD_DR_M1, FIELD_DW_M1}, {FIELD_DR_MM, FIELD_DW_MM}};

enum { UPDATES = COUNTOF(updates) };

static void
turn_to_reads(struct profile_site *site, size_t i, int64_t n)
{
	site->spent[updates[i][0]] += n;
	site->spent[updates[i][1]] -= n;
}

static void
correct_update(struct profile_site *site)
{
	bool all = site->spent[FIELD_DW] == site->spent[FIELD_IR];

	if (!all)
		turn_to_reads(site, 0, site->spent[FIELD_IR]);
	for (size_t i = 0; i < UPDATES && all; i++)
		turn_to_reads(site, i, site->spent[updates[i][1]]);
}

static void
correct_updates(struct profile_making *m)
{
	for (size_t i = 0; i < m->entries.n; i++) {
		struct profile_site *site = &m->entries.v[i].site;
		const struct image *image = images_get(m->of->images, m->entries.v[i].binary);

		if (image && (site->spent[FIELD_DW] || site->spent[FIELD_DW_M1]) &&
		    machine_code_read(image, site->address).updates)
			correct_update(site);
	}
}

/* No file has the bytes of generated code, so it is not known which of its instructions these
   are. Their number is what is left of the difference between both tools. */
static void
correct_generated(struct profile_making *m)
{
	struct profile_site *site = NULL;

	for (size_t i = 0; i < m->entries.n; i++)
		if (!*m->entries.v[i].binary)
			site = &m->entries.v[i].site;
	for (size_t i = 0; site && i < UPDATES; i++) {
		int64_t left = results_spent(m->of->cell, m->of->once, updates[i][0]);
		int64_t writes = site->spent[updates[i][1]];

		for (size_t k = 0; k < m->entries.n; k++)
			left -= m->entries.v[k].site.spent[updates[i][0]];
		if (left > 0 ? left <= writes : left >= writes)
			turn_to_reads(site, i, left);
	}
}

/* Removes from name what makes it a name of this test only: "sum.cgbenchtest00000003" and
   "sum(int) [clone .cgbenchtest00000003]". */
static void
remove_suffix(char *name, const char *symbol)
{
	OWNED char *clone = text_print(" [clone .%s]", symbol),
	           *suffix = text_print(".%s", symbol);
	const char *const endings[] = {clone, suffix};

	for (size_t i = 0; i < COUNTOF(endings); i++) {
		size_t n = strlen(endings[i]);
		char *at = strstr(name, endings[i]);

		if (at)
			memmove(at, at + n, strlen(at + n) + 1);
	}
}

/* Returns what follows the name of the test's function in a name, such as ".cold", or NULL. */
static const char *
after_function(const char *function, const char *name)
{
	size_t n = function ? strlen(function) : 0;

	return n && !strncmp(name, function, n) && (!name[n] || name[n] == '.') ? name + n
	                                                                        : NULL;
}

static const char *
after_own(const struct profiled *of, const char *name)
{
	const char *after = after_function(of->function, name);

	return after ? after : after_function(of->symbol, name);
}

static enum profile_owner
owner_of(const struct profiled *of, const char *binary, const char *name)
{
	if (!*binary)
		return PROFILE_GENERATED;
	if (!of->program || strcmp(binary, of->program) != 0)
		return PROFILE_LIBRARY;
	return after_own(of, name) ? PROFILE_SNIPPET : PROFILE_PROGRAM;
}

/* Returns the index of a function of the profile, or function_count. Its beginning is noted
   if it was unknown; it tells static functions of one name apart. */
static size_t
profile_make_find_key(struct profile_making *m, const char *key, uint64_t begin)
{
	size_t i = words_find(&m->keys, key);

	for (; i < m->keys.n; i++)
		if (!strcmp(m->keys.v[i], key) &&
		    (!begin || !m->begins[i] || m->begins[i] == begin)) {
			m->begins[i] = m->begins[i] ? m->begins[i] : begin;
			break;
		}
	return i;
}

/* Returns the function of an out file in which an instruction is, which is added if it is new.
   If it is not to be added, returns function_count. */
static size_t
profile_make_find_function(struct profile_making *m, const struct callgrind_out *out,
    size_t number, const struct origin *origin, bool adds)
{
	struct profile *profile = m->profile;
	OWNED char *called = origin_called(m->of->images, origin, out->functions[number].name);
	enum profile_owner owner = owner_of(m->of, origin->binary, called);
	size_t binary = profile_intern_binary(profile, origin->binary), found;
	uint64_t begin = origin_begin(m->of->images, origin, called);
	/* For the user. */
	OWNED char *name = owner == PROFILE_SNIPPET
	                       ? text_print("snippet%s", after_own(m->of, called))
	                       : origin_name(m->of->images, origin, called);
	OWNED char *key = NULL;

	if (owner == PROFILE_PROGRAM || owner == PROFILE_SNIPPET)
		remove_suffix(name, m->of->symbol);
	key = text_print("%zu %s", binary, name);
	found = profile_make_find_key(m, key, begin);
	if (found == profile->function_count && adds) {
		words_add(&m->keys, key);
		m->begins = memory_grow(m->begins, found, sizeof *m->begins);
		m->begins[found] = begin;
		*ARRAY_ADD(profile->functions, profile->function_count) =
		    (struct profile_function){
		        .name = memory_copy(name), .binary = binary, .owner = owner};
	}
	return found;
}

static void
profile_make_add_sites(struct profile_making *m)
{
	ARRAY_EACH(const struct profile_entry, entry, m->entries.v, m->entries.n) {
		const struct origin origin = {entry->binary, entry->site.address};
		size_t number =
		    profile_make_find_function(m, entry->out, entry->function, &origin, true);
		struct profile_function *function = &m->profile->functions[number];
		struct profile_site site = entry->site;

		site.kind = PROFILE_UNKNOWN;
		site.file = words_intern(&m->profile->files, entry->out->files.v[entry->file]);
		*ARRAY_ADD(function->sites, function->site_count) = site;
	}
}

static void
profile_make_add_call(struct profile_function *caller, size_t callee, int64_t calls)
{
	size_t i;

	for (i = 0; i < caller->callee_count && caller->callees[i].callee != callee; i++)
		;
	if (i == caller->callee_count)
		*ARRAY_ADD(caller->callees, caller->callee_count) =
		    (struct profile_call){callee, 0};
	caller->callees[i].calls += calls;
}

/* Callgrind takes each jump to the first instruction of a function for a call. */
static bool
is_jump(enum instruction_kind kind)
{
	return kind == INSTRUCTION_JUMP || kind == INSTRUCTION_BRANCH ||
	       kind == INSTRUCTION_COMPUTED;
}

static bool
profile_make_is_stub(const struct profile_making *m, const struct origin *origin)
{
	const struct image *image = images_get(m->of->images, origin->binary);

	return image && stub_import(image, origin->address);
}

/* Returns true for a jump to a function's beginning, from a stub into a library, or to a stub.
 */
static bool
enters_function(
    const struct profile_making *m, const struct origin *from, const struct origin *to)
{
	const struct image *image = images_get(m->of->images, to->binary);
	uint64_t begin, end;

	if (!image)
		return false;
	if (image_function(image, to->address, &begin, &end) && begin == to->address)
		return true;
	return profile_make_is_stub(m, strcmp(from->binary, to->binary) != 0 ? from : to);
}

static void
profile_make_count_call(struct profile_making *m, const struct profiling_process *of,
    const struct callgrind_call *call, int sign)
{
	struct images *images = m->of->images;
	const struct callgrind_out *out = &of->out;
	struct origin from = origin_find(images, out, &of->map, call->caller, call->address),
	              to = origin_find(images, out, &of->map, call->callee, call->target);
	const struct image *image = images_get(images, from.binary);
	struct instruction by =
	    image ? machine_code_read(image, from.address) : (struct instruction){0};
	size_t all = m->profile->function_count, caller, callee;
	int64_t calls = sign * (int64_t)call->calls;

	if (out->jumps && !by.calls && !enters_function(m, &from, &to))
		return;
	callee = profile_make_find_function(m, out, call->callee, &to, false);
	if (callee == all)
		return;
	caller = profile_make_find_function(m, out, call->caller, &from, false);
	if (caller == callee && (out->jumps ? !by.calls : is_jump(by.kind)))
		return;
	m->profile->functions[callee].calls += calls;
	if (caller < all)
		profile_make_add_call(&m->profile->functions[caller], callee, calls);
}

/* A jump from one function to another is a call, one within a function is a loop. What QEMU
   tells are jumps, of which callgrind would take some for calls. */
static void
profile_make_add_calls(
    struct profile_making *m, const struct profiling_process *of, int sign, bool active)
{
	(void)active;
	for (size_t i = 0; i < of->out.call_count; i++)
		profile_make_count_call(m, of, &of->out.calls[i], sign);
}

static void
remove_balanced_calls(struct profile *profile)
{
	size_t n;

	ARRAY_EACH(
	    struct profile_function, function, profile->functions, profile->function_count) {
		for (size_t k = n = 0; k < function->callee_count; k++)
			if (function->callees[k].calls)
				function->callees[n++] = function->callees[k];
		function->callee_count = n;
	}
}

/* Callgrind does not count the instructions of the block in which a process ends, nor what
   their fetching misses. In a test that is measured once they do not cancel out. */
static void
add_end(struct profile_making *m, size_t processes)
{
	enum { LONGEST_BLOCK = 100 };
	static const enum field lost[] = {FIELD_IR, FIELD_IR_M1, FIELD_IR_MM};
	struct profile *profile = m->profile;
	struct profile_site site = {0};

	for (size_t i = 0; i < COUNTOF(lost); i++) {
		int64_t left = results_spent(m->of->cell, m->of->once, lost[i]) -
		               profile_spent(profile, lost[i]);

		if (!m->of->once || left < 0 || left > (int64_t)processes * LONGEST_BLOCK)
			return;
		site.spent[lost[i]] = left;
	}
	if (site.spent[FIELD_IR])
		profile_add_row(profile, "end of the process", site);
}

/* Returns NULL, or in which field the sums are not the cell's counts; the caller frees. */
static char *
profile_make_check_sums(const struct profile *profile, const struct profiled *of)
{
	for (enum field f = 0; f < FIELD_COUNT; f++) {
		int64_t counted = results_spent(of->cell, of->once, f);
		int64_t sum = profile_spent(profile, f);

		if (of->cell->lacks & FIELD_BIT(f) || sum == counted)
			continue;
		if (of->emulated)
			return text_print("QEMU counted %" PRId64 " %s by instruction, %" PRId64
			                  " in all",
			    sum, field_rows[f].name, counted);
		return text_print("callgrind counted %" PRId64 " %s, cachegrind %" PRId64, sum,
		    field_rows[f].name, counted);
	}
	return NULL;
}

/* The test's own program is a file that will be removed. */
static void
hide_own(struct profile *profile, const char *program)
{
	ARRAY_EACH(struct profile_binary, binary, profile->binaries, profile->binary_count)
		if (program && !strcmp(binary->path, program)) {
			free(binary->path);
			free(binary->build_id);
			*binary = (struct profile_binary){
			    memory_copy(PROFILE_OWN_PATH), memory_copy("")};
		}
}

struct profile *
profile_make(const struct profiling *found, const struct profiled *of, char **why)
{
	struct profile *profile = memory_new(sizeof *profile);
	struct profile_making m = {.of = of, .profile = profile};

	profile_make_for_each(&m, found, collect_entries);
	merge_entries(&m.entries);
	if (!of->emulated) {
		correct_updates(&m);
		correct_generated(&m);
	}
	profile_make_add_sites(&m);
	profile_make_for_each(&m, found, profile_make_add_calls);
	remove_balanced_calls(m.profile);
	free(m.entries.v);
	words_free(&m.keys);
	free(m.begins);
	if (!of->emulated)
		add_end(&m, found->measurements[VARIANT_ACTIVE][LENGTH_SHORT].n);
	*why = profile_make_check_sums(m.profile, of);
	if (!*why) {
		listing_annotate(m.profile, of->images);
		hide_own(m.profile, of->program);
		return m.profile;
	}
	profile_free(m.profile);
	return NULL;
}

void
profiling_free(struct profiling *found)
{
	EACH_MEASUREMENT(v, l) {
		struct profiling_measurement *of = &found->measurements[v][l];

		ARRAY_EACH(struct profiling_process, process, of->v, of->n) {
			callgrind_free(&process->out);
			load_map_free(&process->map);
		}
		free(of->v);
	}
	free(found);
}
