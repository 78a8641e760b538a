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

/* How long a compiler may take, in seconds. */
enum { TIMEOUT = 60 };

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
	struct text params, body;
	struct text unboxed; /* the body with the literals */
	char *type;          /* of all parameters; NULL: it is not known, or they differ */
	char name;           /* of the last parameter */
	bool arithmetic;     /* only of numbers of that type, and of int */
};

/* Takes the boxed literal whose bracket opens at the token for a parameter. Returns false if it
   is something else. */
static bool
snippet_add_param(struct function *f, const struct token *open)
{
	const struct token *close = token_behind(open, f->end) - 1;
	char *type = snippet_type_of(open + 1, close), *value;

	if (!type || f->name++ == 'z') {
		free(type);
		return false;
	}
	value = close == open + 2 ? token_copy(open + 1) : between(open->s, token_end(close));
	text_addf(&f->params, "%s%s%s%c", f->params.n ? ", " : "", type,
	    text_ends(type, "*") ? "" : " ", f->name);
	text_add_char(&f->body, f->name);
	text_add(&f->unboxed, value);
	f->arithmetic &= text_is_one_of(type, strlen(type), "int unsigned long float double") ||
	                 !strcmp(type, "unsigned long");
	f->arithmetic &= !f->type || !strcmp(f->type, type);
	free(f->type);
	f->type = type;
	free(value);
	return true;
}

/* Returns true for an int, or an operator whose result has the type of its operands: not for
   "&&" or "||". */
static bool
is_arithmetic(const struct token *token)
{
	OWNED char *type = snippet_type_of(token, token + 1);
	bool is_int = type && !strcmp(type, "int");

	return is_int || token_is_one(token, "( ) + - / % ^ ~") || token_is(token, "*") ||
	       (token_is_one(token, "& |") && !token_is_one(token + 1, "& |"));
}

/* Reads the boxed expression of the code, which begins at the token. */
static bool
read_expression(struct function *f, const struct token *token)
{
	const char *from = token->s;

	for (; token < f->end; token++) {
		bool box = token_is(token, "BLACK_BOX") && token_is(token + 1, "(");
		OWNED char *before = between(from, box ? token->s : token_end(token));

		text_add(&f->body, before);
		text_add(&f->unboxed, before);
		/* A name of one letter would be a parameter's. */
		if (box ? !snippet_add_param(f, token + 1)
		        : token->kind == TOKEN_WORD && token->n == 1 &&
		              isalpha((unsigned char)*token->s))
			return false;
		f->arithmetic &= box || is_arithmetic(token);
		token = box ? token_behind(token + 1, f->end) - 1 : token;
		from = token_end(token);
	}
	return true;
}

/* Returns true if a preamble is more than directives and headers of the system: its definitions
   would have to be shown, too. */
static bool
defines(const char *preamble)
{
	FREED_BY(tokens_free) struct tokens tokens = {0};

	tokens_read(&tokens, preamble);
	return tokens.n || strstr(preamble, "include \"");
}

/* Returns true if the target sees another part of the test that the code may depend on. */
static bool
has_more(const struct target *target, const struct test *test)
{
	for (size_t i = 0; i < test->part_count; i++) {
		const struct part *part = &test->parts[i];
		enum part_kind kind = part->kind;

		if (kind == PART_PREAMBLE
		        ? defines(part->text)
		        : kind != PART_CODE && kind != PART_CFLAGS && kind != PART_LDFLAGS &&
		              (!part_has_trait(kind, PART_UNMEASURED) || kind == PART_SOURCE) &&
		              test_sees(test, part, target->language->name, target->plain))
			return true;
	}
	return false;
}

char *
snippet_function(const struct target *target, const struct test *test)
{
	struct function f = {.name = 'a' - 1, .arithmetic = true};
	FREED_BY(tokens_free) struct tokens tokens = {0};
	char *function = NULL;
	bool boxed;

	tokens_read(&tokens, part_text(target_part(target, test, PART_CODE)));
	f.end = tokens.v + tokens.n;
	while (f.end > tokens.v + 3 && token_is(f.end - 1, ";"))
		f.end--;
	boxed = f.end > tokens.v + 3 && token_is(tokens.v, "BLACK_BOX") &&
	        token_behind(tokens.v + 1, f.end) == f.end;
	f.end--;
	if (boxed && !has_more(target, test) && read_expression(&f, tokens.v + 2))
		function =
		    text_print("%s%s%s f(%s) { return %s; }", f.arithmetic ? "" : "__typeof__(",
		        !f.arithmetic ? f.unboxed.s
		        : f.type      ? f.type
		                      : "int",
		        f.arithmetic ? "" : ")", f.params.n ? f.params.s : "void", f.body.s);
	text_free(&f.params);
	text_free(&f.body);
	text_free(&f.unboxed);
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

/* Adds the statements of the function f. A label remains if it is named again. */
static void
snippet_add_statements(struct words *statements, const char *assembly)
{
	FREED_BY(words_free) struct words lines = WORDS_EMPTY, found = WORDS_EMPTY;
	struct text t = TEXT_EMPTY;
	bool inside = false;
	OWNED char *all = NULL;

	words_cut(&lines, assembly, '\n');
	for (size_t i = 0; i < lines.n && !(inside && text_begins(lines.v[i], "\t.size"));
	     i++) {
		if (inside)
			add_statement(&t, lines.v[i]);
		inside |= text_begins(lines.v[i], "f:") || text_begins(lines.v[i], "_Z1f");
	}
	all = text_take(&t);
	words_cut(&found, all, '\n');
	for (size_t i = 0; i < found.n; i++) {
		char *s = found.v[i], *label = text_print(" %.*s", (int)strcspn(s, ":"), s);

		if (*s && (*s == ' ' || strstr(all, label)))
			words_add(statements, s);
		free(label);
	}
}

bool
snippet_assembly(const struct target *target, const struct test *test, const char *source,
    struct words *lines)
{
	FREED_BY(text_free) struct text made = TEXT_EMPTY;
	bool done = snippet_compile(target, test, "-S", source, &made);

	if (done && made.n)
		snippet_add_statements(lines, made.s);
	return done && lines->n;
}
