#include <stdlib.h>
#include <string.h>

#include "input/annotated/declarations.h"
#include "util/memory.h"
#include "util/text.h"

enum { DEPTH = 256 };

struct scope {
	char *name;               /* "": it has none */
	struct declared *class;   /* or NULL */
	const struct token *open; /* its bracket */
	bool is_template;
};

struct parser {
	struct declarations *all;
	const struct token *t;    /* that is read */
	const struct token *from; /* the first one of the declaration */
	const struct token *end;  /* after the last one of all */
	bool is_template;
	struct scope scopes[DEPTH];
	size_t depth;
	size_t conditions[TOKENS_MOST_CONDITIONS]; /* the depth at each #if that is open */
	size_t condition_count;
};

static _Noreturn void
refuse_open(const struct token *token)
{
	token_refuse(token, "the bracket '%c' is never closed", *token->s);
}

static bool
opens(const struct token *token)
{
	return token->kind == TOKEN_SIGN && token->n == 1 && strchr("([{", *token->s);
}

static bool
closes(const struct token *token)
{
	return token->kind == TOKEN_SIGN && token->n == 1 && strchr(")]}", *token->s);
}

static bool
is_condition(const struct token *token)
{
	return token->kind == TOKEN_IF || token->kind == TOKEN_ELSE ||
	       token->kind == TOKEN_ENDIF;
}

/* The #endif that belongs to the #else, or the last token. */
static const struct token *
skip_alternatives(const struct token *t)
{
	size_t depth = 1;

	while (depth && t[1].n) {
		t++;
		depth += t->kind == TOKEN_IF;
		depth -= t->kind == TOKEN_ENDIF;
	}
	return t;
}

/* Lines that exclude each other open and close the same brackets. */
const struct token *
declarations_skip(const struct token *first)
{
	size_t depth = 0, conditions[TOKENS_MOST_CONDITIONS], n = 0;

	if (!opens(first))
		return first + 1;
	for (const struct token *t = first; t->n; t++) {
		if (t->kind == TOKEN_ANNOTATION)
			token_refuse(t, "an annotation inside of brackets: write it before a "
			                "function, class or member");
		if (t->kind == TOKEN_IF)
			conditions[n++] = depth;
		else if (t->kind == TOKEN_ELSE && n)
			depth = conditions[n - 1];
		else if (t->kind == TOKEN_ELSE)
			t = skip_alternatives(t);
		else if (t->kind == TOKEN_ENDIF && n)
			n--;
		depth += opens(t);
		if (closes(t) && !--depth)
			return t + 1;
	}
	refuse_open(first);
}

const struct token *
declarations_skip_angles(const struct token *first, const struct token *end)
{
	const struct token *t = first;
	size_t depth = 0;

	while (t < end && !token_is(t, ";")) {
		depth += token_is(t, "<");
		if (token_is(t, ">") && !--depth)
			return t + 1;
		t = declarations_skip(t);
	}
	return first + 1;
}

/* The token after this one, after its angle or other brackets. */
static const struct token *
declarations_skip_whole(const struct parser *p, const struct token *t)
{
	return token_is(t, "<") ? declarations_skip_angles(t, p->t) : declarations_skip(t);
}

char *
declarations_path(const char *scope, const char *name)
{
	return text_print("%s%s%s", scope, *scope ? "::" : "", name);
}

static bool
in_template(const struct parser *p)
{
	return p->is_template || (p->depth && p->scopes[p->depth - 1].is_template);
}

static struct declared *
owner(const struct parser *p)
{
	return p->depth ? p->scopes[p->depth - 1].class : NULL;
}

/* name_token: on its line. */
static struct declared *
declarations_add(struct parser *p, enum declared_kind kind, char *name,
    const struct token *open, const struct token *name_token)
{
	struct declared *declared = p->all->end++;
	struct text scope = TEXT_EMPTY;

	for (size_t i = 0; i < p->depth; i++)
		if (*p->scopes[i].name)
			text_addf(&scope, "%s%s", scope.n ? "::" : "", p->scopes[i].name);
	*declared = (struct declared){.all = p->all,
	    .kind = kind,
	    .scope = text_take(&scope),
	    .name = name,
	    .owner = owner(p),
	    .first = p->from,
	    .end = p->t,
	    .open = open,
	    .line = name_token->line,
	    .is_template = in_template(p)};
	declared->path = declarations_path(declared->scope, name);
	return declared;
}

