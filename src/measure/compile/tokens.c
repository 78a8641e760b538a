#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "measure/compile/tokens.h"
#include "util/array.h"
#include "util/words.h"

struct lexer {
	struct tokens *tokens;
	const char *s;
	unsigned line;
	bool begins; /* only blanks were in the line so far */
};

/* Returns the length of a line's end that is spliced, or 0. Compilers ignore blanks before it.
 */
static size_t
splice(const char *s)
{
	size_t n = 1 + strspn(s + (*s != '\0'), " \t\r\f\v");

	return *s == '\\' && s[n] == '\n' ? n + 1 : 0;
}

static void
tokens_advance(struct lexer *l, size_t n)
{
	for (; n && *l->s; n--)
		l->line += *l->s++ == '\n';
}

static void
tokens_add(struct lexer *l, enum token_kind kind, size_t n)
{
	*ARRAY_ADD(l->tokens->v, l->tokens->n) =
	    (struct token){.kind = kind, .s = l->s, .n = n, .line = l->line};
	tokens_advance(l, n);
	l->begins = false;
}

static size_t
word_length(const char *s)
{
	size_t n = 0;

	while (isalnum((unsigned char)s[n]) || s[n] == '_' || s[n] == '$' ||
	       (unsigned char)s[n] >= 128)
		n++;
	return n;
}

/* Returns the length of a number, with separators and the sign of an exponent: 1'000, 1.5e-3.
 */
static size_t
number_length(const char *s)
{
	size_t n = 1;

	for (;;) {
		bool signed_exponent = (s[n] == '+' || s[n] == '-') && strchr("eEpP", s[n - 1]);

		if (s[n] == '\'' && isalnum((unsigned char)s[n + 1]))
			n += 2;
		else if (signed_exponent || isalnum((unsigned char)s[n]) || s[n] == '_' ||
		         s[n] == '.')
			n++;
		else
			return n;
	}
}

/* Returns the length of a text in the quotes with which s begins; 0: they are never closed. */
static size_t
text_length(const char *s)
{
	size_t n = 1;

	while (s[n] && s[n] != *s && s[n] != '\n')
		n += s[n] != '\\' || !s[n + 1] ? 1 : splice(s + n) ? splice(s + n) : 2;
	return s[n] == *s ? n + 1 : 0;
}

/* Returns the length of R"name(...)name", from the quote on; 0: it is never closed. */
static size_t
raw_length(const char *s)
{
	size_t n = strcspn(s + 1, "(");
	OWNED char *close = text_print(")%.*s\"", (int)n, s + 1);
	const char *end = strstr(s, close);

	return end ? (size_t)(end - s) + strlen(close) : 0;
}

/* Skips the prefix of a raw string, such as that of LR"(text)". */
static void
tokens_read_text(struct lexer *l, size_t prefix)
{
	size_t n = prefix ? raw_length(l->s + prefix) : text_length(l->s);

	tokens_advance(l, prefix);
	tokens_add(l, TOKEN_TEXT, n ? n : strcspn(l->s, "\n"));
}

/* Skips to the end of the line, which may be spliced. */
static void
skip_line(struct lexer *l)
{
	while (*l->s && *l->s != '\n')
		tokens_advance(l, splice(l->s) ? splice(l->s) : 1);
}

static void
skip_block_comment(struct lexer *l)
{
	const char *end = strstr(l->s + 2, "*/");

	tokens_advance(l, end ? (size_t)(end - l->s) + 2 : strlen(l->s));
}

/* Skips to the end of the line of a directive, which may be spliced. A comment that begins in
   it may go on after it. */
static void
skip_directive(struct lexer *l)
{
	while (*l->s && *l->s != '\n') {
		size_t quoted = *l->s == '"' || *l->s == '\'' ? text_length(l->s) : 0;

		if (text_begins(l->s, "/*"))
			skip_block_comment(l);
		else if (text_begins(l->s, "//"))
			skip_line(l);
		else
			tokens_advance(l, quoted ? quoted : splice(l->s) ? splice(l->s) : 1);
	}
}

