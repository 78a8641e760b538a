#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "input/annotated/tokens.h"
#include "measure/build/objects.h"
#include "util/text.h"
#include "util/words.h"

/* The tokens of one part, from the next one on. The token behind the last one is empty. */
struct cursor {
	const struct token *at, *end;
	struct words *names;
	struct words *made; /* takes those that a macro or constructor gives a value */
	const struct tokens *code;
	const char *preambles[2]; /* of the benchfile and the test */
	bool constructs;          /* the language has constructors */
};

static bool
is_name(const struct token *token)
{
	return token->kind == TOKEN_WORD && !isdigit((unsigned char)*token->s);
}

/* Adds a name, but not that of an object of an annotated source: those are boxed. */
static void
add(struct words *names, const struct token *token)
{
	OWNED char *name = token_copy(token);

	if (!text_begins(name, "cgbench_"))
		words_intern(names, name);
}

/* The name in the brackets of a declarator such as "(*name[2])(int)", which begins at the
   token, or NULL: it is none. */
static const struct token *
inside(const struct cursor *c, const struct token *token)
{
	const struct token *after = token_behind(token, c->end);

	if (!token_is(token, "(") || !token_is_one(after, "( [") ||
	    !(token_is(token + 1, "*") || token_is_one(token + 1, "& ::")))
		return NULL;
	while (token < after && !is_name(token))
		token++;
	return token < after ? token : NULL;
}

/* The first of these signs that is in no bracket, or the end. */
static const struct token *
find(const struct cursor *c, const struct token *token, const char *signs)
{
	while (token < c->end && !token_is_one(token, signs))
		token = token_behind(token, c->end);
	return token < c->end ? token : c->end;
}

static bool
is_qualifier(const struct token *token)
{
	return token_is(token, "*") ||
	       token_is_one(
	           token, "& const volatile register restrict __restrict __restrict__");
}

/* Behind the arguments of a template at the token, or NULL if it has none. */
static const struct token *
behind_template(const struct cursor *c, const struct token *token)
{
	size_t depth = 0;

	if (!token_is(token, "<"))
		return NULL;
	do {
		depth += token_is(token, "<");
		depth -= token_is(token, ">");
		if (token_is_one(token, "; {"))
			return NULL;
		token = token_behind(token, c->end);
	} while (depth && token < c->end);
	return depth ? NULL : token;
}

static const char with_brackets[] =
    "__attribute__ __typeof__ typeof __typeof decltype alignas _Alignas _Atomic struct union enum "
    "class";

/* Whether the token, behind a type, is the name of an object. */
static bool
is_declared(const struct cursor *c, const struct token *token)
{
	return is_name(token) && !token_is_one(token, with_brackets) &&
	       token_is_one(token + 1, "= ; , [ ( { __attribute__") && !inside(c, token + 1);
}

/* Reads the specifiers of a declaration up to its first declarator, and returns that or NULL:
   there is no declaration, or none of objects that may be named by their address. */
static const struct token *
behind_type(const struct cursor *c)
{
	static const char never[] =
	    "typedef using extern return goto delete throw new sizeof static_assert "
	    "_Static_assert namespace template friend case co_return co_await co_yield";
	const struct token *token = c->at;
	bool typed = false, deduced = false;

	while (token < c->end) {
		if (token_is_one(token, never))
			return NULL;
		if (typed && inside(c, token))
			return inside(c, token);
		if (typed && is_declared(c, token))
			return token;
		if (deduced && token_is(token, "["))
			return token;
		deduced |= token_is(token, "auto");
		if (token_is_one(token, with_brackets)) {
			token++;
			if (is_name(token))
				token++;
			token += token_is(token, "final");
			/* The classes that it inherits from. */
			if (token_is(token, ":"))
				token = find(c, token, "{ ;");
			if (token_is(token, "(") || token_is(token, "{"))
				token = token_behind(token, c->end);
			typed = true;
		} else if (is_qualifier(token) || token_is(token, "::")) {
			typed |= token > c->at && token_is(token, "*");
			token++;
		} else {
			token = is_name(token) ? token + 1
			        : typed        ? behind_template(c, token)
			                       : NULL;
			if (!token)
				return NULL;
			typed = !token_is(token, "::");
		}
	}
	return NULL;
}

