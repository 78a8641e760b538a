#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "input/annotated/annotated.h"
#include "input/annotated/annotated_section.h"
#include "input/annotated/declared.h"
#include "util/array.h"
#include "util/file.h"
#include "util/text.h"

#define BLACKHOLE "Blackhole"
#define BLACKHOLE_HEADER BLACKHOLE ".hpp"

static bool
has_extension(const char *path)
{
	const char *extension = strrchr(file_base(path), '.');

	return extension &&
	       text_is_one_of(extension, strlen(extension), ".c .cc .cpp .cxx .h .hpp");
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
	FREED_BY(text_free) struct text t = TEXT_EMPTY;

	if (!has_extension(path))
		return false;
	if (!file_read(path, &t))
		message_die(STATUS_USAGE, "%s: cannot be read: %s", path, strerror(errno));
	return tokens_annotated(t.s ? t.s : "", "Benchmark");
}

/* The source as compilers read it: with blanks in place of the annotations, so that each line
   stays where it is. The caller frees. */
static char *
without_annotations(const struct tokens *tokens)
{
	char *text = memory_copy(tokens->source), *end;

	for (const struct token *t = tokens->v; t->n; t++) {
		if (t->kind != TOKEN_ANNOTATION || !t->bare)
			continue;
		end = text + (token_end(t) - tokens->source);
		for (char *s = text + (t->s - tokens->source) - 1; s < end; s++)
			if (*s != '\n')
				*s = ' ';
	}
	return text;
}

/* The file that the directive at s includes by a name in quotes, or by a macro: ""; NULL: it is
   none of these. The caller frees. */
static char *
annotated_included(const char *s)
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
is_beside(const struct tokens *tokens, const char *name)
{
	OWNED char *dir = file_home(tokens->file), *path = text_print("%s/%s", dir, name);

	return !access(path, F_OK);
}

/* Whether it includes a file of its own directory, which must then exist when a saved run is
   measured again. */
static bool
needs_directory(const struct tokens *tokens)
{
	const char *s = tokens->source;
	bool needs = strstr(s, "__has_include") != NULL;

	for (; *s && !needs; s += strcspn(s, "\n"), s += *s == '\n') {
		OWNED char *name = annotated_included(s);

		needs = name && is_beside(tokens, name);
	}
	return needs;
}

/* Whether a function of a source in C++ takes a Blackhole that the source leaves to the
   harness: it has none of its own where LATH is defined, and need not include the header. */
static bool
lacks_blackhole(const struct tokens *tokens)
{
	bool uses = false;

	if (strstr(tokens->source, BLACKHOLE_HEADER))
		return false;
	for (const struct token *t = tokens->v; t->n; t++) {
		if (!token_is(t, BLACKHOLE))
			continue;
		if (t > tokens->v && t[1].n && !token_is(t + 1, ";") &&
		    token_is_one(t - 1, "class struct"))
			return false;
		uses = true;
	}
	return uses;
}

/* What the source does not say, and is the same for all its tests. */
static void
make_top(struct ini_section *top, const struct declarations *all)
{
	bool lacks = all->is_cplusplus && lacks_blackhole(all->tokens);
	bool directory =
	    needs_directory(all->tokens) || (lacks && is_beside(all->tokens, BLACKHOLE_HEADER));

	if (all->language)
		annotated_section_add(top, "language", memory_copy(all->language), 1);
	annotated_section_add(top, "cflags",
	    text_print(
	        "-DLATH -DCLAMH %s-idirafter {include}", directory ? "-iquote {dir} " : ""),
	    0);
	if (lacks)
		annotated_section_add(
		    top, "preamble", memory_copy("#include \"" BLACKHOLE_HEADER "\""), 0);
	annotated_section_add(top, "source", without_annotations(all->tokens), 1);
}

