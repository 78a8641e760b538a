#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "model/derive.h"
#include "util/message.h"
#include "util/text.h"

struct derived {
	const char *definition; /* "NAME=FORMULA" */
	bool parsed;
	struct formula formula;
};

/* EstimatedCycles: gungraun (iai-callgrind) and iai before it show L1hits + 5 LLhits + 35
   RamHits, by Itamar Turner-Trauring,
   https://pythonspeed.com/articles/consistent-benchmarking-in-ci/. RamHits = mm, LLhits = m1 -
   mm, L1hits = all accesses - m1: what is missed in the last level was missed in the first one
   before. CEst: kcachegrind (libcore/globalconfig.cpp) shows "Ir + 10 Bm + 10 L1m + 20 Ge + 100
   L2m + 100 LLm". Of these L2m is what LLm was called before valgrind 3.6, and the global bus
   events Ge are not cachegrind's. */
static struct derived all[FIELD_NONE] = {
    [FIELD_ESTIMATED_CYCLES] = {.definition =
                                    "EstimatedCycles=Ir+Dr+Dw + 4*(Ir_m1+Dr_m1+Dw_m1) + "
                                    "30*(Ir_mm+Dr_mm+Dw_mm)"},
    [FIELD_CEST] = {.definition = "CEst=Ir + 10*(COND_m+IND_m) + 10*(Ir_m1+Dr_m1+Dw_m1) + "
                                  "100*(Ir_mm+Dr_mm+Dw_mm)"},
};

static size_t
name_length(const char *definition)
{
	size_t n = 0;

	if (isalpha((unsigned char)*definition))
		while (isalnum((unsigned char)definition[n]) || definition[n] == '_')
			n++;
	return n;
}

/* What stands behind the '=', which blanks may stand around; definition where there is none. */
static const char *
formula_text(const char *definition)
{
	const char *s = definition + name_length(definition);

	s += strspn(s, " ");
	if (*s++ != '=')
		return definition;
	return s + strspn(s, " ");
}

/* Whether another field, or something else that stands beside it in one of the formats, is
   called that there, where a letter may lose its case. */
static bool
is_taken(const char *name, size_t n)
{
	static const char *const others[] = {"test", "label", "ops", "stage", "why",
	    "comparable", "verdicts", "marked", "name", "family_index",
	    "per_family_instance_index", "run_name", "run_type", "repetitions",
	    "repetition_index", "threads", "iterations", "real_time", "cpu_time", "time_unit",
	    "instructions", "l1_accesses", "l2_accesses", "ram_accesses", "total_accesses"};
	enum field f;
	size_t i;

	for (i = 0; i < sizeof others / sizeof *others; i++)
		if (strlen(others[i]) == n && !strncasecmp(others[i], name, n))
			return true;
	for (f = 0; f < field_count(); f++)
		if (strlen(field_name(f)) == n && !strncasecmp(field_name(f), name, n))
			return true;
	return false;
}

void
derive_add(const char *definition)
{
	size_t n = name_length(definition);
	enum field f;

	if (!n || formula_text(definition) == definition)
		message_die(STATUS_USAGE,
		    "--derive: '%s' has not the form NAME=FORMULA, as in "
		    "--derive='miss=Dr_m1/Dr'; a name is letters, digits and '_'",
		    definition);
	if (n > FIELD_NAME_MOST)
		message_die(STATUS_USAGE, "--derive: the name '%.*s' has more than %d letters",
		    (int)n, definition, FIELD_NAME_MOST);
	if (is_taken(definition, n))
		message_die(STATUS_USAGE,
		    "--derive: something is called '%.*s' already; choose another name", (int)n,
		    definition);
	f = field_add(definition, n);
	if (f == FIELD_NONE)
		message_die(STATUS_USAGE, "--derive: no more than %d fields can be defined",
		    FIELD_NONE - FIELD_FIRST_OWN);
	all[f].definition = definition;
}

static const struct formula *
formula_of(enum field f)
{
	struct derived *derived = &all[f];
	const char *s = formula_text(derived->definition);
	size_t at;
	char *wrong;

	if (derived->parsed)
		return &derived->formula;
	wrong = formula_parse(&derived->formula, s, &at);
	if (wrong)
		message_die(STATUS_USAGE, "--derive='%s': column %zu: %s", derived->definition,
		    (size_t)(s - derived->definition) + at + 1, wrong);
	derived->parsed = true;
	return &derived->formula;
}

/* way: the fields on the way to f, n of them, whose last one names it. done: the fields that
   are known to lead to no circle. */
static void
check_circle(enum field f, enum field *way, size_t n, field_set *done)
{
	field_set named = formula_of(f)->fields;
	struct text t = TEXT_EMPTY;
	enum field next;
	size_t i;

	for (i = 0; i < n && way[i] != f; i++)
		;
	way[n] = f;
	if (i < n) {
		for (; i <= n; i++)
			text_addf(&t, "%s%s", field_name(way[i]), i < n ? " -> " : "");
		message_die(STATUS_USAGE, "--derive: '%s' is defined by itself: %s",
		    field_name(f), t.s);
	}
	for (next = FIELD_DERIVED; next < field_count(); next++)
		if (named & 1u << next && !(*done & 1u << next))
			check_circle(next, way, n + 1, done);
	*done |= 1u << f;
}

void
derive_check(void)
{
	enum field way[FIELD_NONE + 1], f;
	field_set done = 0;

	for (f = FIELD_DERIVED; f < field_count(); f++)
		check_circle(f, way, 0, &done);
}

bool
derive_value(enum field f, formula_get *get, void *context, double *v)
{
	return formula_value(formula_of(f), get, context, v);
}

field_set
derive_needs(field_set fields)
{
	field_set before;
	enum field f;

	do {
		before = fields;
		for (f = FIELD_DERIVED; f < field_count(); f++)
			if (fields & 1u << f)
				fields |= formula_of(f)->fields;
	} while (fields != before);
	return fields & ((1u << FIELD_DERIVED) - 1);
}

field_set
derive_own(void)
{
	field_set own = 0;
	enum field f;

	for (f = FIELD_FIRST_OWN; f < field_count(); f++)
		own |= 1u << f;
	return own;
}

const char *
derive_meaning(enum field f)
{
	return f == FIELD_SIZE ? "bytes of machine code" : formula_text(all[f].definition);
}

bool
derive_divides(enum field f)
{
	return f >= FIELD_DERIVED && formula_of(f)->divides;
}
