#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "model/fields.h"
#include "util/array.h"
#include "util/message.h"
#include "util/text.h"

struct fields {
	enum field count;
	const char *names[FIELD_NONE + 1];   /* by field, ended by NULL; the user's are owned */
	const char *definitions[FIELD_NONE]; /* of the user's: "NAME=FORMULA" */
	struct formula *formulas[FIELD_NONE]; /* of derived fields, once they are resolved */
	field_set higher;                     /* fields that are better if higher, likewise */
};

/* One of these may follow a formula. */
static const char higher[] = "higher is better", lower[] = "lower is better";

struct fields *
fields_new(void)
{
	struct fields *fields = memory_new(sizeof *fields);

	for (; fields->count < FIELD_FIRST_OWN; fields->count++)
		fields->names[fields->count] = field_rows[fields->count].name;
	return fields;
}

static size_t
fields_name_length(const char *definition)
{
	return isalpha((unsigned char)*definition) ? text_name(definition) : 0;
}

/* Returns the text after the '=' and blanks around it; definition itself if there is no '='. */
static const char *
formula_text(const char *definition)
{
	const char *s = definition + fields_name_length(definition);

	s += strspn(s, " ");
	if (*s++ != '=')
		return definition;
	return s + strspn(s, " ");
}

/* Returns true if another field, or something beside it in one of the formats, has that name;
   formats may ignore case. */
static bool
fields_is_taken(const struct fields *fields, const char *name, size_t n)
{
	static const char *const others[] = {"test", "label", "ops", "stage", "why",
	    "comparable", "verdicts", "marked", "name", "family_index",
	    "per_family_instance_index", "run_name", "run_type", "repetitions",
	    "repetition_index", "threads", "iterations", "real_time", "cpu_time", "time_unit",
	    "instructions", "l1_accesses", "l2_accesses", "ram_accesses", "total_accesses",
	    NULL};
	const char *const *lists[] = {others, fields->names}, *const * word;

	for (size_t i = 0; i < COUNTOF(lists); i++)
		for (word = lists[i]; *word; word++)
			if (strlen(*word) == n && !strncasecmp(*word, name, n))
				return true;
	return false;
}

void
fields_define(struct fields *fields, const char *definition)
{
	size_t n = fields_name_length(definition);

	if (!n || formula_text(definition) == definition)
		message_die(STATUS_USAGE,
		    "--derive: '%s' is not of the form NAME=FORMULA, as in "
		    "--derive='miss=Dr_m1/Dr'; a name is letters, digits and '_'",
		    definition);
	if (n > FIELD_NAME_MOST)
		message_die(STATUS_USAGE, "--derive: the name '%.*s' has more than %d letters",
		    (int)n, definition, FIELD_NAME_MOST);
	if (fields_is_taken(fields, definition, n))
		message_die(STATUS_USAGE,
		    "--derive: the name '%.*s' is already used; choose another", (int)n,
		    definition);
	if (fields->count == FIELD_NONE)
		message_die(STATUS_USAGE, "--derive: at most %d fields can be defined",
		    FIELD_NONE - FIELD_FIRST_OWN);
	fields->definitions[fields->count] = definition;
	fields->names[fields->count++] = memory_copy_n(definition, n);
}

const char *
fields_defined(const struct fields *fields, const char *definition)
{
	enum field f = field_find(fields->names, definition, fields_name_length(definition));

	return f < FIELD_FIRST_OWN || f == FIELD_NONE ? NULL : fields->definitions[f];
}

