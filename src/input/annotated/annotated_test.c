#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "input/annotated/annotated_test.h"
#include "input/param_option.h"
#include "model/param.h"
#include "util/array.h"
#include "util/text.h"

/* The kind of a member's values: each includes those before. */
enum annotated_kind { ANNOTATED_BOOL, ANNOTATED_INTEGER, ANNOTATED_REAL, ANNOTATED_STRING };

/* What the words of a member's type say. */
struct type {
	bool known; /* its kind is: */
	enum annotated_kind kind;
	bool is_unsigned;
};

static const char *const unsigned_words[] = {"unsigned", "size_t", "uint8_t", "uint16_t",
    "uint32_t", "uint64_t", "uintptr_t", "uintmax_t", NULL};

static bool
says(const struct annotated_source *source, const struct declared *member,
    const char *const *words)
{
	size_t i;

	for (i = member->first; i < member->end; i++) {
		const struct token *token = &source->tokens.v[i];

		if (token_is(token, "=") || token_is(token, "{"))
			break;
		if (token_is_one(token, words))
			return true;
	}
	return false;
}

static struct type
type_of(const struct annotated_source *source, const struct declared *member)
{
	static const char *const compound[] = {"<", "*", NULL};
	static const char *const pointer[] = {"*", NULL}, *const character[] = {"char", NULL};
	static const char *const strings[] = {"string", "string_view", NULL};
	static const char *const bools[] = {"bool", "_Bool", NULL};
	static const char *const reals[] = {"float", "double", NULL};
	static const char *const integers[] = {"char", "short", "int", "long", "signed",
	    "int8_t", "int16_t", "int32_t", "int64_t", "ssize_t", "ptrdiff_t", "intptr_t",
	    "intmax_t", NULL};
	bool is_unsigned = says(source, member, unsigned_words);

	if (says(source, member, strings) ||
	    (says(source, member, pointer) && says(source, member, character)))
		return (struct type){true, ANNOTATED_STRING, false};
	if (says(source, member, compound))
		return (struct type){false, ANNOTATED_INTEGER, false};
	if (says(source, member, bools))
		return (struct type){true, ANNOTATED_BOOL, false};
	if (says(source, member, reals))
		return (struct type){true, ANNOTATED_REAL, false};
	return (struct type){
	    is_unsigned || says(source, member, integers), ANNOTATED_INTEGER, is_unsigned};
}

/* Whether it is a decimal or hexadecimal number of 64 bits. */
static bool
is_integer(const char *value)
{
	const char *digits = value + (*value == '-');
	bool is_hex = digits[0] == '0' && digits[1] == 'x' && digits[2];
	char *end;

	if (is_hex ? digits[2 + strspn(digits + 2, "0123456789abcdefABCDEF")] != '\0'
	           : !*digits || digits[strspn(digits, "0123456789")])
		return false;
	errno = 0;
	if (*value == '-')
		strtoll(value, &end, 0);
	else
		strtoull(value, &end, 0);
	return !errno;
}

static bool
fits(const struct type *type, const char *value)
{
	static const char *const bools[] = {"true", "false", "0", "1", NULL};

	switch (type->kind) {
	case ANNOTATED_BOOL:
		return words_include(bools, value);
	case ANNOTATED_INTEGER:
		return is_integer(value) && (*value != '-' || !type->is_unsigned);
	case ANNOTATED_REAL:
		return is_integer(value) || param_spelling(value) == PARAM_REAL;
	case ANNOTATED_STRING:
		break;
	}
	return true;
}

/* What kind of values these are, if the type does not say: each kind includes those before. */
static enum annotated_kind
kind_of(const struct words *values)
{
	struct type type = {false, ANNOTATED_INTEGER, false};
	size_t i;

	for (i = 0; i < values->n; i++)
		while (!fits(&type, values->v[i]))
			type.kind++;
	return type.kind;
}

