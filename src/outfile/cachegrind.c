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

static const char damaged[] = "a line of its summary is damaged";

/* Names in an out file's "events:" line before valgrind 3.6, for fields whose event has another
   name since. */
static const struct {
	const char *name;
	enum field field;
} old_events[] = {{"I2mr", FIELD_IR_MM}, {"D2mr", FIELD_DR_MM}, {"D2mw", FIELD_DW_MM}};

/* Lines of the printed summary, as patterns for scan():
       I   refs:      736,909
       D   refs:      270,521  (163,996 rd   + 106,525 wr)
       Branches:      109,784  (104,194 cond +   5,590 ind)
   Since 3.21 "I refs:" and "D refs:". */
static const char single[] = " # \n";
static const char accesses[] = " # ( # rd + # wr ) \n";
static const char branches[] = " # ( # cond + # ind ) \n";

static const struct row {
	const char *label, *numbers;
	enum field field[2];
} rows[] = {
    {"I refs:", single, {FIELD_IR}},
    {"I1 misses:", single, {FIELD_IR_M1}},
    {"LLi misses:", single, {FIELD_IR_MM}},
    {"L2i misses:", single, {FIELD_IR_MM}},
    {"D refs:", accesses, {FIELD_DR, FIELD_DW}},
    {"D1 misses:", accesses, {FIELD_DR_M1, FIELD_DW_M1}},
    {"LLd misses:", accesses, {FIELD_DR_MM, FIELD_DW_MM}},
    {"L2d misses:", accesses, {FIELD_DR_MM, FIELD_DW_MM}},
    {"Branches:", branches, {FIELD_COND, FIELD_IND}},
    {"Mispredicts:", branches, {FIELD_COND_M, FIELD_IND_M}},
};

#define BIT(field) (1u << (field))
#define OF_BRANCHES (BIT(FIELD_COND) | BIT(FIELD_IND) | BIT(FIELD_COND_M) | BIT(FIELD_IND_M))
#define OF_CACHES (FIELD_ALL & ~(OF_BRANCHES | BIT(FIELD_IR)))

/* Is s at a comma that is followed by exactly three digits? */
static bool
thousands(const struct span *s)
{
	const char *p = s->p;

	return s->end - p > 3 && *p == ',' && isdigit((unsigned char)p[1]) &&
	       isdigit((unsigned char)p[2]) && isdigit((unsigned char)p[3]) &&
	       !(s->end - p > 4 && isdigit((unsigned char)p[4]));
}

static const char *
cachegrind_number(struct span *s, bool commas, uint64_t *value)
{
	const char *start = s->p;
	unsigned d;

	for (*value = 0; s->p < s->end; s->p++) {
		if (commas && s->p > start && thousands(s))
			s->p++;
		if (!isdigit((unsigned char)*s->p))
			break;
		d = *s->p - '0';
		if (*value > (UINT64_MAX - d) / 10)
			return "a number of its summary is too large";
		*value = *value * 10 + d;
	}
	return s->p == start ? "its summary has something else where a number should be" : NULL;
}

/* Skips c, or any number of blanks if c is a blank. */
static bool
cachegrind_skip(struct span *s, char c)
{
	if (c != ' ')
		return s->p < s->end && *s->p++ == c;
	while (s->p < s->end && *s->p == ' ')
		s->p++;
	return true;
}

/* Parses pattern, in which '#' matches a number, stored in the next element of numbers, and a
   blank any number of blanks. */
static const char *
scan(struct span *s, const char *pattern, uint64_t *numbers)
{
	const char *why;

	for (; *pattern; pattern++) {
		if (*pattern != '#') {
			if (!cachegrind_skip(s, *pattern))
				return damaged;
			continue;
		}
		why = cachegrind_number(s, true, numbers++);
		if (why)
			return why;
	}
	return NULL;
}

