#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "measure/compile/build.h"
#include "measure/compile/snippet.h"
#include "measure/compile/source.h"
#include "measure/compile/tokens.h"
#include "measure/run.h"
#include "process/jobs.h"
#include "util/array.h"
#include "util/file.h"

/* A compiler may take this long, in seconds. A preamble of more bytes is not shown with
   the function. */
enum { TIMEOUT = 60, LONG = 2000 };

bool
snippet_compile(const struct target *target, const struct test *test, const char *option,
    const char *source, struct text *made)
{
	struct jobs *jobs = jobs_new(1);
	const char *workdir = run_make_workdir(), *dir = workdir ? workdir : "";
	OWNED char *path = text_print("%s/test%s", dir, target->language->extension);
	OWNED char *to = text_print("%s/made", dir);
	const struct building building = {
	    .target = target, .test = test, .source = path, .to = to, .tmp = dir};
	struct command command = {.timeout = TIMEOUT};
	struct outcome outcome;
	bool done = false;

	build_make(&command, &target->language->standalone, &building);
	words_add(&command.argv, option);
	if (!workdir || !file_write(path, source, strlen(source))) {
		command_free(&command);
	} else if (jobs_run(jobs, &command, &outcome)) {
		done = outcome_made(&outcome, to) && file_read(to, made);
		outcome_free(&outcome);
	}
	run_remove_workdir();
	/* Only now may a signal end the program. */
	jobs_free(jobs);
	return done;
}

/* Returns the text between two places. */
static char *
between(const char *from, const char *to)
{
	return memory_copy_n(from, (size_t)(to - from));
}

/* The type of a number, such as "unsigned" of "77u". */
static char *
type_of_number(const struct token *token)
{
	static const char *const types[2][2] = {{"int", "unsigned"}, {"long", "unsigned long"}};
	OWNED char *s = token_copy(token);
	char *rest;
	bool hex = text_begins(s, "0x") || text_begins(s, "0X");
	unsigned long value = strtoul(s, &rest, 0);
	bool is_long = strspn(rest, "lLuU") == strlen(rest) && strpbrk(rest, "lL");
	bool is_unsigned = strpbrk(rest, "uU") != NULL;

	if (!hex && strpbrk(s, ".eE") && !strpbrk(s, "lL"))
		return memory_copy(strpbrk(s, "fF") ? "float" : "double");
	if (strspn(rest, "lLuU") < strlen(rest) || strlen(rest) > 2 || strstr(rest, "ll") ||
	    strstr(rest, "LL") || value > (is_long ? LONG_MAX : INT_MAX))
		return text_print("__typeof__(%s)", s);
	return memory_copy(types[is_long][is_unsigned]);
}

/* The type of a literal, which may have a sign or be cast, or NULL: there is something else. */
static char *
snippet_type_of(const struct token *token, const struct token *end)
{
	const struct token *close = token_behind(token, end) - 1;
	bool sign = token + 2 == end && token_is(token, "-");
	char *type;

	if (token_is(token, "(") && close + 1 < end) {
		for (const struct token *t = token + 1; t < close; t++)
			if (t->kind != TOKEN_WORD && !token_is(t, "*"))
				return NULL;
		type = snippet_type_of(close + 1, end);
		if (!type)
			return NULL;
		free(type);
		return between(token[1].s, close->s);
	}
	token += sign;
	if (token + 1 != end)
		return NULL;
	if (token->kind == TOKEN_TEXT && *token->s == '"')
		return memory_copy("const char *");
	return token->kind == TOKEN_WORD && isdigit((unsigned char)*token->s)
	           ? type_of_number(token)
	           : NULL;
}

/* A function while it is made. */
struct function {
	const struct token *end; /* of the code */
	const char *preamble;
	struct text params, body;
	struct text unboxed; /* the body with the literals */
	/* The declared parameters, and what stands for them in unboxed. */
	struct words names, values;
	char *type;      /* of all parameters; NULL: it is not known, or they differ */
	char name;       /* of the last parameter that has no name of its own */
	bool arithmetic; /* only of numbers of that type, and of int */
};

/* Adds a parameter, whose type it owns. */
static void
snippet_take_param(struct function *f, char *type, const char *name)
{
	text_addf(&f->params, "%s%s%s%s", f->params.n ? ", " : "", type,
	    text_ends(type, "*") ? "" : " ", name);
	f->arithmetic &= text_is_one_of(type, strlen(type), "int unsigned long float double") ||
	                 !strcmp(type, "unsigned long");
	f->arithmetic &= !f->type || !strcmp(f->type, type);
	free(f->type);
	f->type = type;
}

/* Takes the boxed literal whose bracket opens at the token for a parameter. Returns false if it
   is something else. */
