#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "input/annotated/tokens.h"
#include "util/array.h"
#include "util/words.h"

/* An #if that is open. */
struct condition {
	bool unknown;  /* one of its conditions is, so that TOKEN_IF was added */
	bool taken;    /* the lines after one that is known to be true were read */
	bool excluded; /* the lines that follow are not read */
};

struct lexer {
	struct tokens *tokens;
	const char *s;
	unsigned line;
	bool begins;     /* only blanks and annotations were in the line so far */
	bool in_comment; /* of an annotation */
	struct condition *conditions;
	size_t depth;
};

static void
tokens_refuse(const struct lexer *l, const char *what)
{
	if (l->tokens->file)
		message_at(l->tokens->file, l->line, "%s", what);
}

/* The length of a line's end that is spliced, or 0. Compilers ignore blanks before it. */
static size_t
splice(const char *s)
{
	size_t n = 1 + strspn(s + (*s != '\0'), " \t\r\f\v");

	return *s == '\\' && s[n] == '\n' ? n + 1 : 0;
}

static void
tokens_step(struct lexer *l, size_t n)
{
	for (; n && *l->s; n--)
		l->line += *l->s++ == '\n';
}

static struct token *
tokens_add(struct lexer *l, enum token_kind kind, size_t n)
{
	struct token *token = ARRAY_ADD(l->tokens->v, l->tokens->n);

	*token = (struct token){
	    .kind = kind, .s = l->s, .n = n, .file = l->tokens->file, .line = l->line};
	tokens_step(l, n);
	l->begins &= kind == TOKEN_ANNOTATION;
	return token;
}

static bool
is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 128;
}

static size_t
word_length(const char *s)
{
	size_t n = 0;

	while (is_word(s[n]))
		n++;
	return n;
}

/* A number, with separators and the sign of an exponent: 1'000, 1.5e-3. */
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

/* The length of a text in the quotes with which s begins; 0: they are never closed. */
static size_t
text_length(const char *s)
{
	size_t n = 1;

	while (s[n] && s[n] != *s && s[n] != '\n')
		n += s[n] != '\\' || !s[n + 1] ? 1 : splice(s + n) ? splice(s + n) : 2;
	return s[n] == *s ? n + 1 : 0;
}

/* That of R"name(...)name", from the quote on. */
static size_t
raw_length(const char *s)
{
	size_t n = strcspn(s + 1, "(");
	OWNED char *close = text_print(")%.*s\"", (int)n, s + 1);
	const char *end = strstr(s, close);

	return end ? (size_t)(end - s) + strlen(close) : 0;
}

static void
tokens_read_text(struct lexer *l, bool raw)
{
	size_t n = raw ? raw_length(l->s) : text_length(l->s);

	if (!n)
		tokens_refuse(
		    l, raw ? "a raw string is never closed" : "a quote is never closed");
	if (n && !raw && memmem(l->s, n, "?\?/", 3))
		tokens_refuse(l, "a trigraph: write '\\'");
	tokens_add(l, TOKEN_TEXT, n ? n : strcspn(l->s, "\n"));
}

/* The length of the brackets with which s begins; 0: they are never closed. In a comment, they
   end with its line. */