/* Skips pattern if s begins with it. */
static bool
begins(struct span *s, const char *pattern)
{
	struct span rest = *s;

	for (; *pattern; pattern++)
		if (!cachegrind_skip(&rest, *pattern))
			return false;
	*s = rest;
	return true;
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
	cachegrind_skip(s, ' ');
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
		if (text_equals(name->p, (size_t)(name->end - name->p), field_event(f)))
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
		why = cachegrind_number(&word, false, &value);
		if (why)
			return why;
		if (word.p < word.end)
			return damaged;
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
	if (!begins(&numbers, "summary:"))
		return "its last line is not a summary";
	do {
		if (!cachegrind_next_line(&all, &names))
			return "it has no line of events";
	} while (!begins(&names, "events:"));
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
		if (begins(&line, "cmd: "))
			return memory_copy_n(line.p, (size_t)(line.end - line.p) - 1);
	return memory_copy("");
}

/* Removes the prefix of a line: "==31165== " or, with --time-stamp=yes,
   "==00:00:00:00.048 31165== ". */
static bool
take_pid(struct span *line, struct span *pid)
{
	struct span rest = *line;

	if (!begins(&rest, "=="))
		return false;
	pid->p = rest.p;
	while (
	    rest.p < rest.end && (isdigit((unsigned char)*rest.p) || memchr(":. ", *rest.p, 3)))
		if (*rest.p++ == ' ')
			pid->p = rest.p;
	pid->end = rest.p;
	if (pid->p == pid->end || !begins(&rest, "==") || rest.p == rest.end ||
	    *rest.p++ != ' ')
		return false;
	*line = rest;
	return true;
}

static const char *
cachegrind_read_row(
    struct span line, const struct row *row, struct counts *counts, field_set *found)
{
	uint64_t numbers[3] = {0};
	const char *why = scan(&line, row->numbers, numbers);

	if (why)
		return why;
	if (row->numbers != single && numbers[0] != numbers[1] + numbers[2])
		return "a sum in its summary is wrong";
	for (size_t i = 0; i < (row->numbers == single ? 1 : 2); i++) {
		counts->of[row->field[i]] = numbers[row->numbers == single ? 0 : i + 1];
		*found |= BIT(row->field[i]);
	}
	return NULL;
}

static const char *
cachegrind_read_line(struct span line, struct counts *counts, field_set *found)
{
	if (begins(&line, "error: can't open "))
		return "cachegrind could not open its out file";
	for (size_t i = 0; i < COUNTOF(rows); i++)
		if (begins(&line, rows[i].label))
			return cachegrind_read_row(line, &rows[i], counts, found);
	return NULL;
}

static const char *
check_found(const struct counts *counts, field_set found)
{
	if (!(found & BIT(FIELD_IR)))
		return "it has no summary";
	if ((found & OF_CACHES && (found & OF_CACHES) != OF_CACHES) ||
	    (found & OF_BRANCHES && (found & OF_BRANCHES) != OF_BRANCHES))
		return "its summary lacks some lines";
	if (!counts->of[FIELD_IR])
		return "its summary counts no instruction";
	return NULL;
}

const char *
cachegrind_parse_summary(const char *s, size_t n, struct counts *counts, field_set *found)
{
	struct span all = {s, s + n}, line, own = {s, s}, pid;
	struct counts got;
	field_set have = 0;
	const char *why;

	while (cachegrind_next_line(&all, &line)) {
		if (!take_pid(&line, &pid))
			continue;
		/* The first pid is the banner's. Lines with another are of a child, or written
		   by the program. */
		if (own.p == own.end)
			own = pid;
		if (own.end - own.p != pid.end - pid.p ||
		    memcmp(own.p, pid.p, (size_t)(pid.end - pid.p)))
			continue;
		why = cachegrind_read_line(line, &got, &have);
		if (why)
			return why;
	}
	why = check_found(&got, have);
	if (why)
		return why;
	for (enum field f = 0; f < FIELD_COUNT; f++)
		if (have & BIT(f))
			counts->of[f] = got.of[f];
	*found = have;
	return NULL;
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
