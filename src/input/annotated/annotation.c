#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "input/annotated/annotation.h"
#include "util/memory.h"
#include "util/message.h"
#include "util/words.h"

/* In the order of the kinds. */
static const struct {
	const char *name;
	enum annotation_kind kind;
} known[] = {{"Benchmark", ANNOTATION_BENCHMARK}, {"State", ANNOTATION_STATE},
    {"Param", ANNOTATION_PARAM}, {"Setup", ANNOTATION_SETUP}, {"Teardown", ANNOTATION_TEARDOWN},
    {"TearDown", ANNOTATION_TEARDOWN}, {"OperationsPerInvocation", ANNOTATION_OPS},
    {"BenchmarkMode", ANNOTATION_UNCOUNTED}, {"Warmup", ANNOTATION_UNCOUNTED},
    {"Measurement", ANNOTATION_UNCOUNTED}, {"Fork", ANNOTATION_UNCOUNTED},
    {"OutputTimeUnit", ANNOTATION_UNCOUNTED}, {"Threads", ANNOTATION_REFUSED},
    {"Group", ANNOTATION_REFUSED}, {"GroupThreads", ANNOTATION_REFUSED},
    {"Control", ANNOTATION_REFUSED}};

enum { KNOWN = sizeof known / sizeof *known };

static _Noreturn void
refuse_unknown(const char *file, const struct token *token)
{
	char *name = token_copy(token), *hint;
	const char *names[KNOWN + 1] = {NULL};
	size_t i;

	for (i = 0; i < KNOWN && known[i].kind != ANNOTATION_REFUSED; i++)
		names[i] = known[i].name;
	hint = words_hint(name, names);
	message_die(STATUS_USAGE, "%s:%u:1: unknown annotation '@%s'%s%s", file, token->line,
	    name, hint,
	    *hint ? ""
	          : "; the annotations are Benchmark, State, Param, Setup, Teardown and "
	            "OperationsPerInvocation");
}

