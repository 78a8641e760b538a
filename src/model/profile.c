#include <stdlib.h>
#include <string.h>

#include "model/profile.h"
#include "model/test.h"
#include "util/array.h"
#include "util/text.h"

const char *
profile_kind_name(enum profile_kind kind)
{
#define KIND_NAME(id, name) name,
	static const char *const names[PROFILE_KINDS] = {PROFILE_KIND_ROWS(KIND_NAME)};
#undef KIND_NAME

	return names[kind];
}

const char *
profile_owner_name(enum profile_owner owner)
{
	static const char *const names[PROFILE_OWNERS] = {
	    "snippet", "program", "library", "generated"};

	return names[owner];
}

static const char *
profile_path_of(const void *binaries, size_t i)
{
	return ((const struct profile_binary *)binaries)[i].path;
}

size_t
profile_intern_binary(struct profile *profile, const char *path)
{
	struct name_table *table = &profile->binary_table;
	size_t found;

	name_table_learn(table, profile->binaries, profile_path_of, profile->binary_count);
	found = name_table_find(table, profile->binaries, profile_path_of, path);
	if (found)
		return found - 1;
	*ARRAY_ADD(profile->binaries, profile->binary_count) =
	    (struct profile_binary){.path = memory_copy(path), .build_id = memory_copy("")};
	return profile->binary_count - 1;
}

void
profile_add_row(struct profile *profile, const char *name, struct profile_site site)
{
	struct profile_function row = {.name = memory_copy(name), .owner = PROFILE_GENERATED};

	site.kind = PROFILE_UNKNOWN;
	site.executions = site.spent[FIELD_IR];
	site.file = words_intern(&profile->files, "???");
	row.binary = profile_intern_binary(profile, "");
	row.sites = memory_new(sizeof site);
	row.sites[row.site_count++] = site;
	profile->functions = memory_resize(
	    profile->functions, profile->function_count + 1, sizeof *profile->functions);
	profile->functions[profile->function_count++] = row;
}

int64_t
profile_spent(const struct profile *profile, enum field f)
{
	int64_t sum = 0;

	for (size_t i = 0; i < profile->function_count; i++)
		for (size_t k = 0; k < profile->functions[i].site_count; k++)
			sum += profile->functions[i].sites[k].spent[f];
	return sum;
}

const char *
profile_function_file(const struct profile *profile, const struct profile_function *function)
{
	for (size_t i = 0; i < function->site_count; i++)
		if (function->sites[i].line)
			return profile->files.v[function->sites[i].file];
	return NULL;
}

#define COLD ".cold"

/* Returns true if name is the name of whole, ".cold" and perhaps another suffix. */
static bool
is_cold_piece(const char *name, const char *whole)
{
	size_t n = strlen(whole);

	return text_begins(name, whole) && text_begins(name + n, COLD);
}

static bool
profile_is_stub(const struct profile_function *function)
{
	return text_ends(function->name, PROFILE_STUB) && strcmp(function->name, PROFILE_STUB);
}

static int64_t
calls(const struct profile *profile)
{
	int64_t sum = 0;

	ARRAY_EACH(
	    const struct profile_function, f, profile->functions, profile->function_count) {
		sum += profile_is_stub(f) ? 0 : f->calls;
		for (size_t k = 0; k < f->callee_count; k++) {
			const struct profile_function *callee =
			    &profile->functions[f->callees[k].callee];

			/* callgrind takes a jump from one to the other for a call. */
			if (f->binary == callee->binary &&
			    (is_cold_piece(f->name, callee->name) ||
			        is_cold_piece(callee->name, f->name)))
				sum -= f->callees[k].calls;
		}
	}
	return sum;
}

/* Returns true if a function allocates memory, or is the stub of one, whose name is not
   demangled. A file without symbols for the usual names of glibc shows glibc's own. */
static bool
allocates(const struct profile_function *function)
{
	static const char names[] =
	    "malloc calloc realloc reallocarray aligned_alloc memalign posix_memalign valloc "
	    "pvalloc __libc_malloc __libc_calloc __libc_realloc __libc_reallocarray "
	    "__libc_memalign __posix_memalign __libc_valloc __libc_pvalloc _Znwm* _Znam*";
	size_t n =
	    strlen(function->name) - (profile_is_stub(function) ? strlen(PROFILE_STUB) : 0);

	return text_begins(function->name, "operator new(") ||
	       text_begins(function->name, "operator new[](") ||
	       text_is_one_of(function->name, n, names);
}

/* Allocations, without those that allocating functions make to do their own work. */
static int64_t
allocs(const struct profile *profile)
{
	int64_t sum = 0;

	ARRAY_EACH(
	    const struct profile_function, f, profile->functions, profile->function_count) {
		if (profile_is_stub(f) || !allocates(f))
			continue;
		sum += f->calls;
		for (size_t k = 0; k < f->callee_count; k++)
			if (allocates(&profile->functions[f->callees[k].callee]))
				sum -= f->callees[k].calls;
	}
	return sum;
}

bool
profile_add_spill(const struct profile_site *site, int64_t *sum)
{
	int64_t dr = site->spent[FIELD_DR], dw = site->spent[FIELD_DW];

	*sum += site->frame ? dr + dw : 0;
	return site->kind != PROFILE_UNKNOWN || (!dr && !dw);
}

static bool
spill(const struct profile *profile, int64_t *sum)
{
	bool known = true;

	*sum = 0;
	for (size_t i = 0; i < profile->function_count; i++)
		for (size_t k = 0; k < profile->functions[i].site_count && known; k++)
			known = profile_add_spill(&profile->functions[i].sites[k], sum);
	return known;
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
	default: /* FIELD_SPILL */
		return spill(profile, total);
	}
}

/* The line of the other test that has the text of a line of this one; 0: none. */
static unsigned
moved_line(const struct test *from, const struct test *to, unsigned line)
{
	for (size_t i = 0; i < from->part_count; i++) {
		const struct part *part = &from->parts[i], *other;

		if (!part_line(part, line))
			continue;
		other = test_find(to, part->key);
		if (other && other->line && !strcmp(part_text(part), part_text(other)))
			return other->line + (line - part->line);
	}
	return 0;
}

void
profile_move_lines(struct profile *profile, const struct test *from, const struct test *to)
{
	size_t old = words_find(&profile->files, test_file(from)), new;

	if (old == profile->files.n)
		return;
	new = words_intern(&profile->files, test_file(to));
	for (size_t i = 0; i < profile->function_count; i++)
		ARRAY_EACH(struct profile_site, site, profile->functions[i].sites,
		    profile->functions[i].site_count) {
			if (!site->line || site->file != old)
				continue;
			site->file = new;
			site->line = moved_line(from, to, site->line);
		}
}

void
profile_free(struct profile *profile)
{
	if (!profile)
		return;
	ARRAY_EACH(
	    struct profile_function, function, profile->functions, profile->function_count) {
		for (size_t k = 0; k < function->site_count; k++)
			free(function->sites[k].text);
		free(function->sites);
		free(function->callees);
		free(function->name);
	}
	for (size_t i = 0; i < profile->binary_count; i++) {
		free(profile->binaries[i].path);
		free(profile->binaries[i].build_id);
	}
	free(profile->functions);
	free(profile->binaries);
	name_table_free(&profile->binary_table);
	words_free(&profile->files);
	free(profile);
}
