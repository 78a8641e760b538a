#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "input/annotated/annotated_section.h"
#include "input/annotated/declared.h"
#include "model/param.h"
#include "util/array.h"
#include "util/text.h"

/* The kind of a member's values: each up to strings includes those before. */
enum annotated_kind {
	ANNOTATED_BOOL,
	ANNOTATED_INTEGER,
	ANNOTATED_REAL,
	ANNOTATED_STRING,
	ANNOTATED_CHARACTER,
	ANNOTATED_ENUM
};

/* What the words of a member's type say. */
struct type {
	bool known; /* its kind is: */
	enum annotated_kind kind;
	bool is_unsigned;
};

/* Whether the word is "enum", or the name of one: "enum class name : int {", or
   "typedef enum { A } name;". */
static bool
names_enum(const struct declared *member, const struct token *word)
{
	OWNED char *name = token_copy(word);
	const struct token *end;
	bool is_enum = !strcmp(name, "enum");

	for (const struct token *t = member->all->tokens->v;
	     t->n && !is_enum && word->kind == TOKEN_WORD; t++) {
		if (!token_is(t, "enum"))
			continue;
		t += token_is_one(t + 1, "class struct");
		for (end = t + 1; end->n && !token_is_one(end, "{ ;"); end++)
			;
		is_enum = token_is(t + 1, name) ||
		          (token_is(end, "{") && token_is(declarations_skip(end), name));
	}
	return is_enum;
}

static struct type
annotated_section_type_of(const struct declared *member)
{
	static const struct {
		struct type type;
		const char *words;
	} rows[] = {{{true, ANNOTATED_STRING, false}, "string string_view"},
	    {{true, ANNOTATED_BOOL, false}, "bool _Bool"},
	    {{true, ANNOTATED_REAL, false}, "float double"},
	    {{true, ANNOTATED_INTEGER, true}, "unsigned size_t uint8_t uint16_t uint32_t "
	                                      "uint64_t uintptr_t uintmax_t"},
	    {{true, ANNOTATED_INTEGER, false},
	        "short int long signed int8_t int16_t int32_t int64_t ssize_t ptrdiff_t "
	        "intptr_t intmax_t"},
	    {{true, ANNOTATED_CHARACTER, false}, "char"}, {{true, ANNOTATED_ENUM, false}, ""}};
	enum { CHARACTER = COUNTOF(rows) - 2, ENUM };
	bool said[COUNTOF(rows)] = {false}, pointer = false, angle = false;

	for (const struct token *t = member->first; t < member->end && !token_is_one(t, "= {");
	     t++) {
		pointer |= token_is(t, "*");
		angle |= token_is(t, "<");
		for (size_t i = 0; i < COUNTOF(rows); i++)
			said[i] |= token_is_one(t, rows[i].words);
		said[ENUM] |= names_enum(member, t);
	}
	if (said[0] || (pointer && said[CHARACTER]))
		return rows[0].type;
	for (size_t i = 1; i < COUNTOF(rows) && !pointer && !angle; i++)
		if (said[i])
			return rows[i].type;
	return (struct type){false, ANNOTATED_INTEGER, false};
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
	switch (type->kind) {
	case ANNOTATED_BOOL:
		return text_is_one_of(value, strlen(value), "true false 0 1");
	case ANNOTATED_INTEGER:
		return is_integer(value) && (*value != '-' || !type->is_unsigned);
	case ANNOTATED_REAL:
		return is_integer(value) || param_spelling(value) == PARAM_REAL;
	case ANNOTATED_STRING:
		break;
	case ANNOTATED_CHARACTER:
		return *value && !value[1];
	case ANNOTATED_ENUM:
		return param_is_name(value);
	}
	return true;
}

static _Noreturn void
annotated_section_refuse(
    const struct declared *member, const struct type *type, const char *value, bool is_option)
{
	static const char *const takes[] = {
	    "true or false", "an integer", "a number", "", "a character", "a name of an enum"};
	const char *what =
	    type->is_unsigned ? "an integer that is not negative" : takes[type->kind];

	if (is_option)
		message_die(STATUS_USAGE, "--param=%s: '%s' is not %s, which %s:%u:1 needs",
		    member->name, value, what, member->first->file, member->line);
	message_at(member->first->file, member->line,
	    "'@Param': '%s' is not %s, which '%s' needs", value, what, member->name);
}

/* Sets the values of a member, quoted as in a benchfile, which the caller frees, from params
   (param_option) or else from the annotation, and returns their kind. Ends the program with
   STATUS_USAGE and one line if one is not of the member's type, as far as that is a type of the
   language. */
