#include <stdlib.h>
#include <string.h>

#include "input/annotated/declared.h"
#include "util/array.h"
#include "util/file.h"
#include "util/text.h"

const struct token *
declared_annotations_end(const struct declared *d)
{
	return d->kind == DECLARED_MEMBER ? d->end : d->open;
}

const struct token *
declared_find(const struct declared *d, enum annotation_kind kind)
{
	for (const struct token *t = d->first; t < declared_annotations_end(d); t++)
		if (t->kind == TOKEN_ANNOTATION && annotation_kind(t) == kind)
			return t;
	return NULL;
}

bool
declared_is(const struct declared *d, enum annotation_kind kind)
{
	return d->kind == DECLARED_FUNCTION && declared_find(d, kind);
}

bool
declared_is_state(const struct declared *class)
{
	if (class->kind != DECLARED_CLASS)
		return false;
	if (declared_find(class, ANNOTATION_STATE))
		return true;
	for (const struct declared *d = class->all->v; d < class->all->end; d++)
		if (d->owner == class && declared_is(d, ANNOTATION_BENCHMARK))
			return true;
	return false;
}

static bool
is_called(const struct declared *class, const char *path)
{
	OWNED char *alias = class->alias ? declarations_path(class->scope, class->alias) : NULL;

	return !strcmp(class->path, path) || (alias && !strcmp(alias, path));
}

static struct declared *
find_class(const struct declarations *all, const char *path)
{
	for (struct declared *d = all->v; d < all->end; d++)
		if (d->kind == DECLARED_CLASS && is_called(d, path))
			return d;
	return NULL;
}

/* The only class whose path ends with the type: it may be known by a using directive. */
static struct declared *
find_elsewhere(const struct declarations *all, const char *type)
{
	struct declared *found = NULL;
	OWNED char *end = text_print("::%s", type);
	size_t n = 0;

	for (struct declared *d = all->v; d < all->end; d++)
		if (d->kind == DECLARED_CLASS && text_ends(d->path, end)) {
			found = d;
			n++;
		}
	return n == 1 ? found : NULL;
}

/* The class that a type means in a scope, or NULL. */
static struct declared *
resolve(const struct declarations *all, const char *scope, const char *type)
{
	size_t n = strlen(scope);
	struct declared *class;

	if (text_begins(type, "::"))
		return find_class(all, type + 2);
	for (;;) {
		OWNED char *path = text_print("%.*s%s%s", (int)n, scope, n ? "::" : "", type);

		class = find_class(all, path);
		if (class)
			return class;
		if (!n)
			return find_elsewhere(all, type);
		while (n && scope[n - 1] != ':')
			n--;
		n -= n < 2 ? n : 2;
	}
}

/* The name that may be qualified, "a::b" or "::a::b", from *at on, which moves past it. The
   caller frees. */
static char *
read_path(const struct token **at, const struct token *end)
{
	const struct token *t = *at;
	struct text path = TEXT_EMPTY;
	bool joined = true;

	for (; t < end && (token_is(t, "::") || (joined && t->kind == TOKEN_WORD)); t++) {
		if (token_is(t, "::") && t > *at && joined)
			break;
		joined = token_is(t, "::");
		text_add_n(&path, t->s, t->n);
	}
	*at = t;
	return text_take(&path);
}

bool
declared_inherits(const struct declared *class, const struct declared *other)
{
	const struct token *t = class->first;

	if (class == other)
		return true;
	while (t < class->open && !token_is(t, ":"))
		t++;
	while (t < class->open) {
		const struct declared *base;
		OWNED char *type = NULL;

		if (t->kind != TOKEN_WORD ||
		    token_is_one(t, "public protected private virtual")) {
			t = token_is(t, "<") ? declarations_skip_angles(t, class->open) : t + 1;
			continue;
		}
		type = read_path(&t, class->open);
		base = resolve(class->all, class->scope, type);
		if (base && base < class && declared_inherits(base, other))
			return true;
	}
	return false;
}

static _Noreturn void
refuse_parameter(
    const struct declared *function, const struct token *first, const struct token *end)
{
	size_t n = first < end ? (size_t)(token_end(end - 1) - first->s) : 0;
	char *text = memory_copy_n(first->s, n);

	token_refuse(first, "'%s': the parameter '%s' is neither a State nor a Blackhole",
	    function->name, text);
}

/* What the type of a parameter means. */
static void
take_type(const struct declared *function, struct declared_parameter *parameter,
    const struct token *first, const struct token *end)
{
	struct declared *class = resolve(function->all, function->path, parameter->type);

	/* A Blackhole may be in whatever namespace. */
	if (strcmp(parameter->type, "Blackhole") && !text_ends(parameter->type, ":Blackhole")) {
		if (!class || !declared_is_state(class))
			refuse_parameter(function, first, end);
		parameter->state = class;
		return;
	}
	if (!function->all->is_cplusplus)
		token_refuse(first,
		    "'%s': a Blackhole is for C++; use BLACK_BOX of cgbench.h in C",
		    function->name);
	if (class) {
		free(parameter->type);
		parameter->type = memory_copy(class->type);
	}
}

