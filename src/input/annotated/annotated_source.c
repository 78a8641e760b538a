#include <stdlib.h>
#include <string.h>

#include "input/annotated/annotated_source.h"
#include "util/array.h"
#include "util/file.h"
#include "util/text.h"

static const struct token *
at(const struct annotated_source *source, size_t i)
{
	return &source->tokens.v[i < source->tokens.n ? i : source->tokens.n];
}

const struct token *
annotated_source_find(const struct annotated_source *source, const struct declared *declared,
    enum annotation_kind kind)
{
	size_t i = declared->first;

	if (!(declared->kinds & 1U << kind))
		return NULL;
	while (
	    at(source, i)->kind != TOKEN_ANNOTATION || annotation_kind(at(source, i)) != kind)
		i++;
	return at(source, i);
}

bool
annotated_source_is(const struct annotated_source *source, const struct declared *declared,
    enum annotation_kind kind)
{
	return declared->kind == DECLARED_FUNCTION &&
	       annotated_source_find(source, declared, kind);
}

static bool
has_benchmarks(const struct annotated_source *source, size_t class)
{
	size_t i;

	for (i = 0; i < source->declarations.n; i++)
		if (source->declarations.v[i].owner == class &&
		    annotated_source_is(
		        source, &source->declarations.v[i], ANNOTATION_BENCHMARK))
			return true;
	return false;
}

bool
annotated_source_is_state(const struct annotated_source *source, size_t class)
{
	return annotated_source_find(
	           source, &source->declarations.v[class], ANNOTATION_STATE) ||
	       has_benchmarks(source, class);
}

static bool
is_alias(const struct declared *class, const char *path)
{
	char *alias = text_print("%s%s%s", class->scope, *class->scope ? "::" : "",
	    class->alias ? class->alias : "");
	bool is = class->alias && !strcmp(alias, path);

	free(alias);
	return is;
}

static size_t
find_class(const struct annotated_source *source, const char *path)
{
	size_t i;

	for (i = 0; i < source->declarations.n; i++) {
		const struct declared *class = &source->declarations.v[i];

		if (class->kind == DECLARED_CLASS &&
		    (!strcmp(class->path, path) || is_alias(class, path)))
			return i;
	}
	return DECLARED_NONE;
}

/* The only class whose path ends with the type: it may be known by a using directive. */
static size_t
find_elsewhere(const struct annotated_source *source, const char *type)
{
	size_t i, found = DECLARED_NONE;
	char *end = text_print("::%s", type);

	for (i = 0; i < source->declarations.n; i++) {
		if (source->declarations.v[i].kind != DECLARED_CLASS ||
		    !text_ends(source->declarations.v[i].path, end))
			continue;
		if (found != DECLARED_NONE)
			break;
		found = i;
	}
	free(end);
	return i < source->declarations.n ? DECLARED_NONE : found;
}

/* The class that a type means in a scope, or DECLARED_NONE. */
static size_t
resolve(const struct annotated_source *source, const char *scope, const char *type)
{
	size_t n = strlen(scope), class;
	char *path;

	if (text_begins(type, "::"))
		return find_class(source, type + 2);
	for (;;) {
		path = text_print("%.*s%s%s", (int)n, scope, n ? "::" : "", type);
		class = find_class(source, path);
		free(path);
		if (class != DECLARED_NONE)
			return class;
		if (!n)
			return find_elsewhere(source, type);
		while (n && scope[n - 1] != ':')
			n--;
		n -= n ? 2 : 0;
	}
}

/* The name that may be qualified, "a::b" or "::a::b", from *i on, which moves past it. The
   caller frees. */
static char *
read_path(const struct annotated_source *source, size_t *i, size_t end)
{
	struct text t = TEXT_EMPTY;

	if (*i < end && token_is(at(source, *i), "::")) {
		text_add(&t, "::");
		++*i;
	}
	while (*i < end && at(source, *i)->kind == TOKEN_WORD) {
		text_add_n(&t, at(source, *i)->s, at(source, *i)->n);
		++*i;
		if (*i == end || !token_is(at(source, *i), "::"))
			break;
		text_add(&t, "::");
		++*i;
	}
	return text_take(&t);
}

bool
annotated_source_inherits(const struct annotated_source *source, size_t class, size_t other)
{
	static const char *const words[] = {"public", "protected", "private", "virtual", NULL};
	const struct declared *declared = &source->declarations.v[class];
	size_t i = declared->first, base;
	char *type;

	if (class == other)
		return true;
	while (i < declared->open && !token_is(at(source, i), ":"))
		i++;
	while (i < declared->open) {
		if (token_is(at(source, i), "<")) {
			i = declarations_skip_angles(&source->tokens, i, declared->open);
			continue;
		}
		if (at(source, i)->kind != TOKEN_WORD || token_is_one(at(source, i), words)) {
			i++;
			continue;
		}
		type = read_path(source, &i, declared->open);
		base = resolve(source, declared->scope, type);
		free(type);
		if (base != DECLARED_NONE && base < class &&
		    annotated_source_inherits(source, base, other))
			return true;
	}
	return false;
}

