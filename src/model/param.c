#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "model/param.h"
#include "util/array.h"
#include "util/message.h"
#include "util/text.h"

static const char prefix[] = "param.";

bool
param_is_key(const char *key)
{
	return text_begins(key, prefix);
}

bool
param_is_name(const char *s)
{
	return *s && !isdigit((unsigned char)*s) && !s[text_name(s)];
}

/* A value is part of its test's name, and --tests splits names at commas. */
static bool
param_is_value(const char *s)
{
	while (isalnum((unsigned char)*s) || (*s && strchr("_+.-", *s)))
		s++;
	return !*s;
}

/* Ends the program with STATUS_USAGE if a parameter cannot have these values. place begins the
   message: "FILE:LINE:COL: param.NAME". */
static void
check_values(const char *place, const struct words *values)
{
	if (!values->n)
		message_die(STATUS_USAGE, "%s has no value", place);
	for (size_t i = 0; i < values->n; i++) {
		const char *s = values->v[i], *digits = s + (*s == '-' || *s == '+');

		if (!param_is_value(s))
			message_die(STATUS_USAGE,
			    "%s: the value '%s' may only contain letters, digits, '_', '+', '.' and '-'",
			    place, s);
		/* C reads 064 as an octal number, awk and "ops" as a decimal one. */
		if (*digits == '0' && digits[1] && !digits[strspn(digits, "0123456789")])
			message_die(STATUS_USAGE,
			    "%s: the value '%s' begins with 0: some languages would read an octal number",
			    place, s);
		if (words_find(values, s) < i)
			message_die(
			    STATUS_USAGE, "%s: the value '%s' is given twice", place, s);
	}
}

void
params_read(struct params *params, const char *file, const struct ini_section *section)
{
	size_t tests = 1;

	*params = (struct params){0};
	ARRAY_EACH(const struct ini_key, key, section->keys, section->n) {
		struct param param = {.name = key->name + sizeof prefix - 1};
		OWNED char *place = NULL;

		if (!param_is_key(key->name))
			continue;
		if (!words_split(&param.values, key->text))
			message_at(file, key->line, "%s: a quote is left open", key->name);
		if (!param_is_name(param.name))
			message_at(file, key->line,
			    "'%s': a parameter's name is a letter followed by letters, digits or '_'",
			    key->name);
		place = text_print("%s:%u:1: %s", file, key->line, key->name);
		check_values(place, &param.values);
		*ARRAY_ADD(params->v, params->n) = param;
		tests *= param.values.n;
		if (tests > PARAMS_TESTS_MOST)
			message_at(file, key->line,
			    "%s: the parameters of '%s' make more than %d tests; give fewer values",
			    key->name, section->name, PARAMS_TESTS_MOST);
	}
}

bool
params_next(struct params *params)
{
	size_t i = params->n;

	while (i--) {
		if (++params->v[i].now < params->v[i].values.n)
			return true;
		params->v[i].now = 0;
	}
	return false;
}

const char *
param_value(const struct param *param)
{
	return param->values.v[param->now];
}

char *
params_name(const struct params *params, const char *name)
{
	struct text t = TEXT_EMPTY;

	text_add(&t, name);
	for (size_t i = 0; i < params->n; i++)
		text_addf(&t, "/%s=%s", params->v[i].name, param_value(&params->v[i]));
	return text_take(&t);
}

/* The parameter whose placeholder "@NAME@" begins at s, or NULL. */
static const struct param *
param_at(const struct params *params, const char *s)
{
	for (size_t i = 0; *s == '@' && i < params->n; i++) {
		size_t n = strlen(params->v[i].name);

		if (text_begins(s + 1, params->v[i].name) && s[n + 1] == '@')
			return &params->v[i];
	}
	return NULL;
}

char *
params_fill(const struct params *params, const char *s)
{
	struct text t = TEXT_EMPTY;

	while (*s) {
		const struct param *param = param_at(params, s);

		if (param) {
			text_add(&t, param_value(param));
			s += strlen(param->name) + 2;
		} else {
			text_add_char(&t, *s++);
		}
	}
	return text_take(&t);
}

void
params_free(struct params *params)
{
	for (size_t i = 0; i < params->n; i++)
		words_free(&params->v[i].values);
	free(params->v);
	*params = (struct params){0};
}

enum param_spelling
param_spelling(const char *value)
{
	const char *digits = value + (*value == '-');
	char *end;

	if (*digits && !digits[strspn(digits, "0123456789")])
		return PARAM_INTEGER;
	/* strtod also accepts names such as inf, which languages do not. */
	strtod(value, &end);
	return end > value && !*end && strcspn(value, "0123456789") <= strlen("-.")
	           ? PARAM_REAL
	           : PARAM_TEXT;
}

char *
param_declare(const char *declaration, const char *name, const char *value)
{
	OWNED char *named = text_replace(declaration, "{name}", name);

	return text_replace(named, "{value}", value);
}

char *
param_option_name(const char *option)
{
	return memory_copy_n(option, strcspn(option, "="));
}

void
param_option_add(struct words *options, const char *s)
{
	OWNED char *name = param_option_name(s), *place = text_print("--param=%s", name);
	const char *values = s + strlen(name);
	FREED_BY(words_free) struct words split = WORDS_EMPTY;

	if (!param_is_name(name) || !*values)
		message_die(STATUS_USAGE,
		    "--param: '%s' is not of the form NAME=VALUE,..., as in --param=n=16,256",
		    s);
	words_cut(&split, values + 1, ',');
	if (words_find(&split, "") < split.n)
		message_die(STATUS_USAGE, "%s: a value is missing in '%s'", place, s);
	check_values(place, &split);
	if (words_find_variable(options, s) < options->n)
		message_die(
		    STATUS_USAGE, "%s is given twice: give all its values at once", place);
	words_add(options, s);
}

char *
param_option_values(const struct words *options, const char *name)
{
	OWNED char *setting = text_print("%s=", name);
	size_t found = words_find_variable(options, setting);

	return found == options->n
	           ? NULL
	           : text_replace(options->v[found] + strlen(setting), ",", " ");
}