static _Noreturn void
refuse(const struct annotated_source *source, const struct declared *member,
    const struct type *type, const char *value, bool is_option)
{
	static const char *const takes[] = {"true or false", "an integer", "a number", ""};
	const char *what =
	    type->is_unsigned ? "an integer that is not negative" : takes[type->kind];

	if (is_option)
		message_die(STATUS_USAGE, "--param=%s: '%s' is not %s, which %s:%u:1 needs",
		    member->name, value, what, source->tokens.file, member->line);
	message_at(source->tokens.file, member->line,
	    "'@Param': '%s' is not %s, which '%s' needs", value, what, member->name);
}

/* Sets the values of a member, quoted as in a benchfile, which the caller frees, from params
   (param_option) or else from the annotation, and returns their kind. Ends the program with
   STATUS_USAGE and one line if one is not of the member's type, as far as that is a type of the
   language. */
static enum annotated_kind
read_param(char **quoted, const struct annotated_source *source, const struct declared *member,
    const struct words *params)
{
	const struct token *token = annotated_source_find(source, member, ANNOTATION_PARAM);
	struct type type = type_of(source, member);
	struct words values = WORDS_EMPTY;
	bool is_option;
	size_t i;

	*quoted = param_option_values(params, member->name);
	is_option = *quoted != NULL;
	if (!is_option)
		*quoted = annotation_values(token);
	words_split(&values, *quoted);
	for (i = 0; type.known && i < values.n; i++)
		if (!fits(&type, values.v[i]))
			refuse(source, member, &type, values.v[i], is_option);
	if (!type.known || type.kind == ANNOTATED_REAL)
		type.kind = kind_of(&values);
	words_free(&values);
	return type.kind;
}

/* The test of one function. Its states are objects, which setup and teardown name, and boxed
   pointers to them, through which every iteration sees them. */
struct maker {
	const struct annotated_source *source;
	const struct declared *function;
	const struct words *params; /* of --param */
	size_t *states;             /* the indexes of their classes */
	size_t state_count;
	char *blackhole; /* its type; NULL: none is needed */
	bool is_inside;  /* the texts are inside of the loop */
	bool *done;      /* for each declaration: it is in the text */
	struct text text;
};

static const struct declared *
declared(const struct maker *m, size_t i)
{
	return &m->source->declarations.v[i];
}

static bool
is_cplusplus(const struct maker *m)
{
	return m->source->language && !strcmp(m->source->language, "c++");
}

static bool
has_state(const struct maker *m, size_t class)
{
	size_t i;

	for (i = 0; i < m->state_count; i++)
		if (m->states[i] == class)
			return true;
	return false;
}

static void
add_state(struct maker *m, size_t class)
{
	if (!has_state(m, class))
		*ARRAY_ADD(m->states, m->state_count) = class;
}

static void
add_blackhole(struct maker *m, const char *type)
{
	if (!m->blackhole)
		m->blackhole = memory_copy(
		    strchr(type, ':') || !is_cplusplus(m) ? type : "harness_utils::Blackhole");
}

/* Adds the states that a function needs. */
static void
add_needs(struct maker *m, const struct declared *function)
{
	const struct annotated_parameters *parameters;
	size_t i;

	parameters = annotated_source_parameters(m->source, function);
	for (i = 0; i < parameters->n; i++)
		if (parameters->v[i].state == DECLARED_NONE)
			add_blackhole(m, parameters->v[i].type);
		else
			add_state(m, parameters->v[i].state);
}

static bool
is_fixture(const struct maker *m, const struct declared *function)
{
	return annotated_source_is(m->source, function, ANNOTATION_SETUP) ||
	       annotated_source_is(m->source, function, ANNOTATION_TEARDOWN);
}

/* The state that has the member function, or DECLARED_NONE. */
static size_t
state_of(const struct maker *m, const struct declared *function)
{
	size_t i;

	for (i = 0; i < m->state_count && function->owner != DECLARED_NONE; i++)
		if (annotated_source_inherits(m->source, m->states[i], function->owner))
			return i;
	return DECLARED_NONE;
}

/* Whether a setup or teardown is one of this test: a member of its states, or a function of one
   of them, or of none. */