/* Adds the parameter that is those tokens. */
static void
add_parameter(struct declared *function, const struct token *first, const struct token *end)
{
	struct declared_parameter parameter = {0};
	const struct token *t;

	for (t = first;
	     t < end && token_is_one(t, "const volatile struct class union restrict"); t++)
		parameter.is_const |= token_is(t, "const");
	parameter.type = read_path(&t, end);
	take_type(function, &parameter, first, end);
	parameter.is_const |= t < end && token_is(t, "const");
	for (; t < end; t++) {
		bool is_pointer = token_is(t, "*");

		if ((parameter.is_pointer && is_pointer) || strchr("[(<=", *t->s))
			refuse_parameter(function, first, end);
		parameter.is_pointer |= is_pointer;
	}
	*ARRAY_ADD(function->parameters, function->parameter_count) = parameter;
}

void
declared_read(struct declared *function)
{
	const struct token *end = declarations_skip(function->open) - 1;
	const struct token *first = function->open + 1;
	size_t angles = 0;

	if (function->parameter_count || first == end ||
	    (first + 1 == end && token_is(first, "void")))
		return;
	for (const struct token *t = first; t <= end;
	     t = t < end ? declarations_skip(t) : t + 1) {
		angles += token_is(t, "<");
		angles -= angles && token_is(t, ">");
		if (t < end && (angles || !token_is(t, ",")))
			continue;
		add_parameter(function, first, t);
		first = t + 1;
	}
}

/* Whether the type that begins at t, before the token at end, is "void" and no pointer. */
static bool
is_void(const struct token *t, const struct token *end)
{
	bool is_void = false;

	for (; t < end; t = declarations_skip(t)) {
		if (token_is(t, "<"))
			t = declarations_skip_angles(t, end) - 1;
		is_void |= token_is(t, "void");
		if (token_is(t, "*") || token_is(t, "&"))
			return false;
	}
	return is_void;
}

/* The first of these tokens after the parameters: the body, or what else follows the result's
   type, is among them. */
static const struct token *
find_after(const struct declared *function, const char *words)
{
	const struct token *t = declarations_skip(function->open);

	while (t < function->end && !token_is_one(t, words))
		t = declarations_skip(t);
	return t;
}

bool
declared_returns(const struct declared *function)
{
	const struct token *t = find_after(function, "-> { ; =");

	return token_is(t, "->") ? !is_void(t + 1, find_after(function, "{ ; ="))
	                         : !is_void(function->first, function->open - 1);
}

bool
declared_is_const(const struct declared *function)
{
	return token_is(find_after(function, "-> const { ; ="), "const");
}

bool
declared_defines(const struct declared *definition, const struct declared *class)
{
	const struct declared *found;
	size_t n = strlen(definition->name);
	OWNED char *type = NULL;

	while (n > 1 && strncmp(definition->name + n - 2, "::", 2))
		n--;
	if (n < 2)
		return false;
	type = memory_copy_n(definition->name, n - 2);
	found = resolve(definition->all, definition->scope, type);
	return found && (!class || declared_inherits(class, found));
}

/* Whether something in a header is C++ and not C. */
static bool
has_cplusplus(const struct tokens *tokens)
{
	for (const struct token *t = tokens->v; t < tokens->v + tokens->n; t++)
		if (token_is_one(t, "class namespace template using public private ::") ||
		    (t > tokens->v && t + 2 < tokens->v + tokens->n && token_is(t, "&") &&
		        t[-1].kind == TOKEN_WORD && t[1].kind == TOKEN_WORD && t[2].n == 1 &&
		        strchr("),", *t[2].s)))
			return true;
	return false;
}

static char *
declared_type_of(const struct declared *class)
{
	const char *keyword = "struct", *alias = class->alias ? class->alias : "";

	if (class->all->is_cplusplus)
		return text_print("::%s", *class->name ? class->path : alias);
	for (const struct token *t = class->first; t < class->open; t++)
		if (token_is(t, "union"))
			keyword = "union";
	return *class->name ? text_print("%s %s", keyword, class->name) : memory_copy(alias);
}

void
declared_set_types(struct declarations *all)
{
	const char *extension = strrchr(file_base(all->tokens->file), '.');

	all->is_cplusplus =
	    strcmp(extension, ".c") && (strcmp(extension, ".h") || has_cplusplus(all->tokens));
	all->language = all->is_cplusplus ? "c++" : !strcmp(extension, ".c") ? "c" : NULL;
	for (struct declared *d = all->v; d < all->end; d++)
		if (d->kind == DECLARED_CLASS)
			d->type = declared_type_of(d);
}
