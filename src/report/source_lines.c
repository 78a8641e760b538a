#include <stdlib.h>
#include <string.h>

#include "report/source_lines.h"
#include "util/display.h"
#include "util/file.h"
#include "util/memory.h"

struct source_file {
	char *name;
	struct text text;    /* empty if it cannot be read */
	const char **starts; /* of its lines */
	size_t line_count;
};

/* The line without blanks at its ends; the caller frees. */
static char *
copy_line(const char *s)
{
	size_t n = strcspn(s, "\n"), blanks = strspn(s, " \t");
	char *line, *shown;

	blanks = blanks < n ? blanks : n;
	while (n > blanks && strchr(" \t\r", s[n - 1]))
		n--;
	line = memory_copy_n(s + blanks, n - blanks);
	shown = display_line(line);
	free(line);
	return shown;
}

/* Whether an instruction of that part may cost something. */
static bool
is_measured(const struct part *part)
{
	return part->kind == PART_CODE || part->kind == PART_PREAMBLE;
}

/* Where the line begins in the test's own text, or NULL. On a command line all parts begin on
   the same line: it is unknown if it may be that of several. */
static const char *
find_in_test(const struct test *test, unsigned line)
{
	const char *found = NULL;
	size_t i;

	for (i = 0; i < test->part_count; i++) {
		const struct part *part = &test->parts[i];
		const char *s;

		s = is_measured(part) ? part_line(part, line) : NULL;
		if (s && found)
			return NULL;
		found = s ? s : found;
	}
	return found;
}

static void
find_starts(struct source_file *file)
{
	const char *s;
	size_t room = 0;

	for (s = file->text.s; s && *s; s = strchr(s, '\n'), s += s != NULL) {
		if (file->line_count == room)
			file->starts = memory_resize(
			    file->starts, room = 2 * room + 64, sizeof *file->starts);
		file->starts[file->line_count++] = s;
	}
}

static const struct source_file *
find_file(struct source_lines *lines, const char *name)
{
	struct source_file *file;
	size_t i;

	for (i = 0; i < lines->file_count; i++)
		if (!strcmp(lines->files[i].name, name))
			return &lines->files[i];
	lines->files = memory_resize(lines->files, lines->file_count + 1, sizeof *lines->files);
	file = &lines->files[lines->file_count++];
	*file = (struct source_file){.name = memory_copy(name), .text = TEXT_EMPTY};
	if (!file_read(name, &file->text))
		text_free(&file->text);
	find_starts(file);
	return file;
}

static const char *
find_in_file(struct source_lines *lines, const char *name, unsigned line)
{
	const struct source_file *file = find_file(lines, name);

	return line && line <= file->line_count ? file->starts[line - 1] : NULL;
}

char *
source_lines_copy(struct source_lines *lines, const char *file, unsigned line)
{
	const char *s = NULL;

	if (!strcmp(file, test_file(lines->test)))
		s = find_in_test(lines->test, line);
	else if (lines->reads)
		s = find_in_file(lines, file, line);
	return s ? copy_line(s) : NULL;
}

void
source_lines_free(struct source_lines *lines)
{
	size_t i;

	for (i = 0; i < lines->file_count; i++) {
		free(lines->files[i].name);
		text_free(&lines->files[i].text);
		free(lines->files[i].starts);
	}
	free(lines->files);
}
