#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "util/array.h"
#include "util/file.h"
#include "util/ini.h"
#include "util/message.h"
#include "util/text.h"
#include "util/words.h"

struct ini_line {
	const char *s; /* without its newline */
	size_t n;
};

struct ini_reader {
	struct ini *ini;
	const char *s, *end;
	unsigned line; /* number of the line that ini_next_line returned last, from 1 */
};

static _Noreturn void
ini_refuse(const struct ini_reader *r, size_t column, const char *what)
{
	message_die(STATUS_USAGE, "%s:%u:%zu: %s", r->ini->file, r->line, column, what);
}

static bool
ini_next_line(struct ini_reader *r, struct ini_line *line)
{
	const char *end;

	if (r->s == r->end)
		return false;
	end = memchr(r->s, '\n', (size_t)(r->end - r->s));
	line->s = r->s;
	line->n = (size_t)((end ? end : r->end) - r->s);
	r->s = end ? end + 1 : r->end;
	r->line++;
	if (line->n && line->s[line->n - 1] == '\r')
		line->n--;
	if (memchr(line->s, '\0', line->n))
		ini_refuse(r, strlen(line->s) + 1, "a NUL byte; this is not a text file");
	return true;
}

static bool
ini_is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static size_t
indentation(const struct ini_line *line)
{
	size_t n = 0;

	while (n < line->n && ini_is_blank(line->s[n]))
		n++;
	return n;
}

static bool
is_empty(const struct ini_line *line)
{
	return indentation(line) == line->n;
}

static void
ini_read_section(struct ini_reader *r, const struct ini_line *line)
{
	const char *close = memchr(line->s, ']', line->n);
	struct ini_line rest;

	if (!close)
		ini_refuse(r, line->n + 1, "the ']' is missing");
	rest.s = close + 1;
	rest.n = (size_t)(line->s + line->n - rest.s);
	if (!is_empty(&rest))
		ini_refuse(r, (size_t)(rest.s - line->s) + 1, "text after the ']'");
	if (close == line->s + 1)
		ini_refuse(r, 2, "the name is empty");
	*ARRAY_ADD(r->ini->v, r->ini->n) = (struct ini_section){
	    .name = memory_copy_n(line->s + 1, (size_t)(close - line->s) - 1), .line = r->line};
}

/* A directive of C was probably meant to be indented. */
static void
check_comment(const struct ini_reader *r, const struct ini_line *line)
{
	static const char directives[] =
	    "include define undef if ifdef ifndef else elif endif pragma error line";
	size_t n = 0;

	while (n + 1 < line->n && line->s[n + 1] >= 'a' && line->s[n + 1] <= 'z')
		n++;
	if (text_is_one_of(line->s + 1, n, directives))
		message_at(r->ini->file, r->line,
		    "'#%.*s' in column 1 is a comment; indent it below its key, as 'preamble ='",
		    (int)n, line->s + 1);
}

static size_t
common_prefix(const struct ini_line *a, const char *prefix, size_t n)
{
	size_t i;

	for (i = 0; i < n && i < a->n && a->s[i] == prefix[i]; i++)
		;
	return i;
}

/* Returns the lines of the block that begins with the next line, and advances r past it. The
   caller frees. */
static struct ini_line *
ini_read_lines(struct ini_reader *r, size_t *count)
{
	struct ini_line *lines = NULL, line;
	size_t n = 0, used = 0;
	struct ini_reader ahead = *r;

	while (ini_next_line(&ahead, &line)) {
		if (line.n && line.s[0] == '#') {
			check_comment(&ahead, &line);
			line.n = 0;
		}
		if (line.n && !ini_is_blank(line.s[0]))
			break;
		*ARRAY_ADD(lines, n) = line;
		if (!is_empty(&line)) {
			used = n;
			*r = ahead;
		}
	}
	*count = used;
	return lines;
}

static char *
read_block(struct ini_reader *r, unsigned *first_line, char **indent)
{
	size_t n, first = 0, prefix;
	unsigned above = r->line;
	OWNED struct ini_line *lines = ini_read_lines(r, &n);
	struct text text = TEXT_EMPTY;

	while (first < n && is_empty(&lines[first]))
		first++;
	*first_line = above + 1 + (unsigned)first;
	prefix = first < n ? indentation(&lines[first]) : 0;
	for (size_t i = first; i < n; i++)
		if (!is_empty(&lines[i]))
			prefix = common_prefix(&lines[i], lines[first].s, prefix);
	if (first && lines[0].n)
		prefix = common_prefix(&lines[0], lines[first].s, prefix);
	*indent = memory_copy_n(first < n ? lines[first].s : "", prefix);
	for (size_t i = first; i < n; i++) {
		if (i > first)
			text_add_char(&text, '\n');
		if (!is_empty(&lines[i]))
			text_add_n(&text, lines[i].s + prefix, lines[i].n - prefix);
	}
	return text_take(&text);
}

