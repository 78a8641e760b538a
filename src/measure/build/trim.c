#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "measure/build/source.h"
#include "measure/build/trim.h"
#include "util/array.h"
#include "util/text.h"

/* An #if, and which of its branches is read. */
struct level {
	bool outer;   /* the #if itself is in a branch that remains */
	bool remains; /* so does this branch */
	bool written; /* there is a directive to be ended */
	bool settled; /* no further branch is compiled */
};

enum { DEEPEST = 8 };

static int
is_machine(const struct trim *trim, const char *name)
{
	return *trim->machine ? !strcmp(trim->machine, name) : -1;
}

/* The value of a term, or -1. */
static int
value_of(const struct trim *trim, const char *s, size_t n)
{
	const struct {
		const char *term;
		int value;
	} known[] = {{"defined __TINYC__", trim->tcc}, {"defined __clang__", trim->clang},
	    {"defined __SSE2__", is_machine(trim, "x86_64")},
	    {"defined __x86_64__", is_machine(trim, "x86_64")},
	    {"defined __aarch64__", is_machine(trim, "aarch64")},
	    {"defined __riscv", is_machine(trim, "riscv64")},
	    {"defined __i386__", *trim->machine ? 0 : -1},
	    {"__SIZEOF_POINTER__ < 8", *trim->machine ? 0 : -1},
	    {"__clang_major__ >= 22", trim->clang_22}, {"defined CGBENCH_REALS", trim->reals}};

	for (size_t i = 0; i < COUNTOF(known); i++)
		if (text_equals(s, n, known[i].term))
			return known[i].value;
	return -1;
}

/* The value of a condition, or -1 and then the terms, between "&&", that are unknown. */
static int
judge(const struct trim *trim, const char *s, struct text *left)
{
	static const char and[] = " && ";
	int value = 1;

	while (*s) {
		const char *end = strstr(s, and);
		size_t n = end ? (size_t)(end - s) : strlen(s);
		bool negated = *s == '!';
		int term = value_of(trim, s + negated, n - negated);

		if (term == negated)
			return 0;
		if (term < 0) {
			value = -1;
			text_add(left, left->n ? and : "");
			text_add_n(left, s, n);
		}
		s += end ? n + strlen(and) : n;
	}
	return value;
}

static void
add_directive(struct text *out, const char *line, const char *directive, const char *condition)
{
	text_add_n(out, line, strspn(line, " \t"));
	text_addf(out, "#%s%s%s\n", directive, *condition ? " " : "", condition);
}

/* Begins the next branch of an #if. condition: NULL for #else. */
static void
add_branch(struct text *out, const char *line, struct level *level, const char *condition,
    const struct trim *trim)
{
	struct text left = TEXT_EMPTY;
	int value = condition ? judge(trim, condition, &left) : 1;

	level->remains = level->outer && !level->settled && value != 0;
	level->settled |= value > 0;
	if (level->remains && value > 0 && level->written)
		add_directive(out, line, "else", "");
	if (level->remains && value < 0) {
		add_directive(out, line, level->written ? "elif" : "if", left.s);
		level->written = true;
	}
	text_free(&left);
}

char *
trim_branches(const char *s, const struct trim *trim)
{
	struct level levels[DEEPEST] = {{.remains = true}}, *level = levels;
	struct text out = TEXT_EMPTY;

	while (*s) {
		size_t n = strcspn(s, "\n") + 1;
		char *line = memory_copy_n(s, n), *word = line + strspn(line, " \t");
		char *condition = NULL;

		line[n - 1] = '\0';
		if (text_begins(word, "#if") && level + 1 < levels + DEEPEST) {
			*++level = (struct level){.outer = level[-1].remains};
			condition = text_begins(word, "#if ")
			                ? memory_copy(word + strlen("#if "))
			                : text_print("%sdefined %s", word[3] == 'n' ? "!" : "",
			                      strchr(word, ' ') + 1);
			add_branch(&out, line, level, condition, trim);
		} else if (text_begins(word, "#elif ")) {
			add_branch(&out, line, level, word + strlen("#elif "), trim);
		} else if (!strcmp(word, "#else")) {
			add_branch(&out, line, level, NULL, trim);
		} else if (!strcmp(word, "#endif")) {
			if (level->outer && level->written)
				add_directive(&out, line, "endif", "");
			level--;
		} else if (level->remains &&
		           (trim->warned || !text_begins(word, "#pragma GCC "))) {
			text_addf(&out, "%s\n", line);
		}
		free(condition);
		free(line);
		s += n - !s[n - 1];
	}
	return text_take(&out);
}