static size_t
brackets_length(const char *s, bool in_comment)
{
	size_t depth = 0, quoted;

	for (size_t n = 0; s[n] && !(in_comment && s[n] == '\n'); n++) {
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

/* At the name. */
static void
read_annotation(struct lexer *l)
{
	size_t n = word_length(l->s), blanks = strspn(l->s + n, " \t"), brackets = 0;
	struct token *token;

	if (splice(l->s + n))
		tokens_refuse(l, "the name of an annotation goes on in the next line");
	if (l->s[n + blanks] == '(') {
		brackets = brackets_length(l->s + n + blanks, l->in_comment);
		if (!brackets)
			tokens_refuse(l, "the bracket of an annotation is never closed");
	}
	token = tokens_add(l, TOKEN_ANNOTATION, n);
	token->bare = !l->in_comment;
	if (!brackets)
		return;
	tokens_step(l, blanks);
	token->args = l->s + 1;
	token->args_n = brackets - 2;
	tokens_step(l, brackets);
}

/* The first of the words, ended by NULL, with which s begins, or NULL. */
static const char *
beginning(const char *s, const char *const *words)
{
	while (*words && !text_begins(s, *words))
		words++;
	return *words;
}

/* Whether it is another spelling of a bracket or of '#'. "<::" is "<" and "::". */
static bool
is_other_spelling(const char *s)
{
	static const char *const digraphs[] = {"<%", "%>", ":>", "%:", NULL};

	return beginning(s, digraphs) ||
	       (text_begins(s, "<:") && (s[2] != ':' || s[3] == ':' || s[3] == '>')) ||
	       (text_begins(s, "??") && s[2] && strchr("=/'()!<>-", s[2]));
}

static void
read_sign(struct lexer *l)
{
	/* ">>" is two, because it may close two brackets. */
	static const char *const signs[] = {
	    "<=>", "::", "->", "<<", "<=", ">=", "==", "!=", NULL};
	const char *sign = beginning(l->s, signs);

	if (l->s[0] == '@' && word_length(l->s + 1)) {
		l->s++;
		read_annotation(l);
		return;
	}
	if (l->s[0] == '@')
		tokens_refuse(l, "'@' without the name of an annotation");
	if (is_other_spelling(l->s))
		tokens_refuse(l, "a digraph or trigraph: write the character that it means");
	tokens_add(l, TOKEN_SIGN, sign ? strlen(sign) : 1);
}

/* To the end of the line, which may be spliced. */
static void
skip_line(struct lexer *l)
{
	while (*l->s && *l->s != '\n') {
		if (text_begins(l->s, "?\?/\n"))
			tokens_refuse(
			    l, "a trigraph continues this line: end the line before it");
		tokens_step(l, splice(l->s) ? splice(l->s) : 1);
	}
}

/* "//@@Name(...) //@@Name(...)" are annotations, any other is a comment. */
static void
read_line_comment(struct lexer *l)
{
	while (text_begins(l->s, "//@@") && l->s[4] != '@') {
		if (!l->begins)
			tokens_refuse(
			    l, "'//@@' after code: write the annotation in a line of its own");
		tokens_step(l, 4);
		if (!word_length(l->s)) {
			tokens_refuse(l, "'//@@' without the name of an annotation");
			break;
		}
		l->in_comment = true;
		read_annotation(l);
		l->in_comment = false;
		tokens_step(l, strspn(l->s, " \t"));
		if (memchr(l->s, '@', strcspn(l->s, "\n")) && !text_begins(l->s, "//@@"))
			tokens_refuse(l, "write each annotation in a line of its own");
	}
	skip_line(l);
}

static void
skip_block_comment(struct lexer *l)
{
	const char *end = strstr(l->s + 2, "*/");

	if (!end)
		tokens_refuse(l, "a comment is never closed");
	tokens_step(l, end ? (size_t)(end - l->s) + 2 : strlen(l->s));
}

/* To the end of the line of a directive, which may be spliced. A comment that begins in it may
   go on after it. */
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
			tokens_step(l, quoted ? quoted : splice(l->s) ? splice(l->s) : 1);
	}
}

/* What the directive at the '#' is, TOKEN_WORD for any other, and its condition, without blanks
   and comments: "0", "defined(NAME)", "!defined(NAME)", and so on. The caller frees. */
static enum token_kind
parse_directive(const char *s, char **condition)
{
	static const struct {
		const char *name;
		enum token_kind kind;
		const char *before, *after; /* the condition */
	} directives[] = {{"if", TOKEN_IF, "", ""}, {"ifdef", TOKEN_IF, "defined(", ")"},
	    {"ifndef", TOKEN_IF, "!defined(", ")"}, {"else", TOKEN_ELSE, "", ""},
	    {"elif", TOKEN_ELSE, "", ""}, {"elifdef", TOKEN_ELSE, "defined(", ")"},
	    {"elifndef", TOKEN_ELSE, "!defined(", ")"}, {"endif", TOKEN_ENDIF, "", ""},
	    {"", TOKEN_WORD, "", ""}};
	size_t n, i = 0;
	struct text t = TEXT_EMPTY;

	s += 1 + strspn(s + 1, " \t");
	n = word_length(s);
	while (*directives[i].name && !text_equals(s, n, directives[i].name))
		i++;
	text_add(&t, directives[i].before);
	for (s += n; *s && *s != '\n' && !text_begins(s, "//") && !text_begins(s, "/*"); s++)
		if (!isspace((unsigned char)*s))
			text_add_char(&t, *s);
	text_add(&t, directives[i].after);
	*condition = text_take(&t);
	return directives[i].kind;
}

enum truth { UNKNOWN, TRUE, FALSE };

/* Only conditions on constants and on what cgbench defines are known. */
static enum truth
tokens_judge(const char *condition)
{
	static const char right[] = "1 defined(LATH) defined(CLAMH) definedLATH definedCLAMH "
	                            "defined(LATH)||defined(CLAMH) "
	                            "defined(CLAMH)||defined(LATH)";
	static const char wrong[] = "0 !defined(LATH) !defined(CLAMH) !definedLATH "
	                            "!definedCLAMH !defined(LATH)&&!defined(CLAMH) "
	                            "!defined(CLAMH)&&!defined(LATH)";
	size_t n = strlen(condition);

	return !n || text_is_one_of(condition, n, right) ? TRUE
	       : text_is_one_of(condition, n, wrong)     ? FALSE
	                                                 : UNKNOWN;
}