/* Adds the names that a pattern declares: in Rust, or in brackets in C++. */
static void
add_pattern(struct words *names, const struct token *token, const struct token *end)
{
	for (; token < end; token++)
		if (is_name(token) && !isupper((unsigned char)*token->s) &&
		    !token_is_one(token, "mut ref box _") &&
		    (token + 1 == end || !token_is_one(token + 1, "( { :: ! :")))
			add(names, token);
}

static void
add_made(const struct cursor *c, const struct token *token)
{
	add(c->names, token);
	add(c->made, token);
}

/* Whether the type that ends before a declarator may be a class. */
static bool
is_class(const struct token *declarator)
{
	const struct token *type = declarator - 1;

	return !token_is_one(type, "char short int long signed unsigned float double bool auto "
	                           "const volatile & )") &&
	       !token_is(type, "*") && !(type->n > 2 && !memcmp(token_end(type) - 2, "_t", 2));
}

/* Adds the names of a declaration of C or C++ whose first declarator is at the token. */
static void
add_declarators(const struct cursor *c, const struct token *token)
{
	bool constructs = c->constructs && token > c->at && is_class(token);

	if (token_is(token, "[")) {
		add_pattern(c->names, token, token_behind(token, c->end));
		return;
	}
	while (token < c->end) {
		while (is_qualifier(token))
			token++;
		if (inside(c, token))
			token = inside(c, token);
		if (is_name(token) && constructs && token_is_one(token + 1, ", ;"))
			add_made(c, token);
		else if (is_name(token))
			add(c->names, token);
		token = find(c, token, ", ;");
		if (!token_is(token, ","))
			break;
		token++;
	}
}

/* Whether a part mentions a name, and not as that of a type, a function or a constant. */
static bool
mentions(const struct tokens *tokens, const struct token *name)
{
	bool constant = name->n > 1;

	for (size_t i = 0; i < name->n; i++)
		constant &= !islower((unsigned char)name->s[i]);
	for (size_t i = 0; i < tokens->n && !constant; i++)
		if (tokens->v[i].n == name->n && !memcmp(tokens->v[i].s, name->s, name->n))
			return tokens->v[i + 1].kind != TOKEN_WORD &&
			       !token_is(&tokens->v[i + 1], "(");
	return false;
}

/* Whether that text defines the macro so that it pastes its arguments. */
static bool
defines_pasting(const char *text, const struct token *macro)
{
	OWNED char *head = text_print("define %.*s(", (int)macro->n, macro->s);
	const char *s = strstr(text, head);
	size_t n = 0;

	while (s && s[n] && (s[n] != '\n' || s[n - 1] == '\\'))
		n++;
	return s && memmem(s, n, "##", 2);
}

/* Adds the names of the code that begin or end with that of an argument. */
static void
add_pasted(const struct cursor *c, const struct token *part)
{
	for (const struct token *token = c->code->v; token->n; token++)
		if (is_name(token) && token->n > part->n &&
		    (!memcmp(token->s, part->s, part->n) ||
		        !memcmp(token_end(token) - part->n, part->s, part->n)) &&
		    mentions(c->code, token))
			add_made(c, token);
}

/* Whether the argument "TYPE NAME" ends with the name. */
static bool
ends_declaration(const struct token *name)
{
	const struct token *before = name - 1;

	while (token_is(before, "*"))
		before--;
	return is_name(before) && token_is_one(name + 1, ") ,");
}

/* Adds the arguments of a call that the code uses: it may be of a macro that declares them. */
static void
add_arguments(const struct cursor *c)
{
	const struct token *end = token_behind(c->at + 1, c->end);
	bool pastes =
	    defines_pasting(c->preambles[0], c->at) || defines_pasting(c->preambles[1], c->at);

	for (const struct token *token = c->at + 2; token < end; token++) {
		bool whole = token_is_one(token - 1, "( ,") && token_is_one(token + 1, ") ,");
		bool mentioned;

		if (!is_name(token) || !(whole || ends_declaration(token)))
			continue;
		mentioned = mentions(c->code, token);
		if (mentioned && whole)
			add(c->names, token);
		else if (mentioned)
			add_made(c, token);
		else if (pastes)
			add_pasted(c, token);
	}
}