static enum annotated_kind
annotated_section_read_param(
    char **quoted, const struct declared *member, const struct words *params)
{
	struct type type = annotated_section_type_of(member);
	FREED_BY(words_free) struct words values = WORDS_EMPTY;
	bool is_option;

	*quoted = param_option_values(params, member->name);
	is_option = *quoted != NULL;
	if (!is_option)
		*quoted = annotation_values(declared_find(member, ANNOTATION_PARAM));
	words_split(&values, *quoted);
	for (size_t i = 0; type.known && i < values.n; i++)
		if (!fits(&type, values.v[i]))
			annotated_section_refuse(member, &type, values.v[i], is_option);
	if (!type.known || type.kind == ANNOTATED_REAL) {
		/* What kind of values these are: the type does not say. */
		type = (struct type){.kind = ANNOTATED_INTEGER};
		for (size_t i = 0; i < values.n; i++)
			while (!fits(&type, values.v[i]))
				type.kind++;
	}
	return type.kind;
}

/* The test of one function. Its states are objects, which setup and teardown name, and boxed
   pointers to them, through which every iteration sees them. */
struct maker {
	struct declared *function;
	struct declarations *all;
	struct ini_section *section;
	const struct words *params; /* of --param */
	struct declared **states;   /* their classes */
	size_t state_count;
	char *blackhole; /* its type; NULL: none is needed */
	bool is_inside;  /* the texts are inside of the loop */
	struct text text;
};

/* The number of the state with that class; state_count: there is none. */
static size_t
find_state(const struct maker *m, const struct declared *class)
{
	size_t i = 0;

	while (i < m->state_count && m->states[i] != class)
		i++;
	return i;
}

/* Likewise of the one that is the class or inherits from it. */
static size_t
find_heir(const struct maker *m, const struct declared *class)
{
	size_t i = 0;

	while (i < m->state_count && !declared_inherits(m->states[i], class))
		i++;
	return i;
}

static void
add_state(struct maker *m, struct declared *class)
{
	if (find_state(m, class) == m->state_count)
		*ARRAY_ADD(m->states, m->state_count) = class;
}

/* Adds the states that a function needs. */
static void
add_needs(struct maker *m, struct declared *function)
{
	bool is_cplusplus = m->all->is_cplusplus;

	declared_read(function);
	ARRAY_EACH(const struct declared_parameter, parameter, function->parameters,
	    function->parameter_count)
		if (parameter->state)
			add_state(m, parameter->state);
		else if (!m->blackhole)
			m->blackhole = memory_copy(is_cplusplus && !strchr(parameter->type, ':')
			                               ? "harness_utils::Blackhole"
			                               : parameter->type);
}

/* Whether a function is a setup or teardown of this test: a member of its states, or a function
   of one of them, or of none. */
static bool
is_fixture(const struct maker *m, struct declared *d)
{
	bool all = true;

	if (!declared_is(d, ANNOTATION_SETUP) && !declared_is(d, ANNOTATION_TEARDOWN))
		return false;
	if (d->owner)
		return find_heir(m, d->owner) < m->state_count;
	declared_read(d);
	for (size_t i = 0; i < d->parameter_count; i++) {
		if (d->parameters[i].state &&
		    find_state(m, d->parameters[i].state) < m->state_count)
			return true;
		all &= !d->parameters[i].state;
	}
	return all;
}

static void
find_states(struct maker *m)
{
	size_t before;

	if (m->function->owner)
		add_state(m, m->function->owner);
	add_needs(m, m->function);
	do {
		before = m->state_count;
		for (struct declared *d = m->all->v; d < m->all->end; d++)
			if (is_fixture(m, d))
				add_needs(m, d);
	} while (m->state_count > before);
}

/* A state where it is used. In C++, whether it is const decides which overload is called. */
static void
annotated_section_add_object(struct maker *m, size_t state, bool is_const)
{
	const char *form = m->is_inside ? "(*cgbench_state%zu)" : "cgbench_object%zu";
	bool is_cast = is_const && m->all->is_cplusplus;

	if (is_cast)
		text_addf(&m->text, "const_cast<const %s &>(", m->states[state]->type);
	text_addf(&m->text, form, state);
	text_add(&m->text, is_cast ? ")" : "");
}

/* A member that the state inherits is named with its class, as another one may hide it; but a
   call of a virtual function may go to that of another class. */
