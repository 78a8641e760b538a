#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "input/annotated/annotated_param.h"
#include "input/param_option.h"
#include "model/param.h"
#include "util/message.h"

/* What the words of a member's type say. */
struct type {
	bool known; /* its kind is: */
	enum annotated_kind kind;
	bool is_unsigned;
};

static const char *const unsigned_words[] = {"unsigned", "size_t", "uint8_t", "uint16_t",
    "uint32_t", "uint64_t", "uintptr_t", "uintmax_t", NULL};

static bool
says(const struct annotated_source *source, const struct declared *member,
    const char *const *words)
{
	size_t i;

	for (i = member->first; i < member->end; i++) {
		const struct token *token = &source->tokens.v[i];

		if (token_is(token, "=") || token_is(token, "{"))
			break;
		if (token_is_one(token, words))
			return true;
	}
	return false;
}

static struct type
type_of(const struct annotated_source *source, const struct declared *member)
{
	static const char *const compound[] = {"<", "*", NULL};
	static const char *const pointer[] = {"*", NULL}, *const character[] = {"char", NULL};
	static const char *const strings[] = {"string", "string_view", NULL};
	static const char *const bools[] = {"bool", "_Bool", NULL};
	static const char *const reals[] = {"float", "double", NULL};
	static const char *const integers[] = {"char", "short", "int", "long", "signed",
	    "int8_t", "int16_t", "int32_t", "int64_t", "ssize_t", "ptrdiff_t", "intptr_t",
	    "intmax_t", NULL};
	bool is_unsigned = says(source, member, unsigned_words);

	if (says(source, member, strings) ||
	    (says(source, member, pointer) && says(source, member, character)))
		return (struct type){true, ANNOTATED_STRING, false};
	if (says(source, member, compound))
		return (struct type){false, ANNOTATED_INTEGER, false};
	if (says(source, member, bools))
		return (struct type){true, ANNOTATED_BOOL, false};
	if (says(source, member, reals))
		return (struct type){true, ANNOTATED_REAL, false};
	return (struct type){
	    is_unsigned || says(source, member, integers), ANNOTATED_INTEGER, is_unsigned};
}

/* Whether it is a decimal or hexadecimal number of 64 bits. */
static bool
is_integer(const char *value)
{
	const char *digits = value + (*value == '-');
	bool is_hex = digits[0] == '0' && digits[1] == 'x' && digits[2];
	char *end;

	if (is_hex ? digits[2 + strspn(digits + 2, "0123456789abcdefABCDEF")] != '\0'
	           : !*digits || digits[strspn(digits, "0123456789")])
		return false;
	errno = 0;
	if (*value == '-')
		strtoll(value, &end, 0);
	else
		strtoull(value, &end, 0);
	return !errno;
}

static bool
fits(const struct type *type, const char *value)
{
	static const char *const bools[] = {"true", "false", "0", "1", NULL};

	switch (type->kind) {
	case ANNOTATED_BOOL:
		return words_include(bools, value);
	case ANNOTATED_INTEGER:
		return is_integer(value) && (*value != '-' || !type->is_unsigned);
	case ANNOTATED_REAL:
		return is_integer(value) || param_spelling(value) == PARAM_REAL;
	case ANNOTATED_STRING:
		break;
	}
	return true;
}

/* What kind of values these are, if the type does not say: each kind includes those before. */
static enum annotated_kind
kind_of(const struct words *values)
{
	struct type type = {false, ANNOTATED_INTEGER, false};
	size_t i;

	for (i = 0; i < values->n; i++)
		while (!fits(&type, values->v[i]))
			type.kind++;
	return type.kind;
}

static _Noreturn void
refuse(const struct annotated_source *source, const struct declared *member,
    const struct type *type, const char *value, bool is_option)
{
	static const char *const takes[] = {"true or false", "an integer", "a number", ""};
	const char *what =
	    type->is_unsigned ? "an integer that is not negative" : takes[type->kind];

	if (is_option)
		message_die(STATUS_USAGE, "--param=%s: '%s' is not %s, which %s:%u:1 needs",
		    member->name, value, what, source->tokens.file, member->line);
	message_at(source->tokens.file, member->line,
	    "'@Param': '%s' is not %s, which '%s' needs", value, what, member->name);
}

void
annotated_param_read(struct annotated_param *param, const struct annotated_source *source,
    const struct declared *member, const struct words *params)
{
	const struct token *token = annotated_source_find(source, member, ANNOTATION_PARAM);
	struct type type = type_of(source, member);
	struct words values = WORDS_EMPTY;
	bool is_option;
	size_t i;

	param->values = param_option_values(params, member->name);
	is_option = param->values != NULL;
	if (!is_option)
		param->values = annotation_values(token);
	words_split(&values, param->values);
	for (i = 0; type.known && i < values.n; i++)
		if (!fits(&type, values.v[i]))
			refuse(source, member, &type, values.v[i], is_option);
	param->kind = type.known && type.kind != ANNOTATED_REAL ? type.kind : kind_of(&values);
	words_free(&values);
}