enum annotation_kind
annotation_kind(const char *file, const struct token *token)
{
	size_t i;

	for (i = 0; i < KNOWN && !token_is(token, known[i].name); i++)
		;
	if (i == KNOWN)
		refuse_unknown(file, token);
	if (known[i].kind == ANNOTATION_REFUSED)
		message_die(STATUS_USAGE,
		    "%s:%u:1: '@%s' needs several threads; counts are those of one thread: remove "
		    "it",
		    file, token->line, known[i].name);
	return known[i].kind;
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
find_argument(const char *file, const struct token *token, const char *what, const char *prefix,
    const char *const *names)
{
	char *args = annotation_args(token);
	const char *name = args;
	size_t n = strlen(prefix), i;

	if (!strncmp(name, prefix, n) && name[n] == '.')
		name += n + 1;
	else if (!strncmp(name, prefix, n) && !strncmp(name + n, "::", 2))
		name += n + 2;
	for (i = 0; names[i] && strcmp(name, names[i]) != 0; i++)
		;
	if (*args && !names[i])
		message_die(STATUS_USAGE, "%s:%u:1: unknown %s '%s': use %s.%s, %s.%s or %s.%s",
		    file, token->line, what, args, prefix, names[0], prefix, names[1], prefix,
		    names[2]);
	i = *args ? i : 0;
	free(args);
	return i;
}

enum annotation_level
annotation_level(const char *file, const struct token *token)
{
	static const char *const names[] = {"Trial", "Iteration", "Invocation", NULL};

	return (enum annotation_level)find_argument(file, token, "level", "Level", names);
}

static void
check_ops(const char *file, const struct token *token)
{
	char *args = annotation_args(token);

	if (!*args || args[strspn(args, "0123456789")])
		message_die(STATUS_USAGE,
		    "%s:%u:1: '@OperationsPerInvocation' needs a number, as in "
		    "@OperationsPerInvocation(100)",
		    file, token->line);
	free(args);
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
	size_t i;

	while (name > unit && isalpha((unsigned char)name[-1]))
		name--;
	for (i = 0; i < sizeof units / sizeof *units; i++)
		if (!strcmp(name, units[i].name))
			return units[i].seconds;
	return 0;
}

/* The value of an argument NAME = VALUE, without blanks, or NULL; the caller frees. */
static char *
named_value(const char *args, const char *name)
{
	const char *s = args;

	while (*s) {
		size_t n = strcspn(s, ",");
		char *arg = memory_copy_n(s, n), *from, *to = arg;

		for (from = arg; *from; from++)
			if (!isspace((unsigned char)*from))
				*to++ = *from;
		*to = '\0';
		if (!strncmp(arg, name, strlen(name)) && arg[strlen(name)] == '=') {
			memmove(arg, arg + strlen(name) + 1, strlen(arg + strlen(name)));
			return arg;
		}
		free(arg);
		s += n + (s[n] == ',');
	}
	return NULL;
}

/* A misspelled argument would have no effect. */
static void
check_duration(const char *file, const struct token *token)
{
	static const char *const names[] = {"iterations", "time", "timeUnit", "batchSize"};
	char *args = annotation_args(token), *unit = named_value(args, "timeUnit");
	size_t commas = 0, given = 0, i;

	for (i = 0; args[i]; i++)
		commas += args[i] == ',';
	for (i = 0; i < sizeof names / sizeof *names; i++) {
		char *value = named_value(args, names[i]);

		given += value && *value;
		free(value);
	}
	if (given != commas + (*args != '\0') || (unit && !(unit_seconds(unit) > 0)))
		message_die(STATUS_USAGE,
		    "%s:%u:1: '@%.*s' takes iterations, time, timeUnit and batchSize, as in "
		    "(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)",
		    file, token->line, (int)token->n, token->s);
	free(unit);
	free(args);
}

void
annotation_check(const char *file, const struct token *token)
{
	static const char *const scopes[] = {"Thread", "Benchmark", "Group", NULL};
	enum annotation_kind kind = annotation_kind(file, token);

	if (kind == ANNOTATION_STATE)
		find_argument(file, token, "scope", "Scope", scopes);
	else if (kind == ANNOTATION_SETUP || kind == ANNOTATION_TEARDOWN)
		annotation_level(file, token);
	else if (kind == ANNOTATION_OPS)
		check_ops(file, token);
	else if (token_is(token, "Measurement") || token_is(token, "Warmup"))
		check_duration(file, token);
	else if (kind == ANNOTATION_BENCHMARK && token->args_n)
		message_die(STATUS_USAGE,
		    "%s:%u:1: '@Benchmark' has no arguments: remove '(%.*s)'", file,
		    token->line, (int)token->args_n, token->args);
}

static size_t
skip_blanks(const char *s)
{
	return strspn(s, " \t\r\n\f\v");
}

/* Adds the values in quotes, between commas, and perhaps in braces. Returns whether there is
   nothing else. */
static bool
read_values(struct words *values, const char *s)
{
	bool in_braces = *s == '{';

	s += in_braces;
	for (;;) {
		size_t n;

		s += skip_blanks(s);
		n = strcspn(s + (*s == '"'), "\"\\\n");
		if (*s != '"' || s[n + 1] != '"')
			return false;
		words_take(values, memory_copy_n(s + 1, n));
		s += n + 2;
		s += skip_blanks(s);
		if (*s != ',')
			break;
		s++;
	}
	s += in_braces && *s == '}';
	return !s[skip_blanks(s)] && (!in_braces || s[-1] == '}');
}

char *
annotation_values(const char *file, const struct token *token)
{
	char *args = annotation_args(token);
	struct words values = WORDS_EMPTY;
	struct text t = TEXT_EMPTY;

	if (!read_values(&values, args))
		message_die(STATUS_USAGE,
		    "%s:%u:1: '@Param' needs values in quotes: write them as in @Param({\"16\", "
		    "\"256\"})",
		    file, token->line);
	words_quote(&values, &t);
	words_free(&values);
	free(args);
	return text_take(&t);
}

double
annotation_seconds(const struct token *token)
{
	char *args = annotation_args(token);
	char *iterations = named_value(args, "iterations"), *time = named_value(args, "time"),
	     *unit = named_value(args, "timeUnit");
	double seconds = (time ? strtod(time, NULL) : 0) *
	                 (iterations ? strtod(iterations, NULL) : 1) *
	                 (unit ? unit_seconds(unit) : 1);

	free(unit);
	free(time);
	free(iterations);
	free(args);
	return seconds >= 0.001 && seconds <= 86400 ? seconds : 0;
}