static void
fields_parse(struct fields *fields, enum field f)
{
	const char *definition = fields->definitions[f];
	const char *s = f < FIELD_FIRST_OWN ? field_rows[f].meaning : formula_text(definition);
	size_t n = strcspn(s, ","), at;
	OWNED char *formula = memory_copy_n(s, n), *wrong = NULL;

	fields->formulas[f] = memory_new(sizeof *fields->formulas[f]);
	wrong = formula_parse(fields->formulas[f], fields->names, formula, &at);
	if (wrong)
		message_die(STATUS_USAGE, "--derive='%s': column %zu: %s", definition,
		    (size_t)(s - definition) + at + 1, wrong);
	if (!s[n])
		return;
	s += n + 1;
	s += strspn(s, " ");
	if (!strcmp(s, higher))
		fields->higher |= FIELD_BIT(f);
	else if (strcmp(s, lower) != 0)
		message_die(STATUS_USAGE,
		    "--derive='%s': column %zu: only '%s' or '%s' may follow a formula and ','",
		    definition, (size_t)(s - definition) + 1, higher, lower);
}

/* path: n fields; each names the next one, and the last one names f. done: fields that are
   known to lead to no cycle. */
static void
check_cycle(
    const struct fields *fields, enum field f, enum field *path, size_t n, field_set *done)
{
	field_set named = fields->formulas[f]->fields;
	struct text t = TEXT_EMPTY;
	size_t i;

	for (i = 0; i < n && path[i] != f; i++)
		;
	path[n] = f;
	if (i < n) {
		for (; i <= n; i++)
			text_addf(&t, "%s%s", fields->names[path[i]], i < n ? " -> " : "");
		message_die(STATUS_USAGE, "--derive: '%s' is defined in terms of itself: %s",
		    fields->names[f], t.s);
	}
	for (enum field next = FIELD_DERIVED; next < fields->count; next++)
		if (named & FIELD_BIT(next) && !(*done & FIELD_BIT(next)))
			check_cycle(fields, next, path, n + 1, done);
	*done |= FIELD_BIT(f);
}

void
fields_resolve(struct fields *fields)
{
	enum field path[FIELD_NONE + 1];
	field_set done = 0;

	for (enum field f = FIELD_DERIVED; f < fields->count; f++)
		fields_parse(fields, f);
	for (enum field f = FIELD_DERIVED; f < fields->count; f++)
		check_cycle(fields, f, path, 0, &done);
}

void
fields_free(struct fields *fields)
{
	for (enum field f = FIELD_DERIVED; f < fields->count; f++)
		free(fields->formulas[f]);
	for (enum field f = FIELD_FIRST_OWN; f < fields->count; f++)
		free((char *)fields->names[f]);
	free(fields);
}

const char *
fields_name(const struct fields *fields, enum field f)
{
	return f < FIELD_FIRST_OWN ? field_rows[f].name : fields->names[f];
}

const char *const *
fields_names(const struct fields *fields)
{
	return fields->names;
}

field_set
fields_own(const struct fields *fields)
{
	return FIELD_BIT(fields->count) - FIELD_BIT(FIELD_FIRST_OWN);
}

const char *
fields_definition(const struct fields *fields, enum field f)
{
	return fields->definitions[f];
}

const char *
fields_meaning(const struct fields *fields, enum field f)
{
	return f < FIELD_FIRST_OWN ? field_rows[f].meaning
	                           : formula_text(fields->definitions[f]);
}

bool
fields_higher(const struct fields *fields, enum field f)
{
	return f >= FIELD_FIRST_OWN && fields->higher & FIELD_BIT(f);
}

bool
fields_divides(const struct fields *fields, enum field f)
{
	return f >= FIELD_DERIVED && fields->formulas[f]->divides;
}

bool
fields_value(
    const struct fields *fields, enum field f, formula_get *get, void *context, double *v)
{
	return formula_value(fields->formulas[f], get, context, v);
}

field_set
fields_needs(const struct fields *fields, field_set set)
{
	field_set before;

	do {
		before = set;
		for (enum field f = FIELD_DERIVED; f < fields->count; f++)
			if (set & FIELD_BIT(f))
				set |= fields->formulas[f]->fields;
	} while (set != before);
	return set & (FIELD_BIT(FIELD_DERIVED) - 1);
}
