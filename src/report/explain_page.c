#include <stdlib.h>
#include <string.h>

#include "report/explain_page.h"
#include "util/display.h"
#include "util/file.h"
#include "util/text.h"

double
explain_page_value(
    const struct explain_page *page, const struct explanation_side *side, enum field f)
{
	double v;

	return explanation_value(page->explanation, side, f, &v) ? v : 0;
}

void
explain_page_add(struct explanation_side *sum, const struct explanation_side *side)
{
	enum field f;

	if (side->turns)
		sum->turns = side->turns;
	sum->calls += side->calls;
	for (f = 0; f < FIELD_COUNT; f++)
		sum->spent[f] += side->spent[f];
}

const char *
explain_page_field(const struct explain_page *page, enum field f)
{
	return fields_name(page->explanation->fields, f);
}

static bool
has_namesake(const struct explain_page *page, const char *file)
{
	const struct explanation_part *part = &page->explanation->by_line;
	size_t i;

	for (i = 0; i < part->n; i++)
		if (part->rows[i].line && strcmp(part->rows[i].name, file) != 0 &&
		    !strcmp(file_base(part->rows[i].name), file_base(file)))
			return true;
	return false;
}

char *
explain_page_position(const struct explain_page *page, const char *file, unsigned line)
{
	const char *name = has_namesake(page, file) ? file : file_base(file);
	char *position = line ? text_print("%s:%u", name, line) : text_print("%s", file);
	char *shown = display_line(position);

	free(position);
	return shown;
}

/* The end of what the bracket at s opens: where the one that closes it is, or the end of the
   name. An arrow closes nothing. */
static const char *
closing(const char *s)
{
	size_t depth = 0;
	char before = 0;

	for (; *s; before = *s++) {
		depth += *s == '<' || *s == '(';
		depth -= (*s == '>' && before != '-') || *s == ')';
		if (!depth)
			break;
	}
	return s;
}

/* The name without what is between its brackets: "f<...>(...)". The brackets of an operator are
   part of its name. The caller frees. */
static char *
shorten(const char *name)
{
	static const char operator[] = "operator";
	struct text t = TEXT_EMPTY;
	const char *s;

	for (s = name; *s; s++) {
		if (!strncmp(s, operator, sizeof operator- 1)) {
			size_t n = sizeof operator- 1;

			if (!strncmp(s + n, "()", 2) || !strncmp(s + n, "->", 2))
				n += 2;
			else
				n += strspn(s + n, "<>=");
			text_add_n(&t, s, n);
			s += n - 1;
		} else if (*s == '<' || *s == '(') {
			const char *end = closing(s);

			text_addf(
			    &t, end > s + 1 ? "%c...%c" : "%c%c", *s, *s == '<' ? '>' : ')');
			s = *end ? end : end - 1;
		} else {
			text_add_char(&t, *s);
		}
	}
	return text_take(&t);
}

char *
explain_page_function(const char *name, size_t width)
{
	char *shown = display_line(name), *cut;

	if (display_width(shown) > width) {
		char *shorter = shorten(shown);

		free(shown);
		shown = shorter;
	}
	cut = display_cut(shown, width);
	free(shown);
	return cut;
}

void
explain_page_line(const struct explain_page *page, const char *line)
{
	char *cut = display_cut(line, page->terminal.width);
	size_t n = strlen(cut);

	while (n && cut[n - 1] == ' ')
		n--;
	fprintf(page->out, "%.*s\n", (int)n, cut);
	free(cut);
}

void
explain_page_say(const struct explain_page *page, const char *sentence)
{
	char *shown = display_line(sentence), *word, *rest = NULL;
	struct text line = TEXT_EMPTY;

	for (word = strtok_r(shown, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
		if (line.n &&
		    display_width(line.s) + 1 + display_width(word) > page->terminal.width) {
			explain_page_line(page, line.s);
			text_cut(&line, 0);
		}
		text_addf(&line, "%s%s", line.n ? " " : "", word);
	}
	explain_page_line(page, line.n ? line.s : "");
	text_free(&line);
	free(shown);
}
