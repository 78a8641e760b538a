#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "input/tokens.h"
#include "util/memory.h"
#include "util/message.h"
#include "util/words.h"

struct lexer {
	struct tokens *tokens;
	const char *s;
	unsigned line;
	bool tolerant;   /* nothing is refused */
	bool begins;     /* only blanks were in the line so far */
	bool in_comment; /* of an annotation */
};

static void
refuse_open(const struct lexer *l, unsigned line, const char *what)
{
	if (!l->tolerant)
		message_die(
		    STATUS_USAGE, "%s:%u:1: %s is never closed", l->tokens->file, line, what);
}

/* The length of a line's end that is spliced, or 0. */
static size_t
splice(const char *s)
{
	if (*s != '\\')
		return 0;
	return s[1] == '\n' ? 2 : s[1] == '\r' && s[2] == '\n' ? 3 : 0;
}

static void
step(struct lexer *l, size_t n)
{
	for (; n && *l->s; n--)
		l->line += *l->s++ == '\n';
}

static struct token *
add(struct lexer *l, enum token_kind kind, size_t n)
{
	struct tokens *t = l->tokens;

	if (!(t->n & (t->n + 1)))
		t->v = memory_resize(t->v, 2 * (t->n + 1), sizeof *t->v);
	t->v[t->n] = (struct token){.kind = kind, .s = l->s, .n = n, .line = l->line};
	t->v[t->n + 1] = (struct token){.kind = TOKEN_SIGN, .s = "", .line = l->line};
	step(l, n);
	l->begins = false;
	return &t->v[t->n++];
}

static size_t
word_length(const char *s)
{
	size_t n = 0;

	while (isalnum((unsigned char)s[n]) || s[n] == '_' || (unsigned char)s[n] >= 128)
		n++;
	return n;
}

/* A number, with separators and the sign of an exponent: 1'000, 1.5e-3. */
static size_t
number_length(const char *s)
{
	size_t n = 1;

	for (;;) {
		if ((s[n] == '+' || s[n] == '-') && strchr("eEpP", s[n - 1]))
			n++;
		else if (s[n] == '\'' && isalnum((unsigned char)s[n + 1]))
			n += 2;
		else if (isalnum((unsigned char)s[n]) || s[n] == '_' || s[n] == '.')
			n++;
		else
			return n;
	}
}

/* The length of a text in the quotes with which s begins; 0: they are never closed. */
static size_t
text_length(const char *s)
{
	size_t n = 1;

	while (s[n] && s[n] != *s && s[n] != '\n') {
		n += s[n] == '\\' && s[n + 1] ? 1 + (s[n + 1] == '\r') : 0;
		n++;
	}
	return s[n] == *s ? n + 1 : 0;
}

/* That of R"name(...)name", from the quote on. */
static size_t
raw_length(const char *s)
{
	size_t n = strcspn(s + 1, "(");
	char *close = text_print(")%.*s\"", (int)n, s + 1);
	const char *end = strstr(s, close);
	size_t length = end ? (size_t)(end - s) + strlen(close) : 0;

	free(close);
	return length;
}

static void
read_text(struct lexer *l, bool raw)
{
	size_t n = raw ? raw_length(l->s) : text_length(l->s);

	if (!n)
		refuse_open(l, l->line, raw ? "a raw string" : "a quote");
	add(l, TOKEN_TEXT, n ? n : strcspn(l->s, "\n"));
}

/* The length of the brackets with which s begins; 0: they are never closed. In a comment, they
   end with its line. */
static size_t
brackets_length(const char *s, bool in_comment)
{
	size_t depth = 0, n, quoted;

	for (n = 0; s[n] && !(in_comment && s[n] == '\n'); n++) {
		if (s[n] == '"' || s[n] == '\'') {
			quoted = text_length(s + n);
			if (!quoted)
				return 0;
			n += quoted - 1;
		}
		depth += s[n] == '(';
		if (s[n] == ')' && !--depth)
			return n + 1;
	}
	return 0;
}

/* At the name. Returns false if it is none. */
static bool
read_annotation(struct lexer *l)
{
	size_t n = word_length(l->s), blanks = strspn(l->s + n, " \t"), brackets = 0;
	unsigned line = l->line;
	struct token *token;

	if (!n)
		return false;
	if (l->s[n + blanks] == '(') {
		brackets = brackets_length(l->s + n + blanks, l->in_comment);
		if (!brackets)
			refuse_open(l, line, "the bracket of an annotation");
	}
	token = add(l, TOKEN_ANNOTATION, n);
	token->bare = !l->in_comment;
	if (!brackets)
		return true;
	step(l, blanks);
	token->args = l->s + 1;
	token->args_n = brackets - 2;
	step(l, brackets);
	return true;
}

static void
read_sign(struct lexer *l)
{
	bool two = (l->s[0] == ':' && l->s[1] == ':') || (l->s[0] == '-' && l->s[1] == '>');

	if (l->s[0] == '@' && word_length(l->s + 1)) {
		l->s++;
		read_annotation(l);
		return;
	}
	if (l->s[0] == '@' && !l->tolerant)
		message_die(STATUS_USAGE, "%s:%u:1: '@' without the name of an annotation",
		    l->tokens->file, l->line);
	add(l, TOKEN_SIGN, two ? 2 : 1);
}