static bool
snippet_add_param(struct function *f, const struct token *open)
{
	const struct token *close = token_behind(open, f->end) - 1;
	char *type = snippet_type_of(open + 1, close), name[] = {0, 0}, *value;

	do
		*name = ++f->name;
	while (words_find(&f->names, name) < f->names.n);
	if (!type || *name > 'z') {
		free(type);
		return false;
	}
	value = close == open + 2 ? token_copy(open + 1) : between(open->s, token_end(close));
	text_add(&f->body, name);
	text_add(&f->unboxed, value);
	free(value);
	snippet_take_param(f, type, name);
	return true;
}

/* Takes a declaration such as "int a = BLACK_BOX(5), b = BLACK_BOX(7);" for parameters. Returns
   the token behind it, or NULL if it is another statement. */
static const struct token *
read_declaration(struct function *f, const struct token *token)
{
	const struct token *name = token;
	OWNED char *type = NULL;

	while (name < f->end && !token_is(name + 1, "="))
		if (name->kind != TOKEN_WORD && !token_is(name, "*"))
			return NULL;
		else
			name++;
	if (name == token || token_is_one(token, "auto static"))
		return NULL;
	type = between(token->s, token_end(name - 1));
	while (name->kind == TOKEN_WORD && token_is(name + 1, "=") &&
	       token_is(name + 2, "BLACK_BOX") && token_is(name + 3, "(")) {
		const struct token *behind = token_behind(name + 3, f->end);
		OWNED char *literal = snippet_type_of(name + 4, behind - 1);
		OWNED char *value = between(name[3].s, token_end(behind - 1));

		if (!literal)
			return NULL;
		words_take(&f->names, token_copy(name));
		words_take(&f->values, text_print("((%s)%s)", type, value));
		snippet_take_param(f, memory_copy(type), f->names.v[f->names.n - 1]);
		if (!token_is(behind, ","))
			return token_is(behind, ";") ? behind + 1 : NULL;
		name = behind + 1;
	}
	return NULL;
}

/* Returns true for an int, or an operator whose result has the type of its operands, which is
   int with some. */
static bool
is_arithmetic(const struct token *token, bool ints)
{
	OWNED char *type = snippet_type_of(token, token + 1);
	bool is_int = type && !strcmp(type, "int");

	return is_int || token_is_one(token, "( ) + - / % ^ ~") || token_is(token, "*") ||
	       (ints && token_is_one(token, "? : ! = < > & |")) ||
	       (token_is_one(token, "& |") && !token_is_one(token + 1, "& |"));
}

/* Reads the boxed expression of the code, which begins at the token. */
static bool
read_expression(struct function *f, const struct token *token)
{
	const char *from = token->s;

	for (; token < f->end; token++) {
		bool box = token_is(token, "BLACK_BOX") && token_is(token + 1, "(");
		OWNED char *word = token_copy(token), *before = NULL;
		size_t at = words_find(&f->names, word);
		bool declared = token->kind == TOKEN_WORD && at < f->names.n;

		before = between(from, box || declared ? token->s : token_end(token));
		text_add(&f->body, before);
		text_add(&f->unboxed, before);
		if (declared) {
			text_add(&f->body, word);
			text_add(&f->unboxed, f->values.v[at]);
		} else if (box ? !snippet_add_param(f, token + 1)
		               : token->kind == TOKEN_WORD && token->n == 1 &&
		                     isalpha((unsigned char)*word) &&
		                     !text_has_name(f->preamble, token->s, 1)) {
			/* A name of one letter may be a parameter's. */
			return false;
		}
		f->arithmetic &=
		    box || declared || is_arithmetic(token, f->type && !strcmp(f->type, "int"));
		token = box ? token_behind(token + 1, f->end) - 1 : token;
		from = token_end(token);
	}
	return true;
}

/* Returns true if a preamble cannot be shown with the function: it is long, or includes a file
   that is not the system's. */
static bool
is_unshown(const char *preamble)
{
	return strlen(preamble) > LONG || strstr(preamble, "include \"");
}

/* Returns true if the target sees another part of the test that the code may depend on. */
static bool
has_more(const struct target *target, const struct test *test)
{
	ARRAY_EACH(const struct part, part, test->parts, test->part_count) {
		enum part_kind kind = part->kind;

		if (kind == PART_PREAMBLE
		        ? is_unshown(part->text)
		        : kind != PART_CODE && kind != PART_CFLAGS && kind != PART_LDFLAGS &&
		              (!part_has_trait(kind, PART_UNMEASURED) || kind == PART_SOURCE) &&
		              test_sees(test, part, target->language->name, target->plain))
			return true;
	}
	return false;
}

/* Returns true if the expression, which begins at the token, only calls a function of the
   preamble that has code of its own. */
static bool
snippet_is_call(const struct function *f, const struct token *token)
{
	const char *preamble = f->preamble;

	return token->kind == TOKEN_WORD && token_is(token + 1, "(") &&
	       token_behind(token + 1, f->end) == f->end &&
	       text_has_name(preamble, token->s, token->n) && !strstr(preamble, "static") &&
	       !strstr(preamble, "inline") && !strstr(preamble, "template");
}

/* The function of an annotated source, which has the name of the test. An inline one of a class
   is only compiled if something takes its address. */
