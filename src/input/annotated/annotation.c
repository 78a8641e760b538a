#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "input/annotated/annotation.h"
#include "util/array.h"
#include "util/words.h"

enum annotation_kind
annotation_kind(const struct token *token)
{
	static const char *const names[] = {"Benchmark", "State", "Param", "Setup", "Teardown",
	    "TearDown", "OperationsPerInvocation", "BenchmarkMode", "Warmup", "Measurement",
	    "Fork", "OutputTimeUnit", NULL};
	static const enum annotation_kind kinds[] = {ANNOTATION_BENCHMARK, ANNOTATION_STATE,
	    ANNOTATION_PARAM, ANNOTATION_SETUP, ANNOTATION_TEARDOWN, ANNOTATION_TEARDOWN,
	    ANNOTATION_OPS, ANNOTATION_UNCOUNTED, ANNOTATION_UNCOUNTED, ANNOTATION_UNCOUNTED,
	    ANNOTATION_UNCOUNTED, ANNOTATION_UNCOUNTED};
	char *name, *hint;

	for (size_t i = 0; names[i]; i++)
		if (token_is(token, names[i]))
			return kinds[i];
	name = token_copy(token);
	if (token_is_one(token, "Threads Group GroupThreads Control"))
		token_refuse(token,
		    "'@%s' needs several threads; counts are those of one thread: remove it",
		    name);
	hint = words_hint(name, names);
	token_refuse(token, "unknown annotation '@%s'%s%s", name, hint,
	    *hint ? ""
	          : "; the annotations are Benchmark, State, Param, Setup, Teardown and "
	            "OperationsPerInvocation");
}

char *
annotation_args(const struct token *token)
{
	const char *s = token->args ? token->args : "";
	size_t n = token->args_n;

	for (; n && isspace((unsigned char)*s); n--)
		s++;
	while (n && isspace((unsigned char)s[n - 1]))
		n--;
	return memory_copy_n(s, n);
}

/* The index of the only argument, PREFIX.NAME or PREFIX::NAME or NAME, in names, which are
   ended by NULL; 0: there is none. what: "scope". */
static size_t
find_argument(
    const struct token *token, const char *what, const char *prefix, const char *const *names)
{
	OWNED char *args = annotation_args(token);
	const char *name = args, *rest = text_begins(args, prefix) ? args + strlen(prefix) : "";
	size_t i;

	if (*rest == '.' || text_begins(rest, "::"))
		name = rest + (*rest == '.' ? 1 : 2);
	for (i = 0; names[i] && strcmp(name, names[i]) != 0; i++)
		;
	if (*args && !names[i])
		token_refuse(token, "unknown %s '%s': use %s.%s, %s.%s or %s.%s", what, args,
		    prefix, names[0], prefix, names[1], prefix, names[2]);
	i = *args ? i : 0;
	return i;
}

enum annotation_level
annotation_level(const struct token *token)
{
	static const char *const names[] = {"Trial", "Iteration", "Invocation", NULL};

	return (enum annotation_level)find_argument(token, "level", "Level", names);
}

/* "TimeUnit.MILLISECONDS"; 0: it is unknown. */
static double
unit_seconds(const char *unit)
{
	static const struct {
		const char *name;
		double seconds;
	} units[] = {{"NANOSECONDS", 1e-9}, {"MICROSECONDS", 1e-6}, {"MILLISECONDS", 1e-3},
	    {"SECONDS", 1}, {"MINUTES", 60}, {"HOURS", 3600}, {"DAYS", 86400}};
	const char *end = unit + strlen(unit), *name = end;

	while (name > unit && isalpha((unsigned char)name[-1]))
		name--;
	for (size_t i = 0; i < COUNTOF(units); i++)
		if (!strcmp(name, units[i].name))
			return units[i].seconds;
	return 0;
}

/* The arguments between commas, "NAME=VALUE" without blanks. The caller frees. */
static struct words
split_args(const struct token *token)
{
	struct words args = WORDS_EMPTY;
	struct text t = TEXT_EMPTY;

	for (size_t i = 0; i < token->args_n; i++)
		if (token->args[i] == ',')
			words_take(&args, text_take(&t));
		else if (!isspace((unsigned char)token->args[i]))
			text_add_char(&t, token->args[i]);
	if (args.n || t.n)
		words_take(&args, text_take(&t));
	return args;
}

