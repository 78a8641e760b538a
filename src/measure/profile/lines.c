#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "code/variables.h"
#include "measure/profile/lines.h"
#include "util/file.h"
#include "util/array.h"

#define UNKNOWN "???"

/* The sites of the test's program, one after the other. */
struct lines_walk {
	struct profile *profile;
	const struct line_files *files;
	const char *cwd;
	bool own; /* the site is in the test's own function */
	/* The debug information of the program; NULL: there is none. */
	Dwarf *dwarf;
	Dwarf_Die cudie, function; /* of the site before */
	bool known;                /* the function is */
};

/* Compilers name what is in the current directory by its whole path. */
static const char *
as_named(const char *file, const char *cwd)
{
	const char *name = cwd ? file_below(file, cwd) : NULL;

	return name ? name : file;
}

/* Returns true if cgbench has written the line. own: it is in the test's own function. */
static bool
is_written(const struct lines_walk *walk, const char *file, bool own)
{
	const struct line_files *files = walk->files;
	const char *name = as_named(file, walk->cwd);

	if (file_below(file, files->workdir))
		return true;
	return !strcmp(name, files->source) &&
	       (own || words_find(files->sources, name) == files->sources->n);
}

static bool
find_cudie(struct lines_walk *walk, Dwarf_Addr at)
{
	Dwarf_CU *cu = NULL;

	if (walk->known && dwarf_haspc(&walk->function, at) > 0)
		return true;
	while (!dwarf_get_units(walk->dwarf, cu, &cu, NULL, NULL, &walk->cudie, NULL))
		if (dwarf_haspc(&walk->cudie, at) > 0) {
			walk->known =
			    variables_find_function(&walk->cudie, at, &walk->function);
			return true;
		}
	return false;
}

/* Gives a site its place. Returns false if that is not the user's. */
static bool
set_place(const struct lines_walk *walk, struct profile_site *site, const char *file, int line)
{
	struct profile *profile = walk->profile;

	if (!file || line <= 0 || is_written(walk, file, !walk->files->unknown || walk->own))
		return false;
	site->file = words_intern(&profile->files, file);
	site->line = (unsigned)line;
	return true;
}

static int
lines_number(Dwarf_Die *die, unsigned name)
{
	Dwarf_Attribute attribute;
	Dwarf_Word value = 0;

	if (dwarf_attr(die, name, &attribute))
		dwarf_formudata(&attribute, &value);
	return (int)value;
}

/* Gives a site the innermost place of the user's that its code was inlined to in the code of a
   function. Returns false if there is none. */
static bool
set_inlined(struct lines_walk *walk, Dwarf_Die *in, struct profile_site *site)
{
	Dwarf_Files *files;
	Dwarf_Die child;

	for (int more = dwarf_child(in, &child); !more;
	     more = dwarf_siblingof(&child, &child)) {
		bool inlined = dwarf_tag(&child) == DW_TAG_inlined_subroutine;

		if ((!inlined && dwarf_tag(&child) != DW_TAG_lexical_block) ||
		    dwarf_haspc(&child, site->address) <= 0)
			continue;
		return set_inlined(walk, &child, site) ||
		       (inlined && !dwarf_getsrcfiles(&walk->cudie, &files, NULL) &&
		           set_place(walk, site,
		               dwarf_filesrc(
		                   files, lines_number(&child, DW_AT_call_file), NULL, NULL),
		               lines_number(&child, DW_AT_call_line)));
	}
	return false;
}

/* Gives a site the first place that is the user's: of its line, or that its code was inlined
   to. Returns false if there is none. */
static bool
lines_find_place(struct lines_walk *walk, struct profile_site *site)
{
	Dwarf_Line *row;
	int line = 0;

	if (!walk->dwarf || !find_cudie(walk, site->address))
		return false;
	row = dwarf_getsrc_die(&walk->cudie, site->address);
	dwarf_lineno(row, &line);
	return set_place(walk, site, dwarf_linesrc(row, NULL, NULL), line) ||
	       (walk->known && set_inlined(walk, &walk->function, site));
}

/* Finds the user's lines for a function's sites that are from lines which cgbench has written,
   or are not known. */
static void
place_sites(struct lines_walk *walk, const struct profile_function *function)
{
	ARRAY_EACH(struct profile_site, site, function->sites, function->site_count) {
		bool written = site->line &&
		               is_written(walk, walk->profile->files.v[site->file], walk->own);

		if ((written || walk->files->unknown) && !lines_find_place(walk, site) &&
		    !walk->files->unknown)
			site->line = 0;
	}
}

static void
place_all(struct profile *profile, const struct line_files *files, const char *cwd)
{
	int fd = open(files->program, O_RDONLY | O_CLOEXEC);
	struct lines_walk walk = {.profile = profile,
	    .files = files,
	    .cwd = cwd,
	    .dwarf = fd < 0 ? NULL : dwarf_begin(fd, DWARF_C_READ)};

	ARRAY_EACH(
	    const struct profile_function, f, profile->functions, profile->function_count) {
		walk.own = f->owner == PROFILE_SNIPPET;
		if (walk.own || f->owner == PROFILE_PROGRAM)
			place_sites(&walk, f);
	}
	dwarf_end(walk.dwarf);
	if (fd >= 0)
		close(fd);
}

/* Replaces the names of files by those that the user knows. Clang names a header of a library
   by its way from the compiler,
       /usr/bin/../lib/gcc/x86_64-linux-gnu/12/../../../../include/c++/12/vector
   and gcc by its path. */
static void
name_files(struct profile *profile, const char *cwd)
{
	for (size_t i = 0; i < profile->files.n; i++) {
		const char *name = as_named(profile->files.v[i], cwd);
		char *path = *name == '/' && strstr(name, "/../") ? file_real(name) : NULL;

		words_replace(&profile->files, i, path ? path : memory_copy(name));
	}
}

/* Gives each site its file by the name that the user knows, in a new list. */
void
lines_settle(struct profile *profile, const struct line_files *files)
{
	struct profile named = {0};
	OWNED char *cwd = file_cwd();

	place_all(profile, files, cwd);
	name_files(profile, cwd);
	for (size_t i = 0; i < profile->function_count; i++)
		ARRAY_EACH(struct profile_site, site, profile->functions[i].sites,
		    profile->functions[i].site_count) {
			const char *file = profile->files.v[site->file];

			if (!strcmp(file, UNKNOWN))
				site->line = 0;
			if (!site->line)
				file = "";
			site->file = words_intern(&named.files, file);
		}
	words_free(&profile->files);
	profile->files = named.files;
}