/* Returns the length of the word of a directive, which stands at *s after the blanks, and "#".
 */
static size_t
directive_word(const char **s)
{
	*s += strspn(*s, " \t");
	*s += **s == '#';
	*s += strspn(*s, " \t");
	return word_length(*s);
}

/* At the line after "#if 0": skips to its #else, #elif or #endif, and behind that line. */
static void
skip_excluded(struct lexer *l)
{
	for (size_t depth = 1; depth && *l->s; skip_directive(l)) {
		const char *s = l->s + (*l->s == '\n');
		bool directive = s[strspn(s, " \t")] == '#';
		size_t n = directive_word(&s);

		tokens_advance(l, *l->s == '\n');
		depth += directive && text_is_one_of(s, n, "if ifdef ifndef");
		depth -= directive && (text_equals(s, n, "endif") ||
		                          (depth == 1 && text_is_one_of(s, n, "else elif")));
	}
}

static void
read_directive(struct lexer *l)
{
	const char *s = l->s;
	size_t n = directive_word(&s);
	bool is_if = text_is_one_of(s, n, "if ifdef ifndef");
	const char *condition = s + n + strspn(s + n, " \t");

	if (is_if && *condition == '0' && !word_length(condition + 1)) {
		skip_directive(l);
		skip_excluded(l);
		return;
	}
	if (is_if || text_is_one_of(s, n, "else elif elifdef elifndef"))
		tokens_add(l, is_if ? TOKEN_IF : TOKEN_ELSE, 1);
	skip_directive(l);
}

static void
tokens_read_token(struct lexer *l)
{
	const char *s = l->s;
	size_t n = word_length(s);

	if (*s == '\n') {
		tokens_advance(l, 1);
		l->begins = true;
	} else if (splice(s)) {
		tokens_advance(l, splice(s));
	} else if (isspace((unsigned char)*s)) {
		tokens_advance(l, 1);
	} else if (text_begins(s, "//")) {
		skip_line(l);
	} else if (text_begins(s, "/*")) {
		skip_block_comment(l);
	} else if (*s == '#' && l->begins) {
		read_directive(l);
	} else if (*s == '"' || *s == '\'') {
		tokens_read_text(l, 0);
	} else if (isdigit((unsigned char)*s)) {
		tokens_add(l, TOKEN_WORD, number_length(s));
	} else if (s[n] == '"' && text_is_one_of(s, n, "R LR uR UR u8R")) {
		tokens_read_text(l, n);
	} else {
		tokens_add(l, n ? TOKEN_WORD : TOKEN_SIGN, n ? n : 1);
	}
}

void
tokens_read(struct tokens *tokens, const char *text)
{
	struct lexer l = {.tokens = tokens, .s = text, .line = 1, .begins = true};

	*tokens = (struct tokens){0};
	while (*l.s)
		tokens_read_token(&l);
	tokens_add(&l, TOKEN_SIGN, 0);
	tokens->n--;
}

void
tokens_free(struct tokens *tokens)
{
	free(tokens->v);
	*tokens = (struct tokens){0};
}

bool
token_is(const struct token *token, const char *s)
{
	return token->kind != TOKEN_TEXT && text_equals(token->s, token->n, s);
}

bool
token_is_one(const struct token *token, const char *words)
{
	return token->kind != TOKEN_TEXT && text_is_one_of(token->s, token->n, words);
}

const struct token *
token_behind(const struct token *token, const struct token *end)
{
	size_t depth = 0;

	do {
		depth += token_is_one(token, "( [ {");
		depth -= depth && token_is_one(token, ") ] }");
		token++;
	} while (depth && token < end);
	return token;
}

const char *
token_end(const struct token *token)
{
	return token->s + token->n;
}

char *
token_copy(const struct token *token)
{
	return memory_copy_n(token->s, token->n);
}
