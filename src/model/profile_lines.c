#include <string.h>

#include "model/profile_lines.h"
#include "util/memory.h"

/* The line of the other test that has the text of a line of this one; 0: none. */
static unsigned
moved_line(const struct test *from, const struct test *to, unsigned line)
{
	size_t i;

	for (i = 0; i < from->part_count; i++) {
		const struct part *part = &from->parts[i], *other;

		if (!part_line(part, line))
			continue;
		other = test_find(to, part->key);
		if (other && other->line && !strcmp(part_text(part), part_text(other)))
			return other->line + (line - part->line);
	}
	return 0;
}

/* The index of a file; file_count: the profile has none of its lines. */
static size_t
find_file(const struct profile *profile, const char *name)
{
	size_t i;

	for (i = 0; i < profile->file_count; i++)
		if (!strcmp(profile->files[i], name))
			break;
	return i;
}

static size_t
add_file(struct profile *profile, const char *name)
{
	size_t i = find_file(profile, name);

	if (i < profile->file_count)
		return i;
	profile->files =
	    memory_resize(profile->files, profile->file_count + 1, sizeof *profile->files);
	profile->files[profile->file_count++] = memory_copy(name);
	return i;
}

void
profile_lines_move(struct profile *profile, const struct test *from, const struct test *to)
{
	size_t old = find_file(profile, test_file(from)), new, i, k;

	if (old == profile->file_count)
		return;
	new = add_file(profile, test_file(to));
	for (i = 0; i < profile->function_count; i++)
		for (k = 0; k < profile->functions[i].step_count; k++) {
			struct profile_step *step = &profile->functions[i].steps[k];

			if (!step->line || step->file != old)
				continue;
			step->file = new;
			step->line = moved_line(from, to, step->line);
		}
}