static bool
applies(const struct maker *m, const struct declared *function)
{
	const struct annotated_parameters *parameters;
	bool all = true, one = false;
	size_t i;

	if (function->owner != DECLARED_NONE)
		return state_of(m, function) != DECLARED_NONE;
	parameters = annotated_source_parameters(m->source, function);
	for (i = 0; i < parameters->n; i++)
		if (parameters->v[i].state != DECLARED_NONE) {
			all = false;
			one |= has_state(m, parameters->v[i].state);
		}
	return all || one;
}

static void
find_states(struct maker *m)
{
	size_t before, i;

	if (m->function->owner != DECLARED_NONE)
		add_state(m, m->function->owner);
	add_needs(m, m->function);
	do {
		before = m->state_count;
		for (i = 0; i < m->source->declarations.n; i++)
			if (is_fixture(m, declared(m, i)) && applies(m, declared(m, i)))
				add_needs(m, declared(m, i));
	} while (m->state_count > before);
}

/* A state where it is used. In C++, whether it is const decides which overload is called. */
static void
add_object(struct maker *m, size_t state, bool is_const)
{
	const char *form = m->is_inside ? "(*cgbench_state%zu)" : "cgbench_object%zu";
	bool is_cast = is_const && is_cplusplus(m);

	if (is_cast)
		text_addf(
		    &m->text, "const_cast<const %s &>(", declared(m, m->states[state])->type);
	text_addf(&m->text, form, state);
	text_add(&m->text, is_cast ? ")" : "");
}

static void
add_arguments(struct maker *m, const struct declared *function)
{
	const struct annotated_parameters *parameters;
	size_t i, k;

	parameters = annotated_source_parameters(m->source, function);
	for (i = 0; i < parameters->n; i++) {
		const struct annotated_parameter *parameter = &parameters->v[i];

		text_add(&m->text, i ? ", " : "");
		text_add(&m->text, parameter->is_pointer ? "&" : "");
		for (k = 0; k < m->state_count && m->states[k] != parameter->state; k++)
			;
		if (k < m->state_count)
			add_object(m, k, parameter->is_const);
		else
			text_add(&m->text, "cgbench_blackhole");
	}
}

/* Whether a call may go to the function of another class, because it is virtual. */
static bool
is_virtual(const struct maker *m, const struct declared *function)
{
	static const char *const words[] = {"virtual", "override", "final", NULL};
	size_t i;

	for (i = function->first; i < function->end; i++) {
		if (token_is(&m->source->tokens.v[i], "{"))
			return false;
		if (token_is_one(&m->source->tokens.v[i], words))
			return true;
	}
	return false;
}

/* A member that the state inherits is named with its class, as another one may hide it. */
static void
add_member(struct maker *m, const struct declared *function)
{
	size_t state = state_of(m, function);
	const struct declared *owner = declared(m, function->owner);

	add_object(m, state, annotated_source_is_const(m->source, function));
	if (m->states[state] != function->owner && *owner->name && !is_virtual(m, function))
		text_addf(&m->text, ".%s::%s(", owner->type, function->name);
	else
		text_addf(&m->text, ".%s(", function->name);
}

static void
add_call(struct maker *m, const struct declared *function)
{
	if (function->owner != DECLARED_NONE)
		add_member(m, function);
	else
		text_addf(&m->text, "%s%s(", is_cplusplus(m) ? "::" : "", function->path);
	add_arguments(m, function);
	text_add_char(&m->text, ')');
}

static bool
is_at(const struct maker *m, size_t i, enum annotation_kind kind, enum annotation_level level)
{
	const struct declared *function = declared(m, i);
	const struct token *token;

	if (!annotated_source_is(m->source, function, kind) || !applies(m, function))
		return false;
	token = annotated_source_find(m->source, function, kind);
	return annotation_level(token) == level;
}

/* Adds the index of a setup after those of the states that it is handed. */
static void
visit(struct maker *m, size_t i, enum annotation_kind kind, enum annotation_level level,
    size_t *order, size_t *n)
{
	const struct annotated_parameters *parameters;
	size_t k, other;

	if (m->done[i])
		return;
	m->done[i] = true;
	parameters = annotated_source_parameters(m->source, declared(m, i));
	for (k = 0; k < parameters->n; k++)
		for (other = 0; other < m->source->declarations.n; other++)
			if (parameters->v[k].state != DECLARED_NONE &&
			    declared(m, other)->owner != DECLARED_NONE &&
			    is_at(m, other, kind, level) &&
			    annotated_source_inherits(
			        m->source, parameters->v[k].state, declared(m, other)->owner))
				visit(m, other, kind, level, order, n);
	order[(*n)++] = i;
}

