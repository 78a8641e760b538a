#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "measure/profile/lines.h"
#include "util/file.h"
#include "util/array.h"

#define UNKNOWN "???"

/* Compilers name what is in the current directory by its whole path. */
static const char *
as_named(const char *file, const char *cwd)
{
	const char *name = cwd ? file_below(file, cwd) : NULL;

	return name ? name : file;
}

/* Whether cgbench has written the line. own: it is in the test's own function. */
static bool
is_written(const struct line_files *files, const char *file, const char *cwd, bool own)
{
	const char *name = as_named(file, cwd);

	if (file_below(file, files->workdir))
		return true;
	return !strcmp(name, files->source) &&
	       (own || words_find(files->sources, name) == files->sources->n);
}

/* Goes through the steps of the program whose line cgbench has written, or is unknown. */
struct walk {
	const struct profile *profile;
	const struct line_files *files;
	char *cwd;
	size_t function, step;
	bool own; /* the step is in the test's own function */
};

static void
lines_begin(struct walk *walk, const struct profile *profile, const struct line_files *files)
{
	*walk = (struct walk){.profile = profile, .files = files, .cwd = file_cwd()};
}

/* The next step whose line cgbench has written, or NULL after the last one. */
static struct profile_step *
next_written(struct walk *walk)
{
	const struct profile *profile = walk->profile;

	for (; walk->function < profile->function_count; walk->function++, walk->step = 0) {
		const struct profile_function *function = &profile->functions[walk->function];

		walk->own = function->owner == PROFILE_SNIPPET;
		if (!walk->own && function->owner != PROFILE_PROGRAM)
			continue;
		while (walk->step < function->step_count) {
			struct profile_step *step = &function->steps[walk->step++];

			if (walk->files->unknown ||
			    (step->line && is_written(walk->files, profile->files.v[step->file],
			                       walk->cwd, walk->own)))
				return step;
		}
	}
	free(walk->cwd);
	return NULL;
}

void
lines_ask(const struct profile *profile, const struct line_files *files, struct text *addresses)
{
	struct profile_step *step;
	struct walk walk;

	lines_begin(&walk, profile, files);
	while ((step = next_written(&walk)))
		text_addf(addresses, "0x%" PRIx64 "\n", step->address);
}

/* Takes a place, "my.bench:152 (discriminator 2)". own: whether what cgbench has written there
   is in the test's own function. Returns false if it is not the user's. */
static bool
take_place(struct profile *profile, const struct line_files *files, struct profile_step *step,
    const char *cwd, bool own, const char *place)
{
	size_t n = strcspn(place, "\n");
	const char *colon = memrchr(place, ':', n);
	OWNED char *file = colon ? memory_copy_n(place, (size_t)(colon - place)) : NULL;
	unsigned line = colon ? (unsigned)strtoul(colon + 1, NULL, 10) : 0;
	bool known = line && !is_written(files, file, cwd, own);

	if (known) {
		step->file = words_intern(&profile->files, file);
		step->line = line;
	}
	return known;
}

static const char *
after_line(const char *s)
{
	s += strcspn(s, "\n");
	return s + (*s == '\n');
}

void
lines_answer(struct profile *profile, const struct line_files *files, const char *answer)
{
	struct profile_step *step;
	struct walk walk;

	lines_begin(&walk, profile, files);
	while ((step = next_written(&walk))) {
		/* Where the answer about the next address begins. */
		const char *next = strstr(answer, "\n0x"), *s = answer;
		const char *end = next ? next + 1 : answer + strlen(answer);

		if (*s == '0' && strtoull(s, NULL, 16) == step->address)
			for (s = after_line(s); s < end; s = after_line(s))
				if (take_place(profile, files, step, walk.cwd,
				        !files->unknown || walk.own, s))
					break;
		answer = end;
	}
}

/* Replaces the names of files by those that the user knows. Clang names a header of a library
   by its way from the compiler,
       /usr/bin/../lib/gcc/x86_64-linux-gnu/12/../../../../include/c++/12/vector
   and gcc by its path. */
static void
name_files(struct profile *profile)
{
	OWNED char *cwd = file_cwd();

	for (size_t i = 0; i < profile->files.n; i++) {
		const char *name = as_named(profile->files.v[i], cwd);
		char *path = *name == '/' && strstr(name, "/../") ? file_real(name) : NULL;

		words_replace(&profile->files, i, path ? path : memory_copy(name));
	}
}

/* Gives each step its file by the name that the user knows, in a new list. */
void
lines_settle(struct profile *profile, const struct line_files *files)
{
	struct profile named = {0};
	struct profile_step *written;
	struct walk walk;

	if (!files->unknown) {
		lines_begin(&walk, profile, files);
		while ((written = next_written(&walk)))
			written->line = 0;
	}
	name_files(profile);
	for (size_t i = 0; i < profile->function_count; i++)
		ARRAY_EACH(struct profile_step, step, profile->functions[i].steps,
		    profile->functions[i].step_count) {
			const char *file = profile->files.v[step->file];

			if (!strcmp(file, UNKNOWN))
				step->line = 0;
			if (!step->line)
				file = "";
			step->file = words_intern(&named.files, file);
		}
	words_free(&profile->files);
	profile->files = named.files;
}
