#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/memory.h"
#include "util/text.h"

static void
text_make_room(struct text *t, size_t n)
{
	if (t->room > t->n + n)
		return;
	t->room = (t->n + n + 1) * 2;
	t->s = memory_resize(t->s, t->room, 1);
}

void
text_reserve(struct text *t, size_t n)
{
	if (t->room) {
		text_make_room(t, n);
		return;
	}
	t->room = n + 1;
	t->s = memory_resize(NULL, t->room, 1);
	*t->s = '\0';
}

void
text_added(struct text *t, size_t n)
{
	t->n += n;
	t->s[t->n] = '\0';
}

void
text_add_n(struct text *t, const char *s, size_t n)
{
	text_make_room(t, n);
	if (n)
		memcpy(t->s + t->n, s, n);
	t->n += n;
	t->s[t->n] = '\0';
}

void
text_add(struct text *t, const char *s)
{
	text_add_n(t, s, strlen(s));
}

void
text_add_char(struct text *t, char c)
{
	text_add_n(t, &c, 1);
}

/* printf would be slow: a large file has a million counts. */
void
text_add_number(struct text *t, uint64_t number)
{
	char s[20], *at = s + sizeof s;

	do
		*--at = (char)('0' + number % 10);
	while (number /= 10);
	text_add_n(t, at, (size_t)(s + sizeof s - at));
}

/* Most texts are short, and are formatted once. */
void
text_addf(struct text *t, const char *format, ...)
{
	char s[256];
	va_list list;
	int n;

	va_start(list, format);
	n = vsnprintf(s, sizeof s, format, list);
	va_end(list);
	if (n < 0)
		abort();
	if ((size_t)n < sizeof s) {
		text_add_n(t, s, (size_t)n);
		return;
	}
	text_make_room(t, (size_t)n);
	va_start(list, format);
	vsnprintf(t->s + t->n, (size_t)n + 1, format, list);
	va_end(list);
	t->n += (size_t)n;
}

static ssize_t
text_add_output(void *t, const char *s, size_t n)
{
	text_add_n(t, s, n);
	return (ssize_t)n;
}

FILE *
text_stream(struct text *t)
{
	text_reserve(t, 0);
	return memory_check(
	    fopencookie(t, "w", (cookie_io_functions_t){.write = text_add_output}));
}

void
text_cut(struct text *t, size_t n)
{
	if (n < t->n) {
		t->n = n;
		t->s[n] = '\0';
	}
}

char *
text_take(struct text *t)
{
	char *s = t->s ? t->s : memory_new(1);

	*t = (struct text)TEXT_EMPTY;
	return s;
}

void
text_free(struct text *t)
{
	free(t->s);
	*t = (struct text)TEXT_EMPTY;
}

char *
text_print_list(const char *format, va_list list)
{
	char *s;

	return memory_check(vasprintf(&s, format, list) < 0 ? NULL : s);
}

char *
text_print(const char *format, ...)
{
	va_list list;
	char *s;

	va_start(list, format);
	s = text_print_list(format, list);
	va_end(list);
	return s;
}

char *
text_replace(const char *s, const char *from, const char *to)
{
	struct text t = TEXT_EMPTY;
	const char *at;

	while ((at = strstr(s, from))) {
		text_add_n(&t, s, (size_t)(at - s));
		text_add(&t, to);
		s = at + strlen(from);
	}
	text_add(&t, s);
	return text_take(&t);
}

bool
text_equals(const char *s, size_t n, const char *word)
{
	return strlen(word) == n && !memcmp(s, word, n);
}

bool
text_is_one_of(const char *s, size_t n, const char *words)
{
	size_t length;

	for (words += strspn(words, " "); *words;
	     words += length + strspn(words + length, " ")) {
		length = strcspn(words, " ");
		if (words[length - 1] == '*' ? n >= length - 1 && !memcmp(s, words, length - 1)
		                             : n == length && !memcmp(s, words, n))
			return true;
	}
	return false;
}

bool
text_lists(const char *list, size_t n, const char *word)
{
	const char *end = list + n, *comma;

	for (; list < end; list = comma + 1) {
		comma = memchr(list, ',', (size_t)(end - list));
		if (!comma)
			comma = end;
		if (text_equals(list, (size_t)(comma - list), word))
			return true;
	}
	return false;
}

bool
text_same(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

const char *
text_line(const char *s, size_t n)
{
	while (s && n--) {
		s = strchr(s, '\n');
		s += s != NULL;
	}
	return s && *s ? s : NULL;
}

bool
text_begins(const char *s, const char *beginning)
{
	return !strncmp(s, beginning, strlen(beginning));
}

bool
text_ends(const char *s, const char *end)
{
	size_t n = strlen(s), m = strlen(end);

	return n >= m && !strcmp(s + n - m, end);
}

bool
text_is_ascii(const char *s)
{
	while (*s && (unsigned char)*s < 0x80)
		s++;
	return !*s;
}

size_t
text_name(const char *s)
{
	size_t n = 0;

	while (isalnum((unsigned char)s[n]) || s[n] == '_')
		n++;
	return n;
}

/* FNV-1a */
size_t
text_hash(const char *s)
{
	uint64_t h = 14695981039346656037u;

	for (; *s; s++)
		h = (h ^ (unsigned char)*s) * 1099511628211u;
	return (size_t)(h ^ h >> 32);
}

bool
text_has_name(const char *s, const char *name, size_t n)
{
	for (; *s; s++) {
		size_t length = text_name(s);

		if (length == n && !memcmp(s, name, n))
			return true;
		s += length ? length - 1 : 0;
	}
	return false;
}