/* To the end of the line, which may be spliced. */
static void
skip_line(struct lexer *l)
{
	while (*l->s && *l->s != '\n')
		step(l, splice(l->s) ? splice(l->s) : 1);
}

/* "//@@Name(...)" is an annotation, any other a comment. */
static void
read_line_comment(struct lexer *l)
{
	if (!strncmp(l->s, "//@@", 4)) {
		step(l, 4);
		l->in_comment = true;
		read_annotation(l);
		l->in_comment = false;
	}
	skip_line(l);
}

static void
skip_block_comment(struct lexer *l)
{
	const char *end = strstr(l->s + 2, "*/");

	if (!end)
		refuse_open(l, l->line, "a comment");
	step(l, end ? (size_t)(end - l->s) + 2 : strlen(l->s));
}

/* Returns whether the rest of a directive begins with one of those words. */
static bool
begins_with(const char *s, const char *const *words)
{
	char *word = memory_copy_n(s, word_length(s));
	bool found = words_include(words, word);

	free(word);
	return found;
}

/* Only which lines exclude each other is of interest. */
static void
read_directive(struct lexer *l)
{
	static const char *const begin[] = {"if", "ifdef", "ifndef", NULL};
	static const char *const other[] = {"else", "elif", "elifdef", "elifndef", NULL};
	static const char *const end[] = {"endif", NULL};
	const char *s = l->s + 1;

	s += strspn(s, " \t");
	if (begins_with(s, begin))
		add(l, TOKEN_IF, 1);
	else if (begins_with(s, other))
		add(l, TOKEN_ELSE, 1);
	else if (begins_with(s, end))
		add(l, TOKEN_ENDIF, 1);
	/* A comment that begins in a directive may go on after it. */
	while (*l->s && *l->s != '\n') {
		size_t quoted = *l->s == '"' ? text_length(l->s) : 0;

		if (!strncmp(l->s, "/*", 2))
			skip_block_comment(l);
		else if (!strncmp(l->s, "//", 2))
			skip_line(l);
		else
			step(l, quoted ? quoted : splice(l->s) ? splice(l->s) : 1);
	}
}

static bool
is_raw_prefix(const char *s, size_t n)
{
	static const char *const prefixes[] = {"R", "LR", "uR", "UR", "u8R", NULL};
	char *word = memory_copy_n(s, n);
	bool found = words_include(prefixes, word);

	free(word);
	return found && s[n] == '"';
}

static void
read_word(struct lexer *l)
{
	size_t n = word_length(l->s);
	bool raw = is_raw_prefix(l->s, n);

	add(l, TOKEN_WORD, n);
	if (raw) {
		l->tokens->n--;
		read_text(l, true);
	}
}

static void
read_token(struct lexer *l)
{
	const char *s = l->s;

	if (*s == '\n') {
		step(l, 1);
		l->begins = true;
	} else if (isspace((unsigned char)*s) || splice(s)) {
		step(l, splice(s) ? splice(s) : 1);
	} else if (!strncmp(s, "//", 2)) {
		read_line_comment(l);
	} else if (!strncmp(s, "/*", 2)) {
		skip_block_comment(l);
	} else if (*s == '#' && l->begins) {
		read_directive(l);
	} else if (*s == '"' || *s == '\'') {
		read_text(l, false);
	} else if (isdigit((unsigned char)*s)) {
		add(l, TOKEN_WORD, number_length(s));
	} else if (word_length(s)) {
		read_word(l);
	} else {
		read_sign(l);
	}
}

static void
read_all(struct tokens *tokens, const char *file, const char *source, bool tolerant)
{
	struct lexer l = {tokens, source, 1, tolerant, true, false};

	*tokens = (struct tokens){.file = file, .source = source};
	tokens->v = memory_new(2 * sizeof *tokens->v);
	tokens->v[0] = (struct token){.kind = TOKEN_SIGN, .s = "", .line = 1};
	while (*l.s)
		read_token(&l);
}

void
tokens_read(struct tokens *tokens, const char *file, const char *source)
{
	read_all(tokens, file, source, false);
}

bool
tokens_annotated(const char *source, const char *name)
{
	struct tokens tokens;
	bool found = false;
	size_t i;

	read_all(&tokens, "", source, true);
	for (i = 0; i < tokens.n && !found; i++)
		found = tokens.v[i].kind == TOKEN_ANNOTATION && token_is(&tokens.v[i], name);
	tokens_free(&tokens);
	return found;
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
	return token->n == strlen(s) && token->kind != TOKEN_TEXT &&
	       !memcmp(token->s, s, token->n);
}

bool
token_is_one(const struct token *token, const char *const *words)
{
	for (; *words; words++)
		if (token_is(token, *words))
			return true;
	return false;
}

const char *
token_end(const struct token *token)
{
	return token->args ? token->args + token->args_n + 1 : token->s + token->n;
}

char *
token_copy(const struct token *token)
{
	return memory_copy_n(token->s, token->n);
}
