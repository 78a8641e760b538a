#include <stdlib.h>
#include <string.h>

#include "input/annotated/annotated_check.h"
#include "util/memory.h"

static const struct token *
at(const struct annotated_source *source, size_t i)
{
	return &source->tokens.v[i];
}

static bool
is_allowed(enum declared_kind declared, enum annotation_kind kind)
{
	switch (kind) {
	case ANNOTATION_STATE:
		return declared == DECLARED_CLASS;
	case ANNOTATION_PARAM:
		return declared == DECLARED_MEMBER;
	case ANNOTATION_UNCOUNTED:
		return declared != DECLARED_MEMBER;
	default:
		return declared == DECLARED_FUNCTION;
	}
}

/* Whether the class is a State or one inherits from it. */
static bool
is_part_of_state(const struct annotated_source *source, size_t class)
{
	size_t i;

	for (i = class; i < source->declarations.n; i++)
		if (source->declarations.v[i].kind == DECLARED_CLASS &&
		    annotated_source_is_state(source, i) &&
		    annotated_source_inherits(source, i, class))
			return true;
	return false;
}

/* Refuses what would have no effect, or two. */
static void
check_together(const struct annotated_source *source, const struct declared *declared,
    const struct token *token)
{
	const struct token *other = &source->tokens.v[declared->first];
	enum annotation_kind kind = annotation_kind(token);
	char *name = token_copy(token);

	for (; other < token; other++)
		if (other->kind == TOKEN_ANNOTATION && token_is(other, name))
			token_refuse(
			    token, "'@%s' is given twice before '%s'", name, declared->name);
	if (kind == ANNOTATION_BENCHMARK &&
	    (annotated_source_find(source, declared, ANNOTATION_SETUP) ||
	        annotated_source_find(source, declared, ANNOTATION_TEARDOWN)))
		token_refuse(token, "'%s' cannot be both a benchmark and a setup or teardown",
		    declared->name);
	if (declared->kind == DECLARED_FUNCTION &&
	    annotated_source_defines(source, declared, DECLARED_NONE))
		token_refuse(token,
		    "'@%s' is before the definition of the member '%s': write it before "
		    "the declaration in the class",
		    name, declared->name);
	free(name);
}

static void
check_param(const struct annotated_source *source, const struct declared *declared,
    const struct token *token)
{
	size_t i;

	if (declared->owner == DECLARED_NONE || !is_part_of_state(source, declared->owner))
		token_refuse(
		    token, "'@Param': '%s' is not a member of a State", declared->name);
	for (i = declared->first; i < declared->end && !token_is(at(source, i), "="); i++)
		if (token_is(at(source, i), "static"))
			token_refuse(token,
			    "'@Param': '%s' is static, and no part of a State's object",
			    declared->name);
}

static void
check_annotation(const struct annotated_source *source, const struct declared *declared,
    const struct token *token)
{
	static const char *const names[] = {"a class", "a function", "a member"};
	enum annotation_kind kind = annotation_kind(token);
	char *name = token_copy(token);
	enum declared_kind right = DECLARED_CLASS;

	while (!is_allowed(right, kind))
		right++;
	if (!is_allowed(declared->kind, kind))
		token_refuse(token, "'@%s' is for %s, and '%s' is %s", name, names[right],
		    declared->name, names[declared->kind]);
	if (declared->is_template)
		token_refuse(token,
		    "'@%s' is before a template, '%s': write it before a function or "
		    "class that uses it",
		    name, declared->name);
	free(name);
	check_together(source, declared, token);
	if (kind == ANNOTATION_PARAM)
		check_param(source, declared, token);
}

/* Refuses an annotation that belongs to no declaration, such as one behind the parameters. */
static void
check_used(const struct annotated_source *source)
{
	const struct declarations *d = &source->declarations;
	bool *used = memory_new(source->tokens.n + 1);
	size_t i;

	for (i = 0; i < d->n; i++)
		memset(used + d->v[i].first, true,
		    declared_annotations_end(&d->v[i]) - d->v[i].first);
	for (i = 0; i < source->tokens.n; i++)
		if (at(source, i)->kind == TOKEN_ANNOTATION && !used[i])
			token_refuse(at(source, i),
			    "write '@%.*s' before the function, class or member that it is for",
			    (int)at(source, i)->n, at(source, i)->s);
	free(used);
}

static void
check_twins(const struct annotated_source *source, size_t class)
{
	const struct declared *v = source->declarations.v;
	size_t i;

	for (i = 0; i < class; i++)
		if (v[i].kind == DECLARED_CLASS && *v[i].name &&
		    annotated_source_is_state(source, i) && !strcmp(v[i].name, v[class].name) &&
		    !strcmp(v[i].scope, v[class].scope))
			message_at(source->tokens.file, v[class].line,
			    "the state '%s' is defined twice, first on line %u", v[class].name,
			    v[i].line);
}

void
annotated_check(const struct annotated_source *source)
{
	const struct declarations *d = &source->declarations;
	size_t i, k;

	check_used(source);
	for (k = 0; k < d->n; k++) {
		for (i = d->v[k].first;
		     source->kinds[k] && i < declared_annotations_end(&d->v[k]); i++)
			if (at(source, i)->kind == TOKEN_ANNOTATION)
				check_annotation(source, &d->v[k], at(source, i));
		if (d->v[k].kind == DECLARED_CLASS && annotated_source_is_state(source, k))
			check_twins(source, k);
	}
}
