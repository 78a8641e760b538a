#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "util/memory.h"
#include "outfile/callgrind.h"
#include "util/array.h"

/* The state of a file that is being parsed. */
struct callgrind_parser {
	struct callgrind_out *out;
	enum field fields[FIELD_COUNT]; /* in the order of the columns */
	size_t field_count;
	bool placed;                  /* there was a line of positions */
	bool summed;                  /* and, at the end, one of totals */
	uint64_t totals[FIELD_COUNT]; /* of all costs */
	size_t binary, file;          /* of what follows; NONE: not known yet */
	size_t function;              /* whose costs follow */
	size_t callee_binary;         /* of the next call; NONE: the caller's */
	size_t callee_file;           /* the same */
	size_t callee;
	bool called;            /* the next line is what the call cost with its callees */
	uint64_t address, line; /* that relative ones refer to */
};

#define NONE SIZE_MAX

static const char damaged[] = "a line of it is damaged";
static const char unknown_name[] = "it uses the number of a name that it has not given";

/* Returns s after a number, or NULL if there is none. */
static const char *
callgrind_number(const char *s, uint64_t *value)
{
	const char *start = s;

	for (*value = 0; isdigit((unsigned char)*s); s++) {
		if (*value > (UINT64_MAX - 9) / 10)
			return NULL;
		*value = *value * 10 + (uint64_t)(*s - '0');
	}
	return s > start ? s : NULL;
}

/* Does the same for a number that may be hexadecimal, "0x1a". */
static const char *
any_number(const char *s, uint64_t *value)
{
	char *end;

	if (s[0] != '0' || s[1] != 'x')
		return callgrind_number(s, value);
	*value = strtoull(s, &end, 16);
	return end;
}

/* A position is a number or relative to that of the line before: "*" is the same, "+3" and "-3"
   are later and earlier. */
static const char *
position(const char *s, uint64_t before, uint64_t *value)
{
	uint64_t distance;
	const char *end;

	if (*s == '*') {
		*value = before;
		return s + 1;
	}
	if (*s != '+' && *s != '-')
		return any_number(s, value);
	end = any_number(s + 1, &distance);
	*value = *s == '+' ? before + distance : before - distance;
	return end;
}

/* Returns s after an address and a line, or NULL. */
static const char *
positions(const struct callgrind_parser *p, const char *s, uint64_t *address, uint64_t *line)
{
	s = position(s, p->address, address);
	if (!s || *s != ' ')
		return NULL;
	return position(s + 1, p->line, line);
}

/* Makes room in the list v of *n elements for the one with a number. Returns the list. */
static void *
extend(void *v, size_t *n, size_t size, size_t number)
{
	size_t before = *n;

	if (number < before)
		return v;
	*n = 2 * number + 1;
	v = memory_resize(v, *n, size);
	memset((char *)v + before * size, 0, (*n - before) * size);
	return v;
}

/* "(12) name" gives a number to a name, "(12)" refers to it. *name: NULL, or the name given. */
static bool
parse_name(char *s, size_t *number_, char **name)
{
	enum { MOST = 1 << 24 };
	uint64_t value;
	char *end;

	if (*s != '(')
		return false;
	end = (char *)callgrind_number(s + 1, &value);
	if (!end || *end != ')' || value > MOST)
		return false;
	*number_ = (size_t)value;
	*name = end[1] == ' ' ? end + 2 : NULL;
	return *name || !end[1];
}

static const char *
callgrind_read_name(struct callgrind_names *names, char *s, size_t *n)
{
	char *name;

	if (!parse_name(s, n, &name))
		return damaged;
	names->v = extend(names->v, &names->n, sizeof *names->v, *n);
	if (name)
		names->v[*n] = name;
	return names->v[*n] ? NULL : unknown_name;
}

/* In programs in Ada valgrind 3.24 shows other languages' names so: "<memcpy>". */
static char *
without_brackets(char *name)
{
	char *end = strchr(name, '>');

	if (*name != '<' || !end || end[1])
		return name;
	*end = '\0';
	return name + 1;
}

