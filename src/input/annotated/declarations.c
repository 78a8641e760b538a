#include <stdlib.h>
#include <string.h>

#include "input/annotated/declarations.h"
#include "util/array.h"
#include "util/text.h"

enum { DEPTH = 256 };

struct scope {
	char *name;   /* "": it has none */
	size_t class; /* its index, or DECLARED_NONE */
	size_t open;  /* its bracket */
	bool is_template;
};

struct parser {
	const struct tokens *tokens;
	struct declarations *found;
	size_t i;    /* the token that is read */
	size_t from; /* the first one of the declaration */
	bool is_template;
	struct scope scopes[DEPTH];
	size_t depth;
	size_t conditions[DEPTH]; /* the depth at each #if that is open */
	size_t condition_count;
};

static const struct token *
at(const struct parser *p, size_t i)
{
	return &p->tokens->v[i < p->tokens->n ? i : p->tokens->n];
}

static _Noreturn void
refuse(const struct tokens *tokens, size_t i, const char *what)
{
	token_refuse(&tokens->v[i], "%s", what);
}

static _Noreturn void
refuse_open(const struct tokens *tokens, size_t i)
{
	token_refuse(&tokens->v[i], "the bracket '%c' is never closed", *tokens->v[i].s);
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

/* The #endif that belongs to the #else at i. */
static size_t
skip_alternatives(const struct tokens *tokens, size_t i)
{
	size_t depth = 1;

	while (depth && ++i < tokens->n) {
		depth += tokens->v[i].kind == TOKEN_IF;
		depth -= tokens->v[i].kind == TOKEN_ENDIF;
	}
	return i;
}

/* Lines that exclude each other open and close the same brackets. */
size_t
declarations_skip(const struct tokens *tokens, size_t i)
{
	size_t first = i, depth = 0, conditions[DEPTH], n = 0;

	if (!opens(&tokens->v[i]))
		return i + 1;
	for (; i < tokens->n; i++) {
		const struct token *token = &tokens->v[i];

		if (token->kind == TOKEN_ANNOTATION)
			refuse(tokens, i,
			    "an annotation inside of brackets: write it before a "
			    "function, class or member");
		if (token->kind == TOKEN_IF)
			conditions[n++] = depth;
		else if (token->kind == TOKEN_ELSE && n)
			depth = conditions[n - 1];
		else if (token->kind == TOKEN_ELSE)
			i = skip_alternatives(tokens, i);
		else if (token->kind == TOKEN_ENDIF && n)
			n--;
		depth += opens(token);
		if (closes(token) && !--depth)
			return i + 1;
	}
	refuse_open(tokens, first);
}

size_t
declarations_skip_angles(const struct tokens *tokens, size_t i, size_t end)
{
	size_t first = i, depth = 0;

	while (i < end && !token_is(&tokens->v[i], ";")) {
		depth += token_is(&tokens->v[i], "<");
		if (token_is(&tokens->v[i], ">") && !--depth)
			return i + 1;
		i = declarations_skip(tokens, i);
	}
	return first + 1;
}

/* The token after the one at i, after its angle or other brackets. */
static size_t
skip(const struct parser *p, size_t i)
{
	return token_is(at(p, i), "<") ? declarations_skip_angles(p->tokens, i, p->i)
	                               : declarations_skip(p->tokens, i);
}

/* The scopes and what follows them, "a::b"; the caller frees. */
static char *
scope_path(const struct parser *p)
{
	struct text t = TEXT_EMPTY;
	size_t i;

	for (i = 0; i < p->depth; i++)
		if (*p->scopes[i].name)
			text_addf(&t, "%s%s", t.n ? "::" : "", p->scopes[i].name);
	return text_take(&t);
}

static bool
in_template(const struct parser *p)
{
	return p->is_template || (p->depth && p->scopes[p->depth - 1].is_template);
}

static size_t
owner(const struct parser *p)
{
	return p->depth ? p->scopes[p->depth - 1].class : DECLARED_NONE;
}

static struct declared *
add(struct parser *p, enum declared_kind kind, char *name, size_t open, size_t line_of)
{
	struct declarations *d = p->found;
	char *scope = scope_path(p);
	struct declared *declared = ARRAY_ADD(d->v, d->n);

	*declared = (struct declared){.kind = kind,
	    .scope = scope,
	    .path = text_print("%s%s%s", scope, *scope ? "::" : "", name),
	    .name = name,
	    .owner = owner(p),
	    .first = p->from,
	    .end = p->i,
	    .open = open,
	    .line = at(p, line_of)->line,
	    .is_template = in_template(p)};
	return declared;
}

/* The first annotation of the declaration, or the token that is read. */
static size_t
find_annotation(const struct parser *p)
{
	size_t i = p->from;

	while (i < p->i && at(p, i)->kind != TOKEN_ANNOTATION)
		i++;
	return i;
}

/* Begins another declaration with the next token. */
static void
restart(struct parser *p)
{
	p->from = p->i + 1;
	p->is_template = false;
}

/* Whether brackets after the word hold no parameters. */
static bool
has_other_brackets(const struct token *word)
{
	static const char *const words[] = {"__attribute__", "__attribute", "alignas",
	    "_Alignas", "__declspec", "decltype", "noexcept", "throw", "asm", "__asm__",
	    "__asm", "explicit", "requires", NULL};

	return word->kind != TOKEN_WORD || token_is_one(word, words);
}

/* Likewise for the operator of which the first token is at i. */
static size_t
find_operator_parameters(const struct parser *p, size_t i)
{
	if (token_is(at(p, i), "("))
		i += 2;
	while (i < p->i && !token_is(at(p, i), "("))
		i++;
	return i < p->i ? i : 0;
}

/* The first token of the declaration from i on that is no annotation, attribute or
   specifier. */
static size_t
skip_specifiers(const struct parser *p, size_t i)
{
	static const char *const words[] = {"typedef", "static", "const", "volatile", "extern",
	    "inline", "constexpr", "virtual", "friend", "__inline__", "__inline",
	    "__extension__", "_Noreturn", "thread_local", "consteval", "constinit", NULL};

	while (i < p->i) {
		if (token_is(at(p, i), "template"))
			i = declarations_skip_angles(p->tokens, i + 1, p->i);
		else if (token_is(at(p, i), "[") ||
		         (has_other_brackets(at(p, i)) && at(p, i)->kind == TOKEN_WORD))
			i = declarations_skip(p->tokens, i + !token_is(at(p, i), "["));
		else if (at(p, i)->kind == TOKEN_WORD && !token_is_one(at(p, i), words))
			break;
		else
			i++;
	}
	return i;
}

/* Whether a word follows the brackets at i that cannot follow parameters, as in
       MACRO(x) int f() {
       struct MACRO(x) name { */
static bool
belongs_to_macro(const struct parser *p, size_t i)
{
	static const char *const words[] = {
	    "const", "volatile", "override", "final", "try", "mutable", NULL};
	size_t next = declarations_skip(p->tokens, i);

	return next < p->i && at(p, next)->kind == TOKEN_WORD &&
	       !has_other_brackets(at(p, next)) && !token_is_one(at(p, next), words);
}

/* Whether the bracket at i opens parameters. first: the first word that is no specifier. */
static bool
opens_parameters(const struct parser *p, size_t i, size_t first)
{
	return i > p->from && token_is(at(p, i), "(") && !has_other_brackets(at(p, i - 1)) &&
	       !(i - 1 == first && belongs_to_macro(p, i));
}

/* The bracket that opens the parameters, or 0: it is no function. */
static size_t
find_parameters(const struct parser *p)
{
	size_t first = skip_specifiers(p, p->from), i = p->from;

	while (i < p->i && !token_is(at(p, i), "=")) {
		if (token_is(at(p, i), "operator"))
			return find_operator_parameters(p, i + 1);
		if (opens_parameters(p, i, first))
			return i;
		i = skip(p, i);
	}
	return 0;
}

/* The name before a bracket with what it is qualified by: "Numbers::run". */
static char *
name_before(const struct parser *p, size_t open)
{
	const char *end = token_end(at(p, open - 1));
	size_t i = open - 1;

	while (i >= p->from + 2 && token_is(at(p, i - 1), "::") &&
	       at(p, i - 2)->kind == TOKEN_WORD)
		i -= 2;
	return memory_copy_n(at(p, i)->s, (size_t)(end - at(p, i)->s));
}

/* The token with the name of a member, or 0: there are several, or none, or it is a bit-field.
 */
static size_t
find_member(const struct parser *p)
{
	size_t i = p->from, name = 0;

	while (i < p->i && !token_is(at(p, i), "=")) {
		if (token_is(at(p, i), ",") || token_is(at(p, i), ":"))
			return 0;
		if (at(p, i)->kind == TOKEN_WORD)
			name = i;
		i = skip(p, i);
	}
	return name;
}

/* Whether a function with these parameters has a name of its own and is the only one. */
static bool
is_plain_function(const struct parser *p, size_t open)
{
	size_t close = declarations_skip(p->tokens, open), i;

	for (i = p->from; i < open; i++)
		if (token_is(at(p, i), "operator") || token_is(at(p, i), "~"))
			return false;
	return open - 1 > skip_specifiers(p, p->from) && !token_is(at(p, close), ",");
}

static _Noreturn void
refuse_place(const struct parser *p, size_t annotation)
{
	refuse(p->tokens, annotation,
	    "the annotation must be before a class, one member, or a function that has a name "
	    "and a result");
}

/* Refuses an #if between the annotation and the name, and another body there. */
static void
check_between(const struct parser *p, size_t annotation, size_t name)
{
	size_t i;

	for (i = annotation; i < name; i++) {
		if (token_is(at(p, i), "{"))
			refuse_place(p, annotation);
		if (at(p, i)->kind == TOKEN_IF || at(p, i)->kind == TOKEN_ELSE ||
		    at(p, i)->kind == TOKEN_ENDIF)
			refuse(p->tokens, annotation,
			    "a condition of the preprocessor is between the annotation and "
			    "the name: write both on one side of it");
	}
}

/* Adds the function or member that has annotations. */
static void
add_annotated(struct parser *p, size_t annotation, size_t open, size_t end)
{
	size_t name = open ? open - 1 : find_member(p);

	if (!name || (open && !is_plain_function(p, open)))
		refuse_place(p, annotation);
	check_between(p, annotation, name);
	add(p, open ? DECLARED_FUNCTION : DECLARED_MEMBER,
	    open ? name_before(p, open) : token_copy(at(p, name)), open, name)
	    ->end = end;
}

/* At the end of a declaration that may be a member or function, and that is kept if it has
   annotations or a body. */
static void
end_declaration(struct parser *p, size_t end)
{
	size_t annotation = find_annotation(p), open;

	if (annotation < p->i || token_is(at(p, p->i), "{")) {
		open = find_parameters(p);
		if (annotation < p->i)
			add_annotated(p, annotation, open, end);
		else if (open && at(p, open - 1)->kind == TOKEN_WORD)
			add(p, DECLARED_FUNCTION, name_before(p, open), open, open - 1)->end =
			    end;
	}
	p->i = end - 1;
	restart(p);
}

static void
push(struct parser *p, char *name, size_t class)
{
	if (p->depth == DEPTH)
		refuse(p->tokens, p->i, "too many nested scopes");
	if (find_annotation(p) < p->i && (!p->found->n || class != p->found->n - 1))
		refuse_place(p, find_annotation(p));
	p->scopes[p->depth].is_template = in_template(p);
	free(p->scopes[p->depth].name);
	p->scopes[p->depth].name = name;
	p->scopes[p->depth].class = class;
	p->scopes[p->depth++].open = p->i;
	restart(p);
}

/* The name of a namespace, "a::b" or "". */
static char *
namespace_name(const struct parser *p, size_t i)
{
	struct text t = TEXT_EMPTY;

	for (; i < p->i; i = declarations_skip(p->tokens, i))
		if (!opens(at(p, i)) && !token_is(at(p, i), "inline"))
			text_add_n(&t, at(p, i)->s, at(p, i)->n);
	return text_take(&t);
}

/* The name of the class whose keyword is before the token at i, which may be after macros, and
   in *next the token after it. */
static size_t
find_class_name(const struct parser *p, size_t i, size_t *next)
{
	size_t name = skip_specifiers(p, i);

	*next = name;
	while (*next < p->i && !token_is(at(p, *next), "final")) {
		if (at(p, *next)->kind == TOKEN_WORD)
			name = (*next)++;
		else if (token_is(at(p, *next), "::"))
			++*next;
		else if (token_is(at(p, *next), "(") && belongs_to_macro(p, *next))
			*next = declarations_skip(p->tokens, *next);
		else
			break;
	}
	return name;
}

/* Enters the class whose keyword is at i. Returns false if it is none, as in
       struct point f(int x) { */
static bool
enter_class(struct parser *p, size_t i)
{
	size_t next, name = find_class_name(p, i + 1, &next);
	struct declared *declared;

	p->is_template |= token_is(at(p, next), "<");
	if (next != p->i && !token_is(at(p, next), ":") && !token_is(at(p, next), "final") &&
	    !token_is(at(p, next), "<"))
		return false;
	if (find_annotation(p) < p->i)
		check_between(p, find_annotation(p), name);
	declared =
	    add(p, DECLARED_CLASS, name < p->i ? token_copy(at(p, name)) : memory_copy(""),
	        p->i, name < p->i ? name : p->i);
	push(p, memory_copy(declared->name), p->found->n - 1);
	return true;
}

/* Whether the bracket begins the value of a member in the list before the body of a
   constructor, S() : n{1} {} */
static bool
is_initialiser(const struct parser *p)
{
	size_t open = find_parameters(p), i;

	if (!open || (at(p, p->i - 1)->kind != TOKEN_WORD && !token_is(at(p, p->i - 1), ">")))
		return false;
	for (i = declarations_skip(p->tokens, open); i < p->i; i++)
		if (token_is(at(p, i), ":"))
			return true;
	return false;
}

/* Whether the bracket begins the value of a variable or the names of an enum, after which the
   declaration goes on. */
static bool
is_value(const struct parser *p)
{
	return !find_parameters(p) || is_initialiser(p);
}

/* At the bracket of a body: enters a namespace or class, and skips any other. */
static void
open_body(struct parser *p)
{
	static const char *const classes[] = {"class", "struct", "union", NULL};
	size_t first = skip_specifiers(p, p->from);

	if (p->from == p->i) {
		p->i = declarations_skip(p->tokens, p->i) - 1;
		restart(p);
	} else if (token_is(at(p, first), "namespace")) {
		push(p, namespace_name(p, first + 1), DECLARED_NONE);
	} else if (p->i > p->from && at(p, p->i - 1)->kind == TOKEN_TEXT) {
		/* extern "C" */
		push(p, memory_copy(""), owner(p));
	} else if (token_is_one(at(p, first), classes) && enter_class(p, first)) {
		return;
	} else if (is_value(p)) {
		p->i = declarations_skip(p->tokens, p->i) - 1;
	} else {
		end_declaration(p, declarations_skip(p->tokens, p->i));
	}
}

/* At the bracket that closes a namespace or class. */
static void
close_body(struct parser *p)
{
	size_t class;

	if (!p->depth)
		refuse(p->tokens, p->i, "'}' closes no bracket");
	if (find_annotation(p) < p->i)
		refuse(p->tokens, find_annotation(p), "there is nothing after the annotation");
	class = p->scopes[--p->depth].class;
	restart(p);
	if (class == DECLARED_NONE || (p->depth && p->scopes[p->depth - 1].class == class))
		return;
	p->found->v[class].end = p->i + 1;
	if (at(p, p->i + 1)->kind != TOKEN_WORD)
		return;
	/* Lines that exclude each other may each close it. */
	free(p->found->v[class].alias);
	p->found->v[class].alias = token_copy(at(p, p->i + 1));
}

static void
read_condition(struct parser *p)
{
	enum token_kind kind = at(p, p->i)->kind;

	if (kind == TOKEN_IF)
		p->conditions[p->condition_count++] = p->depth;
	else if (kind == TOKEN_ELSE && p->condition_count)
		p->depth = p->conditions[p->condition_count - 1];
	else if (kind == TOKEN_ENDIF && p->condition_count)
		p->condition_count--;
	if (p->from == p->i)
		p->from++;
}

static bool
is_access(const struct parser *p)
{
	static const char *const words[] = {"public", "private", "protected", NULL};

	return p->i == p->from + 1 && token_is(at(p, p->i), ":") &&
	       token_is_one(at(p, p->from), words);
}

static void
read_token(struct parser *p)
{
	const struct token *token = at(p, p->i);

	if (token->kind == TOKEN_IF || token->kind == TOKEN_ELSE || token->kind == TOKEN_ENDIF)
		read_condition(p);
	else if (token_is(token, "template") && token_is(at(p, p->i + 1), "<"))
		p->is_template = true,
		p->i = declarations_skip_angles(p->tokens, p->i + 1, p->tokens->n) - 1;
	else if (token_is(token, "{"))
		open_body(p);
	else if (token_is(token, "}"))
		close_body(p);
	else if (token_is(token, ";"))
		end_declaration(p, p->i + 1);
	else if (token_is(token, "(") || token_is(token, "["))
		p->i = declarations_skip(p->tokens, p->i) - 1;
	else if (token_is(token, ")") || token_is(token, "]"))
		refuse(p->tokens, p->i, "a bracket is closed that is not open");
	else if (is_access(p))
		restart(p);
	p->i++;
}

void
declarations_read(struct declarations *declarations, const struct tokens *tokens)
{
	struct parser *p = memory_new(sizeof *p);
	size_t i;

	*declarations = (struct declarations){0};
	p->tokens = tokens;
	p->found = declarations;
	while (p->i < tokens->n)
		read_token(p);
	if (p->depth)
		refuse_open(tokens, p->scopes[p->depth - 1].open);
	if (find_annotation(p) < p->i)
		refuse(tokens, find_annotation(p), "there is nothing after the annotation");
	for (i = 0; i < DEPTH; i++)
		free(p->scopes[i].name);
	free(p);
}

void
declarations_free(struct declarations *declarations)
{
	size_t i;

	for (i = 0; i < declarations->n; i++) {
		free(declarations->v[i].scope);
		free(declarations->v[i].name);
		free(declarations->v[i].path);
		free(declarations->v[i].type);
		free(declarations->v[i].alias);
	}
	free(declarations->v);
	*declarations = (struct declarations){0};
}

size_t
declared_annotations_end(const struct declared *declared)
{
	return declared->kind == DECLARED_MEMBER ? declared->end : declared->open;
}