/* What counts do not depend on, each name once. */
static char *
describe_uncounted(const struct tokens *tokens)
{
	FREED_BY(words_free) struct words names = WORDS_EMPTY;
	OWNED char *list = NULL;

	for (const struct token *t = tokens->v; t->n; t++)
		if (t->kind == TOKEN_ANNOTATION && annotation_kind(t) == ANNOTATION_UNCOUNTED) {
			OWNED char *name = token_copy(t);

			words_intern(&names, name);
		}
	list = words_join(&names, ", ");
	return list ? text_print("%s: no effect on counts: %s", tokens->file, list) : NULL;
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
is_part_of_state(const struct declared *class)
{
	for (const struct declared *d = class; d < class->all->end; d++)
		if (declared_is_state(d) && declared_inherits(d, class))
			return true;
	return false;
}

/* Refuses what would have no effect, or two. */
static void
check_together(
    const struct declared *d, const struct token *token, enum annotation_kind kind, char *name)
{
	for (const struct token *other = d->first; other < token; other++)
		if (other->kind == TOKEN_ANNOTATION && token_is(other, name))
			token_refuse(token, "'@%s' is given twice before '%s'", name, d->name);
	if (kind == ANNOTATION_BENCHMARK &&
	    (declared_find(d, ANNOTATION_SETUP) || declared_find(d, ANNOTATION_TEARDOWN)))
		token_refuse(
		    token, "'%s' cannot be both a benchmark and a setup or teardown", d->name);
	if (d->kind == DECLARED_FUNCTION && declared_defines(d, NULL))
		token_refuse(token,
		    "'@%s' is before the definition of the member '%s': write it before "
		    "the declaration in the class",
		    name, d->name);
}

static void
check_annotation(const struct declared *d, const struct token *token)
{
	static const char *const names[] = {"a class", "a function", "a member"};
	enum annotation_kind kind = annotation_kind(token);
	enum declared_kind right = DECLARED_CLASS;
	OWNED char *name = token_copy(token);

	while (!is_allowed(right, kind))
		right++;
	if (!is_allowed(d->kind, kind))
		token_refuse(token, "'@%s' is for %s, and '%s' is %s", name, names[right],
		    d->name, names[d->kind]);
	if (d->is_template)
		token_refuse(token,
		    "'@%s' is before a template, '%s': write it before a function or "
		    "class that uses it",
		    name, d->name);
	check_together(d, token, kind, name);
	if (kind == ANNOTATION_PARAM && (!d->owner || !is_part_of_state(d->owner)))
		token_refuse(token, "'@Param': '%s' is not a member of a State", d->name);
}

/* Refuses an annotation that belongs to no declaration, such as one behind the parameters. */
static void
check_used(const struct declarations *all)
{
	const struct token *tokens = all->tokens->v;
	OWNED bool *used = memory_new(all->tokens->n + 1);

	for (const struct declared *d = all->v; d < all->end; d++)
		memset(used + (d->first - tokens), true,
		    (size_t)(declared_annotations_end(d) - d->first));
	for (const struct token *t = tokens; t->n; t++)
		if (t->kind == TOKEN_ANNOTATION && !used[t - tokens])
			token_refuse(t,
			    "write '@%.*s' before the function, class or member that it is for",
			    (int)t->n, t->s);
}

/* Ends the program with STATUS_USAGE and one line FILE:LINE if an annotation of the source is
   not where it has a meaning, or contradicts another. */
static void
annotated_check(const struct declarations *all)
{
	check_used(all);
	for (const struct declared *d = all->v; d < all->end; d++) {
		for (const struct token *t = d->first; t < declared_annotations_end(d); t++)
			if (t->kind == TOKEN_ANNOTATION)
				check_annotation(d, t);
		if (!*d->name || !declared_is_state(d))
			continue;
		for (const struct declared *twin = all->v; twin < d; twin++)
			if (!strcmp(twin->path, d->path) && declared_is_state(twin))
				message_at(all->tokens->file, d->line,
				    "the state '%s' is defined twice, first on line %u",
				    d->name, twin->line);
	}
}

char *
annotated_import(
    struct ini *ini, const char *path, const char *text, size_t n, const struct words *params)
{
	OWNED char *plain = memory_copy_n(text, n);
	FREED_BY(declarations_free) struct declarations declarations = {0};
	FREED_BY(tokens_free) struct tokens tokens = {0};

	if (strlen(plain) != n)
		message_at(path, 1, "a NUL byte; this is not a text file");
	/* The byte order mark would not be at the start of what is compiled. */
	if (text_begins(plain, "\xef\xbb\xbf"))
		memset(plain, ' ', 3);
	*ini = (struct ini){.file = memory_copy(path)};
	*ARRAY_ADD(ini->v, ini->n) = (struct ini_section){0};
	tokens_read(&tokens, path, plain);
	for (const struct token *t = tokens.v; t->n; t++)
		if (t->kind == TOKEN_ANNOTATION)
			annotation_check(t);
	declarations_read(&declarations, &tokens);
	declared_set_types(&declarations);
	annotated_check(&declarations);
	make_top(&ini->v[0], &declarations);
	for (struct declared *d = declarations.v; d < declarations.end; d++)
		if (declared_is(d, ANNOTATION_BENCHMARK))
			annotated_section_make(ARRAY_ADD(ini->v, ini->n), d, params);
	if (ini->n == 1 && strstr(plain, "BENCHMARK("))
		message_at(path, 1,
		    "is a source for Google Benchmark: cgbench-from(7) shows what it is as a benchfile");
	if (ini->n == 1)
		message_at(path, 1,
		    "contains no benchmark: write @Benchmark or //@@Benchmark before a function");
	return describe_uncounted(&tokens);
}
