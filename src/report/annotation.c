#include <string.h>

#include "report/annotation.h"
#include "util/display.h"
#include "util/file.h"

/* Prints a part of a command, which these signs would end. */
static void
print_escaped(const char *s, const char *signs, FILE *out)
{
	for (; *s; s++)
		if (strchr(signs, *s))
			fprintf(out, "%%%02X", (unsigned char)*s);
		else
			putc(*s, out);
}

/* Prints " file=...,line=...": where the test is, if that is below root. */
static void
print_place(const struct test *test, const char *root, FILE *out)
{
	OWNED char *path = test && test->file ? file_real(test->file) : NULL;
	size_t n = strlen(root);

	if (path && !strncmp(path, root, n) && path[n] == '/') {
		fputs(" file=", out);
		print_escaped(path + n + 1, "%\r\n:,", out);
		fprintf(out, ",line=%u", test->line);
	}
}

void
annotation_print(
    const struct rulings *rulings, const struct results *results, const char *root, FILE *out)
{
	for (size_t i = 0; i < rulings->n; i++) {
		const struct ruling *ruling = &rulings->v[i];
		OWNED char *text = ruling_text(rulings, i), *line = display_line(text);

		fputs("::error", out);
		print_place(
		    ruling->test ? tests_find(&results->tests, ruling->test) : NULL, root, out);
		fputs("::", out);
		print_escaped(line, "%", out);
		putc('\n', out);
	}
}