/* Calls the functions of one level: setups in the order of the source, teardowns backwards. */
static void
add_fixtures(struct maker *m, enum annotation_kind kind, enum annotation_level level)
{
	size_t count = m->source->declarations.n, n = 0, i;
	size_t *order = memory_new(count * sizeof *order);

	m->done = memory_new(count);
	for (i = 0; i < count; i++)
		if (is_at(m, i, kind, level))
			visit(m, i, kind, level, order, &n);
	for (i = 0; i < n; i++) {
		add_call(m, declared(m, order[kind == ANNOTATION_SETUP ? i : n - 1 - i]));
		text_add(&m->text, "; ");
	}
	free(order);
	free(m->done);
}

/* A number is assigned only where it fits. In C++, braces see to that. */
static void
add_number(struct maker *m, const char *object, const char *name, bool real)
{
	text_addf(
	    &m->text, "typedef char %s_is_no_number[sizeof(%s * 1) ? 1 : -1]; ", name, object);
	if (is_cplusplus(m)) {
		text_addf(&m->text,
		    "static_assert(!__is_class(decltype(%s)), \"'%s' is no number\"); "
		    "%s = {@%s@}; ",
		    object, name, object, name);
		return;
	}
	if (real)
		text_addf(&m->text,
		    "typedef char %s_is_no_real_number[(__typeof__(%s))0.5 != 0 ? 1 : -1]; ",
		    name, object);
	else
		text_addf(&m->text,
		    "typedef char %s_takes_no_such_value[(__typeof__(%s))(@%s@) == (@%s@) && "
		    "((__typeof__(%s))(@%s@) < 0) == ((@%s@) < 0) ? 1 : -1]; ",
		    name, object, name, name, object, name, name);
	text_addf(&m->text, "%s = @%s@; ", object, name);
}

/* Likewise a text: a pointer would become a bool or a number. */
static void
add_string(struct maker *m, const char *object, const char *name)
{
	if (is_cplusplus(m))
		text_addf(&m->text,
		    "static_assert(!__is_same(decltype(%s), bool), \"'%s' is no text\"); ",
		    object, name);
	else
		text_addf(&m->text, "typedef char %s_is_no_text[sizeof(*%s) == 1 ? 1 : -1]; ",
		    name, object);
	text_addf(&m->text, "%s = \"@%s@\"; ", object, name);
}

/* Adds the parameter, with its own values or those of the command line. */
static void
add_param(struct maker *m, struct ini_section *section, size_t state, size_t i)
{
	const struct declared *member = declared(m, i);
	const struct token *token = annotated_source_find(m->source, member, ANNOTATION_PARAM);
	enum annotated_kind kind;
	char *values;
	char *key = text_print("param.%s", member->name);
	char *object = text_print("cgbench_object%zu.%s", state, member->name);

	if (ini_find(section, key))
		token_refuse(token, "two parameters of '%s' are named '%s': rename one",
		    m->function->name, member->name);
	kind = read_param(&values, m->source, member, m->params);
	annotated_test_add(section, key, values, token->line);
	if (kind == ANNOTATED_BOOL)
		text_addf(&m->text, "%s = @%s@; ", object, member->name);
	else if (kind == ANNOTATED_STRING)
		add_string(m, object, member->name);
	else
		add_number(m, object, member->name, kind == ANNOTATED_REAL);
	free(key);
	free(object);
}

static void
add_params(struct maker *m, struct ini_section *section, size_t state)
{
	size_t i;

	for (i = 0; i < m->source->declarations.n; i++) {
		const struct declared *member = declared(m, i);

		if (member->kind == DECLARED_MEMBER &&
		    annotated_source_find(m->source, member, ANNOTATION_PARAM) &&
		    annotated_source_inherits(m->source, m->states[state], member->owner))
			add_param(m, section, state, i);
	}
}