static void
ini_check_key(const struct ini_reader *r, const struct ini_line *name)
{
	if (!name->n)
		ini_refuse(r, 1, "the key before the '=' is missing");
	for (size_t i = 0; i < name->n; i++)
		if (ini_is_blank(name->s[i]))
			ini_refuse(r, i + 1, "a key is one word: 'key = text'");
}

static void
read_key(struct ini_reader *r, const struct ini_line *line)
{
	const char *equals = memchr(line->s, '=', line->n);
	struct ini_key key = {.line = r->line, .text_line = r->line};
	struct ini_section *section = &r->ini->v[r->ini->n - 1];
	const struct ini_key *twin;
	struct ini_line name = *line, rest;

	if (!equals)
		ini_refuse(
		    r, 1, "expected '[name]', 'key = text' or an indented line of a block");
	name.n = (size_t)(equals - line->s);
	while (name.n && ini_is_blank(name.s[name.n - 1]))
		name.n--;
	ini_check_key(r, &name);
	key.name = memory_copy_n(name.s, name.n);
	rest.s = equals + 1;
	rest.n = (size_t)(line->s + line->n - rest.s);
	while (rest.n && ini_is_blank(rest.s[0]))
		rest.s++, rest.n--;
	while (rest.n && ini_is_blank(rest.s[rest.n - 1]))
		rest.n--;
	key.text = read_block(r, &key.text_line, &key.indent);
	if (rest.n) {
		bool has_block = *key.text;

		free(key.text);
		free(key.indent);
		if (has_block)
			message_at(r->ini->file, key.text_line,
			    "'%s' has both text after its '=' on line %u and a block", key.name,
			    key.line);
		key.text = memory_copy_n(rest.s, rest.n);
		key.text_line = key.line;
		key.indent = memory_copy_n(line->s, (size_t)(rest.s - line->s));
		for (char *s = key.indent; *s; s++)
			*s = ini_is_blank(*s) ? *s : ' ';
	}
	twin = ini_find(section, key.name);
	if (twin)
		message_at(r->ini->file, key.line, "key '%s' is given twice, first on line %u",
		    key.name, twin->line);
	*ARRAY_ADD(section->keys, section->n) = key;
}

void
ini_parse(struct ini *ini, const char *file, const char *s, size_t n)
{
	struct ini_reader r = {.ini = ini, .s = s, .end = s + n};
	struct ini_line line;

	*ini = (struct ini){.file = memory_copy(file)};
	*ARRAY_ADD(ini->v, ini->n) = (struct ini_section){0};
	if (n >= 3 && !memcmp(s, "\xef\xbb\xbf", 3))
		r.s += 3;
	while (ini_next_line(&r, &line)) {
		if (is_empty(&line))
			continue;
		if (line.s[0] == '#') {
			check_comment(&r, &line);
			continue;
		}
		if (ini_is_blank(line.s[0]))
			ini_refuse(&r, 1, "an indented line without a key above it");
		if (line.s[0] == '[')
			ini_read_section(&r, &line);
		else
			read_key(&r, &line);
	}
}

void
ini_read(struct ini *ini, const char *path)
{
	FREED_BY(text_free) struct text t = TEXT_EMPTY;

	if (!file_read(path, &t))
		message_die(STATUS_USAGE, "%s: cannot read: %s", path, strerror(errno));
	ini_parse(ini, path, t.s ? t.s : "", t.n);
}

void
ini_check_keys(const struct ini *ini, const struct ini_section *section,
    const char *const *known, const char *where)
{
	ARRAY_EACH(const struct ini_key, key, section->keys, section->n)
		if (!words_include(known, key->name))
			message_at(ini->file, key->line, "%s has no key '%s'%s", where,
			    key->name, words_hint(key->name, known));
}

const struct ini_key *
ini_find(const struct ini_section *section, const char *name)
{
	for (size_t i = 0; i < section->n; i++)
		if (!strcmp(section->keys[i].name, name))
			return &section->keys[i];
	return NULL;
}

void
ini_free(struct ini *ini)
{
	for (size_t i = 0; i < ini->n; i++) {
		for (size_t k = 0; k < ini->v[i].n; k++) {
			free(ini->v[i].keys[k].name);
			free(ini->v[i].keys[k].text);
			free(ini->v[i].keys[k].indent);
		}
		free(ini->v[i].keys);
		free(ini->v[i].name);
	}
	free(ini->v);
	free(ini->file);
	*ini = (struct ini){0};
}