static void
annotated_section_add_member(struct maker *m, const struct declared *function)
{
	const struct declared *owner = function->owner;
	size_t state = find_heir(m, owner);
	bool is_virtual = false;

	annotated_section_add_object(m, state, declared_is_const(function));
	for (const struct token *t = function->first; t < function->end && !token_is(t, "{");
	     t++)
		is_virtual |= token_is_one(t, "virtual override final");
	if (m->states[state] != owner && *owner->name && !is_virtual)
		text_addf(&m->text, ".%s::%s(", owner->type, function->name);
	else
		text_addf(&m->text, ".%s(", function->name);
}

static void
annotated_section_add_call(struct maker *m, struct declared *function)
{
	size_t state;

	declared_read(function);
	if (function->owner)
		annotated_section_add_member(m, function);
	else
		text_addf(&m->text, "%s%s(", m->all->is_cplusplus ? "::" : "", function->path);
	for (size_t i = 0; i < function->parameter_count; i++) {
		const struct declared_parameter *parameter = &function->parameters[i];

		text_add(&m->text, i ? ", " : "");
		text_add(&m->text, parameter->is_pointer ? "&" : "");
		state = find_state(m, parameter->state);
		if (state < m->state_count)
			annotated_section_add_object(m, state, parameter->is_const);
		else
			text_add(&m->text, "cgbench_blackhole");
	}
	text_add_char(&m->text, ')');
}

/* Some of the setups or teardowns of the test. */
struct fixtures {
	enum annotation_kind kind;
	enum annotation_level level;
	bool *seen;          /* of all declarations */
	struct declared **v; /* in order, each after those of the states that it is handed */
	size_t n;
};

static bool
is_one_of(const struct fixtures *fixtures, const struct maker *m, struct declared *d)
{
	return declared_is(d, fixtures->kind) && is_fixture(m, d) &&
	       annotation_level(declared_find(d, fixtures->kind)) == fixtures->level;
}

static void
annotated_section_visit(
    struct fixtures *fixtures, const struct maker *m, struct declared *function)
{
	if (fixtures->seen[function - m->all->v])
		return;
	fixtures->seen[function - m->all->v] = true;
	declared_read(function);
	for (size_t i = 0; i < function->parameter_count; i++)
		for (struct declared *d = m->all->v; d < m->all->end; d++)
			if (function->parameters[i].state && d->owner &&
			    is_one_of(fixtures, m, d) &&
			    declared_inherits(function->parameters[i].state, d->owner))
				annotated_section_visit(fixtures, m, d);
	*ARRAY_ADD(fixtures->v, fixtures->n) = function;
}

/* Calls the functions of one level: setups in the order of the source, teardowns backwards. */
static void
add_fixtures(struct maker *m, enum annotation_kind kind, enum annotation_level level)
{
	struct fixtures fixtures = {.kind = kind,
	    .level = level,
	    .seen = memory_new((size_t)(m->all->end - m->all->v))};

	for (struct declared *d = m->all->v; d < m->all->end; d++)
		if (is_one_of(&fixtures, m, d))
			annotated_section_visit(&fixtures, m, d);
	for (size_t i = 0; i < fixtures.n; i++) {
		annotated_section_add_call(
		    m, fixtures.v[kind == ANNOTATION_SETUP ? i : fixtures.n - 1 - i]);
		text_add(&m->text, "; ");
	}
	free(fixtures.seen);
	free(fixtures.v);
}

