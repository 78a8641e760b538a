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
	if (!isalpha((unsigned char)*s) && *s != '_')
		return false;
	while (isalnum((unsigned char)*s) || *s == '_')
		s++;
	return !*s;
}

/* A value is part of its test's name, and --tests splits names at commas. */
static bool
is_value(const char *s)
{
	while (isalnum((unsigned char)*s) || (*s && strchr("_+.-", *s)))
		s++;
	return !*s;
}

/* C reads 064 as an octal number, awk and "ops" as a decimal one. */
static bool
is_octal(const char *s)
{
	s += *s == '-' || *s == '+';
	return *s == '0' && s[1] && !s[strspn(s, "0123456789")];
}

void
param_check_values(const char *place, const struct words *values)
{
	size_t i, k;

	if (!values->n)
		message_die(STATUS_USAGE, "%s has no value", place);
	for (i = 0; i < values->n; i++) {
		if (!is_value(values->v[i]))
			message_die(STATUS_USAGE,
			    "%s: the value '%s' may only contain letters, digits, '_', '+', '.' and '-'",
			    place, values->v[i]);
		if (is_octal(values->v[i]))
			message_die(STATUS_USAGE,
			    "%s: the value '%s' begins with 0: some languages would read an octal number",
			    place, values->v[i]);
		for (k = 0; k < i; k++)
			if (!strcmp(values->v[i], values->v[k]))
				message_die(STATUS_USAGE, "%s: the value '%s' is given twice",
				    place, values->v[i]);
	}
}

static void
check(const char *file, const struct ini_key *key, const struct param *param)
{
	char *place = text_print("%s:%u:1: %s", file, key->line, key->name);

	if (!param_is_name(param->name))
		message_die(STATUS_USAGE,
		    "%s:%u:1: '%s': a parameter's name is a letter followed by letters, digits or '_'",
		    file, key->line, key->name);
	param_check_values(place, &param->values);
	free(place);
}

void
params_read(struct params *params, const char *file, const struct ini_section *section)
{
	size_t tests = 1, i;

	*params = (struct params){0};
	for (i = 0; i < section->n; i++) {
		const struct ini_key *key = &section->keys[i];
		struct param param = {.name = key->name + sizeof prefix - 1};

		if (!param_is_key(key->name))
			continue;
		if (!words_split(&param.values, key->text))
			message_die(STATUS_USAGE, "%s:%u:1: %s: a quote is left open", file,
			    key->line, key->name);
		check(file, key, &param);
		*ARRAY_ADD(params->v, params->n) = param;
		tests *= param.values.n;
		if (tests > PARAMS_TESTS_MOST)
			message_die(STATUS_USAGE,
			    "%s:%u:1: %s: the parameters of '%s' make more than %d tests; give fewer values",
			    file, key->line, key->name, section->name, PARAMS_TESTS_MOST);
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

static const char *
value(const struct param *param)
{
	return param->values.v[param->now];
}

char *
params_name(const struct params *params, const char *name)
{
	struct text t = TEXT_EMPTY;
	size_t i;

	text_add(&t, name);
	for (i = 0; i < params->n; i++)
		text_addf(&t, "/%s=%s", params->v[i].name, value(&params->v[i]));
	return text_take(&t);
}

/* The parameter whose placeholder "@NAME@" begins at s, or NULL. */
static const struct param *
param_at(const struct params *params, const char *s)
{
	size_t i;

	for (i = 0; *s == '@' && i < params->n; i++) {
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
			text_add(&t, value(param));
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
	size_t i;

	for (i = 0; i < params->n; i++)
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
	char *named = text_replace(declaration, "{name}", name),
	     *declared = text_replace(named, "{value}", value);

	free(named);
	return declared;
}