/* The value of the argument "NAME=", or NULL. */
static const char *
annotation_value_of(const struct words *args, const char *name)
{
	size_t i = words_find_variable(args, name);

	return i < args->n ? args->v[i] + strlen(name) : NULL;
}

/* A misspelled argument would have no effect. */
static void
check_duration(const struct token *token)
{
	static const char *const names[] = {"iterations=", "time=", "timeUnit=", "batchSize="};
	FREED_BY(words_free) struct words args = split_args(token);
	const char *unit = annotation_value_of(&args, "timeUnit="), *value;
	size_t given = 0;

	for (size_t i = 0; i < COUNTOF(names); i++) {
		value = annotation_value_of(&args, names[i]);
		given += value && *value;
	}
	if (given != args.n || (unit && !(unit_seconds(unit) > 0)))
		token_refuse(token,
		    "'@%.*s' takes iterations, time, timeUnit and batchSize, as in "
		    "(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)",
		    (int)token->n, token->s);
}

void
annotation_check(const struct token *token)
{
	static const char *const scopes[] = {"Thread", "Benchmark", "Group", NULL};
	enum annotation_kind kind = annotation_kind(token);
	OWNED char *args = annotation_args(token);

	if (kind == ANNOTATION_STATE)
		find_argument(token, "scope", "Scope", scopes);
	else if (kind == ANNOTATION_SETUP || kind == ANNOTATION_TEARDOWN)
		annotation_level(token);
	else if (kind == ANNOTATION_OPS && (!*args || args[strspn(args, "0123456789")]))
		token_refuse(token, "'@OperationsPerInvocation' needs a number, as in "
		                    "@OperationsPerInvocation(100)");
	else if (token_is(token, "Measurement") || token_is(token, "Warmup"))
		check_duration(token);
	else if (kind == ANNOTATION_BENCHMARK && token->args_n)
		token_refuse(token, "'@Benchmark' has no arguments: remove '(%.*s)'",
		    (int)token->args_n, token->args);
}

/* Adds the values in quotes, between commas, and perhaps in braces. Returns whether there is
   nothing else. */
static bool
read_values(struct words *values, const char *s)
{
	static const char blanks[] = " \t\r\n\f\v";
	bool in_braces = *s == '{';

	for (s += in_braces;; s++) {
		size_t n;

		s += strspn(s, blanks);
		if (*s++ != '"')
			return false;
		for (n = strcspn(s, "\"\\\n"); s[n] == '\\' && s[n + 1];)
			n += 2 + strcspn(s + n + 2, "\"\\\n");
		if (s[n] != '"')
			return false;
		words_take(values, memory_copy_n(s, n));
		s += n + 1;
		s += strspn(s, blanks);
		if (*s != ',')
			break;
	}
	s += in_braces && *s == '}';
	return !s[strspn(s, blanks)] && (!in_braces || s[-1] == '}');
}

char *
annotation_values(const struct token *token)
{
	OWNED char *args = annotation_args(token);
	FREED_BY(words_free) struct words values = WORDS_EMPTY;
	struct text t = TEXT_EMPTY;

	if (!read_values(&values, args))
		token_refuse(token,
		    "'@Param' needs values in quotes, with commas between: write them as in @Param({\"16\", "
		    "\"256\"})");
	words_quote(&values, &t);
	return text_take(&t);
}

double
annotation_seconds(const struct token *token)
{
	FREED_BY(words_free) struct words args = split_args(token);
	const char *iterations = annotation_value_of(&args, "iterations="),
	           *time = annotation_value_of(&args, "time="),
	           *unit = annotation_value_of(&args, "timeUnit=");
	double seconds = (time ? strtod(time, NULL) : 0) *
	                 (iterations ? strtod(iterations, NULL) : 1) *
	                 (unit ? unit_seconds(unit) : 1);

	return seconds >= 0.001 && seconds <= 86400 ? seconds : 0;
}