/* The first annotation of the declaration, or the token that is read. */
static const struct token *
find_annotation(const struct parser *p)
{
	const struct token *t = p->from;

	while (t < p->t && t->kind != TOKEN_ANNOTATION)
		t++;
	return t;
}

/* Begins another declaration with the next token. */
static void
restart(struct parser *p)
{
	p->from = p->t + 1;
	p->is_template = false;
}

/* Whether brackets after the word hold no parameters. */
static bool
has_other_brackets(const struct token *word)
{

	return word->kind != TOKEN_WORD ||
	       token_is_one(word,
	           "__attribute__ __attribute alignas _Alignas __declspec "
	           "decltype noexcept throw asm __asm__ __asm explicit requires");
}

/* The first token of the declaration from t on that is no annotation, attribute or
   specifier. */
static const struct token *
skip_specifiers(const struct parser *p, const struct token *t)
{
	static const char specifiers[] =
	    "typedef static const volatile extern inline constexpr virtual friend __inline__ "
	    "__inline __extension__ _Noreturn thread_local consteval constinit";

	while (t < p->t) {
		if (token_is(t, "template"))
			t = declarations_skip_angles(t + 1, p->t);
		else if (token_is(t, "["))
			t = declarations_skip(t);
		else if (t->kind == TOKEN_WORD && has_other_brackets(t))
			t = declarations_skip(t + 1);
		else if (t->kind == TOKEN_WORD && !token_is_one(t, specifiers))
			break;
		else
			t++;
	}
	return t;
}

/* Whether a word follows the brackets at t that cannot follow parameters, as in
       MACRO(x) int f() {
       struct MACRO(x) name { */
static bool
belongs_to_macro(const struct parser *p, const struct token *t)
{
	const struct token *next = declarations_skip(t);

	return next < p->t && !has_other_brackets(next) &&
	       !token_is_one(next, "const volatile override final try mutable");
}

/* The bracket that opens the parameters, or NULL: it is no function. */
static const struct token *
find_parameters(const struct parser *p)
{
	const struct token *first = skip_specifiers(p, p->from), *t = p->from;

	while (t < p->t && !token_is(t, "=")) {
		if (token_is(t, "operator")) {
			/* Of "operator()", the first brackets are the name. */
			for (t += token_is(t + 1, "(") ? 3 : 1; t < p->t && !token_is(t, "(");
			     t++)
				;
			return t < p->t ? t : NULL;
		}
		if (t > p->from && token_is(t, "(") && !has_other_brackets(t - 1) &&
		    !(t - 1 == first && belongs_to_macro(p, t)))
			return t;
		t = declarations_skip_whole(p, t);
	}
	return NULL;
}

/* The name before a bracket with what it is qualified by: "Numbers::run". */
static char *
name_before(const struct parser *p, const struct token *open)
{
	const char *end = token_end(open - 1);
	const struct token *t = open - 1;

	while (t >= p->from + 2 && token_is(t - 1, "::") && t[-2].kind == TOKEN_WORD)
		t -= 2;
	return memory_copy_n(t->s, (size_t)(end - t->s));
}

/* The token with the name of a member, or NULL: there are several, or none, or it is a
   bit-field. */
static const struct token *
find_member(const struct parser *p)
{
	const struct token *t = p->from, *name = NULL;

	while (t < p->t && !token_is(t, "=")) {
		if (token_is(t, ",") || token_is(t, ":"))
			return NULL;
		if (t->kind == TOKEN_WORD)
			name = t;
		t = declarations_skip_whole(p, t);
	}
	return name;
}

/* Whether a function with these parameters has a name of its own and is the only one. */
static bool
is_plain_function(const struct parser *p, const struct token *open)
{
	for (const struct token *t = p->from; t < open; t++)
		if (token_is(t, "operator") || token_is(t, "~"))
			return false;
	return open - 1 > skip_specifiers(p, p->from) &&
	       !token_is(declarations_skip(open), ",");
}

static _Noreturn void
refuse_place(const struct token *annotation)
{
	token_refuse(annotation,
	    "the annotation must be before a class, one member, or a function that has a name "
	    "and a result");
}