static const char *
callgrind_read_function(
    struct callgrind_parser *p, char *s, size_t binary, size_t file, size_t *n)
{
	struct callgrind_out *out = p->out;
	char *name;

	if (binary == NONE || file == NONE || !parse_name(s, n, &name))
		return damaged;
	out->functions =
	    extend(out->functions, &out->function_count, sizeof *out->functions, *n);
	if (name)
		out->functions[*n] =
		    (struct callgrind_function){without_brackets(name), binary, file};
	return out->functions[*n].name ? NULL : unknown_name;
}

/* The next call's binary and file count for that call only. */
static const char *
read_callee(struct callgrind_parser *p, char *s)
{
	size_t binary = p->callee_binary != NONE ? p->callee_binary : p->binary;
	size_t file = p->callee_file != NONE ? p->callee_file : p->file;

	p->callee_binary = p->callee_file = NONE;
	return callgrind_read_function(p, s, binary, file, &p->callee);
}

/* "calls=3 0x4080 12" is followed by a line with the position of the call and what it cost. */
static const char *
read_call(struct callgrind_parser *p, const char *s)
{
	struct callgrind_out *out = p->out;
	struct callgrind_call call = {.caller = p->function, .callee = p->callee};
	uint64_t line;

	s = callgrind_number(s, &call.calls);
	if (!s || *s != ' ' || !positions(p, s + 1, &call.target, &line) ||
	    call.caller == NONE || call.callee == NONE || p->called)
		return damaged;
	*ARRAY_ADD(out->calls, out->call_count) = call;
	p->callee = NONE;
	p->called = true;
	return NULL;
}

static const char *
callgrind_read_counts(const struct callgrind_parser *p, const char *s, uint64_t *counts)
{
	for (size_t i = 0; *s; i++) {
		if (i == p->field_count || *s != ' ')
			return damaged;
		s = callgrind_number(s + 1, &counts[p->fields[i]]);
		if (!s)
			return damaged;
	}
	return NULL;
}

/* "0x4080 12 1 0 1", "+3 * 1": address, line, and the counts without zeros at the end. */
static const char *
read_cost(struct callgrind_parser *p, const char *s)
{
	struct callgrind_cost cost = {.function = p->function, .file = p->file};
	const char *why;

	if (p->function == NONE || !p->placed || !p->field_count)
		return damaged;
	s = positions(p, s, &p->address, &p->line);
	if (!s)
		return damaged;
	if (p->called) {
		p->called = false;
		p->out->calls[p->out->call_count - 1].address = p->address;
		return NULL;
	}
	cost.address = p->address;
	cost.line = (unsigned)p->line;
	why = callgrind_read_counts(p, s, cost.counts);
	for (enum field f = 0; f < FIELD_COUNT; f++)
		p->totals[f] += cost.counts[f];
	*ARRAY_ADD(p->out->costs, p->out->cost_count) = cost;
	return why;
}

/* "1521 489 262": the sums of all costs, again without zeros at the end. */
static const char *
read_totals(struct callgrind_parser *p, const char *s)
{
	uint64_t totals[FIELD_COUNT] = {0};

	p->summed = true;
	if (p->called || callgrind_read_counts(p, s, totals))
		return damaged;
	return memcmp(totals, p->totals, sizeof totals)
	           ? "its totals are not those of its lines"
	           : NULL;
}

/* "Ir Dr Dw I1mr": the columns. */
static const char *
callgrind_read_events(struct callgrind_parser *p, const char *s)
{
	field_set found = 0;
	enum field f;
	size_t n;

	for (p->field_count = 0; *s; s += n + (s[n] == ' ')) {
		n = strcspn(s, " ");
		for (f = 0; f < FIELD_COUNT; f++)
			if (text_equals(s, n, field_rows[f].event))
				break;
		if (f == FIELD_COUNT || found & FIELD_BIT(f))
			return "it has other events than the 13 fields";
		found |= FIELD_BIT(f);
		p->fields[p->field_count++] = f;
	}
	return found == FIELD_ALL ? NULL : "it lacks some of the 13 fields";
}