/* Behind the head of a control statement: in Rust its condition has no brackets of its own. */
static const struct token *
behind_head(const struct cursor *c)
{
	const struct token *token = c->at + 1;

	return token_is_one(c->at, "else do") || token_is(token, "(") ? token
	                                                              : find(c, token, "{");
}

static void
read_part(struct tokens *tokens, const struct target *target, const struct test *test,
    enum part_kind kind)
{
	tokens_read(tokens, NULL, part_text(target_part(target, test, kind)));
}

/* Adds the names that a part declares or assigns outside of inner blocks. */
static void
add_declared(struct words *names, struct words *made, const struct target *target,
    const struct test *test, enum part_kind kind, const struct tokens *code)
{
	FREED_BY(tokens_free) struct tokens tokens = {0};
	struct cursor c = {.names = names,
	    .made = made,
	    .code = code,
	    .preambles = {part_text(test_top(test, PART_PREAMBLE)),
	        part_text(target_part(target, test, PART_PREAMBLE))},
	    .constructs = !strcmp(target->language->name, "c++")};

	read_part(&tokens, target, test, kind);
	c.at = tokens.v;
	c.end = tokens.v + tokens.n;
	while (c.at < c.end) {
		const struct token *declarator = NULL;

		if (!is_name(c.at)) {
			c.at = token_behind(c.at, c.end);
			continue;
		}
		if (token_is_one(c.at, "if else for while do switch match loop unsafe")) {
			c.at = behind_head(&c);
			continue;
		}
		if (token_is(c.at, "let"))
			add_pattern(c.names, c.at + 1, find(&c, c.at + 1, ": = ;"));
		else if ((declarator = behind_type(&c)))
			add_declarators(&c, declarator);
		else if (token_is(c.at + 1, "("))
			add_arguments(&c);
		else if (token_is_one(c.at + 1, "= [ . -> + - / % & | ^ << >") ||
		         token_is(c.at + 1, "*"))
			add(names, c.at);
		c.at = find(&c, c.at, ";");
	}
}

/* Whether an object is mentioned so that it may be written: declared with a value, assigned, by
   a member, by its address, or as an argument, which may be a reference. BLACK_BOX(NAME) and
   BLACK_BOX(&NAME) write nothing. */
static bool
is_written(const struct token *first, const struct token *token)
{
	size_t before = (size_t)(token - first), n = before && token_is(token - 1, "&") ? 2 : 1;

	if (before > n && token_is(token - n, "(") && token_is(token + 1, ")") &&
	    token_is_one(token - n - 1, "BLACK_BOX black_box"))
		return false;
	return (token > first && token_is_one(token - 1, "& + - ( , mut ref [ { :")) ||
	       token_is(token + 1, "*") ||
	       token_is_one(token + 1, ". -> [ = ( { : + - / % & | ^ < << > ) __attribute__");
}

/* Whether a statement DO_NOT_OPTIMIZE(NAME) begins before the name. */
static bool
is_kept(const struct token *first, const struct token *token)
{
	return token >= first + 2 && token_is(token - 1, "(") && token_is(token + 1, ")") &&
	       token_is(token - 2, "DO_NOT_OPTIMIZE");
}

/* Whether an object is declared here as no more than what was boxed: "NAME = BLACK_BOX(...);",
   or a reference to it, "&NAME = *BLACK_BOX(...);". */
static bool
is_boxed(const struct cursor *c, const struct token *token)
{
	const struct token *value = token + 2;

	if (token == c->at || !token_is(token + 1, "="))
		return false;
	value += token_is(value, "*");
	return value + 1 < c->end && token_is(value, "BLACK_BOX") &&
	       token_is_one(token_behind(value + 1, c->end), "; ,");
}

