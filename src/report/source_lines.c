#include <stdlib.h>
#include <string.h>

#include "report/source_lines.h"
#include "util/array.h"
#include "util/display.h"
#include "util/file.h"

struct source_file {
	char *name;
	struct text text;    /* empty if it cannot be read */
	const char **starts; /* of its lines */
	size_t line_count;
};

/* A line of the test's own text. */
struct source_line {
	unsigned number;
	const char *start;
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
	return part->kind == PART_CODE || part->kind == PART_PREAMBLE ||
	       part->kind == PART_SOURCE;
}

static void
add_own(struct source_lines *lines, const struct part *part)
{
	unsigned number = part->line;
	const char *s;

	for (s = part->text; number && s && *s; number++) {
		*ARRAY_ADD(lines->own, lines->own_count) = (struct source_line){number, s};
		s = strchr(s, '\n');
		s += s != NULL;
	}
}

static int
compare_lines(const void *a, const void *b)
{
	const struct source_line *x = a, *y = b;

	return (x->number > y->number) - (x->number < y->number);
}

static void
find_own(struct source_lines *lines)
{
	size_t i;

	lines->looked = true;
	for (i = 0; i < lines->test->part_count; i++)
		if (is_measured(&lines->test->parts[i]))
			add_own(lines, &lines->test->parts[i]);
	if (lines->own_count)
		qsort(lines->own, lines->own_count, sizeof *lines->own, compare_lines);
}

/* Where the line begins in the test's own text, or NULL. On a command line all parts begin on
   the same line: it is unknown if it may be that of several. */
static const char *
find_in_test(struct source_lines *lines, unsigned number)
{
	const struct source_line key = {number, NULL};
	const struct source_line *found, *end;

	if (!lines->looked)
		find_own(lines);
	if (!lines->own)
		return NULL;
	found = bsearch(&key, lines->own, lines->own_count, sizeof *lines->own, compare_lines);
	if (!found)
		return NULL;
	end = lines->own + lines->own_count;
	if ((found > lines->own && found[-1].number == number) ||
	    (found + 1 < end && found[1].number == number))
		return NULL;
	return found->start;
}

static void
find_starts(struct source_file *file)
{
	const char *s;

	for (s = file->text.s; s && *s; s = strchr(s, '\n'), s += s != NULL)
		*ARRAY_ADD(file->starts, file->line_count) = s;
}

static const struct source_file *
find_file(struct source_lines *lines, const char *name)
{
	struct source_file *file;
	size_t i;

	for (i = 0; i < lines->file_count; i++)
		if (!strcmp(lines->files[i].name, name))
			return &lines->files[i];
	file = ARRAY_ADD(lines->files, lines->file_count);
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
source_lines_copy(struct source_lines *lines, const char *file, unsigned line, bool compiled)
{
	const char *s = NULL;

	if (!strcmp(file, test_file(lines->test)))
		s = find_in_test(lines, line);
	else if (compiled)
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
	free(lines->own);
}