/* A number is assigned only where it fits. In C++, braces see to that. */
static void
annotated_section_add_number(struct maker *m, const char *object, const char *name, bool real)
{
	text_addf(
	    &m->text, "typedef char %s_is_no_number[sizeof(%s * 1) ? 1 : -1]; ", name, object);
	if (m->all->is_cplusplus) {
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
annotated_section_add_string(struct maker *m, const char *object, const char *name)
{
	if (m->all->is_cplusplus)
		text_addf(&m->text,
		    "static_assert(!__is_same(decltype(%s), bool), \"'%s' is no text\"); ",
		    object, name);
	else
		text_addf(&m->text, "typedef char %s_is_no_text[sizeof(*%s) == 1 ? 1 : -1]; ",
		    name, object);
	text_addf(&m->text, "%s = \"@%s@\"; ", object, name);
}

static bool
is_param(const struct declared *d)
{
	return d->kind == DECLARED_MEMBER && declared_find(d, ANNOTATION_PARAM);
}

static bool
is_static(const struct declared *member)
{
	const struct token *t = member->first;

	while (t < member->end && !token_is_one(t, "static ="))
		t++;
	return t < member->end && token_is(t, "static");
}

/* Adds the parameter, with its own values or those of the command line. object: the member.
   Takes ownership of that. */
static void
annotated_section_add_param(struct maker *m, char *object, const struct declared *member)
{
	const struct token *token = declared_find(member, ANNOTATION_PARAM);
	enum annotated_kind kind;
	char *values;
	OWNED char *key = text_print("param.%s", member->name);

	if (ini_find(m->section, key))
		token_refuse(token, "two parameters of '%s' are named '%s': rename one",
		    m->function->name, member->name);
	kind = annotated_section_read_param(&values, member, m->params);
	annotated_section_add(m->section, key, values, token->line);
	if (kind == ANNOTATED_ENUM && m->all->is_cplusplus)
		text_addf(&m->text, "%s = decltype(%s)::@%s@; ", object, object, member->name);
	else if (kind == ANNOTATED_BOOL || kind == ANNOTATED_ENUM)
		text_addf(&m->text, "%s = @%s@; ", object, member->name);
	else if (kind == ANNOTATED_CHARACTER)
		text_addf(&m->text, "%s = '@%s@'; ", object, member->name);
	else if (kind == ANNOTATED_STRING)
		annotated_section_add_string(m, object, member->name);
	else
		annotated_section_add_number(m, object, member->name, kind == ANNOTATED_REAL);
	/* The compiler may see all its uses, unless its address is known elsewhere. */
	if (is_static(member))
		text_addf(&m->text, "(void)BLACK_BOX(&%s); ", object);
	free(object);
}

/* Whether the test may use the static member: it is one of a state, or a function that the test
   may call names it, other than as that of an object. */
static bool
uses_static(const struct maker *m, const struct declared *member)
{
	if (find_heir(m, member->owner) < m->state_count)
		return true;
	for (struct declared *d = m->all->v; d < m->all->end; d++) {
		bool is_marked = declared_is(d, ANNOTATION_BENCHMARK) ||
		                 declared_is(d, ANNOTATION_SETUP) ||
		                 declared_is(d, ANNOTATION_TEARDOWN);

		if (d->kind != DECLARED_FUNCTION ||
		    (is_marked && d != m->function && !is_fixture(m, d)))
			continue;
		for (const struct token *t = d->open; t < d->end; t++)
			if (token_is(t, member->name) && !token_is_one(t - 1, ". ->"))
				return true;
	}
	return false;
}

/* The objects are static, because they may be large. */
static void
add_objects(struct maker *m)
{
	for (size_t i = 0; i < m->state_count; i++)
		text_addf(&m->text, "static %s cgbench_object%zu; ", m->states[i]->type, i);
	if (m->blackhole)
		text_addf(&m->text, "static %s cgbench_blackhole; ", m->blackhole);
	for (size_t i = 0; i < m->state_count; i++)
		for (const struct declared *d = m->all->v; d < m->all->end; d++)
			if (is_param(d) && !is_static(d) &&
			    declared_inherits(m->states[i], d->owner))
				annotated_section_add_param(
				    m, text_print("cgbench_object%zu.%s", i, d->name), d);
	for (const struct declared *d = m->all->v; d < m->all->end; d++)
		if (is_param(d) && is_static(d) && uses_static(m, d))
			annotated_section_add_param(
			    m, text_print("%s::%s", d->owner->type, d->name), d);
}

/* Ends the text of a key, and begins the next one. */
static void
end_text(struct maker *m, const char *key)
{
	while (m->text.n && m->text.s[m->text.n - 1] == ' ')
		text_cut(&m->text, m->text.n - 1);
	if (m->text.n)
		annotated_section_add(m->section, key, text_take(&m->text), m->section->line);
}

static void
make_loop(struct maker *m)
{
	bool returns = declared_returns(m->function);

	m->is_inside = true;
	for (size_t i = 0; i < m->state_count; i++)
		text_addf(&m->text, "%s *cgbench_state%zu = BLACK_BOX(&cgbench_object%zu); ",
		    m->states[i]->type, i, i);
	add_fixtures(m, ANNOTATION_SETUP, LEVEL_INVOCATION);
	text_add(&m->text, "CLOBBER_MEMORY();");
	end_text(m, "pre");
	text_add(&m->text, returns ? "BLACK_BOX(" : "");
	annotated_section_add_call(m, m->function);
	text_add(&m->text, returns ? "); CLOBBER_MEMORY();" : "; CLOBBER_MEMORY();");
	end_text(m, "code");
	add_fixtures(m, ANNOTATION_TEARDOWN, LEVEL_INVOCATION);
	end_text(m, "post");
	m->is_inside = false;
}

static const char *
start_of(const struct token *token)
{
	if (token->kind != TOKEN_ANNOTATION)
		return token->s;
	return token->s - (token->bare ? 1 : 4);
}

/* Adds the text of a declaration, but of a class without the other benchmarks in it. */
static void
annotated_section_add_text(struct maker *m, const struct declared *whole)
{
	const char *s = start_of(whole->first), *cut;

	for (const struct declared *d = m->all->v; d < m->all->end; d++)
		if (d != m->function && d->owner == whole &&
		    declared_is(d, ANNOTATION_BENCHMARK)) {
			cut = start_of(d->first);
			text_add_n(&m->text, s, (size_t)(cut - s));
			s = token_end(d->end - 1);
		}
	text_add_n(&m->text, s, (size_t)(token_end(whole->end - 1) - s));
	text_add_char(&m->text, '\n');
}

/* Whether it may be the definition of something that was declared before: of a member of a
   state, or of a function that is called, the test or a setup or teardown outside of states. */
static bool
is_definition(const struct maker *m, const struct declared *d)
{
	for (size_t i = 0; i < m->state_count; i++)
		if (declared_defines(d, m->states[i]))
			return true;
	for (struct declared *called = m->all->v; called < m->all->end; called++) {
		/* "f" in the namespace "n" may be "n::f". */
		bool plain = !strstr(d->name, "::") && !strstr(called->name, "::");

		if ((called == m->function || (!called->owner && is_fixture(m, called))) &&
		    !strcmp(d->path, called->path) &&
		    (!plain || !strcmp(d->scope, called->scope)))
			return true;
	}
	return false;
}

/* Whether its text is part of the test. */
static bool
belongs(const struct maker *m, const struct declared *d)
{
	if (d->kind == DECLARED_CLASS)
		return find_heir(m, d) < m->state_count;
	return d->kind == DECLARED_FUNCTION &&
	       (d == m->function || (!d->owner && is_definition(m, d)));
}

/* What follows the annotations, "uint64_t factorial(const Numbers &s)", in one line. */
static char *
signature(const struct declared *function)
{
	const struct token *first = function->first;
	const char *end = token_end(declarations_skip(function->open) - 1);
	struct text line = TEXT_EMPTY;

	for (const struct token *t = first; t < function->open; t++)
		if (t->kind == TOKEN_ANNOTATION)
			first = t + 1;
	for (const char *s = first->s; s < end; s++)
		if (!isspace((unsigned char)*s))
			text_add_char(&line, *s);
		else if (!isspace((unsigned char)s[-1]))
			text_add_char(&line, ' ');
	text_add(&line, declared_is_const(function) ? " const" : "");
	return text_take(&line);
}

void
annotated_section_add(struct ini_section *section, const char *name, char *text, unsigned line)
{
	*ARRAY_ADD(section->keys, section->n) = (struct ini_key){
	    .name = memory_copy(name), .text = text, .line = line, .text_line = line};
}

static void
add_annotations(struct maker *m)
{
	const struct token *t = declared_find(m->function, ANNOTATION_OPS);
	double seconds;

	if (t)
		annotated_section_add(m->section, "ops", annotation_args(t), t->line);
	for (t = m->function->first; t < m->function->open; t++) {
		if (t->kind != TOKEN_ANNOTATION || !token_is(t, "Measurement"))
			continue;
		seconds = annotation_seconds(t);
		if (seconds > 0)
			annotated_section_add(
			    m->section, "time", text_print("%g", seconds), t->line);
	}
}

void
annotated_section_make(
    struct ini_section *section, struct declared *function, const struct words *params)
{
	struct maker m = {
	    .function = function, .all = function->all, .section = section, .params = params};

	*section =
	    (struct ini_section){.name = memory_copy(function->path), .line = function->line};
	find_states(&m);
	annotated_section_add(section, "desc", signature(function), 0);
	add_annotations(&m);
	add_objects(&m);
	add_fixtures(&m, ANNOTATION_SETUP, LEVEL_TRIAL);
	add_fixtures(&m, ANNOTATION_SETUP, LEVEL_ITERATION);
	end_text(&m, "setup");
	make_loop(&m);
	add_fixtures(&m, ANNOTATION_TEARDOWN, LEVEL_ITERATION);
	add_fixtures(&m, ANNOTATION_TEARDOWN, LEVEL_TRIAL);
	end_text(&m, "teardown");
	/* The text that makes it this test, whatever is changed around it. */
	for (const struct declared *d = m.all->v; d < m.all->end; d++)
		if (belongs(&m, d))
			annotated_section_add_text(&m, d);
	annotated_section_add(section, "annotated", text_take(&m.text), 0);
	free(m.states);
	free(m.blackhole);
}