/* Whether what was written to memory that others may know is written by the end. */
static bool
ends_in_clobber(const struct cursor *c)
{
	const struct token *end = c->end;

	end -= end > c->at && token_is(end - 1, ";");
	return end >= c->at + 3 && token_is(end - 3, "CLOBBER_MEMORY");
}

/* What a part does with one of its objects. */
struct use {
	bool needed; /* it is not assigned first of all */
	bool written;
	bool kept; /* in the end there is nothing left of it to compute */
};

static struct use
use_of(const char *name, const struct tokens *tokens)
{
	const struct cursor c = {.at = tokens->v, .end = tokens->v + tokens->n};
	struct use use = {0};
	bool first = true, reference = false;

	for (size_t i = 0; i < tokens->n; i++) {
		const struct token *token = &tokens->v[i];

		if (!token_is(token, name) || (i && token_is_one(token - 1, ". ->")))
			continue;
		use.needed |= first && (!token_is(token + 1, "=") || token_is(token + 2, "="));
		first = false;
		reference |= is_boxed(&c, token) && token_is(token - 1, "&");
		use.kept = is_kept(c.at, token) || is_boxed(&c, token);
		use.written |= is_written(tokens->v, token);
	}
	use.kept |= reference && ends_in_clobber(&c);
	return use;
}

/* Behind the members of the object at the token that are named after it, but not that of a
   function. */
static const struct token *
behind_members(const struct token *token)
{
	while (token_is(token + 1, ".") && token[2].kind == TOKEN_WORD &&
	       !token_is_one(token + 3, "( < :: !"))
		token += 2;
	return token + 1;
}

/* Whether the tokens may declare a bit-field of that name, which cannot be named by its
 * address. */
static bool
is_bit_field(const struct token *name, const struct tokens *tokens)
{
	for (size_t i = 0; i + 2 < tokens->n; i++)
		if (tokens->v[i].n == name->n && !memcmp(tokens->v[i].s, name->s, name->n) &&
		    token_is(&tokens->v[i + 1], ":") &&
		    isdigit((unsigned char)*tokens->v[i + 2].s))
			return true;
	return false;
}

/* Adds the members of an object that a part names, such as "point.x". Returns whether that
   names the object as a whole, too. */
static bool
add_members(struct words *names, const char *object, const struct tokens *tokens,
    const struct tokens *preamble)
{
	bool whole = false;

	for (size_t i = 0; i < tokens->n; i++) {
		const struct token *token = &tokens->v[i], *end = behind_members(token);
		FREED_BY(text_free) struct text member = TEXT_EMPTY;

		if (!token_is(token, object) || (i && token_is_one(token - 1, ". ->")))
			continue;
		if (end == token + 1 || is_bit_field(end - 1, preamble)) {
			whole = true;
			continue;
		}
		for (; token < end; token++)
			text_addf(&member, "%.*s", (int)token->n, token->s);
		words_intern(names, member.s);
	}
	return whole;
}

void
objects_of(struct words *names, const struct target *target, const struct test *test,
    enum part_kind kind, bool members)
{
	FREED_BY(words_free) struct words all = WORDS_EMPTY, made = WORDS_EMPTY;
	FREED_BY(tokens_free) struct tokens tokens = {0}, code = {0}, preamble = {0};

	read_part(&code, target, test, PART_CODE);
	test_add_params(&all, test);
	add_declared(&all, &made, target, test, PART_SETUP, &code);
	words_free(&made);
	add_declared(&all, &made, target, test, PART_PRE, &code);
	read_part(&tokens, target, test, kind);
	read_part(&preamble, target, test, PART_PREAMBLE);
	for (size_t i = 0; i < all.n; i++) {
		struct use use = use_of(all.v[i], &tokens);
		bool whole = true;

		use.written |= words_find(&made, all.v[i]) < made.n;
		if (kind == PART_PRE ? !use.written || use.kept : !use.needed)
			continue;
		if (members)
			whole = add_members(
			    names, all.v[i], kind == PART_PRE ? &code : &tokens, &preamble);
		if (kind == PART_PRE || whole)
			words_intern(names, all.v[i]);
	}
}