/* Returns what follows the key, or NULL. */
static char *
callgrind_after(char *line, const char *key)
{
	return text_begins(line, key) ? line + strlen(key) : NULL;
}

/* Lines that names and calls begin with: "ob=(1) /bin/sh". */
static const char *
read_named(struct callgrind_parser *p, char *s, bool *known)
{
	struct callgrind_out *out = p->out;
	char *rest;

	*known = true;
	if ((rest = callgrind_after(s, "fn=")))
		return callgrind_read_function(p, rest, p->binary, p->file, &p->function);
	if ((rest = callgrind_after(s, "fl=")) || (rest = callgrind_after(s, "fi=")) ||
	    (rest = callgrind_after(s, "fe=")))
		return callgrind_read_name(&out->files, rest, &p->file);
	if ((rest = callgrind_after(s, "ob=")))
		return callgrind_read_name(&out->binaries, rest, &p->binary);
	if ((rest = callgrind_after(s, "cfn=")))
		return read_callee(p, rest);
	if ((rest = callgrind_after(s, "cob=")))
		return callgrind_read_name(&out->binaries, rest, &p->callee_binary);
	if ((rest = callgrind_after(s, "cfi=")) || (rest = callgrind_after(s, "cfl=")))
		return callgrind_read_name(&out->files, rest, &p->callee_file);
	if ((rest = callgrind_after(s, "calls=")))
		return read_call(p, rest);
	*known = false;
	return NULL;
}

/* Lines such as "events: Ir Dr" and "creator: callgrind-3.19.0". */
static const char *
callgrind_read_header(struct callgrind_parser *p, char *s)
{
	char *rest;

	if ((rest = callgrind_after(s, "events: ")))
		return callgrind_read_events(p, rest);
	if ((rest = callgrind_after(s, "positions: "))) {
		p->placed = !strcmp(rest, "instr line");
		return p->placed ? NULL : "it does not count by instruction";
	}
	if ((rest = callgrind_after(s, "totals:")))
		return read_totals(p, rest);
	return strchr(s, ':') ? NULL : damaged;
}

static const char *
callgrind_read_line(struct callgrind_parser *p, char *s)
{
	const char *why;
	bool known;

	if (!*s || *s == '#')
		return NULL;
	if (isdigit((unsigned char)*s) || *s == '+' || *s == '-' || *s == '*')
		return read_cost(p, s);
	why = read_named(p, s, &known);
	return known ? why : callgrind_read_header(p, s);
}

const char *
callgrind_parse(struct callgrind_out *out, struct text *text)
{
	struct callgrind_parser p = {.out = out,
	    .binary = NONE,
	    .file = NONE,
	    .function = NONE,
	    .callee_binary = NONE,
	    .callee_file = NONE,
	    .callee = NONE};
	const char *why = NULL;
	char *end;

	*out = (struct callgrind_out){.text = *text};
	*text = (struct text)TEXT_EMPTY;
	if (!out->text.n || out->text.s[out->text.n - 1] != '\n')
		return "it is cut off";
	for (char *s = out->text.s; !why && *s; s = end + 1) {
		end = strchr(s, '\n');
		if (!end)
			return damaged;
		*end = '\0';
		why = callgrind_read_line(&p, s);
	}
	if (!why && !p.field_count)
		return "it has no line of events";
	return why || p.summed ? why : "it is cut off";
}

void
callgrind_free(struct callgrind_out *out)
{
	text_free(&out->text);
	free(out->binaries.v);
	free(out->files.v);
	free(out->functions);
	free(out->costs);
	free(out->calls);
	*out = (struct callgrind_out){0};
}
