#include <stdlib.h>
#include <string.h>

#include "input/annotation.h"
#include "util/memory.h"
#include "util/message.h"
#include "util/spelling.h"

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
	hint = spelling_hint(name, names);
	message_die(STATUS_USAGE, "%s:%u:1: unknown annotation '@%s'%s", file, token->line,
	    name,
	    *hint ? hint
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
	return memory_copy_n(token->args ? token->args : "", token->args_n);
}

enum annotation_level
annotation_level(const char *file, const struct token *token)
{
	static const char *const names[] = {"Trial", "Iteration", "Invocation", NULL};
	char *args = annotation_args(token);
	const char *name = args + strspn(args, " \t\n");
	size_t i;

	if (!strncmp(name, "Level.", 6))
		name += 6;
	else if (!strncmp(name, "Level::", 7))
		name += 7;
	for (i = 0; names[i] && strncmp(name, names[i], strlen(names[i])); i++)
		;
	if (*name && !names[i])
		message_die(STATUS_USAGE,
		    "%s:%u:1: unknown level '%s': use Level.Trial, Level.Iteration or "
		    "Level.Invocation",
		    file, token->line, args);
	i = *name ? i : LEVEL_TRIAL;
	free(args);
	return (enum annotation_level)i;
}

/* Adds the value in the quotes at s; returns just after them. */
static const char *
add_value(struct words *values, const char *s)
{
	struct text t = TEXT_EMPTY;

	for (s++; *s && *s != '"'; s++) {
		s += *s == '\\' && s[1];
		text_add_char(&t, *s);
	}
	words_take(values, text_take(&t));
	return s + (*s == '"');
}

char *
annotation_values(const char *file, const struct token *token)
{
	char *args = annotation_args(token);
	struct words values = WORDS_EMPTY;
	struct text t = TEXT_EMPTY;
	const char *s;

	for (s = args; (s = strchr(s, '"'));)
		s = add_value(&values, s);
	if (!values.n)
		message_die(STATUS_USAGE,
		    "%s:%u:1: '@Param' has no values: write them as in @Param({\"16\", \"256\"})",
		    file, token->line);
	words_quote(&values, &t);
	words_free(&values);
	free(args);
	return text_take(&t);
}
