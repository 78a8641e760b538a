#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The tokens of a text in C or C++. Directives are none, nor are lines that "#if 0" excludes.
 */

enum token_kind {
	TOKEN_WORD, /* also a number */
	TOKEN_SIGN, /* one character */
	TOKEN_TEXT, /* a string or a character */
	TOKEN_IF,   /* #if, #ifdef or #ifndef, but not "#if 0" */
	TOKEN_ELSE  /* #else or #elif, but not one of "#if 0" */
};

/* Borrows from the text. */
struct token {
	enum token_kind kind;
	const char *s;
	size_t n;
	unsigned line; /* from 1 */
};

struct tokens {
	struct token *v; /* ends with an empty sign that n does not count */
	size_t n;
};

/* Reads a text. An open quote ends with its line, and an open comment with the text. */
void tokens_read(struct tokens *tokens, const char *text);
void tokens_free(struct tokens *tokens);
/* Returns true if it is that word or sign. */
bool token_is(const struct token *token, const char *s);
/* Returns true if it is one of the words or signs, which blanks separate and none of which ends
   with '*'. */
bool token_is_one(const struct token *token, const char *words);
/* Returns the token behind the bracket that closes the one at the token, at most end; or the
   next token if this one opens none. */
const struct token *token_behind(const struct token *token, const struct token *end);
/* Returns the character just after the token. */
const char *token_end(const struct token *token);
/* Returns its text; the caller frees. */
char *token_copy(const struct token *token);
