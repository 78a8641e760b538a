#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "util/message.h"

/* The tokens of a source in C or C++, and the annotations among them: "@Name(...)", or
   "//@@Name(...)" in a comment of its own. */

/* How many conditions may be open at once in an annotated source; others have no limit. */
enum { TOKENS_MOST_CONDITIONS = 256 };

enum token_kind {
	TOKEN_WORD, /* also a number */
	TOKEN_SIGN, /* "::", "->", or one character */
	TOKEN_TEXT, /* a string or a character */
	TOKEN_IF,   /* #if, #ifdef or #ifndef */
	TOKEN_ELSE, /* #else or #elif */
	TOKEN_ENDIF,
	TOKEN_ANNOTATION, /* the name */
};

/* Borrows from the source. */
struct token {
	enum token_kind kind;
	const char *s;
	size_t n;
	const char *file;
	const char *args; /* what is in the brackets of an annotation; NULL: no brackets */
	size_t args_n;
	unsigned line; /* from 1 */
	bool bare;     /* an annotation outside of comments, which a compiler must not see */
};

struct tokens {
	const char *file, *source;
	struct token *v; /* ends with an empty sign that n does not count */
	size_t n;
};

/* Ends the program with STATUS_USAGE and one line FILE:LINE if a comment, string or bracket of
   an annotation is left open. file: NULL to refuse nothing. */
void tokens_read(struct tokens *tokens, const char *file, const char *source);
/* Whether a source has that annotation. What is left open is not refused. */
bool tokens_annotated(const char *source, const char *name);
void tokens_free(struct tokens *tokens);
/* Whether it is that word or sign. */
bool token_is(const struct token *token, const char *s);
/* Likewise one of the words, which blanks separate and none of which ends with '*'. */
bool token_is_one(const struct token *token, const char *words);
/* Behind the bracket that closes the one at the token, at most end; behind the token if it
   opens none. */
const struct token *token_behind(const struct token *token, const struct token *end);
/* Just after the token, with the brackets of an annotation. */
const char *token_end(const struct token *token);
/* The token; the caller frees. */
char *token_copy(const struct token *token);
/* Ends the program with STATUS_USAGE and "FILE:LINE:1: ...", with the line of the token. */
#define token_refuse(token, ...) message_at((token)->file, (token)->line, __VA_ARGS__)