/* Refuses an #if between the annotation and the name, and another body there. */
static void
check_between(const struct token *annotation, const struct token *name)
{
	for (const struct token *t = annotation; t < name; t++) {
		if (token_is(t, "{"))
			refuse_place(annotation);
		if (is_condition(t))
			token_refuse(annotation,
			    "a condition of the preprocessor is between the annotation and "
			    "the name: write both on one side of it");
	}
}

/* At the end of a declaration that may be a member or function, and that is kept if it has
   annotations or a body. */
static void
end_declaration(struct parser *p, const struct token *end)
{
	const struct token *annotation = find_annotation(p), *open = NULL, *name = NULL;
	bool annotated = annotation < p->t;

	if (annotated || token_is(p->t, "{")) {
		open = find_parameters(p);
		name = open ? open - 1 : annotated ? find_member(p) : NULL;
	}
	if (annotated && (!name || (open && !is_plain_function(p, open))))
		refuse_place(annotation);
	if (annotated)
		check_between(annotation, name);
	if (open && (annotated || name->kind == TOKEN_WORD))
		declarations_add(p, DECLARED_FUNCTION, name_before(p, open), open, name)->end =
		    end;
	else if (annotated)
		declarations_add(p, DECLARED_MEMBER, token_copy(name), NULL, name)->end = end;
	p->t = end - 1;
	restart(p);
}

static void
declarations_push(struct parser *p, char *name, struct declared *class)
{
	struct scope *scope = &p->scopes[p->depth];
	const struct token *annotation = find_annotation(p);

	if (p->depth == DEPTH)
		token_refuse(p->t, "too many nested scopes");
	if (annotation < p->t && (!class || class != p->all->end - 1))
		refuse_place(annotation);
	free(scope->name);
	*scope = (struct scope){name, class, p->t, in_template(p)};
	p->depth++;
	restart(p);
}

/* The name of a namespace, "a::b" or "". */
static char *
namespace_name(const struct parser *p, const struct token *token)
{
	struct text t = TEXT_EMPTY;

	for (; token < p->t; token = declarations_skip(token))
		if (!opens(token) && !token_is(token, "inline"))
			text_add_n(&t, token->s, token->n);
	return text_take(&t);
}

/* The name of the class whose keyword is before the token at t, which may be after macros, and
   in *next the token after it. */
static const struct token *
find_class_name(const struct parser *p, const struct token *t, const struct token **next)
{
	const struct token *name = t = skip_specifiers(p, t);

	while (t < p->t && !token_is(t, "final")) {
		if (t->kind == TOKEN_WORD)
			name = t++;
		else if (token_is(t, "::"))
			t++;
		else if (token_is(t, "(") && belongs_to_macro(p, t))
			t = declarations_skip(t);
		else
			break;
	}
	*next = t;
	return name;
}

/* Enters the class whose keyword is at t. Returns false if it is not a class, as in
       struct point f(int x) { */
static bool
enter_class(struct parser *p, const struct token *t)
{
	const struct token *next, *name = find_class_name(p, t + 1, &next);
	bool named = name < p->t;
	struct declared *class;

	p->is_template |= token_is(next, "<");
	if (next != p->t && !token_is_one(next, ": final <"))
		return false;
	if (find_annotation(p) < p->t)
		check_between(find_annotation(p), name);
	class = declarations_add(p, DECLARED_CLASS, named ? token_copy(name) : memory_copy(""),
	    p->t, named ? name : p->t);
	declarations_push(p, memory_copy(class->name), class);
	return true;
}

/* Whether the bracket begins the value of a variable or the names of an enum, or the value of a
   member in the list before the body of a constructor, S() : n{1} {}. After it, the declaration
   goes on. */
static bool
declarations_is_value(const struct parser *p)
{
	const struct token *t = find_parameters(p);

	if (!t)
		return true;
	if (p->t[-1].kind != TOKEN_WORD && !token_is(p->t - 1, ">"))
		return false;
	for (t = declarations_skip(t); t < p->t; t++)
		if (token_is(t, ":"))
			return true;
	return false;
}