static bool
is_excluded(const struct lexer *l)
{
	return l->depth && l->conditions[l->depth - 1].excluded;
}

/* At the '#' of a directive that begins lines under a condition. Adds a token only where it is
   not known which lines a compiler reads. */
static void
tokens_begin_lines(struct lexer *l, enum truth truth)
{
	struct condition *condition = &l->conditions[l->depth - 1];

	condition->excluded = condition->taken || truth == FALSE;
	if (condition->excluded)
		return;
	if (condition->unknown || truth == UNKNOWN)
		tokens_add(l, condition->unknown ? TOKEN_ELSE : TOKEN_IF, 1);
	condition->unknown |= truth == UNKNOWN;
	condition->taken = truth == TRUE;
}

static void
read_directive(struct lexer *l)
{
	OWNED char *text = NULL;
	enum token_kind kind = parse_directive(l->s, &text);

	if (kind == TOKEN_IF && l->depth == TOKENS_MOST_CONDITIONS)
		tokens_refuse(l, "more than 256 conditions are nested");
	if (kind == TOKEN_IF) {
		/* In excluded lines, all branches of a condition are excluded. */
		struct condition condition = {.taken = is_excluded(l)};

		*ARRAY_ADD(l->conditions, l->depth) = condition;
	}
	if (kind == TOKEN_ENDIF && l->depth && l->conditions[--l->depth].unknown)
		tokens_add(l, TOKEN_ENDIF, 1);
	else if (l->depth && (kind == TOKEN_IF || kind == TOKEN_ELSE))
		tokens_begin_lines(l, tokens_judge(text));
	skip_directive(l);
}

static void
tokens_read_word(struct lexer *l)
{
	static const char *const prefixes[] = {"R\"", "LR\"", "uR\"", "UR\"", "u8R\"", NULL};
	const char *raw = beginning(l->s, prefixes);

	if (raw) {
		tokens_step(l, strlen(raw) - 1);
		tokens_read_text(l, true);
	} else {
		tokens_add(l, TOKEN_WORD, word_length(l->s));
	}
}

/* Whether a line's end between both characters might be inside of a token. */
static bool
may_join(char before, char after)
{
	static const char signs[] = "/*:<>-=!?%@";

	return (is_word(before) && (is_word(after) || strchr("\"'", after))) ||
	       (strchr(signs, before) && strchr(signs, after));
}

static void
tokens_read_token(struct lexer *l)
{
	const char *s = l->s;

	if (*s == '\n') {
		tokens_step(l, 1);
		l->begins = true;
	} else if (is_excluded(l) && !isspace((unsigned char)*s) && *s != '#' &&
	           !text_begins(s, "/*")) {
		skip_directive(l);
	} else if (splice(s)) {
		if (s > l->tokens->source && may_join(s[-1], s[splice(s)]))
			tokens_refuse(
			    l, "a line ends inside of a word or sign: do not divide it");
		tokens_step(l, splice(s));
	} else if (isspace((unsigned char)*s)) {
		tokens_step(l, 1);
	} else if (text_begins(s, "//")) {
		read_line_comment(l);
	} else if (text_begins(s, "/*")) {
		skip_block_comment(l);
	} else if (*s == '#' && l->begins) {
		read_directive(l);
	} else if (*s == '"' || *s == '\'') {
		tokens_read_text(l, false);
	} else if (isdigit((unsigned char)*s)) {
		tokens_add(l, TOKEN_WORD, number_length(s));
	} else if (word_length(s)) {
		tokens_read_word(l);
	} else {
		read_sign(l);
	}
}

void
tokens_read(struct tokens *tokens, const char *file, const char *source)
{
	struct lexer l = {.tokens = tokens, .s = source, .line = 1, .begins = true};

	*tokens = (struct tokens){.file = file, .source = source};
	while (*l.s)
		tokens_read_token(&l);
	tokens_add(&l, TOKEN_SIGN, 0);
	tokens->n--;
	free(l.conditions);
}

bool
tokens_annotated(const char *source, const char *name)
{
	FREED_BY(tokens_free) struct tokens tokens = {0};
	bool found = false;

	tokens_read(&tokens, NULL, source);
	for (size_t i = 0; i < tokens.n && !found; i++)
		found = tokens.v[i].kind == TOKEN_ANNOTATION && token_is(&tokens.v[i], name);
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
	return token->args ? token->args + token->args_n + 1 : token->s + token->n;
}

char *
token_copy(const struct token *token)
{
	return memory_copy_n(token->s, token->n);
}