static bool
is_cplusplus_source(const struct annotated_source *source)
{
	return source->language && !strcmp(source->language, "c++");
}

/* Whether a type is a Blackhole, in whatever namespace. */
static bool
is_blackhole(const char *type)
{
	return !strcmp(type, "Blackhole") || text_ends(type, ":Blackhole");
}

static void
refuse_parameter(const struct annotated_source *source, const struct declared *function,
    size_t first, size_t end)
{
	const char *s = at(source, first)->s;
	char *text = memory_copy_n(s, (size_t)(token_end(at(source, end - 1)) - s));

	token_refuse(at(source, first),
	    "'%s': the parameter '%s' is neither a State nor a Blackhole", function->name,
	    text);
}

/* What the type of a parameter means. class: what it names in the source, or DECLARED_NONE. */
static void
take_type(const struct annotated_source *source, const struct declared *function,
    struct annotated_parameter *parameter, size_t class, size_t first, size_t end)
{
	if (!is_blackhole(parameter->type)) {
		if (class == DECLARED_NONE || !annotated_source_is_state(source, class))
			refuse_parameter(source, function, first, end);
		parameter->state = class;
		return;
	}
	if (!is_cplusplus_source(source))
		token_refuse(at(source, first),
		    "'%s': a Blackhole is for C++; use BLACK_BOX of cgbench.h in C",
		    function->name);
	if (class != DECLARED_NONE) {
		free(parameter->type);
		parameter->type = memory_copy(source->declarations.v[class].type);
	}
}

/* What follows the type of a parameter, from the token at i on. */
static void
take_declarator(const struct annotated_source *source, const struct declared *function,
    struct annotated_parameter *parameter, size_t i, size_t first, size_t end)
{
	parameter->is_const |= i < end && token_is(at(source, i), "const");
	for (; i < end; i++) {
		const struct token *token = at(source, i);
		bool is_pointer = token_is(token, "*");

		if ((parameter->is_pointer && is_pointer) || strchr("[(<=", *token->s))
			refuse_parameter(source, function, first, end);
		parameter->is_pointer |= is_pointer;
	}
}

/* Adds the parameter that is those tokens. */
static void
add_parameter(const struct annotated_source *source, const struct declared *function,
    struct annotated_parameters *parameters, size_t first, size_t end)
{
	static const char *const skipped[] = {
	    "const", "volatile", "struct", "class", "union", "restrict", NULL};
	struct annotated_parameter parameter = {.state = DECLARED_NONE};
	size_t i = first, class;

	for (; i < end && token_is_one(at(source, i), skipped); i++)
		parameter.is_const |= token_is(at(source, i), "const");
	parameter.type = read_path(source, &i, end);
	class = resolve(source, function->path, parameter.type);
	take_type(source, function, &parameter, class, first, end);
	take_declarator(source, function, &parameter, i, first, end);
	*ARRAY_ADD(parameters->v, parameters->n) = parameter;
}

static void
read_parameters(const struct annotated_source *source, const struct declared *function,
    struct annotated_parameters *parameters)
{
	size_t end = declarations_skip(&source->tokens, function->open) - 1;
	size_t first = function->open + 1, i, angles = 0;

	if (first == end || (first + 1 == end && token_is(at(source, first), "void")))
		return;
	for (i = first; i <= end; i = i < end ? declarations_skip(&source->tokens, i) : i + 1) {
		angles += token_is(at(source, i), "<");
		angles -= angles && token_is(at(source, i), ">");
		if (i < end && (angles || !token_is(at(source, i), ",")))
			continue;
		add_parameter(source, function, parameters, first, i);
		first = i + 1;
	}
}

const struct annotated_parameters *
annotated_source_parameters(
    const struct annotated_source *source, const struct declared *function)
{
	struct annotated_parameters **found =
	    &source->parameters[function - source->declarations.v];

	if (!*found) {
		*found = memory_new(sizeof **found);
		read_parameters(source, function, *found);
	}
	return *found;
}

static void
free_parameters(struct annotated_parameters *parameters)
{
	size_t i;

	for (i = 0; parameters && i < parameters->n; i++)
		free(parameters->v[i].type);
	if (parameters)
		free(parameters->v);
	free(parameters);
}

/* Whether the type that begins at i, before the token at end, is "void" and no pointer. */
static bool
is_void(const struct annotated_source *source, size_t i, size_t end)
{
	bool is_void = false;

	for (; i < end; i = declarations_skip(&source->tokens, i)) {
		if (token_is(at(source, i), "<"))
			i = declarations_skip_angles(&source->tokens, i, end) - 1;
		is_void |= token_is(at(source, i), "void");
		if (token_is(at(source, i), "*") || token_is(at(source, i), "&"))
			return false;
	}
	return is_void;
}