/* The objects are static, because they may be large. */
static void
add_objects(struct maker *m, struct ini_section *section)
{
	size_t i;

	for (i = 0; i < m->state_count; i++)
		text_addf(&m->text, "static %s cgbench_object%zu; ",
		    declared(m, m->states[i])->type, i);
	if (m->blackhole)
		text_addf(&m->text, "static %s cgbench_blackhole; ", m->blackhole);
	for (i = 0; i < m->state_count; i++)
		add_params(m, section, i);
}

static void
add_pointers(struct maker *m)
{
	size_t i;

	for (i = 0; i < m->state_count; i++)
		text_addf(&m->text, "%s *cgbench_state%zu = BLACK_BOX(&cgbench_object%zu); ",
		    declared(m, m->states[i])->type, i, i);
}

/* Ends the text of a key, and begins the next one. */
static void
end_text(struct maker *m, struct ini_section *section, const char *key)
{
	size_t n = m->text.n;
	char *text = text_take(&m->text);

	while (n && text[n - 1] == ' ')
		text[--n] = '\0';
	if (n)
		annotated_test_add(section, key, text, section->line);
	else
		free(text);
}

static void
make_loop(struct maker *m, struct ini_section *section)
{
	m->is_inside = true;
	add_pointers(m);
	add_fixtures(m, ANNOTATION_SETUP, LEVEL_INVOCATION);
	text_add(&m->text, "CLOBBER_MEMORY();");
	end_text(m, section, "pre");
	if (annotated_source_returns(m->source, m->function)) {
		text_add(&m->text, "BLACK_BOX(");
		add_call(m, m->function);
		text_add(&m->text, "); CLOBBER_MEMORY();");
	} else {
		add_call(m, m->function);
		text_add(&m->text, "; CLOBBER_MEMORY();");
	}
	end_text(m, section, "code");
	add_fixtures(m, ANNOTATION_TEARDOWN, LEVEL_INVOCATION);
	end_text(m, section, "post");
	m->is_inside = false;
}

static const char *
start_of(const struct token *token)
{
	if (token->kind != TOKEN_ANNOTATION)
		return token->s;
	return token->s - (token->bare ? 1 : 4);
}

static const char *
end_of(const struct maker *m, const struct declared *declared)
{
	return token_end(&m->source->tokens.v[declared->end - 1]);
}

/* Adds the text of a declaration, but of a class without the other benchmarks in it. */
static void
add_text(struct maker *m, size_t i)
{
	const struct declared *whole = declared(m, i);
	const struct token *tokens = m->source->tokens.v;
	const char *s = start_of(&tokens[whole->first]);
	size_t k;

	for (k = 0; k < m->source->declarations.n; k++) {
		const struct declared *part = declared(m, k);

		if (part != m->function && part->owner == i &&
		    annotated_source_is(m->source, part, ANNOTATION_BENCHMARK)) {
			const char *cut = start_of(&tokens[part->first]);

			text_add_n(&m->text, s, (size_t)(cut - s));
			s = end_of(m, part);
		}
	}
	text_add_n(&m->text, s, (size_t)(end_of(m, whole) - s));
	text_add_char(&m->text, '\n');
}

static bool
is_inherited(const struct maker *m, size_t class)
{
	size_t i;

	for (i = 0; i < m->state_count; i++)
		if (annotated_source_inherits(m->source, m->states[i], class))
			return true;
	return false;
}

/* Whether it is a setup or teardown of the test outside of its states, or the test itself. */
static bool
is_called(const struct maker *m, const struct declared *d)
{
	return d == m->function ||
	       (is_fixture(m, d) && d->owner == DECLARED_NONE && applies(m, d));
}

/* Whether both may be declarations of one function, "f" in the namespace "n" and "n::f". */
static bool
is_same(const struct declared *d, const struct declared *other)
{
	if (!strstr(d->name, "::") && !strstr(other->name, "::"))
		return !strcmp(d->name, other->name) && !strcmp(d->scope, other->scope);
	return !strcmp(d->path, other->path);
}

