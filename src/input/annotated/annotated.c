#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "input/annotated/annotated.h"
#include "input/annotated/annotated_test.h"
#include "util/array.h"
#include "util/file.h"
#include "util/text.h"

#define BLACKHOLE "Blackhole"
#define BLACKHOLE_HEADER BLACKHOLE ".hpp"

static bool
has_extension(const char *path)
{
	static const char *const extensions[] = {
	    ".c", ".cc", ".cpp", ".cxx", ".h", ".hpp", NULL};
	const char *extension = strrchr(file_base(path), '.');

	return extension && words_include(extensions, extension);
}

/* Whether a line of the text begins as a test of a benchfile, and not as an attribute. */
static bool
has_section(const char *text)
{
	while (text && (text[0] != '[' || text[1] == '[')) {
		text = strchr(text, '\n');
		text += text != NULL;
	}
	return text != NULL;
}

bool
annotated_is(const char *path, const char *text)
{
	return has_extension(path) &&
	       (tokens_annotated(text, "Benchmark") || !has_section(text));
}

bool
annotated_is_marked(const char *path)
{
	struct text t = TEXT_EMPTY;
	bool is_marked;

	if (!has_extension(path))
		return false;
	if (!file_read(path, &t))
		message_die(STATUS_USAGE, "%s: cannot be read: %s", path, strerror(errno));
	is_marked = tokens_annotated(t.s ? t.s : "", "Benchmark");
	text_free(&t);
	return is_marked;
}

/* The source as compilers read it: with blanks in place of the annotations, so that each line
   stays where it is. The caller frees. */
static char *
without_annotations(const struct annotated_source *source)
{
	char *text = memory_copy(source->tokens.source);
	size_t i, from, to;

	for (i = 0; i < source->tokens.n; i++) {
		const struct token *token = &source->tokens.v[i];

		if (token->kind != TOKEN_ANNOTATION || !token->bare)
			continue;
		from = (size_t)(token->s - source->tokens.source) - 1;
		to = (size_t)(token_end(token) - source->tokens.source);
		for (; from < to; from++)
			if (text[from] != '\n')
				text[from] = ' ';
	}
	return text;
}

/* The file that the directive at s includes by a name in quotes, or by a macro: ""; NULL: it is
   none of these. The caller frees. */
static char *
included(const char *s)
{
	s += strspn(s, " \t");
	if (*s++ != '#')
		return NULL;
	s += strspn(s, " \t");
	if (!text_begins(s, "include"))
		return NULL;
	s += strlen("include");
	s += strspn(s, " \t");
	if (*s == '"')
		return memory_copy_n(s + 1, strcspn(s + 1, "\"\n"));
	return *s == '<' ? NULL : memory_copy("");
}

/* Whether the file is in the directory of the source; "" is. */
static bool
is_beside(const struct annotated_source *source, const char *name)
{
	char *dir = file_home(source->tokens.file), *path = text_print("%s/%s", dir, name);
	bool is = !access(path, F_OK);

	free(path);
	free(dir);
	return is;
}

/* Whether it includes a file of its own directory, which must then exist when a saved run is
   measured again. */
static bool
needs_directory(const struct annotated_source *source)
{
	const char *s = source->tokens.source;
	bool needs = strstr(s, "__has_include") != NULL;

	for (; *s && !needs; s += strcspn(s, "\n"), s += *s == '\n') {
		char *name = included(s);

		needs = name && is_beside(source, name);
		free(name);
	}
	return needs;
}

/* Whether it has a Blackhole of its own where LATH is defined. */
static bool
defines_blackhole(const struct annotated_source *source)
{
	const struct token *tokens = source->tokens.v;
	size_t i;

	for (i = 2; i < source->tokens.n; i++)
		if (token_is(&tokens[i - 1], BLACKHOLE) && !token_is(&tokens[i], ";") &&
		    (token_is(&tokens[i - 2], "class") || token_is(&tokens[i - 2], "struct")))
			return true;
	return false;
}

/* Whether a function takes a Blackhole that the source leaves to the harness: where LATH is
   defined, its header need not be included. */