/* The token of the body, or of what else follows the result's type. */
static size_t
find_body(const struct annotated_source *source, const struct declared *function, size_t i)
{
	while (i < function->end && !token_is(at(source, i), "{") &&
	       !token_is(at(source, i), ";") && !token_is(at(source, i), "="))
		i = declarations_skip(&source->tokens, i);
	return i;
}

bool
annotated_source_returns(const struct annotated_source *source, const struct declared *function)
{
	size_t close = declarations_skip(&source->tokens, function->open), i;
	size_t body = find_body(source, function, close);

	for (i = close; i < body; i = declarations_skip(&source->tokens, i))
		if (token_is(at(source, i), "->"))
			return !is_void(source, i + 1, body);
	return !is_void(source, function->first, function->open - 1);
}

bool
annotated_source_is_const(
    const struct annotated_source *source, const struct declared *function)
{
	size_t i = declarations_skip(&source->tokens, function->open);
	size_t body = find_body(source, function, i);

	while (i < body && !token_is(at(source, i), "->") && !token_is(at(source, i), "const"))
		i = declarations_skip(&source->tokens, i);
	return i < body && token_is(at(source, i), "const");
}

bool
annotated_source_defines(
    const struct annotated_source *source, const struct declared *definition, size_t class)
{
	size_t i, n;
	char *type;

	for (n = strlen(definition->name); n > 1 && strncmp(definition->name + n - 2, "::", 2);)
		n--;
	if (n < 2)
		return false;
	type = memory_copy_n(definition->name, n - 2);
	i = resolve(source, definition->scope, type);
	free(type);
	return i != DECLARED_NONE &&
	       (class == DECLARED_NONE || annotated_source_inherits(source, class, i));
}

/* "struct" or "union" */
static const char *
keyword(const struct annotated_source *source, const struct declared *class)
{
	size_t i;

	for (i = class->first; i < class->open; i++)
		if (token_is(at(source, i), "union"))
			return "union";
	return "struct";
}

static char *
type_of(const struct annotated_source *source, const struct declared *class)
{
	const char *alias = class->alias ? class->alias : "";

	if (is_cplusplus_source(source))
		return text_print("::%s", *class->name ? class->path : alias);
	if (*class->name)
		return text_print("%s %s", keyword(source, class), class->name);
	return memory_copy(alias);
}

static void
find_kinds(struct annotated_source *source)
{
	const struct declarations *d = &source->declarations;
	size_t i, k;

	for (k = 0; k < d->n; k++) {
		if (d->v[k].kind == DECLARED_CLASS)
			d->v[k].type = type_of(source, &d->v[k]);
		for (i = d->v[k].first; i < declared_annotations_end(&d->v[k]); i++)
			if (at(source, i)->kind == TOKEN_ANNOTATION)
				d->v[k].kinds |= 1U << annotation_kind(at(source, i));
	}
}

/* Whether something in a header is C++ and not C. */
static bool
is_cplusplus(const struct tokens *tokens)
{
	static const char *const words[] = {
	    "class", "namespace", "template", "using", "public", "private", "::", NULL};
	size_t i;

	for (i = 0; i < tokens->n; i++)
		if (token_is_one(&tokens->v[i], words) ||
		    (i && i + 2 < tokens->n && token_is(&tokens->v[i], "&") &&
		        tokens->v[i - 1].kind == TOKEN_WORD &&
		        tokens->v[i + 1].kind == TOKEN_WORD && tokens->v[i + 2].n == 1 &&
		        strchr("),", *tokens->v[i + 2].s)))
			return true;
	return false;
}

static const char *
find_language(const struct tokens *tokens)
{
	const char *extension = strrchr(file_base(tokens->file), '.');

	if (!strcmp(extension, ".c"))
		return "c";
	return !strcmp(extension, ".h") && !is_cplusplus(tokens) ? NULL : "c++";
}

void
annotated_source_read(struct annotated_source *source, const char *path, const char *text)
{
	size_t i;

	*source = (struct annotated_source){0};
	tokens_read(&source->tokens, path, text);
	for (i = 0; i < source->tokens.n; i++)
		if (at(source, i)->kind == TOKEN_ANNOTATION)
			annotation_check(at(source, i));
	declarations_read(&source->declarations, &source->tokens);
	source->language = find_language(&source->tokens);
	source->parameters =
	    memory_new((source->declarations.n + 1) * sizeof *source->parameters);
	find_kinds(source);
}

void
annotated_source_free(struct annotated_source *source)
{
	size_t i;

	for (i = 0; i < source->declarations.n; i++)
		free_parameters(source->parameters[i]);
	free(source->parameters);
	declarations_free(&source->declarations);
	tokens_free(&source->tokens);
}