/* A definition in a prelude, with the comment before it. */
struct item {
	const char *s, *code;
	size_t n;
	bool needed;
	bool nameless; /* it is a pragma, which defines nothing */
};

static const char *
next_line(const char *s)
{
	s += strcspn(s, "\n");
	return s + (*s == '\n');
}

/* Just after the item whose code begins at s: an #if, a directive, or a declaration. */
static const char *
end_of_item(const char *s)
{
	bool directive = *s == '#';
	size_t depth = 0;

	while (*s) {
		const char *line = s, *end = s + strcspn(s, "\n");

		s = next_line(s);
		depth += text_begins(line, "#if");
		depth -= text_begins(line, "#endif");
		if (depth)
			continue;
		if (directive
		        ? end[-1] != '\\'
		        : *line == '}' || (!isspace((unsigned char)*line) && end[-1] == ';'))
			break;
	}
	return s;
}

static struct item
item_at(const char *s)
{
	struct item item = {.s = s};

	while (*s == '\n' || text_begins(s, "/*")) {
		const char *end = *s == '\n' ? s : strstr(s, "*/");

		s = next_line(end ? end : s);
	}
	item.code = s;
	item.n = (size_t)(end_of_item(s) - item.s);
	return item;
}

/* The name that a line of an item defines, or none: "". */
static const char *
defined_by(const char *line)
{
	static const char *const before[] = {"#define ", "struct "};
	const char *end = line + strcspn(line, "\n"), *s = line;

	if (isspace((unsigned char)*line))
		return "";
	for (size_t i = 0; i < COUNTOF(before); i++) {
		s = strstr(line, before[i]);
		if (s && s < end)
			return s + strlen(before[i]);
	}
	if (text_begins(line, "template"))
		return "";
	s = strstr(line, "cgbench_");
	return s && s < end ? s : "";
}

/* Whether the text needs what the item defines. */
static bool
is_needed(struct item *item, const char *text)
{
	item->nameless = memmem(item->s, item->n, "#pragma", strlen("#pragma")) != NULL;
	for (const char *line = item->code; line < item->s + item->n; line = next_line(line)) {
		const char *name = defined_by(line);

		item->nameless &= !*name;
		if (*name && source_has_word(text, name, text_name(name)))
			return true;
	}
	return false;
}

char *
trim_unused(const char *prelude, const char *source)
{
	struct text used = TEXT_EMPTY, out = TEXT_EMPTY;
	struct item *items = NULL;
	bool more = true, any = false;
	size_t n = 0;

	text_add(&used, source);
	for (const char *s = prelude; *s; s += items[n - 1].n)
		*ARRAY_ADD(items, n) = item_at(s);
	while (more) {
		more = false;
		for (size_t i = n; i-- > 0;)
			if (!items[i].needed && is_needed(&items[i], used.s)) {
				any = more = items[i].needed = true;
				text_add_n(&used, items[i].s, items[i].n);
			}
	}
	for (size_t i = 0; i < n && any; i++)
		if (items[i].needed || items[i].nameless) {
			size_t blank = strspn(items[i].s, "\n");

			text_add(&out, blank && out.n ? "\n" : "");
			text_add_n(&out, items[i].s + blank, items[i].n - blank);
		}
	text_free(&used);
	free(items);
	return text_take(&out);
}