static bool
lacks_blackhole(const struct annotated_source *source)
{
	size_t i;

	if (!source->language || strcmp(source->language, "c++") != 0 ||
	    strstr(source->tokens.source, BLACKHOLE_HEADER) || defines_blackhole(source))
		return false;
	for (i = 0; i < source->tokens.n; i++)
		if (token_is(&source->tokens.v[i], BLACKHOLE))
			return true;
	return false;
}

/* What the source does not say, and is the same for all its tests. */
static void
make_top(struct ini *ini, const struct annotated_source *source)
{
	struct ini_section *top = &ini->v[0];
	bool lacks = lacks_blackhole(source);
	bool directory =
	    needs_directory(source) || (lacks && is_beside(source, BLACKHOLE_HEADER));

	if (source->language)
		annotated_test_add(top, "language", memory_copy(source->language), 1);
	annotated_test_add(top, "cflags",
	    text_print(
	        "-DLATH -DCLAMH %s-idirafter {include}", directory ? "-iquote {dir} " : ""),
	    0);
	if (lacks)
		annotated_test_add(
		    top, "preamble", memory_copy("#include \"" BLACKHOLE_HEADER "\""), 0);
	annotated_test_add(top, "source", without_annotations(source), 1);
}

static void
make_tests(struct ini *ini, const struct annotated_source *source, const struct words *params)
{
	size_t i;

	for (i = 0; i < source->declarations.n; i++) {
		const struct declared *declared = &source->declarations.v[i];

		if (!annotated_source_is(source, declared, ANNOTATION_BENCHMARK))
			continue;
		annotated_test_make(ARRAY_ADD(ini->v, ini->n), source, declared, params);
	}
	if (ini->n == 1)
		message_at(ini->file, 1,
		    "contains no benchmark: write @Benchmark or //@@Benchmark before a function");
}

/* What counts do not depend on, each name once. */
static char *
describe_uncounted(const struct annotated_source *source)
{
	struct words names = WORDS_EMPTY;
	char *list, *remark = NULL;
	size_t i;

	for (i = 0; i < source->tokens.n; i++) {
		const struct token *token = &source->tokens.v[i];

		if (token->kind == TOKEN_ANNOTATION &&
		    annotation_kind(token) == ANNOTATION_UNCOUNTED) {
			char *name = token_copy(token);

			words_intern(&names, name);
			free(name);
		}
	}
	list = words_join(&names, ", ");
	if (list)
		remark = text_print("%s: no effect on counts: %s", source->tokens.file, list);
	free(list);
	words_free(&names);
	return remark;
}

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

/* Ends the program with STATUS_USAGE and one line FILE:LINE if an annotation of the source is
   not where it has a meaning, or contradicts another. */
static void
check(const struct annotated_source *source)
{
	const struct declarations *d = &source->declarations;
	size_t i, k;

	check_used(source);
	for (k = 0; k < d->n; k++) {
		for (i = d->v[k].first; d->v[k].kinds && i < declared_annotations_end(&d->v[k]);
		     i++)
			if (at(source, i)->kind == TOKEN_ANNOTATION)
				check_annotation(source, &d->v[k], at(source, i));
		if (d->v[k].kind == DECLARED_CLASS && annotated_source_is_state(source, k))
			check_twins(source, k);
	}
}

char *
annotated_import(
    struct ini *ini, const char *path, const char *text, size_t n, const struct words *params)
{
	struct annotated_source source;
	char *plain = memory_copy_n(text, n), *remark;

	if (strlen(plain) != n)
		message_at(path, 1, "a NUL byte; this is not a text file");
	/* The byte order mark would not be at the start of what is compiled. */
	if (text_begins(plain, "\xef\xbb\xbf"))
		memset(plain, ' ', 3);
	*ini = (struct ini){.file = memory_copy(path)};
	*ARRAY_ADD(ini->v, ini->n) = (struct ini_section){0};
	annotated_source_read(&source, path, plain);
	check(&source);
	make_top(ini, &source);
	make_tests(ini, &source, params);
	remark = describe_uncounted(&source);
	annotated_source_free(&source);
	free(plain);
	return remark;
}
