#include <stdlib.h>
#include <string.h>

#include "report/source_lines.h"
#include "util/array.h"
#include "util/display.h"
#include "util/file.h"

struct source_file {
	char *name;
	struct text text; /* empty if it cannot be read */
};

/* Returns the line without blanks at its ends, or with those that it begins with; the caller
   frees. */
static char *
copy_line(const char *s, bool indented)
{
	size_t n = strcspn(s, "\n"), blanks = strspn(s, " \t");
	OWNED char *line = NULL, *shown = NULL;
	struct text t = TEXT_EMPTY;

	blanks = blanks < n ? blanks : n;
	while (n > blanks && strchr(" \t\r", s[n - 1]))
		n--;
	line = memory_copy_n(s + blanks, n - blanks);
	shown = display_line(line);
	for (size_t i = 0; i < blanks && indented; i++)
		text_add(&t, s[i] == '\t' ? "    " : " ");
	text_add(&t, shown);
	return text_take(&t);
}

/* Returns where the line of a file or an option begins in the test's own text, or NULL. Older
   saved files have only "-e" for all options: a line that several may have is unknown. */
static const char *
find_in_test(const struct test *test, const char *file, unsigned line)
{
	const char *found = NULL;

	ARRAY_EACH(const struct part, part, test->parts, test->part_count) {
		bool here =
		    !strcmp(file, test_file(test)) || !strcmp(file, test_part_file(test, part));
		bool measured = part->kind == PART_CODE || part->kind == PART_PREAMBLE ||
		                part->kind == PART_SOURCE;
		const char *s = here && measured ? part_line(part, line) : NULL;

		if (s && found)
			return NULL;
		found = s ? s : found;
	}
	return found;
}

static const char *
find_in_file(struct source_lines *lines, const char *name, unsigned line)
{
	struct source_file *file;
	size_t i;

	for (i = 0; i < lines->file_count && strcmp(lines->files[i].name, name) != 0; i++)
		;
	if (i == lines->file_count) {
		file = ARRAY_ADD(lines->files, lines->file_count);
		*file = (struct source_file){.name = memory_copy(name), .text = TEXT_EMPTY};
		if (!file_read(name, &file->text))
			text_free(&file->text);
	}
	return text_line(lines->files[i].text.s, line - 1);
}

char *
source_lines_copy(
    struct source_lines *lines, const char *file, unsigned line, bool compiled, bool indented)
{
	const char *s = find_in_test(lines->test, file, line);

	if (!s && compiled && strcmp(file, test_file(lines->test)) != 0)
		s = find_in_file(lines, file, line);
	return s ? copy_line(s, indented) : NULL;
}

void
source_lines_free(struct source_lines *lines)
{
	for (size_t i = 0; i < lines->file_count; i++) {
		free(lines->files[i].name);
		text_free(&lines->files[i].text);
	}
	free(lines->files);
}