/* Whether it may be the definition of something that was declared before: of a member of a
   state, or of a function that is called. */
static bool
is_definition(const struct maker *m, const struct declared *d)
{
	size_t i;

	for (i = 0; i < m->state_count; i++)
		if (annotated_source_defines(m->source, d, m->states[i]))
			return true;
	for (i = 0; i < m->source->declarations.n; i++)
		if (is_called(m, declared(m, i)) && is_same(d, declared(m, i)))
			return true;
	return false;
}

/* Whether its text is part of the test. */
static bool
belongs(const struct maker *m, size_t i)
{
	const struct declared *d = declared(m, i);

	if (d->kind == DECLARED_CLASS)
		return is_inherited(m, i);
	return d->kind == DECLARED_FUNCTION &&
	       (d == m->function || (d->owner == DECLARED_NONE && is_definition(m, d)));
}

/* The text that makes it this test, whatever is changed around it. */
static void
add_annotated(struct maker *m, struct ini_section *section)
{
	size_t i;

	for (i = 0; i < m->source->declarations.n; i++)
		if (belongs(m, i))
			add_text(m, i);
	annotated_test_add(section, "annotated", text_take(&m->text), 0);
}

/* What follows the annotations, "uint64_t factorial(const Numbers &s)", in one line. */
static char *
signature(const struct maker *m)
{
	const struct token *tokens = m->source->tokens.v;
	size_t first = m->function->first, i;
	const char *s, *end;
	struct text t = TEXT_EMPTY;

	for (i = first; i < m->function->open; i++)
		if (tokens[i].kind == TOKEN_ANNOTATION)
			first = i + 1;
	end = token_end(&tokens[declarations_skip(&m->source->tokens, m->function->open) - 1]);
	for (s = tokens[first].s; s < end; s++)
		if (!isspace((unsigned char)*s))
			text_add_char(&t, *s);
		else if (!isspace((unsigned char)s[-1]))
			text_add_char(&t, ' ');
	return text_take(&t);
}

void
annotated_test_add(struct ini_section *section, const char *name, char *text, unsigned line)
{
	*ARRAY_ADD(section->keys, section->n) = (struct ini_key){.name = memory_copy(name),
	    .text = text,
	    .line = line,
	    .text_line = line,
	    .column = 1};
}

static void
add_ops(const struct maker *m, struct ini_section *section)
{
	const struct token *token =
	    annotated_source_find(m->source, m->function, ANNOTATION_OPS);

	if (token)
		annotated_test_add(section, "ops", annotation_args(token), token->line);
}

static void
add_time(const struct maker *m, struct ini_section *section)
{
	const struct token *token = &m->source->tokens.v[m->function->first];
	const struct token *end = &m->source->tokens.v[m->function->open];
	double seconds;

	for (; token < end; token++) {
		if (token->kind != TOKEN_ANNOTATION || !token_is(token, "Measurement"))
			continue;
		seconds = annotation_seconds(token);
		if (seconds > 0)
			annotated_test_add(
			    section, "time", text_print("%g", seconds), token->line);
	}
}

void
annotated_test_make(struct ini_section *section, const struct annotated_source *source,
    const struct declared *function, const struct words *params)
{
	struct maker m = {.source = source, .function = function, .params = params};

	*section =
	    (struct ini_section){.name = memory_copy(function->path), .line = function->line};
	find_states(&m);
	annotated_test_add(section, "desc", signature(&m), 0);
	add_ops(&m, section);
	add_time(&m, section);
	add_objects(&m, section);
	add_fixtures(&m, ANNOTATION_SETUP, LEVEL_TRIAL);
	add_fixtures(&m, ANNOTATION_SETUP, LEVEL_ITERATION);
	end_text(&m, section, "setup");
	make_loop(&m, section);
	add_fixtures(&m, ANNOTATION_TEARDOWN, LEVEL_ITERATION);
	add_fixtures(&m, ANNOTATION_TEARDOWN, LEVEL_TRIAL);
	end_text(&m, section, "teardown");
	add_annotated(&m, section);
	free(m.states);
	free(m.blackhole);
}