static char *
snippet_of_annotated(const struct test *test, const char *source, char **name)
{
	OWNED char *whole = memory_copy_n(test->name, strcspn(test->name, "/"));
	const char *scope = strrchr(whole, ':');
	OWNED char *call = text_print(".%s(", scope ? scope + 1 : whole);

	*name = memory_copy_n(call + 1, strlen(call) - 2);
	return !strstr(test_code(test)->text, call)
	           ? memory_copy("")
	           : text_print(
	                 "auto %s = &%s;", text_has_name(source, "f", 1) ? "g" : "f", whole);
}

char *
snippet_function(const struct target *target, const struct test *test, char **name)
{
	const struct part *source = test_top(test, PART_SOURCE);
	struct function f = {.preamble = part_text(target_part(target, test, PART_PREAMBLE)),
	    .name = 'a' - 1,
	    .arithmetic = true};
	FREED_BY(tokens_free) struct tokens tokens = {0};
	const struct token *token;
	char *function = NULL;
	bool boxed;

	if (source && test_part(test, PART_ANNOTATED))
		return is_unshown(source->text)
		           ? NULL
		           : snippet_of_annotated(test, source->text, name);
	tokens_read(&tokens, part_text(target_part(target, test, PART_CODE)));
	token = tokens.v;
	f.end = tokens.v + tokens.n;
	while (f.end > tokens.v + 3 && token_is(f.end - 1, ";"))
		f.end--;
	while (token && token < f.end && !token_is(token, "BLACK_BOX"))
		token = read_declaration(&f, token);
	boxed = token && f.end > token + 3 && token_is(token, "BLACK_BOX") &&
	        token_behind(token + 1, f.end) == f.end;
	f.end--;
	if (boxed && !has_more(target, test) && read_expression(&f, token + 2)) {
		bool call = snippet_is_call(&f, token + 2);

		*name = call ? token_copy(token + 2)
		             : memory_copy(text_has_name(f.preamble, "f", 1) ? "g" : "f");
		function = call ? memory_copy("")
		                : text_print("%s%s%s %s(%s) { return %s; }",
		                      f.arithmetic ? "" : "__typeof__(",
		                      !f.arithmetic ? f.unboxed.s
		                      : f.type      ? f.type
		                                    : "int",
		                      f.arithmetic ? "" : ")", *name,
		                      f.params.n ? f.params.s : "void", f.body.s);
	}
	text_free(&f.params);
	text_free(&f.body);
	text_free(&f.unboxed);
	words_free(&f.names);
	words_free(&f.values);
	free(f.type);
	return function;
}

/* Adds a line of assembly without its comment, unless it is a directive. */
static void
add_statement(struct text *t, char *line)
{
	size_t n;
	char *comment = strstr(line, "# "), *other = strstr(line, "// ");

	if (comment || other)
		*(comment ? comment : other) = '\0';
	for (n = strlen(line); n && isspace((unsigned char)line[n - 1]); n--)
		line[n - 1] = '\0';
	if (!n || text_begins(line, "\t.") || strchr("#/", line[strspn(line, "\t ")]))
		return;
	for (char *tab = line; (tab = strchr(tab, '\t'));)
		*tab = ' ';
	text_addf(t, "%s\n", line);
}

/* Returns true if the line is the label of that function, which C++ may mangle. */
static bool
is_function(const char *line, const char *name)
{
	OWNED char *plain = text_print("%s:", name),
	           *mangled = text_print("%zu%s", strlen(name), name);

	return text_begins(line, plain) ||
	       (text_begins(line, "_Z") && strstr(line, mangled) && !strchr(line, '.'));
}

/* Adds the statements of that function, if there is one. A label remains if it is named again.
 */
static void
snippet_add_statements(struct words *statements, const char *assembly, const char *name)
{
	FREED_BY(words_free) struct words lines = WORDS_EMPTY, found = WORDS_EMPTY;
	struct text t = TEXT_EMPTY;
	OWNED char *all = NULL;
	size_t functions = 0;
	bool inside = false;

	words_cut(&lines, assembly, '\n');
	for (size_t i = 0; i < lines.n; i++) {
		inside &= !text_begins(lines.v[i], "\t.size");
		if (inside)
			add_statement(&t, lines.v[i]);
		if (is_function(lines.v[i], name)) {
			functions++;
			inside = true;
		}
	}
	all = text_take(&t);
	words_cut(&found, all, '\n');
	for (size_t i = 0; i < found.n && functions == 1; i++) {
		char *s = found.v[i], *label = text_print(" %.*s", (int)strcspn(s, ":"), s);

		if (*s && (*s == ' ' || strstr(all, label)))
			words_add(statements, s);
		free(label);
	}
}

bool
snippet_assembly(const struct target *target, const struct test *test, const char *source,
    const char *name, struct words *lines)
{
	FREED_BY(text_free) struct text made = TEXT_EMPTY;
	bool done = snippet_compile(target, test, "-S", source, &made);

	if (done && made.n)
		snippet_add_statements(lines, made.s, name);
	return done && lines->n;
}
