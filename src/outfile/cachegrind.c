#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "outfile/cachegrind.h"
#include "util/array.h"
#include "util/file.h"
#include "util/memory.h"
#include "util/message.h"
#include "util/text.h"

/* Bytes that are still to be parsed. */
struct span {
	const char *p, *end;
};

/* Names in an out file's "events:" line before valgrind 3.6, for fields whose event has another
   name since. */
static const struct {
	const char *name;
	enum field field;
} old_events[] = {{"I2mr", FIELD_IR_MM}, {"D2mr", FIELD_DR_MM}, {"D2mw", FIELD_DW_MM}};

#define BIT(field) (1u << (field))

static const char *
cachegrind_number(struct span *s, uint64_t *value)
{
	const char *start = s->p;
	unsigned d;

	for (*value = 0; s->p < s->end; s->p++) {
		if (!isdigit((unsigned char)*s->p))
			break;
		d = *s->p - '0';
		if (*value > (UINT64_MAX - d) / 10)
			return "a number of its summary is too large";
		*value = *value * 10 + d;
	}
	return s->p == start ? "its summary has something else where a number should be" : NULL;
}

static void
cachegrind_skip_blanks(struct span *s)
{
	while (s->p < s->end && *s->p == ' ')
		s->p++;
}

/* Skips a word if s begins with it. */
static bool
cachegrind_begins(struct span *s, const char *word)
{
	size_t n = strlen(word);
	bool here = (size_t)(s->end - s->p) >= n && !memcmp(s->p, word, n);

	if (here)
		s->p += n;
	return here;
}

/* Takes the next line of s, including its newline. */
static bool
cachegrind_next_line(struct span *s, struct span *line)
{
	const char *newline;

	if (s->p == s->end)
		return false;
	newline = memchr(s->p, '\n', s->end - s->p);
	*line = (struct span){s->p, newline ? newline + 1 : s->end};
	s->p = line->end;
	return true;
}

static bool
next_word(struct span *s, struct span *word)
{
	cachegrind_skip_blanks(s);
	word->p = s->p;
	while (s->p < s->end && *s->p != ' ' && *s->p != '\n')
		s->p++;
	word->end = s->p;
	return word->p < word->end;
}

static enum field
event_field(const struct span *name)
{
	enum field f;

	for (size_t i = 0; i < COUNTOF(old_events); i++)
		if (text_equals(name->p, (size_t)(name->end - name->p), old_events[i].name))
			return old_events[i].field;
	for (f = 0; f < FIELD_COUNT; f++)
		if (text_equals(name->p, (size_t)(name->end - name->p), field_rows[f].event))
			break;
	return f;
}

static const char *
read_events(struct span names, struct span numbers, struct counts *counts, field_set *found)
{
	struct span name, word;
	const char *why;
	uint64_t value;
	enum field f;

	while (next_word(&names, &name)) {
		if (!next_word(&numbers, &word))
			return "its summary has fewer numbers than events";
		why = cachegrind_number(&word, &value);
		if (why)
			return why;
		if (word.p < word.end)
			return "a line of its summary is damaged";
		f = event_field(&name);
		if (f == FIELD_COUNT)
			continue;
		if (*found & BIT(f))
			return "it names an event twice";
		*found |= BIT(f);
		counts->of[f] = value;
	}
	return next_word(&numbers, &word) ? "its summary has more numbers than events" : NULL;
}

const char *
cachegrind_parse_out(const char *s, size_t n, field_set wanted, struct counts *counts)
{
	struct span all = {s, s + n}, names, numbers;
	struct counts got = *counts;
	field_set found = 0;
	const char *why;

	if (!n || s[n - 1] != '\n')
		return "it is cut off";
	numbers.p = memrchr(s, '\n', n - 1);
	numbers.p = numbers.p ? numbers.p + 1 : s;
	numbers.end = all.end;
	if (!cachegrind_begins(&numbers, "summary:"))
		return "its last line is not a summary";
	do {
		if (!cachegrind_next_line(&all, &names))
			return "it has no line of events";
	} while (!cachegrind_begins(&names, "events:"));
	why = read_events(names, numbers, &got, &found);
	if (why)
		return why;
	if (wanted & ~found)
		return "it lacks some of the 13 fields";
	*counts = got;
	return NULL;
}

/* A line before the counts:
       cmd: /usr/bin/sort big */
char *
cachegrind_command(const char *s, size_t n)
{
	struct span all = {s, s + n}, line;

	while (cachegrind_next_line(&all, &line))
		if (cachegrind_begins(&line, "cmd: "))
			return memory_copy_n(line.p, (size_t)(line.end - line.p) - 1);
	return memory_copy("");
}

char *
out_file_wrong(const char *writer, const char *dir, const char *damage)
{
	OWNED char *obstacle = file_obstacle(dir);

	if (damage)
		return text_print("the out file of %s: %s%s", writer, damage, obstacle);
	return text_print("%s wrote no counts%s", writer, obstacle);
}

void
out_file_end(const char *path, const char *keep)
{
	if (keep && !rename(path, keep))
		return;
	if (keep && errno != ENOENT)
		message_warn("cannot keep %s: %s", keep, strerror(errno));
	unlink(path);
}