/* At the bracket of a body: enters a namespace or class, and skips any other. */
static void
open_body(struct parser *p)
{
	const struct token *first = skip_specifiers(p, p->from);

	if (p->from == p->t) {
		p->t = declarations_skip(p->t) - 1;
		restart(p);
	} else if (token_is(first, "namespace")) {
		declarations_push(p, namespace_name(p, first + 1), NULL);
	} else if (p->t > p->from && p->t[-1].kind == TOKEN_TEXT) {
		/* extern "C" */
		declarations_push(p, memory_copy(""), owner(p));
	} else if (token_is_one(first, "class struct union") && enter_class(p, first)) {
		return;
	} else if (declarations_is_value(p)) {
		p->t = declarations_skip(p->t) - 1;
	} else {
		end_declaration(p, declarations_skip(p->t));
	}
}

static void
refuse_loose_annotation(const struct parser *p)
{
	const struct token *annotation = find_annotation(p);

	if (annotation < p->t)
		token_refuse(annotation, p->t[-1].kind == TOKEN_ANNOTATION
		                             ? "there is nothing after the annotation"
		                             : "what follows the annotation does not end; is a "
		                               "';' missing?");
}

/* At the bracket that closes a namespace or class. */
static void
close_body(struct parser *p)
{
	struct declared *class;

	if (!p->depth)
		token_refuse(p->t, "'}' closes no bracket");
	refuse_loose_annotation(p);
	class = p->scopes[--p->depth].class;
	restart(p);
	if (!class || class == owner(p))
		return;
	class->end = p->t + 1;
	if (p->t[1].kind != TOKEN_WORD)
		return;
	/* Lines that exclude each other may each close it. */
	free(class->alias);
	class->alias = token_copy(p->t + 1);
}

static void
read_condition(struct parser *p)
{
	if (p->t->kind == TOKEN_IF)
		p->conditions[p->condition_count++] = p->depth;
	else if (p->t->kind == TOKEN_ELSE && p->condition_count)
		p->depth = p->conditions[p->condition_count - 1];
	else if (p->t->kind == TOKEN_ENDIF && p->condition_count)
		p->condition_count--;
	if (p->from == p->t)
		p->from++;
}

static void
declarations_read_token(struct parser *p)
{
	const struct token *t = p->t;

	if (is_condition(t))
		read_condition(p);
	else if (t->kind == TOKEN_ANNOTATION && t > p->from && token_is(t - 1, ")") &&
	         token_is(p->from + 1, "("))
		/* After macros, as in NAMESPACE(a) @State class. */
		p->from = t;
	else if (token_is(t, "template") && token_is(t + 1, "<"))
		p->is_template = true, p->t = declarations_skip_angles(t + 1, p->end) - 1;
	else if (token_is(t, "{"))
		open_body(p);
	else if (token_is(t, "}"))
		close_body(p);
	else if (token_is(t, ";"))
		end_declaration(p, t + 1);
	else if (token_is(t, "(") || token_is(t, "["))
		p->t = declarations_skip(t) - 1;
	else if (token_is(t, ")") || token_is(t, "]"))
		token_refuse(t, "a bracket is closed that is not open");
	else if (t == p->from + 1 && token_is(t, ":") &&
	         token_is_one(p->from, "public private protected"))
		restart(p);
	p->t++;
}

void
declarations_read(struct declarations *declarations, const struct tokens *tokens)
{
	OWNED struct parser *p = memory_new(sizeof *p);

	/* There are fewer declarations than tokens. */
	*declarations = (struct declarations){
	    .tokens = tokens, .v = memory_array(tokens->n + 1, sizeof *declarations->v)};
	declarations->end = declarations->v;
	p->all = declarations;
	p->t = p->from = tokens->v;
	p->end = tokens->v + tokens->n;
	while (p->t < p->end)
		declarations_read_token(p);
	if (p->depth)
		refuse_open(p->scopes[p->depth - 1].open);
	refuse_loose_annotation(p);
	for (size_t i = 0; i < DEPTH; i++)
		free(p->scopes[i].name);
}

void
declarations_free(struct declarations *declarations)
{
	for (struct declared *d = declarations->v; d < declarations->end; d++) {
		for (size_t i = 0; i < d->parameter_count; i++)
			free(d->parameters[i].type);
		free(d->parameters);
		free(d->scope);
		free(d->name);
		free(d->path);
		free(d->type);
		free(d->alias);
	}
	free(declarations->v);
	*declarations = (struct declarations){0};
}
